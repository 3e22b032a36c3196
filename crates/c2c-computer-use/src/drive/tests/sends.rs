//! Sends that go well, and what keeps them from it.

use super::*;

const SENT: [Point; 4] = [
    Point::Send(SendStep::Inserted),
    Point::Send(SendStep::Verified),
    Point::Send(SendStep::Pressed),
    Point::Send(SendStep::Seen),
];

#[test]
fn a_message_goes_into_its_conversation_and_everything_is_given_back() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    let steps = Steps::default();
    let sent = send_with(&world, &outgoing(), &steps).unwrap();
    assert_eq!(sent, Sent { delivery: Delivery::Seen, conversation_url: Some(HERE.to_owned()) });
    assert_eq!(world.said(1), [said(true, "before"), said(false, "yes"), said(true, TEXT)]);
    assert_eq!(steps.reached(), SENT);
    let scene = world.scene();
    assert_eq!(scene.clipboard, "what the person copied");
    assert_eq!(scene.front, None, "the focus was not given back");
}

#[test]
fn a_known_conversation_keeps_its_address_however_the_page_writes_it() {
    for known in ["https://chatgpt.com/g/g-p-0af-renamed/c/", "https://chatgpt.com/c/"] {
        let url = format!("{known}{}", HERE.rsplit('/').next().unwrap());
        for spelling in [url.clone(), format!("{url}/"), format!("{url}?model=x#top")] {
            let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
            let known = Outgoing { conversation_url: Some(spelling.clone()), ..outgoing() };
            assert_eq!(send(&world, &known).unwrap().conversation_url, Some(spelling));
        }
    }
}

#[test]
fn an_address_that_leads_nowhere_is_neither_opened_nor_replaced_by_another_place() {
    let nowhere = [
        Outgoing { project_url: Some("https://chatgpt.com/nonsense".to_owned()), ..first() },
        Outgoing { project_url: Some("https://evil.example/g/g-p-0af/project".to_owned()), ..first() },
        Outgoing { conversation_url: Some("https://evil.example/c/1".to_owned()), ..outgoing() },
        Outgoing { conversation_url: Some("https://chatgpt.com/c/WEB:1".to_owned()), ..outgoing() },
    ];
    for outgoing in nowhere {
        let world = World::new([Page::at("https://chatgpt.com/")]);
        let error = send(&world, &outgoing).unwrap_err();
        assert!(error.to_string().contains("is no conversation and no Project of ChatGPT's"), "{error}");
        assert_eq!(world.scene().opened, [] as [&str; 0]);
        assert_eq!(times_there(&world), 0);
    }
}

#[test]
fn the_first_message_begins_a_conversation_and_learns_its_address() {
    let world = World::new([]);
    world.scene().is_running = false;
    let sent = send(&world, &first()).unwrap();
    assert_eq!(sent.delivery, Delivery::Seen);
    assert!(sent.conversation_url.unwrap().starts_with("https://chatgpt.com/c/"));
    let scene = world.scene();
    assert_eq!(scene.opened, [format!("{ORIGIN}/")]);
    assert_eq!(scene.front, None, "the new window kept the focus");
}

#[test]
fn without_a_network_chatgpt_cannot_be_reached_and_no_dead_window_is_left() {
    for (outgoing, was_open) in [(first(), false), (outgoing(), false), (outgoing(), true)] {
        let world = World::new(was_open.then(|| Page { is_blank: true, ..Page::at(NOT_REACHED) }));
        world.scene().is_offline = true;
        assert_eq!(send(&world, &outgoing), Err(WindowError::Unreachable));
        assert_eq!(send(&world, &outgoing), Err(WindowError::Unreachable));
        world.scene().is_offline = false;
        assert_eq!(send(&world, &outgoing).unwrap().delivery, Delivery::Seen);
        let scene = world.scene();
        assert!(scene.windows.values().all(|page| page.url != NOT_REACHED), "{:?}", scene.log);
    }
}

#[test]
fn a_page_that_is_lost_while_its_answer_is_awaited_cannot_be_reached() {
    let world = World::new([Page { is_blank: true, ..Page::at(NOT_REACHED) }]);
    world.scene().is_offline = true;
    assert_eq!(read(&world, &outgoing()), Err(WindowError::Unreachable));
}

