//! The product, opened: everything is built here once, and there are no globals.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use c2c_os::process::ProcessIdentity;
use c2c_ports::{Browser, Changes, Clock, Executor, Notifier, StepObserver, Window, WorkspaceId};
use c2c_store::Store;
use c2c_workspace::Workspace;
use c2c_workspace::git::Git;
use c2c_workspace::root::RootError;

use crate::config::Config;
use crate::error::ApiError;
use crate::settings::{BadSetting, Settings};

/// The adapters, joined by the binary.
#[derive(Clone)]
pub struct Adapters {
    /// Carries messages to ChatGPT by itself; none where that cannot be.
    pub window: Option<Arc<dyn Window>>,
    /// Has the person carry messages to ChatGPT.
    pub manual: Arc<dyn Window>,
    /// Starts and ends the browser that shows ChatGPT.
    pub browser: Arc<dyn Browser>,
    /// Runs plans.
    pub executor: Arc<dyn Executor>,
    /// Pictures work trees.
    pub changes: Arc<dyn Changes>,
    /// Tells the person.
    pub notifier: Arc<dyn Notifier>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Is told each point of an effect as it is passed.
    pub steps: Arc<dyn StepObserver>,
}

impl std::fmt::Debug for Adapters {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Adapters").finish_non_exhaustive()
    }
}

/// The product of one process.
#[derive(Debug)]
pub struct App {
    config: Config,
    adapters: Adapters,
    store: Arc<Store>,
    process: ProcessIdentity,
    git: Arc<Git>,
    /// Workspaces whose root handle is open, for the tools.
    open: Mutex<HashMap<WorkspaceId, Arc<Workspace>>>,
}

impl App {
    /// Opens the store and keeps the rest ready.
    ///
    /// # Errors
    /// `Config` when the store cannot be used as it is, `Unavailable` when it is busy or the disk full.
    pub fn open(config: Config, adapters: Adapters) -> Result<Arc<Self>, ApiError> {
        let store = Store::open(&config.data.store_file(), Arc::clone(&adapters.clock))?;
        let process = c2c_os::process::own_identity()?;
        let git = Arc::new(Git::new(&config.environment, config.data.root().join("scratch")));
        Ok(Arc::new(Self { config, adapters, store: Arc::new(store), process, git, open: Mutex::default() }))
    }

    /// The same as another process, whose identity is given.
    #[cfg(test)]
    pub(crate) fn open_as(config: Config, adapters: Adapters, process: ProcessIdentity) -> Arc<Self> {
        let store = Store::open(&config.data.store_file(), Arc::clone(&adapters.clock)).unwrap();
        let git = Arc::new(Git::new(&config.environment, config.data.root().join("scratch")));
        Arc::new(Self { config, adapters, store: Arc::new(store), process, git, open: Mutex::default() })
    }

    /// What it was opened with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The settings as they are now.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.config.live.get()
    }

    /// Settings that are not used now.
    #[must_use]
    pub fn bad_settings(&self) -> Vec<BadSetting> {
        self.config.live.bad()
    }

    /// The store. Edges read and write through verbs; this is for the adapters they join.
    #[must_use]
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The adapters.
    #[must_use]
    pub fn adapters(&self) -> &Adapters {
        &self.adapters
    }

    /// This process, as leases name it.
    #[must_use]
    pub fn process(&self) -> &ProcessIdentity {
        &self.process
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.adapters.clock.now_ms()
    }

    /// Git, for what reads repositories.
    pub(crate) fn git(&self) -> &Git {
        &self.git
    }

    /// Opens a workspace for the tools.
    pub(crate) fn open_workspace(&self, id: &WorkspaceId, root: &Path) -> Result<Workspace, RootError> {
        Ok(Workspace::open(id.as_str(), root)?.with_git(Arc::clone(&self.git)))
    }

    /// Keeps a workspace open for all calls. The one that is open already stays, for its rules remember more, unless
    /// its folder lies there no longer.
    pub(crate) fn keep_open(&self, id: &WorkspaceId, opened: Arc<Workspace>) -> Arc<Workspace> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = open.entry(id.clone()).or_insert_with(|| Arc::clone(&opened));
        if !kept.root().is_in_place() {
            *kept = opened;
        }
        Arc::clone(kept)
    }

    /// The open workspace of `id`, if it is open and its folder still lies where it was opened.
    pub(crate) fn kept_open(&self, id: &WorkspaceId) -> Option<Arc<Workspace>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(id).filter(|kept| kept.root().is_in_place()).map(Arc::clone)
    }
}
