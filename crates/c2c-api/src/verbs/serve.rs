//! Serving the connectors: one process for all workspaces, by the listener's lease.
//!
//! The transport is an adapter ([`Listen`]); this decides who serves and keeps the address where
//! others find it. While another process serves, we stand by and take over when it is gone.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::ServeView;
use c2c_ipc::app::Reason;
use c2c_ports::{BoxFuture, WorkspaceId};
use c2c_store::{Acquired, Lease, LeaseKind};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::leases;
use crate::place::Place;

/// How often the lease is renewed, or looked at when another process has it.
const BEAT: Duration = Duration::from_secs(5);

/// Where to listen on 127.0.0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// On this port and no other: a person named it.
    Exactly(u16),
    /// On this port, or on a free one when it is taken.
    Rather(u16),
}

impl Port {
    /// The port that is asked for.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Exactly(number) | Self::Rather(number) => number,
        }
    }
}

/// Opens the door for MCP clients. Implemented over the connector's transport by the binary.
pub trait Listen: Send + Sync {
    /// Listens on `port` of 127.0.0.1.
    ///
    /// # Errors
    /// When no port can be had.
    fn listen(&self, app: Arc<App>, port: Port) -> BoxFuture<'_, Result<Box<dyn Listening>, ListenError>>;
}

/// An open door.
pub trait Listening: Send + Sync {
    /// The port in use.
    fn port(&self) -> u16;

    /// Closes it and lets calls that are under way come to their end.
    fn close(self: Box<Self>) -> BoxFuture<'static, ()>;
}

/// The door could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("no port of 127.0.0.1 can be listened on")]
pub struct ListenError {
    /// Why.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl From<ListenError> for ApiError {
    fn from(error: ListenError) -> Self {
        Self::new(ErrorKind::Unavailable, "the connectors cannot be served")
            .hint("name another port with `c2c serve --port N`, or in the setting `port`")
            .reason(Reason::ConnectorUnserved)
            .because(error)
    }
}

/// What the lease row says about its holder.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Detail {
    address: String,
}

/// The address of a workspace's connector at `address`.
pub(crate) fn connector_url(address: &str, workspace: &WorkspaceId) -> String {
    format!("{address}/w/{workspace}/mcp")
}

/// Where the connectors are served at the moment, if they are.
pub(crate) fn served(app: &App, workspace: Option<&WorkspaceId>) -> Result<Option<ServeView>, ApiError> {
    let lease = leases::holder(app, LeaseKind::Listener, leases::LISTENER)?;
    Ok(lease.and_then(|lease| view_of(app, &lease, workspace)))
}

fn view_of(app: &App, lease: &Lease, workspace: Option<&WorkspaceId>) -> Option<ServeView> {
    let detail: Detail = serde_json::from_value(lease.detail.clone()?).ok()?;
    Some(view(app, &detail.address, lease.pid, workspace))
}

fn view(app: &App, address: &str, pid: u32, workspace: Option<&WorkspaceId>) -> ServeView {
    ServeView {
        address: address.to_owned(),
        url: workspace.map(|workspace| connector_url(address, workspace)),
        token_file: app.config().data.connector_token_file().display().to_string(),
        pid,
        notes: Vec::new(),
    }
}

