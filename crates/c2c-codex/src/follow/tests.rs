//! Following a file that grows, tears and holds lines without measure.

use std::io::Write as _;

use super::*;
use crate::events::TurnEnd;

const STARTED: &str = "{\"type\":\"thread.started\",\"thread_id\":\"t\"}\n";
const COMPLETED: &str = "{\"type\":\"turn.completed\",\"usage\":{}}";

fn file(content: &[u8]) -> (tempfile::NamedTempFile, EventFile) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(content).unwrap();
    let events = EventFile::new(file.reopen().unwrap());
    (file, events)
}

#[test]
fn what_is_appended_is_read_the_next_time() {
    let (mut file, mut events) = file(b"");
    events.advance().unwrap();
    assert!(events.is_empty());
    for byte in STARTED.as_bytes() {
        assert_eq!(events.transcript().thread_id, None);
        file.write_all(&[*byte]).unwrap();
        events.advance().unwrap();
    }
    assert!(!events.is_empty());
    assert_eq!(events.transcript().thread_id.as_deref(), Some("t"));
}

#[test]
fn a_torn_last_line_is_no_end() {
    let torn = COMPLETED.len() - 3;
    let (_file, mut events) = file(format!("{STARTED}{}", &COMPLETED[..torn]).as_bytes());
    events.advance().unwrap();
    let transcript = events.finish();
    assert_eq!((transcript.end, transcript.damaged_lines), (None, 0));
}

#[test]
fn a_last_line_without_its_end_is_read() {
    let (_file, mut events) = file(format!("{STARTED}{COMPLETED}").as_bytes());
    events.advance().unwrap();
    assert_eq!(events.finish().end, Some(TurnEnd::Completed));
}

#[test]
fn a_line_beyond_measure_is_passed_over_and_costs_no_memory() {
    let mut content = STARTED.as_bytes().to_vec();
    content.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE_BYTES));
    content.push(b'\n');
    content.extend_from_slice(COMPLETED.as_bytes());
    content.push(b'\n');
    let (_file, mut events) = file(&content);
    events.advance().unwrap();
    assert!(events.piece.capacity() <= 2 * MAX_LINE_BYTES);
    let transcript = events.finish();
    assert_eq!(transcript.damaged_lines, 1);
    assert_eq!(transcript.end, Some(TurnEnd::Completed));
}

#[test]
fn the_longest_line_that_is_read_is_read() {
    let before = "{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"";
    let after = "\"}}";
    let text = "x".repeat(MAX_LINE_BYTES - before.len() - after.len());
    for (text, damaged) in [(text.clone(), 0), (text + "x", 1)] {
        let (_file, mut events) = file(format!("{before}{text}{after}\n").as_bytes());
        events.advance().unwrap();
        let transcript = events.finish();
        assert_eq!(transcript.damaged_lines, damaged);
        assert_eq!(transcript.final_message.len(), if damaged == 0 { text.len() } else { 0 });
    }
}

#[test]
fn a_long_line_that_never_ends_is_no_event() {
    let (_file, mut events) = file(&vec![b'{'; MAX_LINE_BYTES + 1]);
    events.advance().unwrap();
    let transcript = events.finish();
    assert_eq!((transcript.end, transcript.damaged_lines), (None, 1));
}
