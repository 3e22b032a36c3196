//! Finding windows, bringing them to the front and giving the focus back.

use std::time::Instant;

use c2c_computer_use::desk::{DeskError, Lacking, WindowId};
use c2c_computer_use::linux::x11::{Bounds, Screen};
use c2c_os::environment::Environment;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::{Display, wait_for};
use crate::window::Window;

fn ids(screen: &Screen) -> Vec<WindowId> {
    screen.windows_of(std::process::id()).unwrap().into_iter().map(|window| window.id).collect()
}

#[test]
fn the_windows_of_a_process_are_found_frontmost_first() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (first, second) = (Window::open(&display, "first ü", 0), Window::open(&display, "second", 0));
    wait_for("both windows", || (ids(&screen).len() == 2).then_some(()));
    screen.activate(first.id()).unwrap();
    wait_for("the order", || (ids(&screen) == [first.id(), second.id()]).then_some(()));
    screen.activate(second.id()).unwrap();
    wait_for("the order", || (ids(&screen) == [second.id(), first.id()]).then_some(()));
    assert_eq!(screen.windows_of(std::process::id()).unwrap()[1].title, "first ü");
    assert_eq!(screen.windows_of(1).unwrap(), []);
    let mut asked = Vec::new();
    let none = screen.windows_where(|pid| {
        asked.push(pid);
        false
    });
    assert_eq!((none.unwrap(), asked), (vec![], vec![std::process::id(); 2]));
}

#[test]
fn a_window_that_says_it_is_another_programs_is_nobodys() {
    let Some(display) = Display::start() else { return };
    let screen = display.screen();
    let (own, other) = (Window::open(&display, "own", 0), Window::open(&display, "other", 0));
    wait_for("both windows", || (ids(&screen).len() == 2).then_some(()));
    // A living process that has no window here.
    let parent = std::os::unix::process::parent_id();
    other.say_it_belongs_to(parent);
    assert_eq!((screen.windows_of(parent).unwrap(), ids(&screen)), (vec![], vec![own.id()]));
    other.say_it_belongs_to(std::process::id());
    assert_eq!(ids(&screen).len(), 2);
}

#[test]
fn where_a_window_is_does_not_count_its_frame() {
    let Some(display) = Display::start() else { return };
    let screen = display.screen();
    let window = Window::open(&display, "here", 0);
    window.move_to(200, 150);
    // openbox puts a new window where it likes, and moves it from there.
    let is_moved = |bounds: &Bounds| (200..250).contains(&bounds.x) && (150..200).contains(&bounds.y);
    let bounds = wait_for("the move", || Some(screen.bounds(window.id()).unwrap()).filter(is_moved));
    assert_eq!((bounds.width, bounds.height), (300, 200));
    let corner = window.connection.translate_coordinates(window.xid, root(&window), 0, 0).unwrap().reply().unwrap();
    assert_eq!(Bounds { x: corner.dst_x.into(), y: corner.dst_y.into(), ..bounds }, bounds);
}

fn root(window: &Window) -> u32 {
    window.connection.query_tree(window.xid).unwrap().reply().unwrap().root
}

#[test]
fn a_window_comes_to_the_front_and_the_focus_goes_back() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, persons) = (Window::open(&display, "ours", 0), Window::open(&display, "person's", 0));
    screen.activate(persons.id()).unwrap();
    let started = Instant::now();
    screen.activate(ours.id()).unwrap();
    eprintln!("activated in {:?}", started.elapsed());
    assert!(screen.is_in_front(ours.id()).unwrap());
    assert_eq!(screen.active().unwrap(), Some(ours.id()));
    // Being in front already does not make us forget who was there before.
    screen.activate(ours.id()).unwrap();
    screen.give_focus_back(ours.id()).unwrap();
    assert!(screen.is_in_front(persons.id()).unwrap());
    // There is nothing to give back a second time.
    screen.activate(ours.id()).unwrap();
    screen.give_focus_back(persons.id()).unwrap();
    assert!(screen.is_in_front(ours.id()).unwrap());
}

