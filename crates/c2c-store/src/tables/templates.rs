//! The texts with which a workspace's conversations begin, where the person edited them.

use c2c_ports::WorkspaceId;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use crate::columns::text_enum;
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Which text.
    TemplateKind {
        /// The first message of a new conversation.
        BootPrompt = "boot_prompt",
        /// The instructions of a ChatGPT Project.
        Instructions = "instructions",
    }
}

/// An edited text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// The text.
    pub text: String,
    /// C2C's own text from which it was edited.
    pub original: String,
}

impl ReadTx<'_> {
    /// The workspace's edited text; none when C2C's own is used.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn template(&self, workspace: &WorkspaceId, kind: TemplateKind) -> Result<Option<Template>, StoreError> {
        let sql = "SELECT text, original FROM templates WHERE workspace_id = ?1 AND kind = ?2";
        self.one("reading a template", sql, params![workspace.as_str(), kind.as_str()], |row| {
            Ok(Template { text: row.get("text")?, original: row.get("original")? })
        })
    }
}

impl WriteTx<'_> {
    /// Keeps an edited text in place of the last one; none goes back to C2C's own.
    ///
    /// # Errors
    /// `NotFound` for the workspace, or when the store cannot be written.
    pub fn set_template(
        &self,
        workspace: &WorkspaceId,
        kind: TemplateKind,
        template: Option<&Template>,
    ) -> Result<(), StoreError> {
        let doing = "writing a template";
        let id = workspace.as_str();
        let Some(template) = template else {
            let sql = "DELETE FROM templates WHERE workspace_id = ?1 AND kind = ?2";
            return self.run(doing, sql, params![id, kind.as_str()]).map(drop);
        };
        let sql =
            "INSERT INTO templates (workspace_id, kind, text, original, updated_at_ms) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (workspace_id, kind) DO UPDATE SET text = excluded.text,
                       original = excluded.original, updated_at_ms = excluded.updated_at_ms";
        let values = params![id, kind.as_str(), template.text, template.original, self.now_ms()];
        self.run_under(("workspace", id), doing, sql, values).map(drop)
    }
}
