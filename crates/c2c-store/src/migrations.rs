//! The versions of the schema, in order. A released migration never changes; a new one is added.

use rusqlite::Transaction;

/// Says in the file's header that it is a store of C2C ("C2Cs").
pub(crate) const APPLICATION_ID: i64 = 0x4332_4373;

/// Entry `n` leads from version `n` to version `n + 1`.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
];

/// The version that this program writes.
pub(crate) const CURRENT: i64 = MIGRATIONS.len() as i64;

/// Leads the store to [`CURRENT`], inside the given transaction. Does nothing when another process
/// was faster.
pub(crate) fn migrate(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let found: i64 = transaction.pragma_query_one(None, "user_version")?;
    let done = usize::try_from(found).unwrap_or(0);
    for migration in MIGRATIONS.iter().skip(done) {
        transaction.execute_batch(migration)?;
    }
    if found < CURRENT {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", CURRENT)?;
    }
    Ok(())
}
