//! The app from its start to its end: what is opened in which order, and what each event of the desktop does.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use c2c_api::desk::Host;
use c2c_api::{ApiError, Config};
use c2c_ipc::ErrorShape;
use c2c_ipc::app::{OverviewView, Page, TrayPresence};
use c2c_os::environment::Environment;
use c2c_os::logging::{self, Talk};
use tauri::{AppHandle, Manager as _, RunEvent, WindowEvent};

use crate::arguments::{self, Wish};
use crate::desktop::{self, NoDisplay};
use crate::ending::{self, Ending};
#[cfg(target_os = "linux")]
use crate::leftover;
use crate::login::Login;
use crate::tray::{Tray, host};
use crate::{bridge, product, single, watch, window};

/// What is logged when `C2C_LOG` says nothing: not every request that the MCP library serves.
const LOGGED: &str = "info,rmcp=warn";
/// How long is waited for a tray where there is no window: at login it may come later than the app, and a panel that is
/// started anew takes its tray away for a moment.
const LATE_TRAY: Duration = Duration::from_secs(10);

/// How the app starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Start {
    /// With its window, on this page if one is named.
    Window(Option<Page>),
    /// Only in the tray.
    Tray,
}

/// What the app has while it runs.
pub(crate) struct Shell {
    /// The engine.
    pub(crate) host: Arc<Host>,
    pub(crate) tray: Tray,
    pub(crate) login: Login,
    pub(crate) ending: Ending,
    /// None until it is known.
    presence: Mutex<Option<TrayPresence>>,
}

impl Shell {
    /// Whether the tray shows C2C.
    pub(crate) fn presence(&self) -> TrayPresence {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(TrayPresence::NoTray)
    }

    /// What the engine was opened with.
    pub(crate) fn config(&self) -> &Config {
        self.host.app().config()
    }

    /// Where the web engine keeps what it must keep.
    pub(crate) fn web_folder(&self) -> PathBuf {
        self.config().data.root().join("webview")
    }

    /// Takes note of it. What it was before; none where it was not known.
    fn now_is(&self, presence: TrayPresence) -> Option<TrayPresence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).replace(presence)
    }
}

/// Why the app does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// There is nothing to be shown on.
    #[error(transparent)]
    NoDisplay(#[from] NoDisplay),
    /// The engine does not open.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// Something of the desktop refused.
    #[error("the app cannot be shown on this desktop")]
    Tauri(#[from] tauri::Error),
    /// The system gives no threads.
    #[error("the runtime cannot be started")]
    Runtime(#[source] std::io::Error),
}

impl StartError {
    /// Writes it to the log.
    pub(crate) fn log(&self) {
        tracing::error!(error = self as &dyn std::error::Error, "the app does not start");
    }

    /// What the person is told.
    pub(crate) fn text(&self) -> String {
        let shape = match self {
            Self::Api(error) => error.shape("app"),
            _ => ErrorShape {
                code: "unavailable".to_owned(),
                reason: None,
                message: self.to_string(),
                causes: std::iter::successors(std::error::Error::source(self), |error| error.source())
                    .map(ToString::to_string)
                    .collect(),
                hints: match self {
                    Self::NoDisplay(error) => vec![error.hint().to_owned()],
                    _ => Vec::new(),
                },
            },
        };
        let causes = shape.causes.iter().map(|cause| format!("\nCaused by: {cause}"));
        let hints = shape.hints.iter().map(|hint| format!("\nHint: {hint}"));
        std::iter::once(format!("Error: {}", shape.message)).chain(causes).chain(hints).collect()
    }
}

/// Runs the app to its end, and says with what to exit.
///
/// # Errors
/// See [`StartError`]. Where the app runs already, it is told what was asked for, and this process ends.
pub(crate) fn run(environment: &Environment, start: Start) -> Result<i32, StartError> {
    let config = Config::load(environment.clone())?;
    let filter = environment.get("C2C_LOG").and_then(std::ffi::OsStr::to_str).unwrap_or(LOGGED);
    if logging::start(&config.data, filter, Talk::FileOnly).is_err() {
        // The app runs without a log.
    }
    config.log_bad_settings();
    desktop::open()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Runtime)?;
    tauri::async_runtime::set(runtime.handle().clone());
    let context = context(&config);
    let login = Login::new(environment, config.data.root());
    single::settle(&context.config().identifier);
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, arguments, _folder| again(app, &arguments)))
        .plugin(login.plugin())
        .invoke_handler(tauri::generate_handler![bridge::call])
        .on_menu_event(|app, event| bridge::pressed(app, event.id().as_ref()))
        .build(context)?;
    let host = product::open(config, app.handle())?;
    let tray = Tray::new(desktop::name(environment));
    let presence = Mutex::default();
    app.manage(Shell { host, tray, login, ending: Ending::default(), presence });
    // Before anything is shown: whoever sees the app may end it.
    tauri::async_runtime::spawn(ending::on_request(app.handle().clone()));
    let code = app.run_return(move |app, event| on(app, &event, &start));
    // A tool call that is under way reads only; it need not be waited for.
    runtime.shutdown_background();
    Ok(code)
}

