//! Giving other programs what is offered.

use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode, Property, PropertyNotifyEvent,
    SelectionNotifyEvent, SelectionRequestEvent,
};
use x11rb::wrapper::ConnectionExt as _;

use super::content::Item;
use super::{BoardError, X11Board, broken};

/// The most that is given in one piece, in bytes. Programs that take no pieces take more than this at
/// once, and servers too.
const PIECE: usize = 256 << 10;

/// Something that is given in pieces.
pub(super) struct Transfer {
    /// Who gets it.
    pub(super) requestor: u32,
    property: Atom,
    item: Item,
    given: usize,
}

impl X11Board {
    /// Gives a program what it asks for, or says that it cannot have it.
    pub(super) fn serve(&mut self, request: &SelectionRequestEvent) -> Result<(), BoardError> {
        // Old programs name no property and mean this.
        let property = if request.property == x11rb::NONE { request.target } else { request.property };
        let requestor = request.requestor;
        let is_given = request.selection == self.atoms.CLIPBOARD && self.put(requestor, property, request.target)?;
        let answer = SelectionNotifyEvent {
            response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor,
            selection: request.selection,
            target: request.target,
            property: if is_given { property } else { x11rb::NONE },
        };
        self.connection.send_event(false, requestor, EventMask::NO_EVENT, answer).map_err(broken)?;
        self.connection.flush().map_err(broken)
    }

    fn put(&mut self, requestor: u32, property: Atom, target: Atom) -> Result<bool, BoardError> {
        let replace = PropMode::REPLACE;
        if target == self.atoms.TARGETS {
            let targets: Vec<Atom> =
                self.offered.0.iter().map(|item| item.target).chain([self.atoms.TARGETS]).collect();
            let kind = AtomEnum::ATOM;
            self.connection.change_property32(replace, requestor, property, kind, &targets).map_err(broken)?;
            return Ok(true);
        }
        let Some(item) = self.offered.get(target) else { return Ok(false) };
        if item.data.len() <= PIECE.min(self.connection.maximum_request_bytes() / 2) {
            self.put_piece(requestor, property, item, 0..item.data.len())?;
            return Ok(true);
        }
        let mask = EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let watch = ChangeWindowAttributesAux::new().event_mask(mask);
        self.connection.change_window_attributes(requestor, &watch).map_err(broken)?;
        let least = [u32::try_from(item.data.len()).unwrap_or(u32::MAX)];
        self.connection.change_property32(replace, requestor, property, self.atoms.INCR, &least).map_err(broken)?;
        let transfer = Transfer { requestor, property, item: item.clone(), given: 0 };
        self.transfers.retain(|other| (other.requestor, other.property) != (requestor, property));
        self.transfers.push(transfer);
        Ok(true)
    }

    /// Gives the next piece to a program that has taken the one before. The last one is empty.
    pub(super) fn continue_transfer(&mut self, event: &PropertyNotifyEvent) -> Result<(), BoardError> {
        let is_it = |transfer: &Transfer| transfer.requestor == event.window && transfer.property == event.atom;
        if event.state != Property::DELETE {
            return Ok(());
        }
        let Some(place) = self.transfers.iter().position(is_it) else { return Ok(()) };
        let transfer = self.transfers.swap_remove(place);
        let size = PIECE.min(self.connection.maximum_request_bytes() / 2) / 4 * 4;
        let end = transfer.item.data.len().min(transfer.given + size);
        self.put_piece(transfer.requestor, transfer.property, &transfer.item, transfer.given..end)?;
        if end > transfer.given {
            self.transfers.push(Transfer { given: end, ..transfer });
        } else if !self.transfers.iter().any(|other| other.requestor == transfer.requestor) {
            let rest = ChangeWindowAttributesAux::new().event_mask(EventMask::NO_EVENT);
            self.connection.change_window_attributes(transfer.requestor, &rest).map_err(broken)?;
        }
        self.connection.flush().map_err(broken)
    }

    fn put_piece(
        &self,
        requestor: u32,
        property: Atom,
        item: &Item,
        piece: std::ops::Range<usize>,
    ) -> Result<(), BoardError> {
        let data = item.data.get(piece).unwrap_or_default();
        let count = u32::try_from(data.len() / usize::from(item.format / 8).max(1)).unwrap_or(0);
        let (replace, kind, format) = (PropMode::REPLACE, item.kind, item.format);
        self.connection.change_property(replace, requestor, property, kind, format, count, data).map_err(broken)?;
        Ok(())
    }
}
