//! Whatever comes in the way of a send at a real window: nothing lands in the wrong place, nothing is
//! doubled, and the clipboard is as it was.

use c2c_ports::{Delivery, SendStep, WindowError};
use serde_json::json;

use crate::room::{Room, When};
use crate::stage::wait_for;
use crate::thief::Thief;
use crate::web;

/// Has the same thing done at each step, one message for each, and checks after every one.
fn at_each_step(room: &mut Room, steps: &[When], act: impl Fn(&mut Thief) + Send + Sync, undo: impl Fn(&mut Thief)) {
    for when in steps {
        let outgoing = room.next();
        let first = room.send_while(&outgoing, *when, &act);
        undo(&mut room.thief());
        room.settle(&outgoing, &first);
        room.holds(&format!("{when:?}, which ended {first:?}"));
    }
}

fn nothing(_: &mut Thief) {}

#[test]
fn another_window_takes_the_focus_at_each_step() {
    let Some(mut room) = Room::new() else { return };
    at_each_step(&mut room, &When::ALL, |thief| drop(thief.order("focus")), nothing);
}

#[test]
fn another_window_takes_the_focus_again_and_again() {
    let Some(mut room) = Room::new() else { return };
    // A step of a send takes some 30 ms: each of these meets other ones.
    for every_ms in [37, 90, 170, 310] {
        let outgoing = room.next();
        let first = room.send_while(&outgoing, When::Before, |thief| thief.begin_stealing(every_ms, 25));
        assert!(
            matches!(&first, Ok(sent) if sent.delivery == Delivery::Seen)
                || matches!(first, Err(WindowError::FocusLost)),
            "{first:?}"
        );
        room.thief().await_last_theft();
        room.settle(&outgoing, &first);
        room.holds(&format!("every {every_ms} ms, which ended {first:?}"));
    }
}

#[test]
fn a_notification_and_a_window_on_top_do_not_matter() {
    let Some(mut room) = Room::new() else { return };
    for (act, undo) in [("popup", "popdown"), ("cover", "uncover")] {
        for when in [When::Before, When::At(SendStep::Inserted), When::BeforePress] {
            let outgoing = room.next();
            let first = room.send_while(&outgoing, when, |thief| drop(thief.order(act)));
            assert_eq!(first.as_ref().map(|sent| sent.delivery), Ok(Delivery::Seen), "{act}, {when:?}: {first:?}");
            room.holds(&format!("{act}, {when:?}"));
            room.thief().order(undo);
        }
    }
}

#[test]
fn the_window_is_minimised_at_each_step() {
    let Some(mut room) = Room::new() else { return };
    at_each_step(&mut room, &When::ALL, |thief| drop(thief.order_about_it("minimise {}")), nothing);
}

#[test]
fn the_window_is_moved_to_another_desktop_at_each_step() {
    let Some(mut room) = Room::new() else { return };
    let undo = |thief: &mut Thief| drop(thief.order_about_it("desktop {} 0"));
    at_each_step(&mut room, &When::ALL, |thief| drop(thief.order_about_it("desktop {} 1")), undo);
}

#[test]
fn the_page_is_loaded_anew_at_each_step() {
    let Some(mut room) = Room::new() else { return };
    at_each_step(&mut room, &When::ALL, |thief| drop(thief.order_about_it("reload {}")), nothing);
}

#[test]
fn the_window_is_closed_at_each_step() {
    let Some(mut room) = Room::new() else { return };
    at_each_step(&mut room, &When::ALL, |thief| drop(thief.order_about_it("close {}")), nothing);
}

#[test]
fn a_window_of_somebody_else_is_called_as_ours() {
    let Some(mut room) = Room::new() else { return };
    let act = |thief: &mut Thief| {
        thief.order("title ChatGPT");
        thief.order("focus");
    };
    at_each_step(&mut room, &When::ALL[..4], act, nothing);
}

#[test]
fn a_copy_of_the_conversation_on_another_origin_gets_nothing() {
    let Some(mut room) = Room::new() else { return };
    let (_second, port) = room.second_page();
    let conversation = web::get(room.port, "/__stand-in/conversation");
    let texts: Vec<_> = conversation["messages"].as_array().unwrap().iter().map(|it| it["text"].clone()).collect();
    let seeded = web::post(port, "/__stand-in/conversations", &json!({"turns": [texts]}));
    let ours = room.thief().browser_windows()[0];
    room.open(&format!("http://127.0.0.1:{port}{}", seeded["path"].as_str().unwrap()));
    wait_for(|| (room.thief().browser_windows().len() == 2).then_some(()));
    assert!(room.thief().browser_windows().contains(&ours));
    let outgoing = room.next();
    let first = room.send(&outgoing);
    assert_eq!(first.as_ref().map(|sent| sent.delivery), Ok(Delivery::Seen), "{first:?}");
    room.holds("beside ours");
    let state = web::get(port, "/__stand-in/state");
    assert_eq!((&state["messages"], &state["misplaced"]), (&json!([]), &json!(0)), "the other origin: {state}");
}
