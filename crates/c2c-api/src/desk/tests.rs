//! The desk over a real store, git and files; the executor, the person and the app's program are values in memory.

use std::path::PathBuf;
use std::sync::Mutex;

use c2c_ipc::app::{
    AppParams, ChangeSettingsParams, ChosenFolderView, LanguageChoice, OverviewParams, PreviewParams, PreviewView,
    QuitParams, SaveTemplateParams, SessionPageParams, SessionRow, SessionsParams, SessionsView, SettingsParams,
    SettingsView, TemplateKind, TemplateView, TemplateWarning, TemplatesParams, TemplatesView, Theme, TrayPresence,
    WorkspacesParams, WorkspacesView,
};
use c2c_ipc::words::Language;
use c2c_ports::BoxFuture;
use serde::de::DeserializeOwned;

use super::*;
use crate::testing::Fixture;

mod answers;
mod handed;
mod relay;
mod sessions;
mod windows;

/// The app's program.
#[derive(Default)]
struct Program {
    folder: Option<PathBuf>,
    copied: Mutex<Vec<String>>,
    at_login: Mutex<bool>,
    has_quit: Mutex<bool>,
}

impl Shell for Program {
    fn tray(&self) -> TrayPresence {
        TrayPresence::Shown
    }

    fn window_shown(&self) -> bool {
        true
    }

    fn system_language(&self) -> Language {
        Language::English
    }

    fn start_at_login(&self) -> Option<bool> {
        Some(*self.at_login.lock().unwrap())
    }

    fn set_start_at_login(&self, on: bool) -> Result<(), ShellError> {
        *self.at_login.lock().unwrap() = on;
        Ok(())
    }

    fn choose_folder(&self) -> BoxFuture<'_, Option<PathBuf>> {
        Box::pin(async { self.folder.clone() })
    }

    fn copy(&self, text: &str) -> Result<(), ShellError> {
        self.copied.lock().unwrap().push(text.to_owned());
        Ok(())
    }

    fn quit(&self) {
        *self.has_quit.lock().unwrap() = true;
    }
}

fn host(fixture: &Fixture) -> Arc<Host> {
    Host::new(Arc::clone(&fixture.app), fixture.run(), Arc::new(Program::default()))
}

/// Asks as the window does: over JSON.
async fn ask<T: DeserializeOwned>(host: &Arc<Host>, params: impl Into<Call>) -> Result<T, ErrorShape> {
    let call = serde_json::from_value(serde_json::to_value(params.into()).unwrap()).unwrap();
    host.answer(call).await.map(|answer| serde_json::from_value(answer).unwrap())
}

/// Why something was refused.
async fn refused(host: &Arc<Host>, params: impl Into<Call>) -> String {
    let error = ask::<Value>(host, params).await.unwrap_err();
    error.reason.unwrap_or(error.code)
}

fn root(fixture: &Fixture) -> String {
    fixture.root().canonicalize().unwrap().to_str().unwrap().to_owned()
}

/// The line of an open session once it is as `fits` says.
async fn row_when(host: &Arc<Host>, fits: impl Fn(&SessionRow) -> bool) -> SessionRow {
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    loop {
        let overview = host.overview().await.unwrap();
        if let Some(row) = overview.sessions.iter().find(|row| fits(row)) {
            return row.clone();
        }
        assert!(std::time::Instant::now() < deadline, "{overview:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
