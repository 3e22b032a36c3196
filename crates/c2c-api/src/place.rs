//! The workspace that a verb works in: its row in the store, its open root, and what was detected.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use c2c_ipc::app::{FaultCode, Reason, SettingFault};
use c2c_ports::{Sandbox, WorkspaceId};
use c2c_store::{ApprovalMode, Workspace};
use c2c_workspace::config::{self, Loaded, Own, PlanApproval};
use c2c_workspace::detect::{Detected, detect};
use c2c_workspace::git::{GitLogParams, git_log};
use c2c_workspace::root::RootError;
use c2c_workspace::{ErrorCode, Limits};

use crate::app::App;
use crate::error::{ApiError, ErrorKind, PUT_BACK};
use crate::protect;
use crate::settings::{BadSetting, Settings};

/// The iteration limit when neither the person nor the workspace names one.
const USUAL_ITERATIONS: u32 = 12;

/// Names are cut to so many characters.
const LONGEST_NAME: usize = 80;

/// An open workspace.
#[derive(Debug)]
pub struct Place {
    /// Its row.
    pub workspace: Workspace,
    pub(crate) opened: Arc<c2c_workspace::Workspace>,
    pub(crate) detected: Detected,
    pub(crate) loaded: Loaded,
    settings: Settings,
}

/// What a session in this workspace may do when nothing else is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SessionLimits {
    pub(crate) approval: ApprovalMode,
    pub(crate) sandbox: Sandbox,
    pub(crate) max_iterations: u32,
    pub(crate) reply_deadline_s: u64,
}

/// A folder that may be a workspace, looked at without being noted.
#[derive(Debug)]
pub(crate) struct Looked {
    pub(crate) name: String,
    pub(crate) root: String,
    pub(crate) known: Option<Workspace>,
    /// Whether the folder is not there any more.
    pub(crate) is_gone: bool,
}

/// Looks at a folder and leaves no trace of it. Of one that is gone, what C2C knew there is found.
///
/// # Errors
/// When it is no folder, or no workspace is allowed there.
pub(crate) fn look(app: &App, root: &Path) -> Result<Looked, ApiError> {
    let (opened, text) = match open_root(app, root) {
        Ok(opened) => opened,
        Err(error) if error.reason == Some(Reason::FolderMissing) => {
            let known = known_at(app, root)?.ok_or(error)?;
            return Ok(Looked {
                name: known.name.clone(),
                root: known.root.clone(),
                known: Some(known),
                is_gone: true,
            });
        }
        Err(error) => return Err(error),
    };
    let known = app.store().read(|tx| tx.workspace_by_root(&text))?;
    let name = match &known {
        Some(known) => known.name.clone(),
        None => plain_name(&folder_name(opened.path())),
    };
    Ok(Looked { name, root: text, known, is_gone: false })
}

fn open_root(app: &App, root: &Path) -> Result<(c2c_workspace::Root, String), ApiError> {
    let opened = match c2c_workspace::Root::open(root) {
        Err(RootError::NotFound { path }) if known_at(app, &path)?.is_some() => return Err(gone(&path)),
        opened => opened?,
    };
    protect::check(opened.path(), &app.config().data, &app.config().environment)?;
    let text = opened.path().to_str().map(str::to_owned).ok_or_else(|| {
        ApiError::new(
            ErrorKind::User,
            format!("the path `{}` is not UTF-8, which C2C cannot keep", opened.path().display()),
        )
        .hint("rename the folder")
        .reason(Reason::FolderNotText)
    })?;
    Ok((opened, text))
}

/// A name that comes from a manifest or a folder, short and on one line.
fn plain_name(name: &str) -> String {
    let shown = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let short: String = shown.take(LONGEST_NAME).collect();
    if short.trim().is_empty() { "workspace".to_owned() } else { short.trim().to_owned() }
}

/// The connector's name when the workspace does not choose one.
pub(crate) fn connector_name(workspace: &str) -> String {
    format!("C2C {workspace}")
}

fn folder_name(root: &Path) -> String {
    root.file_name().map_or_else(|| "workspace".to_owned(), |name| name.to_string_lossy().into_owned())
}

