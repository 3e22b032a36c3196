//! The work of reading is linear in the length of the text, whatever the text is made of.

use super::*;
use crate::meter;
use crate::state::State;

const PLAN: &str = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\nGOAL: a\nRATIONALE: b\nACTIONS:\n1. c\n\
                    FILES_LIKELY_INVOLVED: d\nTESTS: e\nSUCCESS_CRITERIA: f\n";

/// Pieces that are repeated until the text is long.
const PIECES: [&str; 36] = [
    "[C2C]\n",
    "- [C2C]\n",
    "[C2C]\nSTATE: PLAN\n",
    "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\n",
    PLAN,
    ">",
    "> ",
    "&",
    "&amp;",
    "&#",
    "`",
    "``` ",
    "```\n",
    "~~~\n",
    "*",
    "**GOAL:**\n",
    "GOAL:\n\n",
    "GOAL: x ",
    "STATE: ",
    "STATE: PLAN\n",
    "#",
    "【",
    "【†",
    "cite",
    "citeturn0file1",
    "\u{e200}",
    ":contentReference[",
    "<br>",
    "<",
    "\\",
    "1. a\n",
    "- ",
    "   \n",
    "\u{200d}",
    "漢",
    "\u{1b}[",
];

/// The bytes looked at for a text of about `length` bytes made of one piece.
fn work(before: &str, piece: &str, length: usize) -> u64 {
    let text = format!("{before}{}", piece.repeat(length / piece.len()));
    meter::take();
    let expect = Expectation::after(State::Init, 0);
    let parsed = parse(&text, &expect);
    assert!(parsed.errors.iter().all(|error| error.start <= error.end && error.end <= text.len()));
    meter::take()
}

#[test]
fn four_times_the_text_is_about_four_times_the_work() {
    let in_a_list = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\nACTIONS:\n1. a\n";
    let in_a_fence = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\nGOAL:\n~~~~\n";
    let in_the_headers = "```\n[C2C]\nSTATE: ";
    for before in ["", in_a_list, in_a_fence, in_the_headers] {
        for piece in PIECES {
            let (small, large) = (work(before, piece, 4_096), work(before, piece, 16_384));
            // Quadratic work would be sixteen times as much.
            assert!(large <= small * 5, "{piece:?} after {before:?}: {small} and {large}");
            assert!(large <= 16_384 * 24, "{piece:?} after {before:?}: {large}");
        }
    }
}

#[test]
fn ever_new_names_of_sections_are_linear_too() {
    let work = |count: usize| {
        let mut text = PLAN.to_owned();
        for number in 0..count {
            text.push_str(&format!("PART {number}:\nx\n"));
        }
        meter::take();
        let parsed = parse(&text, &Expectation::any());
        assert!(parsed.message.is_some_and(|message| message.sections.len() == 64));
        meter::take()
    };
    let (small, large) = (work(1_000), work(4_000));
    assert!(large <= small * 5, "{small} and {large}");
}
