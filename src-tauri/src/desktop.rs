//! Whether there is a desktop to be shown on.

use c2c_os::environment::Environment;

/// There is no display that can be opened.
#[derive(Debug, thiserror::Error)]
#[error("C2C's app needs a desktop, and there is no display that it can open")]
pub(crate) struct NoDisplay;

impl NoDisplay {
    /// What can be done.
    pub(crate) fn hint(&self) -> &'static str {
        "start it on a desktop, or use the command `c2c`, which needs none"
    }
}

/// Opens the display: what comes after this would end the process where there is none.
#[cfg(target_os = "linux")]
pub(crate) fn open() -> Result<(), NoDisplay> {
    gtk::init().map_err(|error| {
        tracing::info!(%error, "GTK does not begin");
        NoDisplay
    })?;
    // What panels call the icon.
    gtk::glib::set_application_name("C2C");
    Ok(())
}

/// The system has one.
#[cfg(not(target_os = "linux"))]
pub(crate) fn open() -> Result<(), NoDisplay> {
    Ok(())
}

/// The desktop's name, as it calls itself; empty where it has none.
pub(crate) fn name(environment: &Environment) -> String {
    environment.get("XDG_CURRENT_DESKTOP").map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Tells, in the main thread, that the desktop's colours changed.
#[cfg(target_os = "linux")]
pub(crate) fn colours_changed(told: impl Fn() + Clone + 'static) {
    use gtk::prelude::GtkSettingsExt as _;

    let Some(settings) = gtk::Settings::default() else { return };
    let also = told.clone();
    settings.connect_gtk_theme_name_notify(move |_| told());
    settings.connect_gtk_application_prefer_dark_theme_notify(move |_| also());
}

/// The system tells the window.
#[cfg(not(target_os = "linux"))]
pub(crate) fn colours_changed(_told: impl Fn() + Clone + 'static) {}
