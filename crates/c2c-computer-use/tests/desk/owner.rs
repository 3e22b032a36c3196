//! A program that has copied something, and one that pastes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Property,
    SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::Display;

/// More than this goes in pieces.
const PIECE: usize = 100_000;

fn connect(display: &Display) -> (RustConnection, u32) {
    let (connection, screen) = RustConnection::connect(Some(display.name())).unwrap();
    let window = connection.generate_id().unwrap();
    let look = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    let root = connection.setup().roots[screen].root;
    connection.create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &look).unwrap();
    (connection, window)
}

fn atom(connection: &RustConnection, name: &str) -> u32 {
    connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
}

/// A program that has copied something, until it is dropped.
pub(crate) struct Owner {
    has_lost: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
}

impl Owner {
    /// Copies `content`, by the names of its targets.
    pub(crate) fn copy(display: &Display, content: &BTreeMap<&'static str, Vec<u8>>) -> Self {
        Self::start(display, Some(content))
    }

    /// Owns the clipboard and answers nobody.
    pub(crate) fn silent(display: &Display) -> Self {
        Self::start(display, None)
    }

    pub(crate) fn has_lost(&self) -> bool {
        self.has_lost.load(Ordering::Relaxed)
    }

    fn start(display: &Display, content: Option<&BTreeMap<&'static str, Vec<u8>>>) -> Self {
        let (connection, window) = connect(display);
        let content = content.map(|content| {
            content.iter().map(|(name, bytes)| (atom(&connection, name), bytes.clone())).collect::<Vec<_>>()
        });
        let clipboard = atom(&connection, "CLIPBOARD");
        connection.set_selection_owner(window, clipboard, x11rb::CURRENT_TIME).unwrap();
        connection.sync().unwrap();
        let (has_lost, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (lost, end) = (Arc::clone(&has_lost), Arc::clone(&ended));
        let server = std::thread::spawn(move || {
            let mut pieces = Pieces::default();
            while !end.load(Ordering::Relaxed) {
                match connection.poll_for_event() {
                    Ok(Some(Event::SelectionClear(_))) => lost.store(true, Ordering::Relaxed),
                    Ok(Some(Event::SelectionRequest(request))) => {
                        if let Some(content) = &content {
                            pieces.answer(&connection, content, &request);
                        }
                    }
                    Ok(Some(Event::PropertyNotify(event))) if event.state == Property::DELETE => {
                        pieces.next(&connection, event.window, event.atom);
                    }
                    Ok(Some(_)) => {}
                    Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                    Err(_) => return,
                }
            }
        });
        Self { has_lost, ended, server: Some(server) }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        self.server.take().unwrap().join().unwrap();
    }
}

/// What is being given in pieces: to whom, where, what kind, and what is left.
#[derive(Default)]
struct Pieces(Vec<(u32, u32, u32, Vec<u8>)>);

impl Pieces {
    fn answer(&mut self, connection: &RustConnection, content: &[(u32, Vec<u8>)], request: &SelectionRequestEvent) {
        let (to, place, replace) = (request.requestor, request.property, PropMode::REPLACE);
        let mut property = place;
        if request.target == atom(connection, "TARGETS") {
            let own = ["TARGETS", "TIMESTAMP", "SAVE_TARGETS"].map(|name| atom(connection, name));
            let targets: Vec<u32> = content.iter().map(|(target, _)| *target).chain(own).collect();
            connection.change_property32(replace, to, place, AtomEnum::ATOM, &targets).unwrap();
        } else if let Some((target, bytes)) = content.iter().find(|(target, _)| *target == request.target) {
            if bytes.len() > PIECE {
                let watch = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
                connection.change_window_attributes(to, &watch).unwrap();
                let incremental = atom(connection, "INCR");
                connection.change_property32(replace, to, place, incremental, &[bytes.len() as u32]).unwrap();
                self.0.push((to, place, *target, bytes.clone()));
            } else {
                connection.change_property8(replace, to, place, *target, bytes).unwrap();
            }
        } else {
            property = x11rb::NONE;
        }
        let answer = SelectionNotifyEvent {
            response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: to,
            selection: request.selection,
            target: request.target,
            property,
        };
        connection.send_event(false, to, EventMask::NO_EVENT, answer).unwrap();
        connection.flush().unwrap();
    }

    fn next(&mut self, connection: &RustConnection, to: u32, place: u32) {
        let Some(found) = self.0.iter().position(|piece| (piece.0, piece.1) == (to, place)) else { return };
        let (.., target, left) = &mut self.0[found];
        let piece: Vec<u8> = left.drain(..left.len().min(PIECE)).collect();
        connection.change_property8(PropMode::REPLACE, to, place, *target, &piece).unwrap();
        connection.flush().unwrap();
        if piece.is_empty() {
            self.0.remove(found);
        }
    }
}

/// Pastes one target. None when nobody gives it.
pub(crate) fn read(display: &Display, target: &str) -> Option<Vec<u8>> {
    let (connection, window) = connect(display);
    let [clipboard, target, place, incremental] =
        ["CLIPBOARD", target, "PASTED", "INCR"].map(|name| atom(&connection, name));
    connection.convert_selection(window, clipboard, target, place, x11rb::CURRENT_TIME).unwrap();
    connection.flush().unwrap();
    let take =
        || connection.get_property(true, window, place, AtomEnum::ANY, 0, u32::MAX / 4).unwrap().reply().unwrap();
    let next = || {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            if let Some(event) = connection.poll_for_event().unwrap() {
                return event;
            }
            assert!(Instant::now() < deadline, "the owner does not answer");
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    loop {
        if let Event::SelectionNotify(event) = next() {
            if event.property == x11rb::NONE {
                return None;
            }
            break;
        }
    }
    let first = take();
    if first.type_ != incremental {
        return Some(first.value);
    }
    let mut bytes = Vec::new();
    loop {
        if let Event::PropertyNotify(event) = next()
            && event.state == Property::NEW_VALUE
        {
            let piece = take();
            match piece.value.len() {
                0 if piece.type_ == x11rb::NONE => {}
                0 => return Some(bytes),
                _ => bytes.extend(piece.value),
            }
        }
    }
}
