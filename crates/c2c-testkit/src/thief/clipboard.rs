//! The clipboard, as X has it: who copies hands the text out to everybody who pastes.

use std::io;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt, EventMask, PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent,
};
use x11rb::wrapper::ConnectionExt as _;

use super::desk::{Desk, failed};

/// The most that is read, in units of four bytes.
const MOST: u32 = 1 << 20;

impl Desk {
    /// Puts a text on the clipboard.
    pub(super) fn copy(&self, text: &str) -> io::Result<()> {
        text.clone_into(&mut self.extra().copied);
        let clipboard = self.atoms().CLIPBOARD;
        self.connection().set_selection_owner(self.window(), clipboard, x11rb::CURRENT_TIME).map_err(failed)?;
        let owner = self.connection().get_selection_owner(clipboard).map_err(failed)?.reply().map_err(failed)?.owner;
        if owner == self.window() { Ok(()) } else { Err(io::Error::other("somebody else took the clipboard")) }
    }

    /// Answers somebody who pastes.
    pub(super) fn hand_out(&self, request: &SelectionRequestEvent) -> io::Result<()> {
        let (connection, atoms) = (self.connection(), self.atoms());
        let SelectionRequestEvent { time, requestor, selection, target, .. } = *request;
        // Old programs name no property.
        let property = if request.property == x11rb::NONE { target } else { request.property };
        let text = self.extra().copied.clone();
        let is_known = if target == atoms.TARGETS {
            let targets = [atoms.TARGETS, atoms.UTF8_STRING];
            connection
                .change_property32(PropMode::REPLACE, requestor, property, AtomEnum::ATOM, &targets)
                .map_err(failed)?;
            true
        } else if target == atoms.UTF8_STRING {
            connection
                .change_property8(PropMode::REPLACE, requestor, property, target, text.as_bytes())
                .map_err(failed)?;
            true
        } else {
            false
        };
        let property = if is_known { property } else { x11rb::NONE };
        let response_type = SELECTION_NOTIFY_EVENT;
        let notice = SelectionNotifyEvent { response_type, sequence: 0, time, requestor, selection, target, property };
        connection.send_event(false, requestor, EventMask::NO_EVENT, notice).map_err(failed)?;
        connection.flush().map_err(failed)
    }

    /// Asks for the text that is on the clipboard; the answer comes as an event.
    pub(super) fn ask_for_clipboard(&self) -> io::Result<()> {
        let atoms = self.atoms();
        self.connection()
            .convert_selection(self.window(), atoms.CLIPBOARD, atoms.UTF8_STRING, atoms.C2C_TAKEN, x11rb::CURRENT_TIME)
            .map_err(failed)?;
        self.connection().flush().map_err(failed)
    }

    /// The text that came; none when there is none.
    pub(super) fn clipboard(&self, notice: &SelectionNotifyEvent) -> io::Result<Option<String>> {
        if notice.property == x11rb::NONE {
            return Ok(None);
        }
        let asked = self
            .connection()
            .get_property(true, self.window(), notice.property, AtomEnum::ANY, 0, MOST)
            .map_err(failed)?;
        let value = asked.reply().map_err(failed)?.value;
        Ok(Some(String::from_utf8_lossy(&value).into_owned()))
    }
}
