//! Who is at the machine, as the desktop's own services tell over D-Bus: whether the screen is locked,
//! and for how long nobody has touched anything where the X11 display cannot tell.
//!
//! A service that is not there, or is slow, gives no answer, and is never started by being asked.

use std::time::{Duration, Instant};

use c2c_os::environment::Environment;
use serde::Serialize;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use zbus::connection::Builder;
use zbus::proxy::{self, CacheProperties, MethodFlags};
use zbus::wire::DynamicDeserialize;
use zbus::{Connection, Proxy};
use zbus::{DynamicType, OwnedVariant};

use super::x11::Screen;
use crate::desk::{DeskError, Presence};

/// For all services together.
const DEADLINE: Duration = Duration::from_millis(300);
/// How long an answer counts.
const FRESH: Duration = Duration::from_secs(1);

/// A service's name, path and interface.
type Service = (&'static str, &'static str, &'static str);

/// Screen locks on the session bus that say whether they are active.
const LOCKS: &[Service] = &[
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
    ("org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
];
const IDLE_MONITOR: Service =
    ("org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core", "org.gnome.Mutter.IdleMonitor");
const LOGIN: Service =
    ("org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.DBus.Properties");
const SYSTEM_BUS: &str = "unix:path=/run/dbus/system_bus_socket";

/// Who is at the machine: the display counts the time, or GNOME's shell where it cannot, and the
/// services tell whether it is locked.
///
/// # Errors
/// When the display does not answer.
pub fn presence(screen: &mut Screen, services: &mut Services) -> Result<Presence, DeskError> {
    let idle_ms = match screen.idle_ms()? {
        Some(idle_ms) => Some(idle_ms),
        None => services.idle_ms().map(|counted_ms| screen.without_own_presses(counted_ms)),
    };
    Ok(Presence { idle_ms, is_locked: services.is_locked() })
}

/// Asks the services, over connections that are kept.
#[derive(Debug)]
pub struct Services {
    session_address: Option<String>,
    system_address: String,
    /// None when it cannot be had: then no service answers.
    runtime: Option<Runtime>,
    session: Option<Connection>,
    system: Option<Connection>,
    locked: Option<(Instant, bool)>,
    idle: Option<(Instant, Option<u64>)>,
}

impl Services {
    /// The services on the buses that `environment` names. Nothing is connected yet.
    #[must_use]
    pub fn new(environment: &Environment) -> Self {
        let text = |name: &str| environment.get(name).and_then(|value| value.to_str()).map(str::to_owned);
        let usual = || environment.absolute_path("XDG_RUNTIME_DIR").map(|folder| folder.join("bus"));
        let usual = || usual().filter(|path| path.exists()).map(|path| format!("unix:path={}", path.display()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let Err(error) = &runtime {
            tracing::warn!(%error, "no service of the desktop can be asked");
        }
        Self {
            session_address: text("DBUS_SESSION_BUS_ADDRESS").or_else(usual),
            system_address: text("DBUS_SYSTEM_BUS_ADDRESS").unwrap_or_else(|| SYSTEM_BUS.to_owned()),
            runtime: runtime.ok(),
            session: None,
            system: None,
            locked: None,
            idle: None,
        }
    }

    /// Whether a service says that the screen is locked. Blocks for 0.3 s at most, and answers from
    /// memory for a second.
    pub fn is_locked(&mut self) -> bool {
        if let Some((asked_at, locked)) = self.locked
            && asked_at.elapsed() < FRESH
        {
            return locked;
        }
        let locked = self.ask_locks();
        self.locked = Some((Instant::now(), locked));
        locked
    }

    /// For how long nobody has touched anything, in milliseconds, as GNOME's shell counts; none where
    /// it does not run. It cannot tell a person's presses from ours. Blocks for 0.3 s at most, and
    /// answers from memory for a second.
    pub fn idle_ms(&mut self) -> Option<u64> {
        if let Some((asked_at, idle_ms)) = self.idle
            && asked_at.elapsed() < FRESH
        {
            let since = u64::try_from(asked_at.elapsed().as_millis()).unwrap_or(u64::MAX);
            return idle_ms.map(|idle_ms| idle_ms.saturating_add(since));
        }
        let idle_ms = self.ask_idle();
        self.idle = Some((Instant::now(), idle_ms));
        idle_ms
    }

    fn ask_locks(&mut self) -> bool {
        let Some(runtime) = &self.runtime else { return false };
        let (session, system) = (&mut self.session, &mut self.system);
        let (session_address, system_address) = (self.session_address.as_deref(), self.system_address.as_str());
        runtime.block_on(async {
            let mut answers = JoinSet::new();
            let deadline = tokio::time::Instant::now() + DEADLINE;
            let session = connected(session, session_address, deadline);
            let system_address = Some(system_address);
            let (session, system) = tokio::join!(session, connected(system, system_address, deadline));
            for lock in LOCKS {
                session.iter().cloned().for_each(|bus| {
                    answers.spawn(async move { call::<bool, _>(&bus, *lock, "GetActive", &()).await });
                });
            }
            system.iter().cloned().for_each(|bus| {
                answers.spawn(async move { locked_hint(&bus).await });
            });
            // The first that says so decides; the others are dropped.
            while let Ok(Some(answer)) = tokio::time::timeout_at(deadline, answers.join_next()).await {
                if answer.is_ok_and(|locked| locked == Some(true)) {
                    return true;
                }
            }
            false
        })
    }

    fn ask_idle(&mut self) -> Option<u64> {
        let runtime = self.runtime.as_ref()?;
        let (session, address) = (&mut self.session, self.session_address.as_deref());
        runtime.block_on(async {
            let deadline = tokio::time::Instant::now() + DEADLINE;
            let bus = connected(session, address, deadline).await?;
            let asked = call::<u64, _>(&bus, IDLE_MONITOR, "GetIdletime", &());
            tokio::time::timeout_at(deadline, asked).await.ok().flatten()
        })
    }
}

/// The kept connection, or a new one where that broke or there was none.
async fn connected(
    kept: &mut Option<Connection>,
    address: Option<&str>,
    deadline: tokio::time::Instant,
) -> Option<Connection> {
    if let Some(bus) = kept.as_ref().filter(|bus| !bus.is_closed()) {
        return Some(bus.clone());
    }
    let connecting = async { Builder::address(address?).build().await.ok() };
    *kept = tokio::time::timeout_at(deadline, connecting).await.ok().flatten();
    kept.clone()
}

/// What logind says of the person's session: the one we are in, or their graphical one.
async fn locked_hint(bus: &Connection) -> Option<bool> {
    let asked = ("org.freedesktop.login1.Session", "LockedHint");
    let value = call::<OwnedVariant, _>(bus, LOGIN, "Get", &asked).await?;
    bool::try_from(value).ok()
}

/// Calls a method of a service that runs already.
async fn call<R, A>(bus: &Connection, service: Service, method: &str, arguments: &A) -> Option<R>
where
    R: for<'d> DynamicDeserialize<'d>,
    A: Serialize + DynamicType,
{
    let (name, path, interface) = service;
    let proxy = proxy::Builder::<Proxy<'_>>::new(bus).destination(name).path(path).interface(interface);
    let proxy = proxy.cache_properties(CacheProperties::No).build().await.ok()?;
    proxy.call_with_flags(method, MethodFlags::NO_AUTO_START, arguments).await.ok().flatten()
}

#[cfg(test)]
mod tests;
