//! Opening the door and closing it: the listener, its connections, and their limits.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::bearer::Bearer;
use crate::calls::Calls;
use crate::gate::{self, Gate};
use crate::handler::{self, Handler, Shared};
use crate::hosts::{Allowed, Hosts};
use crate::tool_host::ToolHost;
use crate::versions::Versions;

/// How long open calls have to come to their end when the door closes.
const CLOSING_TIME: Duration = Duration::from_secs(5);
/// How long to wait before accepting again when the system has no more sockets.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The most headers of a request.
const MAX_HEADERS: usize = 64;
/// The most bytes of a request's head.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How much, how long, how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a request's body.
    pub max_body_bytes: usize,
    /// How long a body may take to arrive.
    pub body_time: Duration,
    /// How long a head may take to arrive, and how long a connection may be idle.
    pub head_time: Duration,
    /// How long a tool call may work.
    pub call_time: Duration,
    /// How many calls of one workspace may be under way.
    pub calls_at_once: usize,
    /// How many connections may be open.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body_bytes: 1024 * 1024,
            body_time: Duration::from_secs(10),
            head_time: Duration::from_secs(30),
            call_time: c2c_workspace::limits::CALL_TIME,
            calls_at_once: 8,
            connections: 256,
        }
    }
}

/// What to listen on, and for whom.
#[derive(Debug, Clone)]
pub struct ListenConfig {
    /// A loopback address. Port 0 is any free port.
    pub address: SocketAddr,
    /// Take a free port when this one is taken.
    pub or_free_port: bool,
    /// The secret of local clients.
    pub bearer: Bearer,
    /// The protocol versions to speak.
    pub versions: Versions,
    /// Public names, if there are any.
    pub hosts: Hosts,
    /// Sizes, times and counts.
    pub limits: Limits,
}

impl ListenConfig {
    /// The usual: this port of 127.0.0.1, or a free one.
    #[must_use]
    pub fn on_port(port: u16, bearer: Bearer) -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            or_free_port: true,
            bearer,
            versions: Versions::default(),
            hosts: Hosts::default(),
            limits: Limits::default(),
        }
    }
}

/// Why the connector cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ConnectorError {
    /// Only this machine may reach the connector directly.
    #[error("`{address}` is not an address of this machine alone")]
    NotLoopback {
        /// What was given.
        address: IpAddr,
    },
    /// The system refused.
    #[error("cannot listen on `{address}`")]
    Bind {
        /// What was given.
        address: SocketAddr,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// Opens connectors.
#[derive(Debug, Clone, Copy)]
pub struct Connector;

impl Connector {
    /// Listens and serves until the result is shut down or dropped.
    ///
    /// # Errors
    /// When the address is not loopback, or no port can be had.
    pub async fn bind(config: ListenConfig, host: Arc<dyn ToolHost>) -> Result<Running, ConnectorError> {
        if !config.address.ip().is_loopback() {
            return Err(ConnectorError::NotLoopback { address: config.address.ip() });
        }
        let bind_error = |source| ConnectorError::Bind { address: config.address, source };
        let listener = match TcpListener::bind(config.address).await {
            Err(_) if config.or_free_port => TcpListener::bind((config.address.ip(), 0)).await,
            bound => bound,
        }
        .map_err(bind_error)?;
        let local_addr = listener.local_addr().map_err(bind_error)?;
        let (allowed, stop) = (Allowed::new(config.hosts.clone()), CancellationToken::new());
        // The protocol's own token ends open calls too, so it comes only after they had their time.
        let ended = CancellationToken::new();
        let router = router(&config, host, allowed.clone(), &ended);
        let door = accept(listener, router, config.limits, stop.clone());
        let task = tokio::spawn(async move {
            door.await;
            ended.cancel();
        });
        Ok(Running { local_addr, allowed, stop, task })
    }
}

/// A connector that serves.
#[derive(Debug)]
#[must_use = "dropping it ends the serving"]
pub struct Running {
    local_addr: SocketAddr,
    allowed: Allowed,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Replaces the public names, from the next request on.
    pub fn set_hosts(&self, hosts: Hosts) {
        self.allowed.set(hosts);
    }

    /// Stops listening, and waits a little for open calls.
    pub async fn shutdown(mut self) {
        self.stop.cancel();
        if (&mut self.task).await.is_err() {
            tracing::error!("the connector did not end as it should");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn router(config: &ListenConfig, host: Arc<dyn ToolHost>, allowed: Allowed, ended: &CancellationToken) -> Router {
    let shared = Arc::new(Shared {
        tools: handler::tools(host.catalogue()),
        calls: Calls::new(Arc::clone(&host), config.limits.calls_at_once, config.limits.call_time),
        versions: config.versions.clone(),
    });
    let gate = Arc::new(Gate {
        allowed,
        bearer: config.bearer.clone(),
        host,
        max_body_bytes: config.limits.max_body_bytes,
        body_time: config.limits.body_time,
    });
    // Host and Origin are checked by the gate, whose lists may change; the library's own lists are fixed.
    let protocol = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(config.limits.max_body_bytes)
        .with_cancellation_token(ended.child_token())
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let service = StreamableHttpService::new(
        move || Ok(Handler(Arc::clone(&shared))),
        Arc::new(NeverSessionManager::default()),
        protocol,
    );
    Router::new().fallback_service(service).layer(middleware::from_fn_with_state(gate, gate::pass))
}

async fn accept(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES);
    while let Some((stream, place)) = next(&listener, &places, &stop).await {
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(CLOSING_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some calls were still open when the connector ended");
    }
}

/// The next connection and its place among those that may be open. None when it is time to stop.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    loop {
        let arrival = async {
            let place = Arc::clone(places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = stop.cancelled() => return None,
            arrival = arrival => arrival,
        };
        match accepted.and_then(|(stream, _)| prepared(stream)) {
            Ok(stream) => return place.ok().map(|place| (stream, place)),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Answers are small and complete: waiting to fill a packet would cost tens of milliseconds a call.
fn prepared(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_accepted_connection_sends_without_delay() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let places = Arc::new(Semaphore::new(1));
        let (stream, place) = next(&listener, &places, &CancellationToken::new()).await.unwrap();
        assert!(stream.nodelay().unwrap());
        assert_eq!(places.available_permits(), 0);
        drop((client, place));
    }
}
