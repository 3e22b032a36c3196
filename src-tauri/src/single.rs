//! Before the app asks whether it runs already: one that was just killed may still seem to, and what is told to it
//! then would be lost, together with this start.

#[cfg(target_os = "linux")]
pub(crate) use linux::settle;

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Duration;

    use gtk::gio::{self, BusType, DBusCallFlags, DBusConnection};
    use gtk::glib::prelude::ToVariant as _;

    const BUS: &str = "org.freedesktop.DBus";
    const BUS_PATH: &str = "/org/freedesktop/DBus";
    /// How long an app that runs may take to say that it does.
    const ANSWER_MS: i32 = 2_000;
    /// How often, and how many times, is looked whether the name of one that is gone is free.
    const LOOK: Duration = Duration::from_millis(100);
    const LOOKS: u32 = 30;

    /// Waits until the app of this identifier answers, or its name is free. After some seconds, and where there is no
    /// session bus, it is left to what comes next.
    pub(crate) fn settle(identifier: &str) {
        let Ok(bus) = gio::bus_get_sync(BusType::Session, gio::Cancellable::NONE) else { return };
        // The name that the single-instance plugin takes.
        let name = format!("{identifier}.SingleInstance");
        for _ in 0..LOOKS {
            if !has_owner(&bus, &name) || answers(&bus, &name) {
                return;
            }
            std::thread::sleep(LOOK);
        }
        tracing::warn!("another C2C app is there and does not answer");
    }

    fn has_owner(bus: &DBusConnection, name: &str) -> bool {
        let (question, flags, none) = ((name,).to_variant(), DBusCallFlags::NONE, gio::Cancellable::NONE);
        let answer =
            bus.call_sync(Some(BUS), BUS_PATH, BUS, "NameHasOwner", Some(&question), None, flags, ANSWER_MS, none);
        answer.ok().and_then(|answer| answer.get::<(bool,)>()).is_some_and(|(has_owner,)| has_owner)
    }

    fn answers(bus: &DBusConnection, name: &str) -> bool {
        let (flags, none) = (DBusCallFlags::NONE, gio::Cancellable::NONE);
        bus.call_sync(Some(name), "/", "org.freedesktop.DBus.Peer", "Ping", None, None, flags, ANSWER_MS, none).is_ok()
    }
}

/// The system forgets who is gone at once.
#[cfg(not(target_os = "linux"))]
pub(crate) fn settle(_identifier: &str) {}