#[test]
fn the_focus_stays_where_the_person_took_it() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, before) = (Window::open(&display, "ours", 0), Window::open(&display, "before", 0));
    let taken = Window::open(&display, "taken", 0);
    screen.activate(before.id()).unwrap();
    screen.activate(ours.id()).unwrap();
    display.screen().activate(taken.id()).unwrap();
    screen.give_focus_back(ours.id()).unwrap();
    assert!(screen.is_in_front(taken.id()).unwrap());
}

#[test]
fn a_minimised_window_comes_to_the_front_and_one_that_was_minimised_meanwhile_stays_so() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, persons) = (Window::open(&display, "ours", 0), Window::open(&display, "person's", 0));
    ours.minimise(&display);
    assert!(screen.windows_of(std::process::id()).unwrap().iter().any(|window| window.is_minimised));
    screen.activate(persons.id()).unwrap();
    let started = Instant::now();
    screen.activate(ours.id()).unwrap();
    eprintln!("activated a minimised window in {:?}", started.elapsed());
    assert!(screen.is_in_front(ours.id()).unwrap());
    persons.minimise(&display);
    screen.give_focus_back(ours.id()).unwrap();
    assert!(screen.is_minimised(persons.id()).unwrap());
}

#[test]
fn a_window_on_another_desktop_comes_to_the_front() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (ours, persons) = (Window::open(&display, "ours", 0), Window::open(&display, "person's", 0));
    let change = ours.connection.intern_atom(false, b"_NET_WM_DESKTOP").unwrap().reply().unwrap().atom;
    let message = x11rb::protocol::xproto::ClientMessageEvent::new(32, ours.xid, change, [1, 2, 0, 0, 0]);
    let mask = x11rb::protocol::xproto::EventMask::SUBSTRUCTURE_REDIRECT;
    ours.connection.send_event(false, root(&ours), mask, message).unwrap();
    ours.connection.sync().unwrap();
    screen.activate(persons.id()).unwrap();
    wait_for("the other desktop", || {
        let state = ours.connection.get_window_attributes(ours.xid).unwrap().reply().unwrap().map_state;
        (state != x11rb::protocol::xproto::MapState::VIEWABLE).then_some(())
    });
    screen.activate(ours.id()).unwrap();
    assert!(screen.is_in_front(ours.id()).unwrap());
}

#[test]
fn without_a_window_manager_the_focus_decides() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let mut screen = display.screen();
    let (ours, persons) = (Window::open(&display, "ours", 0), Window::open(&display, "person's", 0));
    assert_eq!(ids(&screen), [persons.id(), ours.id()]);
    screen.activate(persons.id()).unwrap();
    screen.activate(ours.id()).unwrap();
    assert_eq!(ids(&screen), [ours.id(), persons.id()]);
    assert_eq!(screen.active().unwrap(), Some(ours.id()));
    screen.give_focus_back(ours.id()).unwrap();
    assert_eq!(screen.active().unwrap(), Some(persons.id()));
    screen.close(ours.id()).unwrap();
    wait_for("the request to close", || ours.was_asked_to_close().then_some(()));
}

#[test]
fn a_window_is_asked_to_close() {
    let Some(display) = Display::start() else { return };
    let window = Window::open(&display, "window", 0);
    display.screen().close(window.id()).unwrap();
    wait_for("the request to close", || window.was_asked_to_close().then_some(()));
}

#[test]
fn a_window_that_is_gone_is_said_to_be_gone() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let gone = Window::open(&display, "gone", 0).id();
    wait_for("the window to go", || ids(&screen).is_empty().then_some(()));
    assert!(matches!(screen.activate(gone), Err(DeskError::WindowGone)));
    assert!(matches!(screen.close(gone), Err(DeskError::WindowGone)));
    assert!(matches!(screen.bounds(gone), Err(DeskError::WindowGone)));
    assert!(matches!(screen.picture(gone), Err(DeskError::WindowGone)));
    assert!(!screen.is_in_front(gone).unwrap());
    assert!(matches!(screen.activate(WindowId(u64::MAX)), Err(DeskError::WindowGone)));
}

#[test]
fn a_display_that_does_not_answer_is_no_display() {
    let nobody = Environment::from_pairs([("DISPLAY", ":5000")]);
    let error = Screen::connect(&nobody).unwrap_err();
    assert!(matches!(error, DeskError::Lacks { what: Lacking::Display }), "{error}");
}
