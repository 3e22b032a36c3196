//! What must hold for every diff and its pages, whatever git or a client says. Only compiled for tests and for fuzzing.

use super::*;
use crate::page::{LEAST_BYTES, MOST_BYTES};
use crate::tool_error::ErrorCode;

const KIND: &str = "diff";
const ABOUT: &str = "a b";

/// Judges one input: seven bytes that say how long pages are and where a forged cursor leads, then what git printed.
///
/// # Panics
/// When something does not hold.
pub(crate) fn check(input: &[u8]) {
    let Some((&[least, more, item, low, high, shown, wanted], output)) = input.split_first_chunk::<7>() else { return };
    let max_bytes = LEAST_BYTES as usize + usize::from(least) * 4 + usize::from(more) * 64;
    for raw in patch::parse_raw(output).iter().flatten() {
        assert!(raw.text.is_empty());
    }
    let Ok(patches) = patch::parse(output) else { return };
    nothing_is_lost(output, &patches);
    let wanted = if wanted % 8 == 7 { Wanted::Files } else { Wanted::Text };
    let mut whole = WholeDiff::default();
    for patch in &patches {
        text_of(&patch.text);
        whole.add(&Policy::default(), patch, &Sides::default(), None, wanted, None);
    }
    let hash = put_together(&whole, max_bytes);
    let forged = [u64::from(item), u64::from(low) | u64::from(high) << 8, u64::from(shown)];
    forged_cursors(&whole, &forged, &hash, &String::from_utf8_lossy(output), max_bytes);
    for budget in [0, usize::from(low), usize::from(high) << 4] {
        cut_somewhere(&String::from_utf8_lossy(output), budget);
    }
}

/// Every byte after the raw lines belongs to a file.
fn nothing_is_lost(output: &[u8], patches: &[FilePatch]) {
    let sections: Vec<u8> = patches.iter().flat_map(|patch| patch.text.clone()).collect();
    let head = output.strip_suffix(sections.as_slice()).unwrap_or_else(|| panic!("sections are not the end of it"));
    let lines = head.split_inclusive(|&byte| byte == b'\n').filter(|line| *line != b"\n");
    assert_eq!(lines.inspect(|line| assert!(line.starts_with(b":"))).count(), patches.len());
}

fn text_of(section: &[u8]) {
    let (text, counts, encoding) = patch::to_text(section);
    let lines = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count();
    assert_eq!(lines(text.as_bytes()), lines(section), "a line of git is a line of ours");
    assert!(counts.insertions + counts.deletions <= lines(section) as u64 + 1);
    assert!(encoding.is_none() || std::str::from_utf8(section).is_err());
    if encoding.is_none() && memchr::memchr(b'"', section).is_none() {
        assert_eq!(text, String::from_utf8_lossy(section), "only quoted names are written otherwise");
    }
}

/// Follows the pages to the end; gives what they are bound to.
fn put_together(whole: &WholeDiff, max_bytes: usize) -> String {
    let (mut text, mut files, mut withheld, mut cursor) = (String::new(), Vec::new(), 0, None::<String>);
    let hash = loop {
        let page = whole.clone().page(KIND, ABOUT, cursor.as_deref(), max_bytes);
        let page = page.unwrap_or_else(|error| panic!("a page that was named is refused: {error}"));
        let rows: usize = page.files.iter().map(|file| json_bytes(file) + 1).sum();
        let alone = page.files.len() == 1 && page.text.is_empty();
        assert!(rows + page.text.len() <= max_bytes || alone, "{rows} and {} bytes", page.text.len());
        assert!(page.next.is_empty() || rows + page.text.len() > 0, "no progress");
        text.push_str(&page.text);
        files.extend(page.files);
        withheld += page.withheld.len();
        if page.next.is_empty() {
            break page.content_hash;
        }
        cursor = Some(page.next);
    };
    let expected: String = whole.items.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(text, expected, "pages put together equal the whole");
    assert!(files.iter().eq(whole.items.iter().map(|(file, _)| file)), "each file has one row");
    let told =
        |(at, (file, _)): (usize, &(DiffFile, String))| file.withheld.is_some() || whole.redacted.contains_key(&at);
    assert_eq!(withheld, whole.items.iter().enumerate().filter(|row| told(*row)).count());
    hash
}

/// Cursors that no page gave: refused, or they show a part of the whole.
fn forged_cursors(whole: &WholeDiff, numbers: &[u64], hash: &str, garbage: &str, max_bytes: usize) {
    let page = |cursor: &str| whole.clone().page(KIND, ABOUT, Some(cursor), max_bytes);
    let elsewhere = Cursor::new(KIND, numbers, &hash[..16]).to_string();
    let shown = page(&elsewhere).unwrap_or_else(|error| panic!("`{elsewhere}`: {error}"));
    let all: String = whole.items.iter().map(|(_, text)| text.as_str()).collect();
    assert!(all.contains(&shown.text) && shown.text.len() <= MOST_BYTES as usize);
    let code = |cursor: &str| page(cursor).map(|page| page.text).map_err(|error| error.code);
    let other = Cursor::new(KIND, numbers, "0123456789abcdef").to_string();
    assert!(hash.starts_with("0123456789abcdef") || code(&other) == Err(ErrorCode::ChangedMeanwhile));
    for garbage in garbage.lines().filter(|line| !line.is_empty()).take(3) {
        match Cursor::parse(Some(garbage), KIND, 3) {
            Ok(cursor) => assert_eq!(cursor.map(|cursor| cursor.to_string()).as_deref(), Some(garbage)),
            Err(error) => {
                assert_eq!(error.code, ErrorCode::InvalidArgument);
                assert_eq!(code(garbage), Err(ErrorCode::InvalidArgument), "`{garbage}`");
            }
        }
    }
}

fn cut_somewhere(text: &str, budget: usize) {
    let end = cut(text, budget);
    assert!(text.is_char_boundary(end) && (end > 0 || text.is_empty()));
    let first = text.chars().next().map_or(0, char::len_utf8);
    assert!(end <= budget.max(first));
    let (head, rest) = text.split_at(end);
    assert!(
        rest.is_empty() || head.ends_with('\n') || !head.contains('\n'),
        "a line end that fits is the place to cut"
    );
}
