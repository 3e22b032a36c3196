//! Names as git quotes them in its output.

/// Reads a name at the start of `text` that ends at a tab or at the end, quoted as in C or plain; gives its bytes and
/// the rest after the tab.
pub(crate) fn name(text: &[u8]) -> (Vec<u8>, &[u8]) {
    if text.first() == Some(&b'"')
        && let Some((bytes, length)) = quoted(text)
    {
        let rest = &text[length..];
        return (bytes, rest.strip_prefix(b"\t").unwrap_or(rest));
    }
    match memchr::memchr(b'\t', text) {
        Some(tab) => (text[..tab].to_vec(), &text[tab + 1..]),
        None => (text.to_vec(), &[]),
    }
}

/// The bytes of a quoted string at the start of `text`, and its length with both quotes.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut bytes = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some((bytes, at + 1)),
            b'\\' => {
                let letter = *text.get(at + 1)?;
                at += 2;
                let plain = match letter {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    b'"' | b'\\' => letter,
                    b'0'..=b'3' => {
                        let digits = std::str::from_utf8(text.get(at - 1..at + 2)?).ok()?;
                        at += 2;
                        u8::from_str_radix(digits, 8).ok()?
                    }
                    _ => return None,
                };
                bytes.push(plain);
            }
            byte => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
}

/// A header line of a diff, with the names that git quoted only because they are not ASCII shown as they are. Names
/// with control characters, quotes, backslashes, or bytes that are not UTF-8 stay quoted, so the line stays one line
/// and `git apply` reads it.
pub(crate) fn readable_header(line: &[u8]) -> Vec<u8> {
    let Some(start) = memchr::memchr(b'"', line) else { return line.to_vec() };
    let mut out = line[..start].to_vec();
    let mut rest = &line[start..];
    while let Some(&first) = rest.first() {
        if let (b'"', Some((bytes, length))) = (first, quoted(rest)) {
            if is_readable(&bytes) {
                out.extend(bytes);
            } else {
                out.extend(&rest[..length]);
            }
            rest = &rest[length..];
        } else {
            out.push(first);
            rest = &rest[1..];
        }
    }
    out
}

fn is_readable(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_ok_and(|text| !text.contains(|letter: char| letter.is_control() || "\"\\".contains(letter)))
}

#[cfg(test)]
mod tests;
