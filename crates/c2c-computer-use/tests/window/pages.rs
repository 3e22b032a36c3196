//! Every structure and language of the page: what is sent arrives exactly, and so does the answer.

use std::time::{Duration, Instant};

use c2c_computer_use::desk::Lacking;
use c2c_ports::{Delivery, WindowError};
use c2c_testkit::screen::Layout;

use crate::stage::{END, Stage};

/// What was a minute before, on a machine that has a lot to do.
const SOON: Duration = Duration::from_secs(30);

/// A message with everything that an editor could change.
const MESSAGE: &str = "[C2C]\nGrüße, ünïcödé, e\u{301}a\u{308}, œuvre, ¿señor?\n\n漢字 かなカナ 한국어\n👩‍👩‍👧 🏳️‍🌈 👍🏽\nשלום عربي (a)\n- a  b\n    indented\n1. c *d* `e` <b> & \\n @nobody";

/// An answer as C2C asks for it, and what reading it gives.
fn answer(number: usize) -> String {
    format!("[C2C]\nSTATE: PLAN\nNUMBER: {number}\nTEXT: ü 漢字 👩‍👩‍👧 שלום e\u{301}\n  - `a`  *b*\n\n{END}")
}

type Switches = &'static [(&'static str, &'static str)];

/// Sends one message in each case and reads its answer.
fn go_through(cases: &[Switches]) {
    let Some(stage) = Stage::new() else { return };
    go_through_with(&stage, cases);
}

fn go_through_with(stage: &Stage, cases: &[Switches]) {
    for (number, switches) in cases.iter().enumerate() {
        let began = Instant::now();
        let answer = answer(number);
        stage.set(switches, &[&format!("```text\n{answer}\n```")], "/");
        let outgoing = stage.outgoing(MESSAGE);
        let (sent, presses) = stage.send_counting(&outgoing);
        let sent = sent.unwrap_or_else(|error| panic!("{switches:?}: {error:?}"));
        assert_eq!((sent.delivery, presses), (Delivery::Seen, 1), "{switches:?}");
        let reply = stage.read(&outgoing).unwrap_or_else(|error| panic!("{switches:?}: {error:?}"));
        assert_eq!(stage.said(), (vec![MESSAGE.to_owned()], vec![format!("```text\n{answer}\n```")]), "{switches:?}");
        // The name of the block's language is the page's, not the answer's.
        let shown = format!("```\n{answer}\n```");
        // Rows about thinking whose words nobody knows cannot be told from text in the older pages. The protocol takes
        // the block alone.
        let is_told = !switches.contains(&("gaps", "other")) || !switches.iter().any(|(name, _)| *name == "generation");
        assert!(reply.text.trim().ends_with(&shown), "{switches:?}: {:?}", reply.text);
        assert!(!is_told || reply.text.trim() == shown, "{switches:?}: {:?}", reply.text);
        assert!(reply.conversation_url.is_some_and(|url| url.contains("/c/")), "{switches:?}");
        eprintln!("{switches:?}: {:?} on {}", began.elapsed(), stage.display());
    }
}

#[test]
fn every_language_and_structure() {
    go_through(&[
        &[("generation", "c"), ("language", "en")],
        &[("generation", "c"), ("language", "zh-CN")],
        &[("generation", "b"), ("language", "ja")],
        &[("generation", "a"), ("language", "de")],
        &[("generation", "c"), ("language", "fr")],
        &[("generation", "b"), ("language", "es")],
        &[("generation", "a"), ("language", "pt-BR")],
    ]);
}

#[test]
fn every_way_in_which_a_page_takes_and_gives() {
    go_through(&[
        &[("composers", "pair"), ("canvas", "on"), ("answer_now", "on"), ("copy", "silent")],
        &[("generation", "b"), ("headings", "off"), ("late_body_ms", "800"), ("composers", "chat")],
        &[("early_stop_ms", "1500"), ("send_enable_ms", "800"), ("nbsp", "on")],
        &[("copy", "markers"), ("language", "de"), ("gaps", "other")],
        &[("generation", "b"), ("language", "fr"), ("gaps", "other"), ("copy", "markers")],
    ]);
}

#[test]
fn a_page_that_comes_alive_late_and_wipes_what_was_put_in() {
    go_through(&[&[("hydrate_ms", "2000")], &[("hydrate_ms", "3000")], &[("hydrate_ms", "2500"), ("generation", "b")]]);
}

#[test]
fn every_keyboard_layout() {
    let Some(stage) = Stage::new() else { return };
    for layout in [Layout::De, Layout::Fr, Layout::Us] {
        stage.set_keyboard(layout);
        go_through_with(&stage, &[&[]]);
    }
}

#[test]
fn a_text_that_becomes_a_file_is_never_sent() {
    let Some(stage) = Stage::new() else { return };
    stage.set(&[], &[], "/");
    let long = format!("{MESSAGE}\n{}", "0123456789 ".repeat(1_000));
    let (sent, presses) = stage.send_counting(&stage.outgoing(&long));
    assert!(matches!(sent, Err(WindowError::ForeignDraft { .. } | WindowError::NotInserted { .. })), "{sent:?}");
    assert_eq!((presses, stage.messages()), (0, 0));
}

/// Sends to a page without a tree: it is told soon, in the words for that, and nothing is sent.
fn is_told(stage: &Stage) {
    let began = Instant::now();
    let sent = stage.send(&stage.outgoing(MESSAGE));
    let Err(WindowError::Unavailable { reason, hint }) = &sent else { panic!("{sent:?}") };
    assert_eq!((reason.as_str(), hint.as_str()), (Lacking::Tree.message(), Lacking::Tree.hint_in_session().as_str()));
    assert_eq!(stage.messages(), 0);
    eprintln!("told after {:?}", began.elapsed());
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
}

#[test]
fn a_page_that_keeps_everything_from_accessibility_is_told_soon() {
    let Some(stage) = Stage::new() else { return };
    stage.set(&[("tree", "off")], &[], "/");
    is_told(&stage);
}

#[test]
fn a_browser_without_a_tree_is_told_soon() {
    let Some(stage) = Stage::without_tree() else { return };
    stage.set(&[], &[], "/");
    is_told(&stage);
}
