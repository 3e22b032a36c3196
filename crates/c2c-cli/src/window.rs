//! The browser that shows ChatGPT, where this build has one: the feature `window`.

use std::sync::Arc;

use c2c_api::Config;
use c2c_ports::{Browser, Clock};

/// The browser of this data folder.
#[cfg(feature = "window")]
pub(crate) fn browser(config: &Config, clock: &Arc<dyn Clock>) -> Arc<dyn Browser> {
    use c2c_api::StoreBook;
    use c2c_computer_use::app::AppChoice;
    use c2c_computer_use::browser::{BrowserConfig, ChatGptBrowser, Choice, OwnBrowser};

    let settings = &config.settings;
    let own = OwnBrowser::new(BrowserConfig {
        environment: config.environment.clone(),
        data: config.data.clone(),
        choice: Choice::from_setting(settings.browser.as_deref()),
        switches: settings.browser_switches.clone(),
        home: format!("{}/", settings.chatgpt_origin),
        book: Arc::new(StoreBook::new(config, Arc::clone(clock))),
        clock: Arc::clone(clock),
    });
    Arc::new(ChatGptBrowser::new(Arc::new(own), AppChoice::from_setting(settings.chatgpt_app.as_deref())))
}

/// This build has none.
#[cfg(not(feature = "window"))]
pub(crate) fn browser(_config: &Config, _clock: &Arc<dyn Clock>) -> Arc<dyn Browser> {
    Arc::new(none::NoBrowser)
}

#[cfg(not(feature = "window"))]
mod none {
    use c2c_ports::{BoxFuture, Browser, BrowserError, Closed, OpenRequest, Opened, Probe, ProbeLine};

    /// Says that this build has no window.
    #[derive(Debug)]
    pub(super) struct NoBrowser;

    impl Browser for NoBrowser {
        fn open<'a>(&'a self, _request: &'a OpenRequest) -> BoxFuture<'a, Result<Opened, BrowserError>> {
            Box::pin(async { Err(BrowserError::NoWindow) })
        }

        fn probe(&self) -> BoxFuture<'_, Result<Probe, BrowserError>> {
            let error = BrowserError::NoWindow;
            let found = vec![ProbeLine::bad("window", error.to_string(), error.hint())];
            Box::pin(async { Ok(Probe { subject: String::new(), found }) })
        }

        fn close(&self) -> BoxFuture<'_, Result<Closed, BrowserError>> {
            Box::pin(async { Err(BrowserError::NoWindow) })
        }
    }
}
