//! What is on the clipboard comes back, whatever happens in between.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use c2c_computer_use::clipboard::Lender;
use c2c_computer_use::desk::{DeskError, Lacking};
use c2c_os::environment::Environment;
use c2c_os::process;

use crate::display::{Display, wait_for};
use crate::owner::{Owner, read};

/// What is copied, by the names of its targets.
type Content = BTreeMap<&'static str, Vec<u8>>;

/// The keeper as a program of its own.
pub(crate) fn keeper() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let keeper = tests.ancestors().nth(2).unwrap().join("examples/clipboard-keeper");
    assert!(keeper.is_file(), "build it with `cargo build -p c2c-computer-use --examples`");
    keeper
}

fn lender(display: &Display) -> Lender {
    Lender::new(keeper(), [""; 0], display.environment.clone())
}

/// What a program offers that has copied a text.
pub(crate) fn text(text: &str) -> Content {
    let bytes = text.as_bytes().to_vec();
    Content::from([("UTF8_STRING", bytes.clone()), ("text/plain;charset=utf-8", bytes)])
}

/// A picture of a browser: the picture, where it came from, and no text.
fn image() -> Content {
    let noise: Vec<u8> = (0..3_000_000_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    Content::from([("image/png", noise), ("text/html", b"<img src=\"a.png\">".to_vec())])
}

/// Files that a file manager has cut, among them one that does not exist and one that is not UTF-8.
fn files() -> Content {
    let uris = b"file:///no/such/file%20here\r\nfile:///tmp/%FF\r\n".to_vec();
    let cut = b"cut\nfile:///no/such/file%20here\nfile:///tmp/%FF".to_vec();
    Content::from([("text/uri-list", uris), ("x-special/gnome-copied-files", cut)])
}

#[track_caller]
fn comes_back(content: &Content) {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::copy(&display, content);
    let mut lender = lender(&display);
    let started = Instant::now();
    lender.lend("lent").unwrap();
    let lent_after = started.elapsed();
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"lent");
    assert_eq!(lender.text().unwrap().as_deref(), Some("lent"));
    wait_for("the owner's loss", || owner.has_lost().then_some(()));
    let started = Instant::now();
    assert!(lender.give_back(None).unwrap());
    eprintln!("lent in {lent_after:?}, given back in {:?}", started.elapsed());
    // It is the keeper who has it now.
    drop((owner, lender));
    for (target, bytes) in content {
        assert!(read(&display, target).as_deref() == Some(bytes.as_slice()), "{target} is another");
    }
}

#[test]
fn a_text_comes_back() {
    comes_back(&text("a\r\nü🎉 \u{0}"));
}

#[test]
fn a_megabyte_of_text_comes_back() {
    comes_back(&text(&"0123456789abcdeü".repeat(1 << 16)));
}

#[test]
fn a_picture_comes_back_byte_for_byte() {
    comes_back(&image());
}

#[test]
fn cut_files_come_back_byte_for_byte() {
    comes_back(&files());
}

#[test]
fn a_kind_that_nobody_knows_comes_back() {
    comes_back(&Content::from([("application/x-unheard-of", vec![0, 1, 2, 255]), ("empty/one", vec![])]));
}

#[test]
fn a_megabyte_can_be_lent() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    let long = "0123456789abcde\n".repeat(1 << 16);
    let started = Instant::now();
    lender.lend(&long).unwrap();
    eprintln!("lent 1 MiB in {:?}", started.elapsed());
    assert!(read(&display, "UTF8_STRING").unwrap() == long.as_bytes());
    assert!(lender.give_back(None).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"mine");
}

#[test]
fn an_empty_clipboard_is_empty_again_and_its_keeper_ends() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let mut lender = lender(&display);
    assert_eq!(lender.text().unwrap(), None);
    lender.lend("lent").unwrap();
    assert!(lender.give_back(None).unwrap());
    assert_eq!(read(&display, "UTF8_STRING"), None);
    wait_for("the keepers to end", || keepers(&display).is_empty().then_some(()));
}

#[test]
fn what_was_there_comes_back_after_its_owner_has_died() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("lent").unwrap();
    drop(owner);
    assert!(lender.give_back(None).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"mine");
}

#[test]
fn one_lending_after_the_other() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &files());
    let mut lender = lender(&display);
    for round in ["first", "second", "third"] {
        lender.lend(round).unwrap();
        assert_eq!(read(&display, "UTF8_STRING").unwrap(), round.as_bytes());
        assert!(lender.give_back(None).unwrap());
        assert!(read(&display, "text/uri-list").as_ref() == files().get("text/uri-list"));
    }
    // Only the last keeper has something to keep.
    wait_for("the other keepers to end", || (keepers(&display).len() == 1).then_some(()));
    // A lending while another one lasts begins with its end.
    lender.lend("fourth").unwrap();
    lender.lend("fifth").unwrap();
    assert!(lender.give_back(None).unwrap());
    assert!(!lender.give_back(None).unwrap());
    assert!(read(&display, "text/uri-list").as_ref() == files().get("text/uri-list"));
    // Somebody else copies: nobody needs a keeper any more.
    let _other = Owner::copy(&display, &text("other"));
    wait_for("all keepers to end", || keepers(&display).is_empty().then_some(()));
}

