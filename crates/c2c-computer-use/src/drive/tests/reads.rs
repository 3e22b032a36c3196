//! Waiting for answers and reading them.

use super::*;

/// The conversation with our message sent, and an answer to come.
fn answering(after_ms: i64, answer: &str) -> World {
    let mut page = Page::at(HERE).user("before").chatgpt("yes").user(TEXT);
    page.is_answering = true;
    page.answers = vec![(1_000_000 + after_ms, answer.to_owned())];
    World::new([page])
}

#[test]
fn an_answer_is_read_when_it_has_settled() {
    let world = answering(20_000, ANSWER);
    let reply = read(&world, &outgoing()).unwrap();
    assert_eq!(reply, Reply { text: ANSWER.to_owned(), conversation_url: Some(HERE.to_owned()) });
    let lag_ms = world.scene().now_ms - 1_020_000;
    assert!((2_000..2_700).contains(&lag_ms), "{lag_ms}");
}

#[test]
fn a_browser_that_does_not_answer_for_a_moment_is_asked_again() {
    for (busy_ms, is_read) in [(2_500, true), (60_000, false)] {
        let world = answering(1_000, ANSWER);
        world.mischief(move |scene, _| scene.is_busy = (1_001_500..1_001_500 + busy_ms).contains(&scene.now_ms));
        let reply = read(&world, &outgoing());
        assert_eq!(reply.is_ok(), is_read, "{reply:?}");
    }
}

#[test]
fn a_minimised_window_is_shown_again_when_nobody_is_at_the_keyboard() {
    let world = answering(3_000, ANSWER);
    world.scene().minimised = Some(1);
    world.scene().touched_ms = 1_020_000;
    world.mischief(|scene, what| assert!(what != "activate" || scene.now_ms >= 1_021_000, "{}", scene.now_ms));
    assert_eq!(read(&world, &outgoing()).unwrap().text, ANSWER);
    assert_eq!(world.scene().front, None, "the focus was not given back");
}

#[test]
fn twenty_minutes_of_thinking_cost_few_looks() {
    let world = answering(20 * 60_000, ANSWER);
    assert_eq!(read(&world, &outgoing()).unwrap().text, ANSWER);
    let looks = world.scene().log.iter().filter(|line| line.ends_with("record")).count();
    assert!(looks < 100, "{looks}");
}

#[test]
fn an_answer_without_a_message_is_taken_as_it_is() {
    let world = answering(500, "I would rather talk about the weather.");
    assert_eq!(read(&world, &outgoing()).unwrap().text, "I would rather talk about the weather.");
}

#[test]
fn half_a_message_is_read_the_other_way_before_it_is_believed() {
    let half = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a000c\nITERATION: 2";
    let world = answering(500, half);
    assert_eq!(read(&world, &outgoing()).unwrap().text, half);
    let scene = world.scene();
    assert_eq!(scene.log.iter().filter(|line| line.ends_with("press Copy")).count(), 1);
    assert_eq!(scene.clipboard, "what the person copied");
    assert!(scene.now_ms >= 1_030_000, "it was believed at once");
}

#[test]
fn an_earlier_answer_is_not_taken_for_this_one_while_turns_come_in() {
    let world = World::new([Page::at(HERE).user("before").chatgpt(ANSWER)]);
    world.mischief(|scene, what| {
        if what == "record" && scene.now_ms > 1_010_000 {
            let page = scene.windows.get_mut(&1).unwrap();
            if page.said.len() == 2 {
                page.said.push(Said { by_user: true, text: TEXT.to_owned() });
                page.said.push(Said { by_user: false, text: ANSWER.replace("Mended", "Mended again") });
            }
        }
    });
    assert!(read(&world, &outgoing()).unwrap().text.contains("Mended again"));
}

#[test]
fn a_window_that_is_closed_or_led_away_is_found_or_opened_again() {
    for away in ["close", "lead"] {
        let world = answering(10_000, ANSWER);
        let mut done = false;
        world.mischief(move |scene, what| {
            if what == "sleep" && scene.now_ms > 1_003_000 && !done {
                done = true;
                let page = scene.windows.remove(&1).unwrap();
                if away == "lead" {
                    scene.windows.insert(1, Page::at("https://example.com/chatgpt"));
                }
                scene.windows.insert(9, page);
            }
        });
        assert_eq!(read(&world, &outgoing()).unwrap().text, ANSWER, "{away}");
    }
}

#[test]
fn moods_of_a_wait_end_it_or_are_dealt_with() {
    let during = |more: Vec<(&'static str, &'static str)>| {
        let mut page = Page::at(HERE).user("before").chatgpt("yes").user(TEXT);
        page.more = more;
        World::new([page])
    };
    let error = |more| read(&during(more), &outgoing()).unwrap_err();
    assert!(
        matches!(error(vec![("alert", "Too many requests")]), WindowError::Wait { until_ms, .. } if until_ms > 1_800_000)
    );
    assert!(matches!(
        error(vec![("dialog", "Your session has expired")]),
        WindowError::Person { chore: Chore::LogIn, .. }
    ));
    assert!(matches!(error(vec![("dialog", "Take the tour")]), WindowError::Person { chore: Chore::Dialog, .. }));
}

#[test]
fn retry_is_pressed_once() {
    let mut page = Page::at(HERE).user("before").chatgpt("yes").user(TEXT).chatgpt("");
    page.said.pop();
    page.more = vec![("alert", "Something went wrong while generating the response."), ("push button", "Retry")];
    let world = World::new([page]);
    let mut pressed = 0;
    world.mischief(move |scene, what| {
        if what.contains("press More") {
            pressed += 1;
            let now_ms = scene.now_ms;
            let page = scene.windows.get_mut(&1).unwrap();
            page.is_answering = true;
            page.answers = vec![(now_ms + 3_000, ANSWER.to_owned())];
            assert_eq!(pressed, 1);
        }
    });
    assert_eq!(read(&world, &outgoing()).unwrap().text, ANSWER);
    assert_eq!(times_there(&world), 1);
}
