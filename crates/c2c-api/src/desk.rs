//! The desk behind the app's window and tray: one [`Host`] that answers every call of `c2c_ipc::app`.
//!
//! The app's program has no logic: it builds a [`Host`] once, hands it each [`Call`] as it comes, and gives back what
//! it answers. What the window sends is checked like the words of any other caller, and everything that blocks is done
//! beside the asynchronous threads.

mod checks;
mod commands;
mod handed;
mod page;
mod record;
mod relay;
mod rows;
mod runs;
mod settings;
mod shell;
mod standing;
mod texts;
mod watch;
mod workspaces;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::app::{AppView, Call, CopyParams, OpenChatGptParams, OverviewView, Reason, rests_after_quit};
use c2c_ipc::{ChatGptOpenView, ErrorShape};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{Mutex, watch as flag};

pub use shell::{Shell, ShellError};
pub use watch::Seen;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::verbs::serve::Beside;
use crate::verbs::{ChatGptOpenParams, Run, chatgpt_open};

/// The most that is put on the clipboard, in bytes.
const MOST_COPIED: usize = 1 << 20;
/// How long sessions may take to be given back when C2C is ended.
const GIVING_BACK: Duration = Duration::from_secs(5);

/// What stands behind the app's window and tray.
pub struct Host {
    app: Arc<App>,
    run: Run,
    shell: Arc<dyn Shell>,
    runs: Arc<runs::Runs>,
    /// The connectors' door, while the host is open.
    door: Mutex<Option<Beside>>,
    handed: handed::Handed,
    relay: relay::Relay,
    closed: flag::Sender<bool>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Host").field("app", &self.app).finish_non_exhaustive()
    }
}

impl Host {
    /// A host over the open product. `run` says where the steps of sessions go and how connectors are served.
    #[must_use]
    pub fn new(app: Arc<App>, run: Run, shell: Arc<dyn Shell>) -> Arc<Self> {
        let (closed, _) = flag::channel(false);
        Arc::new(Self {
            app,
            run,
            shell,
            runs: Arc::default(),
            door: Mutex::new(None),
            handed: handed::Handed::default(),
            relay: relay::Relay::default(),
            closed,
        })
    }

    /// Serves the connectors from now on, and takes up again the sessions that the app ran before it was ended.
    ///
    /// # Errors
    /// When the store cannot be read. What stands in the way of one session is in the log, and the session in the list.
    pub async fn open(self: &Arc<Self>) -> Result<(), ErrorShape> {
        let mut door = self.door.lock().await;
        if door.is_none() {
            *door = Some(Beside::stand_by(&self.app, Arc::clone(&self.run.listen)).await);
        }
        drop(door);
        self.read(|host| host.relay.begin(&host.app)).await.map_err(|error| shape(&error))?;
        handed::open(self).await.map_err(|error| shape(&error))
    }

    /// Watches the store until the host is shut down. `seen` is told the open sessions at once and whenever they
    /// change, and apart from that of every commit and of settings that were written.
    pub async fn watch(self: &Arc<Self>, seen: impl Fn(Seen) + Send) {
        watch::watch(self, seen).await;
    }

    /// Gives every session back in good order, as Ctrl-C does in a terminal, and stops serving. Takes a few seconds at
    /// most. The sessions are taken up again when the app is started the next time.
    pub async fn shutdown(&self) {
        self.closed.send_replace(true);
        self.runs.end_all(GIVING_BACK).await;
        if let Some(door) = self.door.lock().await.take() {
            door.end().await;
        }
        handed::close(self).await;
    }

    /// Refuses to begin anything while C2C is being ended.
    fn require_open(&self) -> Result<(), ApiError> {
        if *self.closed.borrow() {
            return Err(ApiError::new(ErrorKind::Unavailable, "C2C is being ended").reason(Reason::Quitting));
        }
        Ok(())
    }

    /// The product.
    #[must_use]
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Answers one call of the window.
    ///
    /// # Errors
    /// What the person is shown. Internal errors are in the log under the reference that they show.
    pub async fn answer(self: &Arc<Self>, call: Call) -> Result<Value, ErrorShape> {
        self.answered(call).await.map_err(|error| shape(&error))
    }

