//! Whole files for one call. A file with more than one name may just as well be a file outside of the workspace, so it
//! is read only where git's index holds the very same content for its path: who put it there knows it already.

use std::sync::OnceLock;

use crate::content::read_bytes;
use crate::git::tracked::Tracked;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::root::{MORE_NAMES, Root};
use crate::tool_error::ToolError;
use crate::workspace::Workspace;

/// Reads the files of one call.
#[derive(Debug)]
pub(crate) struct Files<'a> {
    workspace: &'a Workspace,
    limits: &'a Limits,
    /// What the index holds, asked once and only where a file has more than one name.
    tracked: OnceLock<Option<Tracked>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(workspace: &'a Workspace, limits: &'a Limits) -> Self {
        Self { workspace, limits, tracked: OnceLock::new() }
    }

    /// The bytes of a file that a client named.
    ///
    /// # Errors
    /// As [`Root::open_file`], and `TOO_BIG`.
    pub(crate) fn read(&self, path: &RelPath, largest: u64) -> Result<Vec<u8>, ToolError> {
        self.root().require_file(path)?;
        self.read_seen(path, largest)
    }

    /// As [`Files::read`], for what a walk has just seen as a regular file.
    pub(crate) fn read_seen(&self, path: &RelPath, largest: u64) -> Result<Vec<u8>, ToolError> {
        let open = self.root().open_with_names(path)?;
        let has_more_names = open.names > 1;
        let bytes = read_bytes(open.file, open.size, largest, path)?;
        if has_more_names && !self.is_tracked(path, &bytes) {
            return Err(ToolError::withheld(path.as_str(), MORE_NAMES));
        }
        Ok(bytes)
    }

    fn root(&self) -> &Root {
        self.workspace.root()
    }

    fn is_tracked(&self, path: &RelPath, bytes: &[u8]) -> bool {
        let tracked = self.tracked.get_or_init(|| {
            let git = self.workspace.git()?;
            // Without a repository that can be read nothing vouches for the file.
            Tracked::read(git, self.workspace, self.limits)
                .inspect_err(|error| tracing::debug!(%error, "the index cannot be asked about hard links"))
                .ok()
        });
        tracked.as_ref().is_some_and(|tracked| tracked.holds(path, bytes))
    }
}
