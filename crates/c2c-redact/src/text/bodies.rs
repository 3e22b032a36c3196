//! The middle of a private key: lines of base64 whose head and foot are not in the text.
//!
//! A page of a file or a hunk of a diff may begin after the head. Such lines cannot be told from those of a
//! certificate, so they are replaced and the rest stays; lines within an armour that is not private are left alone.

use std::ops::Range;

use super::Finding;

/// The rule of this module.
pub(super) const RULE: &str = "key-body";

/// The widths that tools wrap keys at, in characters.
const WIDTHS: [usize; 2] = [64, 70];
/// From so many lines on, lines of base64 count as the body of a key.
const MIN_LINES: usize = 3;

/// Finds runs of lines that look like the body of a key. Each line is a finding of its own, so that lines stay lines.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut run = Run::default();
    let mut public_armour = false;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let (start, body) = body(line);
        let range = offset + start..offset + start + body.len();
        offset += line.len();
        if line.contains("-----") {
            public_armour = line.contains("-----BEGIN ") && !line.contains("PRIVATE");
        }
        if body.len() == run.width && is_body(body) {
            run.lines.push(range);
            continue;
        }
        // The last line of a body is shorter.
        if is_last(body, run.width) {
            run.lines.push(range.clone());
        }
        run.end(&mut findings);
        if !public_armour && WIDTHS.contains(&body.len()) && is_body(body) {
            run = Run { width: body.len(), lines: vec![range] };
        }
    }
    run.end(&mut findings);
    findings
}

/// Lines of one width.
#[derive(Default)]
struct Run {
    width: usize,
    lines: Vec<Range<usize>>,
}

impl Run {
    /// Adds the lines to the findings if they are enough, and begins anew.
    fn end(&mut self, findings: &mut Vec<Finding>) {
        if self.lines.len() >= MIN_LINES {
            findings.extend(self.lines.drain(..).map(|range| Finding { rule: RULE, range }));
        }
        *self = Self::default();
    }
}

/// A line without its marker, indentation and quotes, and where that begins in the line.
fn body(line: &str) -> (usize, &str) {
    let front = |character: char| matches!(character, ' ' | '\t' | '-' | '>' | '"' | '\'' | '|' | '#' | '*');
    let back = |character: char| matches!(character, '\n' | '\r' | ' ' | '"' | '\'' | '\\' | ',' | ';');
    let trimmed = line.trim_start_matches(front);
    // A plus sign is base64 too: as a marker it makes the line one character longer.
    let plus = trimmed.len() == line.len() && trimmed.starts_with('+');
    let trimmed = if plus { trimmed[1..].trim_start_matches(front) } else { trimmed };
    let start = line.len() - trimmed.len();
    let body = trimmed.trim_end_matches(back);
    let body = body.strip_suffix("\\n").unwrap_or(body);
    if plus && start == 1 && WIDTHS.contains(&(body.len() + 1)) && !WIDTHS.contains(&body.len()) {
        return (0, &line[..body.len() + 1]);
    }
    (start, body)
}

/// Base64 with letters of both cases and a digit: a line of hexadecimal digits is a checksum.
fn is_body(body: &str) -> bool {
    let has = |test: fn(&u8) -> bool| body.bytes().any(|byte| test(&byte));
    body.bytes().all(is_base64) && has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

fn is_last(body: &str, width: usize) -> bool {
    (4..=width).contains(&body.len()) && body.bytes().all(is_base64) && (body.ends_with('=') || is_body(body))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
