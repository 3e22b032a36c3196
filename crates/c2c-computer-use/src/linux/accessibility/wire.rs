//! Calls to applications over the accessibility bus, and directly where an application offers that.
//!
//! Everything runs on one current-thread runtime that only works while somebody waits for an answer,
//! and every call has a deadline: a browser that hangs must not hang C2C.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::time::Duration;

use c2c_os::environment::Environment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use zbus::connection::Builder;
use zbus::names::{BusName, OwnedBusName, OwnedUniqueName, WellKnownName};
use zbus::{Connection, Error};
use zbus::{DynamicType, ObjectPath, OwnedObjectPath, Type};

use super::words::{ACCESSIBLE, APPLICATION, REGISTRY, ROOT};

/// How long one answer may take. A browser that works answers within milliseconds; while it opens a
/// page on a busy machine it may be a second.
const ANSWER: Duration = Duration::from_secs(5);

const BUS: &str = "org.a11y.Bus";
const BUS_PATH: &str = "/org/a11y/bus";

/// A node: the name of its application on the bus, which is empty for none, and its path there.
pub(super) type Reference = (String, OwnedObjectPath);

/// What went wrong with a call.
#[derive(Debug, thiserror::Error)]
pub(super) enum WireError {
    /// There is no such node any more, or it cannot do that.
    #[error("it is not there any more")]
    Absent,
    /// The application said no.
    #[error("{reason}")]
    Refused {
        /// Its words.
        reason: String,
    },
    /// The application has gone.
    #[error("the program has ended")]
    Lost,
    /// Nothing came.
    #[error("the program does not answer")]
    Silent,
    /// What came cannot be understood.
    #[error("the answer cannot be read: {source}")]
    Garbled {
        /// Why.
        #[source]
        source: Box<Error>,
    },
}

/// An application that answers calls.
#[derive(Debug, Clone)]
pub(super) struct Peer {
    connection: Connection,
    /// Its name, when the bus is between.
    destination: Option<OwnedBusName>,
}

impl Peer {
    /// Calls `method` of `interface` at `path`.
    pub(super) async fn call<B, R>(
        &self,
        path: &ObjectPath<'_>,
        interface: &'static str,
        method: &'static str,
        body: &B,
    ) -> Result<R, WireError>
    where
        B: Serialize + DynamicType,
        R: DeserializeOwned + Type,
    {
        self.call_within(ANSWER, path, interface, method, body).await
    }

    /// Calls what may take longer.
    pub(super) async fn call_within<B, R>(
        &self,
        patience: Duration,
        path: &ObjectPath<'_>,
        interface: &'static str,
        method: &'static str,
        body: &B,
    ) -> Result<R, WireError>
    where
        B: Serialize + DynamicType,
        R: DeserializeOwned + Type,
    {
        let call = self.connection.call_method(self.destination.as_ref(), path, Some(interface), method, body);
        let answer = timeout(patience, call).await.map_err(|_| WireError::Silent)?.map_err(of_bus)?;
        answer.body().deserialize().map_err(|source| WireError::Garbled { source: Box::new(source) })
    }
}

/// The connections.
#[derive(Debug)]
pub(super) struct Wire {
    runtime: Runtime,
    bus: Connection,
    peers: HashMap<OwnedUniqueName, Peer>,
}

