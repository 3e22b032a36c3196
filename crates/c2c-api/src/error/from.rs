//! Lower errors as [`ApiError`]s, with what can be done about each.

use std::path::{Path, PathBuf};

use c2c_ipc::app::Reason;
use c2c_orchestrator::DriveError;
use c2c_os::folders::FolderError;
use c2c_os::private_file::PrivateFileError;
use c2c_os::process::ProcessError;
use c2c_os::random::RandomError;
use c2c_ports::{BookError, BrowserError, ChangesError, ExecutorError};
use c2c_protocol::templates::TemplateError;
use c2c_protocol::{RenderError, TaskIdError};
use c2c_store::StoreError;
use c2c_workspace::ToolError;

use super::{ApiError, ErrorKind};

impl From<FolderError> for ApiError {
    fn from(error: FolderError) -> Self {
        let message = match &error {
            FolderError::NotAFolder { path } => format!("C2C's data folder cannot be `{}`", path.display()),
            FolderError::NotAbsolute { .. } | FolderError::NoHome { .. } => "C2C has no data folder".to_owned(),
            FolderError::Io { path, .. } => format!("C2C's data folder `{}` cannot be used", path.display()),
        };
        let hint = match &error {
            FolderError::NotAFolder { .. } => "move that file away, or set `C2C_HOME` to another folder",
            FolderError::NotAbsolute { .. } => "set `C2C_HOME` to an absolute path",
            FolderError::NoHome { .. } => "set `C2C_HOME` to a folder that only you can read",
            FolderError::Io { .. } => "make the folder writable, or set `C2C_HOME` to another one",
        };
        Self::new(ErrorKind::Config, message).hint(hint).because(error)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let text = error.to_string();
        let reason = match &error {
            StoreError::NotAFile { .. } | StoreError::Newer { .. } | StoreError::Damaged { .. } => {
                Some(Reason::StoreUnusable)
            }
            StoreError::Full { .. } => Some(Reason::StoreFull),
            StoreError::Busy => Some(Reason::StoreBusy),
            StoreError::LeaseLost { .. } => Some(Reason::SessionElsewhere),
            _ => None,
        };
        let made = match error {
            StoreError::NotAFile { .. } => {
                Self::new(ErrorKind::Config, text).hint("move it away, or set `C2C_HOME` to another folder")
            }
            StoreError::NoFolder { source } => source.into(),
            StoreError::Newer { .. } => Self::new(ErrorKind::Config, text)
                .hint("update `c2c` to the version that wrote it")
                .hint("or set `C2C_HOME` to another folder for this version; nothing was changed"),
            StoreError::Damaged { path, .. } => damaged(&path, text),
            StoreError::Full { path } => {
                let place = path.display();
                Self::new(ErrorKind::Unavailable, text)
                    .hint(format!("make room on the disk that holds `{place}`, then run the same command again"))
                    .hint("what was kept before is not lost")
            }
            StoreError::Busy => Self::new(ErrorKind::Unavailable, text).hint("run the same command again"),
            error @ StoreError::LeaseLost { .. } => Self::new(ErrorKind::Conflict, "another process has taken over")
                .hint("see which one with `c2c status`")
                .because(error),
            StoreError::NotFound { .. } => {
                Self::new(ErrorKind::NotFound, text).hint("see what there is with `c2c status`")
            }
            StoreError::Conflict { .. } => {
                Self::new(ErrorKind::Conflict, text).hint("see what there is with `c2c status`")
            }
            StoreError::Io { .. } | StoreError::Json { .. } | StoreError::Sql { .. } => {
                Self::new(ErrorKind::Internal, "the store failed").because(error)
            }
        };
        Self { reason: reason.or(made.reason), ..made }
    }
}

fn damaged(path: &Path, text: String) -> ApiError {
    ApiError::new(ErrorKind::Config, text)
        .hint(format!("put a copy of `{}` back, or move the file away to begin with an empty store", path.display()))
        .hint("your project folders are not touched by either")
}

impl From<ExecutorError> for ApiError {
    fn from(error: ExecutorError) -> Self {
        let text = error.to_string();
        match &error {
            ExecutorError::Missing { looked_in } => {
                Self::new(ErrorKind::Config, format!("{text}{}", looked(looked_in)))
                    .hint("install it with `npm install -g @openai/codex`, then `codex login`")
                    .hint("or name the program in the variable `C2C_CODEX`")
                    .reason(Reason::CodexMissing)
            }
            ExecutorError::TooOld { .. } => Self::new(ErrorKind::Config, text)
                .hint("update it with `npm install -g @openai/codex@latest`")
                .reason(Reason::CodexTooOld),
            ExecutorError::Unprotected { what, path } => unprotected(what, path),
            ExecutorError::Io { .. } => Self::new(ErrorKind::Config, "Codex cannot be run")
                .hint("try `codex --version` in a terminal")
                .reason(Reason::CodexUnusable)
                .because(error),
        }
    }
}

/// Where Codex was looked for: by name when that is short.
fn looked(places: &[PathBuf]) -> String {
    let named = || places.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(", ");
    match places.len() {
        0 => String::new(),
        1..=3 => format!(" (looked in {})", named()),
        count => format!(" (looked in the {count} folders of `PATH`)"),
    }
}

