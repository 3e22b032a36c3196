//! C2C's browser with a real Chromium on a screen of its own: one process for one profile, whoever starts
//! it and however it ended before.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "a test helper may fail the test and say what it lacks")]

#[path = "../shared/parts.rs"]
mod parts;
mod shown;
mod stage;

use std::os::unix::fs::PermissionsExt as _;

use c2c_computer_use::browser::Choice;
use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{BrowserError, BrowserProcess, Closed, OpenRequest, OpenedHow};

use parts::until;
use stage::Stage;

fn identity(browser: &BrowserProcess) -> ProcessIdentity {
    ProcessIdentity { pid: browser.pid, start_time: browser.process_start }
}

#[test]
fn one_process_serves_every_page_until_it_is_closed() {
    let Some(stage) = Stage::new() else { return };
    let browser = stage.browser();
    assert_eq!(browser.running().unwrap(), None);
    assert_eq!(browser.close().unwrap(), Closed::NotRunning);

    let first = browser.open(&OpenRequest { url: Some(stage.page("one")) }).unwrap();
    assert_eq!(first.how, OpenedHow::Started);
    until("the first page", || stage.seen("one"));
    let mode = first.browser.profile.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    assert_eq!(stage.noted(), Some(first.browser.clone()));
    assert_eq!(browser.running().unwrap(), Some(first.browser.clone()));
    let main = identity(&first.browser);

    // Another start, also by a process that only has the note.
    let second = stage.browser().open(&OpenRequest { url: Some(stage.page("two")) }).unwrap();
    assert_eq!((second.how, &second.browser), (OpenedHow::Page, &first.browser));
    until("the second page", || stage.seen("two"));
    let third = browser.open(&OpenRequest::default()).unwrap();
    assert_eq!((third.how, &third.browser), (OpenedHow::Running, &first.browser));
    assert!(
        third.subject.starts_with("Chromium 1") || third.subject.starts_with("Google Chrome 1"),
        "{}",
        third.subject
    );

    assert_eq!(browser.close().unwrap(), Closed::Ended);
    assert!(!process::is_alive(&main));
    assert_eq!(browser.running().unwrap(), None);
}

#[test]
fn a_killed_browser_is_started_again() {
    let Some(stage) = Stage::new() else { return };
    let browser = stage.browser();
    let first = browser.open(&OpenRequest { url: Some(stage.page("one")) }).unwrap().browser;
    until("the first page", || stage.seen("one"));
    assert!(process::kill(&identity(&first)).unwrap());
    until("its end", || !process::is_alive(&identity(&first)));
    assert_eq!(browser.running().unwrap(), None, "the lock that it left behind names nobody");
    let second = browser.open(&OpenRequest { url: Some(stage.page("two")) }).unwrap();
    assert_eq!(second.how, OpenedHow::Started);
    assert_ne!(second.browser.pid, first.pid);
    until("the second page", || stage.seen("two"));
    browser.close().unwrap();
}

#[test]
fn a_browser_that_was_started_and_not_noted_is_known_by_its_switches() {
    let Some(stage) = Stage::new() else { return };
    let browser = stage.browser();
    let first = browser.open(&OpenRequest { url: Some(stage.page("one")) }).unwrap().browser;
    stage.forget();
    let found = browser.running().unwrap().unwrap();
    assert_eq!((found.pid, found.process_start, &found.switches), (first.pid, first.process_start, &first.switches));
    assert_eq!(stage.noted(), Some(found));
    browser.close().unwrap();
}

#[test]
fn a_browser_that_somebody_else_started_with_the_profile_is_left_alone() {
    let Some(stage) = Stage::new() else { return };
    let browser = stage.browser();
    let profile = browser.profile().unwrap();
    let somebody = stage.start_by_hand(&profile);
    until("their browser", || profile.join("SingletonLock").symlink_metadata().is_ok());
    for result in
        [browser.running().map(|_| ()), browser.open(&OpenRequest::default()).map(|_| ()), browser.close().map(|_| ())]
    {
        let error = result.unwrap_err();
        assert!(matches!(error, BrowserError::Foreign { pid } if pid == somebody.pid()), "{error:?}");
    }
    let their = process::identity(somebody.pid()).unwrap();
    assert!(process::is_alive(&their));
    process::terminate(&their).unwrap();
    until("their end", || !process::is_alive(&their));
    assert_eq!(browser.open(&OpenRequest::default()).unwrap().how, OpenedHow::Started);
    browser.close().unwrap();
}

#[test]
fn a_browser_without_a_display_is_said_to_end_at_once() {
    let Some(stage) = Stage::new() else { return };
    let error = stage.without_display().open(&OpenRequest::default()).unwrap_err();
    assert!(matches!(error, BrowserError::EndedAtOnce { code: Some(1), .. }), "{error:?}");
    assert_eq!(stage.noted(), None);
}

#[test]
fn a_wrapper_that_ends_before_its_browser_is_there_is_no_failure() {
    let Some(stage) = Stage::new() else { return };
    let browser = stage.browser_of(Choice::Program(stage.wrapper_that_ends_first()));
    let opened = browser.open(&OpenRequest { url: Some(stage.page("wrapped")) }).unwrap();
    assert_eq!(opened.how, OpenedHow::Started);
    until("the page", || stage.seen("wrapped"));
    browser.close().unwrap();
}

#[test]
fn a_program_that_is_no_browser_ends_at_once_and_sees_no_secret() {
    let Some(stage) = Stage::new() else { return };
    let (program, told) = stage.program_that_tells_its_environment();
    let error = stage.browser_of(Choice::Program(program.clone())).open(&OpenRequest::default()).unwrap_err();
    assert_eq!(error.to_string(), format!("the browser `{}` ended at once with code 7", program.display()));
    let environment = std::fs::read_to_string(told).unwrap();
    let began = std::time::Instant::now();
    let error = stage.browser_of(Choice::Program("/bin/true".into())).open(&OpenRequest::default()).unwrap_err();
    assert!(matches!(error, BrowserError::EndedAtOnce { code: Some(0), .. }), "{error:?}");
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    assert!(environment.contains("ACCESSIBILITY_ENABLED=1\n"), "{environment}");
    assert!(!environment.contains("OPENAI_API_KEY") && !environment.contains("C2C_HOME"), "{environment}");
}
