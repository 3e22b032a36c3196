//! Keys go into the window they are meant for, or nowhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use c2c_computer_use::desk::{Chord, DeskError, Keyed};
use x11rb::protocol::xproto::{ConnectionExt as _, GrabMode, KEY_PRESS_EVENT, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::{Display, wait_for};
use crate::window::Window;

const SHIFT_LEFT: u8 = 50;
const INSERT: u8 = 118;
const RETURN: u8 = 36;
const CAPS_LOCK: u8 = 66;

/// Another program that moves keys and the pointer, as a person would.
struct Person(RustConnection);

impl Person {
    fn at(display: &Display) -> Self {
        Self(RustConnection::connect(Some(display.name())).unwrap().0)
    }

    fn key(&self, kind: u8, code: u8) {
        self.0.xtest_fake_input(kind, code, 0, x11rb::NONE, 0, 0, 0).unwrap();
        self.0.sync().unwrap();
    }
}

#[test]
fn keys_go_into_the_window_in_front() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, other) = (Window::open(&display, "ours", 0), Window::open(&display, "other", 0));
    screen.activate(ours.id()).unwrap();
    let started = Instant::now();
    assert_eq!(screen.press_keys(ours.id(), Chord::Paste).unwrap(), Keyed::Pressed);
    eprintln!("pressed in {:?}", started.elapsed());
    assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::Pressed);
    assert_eq!(screen.press_keys(other.id(), Chord::Send).unwrap(), Keyed::NotInFront);
    assert_eq!(ours.keys(), [(SHIFT_LEFT, 0), (INSERT, 1), (RETURN, 0)]);
    assert_eq!(other.keys(), []);
}

/// Presses 200 times while a thief takes the focus again and again, pausing up to `longest_pause`
/// between. Gives how often keys were pressed.
fn beside_a_thief(display: &Display, longest_pause: Duration) -> usize {
    let mut screen = display.screen();
    let (ours, thief) = (Window::open(display, "ours", 0), Window::open(display, "thief", 0));
    screen.activate(ours.id()).unwrap();
    let ended = AtomicBool::new(false);
    let mut pressed = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for turn in 0.. {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                thief.steal_focus();
                thief.connection.sync().unwrap();
                std::thread::sleep(longest_pause * (turn % 16) / 16);
            }
        });
        for _ in 0..200 {
            ours.steal_focus();
            pressed += usize::from(screen.press_keys(ours.id(), Chord::Paste).unwrap() == Keyed::Pressed);
        }
        ended.store(true, Ordering::Relaxed);
    });
    assert_eq!(thief.keys(), []);
    assert_eq!(ours.keys().len(), 2 * pressed);
    pressed
}

#[test]
fn no_key_ever_arrives_in_a_window_that_takes_the_focus_in_between() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let tight = beside_a_thief(&display, Duration::ZERO);
    let loose = beside_a_thief(&display, Duration::from_millis(4));
    eprintln!("{tight} of 200 pressed beside a tight thief, {loose} beside a loose one");
    assert!(loose > 0, "the thief left no chance, so nothing was proven");
}

#[test]
fn no_key_ever_arrives_in_a_window_that_takes_the_focus_from_the_window_manager() {
    let Some(display) = Display::start() else { return };
    let tight = beside_a_thief(&display, Duration::ZERO);
    let loose = beside_a_thief(&display, Duration::from_millis(30));
    eprintln!("{tight} of 200 pressed beside a tight thief, {loose} beside a loose one");
    assert!(loose > 0, "the thief left no chance, so nothing was proven");
}

#[test]
fn a_held_modifier_key_is_waited_for() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, person) = (Window::open(&display, "ours", 0), Person::at(&display));
    screen.activate(ours.id()).unwrap();
    person.key(KEY_PRESS_EVENT, SHIFT_LEFT);
    assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::NotInFront);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            person.key(KEY_RELEASE_EVENT, SHIFT_LEFT);
        });
        assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::Pressed);
    });
    assert_eq!(ours.keys(), [(SHIFT_LEFT, 0), (RETURN, 0)]);
}

#[test]
fn caps_lock_is_not_in_the_way() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, person) = (Window::open(&display, "ours", 0), Person::at(&display));
    screen.activate(ours.id()).unwrap();
    person.key(KEY_PRESS_EVENT, CAPS_LOCK);
    person.key(KEY_RELEASE_EVENT, CAPS_LOCK);
    assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::Pressed);
    assert_eq!(ours.keys(), [(CAPS_LOCK, 0), (RETURN, 2)]);
}

#[test]
fn a_menu_that_has_taken_the_keyboard_gets_nothing() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, menu) = (Window::open(&display, "ours", 0), Window::open(&display, "menu", 0));
    screen.activate(ours.id()).unwrap();
    let taken = menu.connection.grab_keyboard(false, menu.xid, 0u32, GrabMode::ASYNC, GrabMode::ASYNC).unwrap();
    taken.reply().unwrap();
    assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::NotInFront);
    menu.connection.ungrab_keyboard(0u32).unwrap();
    menu.connection.sync().unwrap();
    assert_eq!(screen.press_keys(ours.id(), Chord::Send).unwrap(), Keyed::Pressed);
    assert_eq!(menu.keys(), []);
}

#[test]
fn a_display_without_the_extension_presses_nothing() {
    let Some(display) = Display::without_window_manager(&["-extension", "XTEST"]) else { return };
    let mut screen = display.screen();
    let ours = Window::open(&display, "ours", 0);
    let error = screen.press_keys(ours.id(), Chord::Send).unwrap_err();
    assert!(matches!(error, DeskError::Refused { .. }), "{error}");
}

#[test]
fn nothing_stays_grabbed_after_a_window_is_gone() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let gone = Window::open(&display, "gone", 0).id();
    wait_for("the window to go", || screen.bounds(gone).is_err().then_some(()));
    assert!(matches!(screen.press_keys(gone, Chord::Send), Err(DeskError::WindowGone)));
    // Another program can still use the display.
    assert_eq!(Window::open(&display, "other", 0).keys(), []);
}
