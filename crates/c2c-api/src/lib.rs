//! Every verb of the product, one function each.
//!
//! [`App::open`] builds everything once; the edges (the command line, the connector, later the app)
//! call verbs and render what comes back: a type of `c2c-ipc`, or an [`ApiError`] whose hints are
//! something to do. Nothing here prints, parses a command line, or knows an adapter by name.

mod app;
mod app_titles;
mod browser;
mod config;
pub mod desk;
mod error;
mod heeding;
mod leases;
mod place;
mod protect;
mod settings;
mod steps;
mod templates;
#[cfg(test)]
mod testing;
mod token;
pub mod tools;
mod unless_app;
mod verbs;
mod views;

pub use app::{Adapters, App};
pub use app_titles::AppTitles;
pub use browser::StoreBook;
pub use c2c_store::{ApprovalMode, Carrier, ConversationMode, ExitStatus, Workspace};
pub use config::Config;
pub use error::{ApiError, ErrorKind};
pub use heeding::Heeding;
pub use place::{Place, workspace_at};
pub use settings::{BadSetting, ChatGptMode, LiveSettings, MOST_ITERATIONS, Settings};
pub use steps::StepLines;
pub use token::ConnectorToken;
pub use unless_app::UnlessApp;
pub use verbs::*;
