//! The project folders that C2C knows.

use c2c_ports::WorkspaceId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::named;
use crate::{ReadTx, StoreError, WriteTx};

/// One project folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workspace {
    /// Its id.
    pub id: WorkspaceId,
    /// Its absolute path.
    pub root: String,
    /// What people call it.
    pub name: String,
    /// What its connector is called in ChatGPT.
    pub connector_name: String,
    /// The hash of the loosening configuration that the person has accepted.
    pub accepted_config_hash: Option<String>,
    /// When C2C first met it.
    pub created_at_ms: i64,
    /// When it was last used.
    pub last_used_at_ms: i64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Workspace> {
    Ok(Workspace {
        id: named(row, "id")?,
        root: row.get("root")?,
        name: row.get("name")?,
        connector_name: row.get("connector_name")?,
        accepted_config_hash: row.get("accepted_config_hash")?,
        created_at_ms: row.get("created_at_ms")?,
        last_used_at_ms: row.get("last_used_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// The workspace of that id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn workspace(&self, id: &WorkspaceId) -> Result<Option<Workspace>, StoreError> {
        self.one("reading a workspace", "SELECT * FROM workspaces WHERE id = ?1", [id.as_str()], from_row)
    }

    /// The workspace of that absolute path.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn workspace_by_root(&self, root: &str) -> Result<Option<Workspace>, StoreError> {
        self.one("reading a workspace", "SELECT * FROM workspaces WHERE root = ?1", [root], from_row)
    }

    /// All workspaces, the last used one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn workspaces(&self) -> Result<Vec<Workspace>, StoreError> {
        let sql = "SELECT * FROM workspaces ORDER BY last_used_at_ms DESC, rowid DESC";
        self.many("reading the workspaces", sql, [], from_row)
    }
}

impl WriteTx<'_> {
    /// Notes that the folder `root` is used, under these names. It keeps the id it has; one that
    /// is new gets `id_if_new`.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn upsert_workspace(
        &self,
        id_if_new: &WorkspaceId,
        root: &str,
        name: &str,
        connector_name: &str,
    ) -> Result<Workspace, StoreError> {
        let doing = "writing a workspace";
        let sql = "INSERT INTO workspaces (id, root, name, connector_name, created_at_ms, last_used_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                   ON CONFLICT (root) DO UPDATE SET name = excluded.name,
                       connector_name = excluded.connector_name, last_used_at_ms = excluded.last_used_at_ms";
        self.run(doing, sql, params![id_if_new.as_str(), root, name, connector_name, self.now_ms()])?;
        self.workspace_by_root(root)?.ok_or_else(|| StoreError::NotFound { what: "workspace", id: root.to_owned() })
    }

    /// Notes that the person accepts the loosening configuration of this hash, or none any more.
    ///
    /// # Errors
    /// `NotFound`, or when the store cannot be written.
    pub fn accept_config(&self, id: &WorkspaceId, hash: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE workspaces SET accepted_config_hash = ?2 WHERE id = ?1";
        match self.run("writing a workspace", sql, params![id.as_str(), hash])? {
            0 => Err(StoreError::NotFound { what: "workspace", id: id.to_string() }),
            _ => Ok(()),
        }
    }
}
