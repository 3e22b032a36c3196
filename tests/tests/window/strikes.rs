//! Somebody comes in the way of a whole session that the product runs: at each message something else happens. Nothing
//! lands in the wrong place, nothing is doubled, the clipboard is as it was, and the session reaches its goal, after
//! a pause with the right reason where the person has to say that it goes on.

use std::time::{Duration, Instant};

use c2c_ports::SendStep;
use c2c_testkit::screen::Layout;
use serde_json::{Value, json};

use crate::cues::Cues;
use crate::room::When;
use crate::session::holds;
use crate::stage::{PATIENCE, Running, wait_for};
use crate::theatre::{Theatre, start_quiet_page};
use crate::web;

const INSERTED: When = When::At(SendStep::Inserted);
const VERIFIED: When = When::At(SendStep::Verified);
const PRESSED: When = When::At(SendStep::Pressed);
const SEEN: When = When::At(SendStep::Seen);

/// What happens at one moment of one message of ours, counted from 1.
type Strike = (usize, When, fn(&mut Scene));

/// A session that is disturbed.
struct Scene {
    theatre: Theatre,
    /// Another server with the page, on another origin.
    other: Option<(Running, u16)>,
}

/// Runs a session in which all of `strikes` happen. It may pause for these reasons and no other; then the person
/// says that it goes on.
fn check(name: &str, layout: Layout, strikes: &[Strike], may_pause_for: &[&str]) {
    let Some(theatre) = Theatre::with(&format!("strikes-{name}"), 23, layout) else { return };
    let cues = Cues::open();
    let mut product = theatre.start(cues.of(theatre.c2c_kill()));
    let mut scene = Scene { theatre, other: None };
    let mut left = strikes.to_vec();
    let (mut message, mut goes_on) = (0, 0);
    let deadline = Instant::now() + PATIENCE;
    loop {
        let theatre = &scene.theatre;
        match product.ended() {
            Some(Some(0)) => break,
            Some(Some(1)) if goes_on < strikes.len() => {
                goes_on += 1;
                product = theatre.go_on_as(cues.of(theatre.c2c_kill()));
            }
            Some(code) => panic!("{name}: ended with {code:?} before {}: {}", left.len(), theatre.said()),
            None => {}
        }
        assert!(Instant::now() < deadline, "{name}: the session does not end: {}", theatre.said());
        let Some(cue) = cues.next() else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        if cue.when == Some(When::Before) {
            message = theatre.state()["messages"].as_array().unwrap().len() + 1;
        }
        let comes = |strike: &Strike| strike.0 == message && Some(strike.1) == cue.when;
        let acts: Vec<_> = left.iter().filter(|strike| comes(strike)).map(|strike| strike.2).collect();
        left.retain(|strike| !comes(strike));
        acts.into_iter().for_each(|act| act(&mut scene));
    }
    let pauses = scene.theatre.pauses();
    let unknown: Vec<_> = pauses.iter().filter(|reason| !may_pause_for.contains(&reason.as_str())).collect();
    assert_eq!(unknown, [] as [&String; 0], "{name}: {}", scene.theatre.said());
    assert_eq!(pauses.len(), goes_on, "{name}: {}", scene.theatre.said());
    assert!(left.is_empty(), "{name}: {} never came", left.len());
    holds(&mut scene.theatre, name);
    scene.the_other_origin_got_nothing(name);
    drop(scene.other);
    scene.theatre.close();
}

impl Scene {
    fn order(&mut self, order: &str) {
        self.theatre.thief.order(order);
    }

    /// An order about C2C's window, which is `{}`.
    fn order_about_it(&mut self, order: &str) {
        self.theatre.thief.order_about_it(order);
    }

    /// Waits until so many messages are in the conversation.
    fn await_messages(&self, count: usize) {
        wait_for(|| (self.theatre.state()["messages"].as_array().unwrap().len() == count).then_some(()));
    }

