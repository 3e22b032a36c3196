//! The clipboard of X11, all of it.
//!
//! arboard is not used here, because it cannot give back what it took: it knows one kind of content at a
//! time, writes images and lists of files anew, and loses kinds it does not know, such as the one with
//! which file managers tell copying from cutting. Here every kind that the owner offers is kept, byte
//! for byte, and offered again.
//!
//! Everything happens on one thread and one connection. A look and the change that follows from it are
//! inside one grab of the server: nobody can copy something in between that would be lost.

use std::time::{Duration, Instant};

use c2c_os::environment::Environment;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xfixes::{ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, EventMask, WindowClass};
use x11rb::rust_connection::RustConnection;

use super::keeper::{Board, LATE_PASTE};
use super::protocol::BoardError;
use crate::desk::Lacking;
use crate::linux::x11::display_of;

mod content;
mod read;
mod serve;

use content::Content;
use serve::Transfer;

/// How often a lending is tried again because somebody copied something at that very moment.
const ATTEMPTS: usize = 3;
/// How long another lending is waited for; it ends by itself [`LATE_PASTE`] after its lender was killed.
const OTHER_LENDING: Duration = Duration::from_secs(6);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(2);
/// How long the last requests may take after somebody else has copied something.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

x11rb::atom_manager! {
    /// Atoms of the display.
    pub(in crate::clipboard) Atoms:
    /// The answers that are still on their way.
    AtomCookies {
        C2C_CLIPBOARD,
        C2C_LENT,
        CLIPBOARD,
        INCR,
        TARGETS,
        TEXT,
        UTF8_STRING,
        TEXT_UTF_8: b"text/plain;charset=utf-8",
        HISTORY_HINT: b"x-kde-passwordManagerHint",
    }
}

/// The clipboard of one display.
pub(super) struct X11Board {
    connection: RustConnection,
    /// Our window: it owns what we offer, and gets what we ask for.
    window: u32,
    atoms: Atoms,
    /// What we offer while we own the clipboard.
    offered: Content,
    transfers: Vec<Transfer>,
    /// How often somebody else has copied something, or the owner has gone.
    changes: u64,
    lent: String,
    kept: Content,
}

/// Any error of the connection: the display is gone.
fn broken(error: impl std::fmt::Display) -> BoardError {
    BoardError::Failed(error.to_string())
}

impl X11Board {
    /// Connects to the display that `environment` names.
    pub(super) fn new(environment: &Environment) -> Result<Self, BoardError> {
        let display = display_of(environment).map_err(BoardError::Lacks)?;
        let connected = RustConnection::connect(Some(&display));
        let (connection, screen) = connected.map_err(|_| BoardError::Lacks(Lacking::Display))?;
        let root = connection.setup().roots.get(screen).map(|screen| screen.root);
        let root = root.ok_or(BoardError::Lacks(Lacking::Display))?;
        let atoms = Atoms::new(&connection).map_err(broken)?.reply().map_err(broken)?;
        let window = connection.generate_id().map_err(broken)?;
        let look = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        let class = WindowClass::INPUT_ONLY;
        connection.create_window(0, window, root, -1, -1, 1, 1, 0, class, 0, &look).map_err(broken)?;
        connection.xfixes_query_version(5, 0).map_err(broken)?.reply().map_err(broken)?;
        let all = SelectionEventMask::SET_SELECTION_OWNER
            | SelectionEventMask::SELECTION_WINDOW_DESTROY
            | SelectionEventMask::SELECTION_CLIENT_CLOSE;
        let selected = connection.xfixes_select_selection_input(window, atoms.CLIPBOARD, all).map_err(broken)?;
        selected.check().map_err(broken)?;
        Ok(Self {
            connection,
            window,
            atoms,
            offered: Content::default(),
            transfers: Vec::new(),
            changes: 0,
            lent: String::new(),
            kept: Content::default(),
        })
    }

    /// The window that owns the clipboard; 0 when nothing is on it.
    fn owner(&self) -> Result<u32, BoardError> {
        let asked = self.connection.get_selection_owner(self.atoms.CLIPBOARD).map_err(broken)?;
        Ok(asked.reply().map_err(broken)?.owner)
    }

    /// Offers `content`, or nothing when it is empty, if nobody has copied anything since `changes` were
    /// seen. Whether it did.
    fn offer_if_unchanged(&mut self, content: &Content, changes: u64) -> Result<bool, BoardError> {
        self.connection.grab_server().map_err(broken)?;
        let offered = self.offer_grabbed(content, changes);
        // On every path; should we die, the server does it.
        self.connection.ungrab_server().map_err(broken)?;
        self.connection.flush().map_err(broken)?;
        offered
    }

    fn offer_grabbed(&mut self, content: &Content, changes: u64) -> Result<bool, BoardError> {
        // All that happened before the grab has arrived when this is answered.
        self.owner()?;
        self.handle_pending()?;
        if self.changes != changes {
            return Ok(false);
        }
        let owner = if content.is_empty() { x11rb::NONE } else { self.window };
        let (clipboard, now) = (self.atoms.CLIPBOARD, x11rb::CURRENT_TIME);
        self.connection.set_selection_owner(owner, clipboard, now).map_err(broken)?;
        if self.owner()? != owner {
            return Err(BoardError::Refused("the display does not let us have the clipboard".to_owned()));
        }
        self.offered.clone_from(content);
        Ok(true)
    }

