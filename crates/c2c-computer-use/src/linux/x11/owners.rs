//! Whose a window is, by the server's own word.
//!
//! `_NET_WM_PID` is what a program says of its window, and any program can say any number. The extension
//! X-Resource tells which process is at the other end of the connection that made the window.

use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::res::{self, ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::rust_connection::RustConnection;

use super::Screen;
use super::fault::Faulty as _;
use crate::desk::DeskError;

const ASKING: &str = "asking whose a window is";
/// The version of the extension that knows processes.
const VERSION: (u8, u8) = (1, 2);

/// Whether the server's word can be used: it must know this very process by the id that it has here. Seen from
/// a container, all ids are others; over a network there are none.
pub(super) fn are_told(connection: &RustConnection) -> Result<bool, DeskError> {
    if connection.extension_information(res::X11_EXTENSION_NAME).doing(ASKING)?.is_none() {
        return Ok(false);
    }
    let version = connection.res_query_version(VERSION.0, VERSION.1).doing(ASKING)?.reply().doing(ASKING)?;
    if (version.server_major, version.server_minor) < (VERSION.0.into(), VERSION.1.into()) {
        return Ok(false);
    }
    Ok(process_of(connection, connection.setup().resource_id_base)? == Some(std::process::id()))
}

impl Screen {
    /// Whether the window may be one of process `pid`, which it says of itself. Where the server does not tell,
    /// the window's word has to do.
    pub(super) fn is_made_by(&self, window: u32, pid: u32) -> Result<bool, DeskError> {
        if !self.has_owners {
            return Ok(true);
        }
        Ok(process_of(&self.connection, window)?.is_none_or(|owner| owner == pid))
    }
}

/// The process behind the connection to which the resource `id` belongs; none when the server does not know.
fn process_of(connection: &RustConnection, id: u32) -> Result<Option<u32>, DeskError> {
    let asked = ClientIdSpec { client: id, mask: ClientIdMask::LOCAL_CLIENT_PID };
    let reply = connection.res_query_client_ids(&[asked]).doing(ASKING)?.reply().doing(ASKING)?;
    let told = reply.ids.iter().find(|told| told.spec.mask == ClientIdMask::LOCAL_CLIENT_PID);
    Ok(told.and_then(|told| told.value.first().copied()))
}
