//! Who is in front and has the keyboard, and changing that.

use std::thread;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, InputFocus, MapState,
    StackMode, Window,
};

use super::fault::Faulty as _;
use super::{Screen, xid};
use crate::desk::{DeskError, WindowId};

/// How long a window manager may take to bring a window to the front. Measured with openbox: 6 to 29 ms.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(4);
const ACTIVATING: &str = "bringing the window to the front";
const ASKING: &str = "asking which window has the keyboard";

impl Screen {
    /// The window in front; none when it is none, or the desktop itself. Without a window manager: the
    /// one that has the keyboard.
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn active(&self) -> Result<Option<WindowId>, DeskError> {
        Ok(self.active_xid()?.map(|window| WindowId(window.into())))
    }

    /// Whether keys that are pressed now go into the window.
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn is_in_front(&self, window: WindowId) -> Result<bool, DeskError> {
        self.has_keyboard(xid(window)?)
    }

    /// Brings the window to the front, also when it is minimised or on another desktop, and remembers
    /// the one that was there. Waits until it is in front, a second at most; whether it worked tells
    /// [`Screen::is_in_front`].
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the display does not answer.
    pub fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        let window = xid(window)?;
        let before = self.active_xid()?;
        if before == Some(window) && self.has_keyboard(window)? {
            return Ok(());
        }
        self.bring_forward(window)?;
        if let Some(before) = before.filter(|before| *before != window) {
            self.before = Some((window, before));
        }
        Ok(())
    }

    /// Brings the window that [`Screen::activate`] found in front back there. Does nothing when another
    /// window than `window` is in front by now, or the one from before is gone or minimised: a person
    /// did that.
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        let activated = xid(window)?;
        match self.before.take_if(|(window, _)| *window == activated) {
            Some((_, before)) => self.give_focus_to(WindowId(before.into()), window),
            None => Ok(()),
        }
    }

    /// Brings `before` to the front, if `window` is there. Does nothing when another window than `window`
    /// is in front by now, or `before` is gone or minimised: a person did that.
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn give_focus_to(&self, before: WindowId, window: WindowId) -> Result<(), DeskError> {
        if before == window || self.active()? != Some(window) {
            return Ok(());
        }
        match self.is_minimised(before) {
            Ok(false) => {}
            Ok(true) | Err(DeskError::WindowGone) => return Ok(()),
            Err(error) => return Err(error),
        }
        match self.bring_forward(xid(before)?) {
            Err(DeskError::WindowGone) => Ok(()),
            other => other,
        }
    }

    /// Whether `window`, or a window inside it, has the keyboard focus, and the window manager agrees.
    ///
    /// The focus on its frame does not count: then keys go to the window manager, or to whatever is
    /// under the pointer.
    pub(super) fn has_keyboard(&self, window: u32) -> Result<bool, DeskError> {
        if self.has_window_manager()? && self.active_property()? != Some(window) {
            return Ok(false);
        }
        let focus = self.connection.get_input_focus().doing(ASKING)?.reply().doing(ASKING)?.focus;
        self.is_inside(focus, window)
    }

    /// Whether a window manager that speaks the common protocol runs: its own window says so.
    ///
    /// # Errors
    /// When the display does not answer.
    pub fn has_window_manager(&self) -> Result<bool, DeskError> {
        let check = |window: Window| self.numbers(window, self.atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW.into());
        let Some(&own) = check(self.root)?.first() else { return Ok(false) };
        match check(own) {
            Ok(said) if said.first() == Some(&own) => {}
            Ok(_) | Err(DeskError::WindowGone) => return Ok(false),
            Err(error) => return Err(error),
        }
        let supported = self.numbers(self.root, self.atoms._NET_SUPPORTED, AtomEnum::ATOM.into())?;
        Ok(supported.contains(&self.atoms._NET_ACTIVE_WINDOW))
    }

    /// Sends the window manager a request about `window`.
    pub(super) fn tell_window_manager(
        &self,
        window: u32,
        kind: Atom,
        data: [u32; 5],
        doing: &'static str,
    ) -> Result<(), DeskError> {
        self.send_message(self.root, window, kind, data, doing)
    }

    /// Sends a message about `window` to `to`.
    pub(super) fn send_message(
        &self,
        to: u32,
        window: u32,
        kind: Atom,
        data: [u32; 5],
        doing: &'static str,
    ) -> Result<(), DeskError> {
        let message = ClientMessageEvent::new(32, window, kind, data);
        let mask = match to == self.root {
            true => EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY,
            false => EventMask::NO_EVENT,
        };
        self.connection.send_event(false, to, mask, message).doing(doing)?.check().doing(doing)
    }

    fn active_xid(&self) -> Result<Option<u32>, DeskError> {
        if self.has_window_manager()? {
            return self.active_property();
        }
        let focus = self.connection.get_input_focus().doing(ASKING)?.reply().doing(ASKING)?.focus;
        self.below_root(focus)
    }

    fn active_property(&self) -> Result<Option<u32>, DeskError> {
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW.into())?;
        Ok(active.first().copied().filter(|active| *active != x11rb::NONE && *active != self.root))
    }

    fn bring_forward(&self, window: u32) -> Result<(), DeskError> {
        self.connection.get_window_attributes(window).doing(ACTIVATING)?.reply().doing(ACTIVATING)?;
        if self.has_window_manager()? {
            self.go_to_desktop_of(window)?;
            // Source 2 is what taskbars say: a person wants it, so it is no theft of the focus.
            self.tell_window_manager(window, self.atoms._NET_ACTIVE_WINDOW, [2, 0, 0, 0, 0], ACTIVATING)?;
        } else {
            self.bring_forward_alone(window)?;
        }
        let deadline = Instant::now() + PATIENCE;
        while !self.has_keyboard(window)? && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Shows the desktop that `window` is on. Some window managers (openbox) do not go there by themselves.
    fn go_to_desktop_of(&self, window: u32) -> Result<(), DeskError> {
        const EVERYWHERE: u32 = u32::MAX;
        let desktop = self.numbers(window, self.atoms._NET_WM_DESKTOP, AtomEnum::CARDINAL.into())?.first().copied();
        let current = self.numbers(self.root, self.atoms._NET_CURRENT_DESKTOP, AtomEnum::CARDINAL.into())?;
        match desktop {
            Some(desktop) if desktop != EVERYWHERE && current.first().is_some_and(|current| *current != desktop) => {
                let data = [desktop, x11rb::CURRENT_TIME, 0, 0, 0];
                self.tell_window_manager(self.root, self.atoms._NET_CURRENT_DESKTOP, data, ACTIVATING)
            }
            _ => Ok(()),
        }
    }

    fn bring_forward_alone(&self, window: u32) -> Result<(), DeskError> {
        let raise = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.map_window(window).doing(ACTIVATING)?.check().doing(ACTIVATING)?;
        self.connection.configure_window(window, &raise).doing(ACTIVATING)?.check().doing(ACTIVATING)?;
        let attributes = self.connection.get_window_attributes(window).doing(ACTIVATING)?.reply().doing(ACTIVATING)?;
        if attributes.map_state != MapState::VIEWABLE {
            return Ok(());
        }
        let focus = self.connection.set_input_focus(InputFocus::POINTER_ROOT, window, x11rb::CURRENT_TIME);
        focus.doing(ACTIVATING)?.check().doing(ACTIVATING)?;
        self.connection.flush().doing(ACTIVATING)
    }

    /// Whether `inner` is `outer` or a window inside it.
    pub(super) fn is_inside(&self, inner: u32, outer: u32) -> Result<bool, DeskError> {
        Ok(self.upwards(inner)?.contains(&outer))
    }

    /// The window right below the root that `window` is in.
    fn below_root(&self, window: u32) -> Result<Option<u32>, DeskError> {
        Ok(self.upwards(window)?.last().copied())
    }

    /// `window` and what it is in, up to below the root. Empty for the root, for no window (0) and for
    /// "whatever the pointer is in" (1).
    fn upwards(&self, window: u32) -> Result<Vec<u32>, DeskError> {
        let mut way = Vec::new();
        let mut here = window;
        while here > InputFocus::POINTER_ROOT.into() && here != self.root {
            way.push(here);
            here = match self.connection.query_tree(here).doing(ASKING)?.reply().doing(ASKING) {
                Ok(reply) => reply.parent,
                Err(DeskError::WindowGone) => return Ok(Vec::new()),
                Err(error) => return Err(error),
            };
        }
        Ok(way)
    }
}