    /// Handles what has arrived.
    fn handle_pending(&mut self) -> Result<(), BoardError> {
        while let Some(event) = self.connection.poll_for_event().map_err(broken)? {
            self.handle(&event)?;
        }
        Ok(())
    }

    fn handle(&mut self, event: &Event) -> Result<(), BoardError> {
        match event {
            Event::SelectionRequest(request) => self.serve(request)?,
            Event::PropertyNotify(event) => self.continue_transfer(event)?,
            Event::DestroyNotify(event) => self.transfers.retain(|transfer| transfer.requestor != event.window),
            Event::XfixesSelectionNotify(event) if event.owner != self.window => self.changes += 1,
            // Errors are those of requests for windows that are gone by now.
            _ => {}
        }
        Ok(())
    }

    /// Reads, again if the owner changed meanwhile: the one that was asked may never answer.
    fn undisturbed<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, BoardError>) -> Result<T, BoardError> {
        let mut attempt = 1;
        loop {
            self.handle_pending()?;
            let changes = self.changes;
            match read(self) {
                Err(BoardError::Refused(_)) if self.changes != changes && attempt < ATTEMPTS => attempt += 1,
                other => return other,
            }
        }
    }

    /// Whether what is on the clipboard may be replaced: nothing, our own, or what we are told to know.
    fn is_replaceable(&mut self, copied: Option<&str>) -> Result<bool, BoardError> {
        let owner = self.owner()?;
        if owner == x11rb::NONE || owner == self.window {
            return Ok(true);
        }
        // A clipboard manager may have taken over what was lent.
        let text = self.read_text()?;
        Ok(text.is_some_and(|text| text == self.lent || Some(text.as_str()) == copied))
    }

    /// Waits until another lending is over: what it kept is the person's, what it lent is not. Some
    /// program may offer for ever what was lent once, so that this takes an end.
    fn await_other_lending(&mut self) -> Result<(), BoardError> {
        let deadline = Instant::now() + OTHER_LENDING;
        while self.owner()? != x11rb::NONE && self.undisturbed(Self::is_lent)? && Instant::now() < deadline {
            std::thread::sleep(PAUSE * 10);
        }
        Ok(())
    }
}

impl Board for X11Board {
    fn lend(&mut self, text: &str) -> Result<(), BoardError> {
        self.await_other_lending()?;
        let lent = Content::text(text, &self.atoms);
        for _ in 0..ATTEMPTS {
            let (changes, kept) = self.undisturbed(|board| {
                let changes = board.changes;
                let kept = if board.owner()? == x11rb::NONE { Content::default() } else { board.read_all()? };
                Ok((changes, kept))
            })?;
            if self.offer_if_unchanged(&lent, changes)? {
                text.clone_into(&mut self.lent);
                self.kept = kept;
                return Ok(());
            }
        }
        Err(BoardError::Refused("somebody copies something all the time".to_owned()))
    }

    fn copy(&mut self, text: &str) -> Result<(), BoardError> {
        let content = Content::text(text, &self.atoms);
        for _ in 0..ATTEMPTS {
            self.handle_pending()?;
            if self.offer_if_unchanged(&content, self.changes)? {
                text.clone_into(&mut self.lent);
                return Ok(());
            }
        }
        Err(BoardError::Refused("somebody copies something all the time".to_owned()))
    }

    fn text(&mut self) -> Result<Option<String>, BoardError> {
        match self.owner()? {
            x11rb::NONE => Ok(None),
            owner if owner == self.window => Ok(Some(self.lent.clone())),
            _ => self.undisturbed(Self::read_text),
        }
    }

    fn give_back(&mut self, copied: Option<&str>) -> Result<bool, BoardError> {
        let kept = std::mem::take(&mut self.kept);
        for _ in 0..ATTEMPTS {
            let (changes, is_replaceable) =
                self.undisturbed(|board| Ok((board.changes, board.is_replaceable(copied)?)))?;
            if !is_replaceable {
                return Ok(false);
            }
            if self.offer_if_unchanged(&kept, changes)? {
                return Ok(true);
            }
        }
        // Somebody copies all the time, so what is there is theirs.
        Ok(false)
    }

    fn attend(&mut self) {
        if let Err(error) = self.handle_pending() {
            tracing::debug!(%error, "the display is gone");
        }
    }

    fn linger(&mut self) {
        let until = Instant::now() + LATE_PASTE;
        while Instant::now() < until {
            if let Err(error) = self.handle_pending() {
                return tracing::debug!(%error, "the display is gone");
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn stay(&mut self) {
        let mut deadline = None;
        let stayed = loop {
            match self.owner() {
                Ok(owner) if owner == self.window => {}
                Ok(_) if self.transfers.is_empty() => break Ok(()),
                Ok(_) => deadline = deadline.or_else(|| Some(Instant::now() + LAST_REQUESTS)),
                Err(error) => break Err(error),
            }
            let handled = match deadline {
                None => self.connection.wait_for_event().map_err(broken).and_then(|event| self.handle(&event)),
                Some(deadline) if Instant::now() >= deadline => break Ok(()),
                Some(_) => {
                    std::thread::sleep(PAUSE);
                    self.handle_pending()
                }
            };
            if let Err(error) = handled {
                break Err(error);
            }
        };
        if let Err(error) = stayed {
            tracing::debug!(%error, "the display is gone");
        }
    }
}
