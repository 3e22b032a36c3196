//! Where the driver's windows come from: the installed app's, and those of C2C's browser.

use std::sync::Arc;

use c2c_ports::{BrowserError, OpenRequest, WindowError};

use super::own::{OwnBrowser, identity};
use crate::app::{AppChoice, installed};
use crate::desk::Owner;
use crate::drive::Place;

/// C2C's browser, and the installed app before it where there is one, for the driver.
#[derive(Debug, Clone)]
pub struct BrowserPlace {
    own: Arc<OwnBrowser>,
    app: AppChoice,
}

impl BrowserPlace {
    /// The windows of this browser.
    #[must_use]
    pub fn new(own: Arc<OwnBrowser>) -> Self {
        Self { own, app: AppChoice::Off }
    }

    /// With the installed app, which is looked for anew each time: it may be installed meanwhile. C2C never
    /// starts it.
    #[must_use]
    pub fn with_app(mut self, app: AppChoice) -> Self {
        self.app = app;
        self
    }
}

impl Place for BrowserPlace {
    fn owners(&mut self) -> Result<Vec<Owner>, WindowError> {
        let app = installed(&self.own.config().environment, &self.app).map(|app| Owner::App { app });
        let browser = match self.own.running() {
            Ok(running) => running.map(|browser| Owner::Browser(identity(&browser))),
            // Whoever has the app may do without; who needs the browser is told when it is opened.
            Err(error) if app.is_some() => {
                tracing::debug!(%error, "C2C's browser cannot be used");
                None
            }
            Err(error) => return Err(unavailable(&error)),
        };
        Ok(app.into_iter().chain(browser).collect())
    }

    fn open(&mut self, url: &str) -> Result<Owner, WindowError> {
        let request = OpenRequest { url: Some(url.to_owned()) };
        let opened = self.own.open(&request).map_err(|error| unavailable(&error))?;
        Ok(Owner::Browser(identity(&opened.browser)))
    }
}

/// The error and its causes in one line.
fn unavailable(error: &BrowserError) -> WindowError {
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        reason = format!("{reason}: {next}");
        cause = next.source();
    }
    WindowError::Unavailable { reason, hint: error.hint().to_owned() }
}
