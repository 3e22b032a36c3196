//! Pressing keys into one window and no other.
//!
//! The look at who has the keyboard and the presses happen inside one grab of the server, on one
//! connection: nobody can take the focus in between. That is why enigo is not used here: it brings its
//! own connection, whose requests would wait for the end of our grab.
//!
//! The server may give what is pressed this way the layout of another keyboard than the person's. That
//! too speaks for keys that are in the same place in all of them: see [`Keymap::keys`].

use std::thread;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, GrabMode, GrabStatus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::fault::Faulty as _;
use super::grab::ServerGrab;
use super::keymap::{Keymap, Keys};
use super::{Screen, xid};
use crate::desk::{Chord, DeskError, Keyed, WindowId};

/// How long a person may hold a modifier key or a button before it counts as being in the way.
const HANDS_OFF: Duration = Duration::from_millis(600);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(10);
const PRESSING: &str = "pressing keys";

/// What was found inside the grab.
enum Found {
    Pressed,
    /// Another window has the keyboard, or a program has taken the keyboard as a whole.
    NotInFront,
    /// The person holds a modifier key or a button.
    Held,
}

impl Screen {
    /// Presses `chord` into the window, if it has the keyboard at that very moment. While a person
    /// holds a modifier key or a button, waits, 0.6 s at most; then it is [`Keyed::NotInFront`], as it
    /// is when a menu, a launcher or a lock has taken the keyboard.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`]; [`DeskError::Refused`] when the display lacks XTEST or the keyboard
    /// lacks the keys; both when surely nothing was pressed.
    pub fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        let window = xid(window)?;
        let refused = |reason: &str| DeskError::Refused { doing: PRESSING, reason: reason.to_owned() };
        if !self.has_presses {
            return Err(refused("the X11 display lacks the extension XTEST"));
        }
        self.connection.get_window_attributes(window).doing(PRESSING)?.reply().doing(PRESSING)?;
        let has_window_manager = self.has_window_manager()?;
        let deadline = Instant::now() + HANDS_OFF;
        loop {
            let keymap = self.keymap()?;
            let keys = keymap.keys(chord).ok_or_else(|| refused("the keyboard has no such keys"))?;
            // What the person did until now must be known before our own presses hide it.
            self.idle_ms()?;
            match self.press_if_in_front(window, has_window_manager, &keymap, &keys)? {
                Found::Pressed => {
                    self.last_input.pressed(Instant::now());
                    return Ok(Keyed::Pressed);
                }
                Found::NotInFront => return Ok(Keyed::NotInFront),
                Found::Held if Instant::now() >= deadline => return Ok(Keyed::NotInFront),
                Found::Held => thread::sleep(PAUSE),
            }
        }
    }

    fn keymap(&self) -> Result<Keymap, DeskError> {
        let setup = self.connection.setup();
        let (first, count) = (setup.min_keycode, setup.max_keycode.saturating_sub(setup.min_keycode).saturating_add(1));
        let syms = self.connection.get_keyboard_mapping(first, count).doing(PRESSING)?;
        let modifiers = self.connection.get_modifier_mapping().doing(PRESSING)?;
        let (syms, modifiers) = (syms.reply().doing(PRESSING)?, modifiers.reply().doing(PRESSING)?);
        Ok(Keymap {
            first,
            keysyms_per_keycode: syms.keysyms_per_keycode.into(),
            keysyms: syms.keysyms,
            keycodes_per_modifier: modifiers.keycodes.len() / 8,
            modifiers: modifiers.keycodes,
        })
    }

    /// All that must not be interrupted. Requests are sent together where they can be, so that the
    /// display stands still for three round trips at most.
    fn press_if_in_front(
        &self,
        window: u32,
        has_window_manager: bool,
        keymap: &Keymap,
        keys: &Keys,
    ) -> Result<Found, DeskError> {
        let connection = &self.connection;
        let _grab = ServerGrab::take(connection)?;
        let atoms = &self.atoms;
        let active = connection
            .get_property(false, self.root, atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW, 0, 1)
            .doing(PRESSING)?;
        let focus = connection.get_input_focus().doing(PRESSING)?;
        let down = connection.query_keymap().doing(PRESSING)?;
        let pointer = connection.query_pointer(self.root).doing(PRESSING)?;
        let active = active.reply().doing(PRESSING)?;
        let active = active.value32().and_then(|mut windows| windows.next());
        let focus = focus.reply().doing(PRESSING)?.focus;
        let down = down.reply().doing(PRESSING)?.keys;
        let state = pointer.reply().doing(PRESSING)?.mask;

        let is_active = !has_window_manager || active == Some(window);
        if !is_active || !(focus == window || self.is_inside(focus, window)?) || !self.keyboard_is_free()? {
            return Ok(Found::NotInFront);
        }
        if keymap.is_held(&down, state.into()) {
            return Ok(Found::Held);
        }
        self.press(keys)?;
        Ok(Found::Pressed)
    }

    /// Whether no other program has taken the whole keyboard, as menus, launchers and screen locks do:
    /// keys would go there, whoever has the focus. The only way to tell is to take it. Programs see
    /// that as a change of the focus by a grab, which they are used to and ignore.
    fn keyboard_is_free(&self) -> Result<bool, DeskError> {
        let connection = &self.connection;
        let now = x11rb::CURRENT_TIME;
        let taken = connection.grab_keyboard(true, self.root, now, GrabMode::ASYNC, GrabMode::ASYNC).doing(PRESSING)?;
        // Harmless when it was not ours.
        connection.ungrab_keyboard(now).doing(PRESSING)?;
        Ok(taken.reply().doing(PRESSING)?.status == GrabStatus::SUCCESS)
    }

    /// Presses and lets go. All goes out before the first answer is awaited, so that no key can stay
    /// down.
    fn press(&self, keys: &Keys) -> Result<(), DeskError> {
        let down = keys.0.iter().map(|key| (KEY_PRESS_EVENT, *key));
        let up = keys.0.iter().rev().map(|key| (KEY_RELEASE_EVENT, *key));
        let mut sent = Vec::new();
        for (kind, key) in down.chain(up) {
            let fake = self.connection.xtest_fake_input(kind, key, x11rb::CURRENT_TIME, x11rb::NONE, 0, 0, 0);
            sent.push(fake.doing(PRESSING)?);
        }
        for fake in sent {
            fake.check().doing(PRESSING)?;
        }
        Ok(())
    }
}