#[test]
fn what_the_machine_lacks_names_a_way_by_hand_that_is_not_refused() {
    use crate::desk::Lacking;
    let all = [Lacking::Display, Lacking::X11, Lacking::AccessibilityBus, Lacking::System];
    let lines = all.map(|what| format!("{}\n  {}", what.hint(), what.hint_in_session()));
    insta::assert_snapshot!(lines.join("\n"), @"
    Run C2C in a desktop session. Or carry the messages yourself: `c2c start --manual`.
      Run C2C in a desktop session. Then `c2c continue`, or carry the messages yourself with `c2c continue --manual`.
    Log in to an X11 session (`GNOME on Xorg`, `Plasma (X11)`). Or carry the messages yourself: `c2c start --manual`.
      Log in to an X11 session (`GNOME on Xorg`, `Plasma (X11)`). Then `c2c continue`, or carry the messages yourself with `c2c continue --manual`.
    Install `at-spi2-core` and log in again. Or carry the messages yourself: `c2c start --manual`.
      Install `at-spi2-core` and log in again. Then `c2c continue`, or carry the messages yourself with `c2c continue --manual`.
    Windows are driven on Linux, Windows and macOS. Or carry the messages yourself: `c2c start --manual`.
      Windows are driven on Linux, Windows and macOS. Then `c2c continue`, or carry the messages yourself with `c2c continue --manual`.
    ");
}

#[test]
fn a_saved_conversation_that_no_window_shows_is_opened() {
    let world = World::new([Page::at("https://chatgpt.com/c/another").user("mine").chatgpt("yes")]);
    let sent = send(&world, &outgoing()).unwrap();
    assert_eq!(sent.delivery, Delivery::Seen);
    assert_eq!(world.scene().opened, [HERE]);
    assert_eq!(world.said(1).len(), 2, "the other conversation was touched");
    assert_eq!(world.said(2), [said(true, TEXT)]);
}

#[test]
fn a_new_conversation_takes_the_place_of_one_that_can_be_opened_again() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    assert_eq!(send(&world, &first()).unwrap().delivery, Delivery::Seen);
    assert_eq!(world.scene().opened, Vec::<String>::new());
    assert_eq!(world.said(1), [said(true, TEXT)]);
}

#[test]
fn a_conversation_with_a_draft_keeps_its_window() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.composer = "half a thought".to_owned();
    let world = World::new([page]);
    assert_eq!(send(&world, &first()).unwrap().delivery, Delivery::Seen);
    let scene = world.scene();
    assert_eq!(scene.windows[&1].composer, "half a thought");
    assert_eq!(scene.windows[&2].said, [said(true, TEXT)]);
}

#[test]
fn a_foreign_draft_is_left_alone() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.composer = "half a thought".to_owned();
    let world = World::new([page]);
    let error = send(&world, &outgoing()).unwrap_err();
    assert_eq!(error, WindowError::ForeignDraft { excerpt: "half a thought".to_owned() });
    assert_eq!(world.scene().windows[&1].composer, "half a thought");
    assert_eq!(times_there(&world), 0);
}

#[test]
fn our_own_text_that_already_is_there_is_sent_once() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.composer = TEXT.to_owned();
    let world = World::new([page]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!(times_there(&world), 1);
}

#[test]
fn a_message_that_is_there_is_not_sent_again() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes").user(TEXT)]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    let answered = World::new([Page::at(HERE).user(TEXT).chatgpt("yes")]);
    assert_eq!(send(&answered, &outgoing()).unwrap().delivery, Delivery::Unknown);
    assert_eq!((times_there(&world), times_there(&answered)), (1, 1));
}

#[test]
fn the_key_is_pressed_only_where_accessibility_refuses() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.send = Send_::Refuses;
    let world = World::new([page]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!(times_there(&world), 1);
    assert!(world.scene().log.iter().any(|line| line.ends_with("keys Send")));
}

#[test]
fn a_send_that_cannot_be_seen_is_unknown_and_never_pressed_twice() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.send = Send_::Dead;
    let world = World::new([page]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Unknown);
    assert_eq!(world.scene().log.iter().filter(|line| line.ends_with("press Send")).count(), 1);
}

/// The composer is emptied once, right after our text was seen in it.
fn wiping(touches: bool) -> World {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    let mut done = false;
    world.mischief(move |scene, what| {
        let now_ms = scene.now_ms;
        let page = scene.windows.get_mut(&1).unwrap();
        if what == "record" && page.composer == TEXT && !done {
            done = true;
            page.composer.clear();
            if touches {
                scene.touched_ms = now_ms;
            }
        }
    });
    world
}

#[test]
fn a_page_that_comes_alive_late_and_wipes_the_text_gets_it_again() {
    let world = wiping(false);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!(times_there(&world), 1);
}

#[test]
fn what_the_person_may_have_sent_or_deleted_is_not_put_in_again() {
    let world = wiping(true);
    assert!(matches!(send(&world, &outgoing()), Err(WindowError::NotInserted { .. })));
    assert_eq!(times_there(&world), 0);
}

