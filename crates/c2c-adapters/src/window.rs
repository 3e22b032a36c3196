//! The window that shows ChatGPT, its browser and the clipboard, where this build has them: the feature `window`.

use std::sync::Arc;

use c2c_api::Config;
use c2c_ports::{Browser, Clock, Window};

/// The hidden argument with which a program that lends the clipboard is started again, to keep it: see
/// [`keep_clipboard`].
pub const KEEPER: &str = "clipboard-keeper";

/// What shows ChatGPT.
pub(crate) struct Shown {
    /// Carries messages; none where this build cannot.
    pub(crate) window: Option<Arc<dyn Window>>,
    /// Starts, shows and ends the browser.
    pub(crate) browser: Arc<dyn Browser>,
}

#[cfg(feature = "window")]
pub(crate) use driven::shown;
#[cfg(feature = "window")]
pub use driven::{copied, copy, keep_clipboard};
#[cfg(not(feature = "window"))]
pub(crate) use none::shown;
#[cfg(not(feature = "window"))]
pub use none::{copied, copy, keep_clipboard};

/// Why the clipboard cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NoClipboard {
    /// This build has none.
    #[cfg(not(feature = "window"))]
    #[error("this build of C2C has no window and no clipboard")]
    NotBuilt,
    /// The desktop has none, or refused.
    #[cfg(feature = "window")]
    #[error(transparent)]
    Desk(#[from] c2c_computer_use::desk::DeskError),
}

#[cfg(feature = "window")]
mod driven {
    use std::io::{self, BufReader};

    use c2c_api::{ChatGptMode, StoreBook};
    use c2c_computer_use::app::AppChoice;
    use c2c_computer_use::browser::{BrowserConfig, BrowserPlace, ChatGptBrowser, Choice, OwnBrowser};
    use c2c_computer_use::clipboard::{Lender, keeper};
    use c2c_computer_use::desk::DeskError;
    use c2c_computer_use::drive::{AlbumConfig, ChatWindow, DriveConfig, Parts, SystemTime};
    use c2c_computer_use::find::Mode;
    use c2c_computer_use::page::Site;
    use c2c_computer_use::platform;
    use c2c_computer_use::probe::DeskLook;
    use c2c_os::environment::Environment;

    use super::{Arc, Browser, Clock, Config, KEEPER, NoClipboard, Shown, Window};

    /// The name under which sessions take turns at the window of one data folder.
    const TURNS: &str = "chatgpt";

    /// The browser of this data folder and the window in it. Nothing is started or looked at yet.
    pub(crate) fn shown(config: &Config, clock: &Arc<dyn Clock>) -> Shown {
        let settings = &config.settings;
        let own = Arc::new(OwnBrowser::new(BrowserConfig {
            environment: config.environment.clone(),
            data: config.data.clone(),
            choice: Choice::from_setting(settings.browser.as_deref()),
            switches: settings.browser_switches.clone(),
            home: format!("{}/", settings.chatgpt_origin),
            book: Arc::new(StoreBook::new(config, Arc::clone(clock))),
            clock: Arc::clone(clock),
        }));
        let app = AppChoice::from_setting(settings.chatgpt_app.as_deref());
        let site = match Site::new(&settings.chatgpt_origin) {
            Ok(site) => Some(site),
            Err(error) => {
                tracing::warn!(%error, "no window is driven");
                None
            }
        };
        let environment = config.environment.clone();
        let look = DeskLook::new(site.clone(), move || platform::desk(&environment, lender(&environment)?));
        let browser: Arc<dyn Browser> = Arc::new(ChatGptBrowser::new(Arc::clone(&own), app.clone(), Arc::new(look)));
        let window = site.map(|site| window(config, site, own, app));
        Shown { window, browser }
    }

    fn window(config: &Config, site: Site, own: Arc<OwnBrowser>, app: AppChoice) -> Arc<dyn Window> {
        let settings = &config.settings;
        let mode = match settings.chatgpt_mode {
            ChatGptMode::Chat => Mode::Chat,
            ChatGptMode::Work => Mode::Work,
        };
        let drive = DriveConfig { site, mode, idle_ms: settings.idle_ms };
        let (live, folder) = (config.live.clone(), config.data.pictures_dir());
        let album =
            move || live.get().picture_days.map(|days| AlbumConfig { folder: folder.clone(), days: days.into() });
        let environment = config.environment.clone();
        let make = move || {
            let lender = lender(&environment)?;
            Ok(Parts {
                desk: platform::desk(&environment, lender)?,
                place: Box::new(BrowserPlace::new(Arc::clone(&own)).with_app(app.clone())),
                time: Box::new(SystemTime),
            })
        };
        Arc::new(ChatWindow::new(TURNS.to_owned(), drive, album, make))
    }

    /// Lends the clipboard through this very program.
    fn lender(environment: &Environment) -> Result<Lender, DeskError> {
        let program = std::env::current_exe()
            .map_err(|error| DeskError::Failed { doing: "finding C2C's own program", reason: error.to_string() })?;
        Ok(Lender::new(program, [KEEPER], environment.clone()))
    }

    /// Puts `text` on the clipboard for good.
    ///
    /// # Errors
    /// See [`NoClipboard`].
    pub fn copy(environment: &Environment, text: &str) -> Result<(), NoClipboard> {
        Ok(lender(environment)?.copy(text)?)
    }

    /// The text on the clipboard; none when it holds something else.
    ///
    /// # Errors
    /// See [`NoClipboard`].
    pub fn copied(environment: &Environment) -> Result<Option<String>, NoClipboard> {
        Ok(lender(environment)?.text()?)
    }

    /// Keeps the clipboard as standard input says, until it is not needed any more. A program that joins
    /// [`crate::adapters`] must serve this when its first argument is [`KEEPER`], before it does anything else: what
    /// standard output says goes to the process that lent the clipboard.
    ///
    /// # Errors
    /// When that process is gone; everything is brought back all the same.
    pub fn keep_clipboard(environment: &Environment) -> io::Result<()> {
        keeper::run(environment, BufReader::new(io::stdin()), io::stdout())
    }
}

#[cfg(not(feature = "window"))]
mod none {
    use std::io;

    use c2c_ports::{BoxFuture, BrowserError, Closed, OpenRequest, Opened, Probe, ProbeLine};

    use c2c_os::environment::Environment;

    use super::{Arc, Browser, Clock, Config, NoClipboard, Shown};

    /// This build has none.
    ///
    /// # Errors
    /// Always.
    pub fn copy(_environment: &Environment, _text: &str) -> Result<(), NoClipboard> {
        Err(NoClipboard::NotBuilt)
    }

    /// This build has none.
    ///
    /// # Errors
    /// Always.
    pub fn copied(_environment: &Environment) -> Result<Option<String>, NoClipboard> {
        Err(NoClipboard::NotBuilt)
    }

    /// This build has none.
    ///
    /// # Errors
    /// Always.
    pub fn keep_clipboard(_environment: &Environment) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, NoClipboard::NotBuilt))
    }

    /// This build has none.
    pub(crate) fn shown(_config: &Config, _clock: &Arc<dyn Clock>) -> Shown {
        Shown { window: None, browser: Arc::new(NoBrowser) }
    }

    /// Says that this build has no window.
    #[derive(Debug)]
    struct NoBrowser;

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
