//! How the window is drawn on Linux: by the processor, without the graphics driver.
//!
//! The page is text that seldom moves, and a driver costs more than it gives: loaded into the app it stays there
//! after the window was closed (40 MB with Mesa's software driver), it is loaded again for each page, and with some
//! drivers the web engine's window stays blank. Whoever wants it otherwise sets the variables: what is set stays.

/// What GDK and WebKitGTK read when they begin, and what it is set to where it is not set.
const DEFAULTS: [(&str, &str); 3] = [
    // GTK would load the driver to choose among the screen's visuals.
    ("GDK_GL", "disable"),
    // No buffers are shared with the driver; the page is painted into memory.
    ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
    // Where none is named, the driver is loaded to ask it for its device. This one is named and never opened.
    ("WEBKIT_WEB_RENDER_DEVICE_FILE", "/dev/null"),
];

/// Sets what is not set. Comes before anything of GTK, and before there is a second thread. What the engine starts has
/// the environment that this program was started with.
pub(crate) fn by_processor() {
    for (name, value) in DEFAULTS {
        // Only a name that no system takes is refused.
        drop(gtk::glib::setenv(name, value, false));
    }
}
