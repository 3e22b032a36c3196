//! The stand-in for ChatGPT: a server on loopback with a page that is built like the real one, and
//! the planner behind it.
//!
//! The page has the real ProseMirror and the structure of several generations of ChatGPT; what it
//! does beyond that is switched by `behaviour`. Every message is written down byte for byte
//! (`record`), so that tests compare what arrived with what was sent.

mod answering;
mod assets;
mod behaviour;
mod conversation;
mod hall;
mod moods;
mod record;
mod routes;
mod thinker;

use std::fs;
use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use tokio::net::TcpListener;

pub use assets::default_folder;
pub use behaviour::{Behaviour, BehaviourError};
pub use moods::{Moods, MoodsError};
pub use thinker::{ConnectorSource, PlannerKind, PlannerOptions};

use assets::Assets;
use hall::Hall;
use record::Record;
use routes::Shared;
use thinker::Thinker;

use crate::model::input_closed;
use crate::output;

/// How the server is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The port; 0 for any free one.
    pub port: u16,
    /// The file that gets the port once the server listens.
    pub port_file: Option<PathBuf>,
    /// The file that gets every message and event, one JSON object a line.
    pub log: Option<PathBuf>,
    /// Where the page's files are.
    pub assets: PathBuf,
    /// What the page does.
    pub behaviour: Behaviour,
    /// Who answers.
    pub planner: PlannerOptions,
    /// Ends the server when standard input ends, so that it never outlives who started it.
    pub until_stdin_closes: bool,
}

/// Serves until it is interrupted.
///
/// # Errors
/// When the page's files, the port, the port file or the log cannot be used.
pub async fn serve(options: Options) -> io::Result<()> {
    let assets = Arc::new(Assets::read(&options.assets)?);
    let record = Record::open(options.log.as_deref())?;
    let hall = Arc::new(Hall::new(options.behaviour, record, Thinker::new(options.planner))?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let port = listener.local_addr()?.port();
    if let Some(path) = &options.port_file {
        let draft = path.with_extension("draft");
        fs::write(&draft, port.to_string())?;
        fs::rename(&draft, path)?;
    }
    output::line(&json!({"chatgpt": format!("http://127.0.0.1:{port}/"), "port": port}).to_string())?;
    let router = routes::router(Shared { hall, assets });
    tokio::select! {
        ended = async { axum::serve(listener, router).await } => ended,
        _ = tokio::signal::ctrl_c() => Ok(()),
        () = input_closed(), if options.until_stdin_closes => Ok(()),
    }
}
