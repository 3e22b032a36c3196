//! What the web engine leaves running on Linux after the window was closed: WebKitGTK ends the page's process, but
//! keeps its network process for as long as the program lives, 25 MB that nothing uses. The next window has a new one.

use std::ffi::OsStr;
use std::path::Path;

use c2c_os::process;

/// The program's file name.
const NETWORK_PROCESS: &str = "WebKitNetworkProcess";

/// Ends it. It keeps nothing that must be written: the page has no storage there but what the engine itself makes.
pub(crate) fn end() {
    let children = match process::children(std::process::id()) {
        Ok(children) => children,
        Err(error) => {
            tracing::debug!(%error, "the web engine's network process is left as it is");
            return;
        }
    };
    let is_network = |path: &Path| path.file_name() == Some(OsStr::new(NETWORK_PROCESS));
    for child in children.iter().filter(|child| process::program(child).is_some_and(|path| is_network(&path))) {
        match process::terminate(child) {
            Ok(_) => tracing::debug!("the web engine's network process was ended"),
            Err(error) => tracing::debug!(%error, "the web engine's network process does not end"),
        }
    }
}
