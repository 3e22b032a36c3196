//! A tray on the session bus: it takes the icons of programs as a panel does, says what they show, and presses what
//! is in their menus. It shows nothing itself.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::{Connection, OwnedVariant, Variant, interface};

use crate::output;

const NAME: &str = "org.kde.StatusNotifierWatcher";
const PATH: &str = "/StatusNotifierWatcher";
const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";
const HELP: &str = "look, press LABEL (in a submenu: LABEL > LABEL), leave, or come";

/// A program's icon: its bus name, and the path of its object there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Item {
    bus: String,
    path: String,
}

#[derive(Debug, Clone, Default)]
struct Items(Arc<Mutex<Vec<Item>>>);

impl Items {
    fn lock(&self) -> MutexGuard<'_, Vec<Item>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<Item> {
        self.lock().clone()
    }
}

struct Watcher(Items);

#[interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    async fn register_status_notifier_item(
        &self,
        service: String,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) {
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        // Some name their bus name, others the path of their object.
        let item = match service.starts_with('/') {
            true => Item { bus: sender, path: service },
            false => Item { bus: service, path: "/StatusNotifierItem".to_owned() },
        };
        tell(&json!({"registered": format!("{}{}", item.bus, item.path)}));
        let service = format!("{}{}", item.bus, item.path);
        {
            let mut items = self.0.lock();
            items.retain(|known| *known != item);
            items.push(item);
        }
        // Nobody listening is nobody to tell.
        Self::status_notifier_item_registered(&emitter, &service).await.ok();
    }

    async fn register_status_notifier_host(&self, _service: String) {}

    #[zbus(property)]
    async fn registered_status_notifier_items(&self) -> Vec<String> {
        self.0.all().into_iter().map(|item| format!("{}{}", item.bus, item.path)).collect()
    }

    #[zbus(property)]
    async fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    async fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(signal)]
    async fn status_notifier_item_registered(emitter: &SignalEmitter<'_>, service: &str) -> zbus::Result<()>;
}

/// Serves on the session bus until standard input ends. `is_late`: it is there only when it is told to come.
///
/// # Errors
/// When there is no session bus, or it has a tray already.
pub async fn serve(is_late: bool) -> io::Result<()> {
    let items = Items::default();
    let builder = zbus::connection::Builder::session().serve_at(PATH, Watcher(items.clone()));
    let connection = builder.build().await.map_err(io::Error::other)?;
    if !is_late {
        connection.request_name(NAME).await.map_err(io::Error::other)?;
    }
    output::line(&json!({"tray": NAME}).to_string())?;
    let (say, mut hear) = mpsc::unbounded_channel();
    std::thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| say.send(line)));
    while let Some(line) = hear.recv().await {
        let done = match order(&line) {
            Some(Order::Look) => look(&connection, &items).await.map(|items| json!({"did": line, "items": items})),
            Some(Order::Press(labels)) => press(&connection, &items, &labels).await.map(|()| json!({"did": line})),
            Some(Order::Leave) => {
                items.lock().clear();
                connection.release_name(NAME).await.map(|_| json!({"did": line})).map_err(io::Error::other)
            }
            Some(Order::Come) => {
                connection.request_name(NAME).await.map(|()| json!({"did": line})).map_err(io::Error::other)
            }
            None => Err(io::Error::other(HELP)),
        };
        let row = done.unwrap_or_else(|error| json!({"did": line, "error": error.to_string()}));
        output::line(&row.to_string())?;
    }
    Ok(())
}

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Order {
    Look,
    Press(Vec<String>),
    Leave,
    Come,
}

fn order(line: &str) -> Option<Order> {
    match line.trim().split_once(' ') {
        None if line.trim() == "look" => Some(Order::Look),
        None if line.trim() == "leave" => Some(Order::Leave),
        None if line.trim() == "come" => Some(Order::Come),
        Some(("press", labels)) => {
            Some(Order::Press(labels.split(" > ").map(|label| label.trim().to_owned()).collect()))
        }
        _ => None,
    }
}

/// What all icons show. One whose program went is left out, and forgotten.
async fn look(connection: &Connection, items: &Items) -> io::Result<Vec<Value>> {
    let mut rows = Vec::new();
    for item in items.all() {
        let Ok(properties) = properties(connection, &item).await else {
            items.lock().retain(|known| *known != item);
            continue;
        };
        let text = |name: &str| properties.get(name).and_then(|value| text(value)).unwrap_or_default().to_owned();
        let menu = match text("Menu") {
            path if path.is_empty() => Entry::default(),
            path => menu(connection, &item.bus, &path).await?,
        };
        rows.push(json!({
            "id": text("Id"), "title": text("Title"), "status": text("Status"), "icon": text("IconName"),
            "icon_folder": text("IconThemePath"), "menu": menu.entries.iter().map(Entry::row).collect::<Vec<_>>(),
        }));
    }
    Ok(rows)
}

async fn properties(connection: &Connection, item: &Item) -> zbus::Result<BTreeMap<String, OwnedVariant>> {
    let (bus, path) = (item.bus.as_str(), item.path.as_str());
    let reply = connection.call_method(Some(bus), path, Some("org.freedesktop.DBus.Properties"), "GetAll", &(ITEM,));
    reply.await?.body().deserialize()
}

/// One entry of a menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Entry {
    id: i32,
    label: String,
    is_line: bool,
    is_off: bool,
    checked: Option<bool>,
    entries: Vec<Entry>,
}

