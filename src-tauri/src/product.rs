//! The engine in this process: the adapters joined, and what only this program can do for it.

use std::path::PathBuf;
use std::sync::Arc;

use c2c_adapters::{Answering, ByHand, HttpDoor, Own, Press, Pressed};
use c2c_api::desk::{Host, Shell as Desk, ShellError};
use c2c_api::{ApiError, App, AppTitles, Config, Heeding, Run, StepLines};
use c2c_ipc::StepLine;
use c2c_ipc::app::{CommandParams, Focus, LanguageChoice, Page, SessionCommand, TrayPresence};
use c2c_ipc::words::{Language, NoticeButton, Word as _};
use c2c_os::environment::Environment;
use c2c_ports::{BoxFuture, Notice, Notifier};
use tauri::{AppHandle, Manager as _};

use crate::shell::Shell;
use crate::{bridge, ending, folder, window};

/// Opens the engine.
///
/// # Errors
/// When the store cannot be used.
pub(crate) fn open(config: Config, app: &AppHandle) -> Result<Arc<Host>, ApiError> {
    let own = Own { manual: Arc::new(ByHand::shown_elsewhere()), notifier: notifier(&config, app) };
    let desk = Arc::new(ThisProgram { app: app.clone(), environment: config.environment.clone() });
    let adapters = c2c_adapters::adapters(&config, own);
    let run = Run { lines: Arc::new(Unsaid), listen: Arc::new(HttpDoor) };
    Ok(Host::new(App::open(config, adapters)?, run, desk))
}

/// The language in use.
pub(crate) fn language(config: &Config) -> Language {
    match config.live.get().language {
        LanguageChoice::System => system_language(&config.environment),
        LanguageChoice::English => Language::English,
        LanguageChoice::Chinese => Language::Chinese,
    }
}

fn system_language(environment: &Environment) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| environment.get(name));
    Language::of_locale(&locale.unwrap_or_default().to_string_lossy())
}

/// The window asks for a session's steps when it shows them, and what needs the person is in the tray.
#[derive(Debug)]
struct Unsaid;

impl Notifier for Unsaid {
    fn notify(&self, _notice: &Notice) {}
}

impl StepLines for Unsaid {
    fn line(&self, _line: &StepLine) {}
}

/// The desktop's notifications, while the person likes them; none where this build has none.
fn notifier(config: &Config, app: &AppHandle) -> Arc<dyn Notifier> {
    let answers = Arc::new(Answers { app: app.clone(), config: config.clone() });
    match c2c_adapters::notices(Some(answers)) {
        Some(desktop) => {
            let config_of_words = config.clone();
            let titled = AppTitles::new(move || language(&config_of_words), desktop);
            Arc::new(Heeding::new(config.live.clone(), Arc::new(titled)))
        }
        None => Arc::new(Unsaid),
    }
}

/// Answers what is pressed in a notification.
struct Answers {
    app: AppHandle,
    config: Config,
}

impl Answering for Answers {
    fn label(&self, press: Press) -> String {
        let button = match press {
            Press::Open => NoticeButton::Open,
            Press::Approve => NoticeButton::Approve,
            Press::Reject => NoticeButton::Reject,
            Press::Continue => NoticeButton::Continue,
        };
        button.text(language(&self.config)).to_owned()
    }

    fn pressed(&self, pressed: Pressed) {
        let session = pressed.session_id.as_str().to_owned();
        let ask = |session, command| bridge::ask(&self.app, CommandParams { session, command }.into());
        match pressed.press {
            Press::Open => window::show(&self.app, Some(&Page::Session(session, None))),
            Press::Approve => match pressed.plan {
                Some(plan) => ask(session, SessionCommand::Approve { plan }),
                None => window::show(&self.app, Some(&Page::Session(session, Some(Focus::Approve)))),
            },
            Press::Continue => ask(session, SessionCommand::Continue { by_hand: false }),
            // ChatGPT is told why, and there is no place for it in a notification.
            Press::Reject => window::show(&self.app, Some(&Page::Session(session, Some(Focus::Reject)))),
        }
    }
}

/// What only this program can do.
struct ThisProgram {
    app: AppHandle,
    environment: Environment,
}

impl Desk for ThisProgram {
    fn tray(&self) -> TrayPresence {
        self.app.state::<Shell>().presence()
    }

    fn window_shown(&self) -> bool {
        window::is_there(&self.app)
    }

    fn system_language(&self) -> Language {
        system_language(&self.environment)
    }

    fn start_at_login(&self) -> Option<bool> {
        self.app.state::<Shell>().login.is_on(&self.app)
    }

    fn set_start_at_login(&self, on: bool) -> Result<(), ShellError> {
        self.app.state::<Shell>().login.set(&self.app, on).map_err(refused)
    }

    fn choose_folder(&self) -> BoxFuture<'_, Option<PathBuf>> {
        Box::pin(folder::choose(&self.app))
    }

    fn copy(&self, text: &str) -> Result<(), ShellError> {
        c2c_adapters::copy(&self.environment, text).map_err(refused)
    }

    fn quit(&self) {
        ending::quit(&self.app);
    }
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> ShellError {
    ShellError { source: Box::new(error) }
}