fn unprotected(what: &str, path: &Path) -> ApiError {
    ApiError::new(
        ErrorKind::Config,
        format!("{what} `{}` lies where Codex may write, so it could approve its own plans", path.display()),
    )
    .hint("keep C2C's data folder (`C2C_HOME`) and Codex's own folder (`CODEX_HOME`) out of the workspace and out of temporary folders")
    .reason(Reason::CodexUnprotected)
}

/// What to do about a folder that is gone.
pub(crate) const PUT_BACK: &str =
    "put the folder back, or mount it; `c2c -w FOLDER stop` with its old path ends a session in it";

impl From<ChangesError> for ApiError {
    fn from(error: ChangesError) -> Self {
        let text = error.to_string();
        match &error {
            ChangesError::Gone { .. } => {
                Self::new(ErrorKind::NotFound, text).hint(PUT_BACK).reason(Reason::FolderMissing)
            }
            ChangesError::NotARepository { .. } => Self::new(ErrorKind::Precondition, text)
                .hint("run `git init` in it: C2C tells and takes back changes through git")
                .hint("or name another folder with `-w FOLDER`")
                .reason(Reason::NotARepository),
            ChangesError::Unreadable { .. } => Self::new(ErrorKind::Unavailable, text)
                .hint("look at it with `git status`, then run the same command again")
                .reason(Reason::RepositoryUnreadable),
            ChangesError::ChangedSince { .. } => Self::new(ErrorKind::Conflict, text)
                .hint("take later iterations back first; changes of your own are safe, and the iteration stays")
                .reason(Reason::IterationChangedSince),
        }
    }
}

impl From<BrowserError> for ApiError {
    fn from(error: BrowserError) -> Self {
        let kind = match &error {
            BrowserError::NoWindow
            | BrowserError::NotFound { .. }
            | BrowserError::NamedNotFound { .. }
            | BrowserError::OpenProfile { .. }
            | BrowserError::Profile { .. } => ErrorKind::Config,
            BrowserError::Foreign { .. } => ErrorKind::Conflict,
            BrowserError::NoDesktop { .. }
            | BrowserError::Start { .. }
            | BrowserError::EndedAtOnce { .. }
            | BrowserError::Slow { .. }
            | BrowserError::Process { .. }
            | BrowserError::Book(_) => ErrorKind::Unavailable,
        };
        let reason = match &error {
            BrowserError::NotFound { .. } | BrowserError::NamedNotFound { .. } => Reason::BrowserMissing,
            BrowserError::NoWindow => Reason::WindowMissing,
            _ => Reason::BrowserUnusable,
        };
        let made = Self::new(kind, error.to_string()).hint(error.hint()).reason(reason);
        let source = match error {
            BrowserError::Profile { source, .. }
            | BrowserError::Start { source, .. }
            | BrowserError::Process { source }
            | BrowserError::Book(BookError { source, .. }) => Some(source),
            _ => None,
        };
        Self { source, ..made }
    }
}

impl From<DriveError> for ApiError {
    fn from(error: DriveError) -> Self {
        match error {
            DriveError::Store { source } => source.into(),
            DriveError::Settle { source } => {
                let inner = Self::from(source);
                Self { message: format!("what became of Codex's run cannot be told: {}", inner.message), ..inner }
            }
            DriveError::Random { source } => source.into(),
            error @ DriveError::State { .. } => Self::new(ErrorKind::Internal, error.to_string()).because(error),
        }
    }
}

impl From<ProcessError> for ApiError {
    fn from(error: ProcessError) -> Self {
        Self::new(ErrorKind::Internal, "the operating system does not tell about processes").because(error)
    }
}

impl From<RandomError> for ApiError {
    fn from(error: RandomError) -> Self {
        Self::new(ErrorKind::Internal, "the operating system gives no random numbers").because(error)
    }
}

impl From<PrivateFileError> for ApiError {
    fn from(error: PrivateFileError) -> Self {
        Self::new(ErrorKind::Config, "a file in C2C's data folder cannot be used")
            .hint("make the data folder writable, and make room on its disk")
            .because(error)
    }
}

impl From<TaskIdError> for ApiError {
    fn from(error: TaskIdError) -> Self {
        Self::new(ErrorKind::User, error.to_string()).hint("give the task as the messages name it, such as `c2c_f81a`")
    }
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        let hint = match &error {
            RenderError::TooLong { .. } => "shorten that field; ChatGPT reads the full text through the connector",
            RenderError::Content { .. } => {
                "say in words what it is about; ChatGPT reads the content through the connector"
            }
            _ => "see `c2c message render --help`",
        };
        Self::new(ErrorKind::User, error.to_string()).hint(hint)
    }
}

impl From<TemplateError> for ApiError {
    fn from(error: TemplateError) -> Self {
        Self::new(ErrorKind::User, error.to_string())
            .reason(Reason::TemplateName)
            .hint("choose other names with `name` and `connectorName` in the workspace's `.c2c.json`")
    }
}

impl From<ToolError> for ApiError {
    fn from(error: ToolError) -> Self {
        let mut made = Self::new(ErrorKind::User, error.message.clone());
        if !error.hint.is_empty() {
            made = made.hint(error.hint);
        }
        made
    }
}
