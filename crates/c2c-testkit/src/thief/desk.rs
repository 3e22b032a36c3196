//! The thief's windows and what it does to others, by the X protocol and the window manager's hints.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, PropMode, StackMode, Window, WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How long the window manager may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(2);
/// The state of a window that is minimised, and the request for it.
const ICONIC: u32 = 3;
/// The desktop of a window that is on all of them.
const ALL_DESKTOPS: u32 = u32::MAX;
/// The number of the key that loads a page anew.
const F5: u32 = 0xffc2;
/// Who asks: not an application, whose wishes a window manager may refuse.
const AS_PAGER: u32 = 2;

x11rb::atom_manager! {
    /// The names that are needed.
    pub(super) Atoms: AtomsCookie {
        CLIPBOARD,
        TARGETS,
        C2C_TAKEN,
        UTF8_STRING,
        WM_CHANGE_STATE,
        WM_STATE,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLOSE_WINDOW,
        _NET_CURRENT_DESKTOP,
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_STATE,
        _NET_WM_STATE_ABOVE,
        _NET_WM_USER_TIME,
    }
}

/// A display with the thief's windows on it.
pub(super) struct Desk {
    connection: RustConnection,
    atoms: Atoms,
    root: Window,
    size: (u16, u16),
    /// The names of keys, by code, from the lowest one on.
    keys: (u8, Vec<u32>),
    window: Window,
    extra: Mutex<Extra>,
}

/// Windows that come and go.
#[derive(Default)]
pub(super) struct Extra {
    /// What is handed out to who pastes.
    pub(super) copied: String,
    cover: Option<Window>,
    popup: Option<Window>,
}

/// Where a window is and how it is made.
struct Shape {
    place: (i16, i16),
    size: (u16, u16),
    colour: u32,
    is_unmanaged: bool,
}

pub(super) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

impl Desk {
    /// Opens the thief's own window.
    pub(super) fn open(title: &str) -> io::Result<Self> {
        let (connection, number) = x11rb::connect(None).map_err(failed)?;
        let setup = connection.setup();
        let screen = setup.roots.get(number).ok_or_else(|| io::Error::other("the display has no such screen"))?;
        let (root, size) = (screen.root, (screen.width_in_pixels, screen.height_in_pixels));
        let (low, high) = (setup.min_keycode, setup.max_keycode);
        let mapping = connection.get_keyboard_mapping(low, high - low + 1).map_err(failed)?;
        let mapping = mapping.reply().map_err(failed)?;
        let per_key = usize::from(mapping.keysyms_per_keycode).max(1);
        let keys = (low, mapping.keysyms.chunks(per_key).map(|names| names.first().copied().unwrap_or(0)).collect());
        let atoms = Atoms::new(&connection).map_err(failed)?.reply().map_err(failed)?;
        let mut desk = Self { connection, atoms, root, size, keys, window: 0, extra: Mutex::default() };
        let shape = Shape { place: (60, 60), size: (360, 240), colour: 0x00c0_4040, is_unmanaged: false };
        desk.window = desk.make(&shape, title)?;
        desk.connection.map_window(desk.window).map_err(failed)?;
        desk.connection.flush().map_err(failed)?;
        let window = desk.window;
        desk.wait("the window", || Ok(desk.clients()?.contains(&window)))?;
        Ok(desk)
    }

    pub(super) fn connection(&self) -> &RustConnection {
        &self.connection
    }

    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// The name of a key as a number of the protocol; for letters it is their character.
    pub(super) fn key(&self, code: u8) -> u32 {
        let (low, names) = &self.keys;
        code.checked_sub(*low).and_then(|at| names.get(usize::from(at))).copied().unwrap_or(0)
    }

    /// Takes the focus; the answer is how long it took in milliseconds.
    pub(super) fn take_focus(&self) -> io::Result<u64> {
        let start = Instant::now();
        self.connection.map_window(self.window).map_err(failed)?;
        self.activate(self.window)?;
        u64::try_from(start.elapsed().as_millis()).map_err(failed)
    }

    /// Puts a window over the whole screen that does not take the focus.
    pub(super) fn cover(&self) -> io::Result<Window> {
        self.uncover()?;
        let shape = Shape { place: (0, 0), size: self.size, colour: 0x0030_3030, is_unmanaged: false };
        let window = self.make(&shape, "Cover")?;
        let set = |name, kind: AtomEnum, value| {
            self.connection.change_property32(PropMode::REPLACE, window, name, kind, &[value]).map_err(failed)
        };
        // A window of time 0 does not want the focus when it comes.
        set(self.atoms._NET_WM_USER_TIME, AtomEnum::CARDINAL, 0)?;
        set(self.atoms._NET_WM_STATE, AtomEnum::ATOM, self.atoms._NET_WM_STATE_ABOVE)?;
        self.connection.map_window(window).map_err(failed)?;
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.configure_window(window, &above).map_err(failed)?;
        self.connection.flush().map_err(failed)?;
        self.extra().cover = Some(window);
        self.wait("the cover", || Ok(self.clients()?.contains(&window)))?;
        Ok(window)
    }

