//! Settings whose values hold signs, stand apart from their names or are only words, and names that other rules do not
//! know. A value is judged by its own look: how its kinds of characters change, and whether it reads like code.

use super::assignments::{digit_and_letter, distinct, member_access, placeholder};
use super::secret_names::{names, short_names};

/// The name goes on, and a sign of assignment follows; also the wide ones.
macro_rules! set {
    () => {
        r#"[A-Za-z0-9_.-]{0,40}["']?[ \t]{0,4}(?:[:=]|：|＝)[ \t]{0,4}"#
    };
}

/// `password: …` to the end of the line, whatever is in it.
pub(super) const NAMED: &str = concat!(names!(), set!(), r#"([^\s"'`][^\s]{7})"#);
/// The same after a short name.
pub(super) const SHORT_NAMED: &str = concat!(short_names!(), r#"["']?[ \t]{0,4}[:=][ \t]{0,4}([^\s"'`][^\s]{7})"#);
/// `password: |`, `password: >-` and `password = \` with the value on the next line.
pub(super) const BELOW: &str = concat!(
    names!(),
    r#"[A-Za-z0-9_.-]{0,40}["']?[ \t]{0,4}[:=][ \t]{0,4}(?:[|>][+-]?[0-9]?|\\)[ \t]{0,4}\r?\n[+ -]?[ \t]{0,40}["']?([^\s"']{6})"#
);
/// `${DB_PASSWORD:-…}`, `${db.password:…}`.
pub(super) const FALLBACK: &str =
    concat!(names!(), r#"[A-Za-z0-9_.-]{0,40}:[-=]?["']?([^\s"'`{}$\\,;:()<>|&\[\]-][^\s"'`{}$\\,;:()<>|&\[\]]{5})"#);
/// `password: "…"` and `"password": "…"` where the name is nothing else.
pub(super) const WORD: &str =
    r#"(?:^|[\s{,"'_+-])(?i:password|passwd|secret)\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["']([^\s"'`\\]{6})"#;
/// `passphrase="…"` with blanks between words.
pub(super) const PHRASE: &str = r#"(?i:passphrase|mnemonic|seed[_ -]?phrase)[A-Za-z0-9_-]{0,20}\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["']([a-z0-9]{2,16}(?: [a-z0-9-]{2,16}){3,24})\\{0,3}["']"#;
/// A name that may be of a secret, of which more is asked of the value. What is public has no group, so that it is
/// passed over whole.
pub(super) const DOUBTFUL: &str = concat!(
    r#"(?i:(?:pub(?:lic)?|primary|foreign|sort|cache|site|i18n)[_.-]?key["']?\s{0,3}[:=]|"#,
    r#"(?:key|[_.-]tok|[_.-]pw|cred|creds|salt|pepper|auth|[_.-]licen[cs]e|hmac|seed|private|webhook|sas|connection_?string)"#,
    r#"(?:[_-]?(?:[0-9]{1,2}|prod|production|dev|staging|live|main|old|new|value))?\\{0,3}["']?\s{0,3}"#,
    r#"(?::=|=>|[:=])\s{0,3}(?:[bfr]?\\{0,3}["'`])?([A-Za-z0-9+/_-]{12}))"#
);
/// What the rule over such names looks for first.
pub(super) const DOUBTFUL_WORDS: &[&str] = &[
    "key",
    "_tok",
    "-tok",
    ".tok",
    "_pw",
    "-pw",
    ".pw",
    "cred",
    "salt",
    "pepper",
    "auth",
    "_license",
    "-license",
    ".license",
    "_licence",
    "-licence",
    ".licence",
    "hmac",
    "seed",
    "private",
    "webhook",
    "sas",
    "connectionstring",
    "connection_string",
];
/// Names in other languages.
pub(super) const FOREIGN: &str = concat!(
    r#"(?:密码|密碼|口令|密钥|密鑰|令牌|パスワード|비밀번호|пароль|Пароль|ПАРОЛЬ|[Cc]ontrase(?:ñ|n)a|[Cc]lave|[Ss]enha|"#,
    r#"[Mm]ot_?de_?passe|[Mm]dp|[Hh]asło|[Hh]aslo|[Ww]achtwoord)"#,
    r#"[A-Za-z0-9_.-]{0,20}["']?[ \t]{0,4}(?::|=|：|＝|は|是)[ \t]{0,4}["'`]?([^\s"'`]{6})"#
);
/// What the rule over them looks for first.
pub(super) const FOREIGN_WORDS: &[&str] = &[
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "令牌",
    "パスワード",
    "비밀번호",
    "пароль",
    "Пароль",
    "ПАРОЛЬ",
    "contraseña",
    "contrasena",
    "clave",
    "senha",
    "motdepasse",
    "mot_de_passe",
    "mot_depasse",
    "motde_passe",
    "mdp",
    "hasło",
    "haslo",
    "wachtwoord",
];
/// `IDENTIFIED BY '…'`, `WITH PASSWORD '…'`.
pub(super) const SQL: &str = r#"(?i:identified\s{1,4}(?:by|with\s{1,4}\S{1,40}\s{1,4}(?:by|as))(?:\s{1,4}password)?|password)\s{1,4}\\{0,2}'([^\s'"\\]{5})"#;
/// `sshpass -p …`.
pub(super) const SSHPASS: &str = r#"sshpass\s{1,3}(?:-[a-oq-zA-Z]\s{1,3})?-p\s{0,2}["']?([^\s"'$<{-][^\s"'${<]{3})"#;
/// `ConvertTo-SecureString "…"`.
pub(super) const SECURE_STRING: &str =
    r#"(?i:securestring)\s{1,4}(?:(?i:-string)\s{1,4})?\(?\\{0,3}["']([^\s"'$`\\]{5})"#;
/// Passwords as `crypt` writes them.
pub(super) const CRYPT: &str = concat!(
    r"(?:\$[56]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}|\$2[aby]\$[0-9]{2}\$[A-Za-z0-9./]{53}",
    r"|\$(?:apr1|1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}|\$y\$[A-Za-z0-9./]{1,10}\$[A-Za-z0-9./]{1,32}\$[A-Za-z0-9./]{43})"
);

/// So many letters in a row are a word, and words may make up less than this share of a value.
const WORD_LETTERS: usize = 4;
const MOST_WORDS: f64 = 0.4;
/// The share of neighbours that must be of different kinds.
const LEAST_CHANGES: f64 = 0.38;

/// A value with signs in it that no other rule takes whole.
pub(super) fn named_value(value: &str, rest: &str) -> bool {
    let bare = value.trim_end_matches([',', ';']);
    let signs = |sign: &u8| b"\"$&'(),;<>[\\]`{|}#%^~@?+*=!".contains(sign);
    let odd = bare.bytes().any(|byte| signs(&byte)) || bare.starts_with(['#', '%', '.', '/', '@', '~']);
    let shown = odd && bare.is_ascii() && !unfilled(bare) && !joined_settings(bare) && !expression(bare, rest);
    shown && scrambled(bare) && ends(rest)
}

/// A call, an index, a pattern or a string with a mark before it.
fn expression(value: &str, rest: &str) -> bool {
    let within = |open: char, close: char| value.ends_with(close) && value.contains(open);
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'));
    value.starts_with(':')
        || value.starts_with('-') && value.ends_with('}')
        || quote.is_some_and(|quote| value.contains(quote))
        || [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')].iter().any(|(open, close)| within(*open, *close))
        || ["\\x", "\\w", "\\d", "[A-Z", "[a-z", "[0-9"].iter().any(|part| value.contains(part))
}

/// The value on the line below its name.
pub(super) fn below_value(value: &str, rest: &str) -> bool {
    let plain =
        !placeholder(value) && !member_access(value) && digit_and_letter(value) && !value.contains(['(', '[', '<']);
    value.is_ascii() && !unfilled(value) && ends(rest) && (plain || scrambled(value))
}

/// What stands in for a variable that is not set.
pub(super) fn fallback_value(value: &str, rest: &str) -> bool {
    rest.starts_with('}') && !placeholder(value) && !member_access(value) && digit_and_letter(value)
}

/// A word or a number for a password.
pub(super) fn word_value(value: &str, rest: &str) -> bool {
    const KINDS: &[&str] = &[
        "abcdef",
        "abcdefg",
        "abcdefgh",
        "string",
        "number",
        "boolean",
        "object",
        "hidden",
        "optional",
        "required",
        "default",
        "private",
        "public",
        "unknown",
        "invalid",
        "disabled",
        "enabled",
        "format",
        "missing",
        "encrypted",
        "credentials",
        "username",
        "keyring",
        "secret",
        "prompt",
        "undefined",
        "reference",
    ];
    let rest = rest.trim_start_matches('\\');
    let after = rest.get(1..).unwrap_or_default().trim_start_matches([',', ';', ' ', '\t', '}', '\r', '"']);
    let letters = value.bytes().all(|byte| byte.is_ascii_lowercase());
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let mixed = value.len() < 8 && digit_and_letter(value) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    rest.starts_with(['"', '\''])
        && (after.is_empty() || after.starts_with(['\n', '#']))
        && (letters || digits || mixed)
        && !placeholder(value)
        && !["pass", "secret", "your", "token", "enter"].iter().any(|word| value.contains(word))
        && !KINDS.contains(&value)
        && distinct(value) >= 4
}

/// Four words and more that are no sentence.
pub(super) fn phrase_value(value: &str, _rest: &str) -> bool {
    const SENTENCE: &[&str] =
        &["the", "your", "is", "to", "for", "a", "of", "enter", "passphrase", "must", "with", "phrase"];
    !value.split(' ').any(|word| SENTENCE.contains(&word))
}

/// A value of a name that may be of a secret: letters of both cases and digits, well mixed.
pub(super) fn random_value(value: &str, rest: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    let ends = rest.is_empty() || rest.starts_with(['"', '\'', '`', '\\', '\n', '\r', ' ', ',', ';']);
    let public = ["MI", "MF", "MC", "AAAA", "sha"].iter().any(|start| value.starts_with(start));
    ends && !public
        && value.len() <= 128
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && mixes(value)
        && distinct(value) >= 10
        && !placeholder(value)
}

/// A value of a name in another language, among words of that language.
pub(super) fn foreign_value(value: &str, rest: &str) -> bool {
    let bare = value.trim_end_matches([',', ';', ')']);
    bare.is_ascii()
        && !unfilled(bare)
        && !placeholder(bare)
        && !member_access(bare)
        && digit_and_letter(bare)
        && !reads_like_code(bare)
        && (ends(rest) || mixes(bare))
}

/// A password handed to a command or a statement.
pub(super) fn literal_password(value: &str, _rest: &str) -> bool {
    !placeholder(value)
        && !unfilled(value)
        && distinct(value) >= 4
        && !value.starts_with([':', '?', '('])
        && (value.len() >= 6 || digit_and_letter(value))
}

/// Whether only a comment, a quote or nothing follows on the line.
fn ends(rest: &str) -> bool {
    let after = rest.trim_start_matches([' ', '\t', '\r']);
    let comment = after.len() < rest.len() && after.starts_with('#');
    comment || after.is_empty() || after.starts_with(['\n', '\\', '"', '\'', '`'])
}

/// `…&name=…`, `…;name=…`: other rules know where such a value ends.
fn joined_settings(value: &str) -> bool {
    value.split(['&', ';', ',']).skip(1).any(|part| {
        let name = part.find(['=', ':']).map_or("", |at| &part[..at]);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// What stands for a value that is filled in elsewhere, wherever that is said.
pub(super) fn unfilled(value: &str) -> bool {
    const PARTS: &[&str] = &[
        "${",
        "$(",
        "$[",
        "{{",
        "<%",
        "%(",
        "#{",
        "@{",
        "://",
        "[redacted",
        "process.env",
        "os.environ",
        "example",
        "::",
        "->",
        "=>",
    ];
    const STARTS: &[&str] = &["your", "my-", "my_", "xxx", "..."];
    let lower = value.to_ascii_lowercase();
    PARTS.iter().any(|part| lower.contains(part)) || STARTS.iter().any(|start| lower.starts_with(start))
}

/// Whether a value mixes kinds of characters as no word, path or expression does.
pub(super) fn scrambled(value: &str) -> bool {
    digit_and_letter(value) && mixes(value) && distinct(value) >= 6 && !reads_like_code(value) || lettered(value)
}

/// A random value without a digit: letters of both cases and many kinds of signs.
fn lettered(value: &str) -> bool {
    let mut signs: Vec<u8> = value.bytes().filter(u8::is_ascii_punctuation).collect();
    signs.sort_unstable();
    signs.dedup();
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    signs.len() >= 4
        && signs.iter().any(|sign| b"#%^~@`?+\\$".contains(sign))
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && mixes(value)
        && !reads_like_code(value)
}

/// Whether kinds of characters change often, and few letters stand in words.
fn mixes(value: &str) -> bool {
    let kind = |byte: &u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let bytes = value.as_bytes();
    let parts = || bytes.chunk_by(|one, other| kind(one) == kind(other));
    let words: usize = parts().filter(|part| part.len() >= WORD_LETTERS && kind(&part[0]) < 2).map(<[u8]>::len).sum();
    let changes = parts().count().saturating_sub(1) as f64;
    changes >= LEAST_CHANGES * (bytes.len().saturating_sub(1)) as f64
        && (words as f64) < MOST_WORDS * bytes.len() as f64
}

/// Whether all words of a value are those of code: letters with a number after them, or numbers; with the signs of code
/// between them and every bracket closed.
fn reads_like_code(value: &str) -> bool {
    let word = |word: &str| {
        let letters = word.trim_end_matches(|last: char| last.is_ascii_digit());
        letters.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_') || word.starts_with("0x")
    };
    let signs = |sign: char| "<>()[]{}&,;:.'\"*|-=+/!?$_@%".contains(sign) || sign.is_ascii_alphanumeric();
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let closed = pairs.iter().all(|(open, close)| value.matches(*open).count() == value.matches(*close).count());
    let called = value.contains(['(', '[', '{', '<']);
    value.chars().all(signs)
        && closed
        && called
        && value.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').all(word)
}
