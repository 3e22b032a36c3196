//! Which keys of this keyboard make a chord. Pure.

use crate::desk::Chord;

const INSERT: u32 = 0xff63;
const RETURN: u32 = 0xff0d;
const SHIFT_LEFT: u32 = 0xffe1;
const SHIFT_RIGHT: u32 = 0xffe2;
const CONTROL_LEFT: u32 = 0xffe3;
const CONTROL_RIGHT: u32 = 0xffe4;
const LETTER_V: u32 = 0x76;
/// Scroll Lock, Num Lock.
const HARMLESS_LOCKS: [u32; 2] = [0xff14, 0xff7f];

/// Bits of a state: Shift, Lock (Caps Lock), Control and Mod1 to Mod5.
const SHIFT: usize = 0;
const LOCK: usize = 1;
const CONTROL: usize = 2;
const MODIFIERS: usize = 8;
/// Bits of a state: the pointer's five buttons.
const BUTTONS: u16 = 0x1f00;

/// The keyboard's mapping, as the core protocol tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keymap {
    /// The lowest keycode.
    pub(super) first: u8,
    /// How many keysyms each keycode has; unshifted and shifted ones take turns.
    pub(super) keysyms_per_keycode: usize,
    /// The keysyms of all keycodes, one keycode after the other.
    pub(super) keysyms: Vec<u32>,
    /// How many keycodes each of the eight modifiers has room for.
    pub(super) keycodes_per_modifier: usize,
    /// The keycodes of the modifiers, one modifier after the other; 0 is an empty place.
    pub(super) modifiers: Vec<u8>,
}

/// The keycodes to press in this order, and to let go in the opposite one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keys(pub(super) Vec<u8>);

impl Keymap {
    /// The keys of `chord`; none when this keyboard has none.
    ///
    /// Shift+Insert is preferred for pasting: it is in the same place in every layout, while Control+V
    /// depends on the group that is active, and on what a program makes of it in a Russian one.
    pub(super) fn keys(&self, chord: Chord) -> Option<Keys> {
        match chord {
            Chord::Send => self.plain(RETURN).map(|key| Keys(vec![key])),
            Chord::Paste => {
                let shift = self.modifier(SHIFT, [SHIFT_LEFT, SHIFT_RIGHT]).zip(self.plain(INSERT));
                let control = || self.modifier(CONTROL, [CONTROL_LEFT, CONTROL_RIGHT]).zip(self.plain(LETTER_V));
                shift.or_else(control).map(|(modifier, key)| Keys(vec![modifier, key]))
            }
        }
    }

    /// Whether somebody holds a modifier key or a button, or has latched one (sticky keys): what is
    /// pressed now would become another chord. Caps Lock, Num Lock and Scroll Lock do no harm.
    ///
    /// `keys_down` has a bit for each keycode, `state` is that of modifiers and buttons.
    pub(super) fn is_held(&self, keys_down: &[u8; 32], state: u16) -> bool {
        let down = |code: u8| keys_down.get(usize::from(code / 8)).is_some_and(|byte| byte >> (code % 8) & 1 == 1);
        let holds = self.modifiers.iter().any(|code| *code != 0 && down(*code));
        let latched = (0..MODIFIERS).any(|bit| state >> bit & 1 == 1 && !self.is_harmless(bit));
        holds || latched || state & BUTTONS != 0
    }

    fn is_harmless(&self, modifier: usize) -> bool {
        let is_lock = |code: &u8| self.syms(*code).iter().any(|keysym| HARMLESS_LOCKS.contains(keysym));
        modifier == LOCK || self.codes(modifier).iter().any(is_lock)
    }

    /// A keycode that makes `keysym` without Shift, in the first group that has one.
    fn plain(&self, keysym: u32) -> Option<u8> {
        let groups = self.keysyms_per_keycode.div_ceil(2).max(1);
        (0..groups).find_map(|group| {
            let place = self.keysyms.chunks(self.keysyms_per_keycode.max(1));
            let found = place.into_iter().position(|syms| syms.get(2 * group) == Some(&keysym))?;
            self.first.checked_add(u8::try_from(found).ok()?)
        })
    }

    /// A keycode with one of `keysyms` that really works as `modifier`.
    fn modifier(&self, modifier: usize, keysyms: [u32; 2]) -> Option<u8> {
        let codes = self.codes(modifier);
        keysyms.iter().find_map(|keysym| {
            codes.iter().copied().find(|code| *code != 0 && self.syms(*code).first() == Some(keysym))
        })
    }

    fn codes(&self, modifier: usize) -> &[u8] {
        self.modifiers.chunks(self.keycodes_per_modifier.max(1)).nth(modifier).unwrap_or_default()
    }

    fn syms(&self, code: u8) -> &[u32] {
        let place = code.checked_sub(self.first).map(usize::from);
        let mut syms = self.keysyms.chunks(self.keysyms_per_keycode.max(1));
        place.and_then(|place| syms.nth(place)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
