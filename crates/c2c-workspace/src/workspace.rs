//! One workspace as the tools see it: its id, its root, and the rules in force.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::policy::Policy;
use crate::root::{Root, RootError};
use crate::tool_error::ToolError;

/// An open workspace. Made once and shared by all calls.
#[derive(Debug)]
pub struct Workspace {
    id: String,
    root: Root,
    policy: Mutex<Option<Arc<Policy>>>,
}

impl Workspace {
    /// Opens the root. `id` is what stands in `c2c://<id>/…` addresses.
    ///
    /// # Errors
    /// See [`RootError`].
    pub fn open(id: &str, path: &Path) -> Result<Self, RootError> {
        Ok(Self {
            id: id.to_owned(),
            root: Root::open(path)?,
            policy: Mutex::new(None),
        })
    }

    /// The id in addresses.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The open root.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The rules in force now. Rules added to `.c2cignore` count from the next call on; rules taken away keep
    /// counting until this workspace is opened again.
    ///
    /// # Errors
    /// `WITHHELD` when `.c2cignore` cannot be read.
    pub fn policy(&self) -> Result<Arc<Policy>, ToolError> {
        let mut current = self.policy.lock().unwrap_or_else(PoisonError::into_inner);
        let mut policy = match current.take() {
            Some(policy) => policy,
            None => Arc::new(Policy::load(&self.root)?),
        };
        let tightened = Arc::make_mut(&mut policy).tighten(&self.root);
        *current = Some(Arc::clone(&policy));
        tightened.map(|()| policy)
    }
}
