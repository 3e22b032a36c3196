//! The installed app's windows: used where they can be, and never in the way.

use super::*;
use crate::desk::Lacking;

const NEW: &str = "https://chatgpt.com/";
const THERE: &str = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000002";

/// A desktop on which windows 1, 2 … are the app's and no browser runs.
fn app(pages: impl IntoIterator<Item = Page>) -> World {
    let world = World::new(pages);
    {
        let mut scene = world.scene();
        scene.app = Some(scene.windows.keys().copied().collect());
        scene.is_running = false;
        scene.touched_ms = 990_000;
    }
    world
}

#[track_caller]
fn is_in_the_browser(world: &World, sent: &Result<Sent, WindowError>) {
    assert_eq!(sent.as_ref().map(|sent| sent.delivery), Ok(Delivery::Seen), "{:?}", world.scene().log);
    let scene = world.scene();
    let app = scene.app.clone().unwrap();
    let said: Vec<u64> = scene
        .windows
        .iter()
        .filter(|(_, page)| page.said.iter().any(|said| said.text == TEXT))
        .map(|(id, _)| *id)
        .collect();
    assert!(said.len() == 1 && !app.contains(&said[0]), "{said:?}");
    assert_eq!(scene.opened.len(), 1);
}

#[test]
fn a_new_conversation_begins_in_the_app_and_goes_on_there() {
    let world = app([Page { answers: vec![(500, ANSWER.to_owned())], ..Page::at(NEW) }]);
    let sent = send(&world, &first()).unwrap();
    assert_eq!(sent.delivery, Delivery::Seen);
    assert_eq!(read(&world, &Outgoing { conversation_url: sent.conversation_url, ..first() }).unwrap().text, ANSWER);
    assert_eq!(world.said(1), [said(true, TEXT), said(false, ANSWER)]);
    let scene = world.scene();
    assert!(scene.opened.is_empty() && !scene.is_running, "no browser is needed");
    assert_eq!(scene.clipboard, "what the person copied");
}

#[test]
fn the_app_is_led_to_a_new_conversation_when_nobody_uses_it() {
    let world = app([Page::at(HERE).user("earlier").chatgpt("yes")]);
    world.scene().touched_ms = 1_000_000;
    let steps = Steps::default();
    assert_eq!(send_with(&world, &first(), &steps).unwrap().delivery, Delivery::Seen);
    assert_eq!(world.said(1), [said(true, TEXT)]);
    assert!(steps.waits.lock().unwrap().contains(&Some(WindowWait::Idle)), "the person is waited for");
    let scene = world.scene();
    let pressed = scene.log.iter().position(|line| line.contains("press NewChat")).unwrap();
    let at_ms: i64 = scene.log[pressed].split(' ').next().unwrap().parse().unwrap();
    assert!(at_ms - 1_000_000 >= 1_000, "{at_ms}");
}

#[test]
fn an_app_that_cannot_be_read_or_shows_something_else_is_left_to_the_person() {
    let draft = Page { composer: "half a thought".to_owned(), ..Page::at(NEW) };
    let answering = Page { is_answering: true, ..Page::at(HERE).user("why?") };
    let blank = Page { is_blank: true, ..Page::at(NEW) };
    let of_the_app = ["app://-/index.html", "https://chatgpt.com.example.org/", ""].map(Page::at);
    for page in [draft, answering, blank].into_iter().chain(of_the_app) {
        let world = app([page.clone()]);
        is_in_the_browser(&world, &send(&world, &first()));
        let scene = world.scene();
        let left = &scene.windows[&1];
        assert_eq!((&left.url, &left.said, &left.composer), (&page.url, &page.said, &page.composer));
        assert!(!scene.log.iter().any(|line| line.contains("press NewChat")), "{:?}", scene.log);
    }
    for what in [Lacking::Tree, Lacking::Elevated, Lacking::MacAccessibility] {
        let world = app([Page::at(NEW)]);
        world.scene().app_lacks = Some(what);
        is_in_the_browser(&world, &send(&world, &first()));
    }
}

#[test]
fn an_app_whose_new_chat_leads_nowhere_is_given_up() {
    let world = app([Page::at(HERE).user("earlier").chatgpt("yes")]);
    world.mischief(|scene, what| {
        // What was pressed is undone: the page stays where it is.
        if what == "sleep" && scene.opened.is_empty() {
            scene.windows.insert(1, Page::at(HERE).user("earlier").chatgpt("yes"));
        }
    });
    is_in_the_browser(&world, &send(&world, &first()));
    let presses = world.scene().log.iter().filter(|line| line.contains("press NewChat")).count();
    assert_eq!(presses, 1);
}

#[test]
fn a_conversation_is_found_in_whichever_shows_it_and_opened_in_the_browser_otherwise() {
    let world = app([Page::at(THERE).user("other").chatgpt("yes"), Page::at(HERE).user("earlier").chatgpt("yes")]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!((world.said(2).last(), world.scene().opened.len()), (Some(&said(true, TEXT)), 0));

    let world = app([Page::at(THERE).user("other").chatgpt("yes")]);
    is_in_the_browser(&world, &send(&world, &outgoing()));
    assert_eq!(world.scene().opened, [HERE]);
    assert_eq!(world.said(1), [said(true, "other"), said(false, "yes")], "the person's page stays");
}

#[test]
fn a_browser_without_a_login_says_where_the_conversation_may_be() {
    let world = app([Page::at(THERE).user("other").chatgpt("yes")]);
    world.mischief(|scene, _| {
        if let Some(page) = scene.windows.get_mut(&2) {
            page.url = "https://auth.openai.com/log-in".to_owned();
        }
    });
    let error = send(&world, &outgoing()).unwrap_err();
    let WindowError::Person { chore: Chore::LogIn, reason } = &error else { panic!("{error:?}") };
    assert!(reason.contains("the ChatGPT app does not show"), "{reason}");
}

#[test]
fn what_the_app_does_not_show_is_neither_sent_again_nor_opened_over_the_persons_window() {
    let world = app([Page::at(HERE).user("earlier").chatgpt("yes")]);
    assert_eq!(block_on(window(&world).find(&outgoing())), Ok(Found::Unclear));
    let never_pressed = Outgoing { may_be_sent: false, ..outgoing() };
    assert_eq!(block_on(window(&world).find(&never_pressed)), Ok(Found::No));
    let without_address = Outgoing { conversation_url: None, ..outgoing() };
    let world = app([Page::at(THERE).user(TEXT), Page::at(HERE)]);
    assert_eq!(block_on(window(&world).find(&without_address)), Ok(Found::Yes));
    // The same on another site is somebody's trap.
    let world = app([Page::at("https://chatgpt.com.example.org/c/1").user(TEXT)]);
    assert_eq!(block_on(window(&world).find(&without_address)), Ok(Found::Unclear));
    let scene = world.scene();
    assert_eq!((scene.windows.len(), scene.opened.len()), (1, 0));
}