/// Serves until `shutdown` resolves. `opened` is told where, with the address of `place` if one is given.
///
/// # Errors
/// `Conflict` when another process serves, `Unavailable` when no port can be had.
pub async fn serve(
    app: &Arc<App>,
    listen: Arc<dyn Listen>,
    port: Option<u16>,
    place: Option<&Place>,
    opened: impl FnOnce(&ServeView),
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ApiError> {
    let port = port.map_or(Port::Rather(app.settings().port), Port::Exactly);
    let door = Door { app: Arc::clone(app), listen, port };
    let Some(open) = door.open().await? else {
        let holder = leases::holder(app, LeaseKind::Listener, leases::LISTENER)?;
        let who = holder.map_or_else(|| "another process".to_owned(), |lease| format!("process {}", lease.pid));
        return Err(ApiError::new(ErrorKind::Conflict, format!("{who} serves the connectors already"))
            .hint("one process serves all workspaces: use its address, which `c2c workspace` shows"));
    };
    let url = place.map(|place| connector_url(&open.view.address, &place.workspace.id));
    opened(&ServeView { url, ..open.view.clone() });
    let (stop, stopped) = watch::channel(false);
    let keeper = tokio::spawn(keep(door, Some(open), stopped));
    shutdown.await;
    finish(stop, keeper).await;
    Ok(())
}

/// Serves beside a session, for as long as the value lives; see [`Beside::end`].
pub(crate) struct Beside {
    stop: watch::Sender<bool>,
    keeper: JoinHandle<()>,
}

impl Beside {
    /// Serves if nobody does, and stands by otherwise.
    ///
    /// # Errors
    /// `Unavailable` when it is on us to serve and no port can be had.
    pub(crate) async fn begin(
        app: &Arc<App>,
        listen: Arc<dyn Listen>,
        workspace: &WorkspaceId,
    ) -> Result<(Self, Option<ServeView>), ApiError> {
        let port = Port::Rather(app.settings().port);
        let door = Door { app: Arc::clone(app), listen, port };
        let open = door.open().await?;
        let view = match &open {
            Some(open) => {
                let url = connector_url(&open.view.address, workspace);
                Some(ServeView { url: Some(url), ..open.view.clone() })
            }
            None => served(app, Some(workspace))?,
        };
        let (stop, stopped) = watch::channel(false);
        let keeper = tokio::spawn(keep(door, open, stopped));
        Ok((Self { stop, keeper }, view))
    }

    /// Serves if nobody does, and stands by otherwise; also when no port can be had yet.
    pub(crate) async fn stand_by(app: &Arc<App>, listen: Arc<dyn Listen>) -> Self {
        let door = Door { app: Arc::clone(app), listen, port: Port::Rather(app.settings().port) };
        let open = door.opened().await;
        let (stop, stopped) = watch::channel(false);
        Self { stop, keeper: tokio::spawn(keep(door, open, stopped)) }
    }

    /// Stops serving and gives the lease back.
    pub(crate) async fn end(self) {
        finish(self.stop, self.keeper).await;
    }
}

async fn finish(stop: watch::Sender<bool>, keeper: JoinHandle<()>) {
    stop.send_replace(true);
    if let Err(error) = keeper.await {
        tracing::error!(%error, "the listener's keeper ended badly");
    }
}

struct Door {
    app: Arc<App>,
    listen: Arc<dyn Listen>,
    port: Port,
}

struct Open {
    lease: Lease,
    listening: Box<dyn Listening>,
    view: ServeView,
}

impl Door {
    /// Opens the door; none when another process has the lease, or when it cannot be opened, which the log says.
    async fn opened(&self) -> Option<Open> {
        self.open().await.unwrap_or_else(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "the connectors cannot be served");
            None
        })
    }

    /// Opens the door; none when another process has the lease.
    async fn open(&self) -> Result<Option<Open>, ApiError> {
        let app = &self.app;
        let lease = match leases::acquire(app, LeaseKind::Listener, leases::LISTENER, None)? {
            Acquired::Yes(lease) => lease,
            Acquired::Held(_) => return Ok(None),
        };
        let listening = match self.listen.listen(Arc::clone(app), self.port).await {
            Ok(listening) => listening,
            Err(error) => {
                leases::release(app, &lease);
                return Err(error.into());
            }
        };
        let address = format!("http://127.0.0.1:{}", listening.port());
        let detail = serde_json::json!({ "address": address });
        app.store().write(|tx| tx.set_lease_detail(&lease, Some(&detail)))?;
        let mut view = view(app, &address, lease.pid, None);
        let wanted = self.port.number();
        if wanted != 0 && listening.port() != wanted {
            view.notes.push(format!("port {wanted} is taken, so {} is used", listening.port()));
        }
        Ok(Some(Open { lease, listening, view }))
    }
}

/// Renews our lease, or takes it over when its holder is gone, until told to stop.
async fn keep(door: Door, mut open: Option<Open>, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stop| *stop) => break,
            () = tokio::time::sleep(BEAT) => {}
        }
        open = match open.take() {
            Some(ours) => renewed(&door, ours).await,
            None => door.opened().await,
        };
    }
    if let Some(open) = open {
        open.listening.close().await;
        leases::release(&door.app, &open.lease);
    }
}

/// Ours, if the lease still is; otherwise the door is closed, because a successor serves.
async fn renewed(door: &Door, open: Open) -> Option<Open> {
    match door.app.store().write(|tx| tx.heartbeat(&open.lease)) {
        Ok(()) => Some(open),
        Err(c2c_store::StoreError::LeaseLost { .. }) => {
            tracing::warn!("another process serves the connectors now");
            open.listening.close().await;
            None
        }
        Err(error) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "the listener's lease was not renewed");
            Some(open)
        }
    }
}
