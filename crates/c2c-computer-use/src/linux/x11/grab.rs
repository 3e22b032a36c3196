//! The display to ourselves, for microseconds.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::fault::Faulty as _;
use crate::desk::DeskError;

/// While it lives, the server handles no request of anybody else. Ends when it is dropped, on every
/// path; should our process die, the server ends it with the connection.
#[derive(Debug)]
pub(super) struct ServerGrab<'a> {
    connection: &'a RustConnection,
}

impl<'a> ServerGrab<'a> {
    /// Takes effect with the next request that is answered.
    pub(super) fn take(connection: &'a RustConnection) -> Result<Self, DeskError> {
        connection.grab_server().doing("taking the display")?;
        Ok(Self { connection })
    }
}

impl Drop for ServerGrab<'_> {
    fn drop(&mut self) {
        // Both fail only with the connection, and the grab ends with that.
        let ungrabbed = self.connection.ungrab_server().map(|_| ());
        if let Err(error) = ungrabbed.and_then(|()| self.connection.flush()) {
            tracing::debug!(%error, "the display's connection broke");
        }
    }
}
