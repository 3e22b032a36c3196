//! The one SQLite file: tables, migrations, transactions.
//!
//! It is the only truth of the product: every process may be killed at any moment, and the next
//! one goes on from here. Many processes use it at once. This crate stores and finds; it decides
//! nothing about the loop and reads no other file.
//!
//! [`Store::read`] and [`Store::write`] give a transaction; the tables' verbs are methods of
//! [`ReadTx`] and [`WriteTx`]. [`Store::write_owned`] is for the owner of a lease: it writes only
//! while the lease is still its own.

mod columns;
mod error;
mod migrations;
mod open;
mod store;
mod tables;

pub use error::{EnumError, StoreError};
pub use store::{ReadTx, Store, WriteTx};
pub use tables::calls::{Call, NewCall};
pub use tables::checkpoints::Checkpoint;
pub use tables::commands::CommandRow;
pub use tables::conversations::{Conversation, ConversationMode, NewConversation};
pub use tables::effects::{Effect, NewEffect};
pub use tables::iterations::{ExitStatus, Iteration, TestSource};
pub use tables::leases::{Acquired, HEARTBEAT_STALE_MS, Lease, LeaseKind};
pub use tables::listing::Listed;
pub use tables::messages::{Direction, Message, NewMessage};
pub use tables::notices::Claimed;
pub use tables::outputs::{NewOutput, Output, OutputSource, OutputStatus};
pub use tables::sessions::{ApprovalMode, Carrier, NewSession, Session, SessionDriver, SessionFilter, SessionStatus};
pub use tables::templates::{Template, TemplateKind};
pub use tables::workspaces::Workspace;
