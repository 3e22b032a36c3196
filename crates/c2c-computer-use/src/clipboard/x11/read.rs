//! Reading what another program has on the clipboard.

use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, GetPropertyReply, Property};

use super::content::{Content, Item, is_borrowed, plan};
use super::{BoardError, X11Board, broken};

/// For all that must be read.
const PATIENCE: Duration = Duration::from_secs(3);
/// For the same picture in other formats.
const SPARE_TIME: Duration = Duration::from_millis(400);
/// The most that is kept, in bytes.
const MOST: usize = 256 << 20;

impl X11Board {
    /// Everything that the owner offers. What it offers but does not give is left out; what it is too
    /// slow or too big to give makes this an error, because it would be lost.
    pub(super) fn read_all(&mut self) -> Result<Content, BoardError> {
        let deadline = Instant::now() + PATIENCE;
        let offered = self.offered_by_owner(deadline)?;
        let plan = plan(&offered);
        let mut content = Content::default();
        for target in &plan.must {
            content.0.extend(self.convert(*target, deadline)?.filter(|item| !is_borrowed(item.kind)));
            if content.size() > MOST {
                return Err(BoardError::Refused("what is on the clipboard is too big to be kept".to_owned()));
            }
        }
        if content.is_empty() && !plan.must.is_empty() {
            return Err(BoardError::Refused("the program that owns the clipboard does not give it away".to_owned()));
        }
        let spare = Instant::now() + SPARE_TIME;
        for target in &plan.may {
            match self.convert(*target, spare.min(deadline)) {
                Ok(item) => content.0.extend(item),
                Err(BoardError::Refused(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(content)
    }

    /// Whether what the owner offers is lent.
    pub(super) fn is_lent(&mut self) -> Result<bool, BoardError> {
        let deadline = Instant::now() + PATIENCE;
        let Some(item) = self.convert(self.atoms.TARGETS, deadline)? else { return Ok(false) };
        let (targets, _) = item.data.as_chunks::<4>();
        Ok(targets.iter().any(|bytes| Atom::from_ne_bytes(*bytes) == self.atoms.C2C_LENT))
    }

    /// The text that is there; none when it is something else.
    pub(super) fn read_text(&mut self) -> Result<Option<String>, BoardError> {
        let deadline = Instant::now() + PATIENCE;
        for target in [self.atoms.UTF8_STRING, self.atoms.TEXT_UTF_8] {
            if let Some(item) = self.convert(target, deadline)? {
                return Ok(String::from_utf8(item.data).ok());
            }
        }
        // This one is Latin-1.
        let item = self.convert(AtomEnum::STRING.into(), deadline)?;
        Ok(item.map(|item| item.data.into_iter().map(char::from).collect()))
    }

    /// The targets that the owner offers, with their names.
    fn offered_by_owner(&mut self, deadline: Instant) -> Result<Vec<(Atom, String)>, BoardError> {
        let Some(item) = self.convert(self.atoms.TARGETS, deadline)? else {
            // An old program that knows text alone.
            let text = [self.atoms.UTF8_STRING, AtomEnum::STRING.into()];
            return Ok(text.map(|target| (target, "a text".to_owned())).into());
        };
        let (targets, _) = item.data.as_chunks::<4>();
        let targets = targets.iter().map(|bytes| Atom::from_ne_bytes(*bytes)).filter(|target| *target != x11rb::NONE);
        let asked: Vec<_> = targets.map(|target| (target, self.connection.get_atom_name(target))).collect();
        let mut offered = Vec::new();
        for (target, name) in asked {
            // What is no atom has no name and cannot be asked for.
            if let Ok(name) = name.map_err(broken)?.reply() {
                offered.push((target, String::from_utf8_lossy(&name.name).into_owned()));
            }
        }
        Ok(offered)
    }

    /// Asks the owner for one target. None when it does not give it; refused when there is another owner
    /// before it has answered.
    fn convert(&mut self, target: Atom, deadline: Instant) -> Result<Option<Item>, BoardError> {
        let changes = self.changes;
        let (clipboard, place, now) = (self.atoms.CLIPBOARD, self.atoms.C2C_CLIPBOARD, x11rb::CURRENT_TIME);
        self.connection.delete_property(self.window, place).map_err(broken)?;
        self.connection.convert_selection(self.window, clipboard, target, place, now).map_err(broken)?;
        self.connection.flush().map_err(broken)?;
        loop {
            match self.next_event(deadline)? {
                Event::SelectionNotify(event) if event.requestor == self.window && event.target == target => {
                    if event.property == x11rb::NONE {
                        return Ok(None);
                    }
                    break;
                }
                other => self.handle_undisturbed(&other, changes)?,
            }
        }
        let reply = self.take_property()?;
        let (kind, format, data) = match reply.type_ {
            x11rb::NONE => return Ok(None),
            kind if kind == self.atoms.INCR => self.receive(deadline, changes)?,
            kind => (kind, reply.format, reply.value),
        };
        Ok(Some(Item { target, kind, format, data }))
    }

    /// Receives a content in pieces. The owner sends the next one when the one before is taken away.
    fn receive(&mut self, deadline: Instant, changes: u64) -> Result<(Atom, u8, Vec<u8>), BoardError> {
        let mut data = Vec::new();
        loop {
            match self.next_event(deadline)? {
                Event::PropertyNotify(event)
                    if event.window == self.window
                        && event.atom == self.atoms.C2C_CLIPBOARD
                        && event.state == Property::NEW_VALUE =>
                {
                    let piece = self.take_property()?;
                    if piece.type_ == x11rb::NONE {
                        // This was the announcement, which is taken away already.
                        continue;
                    }
                    if piece.value.is_empty() {
                        return Ok((piece.type_, piece.format, data));
                    }
                    data.extend(piece.value);
                    if data.len() > MOST {
                        return Err(BoardError::Refused("what is on the clipboard is too big to be kept".to_owned()));
                    }
                }
                other => self.handle_undisturbed(&other, changes)?,
            }
        }
    }

    fn handle_undisturbed(&mut self, event: &Event, changes: u64) -> Result<(), BoardError> {
        self.handle(event)?;
        if self.changes != changes {
            return Err(BoardError::Refused("the clipboard changed while it was read".to_owned()));
        }
        Ok(())
    }

    /// Reads what the owner has put on our window, and takes it away.
    fn take_property(&self) -> Result<GetPropertyReply, BoardError> {
        let (window, place) = (self.window, self.atoms.C2C_CLIPBOARD);
        let asked =
            self.connection.get_property(true, window, place, AtomEnum::ANY, 0, u32::MAX / 4).map_err(broken)?;
        asked.reply().map_err(broken)
    }

    fn next_event(&self, deadline: Instant) -> Result<Event, BoardError> {
        loop {
            if let Some(event) = self.connection.poll_for_event().map_err(broken)? {
                return Ok(event);
            }
            if Instant::now() >= deadline {
                return Err(BoardError::Refused("the program that owns the clipboard does not answer".to_owned()));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
