//! C2C's browser behind the port, for verbs.

use std::sync::Arc;

use c2c_ports::{BoxFuture, Browser, BrowserError, BrowserProcess, Closed, OpenRequest, Opened, Probe, ProbeLine};

use super::own::OwnBrowser;
use super::places::System;
use crate::app::{AppChoice, AppLook, InstalledApp, installed};
use crate::desk::{DeskError, Lacking};

/// What a look at this desktop found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// What the app shows, if one is installed.
    pub app: Option<AppLook>,
    /// One line for each other thing that was looked at.
    pub lines: Vec<ProbeLine>,
}

/// Looks at what can be read and pressed on this desktop.
pub trait WindowLook: Send + Sync {
    /// Looks at everything. `browser` is the one that runs now, `app` the one that is installed. Blocks, up to
    /// some seconds.
    fn look(&self, browser: Option<&BrowserProcess>, app: Option<&InstalledApp>) -> Looked;

    /// Whether windows can be driven on this desktop at all.
    ///
    /// # Errors
    /// What the desktop lacks, or why it does not answer.
    fn desktop(&self) -> Result<(), DeskError>;

    /// How many windows `browser` has; none where that cannot be told.
    fn windows(&self, browser: &BrowserProcess) -> Option<usize>;

    /// Looks at the windows of `app` only.
    fn look_at_app(&self, app: &InstalledApp) -> AppLook;
}

/// C2C's browser, and what is known about the windows of this desktop.
#[derive(Clone)]
pub struct ChatGptBrowser {
    own: Arc<OwnBrowser>,
    app: AppChoice,
    look: Arc<dyn WindowLook>,
}

impl std::fmt::Debug for ChatGptBrowser {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ChatGptBrowser").field("own", &self.own).field("app", &self.app).finish_non_exhaustive()
    }
}

impl ChatGptBrowser {
    /// The browser, where the installed app is looked for, and what looks at windows.
    #[must_use]
    pub fn new(own: Arc<OwnBrowser>, app: AppChoice, look: Arc<dyn WindowLook>) -> Self {
        Self { own, app, look }
    }

    fn installed(&self) -> Option<InstalledApp> {
        installed(&self.own.config().environment, &self.app)
    }

    fn probe(&self) -> Probe {
        let app = self.installed();
        let browser = self.own.found();
        let running = self.own.running();
        let looked = self.look.look(running.as_ref().ok().and_then(Option::as_ref), app.as_ref());
        let uses_app = looked.app.as_ref().is_some_and(AppLook::is_readable);
        let named = browser.as_ref().map(|browser| self.own.subject(browser)).unwrap_or_default();
        let mut found = vec![match &browser {
            Ok(browser) => ProbeLine::good("browser", format!("{named} (`{}`)", browser.program.display())),
            Err(error) => failed("browser", error),
        }];
        found.push(match self.own.profile() {
            Ok(profile) => ProbeLine::good("profile", format!("`{}`", profile.display())),
            Err(error) => failed("profile", &error),
        });
        found.push(match &running {
            Ok(Some(browser)) => ProbeLine::good("process", format!("runs as process {}", browser.pid)),
            Ok(None) if uses_app => ProbeLine::good("process", "does not run, and is not needed"),
            Ok(None) => ProbeLine::bad("process", "does not run", "open it with `c2c chatgpt open`"),
            Err(error) => failed("process", error),
        });
        found.push(app_line(&self.app, app.as_ref(), looked.app.as_ref()));
        found.push(match (uses_app, &browser) {
            (true, _) => ProbeLine::good("used", "the ChatGPT app; C2C's browser where the app shows something else"),
            (false, Ok(_)) => ProbeLine::good("used", "C2C's browser"),
            (false, Err(_)) => ProbeLine::bad("used", "nothing", "carry the messages yourself: `c2c start --manual`"),
        });
        found.extend(looked.lines);
        Probe { subject: if uses_app { "ChatGPT app".to_owned() } else { named }, found }
    }

