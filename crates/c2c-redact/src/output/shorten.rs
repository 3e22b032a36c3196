//! Head and tail of a long text, with a line that says what is left out between them.

/// A text that may have lost its middle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Short {
    pub(super) text: String,
    pub(super) left_out_lines: usize,
    pub(super) left_out_bytes: usize,
}

/// Room for the note between head and tail, in bytes.
const NOTE_BYTES: usize = 120;

/// Keeps at most so many lines and bytes, half from the front and half from the end; the end gets what the front
/// does not use. Cuts fall on line borders, and on character borders where one line is too long.
pub(super) fn head_and_tail(text: &str, max_lines: usize, max_bytes: usize) -> Short {
    let lines = text.split_inclusive('\n').count();
    if lines <= max_lines && text.len() <= max_bytes {
        return Short { text: text.to_owned(), left_out_lines: 0, left_out_bytes: 0 };
    }
    let (max_lines, max_bytes) = (max_lines - 1, max_bytes - NOTE_BYTES);
    let head = head(text, max_lines / 2, max_bytes / 2);
    let rest = &text[head.len()..];
    let head_lines = head.split_inclusive('\n').count();
    let tail = tail(rest, max_lines - head_lines, max_bytes - head.len());
    let left_out = &rest[..rest.len() - tail.len()];
    let left_out_lines = left_out.split_inclusive('\n').count();
    let border = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    let note = format!("{border}[… left out here: {left_out_lines} lines, {} bytes …]\n", left_out.len());
    Short { text: format!("{head}{note}{tail}"), left_out_lines, left_out_bytes: left_out.len() }
}

fn head(text: &str, max_lines: usize, max_bytes: usize) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n').take(max_lines) {
        if end + line.len() > max_bytes {
            // A first line that is too long on its own is cut; later ones wait for the tail.
            if end == 0 {
                end = text.floor_char_boundary(max_bytes);
            }
            break;
        }
        end += line.len();
    }
    &text[..end]
}

fn tail(text: &str, max_lines: usize, max_bytes: usize) -> &str {
    let mut start = text.len();
    for line in text.split_inclusive('\n').rev().take(max_lines) {
        if text.len() - start + line.len() > max_bytes {
            if start == text.len() {
                start = text.ceil_char_boundary(text.len() - max_bytes);
            }
            break;
        }
        start -= line.len();
    }
    &text[start..]
}