#[test]
fn a_person_at_work_and_a_locked_screen_are_waited_for() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    world.scene().touched_ms = 1_005_000;
    let mut looks = 0;
    world.mischief(move |scene, what| {
        if what == "record" {
            looks += 1;
            scene.is_locked = looks < 12;
            assert!(!scene.log.iter().any(|line| line.ends_with("activate")) || scene.now_ms >= 1_006_000);
        }
    });
    let steps = Steps::default();
    assert_eq!(send_with(&world, &outgoing(), &steps).unwrap().delivery, Delivery::Seen);
    let waits = steps.waits.lock().unwrap().clone();
    assert!(waits.contains(&Some(WindowWait::Unlock)), "{waits:?}");
}

#[test]
fn a_running_answer_is_waited_for() {
    let mut page = Page::at(HERE).user("before");
    page.is_answering = true;
    page.answers = vec![(1_030_000, "yes".to_owned())];
    let world = World::new([page]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!(world.said(1), [said(true, "before"), said(false, "yes"), said(true, TEXT)]);
}

#[test]
fn each_mood_stops_a_send_with_what_happens_next() {
    let person =
        |chore| move |error: &WindowError| matches!(error, WindowError::Person { chore: found, .. } if *found == chore);
    let log_in = person(Chore::LogIn);
    let dialog = person(Chore::Dialog);
    let retry = person(Chore::Retry);
    let wait = |error: &WindowError| matches!(error, WindowError::Wait { .. });
    let hand_over = |error: &WindowError| matches!(error, WindowError::HandOver { .. });
    let check = |more: (&'static str, &'static str), fits: &dyn Fn(&WindowError) -> bool| {
        let mut page = Page::at(HERE).user("before").chatgpt("yes");
        page.more = vec![more];
        let world = World::new([page]);
        let error = send(&world, &outgoing()).unwrap_err();
        assert!(fits(&error), "{more:?}: {error:?}");
        assert_eq!(times_there(&world), 0, "{more:?}");
    };
    check(("alert", "Too many requests"), &wait);
    check(("alert", "You've reached the maximum length for this conversation"), &hand_over);
    check(("dialog", "Your session has expired"), &log_in);
    check(("dialog", "Try the new thing"), &dialog);
    check(("alert", "Message delivery timed out. Please try again."), &retry);
}

#[test]
fn a_note_that_an_earlier_message_was_too_long_does_not_keep_this_one() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.more = vec![("alert", "The message you submitted was too long")];
    // It is still there from the try before.
    page.composer = TEXT.to_owned();
    let world = World::new([page]);
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!(times_there(&world), 1);
}

#[test]
fn what_somebody_added_to_our_text_is_told_apart_from_it_and_nothing_is_sent() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes");
    page.composer = format!("{TEXT} and I typed this");
    let world = World::new([page]);
    let error = send(&world, &outgoing()).unwrap_err();
    assert_eq!(error, WindowError::MixedDraft { added: "and I typed this".to_owned() });
    assert!(error.hint().contains("do not send it"), "{}", error.hint());
    assert_eq!(times_there(&world), 0);
}

#[test]
fn a_message_of_an_earlier_process_is_found_or_not_and_never_guessed() {
    let find = |world: &World, outgoing: &Outgoing| block_on(window(world).find(outgoing)).unwrap();
    let there = World::new([Page::at(HERE).user(TEXT).chatgpt("yes")]);
    assert_eq!(find(&there, &outgoing()), Found::Yes);
    let not_there = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    assert_eq!(find(&not_there, &outgoing()), Found::No);
    let empty = World::new([Page::at(HERE)]);
    assert_eq!(find(&empty, &outgoing()), Found::Unclear);
    let begun = World::new([Page::at("https://chatgpt.com/c/1").user(TEXT)]);
    assert_eq!(find(&begun, &first()), Found::Yes);
    let mut draft = Page::at("https://chatgpt.com/");
    draft.composer = TEXT.to_owned();
    assert_eq!(find(&World::new([draft]), &first()), Found::No);
    assert_eq!(find(&World::new([Page::at("https://chatgpt.com/")]), &first()), Found::Unclear);
    let never_pressed = Outgoing { may_be_sent: false, ..first() };
    assert_eq!(find(&World::new([Page::at("https://chatgpt.com/")]), &never_pressed), Found::No);
}

#[test]
fn a_program_that_has_just_started_is_given_time_for_its_tree_and_no_second_window() {
    let world = World::new([Page::at(HERE).user("earlier").chatgpt("yes")]);
    world.scene().tree_at_ms = 1_005_000;
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!((times_there(&world), world.scene().opened.len()), (1, 0));

    let world = World::new([Page::at(HERE)]);
    world.scene().tree_at_ms = i64::MAX;
    let error = send(&world, &outgoing()).unwrap_err();
    let said = matches!(&error, WindowError::Unavailable { hint, .. } if hint.contains("c2c chatgpt open"));
    assert!(said && world.scene().opened.is_empty(), "{error:?}");
}