    /// Whether a window could be driven here. What is only mended with the browser at hand is no reason not to open it.
    fn can_show(&self) -> Result<(), BrowserError> {
        match self.look.desktop() {
            Err(DeskError::Lacks { what: what @ (Lacking::Display | Lacking::X11 | Lacking::System) }) => {
                Err(BrowserError::NoDesktop { reason: what.message().to_owned(), hint: what.hint() })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// The request, with ChatGPT's own page where the browser runs and has no window.
    fn with_a_window(&self, request: OpenRequest) -> Result<OpenRequest, BrowserError> {
        if request.url.is_some() {
            return Ok(request);
        }
        let Some(running) = self.own.running()? else { return Ok(request) };
        let has_none = self.look.windows(&running) == Some(0);
        Ok(OpenRequest { url: has_none.then(|| self.own.config().home.clone()) })
    }

    /// What the person who opens the browser should know about the app: none when there is none.
    fn note(&self) -> Option<String> {
        let app = self.installed()?;
        let shows = self.look.look_at_app(&app);
        let state = state(&app, &shows);
        Some(if shows.is_readable() {
            format!(
                "The ChatGPT app {state}: sessions use it, and this browser only where the app shows something else. \
                 `\"chatgpt_app\": \"off\"` in the settings leaves the app alone."
            )
        } else {
            format!("The ChatGPT app {state}: sessions use this browser.")
        })
    }
}

/// Where the app is, whether it runs, and what it shows.
fn state(app: &InstalledApp, shows: &AppLook) -> String {
    match app.processes() {
        Ok(processes) if processes.is_empty() && *shows == AppLook::NoWindow => {
            format!("{app} is installed and does not run")
        }
        Ok(processes) if !processes.is_empty() => format!("{app} runs and {shows}"),
        // It cannot be told, and its windows tell enough.
        Ok(_) | Err(_) => format!("{app} is installed and {shows}"),
    }
}

/// What is known of the app, in plain words.
fn app_line(choice: &AppChoice, app: Option<&InstalledApp>, shows: Option<&AppLook>) -> ProbeLine {
    const WHAT: &str = "app";
    let (Some(app), Some(shows)) = (app, shows) else {
        return match choice {
            AppChoice::Off => ProbeLine::good(WHAT, "left alone, as the setting `chatgpt_app` says"),
            AppChoice::Program(path) => ProbeLine::bad(
                WHAT,
                format!("`{}` of the setting `chatgpt_app` is not there", path.display()),
                "name the app's own program there, or `off`",
            ),
            AppChoice::Usual if System::current() == System::Linux => {
                ProbeLine::good(WHAT, "none is known on Linux; the setting `chatgpt_app` can name one")
            }
            AppChoice::Usual => ProbeLine::good(WHAT, "not installed where it usually is"),
        };
    };
    let hint = match (choice, shows) {
        (AppChoice::Program(_), AppLook::NoWindow) => {
            "The setting `chatgpt_app` must name the program that has the window, not a script that starts it."
        }
        (_, shows) => shows.hint(),
    };
    // The browser does what the app cannot, so nothing is wrong.
    ProbeLine { hint: hint.to_owned(), ..ProbeLine::good(WHAT, state(app, shows)) }
}

fn failed(what: &str, error: &BrowserError) -> ProbeLine {
    ProbeLine::bad(what, error.to_string(), error.hint())
}

/// Runs what blocks beside the loop.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BrowserError> + Send + 'static,
) -> Result<T, BrowserError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(BrowserError::Process { source: Box::new(error) }))
}

impl Browser for ChatGptBrowser {
    fn open<'a>(&'a self, request: &'a OpenRequest) -> BoxFuture<'a, Result<Opened, BrowserError>> {
        let (this, request) = (self.clone(), request.clone());
        Box::pin(beside(move || {
            this.can_show()?;
            let request = this.with_a_window(request)?;
            // The app is looked at first: a browser that has just come up is busy, and so is the machine.
            let note = this.note();
            let mut opened = this.own.open(&request)?;
            opened.notes.extend(note);
            Ok(opened)
        }))
    }

    fn probe(&self) -> BoxFuture<'_, Result<Probe, BrowserError>> {
        let this = self.clone();
        Box::pin(beside(move || Ok(Self::probe(&this))))
    }

    fn close(&self) -> BoxFuture<'_, Result<Closed, BrowserError>> {
        let own = Arc::clone(&self.own);
        Box::pin(beside(move || own.close()))
    }
}
