//! Which keys are pressed, and what is in their way.

use super::{Keymap, Keys};
use crate::desk::Chord;

const SHIFT_L: u8 = 50;
const CONTROL_L: u8 = 37;
const V: u8 = 55;
const RETURN: u8 = 36;
const INSERT: u8 = 118;
const NUM_LOCK: u8 = 77;

/// A keyboard of two groups with two keysyms each: American, then Russian.
fn keyboard(keys: &[(u8, [u32; 4])]) -> Keymap {
    let mut keysyms = vec![0; 248 * 4];
    for (code, syms) in keys {
        let place = usize::from(code - 8) * 4;
        keysyms[place..place + 4].copy_from_slice(syms);
    }
    let mut modifiers = vec![0; 16];
    for (place, code) in [(0, SHIFT_L), (2, 66), (4, CONTROL_L), (6, 64), (8, NUM_LOCK)] {
        modifiers[place] = code;
    }
    Keymap { first: 8, keysyms_per_keycode: 4, keysyms, keycodes_per_modifier: 2, modifiers }
}

const USUAL: &[(u8, [u32; 4])] = &[
    (SHIFT_L, [0xffe1, 0, 0xffe1, 0]),
    (CONTROL_L, [0xffe3, 0, 0xffe3, 0]),
    (V, [0x76, 0x56, 0x6cd, 0x6ed]),
    (RETURN, [0xff0d, 0, 0xff0d, 0]),
    (INSERT, [0xff63, 0, 0xff63, 0]),
    (NUM_LOCK, [0xff7f, 0, 0xff7f, 0]),
];

fn without(code: u8) -> Vec<(u8, [u32; 4])> {
    USUAL.iter().filter(|(listed, _)| *listed != code).copied().collect()
}

#[test]
fn pasting_is_shift_and_insert() {
    assert_eq!(keyboard(USUAL).keys(Chord::Paste), Some(Keys(vec![SHIFT_L, INSERT])));
}

#[test]
fn a_keyboard_without_insert_pastes_with_control_and_the_key_that_gives_v() {
    assert_eq!(keyboard(&without(INSERT)).keys(Chord::Paste), Some(Keys(vec![CONTROL_L, V])));
    let second_group: Vec<_> = without(INSERT)
        .iter()
        .map(|(code, [a, b, c, d])| if *code == V { (V, [*c, *d, *a, *b]) } else { (*code, [*a, *b, *c, *d]) })
        .collect();
    assert_eq!(keyboard(&second_group).keys(Chord::Paste), Some(Keys(vec![CONTROL_L, V])));
}

#[test]
fn sending_is_return_alone() {
    assert_eq!(keyboard(USUAL).keys(Chord::Send), Some(Keys(vec![RETURN])));
}

#[test]
fn what_the_keyboard_lacks_is_not_pressed() {
    assert_eq!(keyboard(&without(RETURN)).keys(Chord::Send), None);
    assert_eq!(keyboard(&[]).keys(Chord::Paste), None);
    let empty =
        Keymap { first: 8, keysyms_per_keycode: 0, keysyms: vec![], keycodes_per_modifier: 0, modifiers: vec![] };
    assert_eq!(empty.keys(Chord::Paste), None);
}

#[test]
fn a_key_named_shift_that_is_no_modifier_is_not_used() {
    let mut keymap = keyboard(USUAL);
    keymap.modifiers[0] = 0;
    assert_eq!(keymap.keys(Chord::Paste), Some(Keys(vec![CONTROL_L, V])));
}

fn down(codes: &[u8]) -> [u8; 32] {
    let mut keys = [0; 32];
    for code in codes {
        keys[usize::from(code / 8)] |= 1 << (code % 8);
    }
    keys
}

#[test]
fn held_modifiers_latches_and_buttons_are_in_the_way() {
    let keymap = keyboard(USUAL);
    assert!(!keymap.is_held(&down(&[]), 0));
    assert!(!keymap.is_held(&down(&[V]), 0));
    assert!(keymap.is_held(&down(&[CONTROL_L]), 0));
    assert!(keymap.is_held(&down(&[SHIFT_L, V]), 1));
    assert!(keymap.is_held(&down(&[]), 1 << 2), "control is latched");
    assert!(keymap.is_held(&down(&[]), 1 << 8), "the first button is down");
    assert!(keymap.is_held(&down(&[]), 1 << 12), "the fifth button is down");
}

#[test]
fn locks_and_the_active_group_are_not_in_the_way() {
    let keymap = keyboard(USUAL);
    assert!(!keymap.is_held(&down(&[]), 1 << 1), "Caps Lock");
    assert!(!keymap.is_held(&down(&[]), 1 << 4), "Num Lock");
    assert!(!keymap.is_held(&down(&[]), 1 << 13), "the second group");
    assert!(keymap.is_held(&down(&[]), 1 << 3), "Alt");
}