#[test]
fn a_page_that_shows_nothing_at_all_is_told_soon_and_one_that_loads_is_waited_for() {
    let no_tree = |error: &WindowError| {
        let lacks = crate::desk::Lacking::Tree;
        matches!(error, WindowError::Unavailable { reason, hint } if *reason == lacks.message() && *hint == lacks.hint_in_session())
    };
    for page in [Page::at(HERE), Page::at("https://chatgpt.com/")] {
        let outgoing = if page.url == HERE { outgoing() } else { first() };
        let world = World::new([Page { is_blank: true, ..page }]);
        let error = send(&world, &outgoing).unwrap_err();
        let took_ms = world.scene().now_ms - 1_000_000;
        assert!(no_tree(&error) && (10_000..12_000).contains(&took_ms), "{took_ms}: {error:?}");
        assert!(world.scene().opened.is_empty());
    }
    // It also is when no window was there before.
    let world = World::new([]);
    world.mischief(|scene, _| scene.windows.values_mut().for_each(|page| page.is_blank = true));
    let error = send(&world, &outgoing()).unwrap_err();
    assert!(no_tree(&error) && world.scene().now_ms < 1_015_000, "{error:?}");

    let world = World::new([Page { is_blank: true, is_busy: true, ..Page::at(HERE) }]);
    world.mischief(|scene, _| {
        if scene.now_ms > 1_030_000 && scene.windows[&1].is_blank {
            scene.windows.insert(1, Page::at(HERE));
        }
    });
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    let world = World::new([Page { is_blank: true, is_busy: true, ..Page::at(HERE) }]);
    let error = send(&world, &outgoing()).unwrap_err();
    let said = matches!(&error, WindowError::Unavailable { reason, .. } if reason == "its page does not load");
    assert!(said && (1_060_000..1_062_000).contains(&world.scene().now_ms), "{error:?}");
}

#[test]
fn windows_that_cannot_be_told_apart_are_said_to_be_where_one_of_them_is_needed() {
    let alike = |error: &WindowError| {
        let lacks = crate::desk::Lacking::Difference;
        matches!(error, WindowError::Unavailable { reason, hint } if *reason == lacks.message() && *hint == lacks.hint_in_session())
    };
    let three = || {
        let world =
            World::new([1, 2, 3].map(|_| Page::at("https://chatgpt.com/c/WEB:1").user("earlier").chatgpt("yes")));
        world.scene().alike = vec![1, 2, 3];
        world
    };
    let begun = Outgoing { conversation_url: None, ..outgoing() };
    let error = send(&three(), &begun).unwrap_err();
    assert!(alike(&error), "{error:?}");
    let error = block_on(window(&three()).find(&begun)).unwrap_err();
    assert!(alike(&error), "{error:?}");
    // One that has an address is opened once more, and that window is known by being in front.
    let world = three();
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
    assert_eq!((times_there(&world), world.scene().opened.len()), (1, 1));
}

#[test]
fn a_page_that_does_not_show_what_has_arrived_is_opened_anew() {
    let world = World::new([Page::at(HERE).user("earlier").chatgpt("yes")]);
    world.scene().not_shown = vec![said(true, TEXT)];
    assert_eq!(block_on(window(&world).find(&outgoing())), Ok(Found::Yes));
    let scene = world.scene();
    assert_eq!((scene.opened.as_slice(), scene.windows.len()), ([HERE.to_owned()].as_slice(), 1));
    drop(scene);
    // A draft in the old window is the person's.
    let draft = Page { composer: "half a thought".to_owned(), ..Page::at(HERE).user("earlier").chatgpt("yes") };
    let world = World::new([draft]);
    assert_eq!(block_on(window(&world).find(&outgoing())), Ok(Found::No));
    assert_eq!(world.scene().windows[&1].composer, "half a thought");
}

/// Tells when the text is put in.
#[derive(Default)]
struct Inserted(tokio::sync::Notify);

impl StepObserver for Inserted {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if point == Point::Send(SendStep::Inserted) {
            self.0.notify_one();
        }
    }
}

#[test]
fn a_send_that_nobody_wants_any_more_gives_everything_back_before_the_window_goes() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    let window = window(&world);
    let (outgoing, steps) = (outgoing(), Inserted::default());
    block_on(async {
        tokio::select! {
            sent = window.send(&outgoing, &steps) => panic!("{sent:?}"),
            () = steps.0.notified() => {}
        }
    });
    drop(window);
    assert_eq!(times_there(&world), 0);
    let scene = world.scene();
    assert_eq!((scene.clipboard.as_str(), scene.front), ("what the person copied", None));
}
