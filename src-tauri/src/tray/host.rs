//! Whether this desktop shows a tray at all.

#[cfg(target_os = "linux")]
pub(crate) use linux::{has_library, watch};
#[cfg(not(target_os = "linux"))]
pub(crate) use others::{has_library, watch};

#[cfg(target_os = "linux")]
mod linux {
    use gtk::gio::{self, BusType, DBusCallFlags, DBusConnection, DBusSignalFlags};
    use gtk::glib::Variant;
    use gtk::glib::prelude::ToVariant as _;

    /// The names under which the tray opens its library: those of the package `libappindicator-sys`, which panics
    /// where it finds none.
    const LIBRARIES: [&str; 2] = ["libayatana-appindicator3.so.1", "libappindicator3.so.1"];
    /// Who shows the icons of all programs.
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    /// The bus itself.
    const BUS: &str = "org.freedesktop.DBus";
    const BUS_PATH: &str = "/org/freedesktop/DBus";
    /// How long the bus may take to answer.
    const PATIENCE_MS: i32 = 10_000;

    /// Whether the tray can be made.
    pub(crate) fn has_library() -> bool {
        // SAFETY: what the library does when it is opened is what it does when the tray opens it right after this,
        // in the same thread; it is never closed in between.
        #[expect(
            unsafe_code,
            reason = "a library can only be looked for by opening it, and the tray panics without it"
        )]
        let opened = LIBRARIES.iter().find_map(|name| unsafe { libloading::Library::new(name) }.ok());
        match opened {
            Some(library) => {
                std::mem::forget(library);
                true
            }
            None => false,
        }
    }

    /// Tells, in the main thread, whether there is somebody who shows the tray: at once, and whenever that changes.
    /// GLib's own watch is not used: its binding panics where there is no bus, and where the bus ends.
    pub(crate) fn watch(told: impl Fn(bool) + Clone + 'static) {
        gio::bus_get(BusType::Session, gio::Cancellable::NONE, move |bus| match bus {
            Ok(bus) => watch_on(&bus, told),
            Err(error) => {
                tracing::info!(%error, "there is no session bus, and so no tray");
                told(false);
            }
        });
    }

    fn watch_on(bus: &DBusConnection, told: impl Fn(bool) + Clone + 'static) {
        let (changed, flags) = (told.clone(), DBusSignalFlags::NONE);
        // It lasts as long as the app.
        bus.signal_subscribe(
            Some(BUS),
            Some(BUS),
            Some("NameOwnerChanged"),
            Some(BUS_PATH),
            Some(WATCHER),
            flags,
            move |_, _, _, _, _, change| {
                let owners = change.get::<(String, String, String)>();
                changed(owners.is_some_and(|(_, _, new)| !new.is_empty()));
            },
        );
        let question = (WATCHER,).to_variant();
        let answer = move |answer: Result<Variant, gtk::glib::Error>| {
            told(answer.ok().and_then(|answer| answer.get::<(bool,)>()).is_some_and(|(is_there,)| is_there));
        };
        let (none, flags) = (gio::Cancellable::NONE, DBusCallFlags::NONE);
        bus.call(Some(BUS), BUS_PATH, BUS, "NameHasOwner", Some(&question), None, flags, PATIENCE_MS, none, answer);
    }
}

#[cfg(not(target_os = "linux"))]
mod others {
    /// The system has one.
    pub(crate) fn has_library() -> bool {
        true
    }

    /// The system always shows it.
    pub(crate) fn watch(told: impl Fn(bool) + Clone + 'static) {
        told(true);
    }
}
