//! C2C's browser as the place that the driver's windows come from.

use std::sync::Arc;

use c2c_ports::{BrowserError, OpenRequest, WindowError};

use super::own::{OwnBrowser, identity};
use crate::desk::Owner;
use crate::drive::Place;

/// C2C's browser, for the driver.
#[derive(Debug, Clone)]
pub struct BrowserPlace {
    own: Arc<OwnBrowser>,
}

impl BrowserPlace {
    /// The windows of this browser.
    #[must_use]
    pub fn new(own: Arc<OwnBrowser>) -> Self {
        Self { own }
    }
}

impl Place for BrowserPlace {
    fn owner(&mut self) -> Result<Option<Owner>, WindowError> {
        let running = self.own.running().map_err(|error| unavailable(&error))?;
        Ok(running.map(|browser| Owner::Browser(identity(&browser))))
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