#[test]
fn what_somebody_copies_meanwhile_stays() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("lent").unwrap();
    let _other = Owner::copy(&display, &text("copied meanwhile"));
    assert_eq!(lender.text().unwrap().as_deref(), Some("copied meanwhile"));
    assert!(!lender.give_back(Some("something else")).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"copied meanwhile");
    wait_for("the keeper to end", || keepers(&display).is_empty().then_some(()));
}

#[test]
fn what_the_page_was_asked_to_copy_makes_way() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("a sentinel").unwrap();
    let _page = Owner::copy(&display, &text("the answer"));
    let copied = lender.text().unwrap();
    assert_eq!(copied.as_deref(), Some("the answer"));
    assert!(lender.give_back(copied.as_deref()).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"mine");
}

#[test]
fn a_clipboard_manager_that_takes_over_what_was_lent_makes_way() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("lent").unwrap();
    let _manager = Owner::copy(&display, &text("lent"));
    assert!(lender.give_back(None).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"mine");
}

#[test]
fn a_copy_stays_when_its_copier_ends() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::copy(&display, &text("mine"));
    let mut copier = lender(&display);
    copier.copy("for good").unwrap();
    drop(copier);
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"for good");
    assert!(owner.has_lost());
    assert_eq!(lender(&display).text().unwrap().as_deref(), Some("for good"));
}

#[test]
fn a_picture_is_no_text() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &image());
    assert_eq!(lender(&display).text().unwrap(), None);
}

#[test]
fn an_owner_that_does_not_answer_loses_nothing() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::silent(&display);
    let started = Instant::now();
    let error = lender(&display).lend("lent").unwrap_err();
    assert!(matches!(error, DeskError::Refused { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(!owner.has_lost());
}

#[test]
fn an_owner_that_dies_while_it_is_asked_is_not_waited_for() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::silent(&display);
    let mut lender = lender(&display);
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            drop(owner);
        });
        lender.lend("lent").unwrap();
    });
    assert!(started.elapsed() < Duration::from_millis(2500), "{:?}", started.elapsed());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"lent");
}

#[test]
fn a_lender_that_is_killed_gets_its_clipboard_back() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let owner = Owner::copy(&display, &text("mine"));
    let mut lender = display.run(keeper().to_str().unwrap(), &["lent"]).unwrap();
    wait_for("the lending", || (read(&display, "UTF8_STRING")? == b"lent").then_some(()));
    drop(owner);
    // This is SIGKILL, to its whole group too.
    process::kill_group(&process::identity(lender.0.id()).unwrap()).unwrap();
    lender.0.wait().unwrap();
    // Who was told to paste right before gets what was lent.
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"lent");
    wait_for("the return", || (read(&display, "UTF8_STRING")? == b"mine").then_some(()));
}

#[test]
fn the_next_lending_waits_for_one_whose_lender_was_killed() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut killed = lender(&display);
    killed.lend("lent").unwrap();
    drop(killed);
    let mut next = lender(&display);
    next.lend("lent again").unwrap();
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"lent again");
    assert!(next.give_back(None).unwrap());
    assert_eq!(read(&display, "UTF8_STRING").unwrap(), b"mine");
}

#[test]
fn a_lender_that_is_dropped_gets_its_clipboard_back() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("lent").unwrap();
    drop(lender);
    wait_for("the return", || (read(&display, "UTF8_STRING")? == b"mine").then_some(()));
}

#[test]
fn keepers_end_with_their_display() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let _owner = Owner::copy(&display, &text("mine"));
    let mut lender = lender(&display);
    lender.lend("lent").unwrap();
    lender.give_back(None).unwrap();
    let marker = display.name().to_owned();
    assert_eq!(keepers_of(&marker).len(), 1);
    drop(display);
    wait_for("the keeper to end", || keepers_of(&marker).is_empty().then_some(()));
}

#[test]
fn without_a_display_there_is_no_clipboard() {
    let environment = Environment::from_pairs([("XDG_SESSION_TYPE", "wayland"), ("DISPLAY", ":0")]);
    let error = Lender::new(keeper(), [""; 0], environment).lend("lent").unwrap_err();
    assert!(matches!(error, DeskError::Lacks { what: Lacking::X11 }), "{error}");
    let error = Lender::new(keeper(), [""; 0], Environment::default()).text().unwrap_err();
    assert!(matches!(error, DeskError::Lacks { what: Lacking::Display }), "{error}");
    let error = Lender::new("/no/such/keeper", [""; 0], Environment::default()).lend("lent").unwrap_err();
    assert!(matches!(error, DeskError::Refused { .. }), "{error}");
}

fn keepers(display: &Display) -> Vec<process::ProcessIdentity> {
    keepers_of(display.name())
}

/// All processes on a display that are keepers.
fn keepers_of(display: &str) -> Vec<process::ProcessIdentity> {
    let mut found = process::find_by_environment("DISPLAY", display).unwrap();
    let keeper = keeper();
    found.retain(|process| std::fs::read_link(format!("/proc/{}/exe", process.pid)).is_ok_and(|exe| exe == keeper));
    found
}
