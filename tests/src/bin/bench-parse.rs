//! `cargo xtask bench parse`: reading answers of up to 1 MB, ordinary and hostile ones.
//!
//! `ratio` is the median, over rounds, of the time for the full size over the time for half of it in
//! the same round: 2 is linear, 4 would be quadratic.

use c2c_protocol::{Expectation, State, parse};
use c2c_tests::measure::{Report, Times, millis};

const FULL: usize = 1_000_000;
const ROUNDS: usize = 15;

const PLAN: &str = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a\nITERATION: 1\n\nGOAL:\nDark mode.\n\nRATIONALE:\nIt is asked for.\n\n\
                    ACTIONS:\n1. Add a context.\n2. Add a toggle.\n\nFILES_LIKELY_INVOLVED:\nsrc/theme.rs\n\n\
                    TESTS:\nRun `cargo test`.\n\nSUCCESS_CRITERIA:\nThe toggle works.\n";

/// An answer that can be made for any size in bytes.
type Answer = (&'static str, fn(usize) -> String);

fn answers() -> Vec<Answer> {
    vec![
        ("chatter, then a plan", |size| repeated("Let me look at the theme first. ", size) + "\n" + PLAN),
        ("one long action", |size| {
            let long = format!("1. {}", repeated("Add a context and a toggle. ", size));
            PLAN.replace("1. Add a context.", long.trim_end())
        }),
        ("markers only", |size| repeated("[C2C]\n", size)),
        ("headers only", |size| repeated("[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a\nITERATION: 1\n\nGOAL:\n", size)),
        ("quotes", |size| repeated(">", size) + PLAN),
        ("stars", |size| repeated("*", size) + PLAN),
        ("backquotes", |size| repeated("`", size) + PLAN),
        ("fences", |size| repeated("```\n", size) + PLAN),
        ("ampersands", |size| repeated("&", size) + PLAN),
        ("open tags", |size| repeated("<br", size) + PLAN),
        ("open citations", |size| repeated("【", size) + PLAN),
        ("blank lines", |size| repeated("\n", size) + PLAN),
        ("list numbers", |size| PLAN.replace("1. Add a context.", &repeated("1. x\n", size))),
    ]
}

fn repeated(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

fn main() {
    let report = Report::from_arguments(std::env::args().skip(1));
    let Ok(task) = "c2c_f81a".parse() else {
        return;
    };
    let expectation = Expectation::after(State::Init, 0).for_task(task);
    for (name, answer) in answers() {
        let (full, half) = (answer(FULL), answer(FULL / 2));
        let read = |text: &str| {
            std::hint::black_box(parse(std::hint::black_box(text), &expectation));
        };
        let (halves, fulls) = Times::in_turn(ROUNDS, || read(&half), || read(&full));
        let ratio = fulls.median_ratio(&halves);
        let ns_per_byte = millis(fulls.median()) * 1e6 / full.len() as f64;
        report.line(name, &fulls, &[("ratio", ratio), ("ns_per_byte", ns_per_byte)]);
    }
}