impl Place {
    /// Opens the workspace at `root`, an absolute path, and notes it in the store.
    ///
    /// # Errors
    /// `NotFound` or `User` when it is no folder, `Config` when it and C2C's or Codex's folder lie in each other.
    pub fn open(app: &App, root: &Path) -> Result<Self, ApiError> {
        let place = Self::look(app, root)?;
        let Workspace { id, root: text, name, connector_name, .. } = &place.workspace;
        let workspace = app.store().write(|tx| tx.upsert_workspace(id, text, name, connector_name))?;
        // Another process may have noted it first, under its own id.
        let opened =
            if workspace.id == *id { place.opened } else { Arc::new(app.open_workspace(&workspace.id, root)?) };
        let opened = app.keep_open(&workspace.id, opened);
        Ok(Self { workspace, opened, ..place })
    }

    /// The same, and nothing is noted: a workspace that is new has an id that nobody will see again.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub(crate) fn look(app: &App, root: &Path) -> Result<Self, ApiError> {
        let (_, text) = open_root(app, root)?;
        let known = app.store().read(|tx| tx.workspace_by_root(&text))?;
        let id = match &known {
            Some(known) => known.id.clone(),
            None => WorkspaceId::from_random(c2c_os::random::bytes()?),
        };
        let opened = app.open_workspace(&id, Path::new(&text))?;
        let accepted = known.as_ref().and_then(|known| known.accepted_config_hash.as_deref());
        let settings = app.settings();
        let loaded = config::load(opened.root(), &own(&settings), accepted);
        let detected = detect(&opened, &Limits::default())?;
        let name = loaded.config.name.clone().unwrap_or_else(|| plain_name(&detected.name));
        let connector = loaded.config.connector_name.clone().unwrap_or_else(|| connector_name(&name));
        let workspace = match known {
            Some(known) => Workspace { name, connector_name: connector, ..known },
            None => Workspace {
                id,
                root: text,
                name,
                connector_name: connector,
                accepted_config_hash: None,
                created_at_ms: app.now_ms(),
                last_used_at_ms: app.now_ms(),
            },
        };
        Ok(Self { workspace, opened: Arc::new(opened), detected, loaded, settings })
    }

    /// The root, absolute and canonical.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.opened.root().path()
    }

    /// What counts here: the person's settings, tightened by the workspace.
    pub(crate) fn limits(&self) -> SessionLimits {
        let config = &self.loaded.config;
        SessionLimits {
            approval: match config.plan_approval {
                PlanApproval::First => ApprovalMode::First,
                PlanApproval::Every => ApprovalMode::Every,
                PlanApproval::Never => ApprovalMode::Never,
            },
            sandbox: self.settings.sandbox,
            max_iterations: config.max_iterations,
            reply_deadline_s: u64::from(config.reply_deadline_minutes) * 60,
        }
    }

    /// What is wrong with the settings and with the workspace's own configuration, in sentences.
    pub(crate) fn warnings(&self, bad_settings: &[BadSetting]) -> Vec<String> {
        let settings = bad_settings.iter().map(BadSetting::text);
        let problems = self.problems().into_iter().map(|(key, text)| format!("`{key}` of the workspace: {text}"));
        settings.chain(problems).collect()
    }

    /// Values of `.c2c.json` that are not used, as key and sentence.
    pub(crate) fn problems(&self) -> Vec<(String, String)> {
        let named = |key: &str| if key.is_empty() { config::CONFIG_FILE.to_owned() } else { key.to_owned() };
        let wrong = self.loaded.problems.iter().map(|problem| {
            (named(&problem.key), format!("expected {}, found {}; it is not used", problem.expected, problem.found))
        });
        let held = self.loaded.held_back.iter().map(|held| {
            let text = format!("asks for {}, which would loosen a limit; in force is {}", held.asked, held.in_force);
            (held.key.clone(), text)
        });
        wrong.chain(held).collect()
    }

    /// The same as [`Self::warnings`] for the window, which says it in its own words.
    pub(crate) fn faults(&self, bad_settings: &[BadSetting]) -> Vec<SettingFault> {
        let fault = |code: FaultCode, key: &str, detail: String| {
            let key = if key.is_empty() { config::CONFIG_FILE } else { key };
            SettingFault { code: code.as_str().to_owned(), key: key.to_owned(), detail }
        };
        let settings = bad_settings.iter().map(BadSetting::view);
        let wrong = self.loaded.problems.iter().map(|problem| {
            let detail = format!("expected {}, found {}", problem.expected, problem.found);
            fault(FaultCode::WorkspaceValue, &problem.key, detail)
        });
        let held = self.loaded.held_back.iter().map(|held| {
            let detail = format!("asked for {}, in force {}", held.asked, held.in_force);
            fault(FaultCode::WorkspaceLoosens, &held.key, detail)
        });
        settings.chain(wrong).chain(held).collect()
    }

    /// Makes sure that git tells changes here. An empty repository will do.
    ///
    /// # Errors
    /// `Precondition` with git's own reason.
    pub(crate) fn require_repository(&self, app: &App) -> Result<(), ApiError> {
        let params = GitLogParams { limit: Some(1), ..GitLogParams::default() };
        let Err(error) = git_log(app.git(), &self.opened, &params, &Limits::default()) else {
            return Ok(());
        };
        let (reason, hint) = match error.code {
            ErrorCode::NoCommits => return Ok(()),
            ErrorCode::NotARepository => {
                (Reason::NotARepository, "run `git init` in it, or name another folder with `-w FOLDER`")
            }
            ErrorCode::GitMissing => (Reason::GitMissing, "install git"),
            ErrorCode::RepositoryNotOwned => (Reason::RepositoryNotOwned, "work in a repository that belongs to you"),
            _ => (Reason::RepositoryUnreadable, "look at it with `git status`"),
        };
        Err(ApiError::new(ErrorKind::Precondition, error.message)
            .reason(reason)
            .hint(hint)
            .hint("C2C shows and takes back what Codex changes through git, so a session needs a repository"))
    }
}