    pub(super) fn uncover(&self) -> io::Result<()> {
        let cover = self.extra().cover.take();
        self.destroy(cover)
    }

    /// Shows a window in the corner as notifications are shown: the window manager does not see it.
    pub(super) fn pop_up(&self) -> io::Result<Window> {
        self.pop_down()?;
        let (width, height) = (340, 90);
        let left = i16::try_from(self.size.0.saturating_sub(width + 20)).map_err(failed)?;
        let shape = Shape { place: (left, 20), size: (width, height), colour: 0x00f0_d060, is_unmanaged: true };
        let window = self.make(&shape, "Notification")?;
        self.connection.map_window(window).map_err(failed)?;
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.configure_window(window, &above).map_err(failed)?;
        self.connection.sync().map_err(failed)?;
        self.extra().popup = Some(window);
        Ok(window)
    }

    pub(super) fn pop_down(&self) -> io::Result<()> {
        let popup = self.extra().popup.take();
        self.destroy(popup)
    }

    pub(super) fn set_title(&self, title: &str) -> io::Result<()> {
        self.name(self.window, title)?;
        self.connection.sync().map_err(failed)
    }

    /// Gives a window the focus, as a taskbar does: on another desktop it has to be gone to first,
    /// since not every window manager does that.
    pub(super) fn activate(&self, window: Window) -> io::Result<()> {
        let own = self.numbers(window, self.atoms._NET_WM_DESKTOP)?.first().copied();
        let current = self.numbers(self.root, self.atoms._NET_CURRENT_DESKTOP)?.first().copied();
        if let Some(own) = own.filter(|own| *own != ALL_DESKTOPS && Some(*own) != current) {
            self.ask(self.root, self.atoms._NET_CURRENT_DESKTOP, [own, 0, 0, 0, 0])?;
        }
        self.ask(window, self.atoms._NET_ACTIVE_WINDOW, [AS_PAGER, 0, 0, 0, 0])?;
        // The active window is named before keys reach it.
        self.wait("the focus", || {
            let focus = self.connection.get_input_focus().map_err(failed)?.reply().map_err(failed)?.focus;
            let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW)?;
            Ok(active.first() == Some(&window) && self.is_below(focus, window)?)
        })
    }

    pub(super) fn minimise(&self, window: Window) -> io::Result<()> {
        self.ask(window, self.atoms.WM_CHANGE_STATE, [ICONIC, 0, 0, 0, 0])?;
        self.wait("the window to be minimised", || {
            Ok(self.numbers(window, self.atoms.WM_STATE)?.first() == Some(&ICONIC))
        })
    }

    pub(super) fn put_on_desktop(&self, window: Window, number: u32) -> io::Result<()> {
        self.ask(window, self.atoms._NET_WM_DESKTOP, [number, AS_PAGER, 0, 0, 0])?;
        self.wait("the window to be on that desktop", || {
            Ok(self.numbers(window, self.atoms._NET_WM_DESKTOP)?.first() == Some(&number))
        })
    }

    pub(super) fn close(&self, window: Window) -> io::Result<()> {
        self.ask(window, self.atoms._NET_CLOSE_WINDOW, [0, AS_PAGER, 0, 0, 0])?;
        self.wait("the window to be closed", || Ok(!self.clients()?.contains(&window)))
    }

    /// Brings a window to the front and presses F5 there.
    pub(super) fn reload(&self, window: Window) -> io::Result<()> {
        let (low, names) = &self.keys;
        let at = names.iter().position(|name| *name == F5).and_then(|at| u8::try_from(at).ok());
        let code = at.and_then(|at| low.checked_add(at)).ok_or_else(|| io::Error::other("the keyboard has no F5"))?;
        self.activate(window)?;
        for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            let pressed = self.connection.xtest_fake_input(kind, code, x11rb::CURRENT_TIME, x11rb::NONE, 0, 0, 0);
            pressed.map_err(failed)?.check().map_err(failed)?;
        }
        Ok(())
    }

    /// All windows with their titles.
    pub(super) fn list(&self) -> io::Result<Value> {
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW)?.first().copied();
        let row = |window| {
            let title = self.title(window)?;
            Ok(json!({"window": window, "title": title, "has_focus": active == Some(window)}))
        };
        self.clients()?.into_iter().map(row).collect::<io::Result<Value>>()
    }

    /// The window of that number, or else the only one of another program whose title has these letters.
    pub(super) fn find(&self, which: &str) -> io::Result<Window> {
        let number = match which.strip_prefix("0x") {
            Some(hexadecimal) => Window::from_str_radix(hexadecimal, 16).ok(),
            None => which.parse().ok(),
        };
        if let Some(number) = number {
            return Ok(number);
        }
        let mut found = Vec::new();
        for window in self.clients()? {
            if window != self.window && self.title(window)?.contains(which) {
                found.push(window);
            }
        }
        match found.as_slice() {
            [window] => Ok(*window),
            others => Err(io::Error::other(format!("{} windows have `{which}` in their title", others.len()))),
        }
    }

    pub(super) fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    fn make(&self, shape: &Shape, title: &str) -> io::Result<Window> {
        let window = self.connection.generate_id().map_err(failed)?;
        let events = EventMask::KEY_PRESS
            | EventMask::KEY_RELEASE
            | EventMask::BUTTON_PRESS
            | EventMask::BUTTON_RELEASE
            | EventMask::FOCUS_CHANGE;
        let aux = CreateWindowAux::new()
            .background_pixel(shape.colour)
            .event_mask(events)
            .override_redirect(u32::from(shape.is_unmanaged));
        let ((x, y), (width, height)) = (shape.place, shape.size);
        let depth = x11rb::COPY_DEPTH_FROM_PARENT;
        self.connection
            .create_window(depth, window, self.root, x, y, width, height, 0, WindowClass::INPUT_OUTPUT, 0, &aux)
            .map_err(failed)?;
        self.name(window, title)?;
        self.connection
            .change_property8(PropMode::REPLACE, window, AtomEnum::WM_CLASS, AtomEnum::STRING, b"thief\0Thief\0")
            .map_err(failed)?;
        Ok(window)
    }

    fn destroy(&self, window: Option<Window>) -> io::Result<()> {
        let Some(window) = window else { return Ok(()) };
        self.connection.destroy_window(window).map_err(failed)?;
        self.connection.sync().map_err(failed)
    }

    fn name(&self, window: Window, title: &str) -> io::Result<()> {
        for (name, kind) in
            [(self.atoms._NET_WM_NAME, self.atoms.UTF8_STRING), (AtomEnum::WM_NAME.into(), self.atoms.UTF8_STRING)]
        {
            self.connection
                .change_property8(PropMode::REPLACE, window, name, kind, title.as_bytes())
                .map_err(failed)?;
        }
        Ok(())
    }

    /// Asks the window manager for something about a window.
    fn ask(&self, window: Window, what: Atom, data: [u32; 5]) -> io::Result<()> {
        let message = ClientMessageEvent::new(32, window, what, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, message).map_err(failed)?;
        self.connection.flush().map_err(failed)
    }

    fn clients(&self) -> io::Result<Vec<Window>> {
        self.numbers(self.root, self.atoms._NET_CLIENT_LIST)
    }

    /// A property of numbers; empty when it or the window is not there.
    fn numbers(&self, window: Window, name: Atom) -> io::Result<Vec<u32>> {
        let reply = self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 1024).map_err(failed)?.reply();
        Ok(reply.ok().and_then(|reply| reply.value32().map(Iterator::collect)).unwrap_or_default())
    }

    fn title(&self, window: Window) -> io::Result<String> {
        for name in [self.atoms._NET_WM_NAME, AtomEnum::WM_NAME.into()] {
            let reply =
                self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 1024).map_err(failed)?.reply();
            if let Some(reply) = reply.ok().filter(|reply| !reply.value.is_empty()) {
                return Ok(String::from_utf8_lossy(&reply.value).into_owned());
            }
        }
        Ok(String::new())
    }

    /// Whether `inner` is `outer` or lies in it: some programs give the focus to a window within theirs.
    fn is_below(&self, inner: Window, outer: Window) -> io::Result<bool> {
        let mut at = inner;
        while at > 1 && at != self.root && at != outer {
            let Ok(tree) = self.connection.query_tree(at).map_err(failed)?.reply() else { return Ok(false) };
            at = tree.parent;
        }
        Ok(at == outer)
    }

    fn wait(&self, what: &str, mut holds: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while !holds()? {
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, format!("waited too long for {what}")));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    pub(super) fn extra(&self) -> std::sync::MutexGuard<'_, Extra> {
        self.extra.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
