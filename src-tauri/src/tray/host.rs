//! Whether this desktop shows a tray at all.

#[cfg(target_os = "linux")]
pub(crate) use linux::{has_library, watch};
#[cfg(not(target_os = "linux"))]
pub(crate) use others::{has_library, watch};

#[cfg(target_os = "linux")]
mod linux {
    use gtk::gio::{self, BusNameWatcherFlags, BusType};

    /// The names under which the tray opens its library: those of the package `libappindicator-sys`, which panics
    /// where it finds none.
    const LIBRARIES: [&str; 2] = ["libayatana-appindicator3.so.1", "libappindicator3.so.1"];
    /// Who shows the icons of all programs.
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";

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
    pub(crate) fn watch(told: impl Fn(bool) + Send + Sync + Clone + 'static) {
        let gone = told.clone();
        let no_flags = BusNameWatcherFlags::empty();
        gio::bus_watch_name(BusType::Session, WATCHER, no_flags, move |_, _, _| told(true), move |_, _| gone(false));
    }
}

#[cfg(not(target_os = "linux"))]
mod others {
    /// The system has one.
    pub(crate) fn has_library() -> bool {
        true
    }

    /// The system always shows it.
    pub(crate) fn watch(told: impl Fn(bool) + Send + Sync + Clone + 'static) {
        told(true);
    }
}