/// The app's own context. Another data folder is another app: with its own single instance and its own web data.
fn context(config: &Config) -> tauri::Context {
    let mut context = tauri::generate_context!();
    if config.environment.get("C2C_HOME").is_some() {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        config.data.root().hash(&mut hasher);
        context.config_mut().identifier += &format!(".h{:016x}", hasher.finish());
    }
    context
}

/// Another start of the app: what it was asked for is done here.
fn again(app: &AppHandle, arguments: &[String]) {
    match arguments::wish(arguments.get(1..).unwrap_or_default()) {
        Ok(Wish::Show(page)) => window::show(app, page.as_ref()),
        Ok(Wish::Hidden | Wish::Help | Wish::Version) => {}
        Err(error) => tracing::warn!(%error, "another start means nothing"),
    }
}

fn on(app: &AppHandle, event: &RunEvent, start: &Start) {
    match event {
        RunEvent::Ready => ready(app, start),
        // The last window was closed: the tray stays.
        RunEvent::ExitRequested { code: None, api, .. } => {
            api.prevent_exit();
            #[cfg(target_os = "linux")]
            leftover::end_soon(app);
        }
        RunEvent::WindowEvent { event: WindowEvent::ThemeChanged(_), .. } => redraw(app),
        _ => {}
    }
}

fn ready(app: &AppHandle, start: &Start) {
    let shell = app.state::<Shell>();
    if host::has_library() {
        watch::draw(app, &OverviewView::default());
        let told = app.clone();
        host::watch(move |is_there| presence(&told, if is_there { TrayPresence::Shown } else { TrayPresence::NoTray }));
        let told = app.clone();
        desktop::colours_changed(move || redraw(&told));
    } else {
        presence(app, TrayPresence::NoLibrary);
    }
    match start {
        Start::Window(page) => window::show(app, page.as_ref()),
        Start::Tray => {
            tauri::async_runtime::spawn(show_without_tray(app.clone()));
        }
    }
    if let Err(error) = shell.login.repair(app) {
        tracing::warn!(error = &error as &dyn std::error::Error, "the start at login is left as it is");
    }
    tauri::async_runtime::spawn(watch::run(app.clone()));
}

fn redraw(app: &AppHandle) {
    if let Err(error) = app.state::<Shell>().tray.ground_changed() {
        tracing::warn!(%error, "the tray cannot be drawn");
    }
}

/// Takes note of whether there is a tray, and says so once.
fn presence(app: &AppHandle, presence: TrayPresence) {
    let before = app.state::<Shell>().now_is(presence);
    if before == Some(presence) {
        return;
    }
    if before == Some(TrayPresence::Shown) {
        tauri::async_runtime::spawn(show_without_tray(app.clone()));
    }
    match presence {
        TrayPresence::Shown => tracing::info!("the tray shows C2C"),
        TrayPresence::NoTray => tracing::info!("this desktop shows no tray; C2C appears in it when there is one"),
        TrayPresence::NoLibrary => {
            tracing::warn!("there is no tray: the library libayatana-appindicator3 is not installed");
        }
    }
    watch::tell(app);
}

/// Without a window and without a tray there would be nothing to press.
async fn show_without_tray(app: AppHandle) {
    if app.state::<Shell>().presence() != TrayPresence::NoLibrary {
        tokio::time::sleep(LATE_TRAY).await;
    }
    if app.state::<Shell>().presence() != TrayPresence::Shown && !window::is_there(&app) {
        window::show(&app, None);
    }
}
