//! Sessions as lists show them: all of them in stretches, and the open ones.

use c2c_ports::SessionId;
use rusqlite::types::Value;
use rusqlite::{Row, params, params_from_iter};

use super::sessions::{Session, from_row};
use crate::{ReadTx, StoreError, WriteTx};

/// The most words of a search; further ones are not looked for.
const MOST_WORDS: usize = 8;

/// A session with what a list says about its workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The session.
    pub session: Session,
    /// The workspace's name.
    pub workspace_name: String,
    /// The workspace's root.
    pub root: String,
    /// Whether it is the workspace's last session.
    pub is_last: bool,
    /// Whether it has an iteration that can be taken back.
    pub can_undo: bool,
    /// Whether the app runs it, now or when it is started again.
    pub in_app: bool,
}

const COLUMNS: &str = "s.*, w.name AS workspace_name, w.root AS root,
    NOT EXISTS (SELECT 1 FROM sessions AS later WHERE later.workspace_id = s.workspace_id AND later.seq > s.seq)
        AS is_last,
    EXISTS (SELECT 1 FROM iterations AS i WHERE i.workspace_id = s.workspace_id AND i.task_id = s.task_id
        AND i.undone_at_ms IS NULL AND i.before_snapshot IS NOT NULL AND i.after_snapshot IS NOT NULL) AS can_undo";

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    Ok(Listed {
        session: from_row(row)?,
        workspace_name: row.get("workspace_name")?,
        root: row.get("root")?,
        is_last: row.get("is_last")?,
        can_undo: row.get("can_undo")?,
        in_app: row.get("in_app")?,
    })
}

impl ReadTx<'_> {
    /// One session as lists show it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn listed(&self, id: &SessionId) -> Result<Option<Listed>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM sessions AS s JOIN workspaces AS w ON w.id = s.workspace_id WHERE s.id = ?1"
        );
        self.one("reading a session", &sql, [id.as_str()], listed)
    }

    /// At most `limit` sessions that have not ended, the one that changed last first, and how many there are.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_sessions(&self, limit: u32) -> Result<(u32, Vec<Listed>), StoreError> {
        let count = "SELECT count(*) FROM sessions WHERE ended_at_ms IS NULL";
        let total = self.one("counting the sessions", count, [], |row| row.get(0))?.unwrap_or(0);
        let sql = format!(
            "SELECT {COLUMNS} FROM sessions AS s JOIN workspaces AS w ON w.id = s.workspace_id
             WHERE s.ended_at_ms IS NULL ORDER BY s.updated_at_ms DESC, s.seq DESC LIMIT ?1"
        );
        Ok((total, self.many("reading the sessions", &sql, [limit], listed)?))
    }

    /// The session of a task as lists show it; the last one, where several are of that task.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn listed_of_task(&self, task_id: &str) -> Result<Option<Listed>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM sessions AS s JOIN workspaces AS w ON w.id = s.workspace_id
             WHERE s.task_id = ?1 ORDER BY s.seq DESC LIMIT 1"
        );
        self.one("reading a session", &sql, [task_id], listed)
    }

    /// A stretch of all sessions, the one that changed last first: `offset` are left out and at most `limit` follow. With how many
    /// there are in all.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_stretch(&self, offset: u32, limit: u32) -> Result<(u32, Vec<Listed>), StoreError> {
        let count = "SELECT count(*) FROM sessions INDEXED BY sessions_order";
        let total = self.one("counting the sessions", count, [], |row| row.get(0))?.unwrap_or(0);
        let sql = format!(
            "SELECT {COLUMNS} FROM sessions AS s JOIN workspaces AS w ON w.id = s.workspace_id
             WHERE s.seq IN (SELECT seq FROM sessions INDEXED BY sessions_changed
                 ORDER BY updated_at_ms DESC, seq DESC LIMIT ?1 OFFSET ?2)
             ORDER BY s.updated_at_ms DESC, s.seq DESC"
        );
        Ok((total, self.many("reading the sessions", &sql, [limit, offset], listed)?))
    }

    /// The same of those whose goal, workspace or task contain every word of `query` in any letter case. At most
    /// eight words count.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_search(
        &self,
        query: &str,
        open_only: bool,
        offset: u32,
        limit: u32,
    ) -> Result<(u32, Vec<Listed>), StoreError> {
        let mut values: Vec<Value> = Vec::new();
        // The open ones are few, and have an index of their own.
        let mut sql = match open_only {
            true => "SELECT seq FROM sessions INDEXED BY sessions_open WHERE ended_at_ms IS NULL",
            false => "SELECT seq FROM sessions WHERE 1",
        }
        .to_owned();
        for word in query.split_whitespace().take(MOST_WORDS) {
            let mut ways = Vec::new();
            for written in spellings(word) {
                values.push(Value::Text(pattern(&written)));
                let n = values.len();
                ways.push(format!(
                    "goal LIKE ?{n} ESCAPE '\\' OR task_id LIKE ?{n} ESCAPE '\\'
                     OR workspace_id IN (SELECT id FROM workspaces WHERE name LIKE ?{n} ESCAPE '\\')"
                ));
            }
            sql.push_str(&format!(" AND ({})", ways.join(" OR ")));
        }
        sql.push_str(" ORDER BY updated_at_ms DESC, seq DESC");
        let doing = "searching the sessions";
        let found: Vec<i64> = self.many(doing, &sql, params_from_iter(values), |row| row.get(0))?;
        let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let one = format!(
            "SELECT {COLUMNS} FROM sessions AS s JOIN workspaces AS w ON w.id = s.workspace_id WHERE s.seq = ?1"
        );
        let mut rows = Vec::new();
        for seq in found.into_iter().skip(offset as usize).take(limit as usize) {
            rows.extend(self.one(doing, &one, [seq], listed)?);
        }
        Ok((total, rows))
    }

    /// The open sessions that the app runs, or ran before it was ended.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn sessions_in_app(&self) -> Result<Vec<Session>, StoreError> {
        let sql = "SELECT * FROM sessions WHERE ended_at_ms IS NULL AND in_app = 1 ORDER BY seq";
        self.many("reading the sessions", sql, [], from_row)
    }
}

impl WriteTx<'_> {
    /// Notes whether the app runs a session, and takes it up again when it is started.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn set_in_app(&self, id: &SessionId, in_app: bool) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET in_app = ?2 WHERE id = ?1 AND in_app <> ?2";
        self.run("writing a session", sql, params![id.as_str(), in_app]).map(drop)
    }
}

/// The word in the letter cases that a text may have it in: SQLite itself takes only ASCII's letters for the same.
fn spellings(word: &str) -> Vec<String> {
    if word.is_ascii() {
        return vec![word.to_owned()];
    }
    let lower = word.to_lowercase();
    let mut letters = lower.chars();
    let capital = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let mut all = vec![word.to_owned(), word.to_uppercase(), capital, lower];
    all.sort();
    all.dedup();
    all
}

fn pattern(word: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in word.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
