//! The browser that C2C started last. There is one for the data folder, so its table has one row.

use std::path::{Path, PathBuf};

use c2c_ports::BrowserProcess;
use rusqlite::{Row, params};

use crate::columns::{json, to_json};
use crate::{ReadTx, StoreError, WriteTx};

fn from_row(row: &Row<'_>) -> rusqlite::Result<BrowserProcess> {
    Ok(BrowserProcess {
        pid: row.get("pid")?,
        process_start: row.get("process_start")?,
        program: PathBuf::from(row.get::<_, String>("program")?),
        profile: PathBuf::from(row.get::<_, String>("profile")?),
        switches: json(row, "switches")?,
        started_at_ms: row.get("started_at_ms")?,
    })
}

/// A path that is no Unicode cannot be kept.
fn text(doing: &'static str, path: &Path) -> Result<String, StoreError> {
    let value = serde_json::to_value(path).map_err(|source| StoreError::Json { doing, source })?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

impl ReadTx<'_> {
    /// The browser noted last, whether it still runs or not.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn browser(&self) -> Result<Option<BrowserProcess>, StoreError> {
        self.one("reading the browser", "SELECT * FROM browser", [], from_row)
    }
}

impl WriteTx<'_> {
    /// Notes the browser that was started, in the place of any other.
    ///
    /// # Errors
    /// When a path of it is no Unicode, or the store cannot be written.
    pub fn note_browser(&self, browser: &BrowserProcess) -> Result<(), StoreError> {
        let doing = "noting the browser";
        let sql = "INSERT OR REPLACE INTO browser
                   (id, pid, process_start, program, profile, switches, started_at_ms)
                   VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)";
        let values = params![
            browser.pid,
            browser.process_start,
            text(doing, &browser.program)?,
            text(doing, &browser.profile)?,
            to_json(doing, &browser.switches)?,
            browser.started_at_ms,
        ];
        self.run(doing, sql, values).map(drop)
    }
}
