//! C2C's browser behind the port, for verbs.

use std::sync::Arc;

use c2c_ports::{BoxFuture, Browser, BrowserError, BrowserProcess, Closed, OpenRequest, Opened, Probe, ProbeLine};

use super::own::OwnBrowser;
use super::places::System;
use crate::app::{AppChoice, find_app};

/// Looks at what can be read and pressed on this desktop.
pub trait WindowLook: Send + Sync {
    /// One line for each thing that was looked at. `browser` is the one that runs now. Blocks, up to some
    /// seconds.
    fn look(&self, browser: Option<&BrowserProcess>) -> Vec<ProbeLine>;
}

/// C2C's browser, and what is known about the windows of this desktop.
#[derive(Clone)]
pub struct ChatGptBrowser {
    own: Arc<OwnBrowser>,
    app: AppChoice,
    looks: Vec<Arc<dyn WindowLook>>,
}

impl std::fmt::Debug for ChatGptBrowser {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ChatGptBrowser").field("own", &self.own).field("app", &self.app).finish_non_exhaustive()
    }
}

impl ChatGptBrowser {
    /// The browser, and where the installed app is looked for.
    #[must_use]
    pub fn new(own: Arc<OwnBrowser>, app: AppChoice) -> Self {
        Self { own, app, looks: Vec::new() }
    }

    /// With what else a probe looks at, after the browser.
    #[must_use]
    pub fn with_look(mut self, look: Arc<dyn WindowLook>) -> Self {
        self.looks.push(look);
        self
    }

    fn look(&self) -> Probe {
        let mut found = Vec::new();
        let subject = match self.own.found() {
            Ok(browser) => {
                let subject = self.own.subject(&browser);
                found.push(ProbeLine::good("browser", format!("{subject} (`{}`)", browser.program.display())));
                subject
            }
            Err(error) => {
                found.push(failed("browser", &error));
                String::new()
            }
        };
        found.push(match self.own.profile() {
            Ok(profile) => ProbeLine::good("profile", format!("`{}`", profile.display())),
            Err(error) => failed("profile", &error),
        });
        let running = self.own.running();
        found.push(match &running {
            Ok(Some(browser)) => ProbeLine::good("process", format!("runs as process {}", browser.pid)),
            Ok(None) => ProbeLine::bad("process", "does not run", "open it with `c2c chatgpt open`"),
            Err(error) => failed("process", error),
        });
        let config = self.own.config();
        if let Some(app) = find_app(System::current(), &config.environment, &self.app, |path| path.exists()) {
            found.push(ProbeLine::good("app", app.to_string()));
        }
        let running = running.ok().flatten();
        found.extend(self.looks.iter().flat_map(|look| look.look(running.as_ref())));
        Probe { subject, found }
    }
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
        let (own, request) = (Arc::clone(&self.own), request.clone());
        Box::pin(beside(move || own.open(&request)))
    }

    fn probe(&self) -> BoxFuture<'_, Result<Probe, BrowserError>> {
        let this = self.clone();
        Box::pin(beside(move || Ok(this.look())))
    }

    fn close(&self) -> BoxFuture<'_, Result<Closed, BrowserError>> {
        let own = Arc::clone(&self.own);
        Box::pin(beside(move || own.close()))
    }
}
