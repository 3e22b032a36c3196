//! The store and its transactions.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use c2c_ports::Clock;
use rusqlite::{Connection, Params, Row, Transaction, TransactionBehavior};

use crate::error::is_orphan;
use crate::open::{self, Connections};
use crate::{Lease, StoreError};

/// The store of one data folder. Share it in an `Arc`; every call is short and blocks.
///
/// Do not call [`Store::write`] inside a `write`, nor [`Store::read`] inside a `read`, of the same
/// store: they wait for each other.
pub struct Store {
    path: PathBuf,
    clock: Arc<dyn Clock>,
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    /// Never writes and never stands in a transaction, so that it notices every change, ours too.
    watcher: Mutex<Connection>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Store").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store at `path`, makes it if it is missing, and leads it to the current version.
    /// Many processes may do so at once.
    ///
    /// # Errors
    /// `NotAFile`, `NoFolder`, `Newer`, `Damaged`, `Full`, `Busy`, `Io`, `Sql`. A file that cannot
    /// be used is left as it is.
    pub fn open(path: &Path, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let Connections { writer, reader, watcher } = open::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            clock,
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            watcher: Mutex::new(watcher),
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A number that differs from the last one as soon as anybody has committed something. Cheap
    /// enough to ask five times a second.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        lock(&self.watcher)
            .pragma_query_one(None, "data_version")
            .map_err(|source| StoreError::from_sql(&self.path, "watching the store", source))
    }

    /// Reads: everything that `body` sees is of one moment.
    ///
    /// # Errors
    /// What `body` returns, or when the store cannot be read.
    pub fn read<T>(&self, body: impl FnOnce(&ReadTx<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut connection = lock(&self.reader);
        let transaction = self.begin(&mut connection, TransactionBehavior::Deferred)?;
        body(&transaction)
    }

    /// Writes: everything that `body` does is kept together, or nothing when it returns an error.
    ///
    /// # Errors
    /// What `body` returns, or when the store cannot be written.
    pub fn write<T>(&self, body: impl FnOnce(&WriteTx<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut connection = lock(&self.writer);
        let transaction = WriteTx(self.begin(&mut connection, TransactionBehavior::Immediate)?);
        let value = body(&transaction)?;
        let WriteTx(ReadTx { transaction, .. }) = transaction;
        transaction.commit().map_err(|source| StoreError::from_sql(&self.path, "writing the store", source))?;
        Ok(value)
    }

    /// Writes as the owner of `lease`: the lease is looked at in the same transaction, so an owner
    /// that was overtaken while it slept writes nothing.
    ///
    /// # Errors
    /// `LeaseLost`, what `body` returns, or when the store cannot be written.
    pub fn write_owned<T>(
        &self,
        lease: &Lease,
        body: impl FnOnce(&WriteTx<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write(|transaction| {
            transaction.check_lease(lease)?;
            body(transaction)
        })
    }

    fn begin<'a>(
        &'a self,
        connection: &'a mut Connection,
        behavior: TransactionBehavior,
    ) -> Result<ReadTx<'a>, StoreError> {
        let transaction = connection
            .transaction_with_behavior(behavior)
            .map_err(|source| StoreError::from_sql(&self.path, "beginning a transaction", source))?;
        Ok(ReadTx { transaction, path: &self.path, clock: &*self.clock })
    }
}

/// A panic in a transaction rolled it back, so the connection behind a poisoned lock is sound.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A transaction that reads. See the tables' modules for its verbs.
pub struct ReadTx<'a> {
    transaction: Transaction<'a>,
    path: &'a Path,
    clock: &'a dyn Clock,
}

impl std::fmt::Debug for ReadTx<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ReadTx").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A transaction that writes; it can read too.
#[derive(Debug)]
pub struct WriteTx<'a>(ReadTx<'a>);

impl<'a> Deref for WriteTx<'a> {
    type Target = ReadTx<'a>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl ReadTx<'_> {
    /// The first row, if there is one.
    pub(crate) fn one<T>(
        &self,
        doing: &'static str,
        sql: &str,
        params: impl Params,
        from_row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let found = self.transaction.prepare_cached(sql).and_then(|mut statement| {
            let mut rows = statement.query(params)?;
            rows.next()?.map(from_row).transpose()
        });
        found.map_err(|source| self.failed(doing, source))
    }

    /// All rows.
    pub(crate) fn many<T>(
        &self,
        doing: &'static str,
        sql: &str,
        params: impl Params,
        from_row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let found = self.transaction.prepare_cached(sql).and_then(|mut statement| {
            let rows = statement.query_map(params, from_row)?;
            rows.collect::<rusqlite::Result<Vec<T>>>()
        });
        found.map_err(|source| self.failed(doing, source))
    }

    pub(crate) fn failed(&self, doing: &'static str, source: rusqlite::Error) -> StoreError {
        StoreError::from_sql(self.path, doing, source)
    }
}

impl WriteTx<'_> {
    /// Milliseconds since 1970, for the rows' times.
    pub(crate) fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }

    /// Runs one statement; the number of rows it changed.
    pub(crate) fn run(&self, doing: &'static str, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        self.try_run(sql, params).map_err(|source| self.failed(doing, source))
    }

    /// The same for a row that belongs to another one, which is named if it is missing.
    pub(crate) fn run_under(
        &self,
        (what, id): (&'static str, &str),
        doing: &'static str,
        sql: &str,
        params: impl Params,
    ) -> Result<usize, StoreError> {
        self.try_run(sql, params).map_err(|source| {
            if is_orphan(&source) {
                StoreError::NotFound { what, id: id.to_owned() }
            } else {
                self.failed(doing, source)
            }
        })
    }

    /// The same with SQLite's own error.
    pub(crate) fn try_run(&self, sql: &str, params: impl Params) -> rusqlite::Result<usize> {
        self.0.transaction.prepare_cached(sql)?.execute(params)
    }

    /// The number that the last inserted row got.
    pub(crate) fn last_id(&self) -> i64 {
        self.0.transaction.last_insert_rowid()
    }
}