/// The folder of a workspace is not there.
pub(crate) fn gone(root: &Path) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("the folder `{}` is not there any more", root.display()))
        .reason(Reason::FolderMissing)
        .hint(PUT_BACK)
        .hint("or name another project folder with `-w FOLDER`")
}

/// Makes sure that the folder of a known workspace is there, before anything is asked of who works in it.
///
/// # Errors
/// `NotFound` when it is gone.
pub(crate) fn require_folder(root: &Path) -> Result<(), ApiError> {
    if root.is_dir() { Ok(()) } else { Err(gone(root)) }
}

/// The workspace at `root`, an absolute path: of a folder that is gone the one that C2C knew there.
///
/// # Errors
/// As [`Place::open`]; `NotFound` for a folder that is gone and was never known.
pub fn workspace_at(app: &App, root: &Path) -> Result<Workspace, ApiError> {
    match Place::open(app, root) {
        Ok(place) => Ok(place.workspace),
        Err(error) if error.reason == Some(Reason::FolderMissing) => known_at(app, root)?.ok_or(error),
        Err(error) => Err(error),
    }
}

/// The workspace that C2C knew at a path where nothing is any more. What is left of the path is resolved: the root was
/// kept without links.
fn known_at(app: &App, root: &Path) -> Result<Option<Workspace>, ApiError> {
    let left = root.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let resolved = left.and_then(|(folder, real)| Some(real.join(root.strip_prefix(folder).ok()?)));
    for path in [Some(root), resolved.as_deref()].into_iter().flatten() {
        // As the folder's own path would be written: without `.`, and without a separator at its end.
        let plain: PathBuf = path.components().collect();
        let Some(text) = plain.to_str() else { continue };
        if let Some(known) = app.store().read(|tx| tx.workspace_by_root(text))? {
            return Ok(Some(known));
        }
    }
    Ok(None)
}

/// The person's own settings, as the workspace's configuration is measured by them.
fn own(settings: &Settings) -> Own {
    Own {
        max_iterations: settings.max_iterations.unwrap_or(USUAL_ITERATIONS),
        plan_approval: match settings.approval {
            ApprovalMode::First => PlanApproval::First,
            ApprovalMode::Every => PlanApproval::Every,
            ApprovalMode::Never => PlanApproval::Never,
        },
        reply_deadline_minutes: u32::try_from(settings.reply_deadline_min).unwrap_or(u32::MAX),
    }
}

impl From<RootError> for ApiError {
    fn from(error: RootError) -> Self {
        if let RootError::NotFound { path } = &error {
            return Self::new(ErrorKind::NotFound, format!("the folder `{}` is not there", path.display()))
                .reason(Reason::FolderMissing)
                .hint("name the project folder with `-w FOLDER`");
        }
        let (kind, reason) = match &error {
            RootError::NotFound { .. } => (ErrorKind::NotFound, Reason::FolderMissing),
            RootError::Relative { .. } => (ErrorKind::User, Reason::FolderNotAbsolute),
            RootError::NotAFolder { .. } => (ErrorKind::User, Reason::NotAFolder),
            RootError::Io { .. } => (ErrorKind::User, Reason::FolderUnreadable),
        };
        Self::new(kind, "the workspace cannot be opened")
            .reason(reason)
            .hint("name the project folder with `-w FOLDER`")
            .because(error)
    }
}

#[cfg(test)]
mod tests;