impl Wire {
    /// Connects to the accessibility bus of the session that `environment` names; none when none
    /// answers.
    pub(super) fn connect(environment: &Environment) -> Result<Option<Self>, io::Error> {
        let named = environment.get("DBUS_SESSION_BUS_ADDRESS").and_then(|value| value.to_str()).map(str::to_owned);
        let usual =
            || Some(format!("unix:path={}", environment.absolute_path("XDG_RUNTIME_DIR")?.join("bus").display()));
        let Some(session) = named.or_else(usual) else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let bus = match runtime.block_on(async { timeout(ANSWER, connect_to_bus(&session)).await }) {
            Ok(Ok(bus)) => bus,
            Ok(Err(error)) => {
                tracing::info!(%error, "no accessibility bus");
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        Ok(Some(Self { runtime, bus, peers: HashMap::new() }))
    }

    /// Runs `future` to its end.
    pub(super) fn wait<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// The names on the bus of the applications that belong to process `pid`.
    pub(super) fn applications(&self, pid: u32) -> Result<Vec<OwnedUniqueName>, WireError> {
        let registry = self.over_bus(WellKnownName::from_static_str_unchecked(REGISTRY).into());
        let root = ObjectPath::from_static_str_unchecked(ROOT);
        self.wait(async {
            let all: Vec<Reference> = registry.call(&root, ACCESSIBLE, "GetChildren", &()).await?;
            let mut names = Vec::new();
            for (name, _) in all {
                let Ok(name) = OwnedUniqueName::try_from(name) else { continue };
                let owner = timeout(ANSWER, process_of(&self.bus, &name)).await.map_err(|_| WireError::Silent)?;
                // One that ends meanwhile is none.
                if owner.is_ok_and(|owner| owner == pid) {
                    names.push(name);
                }
            }
            Ok(names)
        })
    }

    /// The application of that name: directly if it offers that, else over the bus. Directly, a call
    /// takes about two thirds of the time.
    pub(super) fn peer(&mut self, name: &OwnedUniqueName) -> Peer {
        if let Some(peer) = self.peers.get(name) {
            return peer.clone();
        }
        let over_bus = self.over_bus(name.as_ref().to_owned().into());
        let direct = self.wait(async { timeout(ANSWER, connect_directly(&over_bus)).await });
        let peer = direct.ok().flatten().unwrap_or(over_bus);
        self.peers.insert(name.clone(), peer.clone());
        peer
    }

    /// Forgets the application of that name: its connection is broken.
    pub(super) fn forget(&mut self, name: &OwnedUniqueName) {
        self.peers.remove(name);
    }

    fn over_bus(&self, name: BusName<'static>) -> Peer {
        Peer { connection: self.bus.clone(), destination: Some(name.into()) }
    }
}

async fn connect_to_bus(session: &str) -> zbus::Result<Connection> {
    let session = Builder::address(session).build().await?;
    let answer = session.call_method(Some(BUS), BUS_PATH, Some(BUS), "GetAddress", &()).await?;
    let address: String = answer.body().deserialize()?;
    Builder::address(address.as_str()).build().await
}

/// A connection that leaves out the bus.
async fn connect_directly(over_bus: &Peer) -> Option<Peer> {
    let root = ObjectPath::from_static_str_unchecked(ROOT);
    let address: String = over_bus.call(&root, APPLICATION, "GetApplicationBusAddress", &()).await.ok()?;
    if address.is_empty() {
        return None;
    }
    match Builder::address(address.as_str()).p2p().build().await {
        Ok(connection) => Some(Peer { connection, destination: None }),
        Err(error) => {
            // An application in a sandbox may name a socket that only it can see.
            tracing::debug!(%error, "no direct connection");
            None
        }
    }
}

async fn process_of(bus: &Connection, name: &OwnedUniqueName) -> zbus::Result<u32> {
    let daemon = "org.freedesktop.DBus";
    let path = "/org/freedesktop/DBus";
    let answer = bus.call_method(Some(daemon), path, Some(daemon), "GetConnectionUnixProcessID", name).await?;
    answer.body().deserialize()
}

fn of_bus(error: Error) -> WireError {
    match &error {
        Error::MethodError(name, reason, _) => match name.as_str() {
            "org.freedesktop.DBus.Error.UnknownObject"
            | "org.freedesktop.DBus.Error.UnknownInterface"
            | "org.freedesktop.DBus.Error.UnknownMethod" => WireError::Absent,
            "org.freedesktop.DBus.Error.ServiceUnknown"
            | "org.freedesktop.DBus.Error.NameHasNoOwner"
            | "org.freedesktop.DBus.Error.NoReply"
            | "org.freedesktop.DBus.Error.Disconnected" => WireError::Lost,
            name => WireError::Refused { reason: reason.clone().unwrap_or_else(|| name.to_owned()) },
        },
        Error::InputOutput(_) => WireError::Lost,
        _ => WireError::Garbled { source: Box::new(error) },
    }
}
