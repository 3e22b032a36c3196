//! Somebody else takes what a send needs, at each of its steps.

use super::*;

/// Runs a send with a theft before the n-th operation, for each n, and checks what must hold always.
fn at_each_operation(steal: fn(&mut world::Scene)) {
    let total = {
        let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
        send(&world, &outgoing()).unwrap();
        world.scene().log.len()
    };
    assert!(total > 10);
    for nth in 0..total {
        let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
        let mut operations = 0;
        world.mischief(move |scene, _| {
            if operations == nth {
                steal(scene);
            }
            operations += 1;
        });
        let sent = send(&world, &outgoing());
        let times = times_there(&world);
        let scene = world.scene();
        assert_eq!(scene.elsewhere, Vec::<String>::new(), "operation {nth}: {:#?}", scene.log);
        assert_eq!(scene.clipboard, "what the person copied", "operation {nth}: {:#?}", scene.log);
        match sent {
            Ok(Sent { delivery: Delivery::Seen, .. }) => assert_eq!(times, 1, "operation {nth}: {:#?}", scene.log),
            Ok(Sent { delivery: Delivery::Unknown, .. }) => assert!(times <= 1, "operation {nth}: {:#?}", scene.log),
            other => assert_eq!(times, 0, "operation {nth}: {other:?} {:#?}", scene.log),
        }
    }
}

#[test]
fn another_window_takes_the_focus() {
    at_each_operation(|scene| scene.front = None);
}

#[test]
fn another_place_in_the_page_takes_the_focus() {
    at_each_operation(|scene| {
        for page in scene.windows.values_mut() {
            page.has_focus = false;
        }
    });
}

#[test]
fn the_window_is_closed() {
    at_each_operation(|scene| scene.windows.clear());
}

#[test]
fn the_page_is_loaded_again_and_loses_its_draft() {
    at_each_operation(|scene| {
        for page in scene.windows.values_mut() {
            page.composer.clear();
            page.has_focus = false;
        }
    });
}

#[test]
fn the_window_is_led_to_a_copy_on_another_origin() {
    at_each_operation(|scene| {
        for page in scene.windows.values_mut() {
            page.url = page.url.replace("chatgpt.com", "chatgpt.com.example");
        }
    });
}

#[test]
fn the_person_types_into_the_composer() {
    at_each_operation(|scene| {
        for page in scene.windows.values_mut() {
            page.composer.push_str("wait, ");
        }
    });
}

#[test]
fn the_person_sends_it_themselves() {
    at_each_operation(|scene| {
        for page in scene.windows.values_mut().filter(|page| page.composer == TEXT) {
            let text = std::mem::take(&mut page.composer);
            page.said.push(Said { by_user: true, text });
        }
    });
}

#[test]
fn the_screen_is_locked() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    let mut operations = 0;
    world.mischief(move |scene, what| {
        operations += 1;
        scene.is_locked = operations > 8 && operations < 60;
        assert!(!(scene.is_locked && what.starts_with("keys")), "keys were pressed on a locked screen");
    });
    assert_eq!(send(&world, &outgoing()).unwrap().delivery, Delivery::Seen);
}

#[test]
fn something_new_on_the_clipboard_stays() {
    let world = World::new([Page::at(HERE).user("before").chatgpt("yes")]);
    world.mischief(|scene, what| {
        if what == "return" {
            "newer".clone_into(&mut scene.clipboard);
        }
    });
    send(&world, &outgoing()).unwrap();
    assert_eq!(world.scene().clipboard, "newer");
}