    /// A link leads C2C's window to a copy of its conversation, with the same path on another origin.
    fn lead_away(&mut self) {
        let conversation = self.theatre.conversation();
        let texts: Vec<_> = conversation["messages"].as_array().unwrap().iter().map(|it| &it["text"]).collect();
        let turns: Vec<_> = texts.chunks(2).collect();
        let folder = self.theatre.stage.folder.clone();
        let port = self.other.get_or_insert_with(|| start_quiet_page(&folder, "other")).1;
        let copy = web::post(port, "/__stand-in/conversations", &json!({"id": conversation["id"], "turns": turns}));
        assert_eq!(copy["path"], conversation["path"]);
        let shown = || web::get(port, "/__stand-in/state")["events"].as_array().unwrap().len();
        let before = shown();
        let to = format!("http://127.0.0.1:{port}{}", copy["path"].as_str().unwrap());
        web::post(self.theatre.port, "/__stand-in/lead", &json!({"to": to}));
        wait_for(|| (shown() > before).then_some(()));
    }

    fn the_other_origin_got_nothing(&self, name: &str) {
        let Some((_, port)) = &self.other else { return };
        let state = web::get(*port, "/__stand-in/state");
        assert_eq!((&state["messages"], &state["misplaced"]), (&json!([]), &json!(0)), "{name}: {state}");
        let drafts: Vec<&Value> =
            state["events"].as_array().unwrap().iter().filter(|it| it["event"] == "draft").collect();
        assert_eq!(drafts, [] as [&Value; 0], "{name}");
    }
}

#[test]
fn the_focus_is_stolen() {
    let strikes: &[Strike] = &[
        (1, When::Before, |scene| scene.theatre.thief.begin_stealing(90, 25)),
        (2, INSERTED, |scene| scene.order("focus")),
        (3, VERIFIED, |scene| scene.order("focus")),
        (4, When::BeforePress, |scene| scene.order("focus")),
    ];
    check("focus", Layout::Us, strikes, &[]);
}

#[test]
fn a_notification_a_cover_and_a_window_called_as_ours_come_up() {
    let strikes: &[Strike] = &[
        (1, INSERTED, |scene| scene.order("popup")),
        (2, When::Before, |scene| scene.order("popdown")),
        (2, VERIFIED, |scene| scene.order("cover")),
        (3, When::Before, |scene| {
            scene.order("uncover");
            scene.order("title ChatGPT");
            scene.order("focus");
        }),
        (4, INSERTED, |scene| scene.order("focus")),
    ];
    check("in-front", Layout::De, strikes, &[]);
}

#[test]
fn the_window_is_minimised_and_moved_away() {
    let strikes: &[Strike] = &[
        (1, PRESSED, |scene| scene.order_about_it("minimise {}")),
        (2, INSERTED, |scene| scene.order_about_it("minimise {}")),
        (3, When::Before, |scene| scene.order_about_it("desktop {} 1")),
        (3, SEEN, |scene| scene.order_about_it("desktop {} 0")),
        (4, When::BeforePress, |scene| scene.order_about_it("desktop {} 1")),
    ];
    check("out-of-sight", Layout::Fr, strikes, &[]);
}

#[test]
fn the_page_is_loaded_anew() {
    let strikes: &[Strike] = &[
        (2, When::Before, |scene| scene.order_about_it("reload {}")),
        (3, INSERTED, |scene| scene.order_about_it("reload {}")),
        (4, PRESSED, |scene| {
            scene.await_messages(4);
            scene.order_about_it("reload {}");
        }),
    ];
    check("reload", Layout::Us, strikes, &["window_not_inserted"]);
}

#[test]
fn the_window_is_closed() {
    let strikes: &[Strike] = &[
        (2, When::Before, |scene| scene.order_about_it("close {}")),
        (3, INSERTED, |scene| scene.order_about_it("close {}")),
        (4, PRESSED, |scene| scene.order_about_it("close {}")),
    ];
    check("close", Layout::Us, strikes, &["window_unavailable"]);
}

#[test]
fn a_link_leads_our_own_window_to_a_copy_on_another_origin() {
    let strikes: &[Strike] = &[
        (2, When::Before, Scene::lead_away),
        (2, SEEN, Scene::lead_away),
        (3, INSERTED, Scene::lead_away),
        (4, VERIFIED, Scene::lead_away),
    ];
    check("led-away", Layout::Us, strikes, &["window_wrong_page"]);
}