impl Entry {
    fn row(&self) -> Value {
        if self.is_line {
            return json!("--");
        }
        let mut row = json!({"label": self.label});
        if self.is_off {
            row["enabled"] = json!(false);
        }
        if let Some(checked) = self.checked {
            row["checked"] = json!(checked);
        }
        if !self.entries.is_empty() {
            row["entries"] = self.entries.iter().map(Self::row).collect();
        }
        row
    }

    /// From its number, its properties and its entries.
    fn read(fields: &[Variant<'_>]) -> Option<Self> {
        let [Variant::I32(id), Variant::Dict(properties), Variant::Array(children)] = fields else { return None };
        let mut entry = Self { id: *id, ..Self::default() };
        let mut is_hidden = false;
        for (name, value) in properties.iter() {
            match (text(name)?, inner(value)) {
                ("label", value) => text(value)?.clone_into(&mut entry.label),
                ("type", value) => entry.is_line = text(value) == Some("separator"),
                ("enabled", Variant::Bool(enabled)) => entry.is_off = !enabled,
                ("visible", Variant::Bool(visible)) => is_hidden = !visible,
                ("toggle-state", Variant::I32(state)) => entry.checked = Some(*state == 1),
                _ => {}
            }
        }
        entry.label = without_mnemonic(&entry.label);
        entry.entries = children.inner().iter().filter_map(|child| Self::read(fields_of(child)?)).collect();
        (!is_hidden).then_some(entry)
    }

    fn find(&self, labels: &[String]) -> Option<&Self> {
        let Some((first, rest)) = labels.split_first() else { return Some(self) };
        self.entries.iter().find(|entry| entry.label == *first)?.find(rest)
    }
}

fn fields_of<'a, 'v>(value: &'a Variant<'v>) -> Option<&'a [Variant<'v>]> {
    match inner(value) {
        Variant::Structure(structure) => Some(structure.fields()),
        _ => None,
    }
}

fn inner<'a, 'v>(value: &'a Variant<'v>) -> &'a Variant<'v> {
    match value {
        Variant::Variant(within) => inner(within),
        other => other,
    }
}

fn text<'a>(value: &'a Variant<'_>) -> Option<&'a str> {
    match inner(value) {
        Variant::Str(text) => Some(text.as_str()),
        Variant::ObjectPath(path) => Some(path.as_str()),
        _ => None,
    }
}

/// A single underscore marks a letter; two are one.
fn without_mnemonic(label: &str) -> String {
    let mut plain = String::new();
    let mut letters = label.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '_' => plain.extend(letters.next()),
            other => plain.push(other),
        }
    }
    plain
}

async fn menu(connection: &Connection, bus: &str, path: &str) -> io::Result<Entry> {
    let everything = (0_i32, -1_i32, Vec::<String>::new());
    let reply = connection.call_method(Some(bus), path, Some(MENU), "GetLayout", &everything).await;
    let reply = reply.map_err(io::Error::other)?;
    let layout = reply.body().deserialize::<(u32, (i32, BTreeMap<String, OwnedVariant>, Vec<OwnedVariant>))>();
    let (_, (id, _, children)) = layout.map_err(io::Error::other)?;
    let entries = children.iter().filter_map(|child| Entry::read(fields_of(child)?)).collect();
    Ok(Entry { id, entries, ..Entry::default() })
}

/// Presses an entry in the menu of the first icon that has it.
async fn press(connection: &Connection, items: &Items, labels: &[String]) -> io::Result<()> {
    for item in items.all() {
        let Ok(properties) = properties(connection, &item).await else { continue };
        let Some(path) = properties.get("Menu").and_then(|path| text(path)) else { continue };
        let menu = menu(connection, &item.bus, path).await?;
        let Some(entry) = menu.find(labels).filter(|entry| entry.id != menu.id) else { continue };
        let event = (entry.id, "clicked", Variant::I32(0), 0_u32);
        let pressed = connection.call_method(Some(item.bus.as_str()), path, Some(MENU), "Event", &event).await;
        return pressed.map(drop).map_err(io::Error::other);
    }
    Err(io::Error::other("there is no such entry"))
}

fn tell(row: &Value) {
    // A line that cannot be written has no reader any more.
    output::line(&row.to_string()).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_look_and_press() {
        assert_eq!(order("look"), Some(Order::Look));
        assert_eq!(order("press Quit C2C"), Some(Order::Press(vec!["Quit C2C".to_owned()])));
        let inner = ["shop: Codex works (1 of 12)", "Pause"].map(str::to_owned).to_vec();
        assert_eq!(order("press shop: Codex works (1 of 12) > Pause"), Some(Order::Press(inner)));
        for wrong in ["", "press", "leave now", "click Quit"] {
            assert_eq!(order(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_label_is_read_without_its_marks() {
        assert_eq!(without_mnemonic("_Open my__file"), "Open my_file");
    }

    #[test]
    fn an_entry_is_found_by_its_labels() {
        let leaf = |id, label: &str| Entry { id, label: label.to_owned(), ..Entry::default() };
        let menu = Entry { entries: vec![Entry { entries: vec![leaf(2, "Pause")], ..leaf(1, "shop") }], ..leaf(0, "") };
        assert_eq!(menu.find(&["shop".to_owned(), "Pause".to_owned()]).map(|entry| entry.id), Some(2));
        assert_eq!(menu.find(&["Pause".to_owned()]), None);
    }
}
