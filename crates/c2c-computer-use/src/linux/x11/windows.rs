//! Which windows are there, and what they say of themselves.

use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, MapState};

use super::fault::Faulty as _;
use super::{Screen, xid};
use crate::desk::{DeskError, WindowId};

/// One window of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XWindow {
    /// Its id on this display.
    pub id: WindowId,
    /// The process that it belongs to: it says so, and the server, where it knows, does not deny it.
    pub pid: u32,
    /// Its title; empty when it has none.
    pub title: String,
    /// Where it is; where it was when it is minimised.
    pub bounds: Bounds,
    /// Whether it is minimised.
    pub is_minimised: bool,
}

/// A rectangle on the display, in pixels from its upper left corner. Without the window's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

const LOOKING: &str = "looking at the windows";

impl Screen {
    /// The windows of the process `pid`, the frontmost first. Windows of a program on another machine
    /// that are shown here have ids of processes over there and do not count.
    ///
    /// # Errors
    /// When the display does not answer. A window that closes meanwhile is left out.
    pub fn windows_of(&self, pid: u32) -> Result<Vec<XWindow>, DeskError> {
        self.windows_where(|owner| owner == pid)
    }

    /// The windows of those processes whose ids `is_wanted` picks, the frontmost first. It is asked once
    /// for every window of a program on this machine.
    ///
    /// # Errors
    /// When the display does not answer. A window that closes meanwhile is left out.
    pub fn windows_where(&self, mut is_wanted: impl FnMut(u32) -> bool) -> Result<Vec<XWindow>, DeskError> {
        let mut found = Vec::new();
        for window in self.stacked()?.into_iter().rev() {
            match self.look(window, &mut is_wanted) {
                Ok(Some(look)) => found.push(look),
                Ok(None) | Err(DeskError::WindowGone) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// The title of a window; empty when it has none.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the display does not answer.
    pub fn title(&self, window: WindowId) -> Result<String, DeskError> {
        let window = xid(window)?;
        let title = self.bytes(window, self.atoms._NET_WM_NAME, self.atoms.UTF8_STRING)?;
        if !title.is_empty() {
            return Ok(String::from_utf8_lossy(&title).into_owned());
        }
        // The old property is Latin-1.
        let title = self.bytes(window, AtomEnum::WM_NAME.into(), AtomEnum::STRING.into())?;
        Ok(title.into_iter().map(char::from).collect())
    }

    /// Where a window is.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the display does not answer.
    pub fn bounds(&self, window: WindowId) -> Result<Bounds, DeskError> {
        let window = xid(window)?;
        let geometry = self.connection.get_geometry(window).doing(LOOKING)?;
        let corner = self.connection.translate_coordinates(window, self.root, 0, 0).doing(LOOKING)?;
        let (geometry, corner) = (geometry.reply().doing(LOOKING)?, corner.reply().doing(LOOKING)?);
        Ok(Bounds {
            x: corner.dst_x.into(),
            y: corner.dst_y.into(),
            width: geometry.width.into(),
            height: geometry.height.into(),
        })
    }

    /// Whether a window is minimised.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the display does not answer.
    pub fn is_minimised(&self, window: WindowId) -> Result<bool, DeskError> {
        let states = self.numbers(xid(window)?, self.atoms._NET_WM_STATE, AtomEnum::ATOM.into())?;
        Ok(states.contains(&self.atoms._NET_WM_STATE_HIDDEN))
    }

    /// Asks the window to close, as its close button does.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the display does not answer.
    pub fn close(&self, window: WindowId) -> Result<(), DeskError> {
        const CLOSING: &str = "closing the window";
        let window = xid(window)?;
        self.connection.get_window_attributes(window).doing(CLOSING)?.reply().doing(CLOSING)?;
        if self.has_window_manager()? {
            return self.tell_window_manager(window, self.atoms._NET_CLOSE_WINDOW, [0, 2, 0, 0, 0], CLOSING);
        }
        let protocols = self.numbers(window, self.atoms.WM_PROTOCOLS, AtomEnum::ATOM.into())?;
        if !protocols.contains(&self.atoms.WM_DELETE_WINDOW) {
            return Err(DeskError::Refused { doing: CLOSING, reason: "it takes no request to close".to_owned() });
        }
        let data = [self.atoms.WM_DELETE_WINDOW, x11rb::CURRENT_TIME, 0, 0, 0];
        self.send_message(window, window, self.atoms.WM_PROTOCOLS, data, CLOSING)
    }

    /// All windows of programs, the lowest first. Without a window manager: those that are shown.
    fn stacked(&self) -> Result<Vec<u32>, DeskError> {
        if self.has_window_manager()? {
            return self.numbers(self.root, self.atoms._NET_CLIENT_LIST_STACKING, AtomEnum::WINDOW.into());
        }
        let children = self.connection.query_tree(self.root).doing(LOOKING)?.reply().doing(LOOKING)?.children;
        let mut shown = Vec::new();
        for child in children {
            let attributes = self.connection.get_window_attributes(child).doing(LOOKING)?.reply();
            if attributes.is_ok_and(|attributes| attributes.map_state == MapState::VIEWABLE) {
                shown.push(child);
            }
        }
        Ok(shown)
    }

    fn look(&self, window: u32, is_wanted: &mut impl FnMut(u32) -> bool) -> Result<Option<XWindow>, DeskError> {
        let said = self.numbers(window, self.atoms._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        let Some(&pid) = said.first() else { return Ok(None) };
        if !self.is_local(window)? || !is_wanted(pid) || !self.is_made_by(window, pid)? {
            return Ok(None);
        }
        let id = WindowId(window.into());
        let (title, bounds, is_minimised) = (self.title(id)?, self.bounds(id)?, self.is_minimised(id)?);
        Ok(Some(XWindow { id, pid, title, bounds, is_minimised }))
    }

    /// Whether the window's program runs on this machine; one that does not say counts as local.
    fn is_local(&self, window: u32) -> Result<bool, DeskError> {
        let machine = self.bytes(window, AtomEnum::WM_CLIENT_MACHINE.into(), AtomEnum::ANY.into())?;
        let Ok(ours) = std::fs::read_to_string("/proc/sys/kernel/hostname") else { return Ok(true) };
        Ok(machine.is_empty() || machine.trim_ascii() == ours.trim().as_bytes())
    }

    /// A property of 32-bit numbers; none when the window has no such property.
    pub(super) fn numbers(&self, window: u32, property: Atom, kind: Atom) -> Result<Vec<u32>, DeskError> {
        let asked = self.connection.get_property(false, window, property, kind, 0, 1 << 16).doing(LOOKING)?;
        let reply = asked.reply().doing(LOOKING)?;
        Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
    }

    /// A property of bytes; empty when the window has no such property.
    fn bytes(&self, window: u32, property: Atom, kind: Atom) -> Result<Vec<u8>, DeskError> {
        let asked = self.connection.get_property(false, window, property, kind, 0, 1 << 16).doing(LOOKING)?;
        Ok(asked.reply().doing(LOOKING)?.value)
    }
}
