//! A notification service on the session bus. It tells every notification that is shown or closed as a
//! line of JSON; lines of standard input press and dismiss, as a person would.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use zbus::object_server::SignalEmitter;
use zbus::{OwnedVariant, interface};

use crate::output;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// Why a notification was closed: the person did it, or a program.
const BY_PERSON: u32 = 2;
const BY_PROGRAM: u32 = 3;
const HELP: &str = "press ID ACTION, dismiss ID, or silent on|off";

/// What the service can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The names of its capabilities.
    pub capabilities: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { capabilities: ["actions", "body", "body-markup"].map(str::to_owned).to_vec() }
    }
}

/// The notifications that are open, by id, with the names of their actions.
#[derive(Debug, Default)]
struct Open {
    last: u32,
    actions: BTreeMap<u32, Vec<String>>,
    /// Calls are heard and never answered.
    is_silent: bool,
}

#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Open>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn answer(&self) {
        if self.lock().is_silent {
            std::future::pending::<()>().await;
        }
    }
}

struct Service {
    shared: Shared,
    capabilities: Vec<String>,
}

#[interface(name = "org.freedesktop.Notifications")]
impl Service {
    #[expect(clippy::too_many_arguments, reason = "the interface has as many")]
    async fn notify(
        &self,
        app_name: String,
        replaces_id: u32,
        _app_icon: String,
        summary: String,
        body: String,
        actions: Vec<String>,
        _hints: BTreeMap<String, OwnedVariant>,
        expire_timeout: i32,
    ) -> u32 {
        self.shared.answer().await;
        let id = {
            let mut open = self.shared.lock();
            open.last += u32::from(replaces_id == 0);
            let id = if replaces_id == 0 { open.last } else { replaces_id };
            // Names and labels take turns.
            open.actions.insert(id, actions.iter().step_by(2).cloned().collect());
            id
        };
        tell(&json!({
            "shown": id, "app": app_name, "title": summary, "body": body, "actions": actions, "expires": expire_timeout,
        }));
        id
    }

    async fn close_notification(&self, #[zbus(signal_emitter)] emitter: SignalEmitter<'_>, id: u32) {
        if self.shared.lock().actions.remove(&id).is_some() {
            tell(&json!({"closed": id}));
            // Nobody listening is nobody to tell.
            Self::notification_closed(&emitter, id, BY_PROGRAM).await.ok();
        }
    }

    async fn get_capabilities(&self) -> Vec<String> {
        self.shared.answer().await;
        self.capabilities.clone()
    }

    async fn get_server_information(&self) -> (String, String, String, String) {
        ("c2c-testkit".to_owned(), "C2C".to_owned(), env!("CARGO_PKG_VERSION").to_owned(), "1.3".to_owned())
    }

    #[zbus(signal)]
    async fn action_invoked(emitter: &SignalEmitter<'_>, id: u32, action: &str) -> zbus::Result<()>;

    #[zbus(signal)]
    async fn notification_closed(emitter: &SignalEmitter<'_>, id: u32, reason: u32) -> zbus::Result<()>;
}

/// Serves on the session bus until standard input ends.
///
/// # Errors
/// When there is no session bus, or somebody else shows notifications there.
pub async fn serve(options: Options) -> io::Result<()> {
    let shared = Shared::default();
    let service = Service { shared: shared.clone(), capabilities: options.capabilities };
    let builder = zbus::connection::Builder::session().name(NAME).serve_at(PATH, service);
    let connection = builder.build().await.map_err(io::Error::other)?;
    let emitter = SignalEmitter::new(&connection, PATH).map_err(io::Error::other)?;
    output::line(&json!({"notifications": NAME}).to_string())?;
    let (say, mut hear) = mpsc::unbounded_channel();
    std::thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| say.send(line)));
    while let Some(line) = hear.recv().await {
        let row = match order(&line) {
            Some(order) => carry_out(order, &shared, &emitter, &line).await?,
            None => json!({"did": line, "error": HELP}),
        };
        output::line(&row.to_string())?;
    }
    Ok(())
}

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Order {
    Press { id: u32, action: String },
    Dismiss { id: u32 },
    Silent(bool),
}

fn order(line: &str) -> Option<Order> {
    let mut words = line.split_whitespace();
    let (verb, first, second) = (words.next()?, words.next()?, words.next());
    match (verb, second) {
        ("press", Some(action)) => Some(Order::Press { id: first.parse().ok()?, action: action.to_owned() }),
        ("dismiss", None) => Some(Order::Dismiss { id: first.parse().ok()? }),
        ("silent", None) if first == "on" || first == "off" => Some(Order::Silent(first == "on")),
        _ => None,
    }
}

async fn carry_out(order: Order, shared: &Shared, emitter: &SignalEmitter<'_>, line: &str) -> io::Result<Value> {
    let nothing = |what: &str| Ok(json!({"did": line, "error": format!("there is no such {what}")}));
    match order {
        Order::Silent(is_silent) => shared.lock().is_silent = is_silent,
        Order::Dismiss { id } => {
            if shared.lock().actions.remove(&id).is_none() {
                return nothing("notification");
            }
            Service::notification_closed(emitter, id, BY_PERSON).await.map_err(io::Error::other)?;
        }
        Order::Press { id, action } => {
            // A press closes it, as desktops do.
            let Some(actions) = shared.lock().actions.remove(&id) else { return nothing("notification") };
            if !actions.contains(&action) {
                shared.lock().actions.insert(id, actions);
                return nothing("action");
            }
            Service::action_invoked(emitter, id, &action).await.map_err(io::Error::other)?;
            Service::notification_closed(emitter, id, BY_PERSON).await.map_err(io::Error::other)?;
        }
    }
    Ok(json!({"did": line}))
}

fn tell(row: &Value) {
    // A line that cannot be written has no reader any more.
    output::line(&row.to_string()).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_press_and_dismiss() {
        assert_eq!(order("press 3 approve"), Some(Order::Press { id: 3, action: "approve".to_owned() }));
        assert_eq!(order("dismiss 3"), Some(Order::Dismiss { id: 3 }));
        assert_eq!(order("silent on"), Some(Order::Silent(true)));
        for wrong in ["", "press", "press 3", "press x approve", "dismiss", "dismiss 3 now", "silent perhaps"] {
            assert_eq!(order(wrong), None, "{wrong}");
        }
    }
}
