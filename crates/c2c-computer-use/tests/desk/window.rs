//! A window of a tiny program that remembers the keys it gets.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use c2c_computer_use::desk::WindowId;
use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, EventMask, InputFocus, MapState, PropMode,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::{Display, wait_for};

/// A key that arrived: its code and the modifiers with it.
pub(crate) type Key = (u8, u16);

pub(crate) struct Window {
    pub(crate) connection: Arc<RustConnection>,
    pub(crate) xid: u32,
    keys: Arc<Mutex<Vec<Key>>>,
    is_closed: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    listener: Option<JoinHandle<()>>,
}

impl Window {
    /// Opens a window of one colour (0xrrggbb) and waits until it is shown.
    pub(crate) fn open(display: &Display, title: &str, colour: u32) -> Self {
        let (connection, screen) = RustConnection::connect(Some(display.name())).unwrap();
        let connection = Arc::new(connection);
        let root = connection.setup().roots[screen].root;
        let xid = connection.generate_id().unwrap();
        let look = CreateWindowAux::new()
            .background_pixel(colour)
            .event_mask(EventMask::KEY_PRESS | EventMask::KEY_RELEASE | EventMask::STRUCTURE_NOTIFY);
        let (class, depth) = (WindowClass::INPUT_OUTPUT, COPY_DEPTH_FROM_PARENT);
        connection.create_window(depth, xid, root, 100, 100, 300, 200, 0, class, 0, &look).unwrap();
        let atom = |name: &str| connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let replace = PropMode::REPLACE;
        let utf8 = atom("UTF8_STRING");
        connection.change_property8(replace, xid, atom("_NET_WM_NAME"), utf8, title.as_bytes()).unwrap();
        let pid = [std::process::id()];
        connection.change_property32(replace, xid, atom("_NET_WM_PID"), AtomEnum::CARDINAL, &pid).unwrap();
        let protocols = [atom("WM_DELETE_WINDOW")];
        connection.change_property32(replace, xid, atom("WM_PROTOCOLS"), AtomEnum::ATOM, &protocols).unwrap();
        connection.map_window(xid).unwrap();
        connection.flush().unwrap();
        let mut window = Self {
            connection,
            xid,
            keys: Arc::default(),
            is_closed: Arc::default(),
            ended: Arc::default(),
            listener: None,
        };
        window.listen();
        wait_for("the window", || {
            let attributes = window.connection.get_window_attributes(xid).unwrap().reply().unwrap();
            let is_shown = attributes.map_state == MapState::VIEWABLE;
            if !is_shown {
                // openbox loses what is mapped while it starts.
                window.connection.map_window(xid).unwrap();
                window.connection.flush().unwrap();
                std::thread::sleep(Duration::from_millis(50));
            }
            is_shown.then_some(())
        });
        window
    }

    fn listen(&mut self) {
        let (connection, keys) = (Arc::clone(&self.connection), Arc::clone(&self.keys));
        let (is_closed, ended) = (Arc::clone(&self.is_closed), Arc::clone(&self.ended));
        self.listener = Some(std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                match connection.poll_for_event() {
                    Ok(Some(Event::KeyPress(key))) => keys.lock().unwrap().push((key.detail, key.state.into())),
                    Ok(Some(Event::ClientMessage(_))) => is_closed.store(true, Ordering::Relaxed),
                    Ok(Some(_)) => {}
                    Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                    Err(_) => return,
                }
            }
        }));
    }

    pub(crate) fn id(&self) -> WindowId {
        WindowId(self.xid.into())
    }

    /// All keys that were pressed into the window until now.
    pub(crate) fn keys(&self) -> Vec<Key> {
        // What the server sent before this answer has been read when it is there.
        self.connection.sync().unwrap();
        std::thread::sleep(Duration::from_millis(20));
        self.keys.lock().unwrap().clone()
    }

    pub(crate) fn was_asked_to_close(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    pub(crate) fn move_to(&self, x: i32, y: i32) {
        self.connection.configure_window(self.xid, &ConfigureWindowAux::new().x(x).y(y)).unwrap();
        self.connection.sync().unwrap();
    }

    /// Says that it belongs to another process.
    pub(crate) fn say_it_belongs_to(&self, pid: u32) {
        let atom = self.connection.intern_atom(false, b"_NET_WM_PID").unwrap().reply().unwrap().atom;
        self.connection.change_property32(PropMode::REPLACE, self.xid, atom, AtomEnum::CARDINAL, &[pid]).unwrap();
        self.connection.sync().unwrap();
    }

    /// Takes the focus from whoever has it, past the window manager.
    pub(crate) fn steal_focus(&self) {
        self.connection.set_input_focus(InputFocus::PARENT, self.xid, x11rb::CURRENT_TIME).unwrap();
        self.connection.flush().unwrap();
    }

    /// Minimises the window.
    pub(crate) fn minimise(&self, display: &Display) {
        let change = self.connection.intern_atom(false, b"WM_CHANGE_STATE").unwrap().reply().unwrap().atom;
        let message = x11rb::protocol::xproto::ClientMessageEvent::new(32, self.xid, change, [3, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        let root = self.connection.setup().roots[0].root;
        self.connection.send_event(false, root, mask, message).unwrap();
        self.connection.flush().unwrap();
        let screen = display.screen();
        wait_for("the window to be minimised", || screen.is_minimised(self.id()).unwrap().then_some(()));
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(listener) = self.listener.take() {
            listener.join().unwrap();
        }
    }
}
