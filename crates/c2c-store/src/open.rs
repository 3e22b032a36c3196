//! Opening the file: its place, its mode, its version, its first look.
//!
//! The file is never opened except by SQLite: closing any other handle on it would drop the locks
//! that SQLite's own handles in this process hold.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::StoreError;
use crate::migrations::{APPLICATION_ID, CURRENT, migrate};

/// How long a transaction waits for the one of another process.
const BUSY_PATIENCE: Duration = Duration::from_secs(5);
/// How often it looks meanwhile. SQLite's own waiting looks every 100 ms in the end, and between
/// two busy writers a third one then finds no gap for seconds.
const BUSY_LOOK: Duration = Duration::from_millis(1);
/// How long opening goes on trying where SQLite does not wait: switching a new file to WAL.
const OPEN_PATIENCE: Duration = Duration::from_secs(15);
/// The write-ahead log is cut to this size once its content is in the main file.
const WAL_LIMIT_BYTES: i64 = 16 * 1024 * 1024;

/// The connections of one store.
#[derive(Debug)]
pub(crate) struct Connections {
    pub(crate) writer: Connection,
    pub(crate) reader: Connection,
    pub(crate) watcher: Connection,
}

/// Makes the file if it is missing, leads it to the current version and looks whether it is sound.
pub(crate) fn open(path: &Path) -> Result<Connections, StoreError> {
    prepare_place(path)?;
    let mut writer = connect(path)?;
    let until = Instant::now() + OPEN_PATIENCE;
    let mut pause = Duration::from_millis(2);
    loop {
        match prepare_content(&mut writer, path) {
            Err(StoreError::Busy) if Instant::now() < until => {
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(100));
            }
            other => break other?,
        }
    }
    first_look(&writer, path)?;
    allow_checkpoint(&writer, path)?;
    let reader = connect(path)?;
    allow_checkpoint(&reader, path)?;
    let watcher = connect(path)?;
    allow_checkpoint(&watcher, path)?;
    Ok(Connections { writer, reader, watcher })
}

fn prepare_place(path: &Path) -> Result<(), StoreError> {
    if let Some(folder) = path.parent() {
        c2c_os::folders::create_private(folder).map_err(|source| StoreError::NoFolder { source })?;
    }
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => return Err(StoreError::NotAFile { path: path.to_owned() }),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => create(path)?,
        Err(source) => {
            return Err(StoreError::Io { doing: "looking for the store", source });
        }
    }
    make_private(path)
}

/// An empty file is a store without content. It appears under its name with its mode already set,
/// and of several processes at once one makes it.
fn create(path: &Path) -> Result<(), StoreError> {
    match c2c_os::private_file::write_new(path, b"") {
        Ok(_) => Ok(()),
        Err(c2c_os::private_file::PrivateFileError::Io { source, .. }) => Err(match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded | std::io::ErrorKind::FileTooLarge => {
                StoreError::Full { path: path.to_owned() }
            }
            _ => StoreError::Io { doing: "creating the store", source },
        }),
        Err(other) => Err(StoreError::Io { doing: "creating the store", source: std::io::Error::other(other) }),
    }
}

/// SQLite gives the files beside the store the store's own mode.
#[cfg(unix)]
fn make_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt as _;
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let tightened = match std::fs::metadata(&name) {
            Ok(metadata) if metadata.permissions().mode() & 0o077 != 0 => {
                std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o600))
            }
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        match tightened {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::Io { doing: "making the store private", source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// On Windows the folder's access list makes the file private.
#[cfg(not(unix))]
fn make_private(_path: &Path) -> Result<(), StoreError> {
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "this is the place that opens the store")]
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let failed = |source| StoreError::from_sql(path, "opening the store", source);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    let mut waiting_since = Instant::now();
    let wait = move |looks_so_far: i32| {
        if looks_so_far == 0 {
            waiting_since = Instant::now();
        }
        thread::sleep(BUSY_LOOK);
        waiting_since.elapsed() < BUSY_PATIENCE
    };
    connection.busy_handler(Some(wait)).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(128);
    // Until the content is known to be ours and sound, closing must not move anything into the file.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(failed)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(failed)?;
    connection.pragma_update(None, "trusted_schema", false).map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    // The journal of effects must survive a power cut: what was committed stays committed.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    // On macOS an ordinary sync stops at the disk's own cache; elsewhere this changes nothing.
    connection.pragma_update(None, "fullfsync", true).map_err(failed)?;
    Ok(connection)
}

fn allow_checkpoint(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        .map(drop)
        .map_err(|source| StoreError::from_sql(path, "opening the store", source))
}

fn prepare_content(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::from_sql(path, "reading the store's version", source);
    let version: i64 = connection.pragma_query_one(None, "user_version").map_err(failed)?;
    let application: i64 = connection.pragma_query_one(None, "application_id").map_err(failed)?;
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    let is_new = version == 0 && application == 0 && objects == 0;
    if !is_new && application != APPLICATION_ID {
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            reason: "it is a database of another program".to_owned(),
        });
    }
    if version > CURRENT {
        return Err(StoreError::Newer { path: path.to_owned(), found: version, known: CURRENT });
    }
    let failed = |source| StoreError::from_sql(path, "setting up the store", source);
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).map_err(failed)?;
    if mode != "wal" {
        tracing::warn!(mode, "the store's file system does not allow a write-ahead log");
    }
    connection
        .pragma_update_and_check(None, "journal_size_limit", WAL_LIMIT_BYTES, |row| row.get::<_, i64>(0))
        .map_err(failed)?;
    if version < CURRENT {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        migrate(&transaction).map_err(failed)?;
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}

/// Reads the first row of every table: cheap at any size, and it meets damage to the schema, a
/// missing table and garbage in the pages that everything else hangs from. Deeper damage is named
/// when it is met.
fn first_look(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    for table in crate::tables::NAMES {
        let sql = format!("SELECT 1 FROM {table} LIMIT 1");
        let looked = connection.prepare(&sql).and_then(|mut statement| statement.exists([]));
        match looked.map_err(|source| StoreError::from_sql(path, "looking at the store", source)) {
            Ok(_) => {}
            Err(StoreError::Sql { source, .. }) => {
                return Err(StoreError::Damaged { path: path.to_owned(), reason: source.to_string() });
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}
