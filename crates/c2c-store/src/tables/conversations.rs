//! The ChatGPT conversations that carry the control messages.

use c2c_ports::WorkspaceId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::{named, text_enum};
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Where a conversation lives.
    ConversationMode {
        /// A chat of its own.
        LongChat = "long-chat",
        /// A chat in a ChatGPT Project.
        Project = "project",
    }
}

/// One conversation. What is not known yet is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub workspace_id: WorkspaceId,
    /// Where it lives.
    pub mode: ConversationMode,
    /// Its address.
    pub url: Option<String>,
    /// The address of its Project.
    pub project_url: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The connector it uses.
    pub connector_name: Option<String>,
    /// Whether it has been given the boot prompt.
    pub booted: bool,
    /// Whether it is the workspace's current one.
    pub active: bool,
    /// When C2C first met it.
    pub created_at_ms: i64,
    /// When this row last changed.
    pub updated_at_ms: i64,
}

/// A conversation to be noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConversation {
    /// Whose it is.
    pub workspace_id: WorkspaceId,
    /// Where it lives.
    pub mode: ConversationMode,
    /// Its address.
    pub url: Option<String>,
    /// The address of its Project.
    pub project_url: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The connector it uses.
    pub connector_name: Option<String>,
}

impl NewConversation {
    /// One of which nothing else is known.
    #[must_use]
    pub fn unknown(workspace_id: WorkspaceId, mode: ConversationMode) -> Self {
        Self { workspace_id, mode, url: None, project_url: None, title: None, connector_name: None }
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Conversation> {
    Ok(Conversation {
        id: row.get("id")?,
        workspace_id: named(row, "workspace_id")?,
        mode: named(row, "mode")?,
        url: row.get("url")?,
        project_url: row.get("project_url")?,
        title: row.get("title")?,
        connector_name: row.get("connector_name")?,
        booted: row.get("booted")?,
        active: row.get("active")?,
        created_at_ms: row.get("created_at_ms")?,
        updated_at_ms: row.get("updated_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// The conversation of that number.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn conversation(&self, id: i64) -> Result<Option<Conversation>, StoreError> {
        self.one("reading a conversation", "SELECT * FROM conversations WHERE id = ?1", [id], from_row)
    }

    /// The workspace's current conversation.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn current_conversation(&self, workspace: &WorkspaceId) -> Result<Option<Conversation>, StoreError> {
        let sql = "SELECT * FROM conversations WHERE workspace_id = ?1 AND active = 1";
        self.one("reading a conversation", sql, [workspace.as_str()], from_row)
    }
}

impl WriteTx<'_> {
    /// Notes a new conversation and makes it the workspace's current one.
    ///
    /// # Errors
    /// `NotFound` for the workspace, or when the store cannot be written.
    pub fn new_conversation(&self, new: &NewConversation) -> Result<Conversation, StoreError> {
        self.deactivate_conversation(&new.workspace_id)?;
        let now_ms = self.now_ms();
        let sql = "INSERT INTO conversations (workspace_id, mode, url, project_url, title, connector_name,
                       booted, active, created_at_ms, updated_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 1, ?7, ?7)";
        let workspace = new.workspace_id.as_str();
        self.run_under(
            ("workspace", workspace),
            "writing a conversation",
            sql,
            params![workspace, new.mode.as_str(), new.url, new.project_url, new.title, new.connector_name, now_ms],
        )?;
        let new = new.clone();
        Ok(Conversation {
            id: self.last_id(),
            workspace_id: new.workspace_id,
            mode: new.mode,
            url: new.url,
            project_url: new.project_url,
            title: new.title,
            connector_name: new.connector_name,
            booted: false,
            active: true,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        })
    }

    /// Writes all that can change in a conversation; `updated_at_ms` is set here.
    ///
    /// # Errors
    /// `NotFound`; `Conflict` when it is active and another of its workspace is; or when the store
    /// cannot be written.
    pub fn update_conversation(&self, conversation: &Conversation) -> Result<(), StoreError> {
        let Conversation { id, mode, url, project_url, title, connector_name, booted, active, .. } = conversation;
        let sql = "UPDATE conversations SET mode = ?2, url = ?3, project_url = ?4, title = ?5, connector_name = ?6,
                       booted = ?7, active = ?8, updated_at_ms = ?9 WHERE id = ?1";
        let values = params![id, mode.as_str(), url, project_url, title, connector_name, booted, active, self.now_ms()];
        match self.try_run(sql, values) {
            Ok(0) => Err(StoreError::NotFound { what: "conversation", id: id.to_string() }),
            Ok(_) => Ok(()),
            Err(source) if crate::error::is_taken(&source) => {
                let current = self.current_conversation(&conversation.workspace_id)?;
                Err(StoreError::Conflict {
                    what: "a current conversation of the workspace",
                    with: current.map(|current| current.id.to_string()).unwrap_or_default(),
                })
            }
            Err(source) => Err(self.failed("writing a conversation", source)),
        }
    }

    /// Leaves the workspace without a current conversation.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn deactivate_conversation(&self, workspace: &WorkspaceId) -> Result<(), StoreError> {
        let sql = "UPDATE conversations SET active = 0, updated_at_ms = ?2 WHERE workspace_id = ?1 AND active = 1";
        self.run("writing a conversation", sql, params![workspace.as_str(), self.now_ms()]).map(drop)
    }
}
