//! Opening where no window can be shown, and where the browser runs without one.

use std::sync::Arc;

use c2c_computer_use::app::{AppChoice, AppLook, InstalledApp};
use c2c_computer_use::browser::{ChatGptBrowser, Choice, Looked, WindowLook};
use c2c_computer_use::desk::{DeskError, Lacking};
use c2c_ports::{Browser as _, BrowserError, BrowserProcess, OpenRequest, OpenedHow};

use crate::parts::until;
use crate::stage::Stage;

/// A desktop that lacks something, or on which the browser has so many windows.
struct Desktop {
    lacks: Option<Lacking>,
    windows: usize,
}

impl WindowLook for Desktop {
    fn look(&self, _: Option<&BrowserProcess>, _: Option<&InstalledApp>) -> Looked {
        Looked { app: None, lines: Vec::new() }
    }

    fn desktop(&self) -> Result<(), DeskError> {
        self.lacks.map_or(Ok(()), |what| Err(DeskError::Lacks { what }))
    }

    fn windows(&self, _: &BrowserProcess) -> Option<usize> {
        Some(self.windows)
    }

    fn look_at_app(&self, _: &InstalledApp) -> AppLook {
        AppLook::NoWindow
    }
}

async fn open(stage: &Stage, choice: Choice, desktop: Desktop) -> Result<OpenedHow, BrowserError> {
    let browser = ChatGptBrowser::new(Arc::new(stage.browser_of(choice)), AppChoice::Off, Arc::new(desktop));
    browser.open(&OpenRequest::default()).await.map(|opened| opened.how)
}

#[tokio::test]
async fn without_a_desktop_nothing_is_started_and_the_reason_is_said() {
    let Some(stage) = Stage::new() else { return };
    let (program, told) = stage.program_that_tells_its_environment();
    for what in [Lacking::Display, Lacking::X11, Lacking::System] {
        let choice = Choice::Program(program.clone());
        let error = open(&stage, choice, Desktop { lacks: Some(what), windows: 0 }).await.unwrap_err();
        assert!(error.to_string().contains(what.message()), "{error}");
        assert_eq!(error.hint(), what.hint());
    }
    assert!(!told.exists(), "the program was started");
    let choice = Choice::Program(program);
    let error = open(&stage, choice, Desktop { lacks: Some(Lacking::AccessibilityBus), windows: 0 }).await.unwrap_err();
    assert!(matches!(error, BrowserError::EndedAtOnce { .. }), "what can be mended later keeps nobody out: {error}");
}

#[tokio::test]
async fn a_browser_without_a_window_gets_one() {
    let Some(stage) = Stage::new() else { return };
    let chromium = || Choice::from_setting(Some("chromium"));
    let first = stage.browser().open(&OpenRequest { url: Some(stage.page("one")) }).unwrap();
    until("the first page", || stage.seen("one"));
    let how = open(&stage, chromium(), Desktop { lacks: None, windows: 1 }).await.unwrap();
    assert_eq!(how, OpenedHow::Running);
    assert!(!stage.seen("home"));
    let how = open(&stage, chromium(), Desktop { lacks: None, windows: 0 }).await.unwrap();
    assert_eq!(how, OpenedHow::Page);
    until("ChatGPT's own page", || stage.seen("home"));
    assert_eq!(stage.noted(), Some(first.browser), "it is the same browser");
    stage.browser().close().unwrap();
}
