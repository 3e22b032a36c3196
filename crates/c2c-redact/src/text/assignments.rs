//! What a value must look like to count as a secret: the checks that go with the rules.
//!
//! An expression finds a place; the check keeps placeholders, identifiers and words out.

use super::settings::{scrambled, unfilled};

/// Letters of both cases and a digit: random tokens nearly always have them, words and class names do not.
pub(super) fn mixed(value: &str, _rest: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)
}

/// A letter and a digit.
pub(super) fn has_digit(value: &str, _rest: &str) -> bool {
    digit_and_letter(value)
}

/// At least eight different characters, so that `xxxxxxxx` and `00000000` do not count.
pub(super) fn varied(value: &str, _rest: &str) -> bool {
    distinct(value) >= 8
}

/// A password in a URL or a header: anything but a placeholder.
pub(super) fn password(value: &str, _rest: &str) -> bool {
    !placeholder(value) || !unfilled(value) && scrambled(value)
}

/// A value assigned to a secret-looking name, in quotes.
pub(super) fn quoted_value(value: &str, _rest: &str) -> bool {
    if placeholder(value) || path_like(value) {
        return !unfilled(value) && scrambled(value);
    }
    digit_and_letter(value) && distinct(value) >= 5 || value.len() >= 16 && !words(value) && distinct(value) >= 10
}

/// A value assigned without quotes: it may as well be an expression, so more is asked of it.
pub(super) fn bare_value(value: &str, rest: &str) -> bool {
    let after = rest.trim_start_matches([' ', '\t', '\r']);
    let comment = after.len() < rest.len() && after.starts_with('#');
    let ends_line = comment || after.is_empty() || after.starts_with(['\n', '\\', '"', '\'', '`']);
    ends_line
        && quoted_value(value, rest)
        && !value.contains("::")
        && !value.contains("->")
        && !member_access(value)
        && !constant(value)
        && !after.trim_start().starts_with('.')
        && digit_and_letter(value)
}

/// The value that stands beside a name: a literal, not an expression.
pub(super) fn pair_value(value: &str, rest: &str) -> bool {
    let bare = value.trim_end_matches([',', ';', '/', '>']);
    quoted_value(bare, rest)
        && digit_and_letter(bare)
        && !bare.contains(['(', '['])
        && !bare.contains("::")
        && !member_access(bare)
}

/// `TLS13_AES_128`: the name of a constant.
fn constant(value: &str) -> bool {
    value.contains('_') && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A value handed over in a call, an option or an address: it is most often no secret, so it has to look like one.
pub(super) fn argument_value(value: &str, rest: &str) -> bool {
    let special = value.bytes().any(|byte| matches!(byte, b'!' | b'#' | b'%' | b'&' | b'*' | b'^' | b'~' | b'?'));
    quoted_value(value, rest)
        && digit_and_letter(value)
        && !member_access(value)
        && (mixed(value, rest) || special || long_hex(value))
}

/// The text of an element: it ends with the element.
pub(super) fn element_value(value: &str, rest: &str) -> bool {
    let identifier = value.bytes().filter(|byte| *byte == b'-').count() >= 2
        && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    rest.trim_start().starts_with("</") && quoted_value(value, rest) && !value.contains('&') && !identifier
}

/// A password between semicolons, which may be a word: not an expression of a programming language.
pub(super) fn connection_value(value: &str, rest: &str) -> bool {
    let ends = rest.is_empty() || rest.starts_with([';', '"', '\'', '`', '\n', '\r', '<', '&', '\\']);
    let letters = value.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    ends && !placeholder(value) && !member_access(value) && (value.len() >= 6 || !letters)
}

/// What a package registry asks for: a token or base64, not an expression.
pub(super) fn registry_value(value: &str, _rest: &str) -> bool {
    let small = value.bytes().any(|byte| byte.is_ascii_lowercase());
    small && digit_and_letter(value) && !member_access(value) && !placeholder(value)
}

/// A value in an environment-file line such as `DB_PASSWORD=…`.
pub(super) fn variable_value(value: &str, _rest: &str) -> bool {
    let literal = matches!(value.to_ascii_lowercase().as_str(), "true" | "false" | "none" | "null" | "undefined");
    !placeholder(value) && !literal && distinct(value) >= 4
}

fn long_hex(value: &str) -> bool {
    value.len() >= 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit()) && distinct(value) >= 6
}

pub(super) fn digit_and_letter(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit()) && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

pub(super) fn distinct(value: &str) -> usize {
    let mut seen = [false; 256];
    value.bytes().for_each(|byte| seen[usize::from(byte)] = true);
    seen.iter().filter(|seen| **seen).count()
}

pub(super) fn placeholder(value: &str) -> bool {
    const STARTS: &[&str] = &[
        "$",
        "{",
        "<",
        "%",
        "[redacted",
        "***",
        "...",
        "xxx",
        "your",
        "my-",
        "my_",
        "process.env",
        "os.environ",
        "env.",
    ];
    const PARTS: &[&str] =
        &["${", "{{", "<%", "example", "placeholder", "changeme", "change-me", "change_me", "redacted", "dummy"];
    const WHOLE: &[&str] =
        &["password", "passwd", "pass", "secret", "token", "pwd", "user", "username", "key", "apikey"];
    let lower = value.to_ascii_lowercase();
    STARTS.iter().any(|start| lower.starts_with(start))
        || PARTS.iter().any(|part| lower.contains(part))
        || WHOLE.contains(&lower.as_str())
        || value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_' | b'0'))
}

/// `/etc/x`, `./x`, `../x`, `C:\x` and addresses name where a secret is, not what it is.
fn path_like(value: &str) -> bool {
    value.starts_with(['/', '.', '~', '@', '#']) || value.contains("://") || value.get(1..3) == Some(":\\")
}

/// Only letters with separators between them: an identifier or words.
fn words(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.' | b' ' | b':' | b'/'))
}

/// `config.token2`: an expression that reads a field.
pub(super) fn member_access(value: &str) -> bool {
    value.split('.').count() > 1
        && value.split('.').all(|part| {
            part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
}
