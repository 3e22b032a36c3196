//! The one SQLite file: tables, migrations, transactions.