    /// The open sessions, for the tray.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn overview(&self) -> Result<OverviewView, ErrorShape> {
        let app = Arc::clone(&self.app);
        blocking(move || rows::overview(&app)).await.map_err(|error| shape(&error))
    }

    async fn answered(self: &Arc<Self>, call: Call) -> Result<Value, ApiError> {
        match call {
            Call::App(_) => self.read(Self::app_view).await,
            Call::Overview(_) => self.read(|host| rows::overview(&host.app)).await,
            Call::Sessions(params) => self.read(move |host| rows::sessions(&host.app, &params)).await,
            Call::SessionPage(params) => self.read(move |host| page::session_page(&host.app, &params.session)).await,
            Call::Diff(params) => self.read(move |host| record::diff(&host.app, &params)).await,
            Call::Output(params) => self.read(move |host| record::output(&host.app, &params)).await,
            Call::Command(params) => value(commands::command(self, params).await?),
            Call::Start(params) => value(commands::start(self, params).await?),
            Call::Workspaces(_) => self.read(|host| workspaces::workspaces(&host.app)).await,
            Call::ChooseFolder(_) => {
                let folder = self.shell.choose_folder().await;
                self.read(move |_| workspaces::chosen(folder)).await
            }
            Call::Preview(params) => value(workspaces::preview(&self.app, params).await?),
            Call::Look(params) => self.read(move |host| workspaces::look(&host.app, &params)).await,
            Call::Templates(params) => self.read(move |host| texts::templates(&host.app, &params.root)).await,
            Call::SaveTemplate(params) => self.read(move |host| texts::save_template(&host.app, &params)).await,
            Call::Settings(_) => self.read(|host| Ok(settings::settings(&host.app, host.shell.as_ref()))).await,
            Call::ChangeSettings(params) => {
                self.read(move |host| settings::change(&host.app, host.shell.as_ref(), &params)).await
            }
            Call::OpenChatGpt(params) => value(self.open_chatgpt(params).await?),
            Call::Copy(params) => self.read(move |host| host.copy(&params)).await,
            Call::Quit(_) => {
                self.shell.quit();
                value(())
            }
        }
    }

    /// Does something that blocks, and answers with it.
    async fn read<T: Serialize + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Value, ApiError> {
        let host = Arc::clone(self);
        value(blocking(move || work(&host)).await?)
    }

    fn app_view(&self) -> Result<AppView, ApiError> {
        Ok(AppView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: std::env::consts::OS.to_owned(),
            tray: self.shell.tray(),
            drives_window: rows::has_window(&self.app),
            rests_after_quit: rests_after_quit(&rows::overview(&self.app)?.sessions),
            settings: settings::settings(&self.app, self.shell.as_ref()),
        })
    }

    fn copy(&self, params: &CopyParams) -> Result<(), ApiError> {
        checks::at_most("text", params.text.len(), MOST_COPIED)?;
        self.shell.copy(&params.text).map_err(|error| {
            ApiError::new(ErrorKind::Config, "the clipboard cannot be used").reason(Reason::Clipboard).because(error)
        })
    }

    async fn open_chatgpt(&self, params: OpenChatGptParams) -> Result<ChatGptOpenView, ApiError> {
        let app = Arc::clone(&self.app);
        let url = blocking(move || {
            let Some(id) = &params.session else { return Ok(None) };
            let session = checks::session(&app, id)?.session;
            let conversation = match session.conversation_id {
                Some(id) => app.store().read(|tx| tx.conversation(id))?,
                None => None,
            };
            Ok(conversation.and_then(|conversation| conversation.url.or(conversation.project_url)))
        })
        .await?;
        chatgpt_open(&self.app, &ChatGptOpenParams { url, project: None }).await
    }
}

fn value(answer: impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(answer)
        .map_err(|error| ApiError::new(ErrorKind::Internal, "the answer cannot be written").because(error))
}

/// Does what blocks beside the asynchronous threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| ApiError::new(ErrorKind::Internal, "the work broke off").because(error))?
}

/// The same for work that also waits for something.
async fn beside<T: Send + 'static, F: Future<Output = Result<T, ApiError>>>(
    work: impl FnOnce() -> F + Send + 'static,
) -> Result<T, ApiError> {
    let runtime = tokio::runtime::Handle::current();
    blocking(move || runtime.block_on(work())).await
}

/// An error as the window gets it; an internal one goes into the log.
fn shape(error: &ApiError) -> ErrorShape {
    let reference = c2c_os::random::bytes::<4>().map_or(0, u32::from_be_bytes);
    let reference = format!("ref_{reference:08x}");
    error.log(&reference);
    error.shape(&reference)
}

#[cfg(test)]
mod tests;
