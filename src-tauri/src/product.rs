//! The engine in this process, with its adapters joined.

use std::sync::Arc;

use c2c_adapters::{ByHand, Own, Press, Pressed};
use c2c_api::{ApiError, App, Config};
use c2c_ipc::ErrorShape;
use c2c_ipc::app::{Call, ChosenFolderView, CommandParams, OverviewView, Page, SessionCommand};
use c2c_ipc::words::Language;
use c2c_ports::{Notice, Notifier};
use serde_json::Value;
use tauri::AppHandle;

use crate::{bridge, folder, window};

/// The engine.
#[derive(Debug, Clone)]
pub(crate) struct Product(Arc<App>);

impl Product {
    /// Opens it.
    pub(crate) fn open(config: Config, app: &AppHandle) -> Result<Self, ApiError> {
        let own = Own { manual: Arc::new(ByHand), notifier: notifier(&config, app) };
        let adapters = c2c_adapters::adapters(&config, own);
        Ok(Self(App::open(config, adapters)?))
    }

    /// Answers the page.
    pub(crate) async fn call(&self, app: &AppHandle, call: Call) -> Result<Value, ErrorShape> {
        match call {
            Call::ChooseFolder(_) => {
                let root = folder::choose(app).await.map(|folder| folder.to_string_lossy().into_owned());
                serde_json::to_value(ChosenFolderView { root }).map_err(|error| unavailable(&error.to_string()))
            }
            _ => Err(unavailable("the engine of this build does not answer the window")),
        }
    }

    /// The open sessions.
    pub(crate) async fn overview(&self) -> OverviewView {
        OverviewView::default()
    }

    /// The language in use.
    pub(crate) fn language(&self) -> Language {
        let environment = &self.config().environment;
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| environment.get(name));
        Language::of_locale(&locale.unwrap_or_default().to_string_lossy())
    }

    /// What it was opened with.
    pub(crate) fn config(&self) -> &Config {
        self.0.config()
    }

    /// Gives the sessions back.
    pub(crate) async fn close(&self) {}
}

fn unavailable(message: &str) -> ErrorShape {
    ErrorShape {
        code: "unavailable".to_owned(),
        reason: None,
        message: message.to_owned(),
        causes: Vec::new(),
        hints: Vec::new(),
    }
}

/// The desktop's notifications, if the person likes them.
fn notifier(config: &Config, app: &AppHandle) -> Arc<dyn Notifier> {
    let app = app.clone();
    let answer = Box::new(move |pressed| answered(&app, &pressed));
    let desktop = config.settings.notifications.then(|| c2c_adapters::notices(Some(answer))).flatten();
    desktop.unwrap_or_else(|| Arc::new(Silent))
}

/// Something was pressed in a notification.
fn answered(app: &AppHandle, pressed: &Pressed) {
    let session = pressed.session_id.as_str().to_owned();
    let command = match pressed.press {
        Press::Open => return window::show(app, Some(&Page::Session(session, None))),
        Press::Approve => SessionCommand::Approve {},
        Press::Reject => SessionCommand::Reject { reason: String::new() },
    };
    bridge::ask(app, CommandParams { session, command }.into());
}

/// The window and the tray tell the same.
#[derive(Debug)]
struct Silent;

impl Notifier for Silent {
    fn notify(&self, _notice: &Notice) {}
}
