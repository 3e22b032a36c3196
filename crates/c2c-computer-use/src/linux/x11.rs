//! The X11 display: which windows are there, who has the keyboard, and pressing keys.
//!
//! Everything goes over one connection of our own, because what counts must happen inside one grab of
//! the server: see `keys` on pressing. No environment is read here; the display's name and
//! what tells Wayland apart come from the caller's [`Environment`].

use std::time::Instant;

use c2c_os::environment::Environment;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::screensaver::ConnectionExt as _;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::protocol::{screensaver, xtest};
use x11rb::rust_connection::RustConnection;

use crate::desk::{DeskError, Lacking, WindowId};
use crate::idle::LastInput;

mod atoms;
mod fault;
mod front;
mod grab;
mod keymap;
mod keys;
mod owners;
mod picture;
mod windows;

use atoms::Atoms;
use fault::Faulty as _;
pub use windows::{Bounds, XWindow};

/// A connection to the person's X11 display.
#[derive(Debug)]
pub struct Screen {
    connection: RustConnection,
    root: u32,
    atoms: Atoms,
    /// The window that was brought to the front last, and the one that was there before.
    before: Option<(u32, u32)>,
    has_idle: bool,
    has_presses: bool,
    has_owners: bool,
    last_input: LastInput,
}

/// The name of the X11 display that `environment` says the person sits at.
///
/// A Wayland session mostly has an X11 display too (Xwayland), on which only some windows are seen and
/// keys reach none of the others: it does not count. `XDG_SESSION_TYPE` decides where it says `x11` or
/// `wayland`, `WAYLAND_DISPLAY` where it does not.
///
/// # Errors
/// [`Lacking::X11`] in a Wayland session, [`Lacking::Display`] where there is neither.
pub fn display_of(environment: &Environment) -> Result<String, Lacking> {
    let is_wayland = match environment.get("XDG_SESSION_TYPE").and_then(|kind| kind.to_str()) {
        Some("wayland") => true,
        Some("x11") => false,
        _ => environment.get("WAYLAND_DISPLAY").is_some(),
    };
    if is_wayland {
        return Err(Lacking::X11);
    }
    let display = environment.get("DISPLAY").and_then(|display| display.to_str());
    display.map(str::to_owned).ok_or(Lacking::Display)
}

impl Screen {
    /// Connects to the display that `environment` names.
    ///
    /// # Errors
    /// [`DeskError::Lacks`]: no display, one that does not answer, or a Wayland session.
    pub fn connect(environment: &Environment) -> Result<Self, DeskError> {
        let display = display_of(environment).map_err(|what| DeskError::Lacks { what })?;
        let (connection, screen) = RustConnection::connect(Some(&display)).map_err(|error| {
            tracing::debug!(%error, "the X11 display does not answer");
            DeskError::Lacks { what: Lacking::Display }
        })?;
        let has = |name| connection.extension_information(name).map(|found| found.is_some()).doing("connecting to X11");
        // Newer Xwaylands say what they are, whatever the environment says.
        let asked = connection.query_extension(b"XWAYLAND").doing("connecting to X11")?;
        if asked.reply().doing("connecting to X11")?.present {
            return Err(DeskError::Lacks { what: Lacking::X11 });
        }
        let has_idle = has(screensaver::X11_EXTENSION_NAME)?;
        let has_presses = has(xtest::X11_EXTENSION_NAME)?;
        let root = connection.setup().roots.get(screen).map(|screen| screen.root);
        let root = root.ok_or(DeskError::Lacks { what: Lacking::Display })?;
        let atoms = Atoms::new(&connection).doing("connecting to X11")?.reply().doing("connecting to X11")?;
        let has_owners = owners::are_told(&connection)?;
        let last_input = LastInput::default();
        Ok(Self { connection, root, atoms, before: None, has_idle, has_presses, has_owners, last_input })
    }

    /// How long keyboard and mouse have not been touched by a person, in milliseconds. What was pressed
    /// through [`Screen::press_keys`] does not count. None where the display cannot tell (it lacks the
    /// extension MIT-SCREEN-SAVER).
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn idle_ms(&mut self) -> Result<Option<u64>, DeskError> {
        if !self.has_idle {
            return Ok(None);
        }
        let asked_at = Instant::now();
        let info = self.connection.screensaver_query_info(self.root).doing("asking when a key was pressed last")?;
        let info = info.reply().doing("asking when a key was pressed last")?;
        Ok(Some(self.last_input.idle_ms(asked_at, info.ms_since_user_input.into())))
    }

    /// For how long no person has touched anything, when something else than the display has just
    /// counted `counted_ms` since any input.
    pub fn without_own_presses(&mut self, counted_ms: u64) -> u64 {
        self.last_input.idle_ms(Instant::now(), counted_ms)
    }
}

/// The X11 id of a window.
fn xid(window: WindowId) -> Result<u32, DeskError> {
    u32::try_from(window.0).map_err(|_| DeskError::WindowGone)
}

#[cfg(test)]
mod tests;
