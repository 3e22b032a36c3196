//! Paths of a workspace as tools name them: relative to the root, with `/`, in one spelling only.
//!
//! Purely about text: whether something is there, and whether a link is on the way, is [`crate::Root`]'s matter.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;

use crate::tool_error::{ErrorCode, ToolError};

/// Longest path that is looked at, in bytes: what Linux allows.
const LONGEST: usize = 4_096;
/// What clients may write before a path, for the root.
const ALIAS: &str = "workspace:/";
/// A name that would be taken for the alias, and how it is spelled at the root instead.
const LIKE_THE_ALIAS: (&str, &str) = ("workspace:", "workspace\\x3a");

/// A normalised path below a workspace root.
///
/// It is text. Bytes of a name that are not UTF-8 are written as `\xNN` (lower case) and a backslash as
/// `\\`, so that every name of a Unix file system has exactly one spelling and can be asked for. A folder
/// `workspace:` at the root is written `workspace\x3a`, since `workspace:/` stands for the root.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RelPath {
    text: String,
}

impl RelPath {
    /// The workspace root itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path that a client sent. A leading `workspace:/`, `.` components and one trailing `/` are accepted.
    ///
    /// # Errors
    /// `OUTSIDE_WORKSPACE` for an absolute path or `..`, `INVALID_PATH` for what cannot be a path here.
    pub fn parse(given: &str) -> Result<Self, ToolError> {
        match given.strip_prefix(ALIAS) {
            Some(rest) => Self::normalised(given, rest.strip_prefix('/').unwrap_or(rest)),
            None => Self::relative(given),
        }
    }

    /// A path from the bytes that git prints, relative to the root.
    ///
    /// # Errors
    /// As [`RelPath::parse`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ToolError> {
        // Here `workspace:/` is no alias but a folder of that name.
        Self::relative(&escape(bytes))
    }

    fn relative(given: &str) -> Result<Self, ToolError> {
        if given.is_empty() {
            return Err(invalid(given, "it is empty; the root is `.`"));
        }
        if given.starts_with('/') {
            return Err(outside(&shorten(given), "it is absolute"));
        }
        Self::normalised(given, given)
    }

    /// Puts `inner`, which is `given` without its alias, in its one spelling.
    fn normalised(given: &str, inner: &str) -> Result<Self, ToolError> {
        let too_long = || invalid(&shorten(given), "it is longer than 4096 bytes");
        if given.len() > LONGEST {
            return Err(too_long());
        }
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        let mut path = Self::root();
        if inner.is_empty() {
            return Ok(path);
        }
        for component in inner.split('/') {
            match component {
                "" => return Err(invalid(given, "it has an empty component")),
                "." => {}
                ".." => return Err(outside(given, "it has a `..`")),
                name => {
                    let name = unescape(name).ok_or_else(|| invalid(given, "it has a backslash that is no escape"))?;
                    check_name(&name).map_err(|why| invalid(given, why))?;
                    path.push(&escape(&name));
                }
            }
        }
        if path.text.len() > LONGEST { Err(too_long()) } else { Ok(path) }
    }

    /// This path with one more name, as the file system spells it.
    #[must_use]
    pub fn child(&self, name: &OsStr) -> Self {
        let mut path = self.clone();
        path.push(&escape(name.as_encoded_bytes()));
        path
    }

    fn push(&mut self, name: &str) {
        match self.text.is_empty() {
            true if name == LIKE_THE_ALIAS.0 => self.text.push_str(LIKE_THE_ALIAS.1),
            true => self.text.push_str(name),
            false => {
                self.text.push('/');
                self.text.push_str(name);
            }
        }
    }

    /// The path as clients see it; `.` for the root.
    #[must_use]
    pub fn as_str(&self) -> &str {
        if self.text.is_empty() { "." } else { &self.text }
    }

    /// True for the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.text.is_empty()
    }

    /// The names on the way, outermost first; none for the root.
    pub fn components(&self) -> impl Iterator<Item = &str> {
        self.text.split('/').filter(|name| !name.is_empty())
    }

    /// The last name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or_default()
    }

    /// The path without its last name; none for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        if self.text.is_empty() {
            return None;
        }
        let text = self.text.rsplit_once('/').map_or("", |(parent, _)| parent);
        Some(Self { text: text.to_owned() })
    }

    /// Every path on the way, from the outermost folder to this path itself.
    pub fn ancestors_and_self(&self) -> impl Iterator<Item = Self> {
        let borders = memchr::memchr_iter(b'/', self.text.as_bytes()).chain(Some(self.text.len()));
        borders.filter(|&border| border > 0).map(|border| Self { text: self.text[..border].to_owned() })
    }

    /// True when this path is `folder` or lies beneath it.
    #[must_use]
    pub fn is_beneath(&self, folder: &Self) -> bool {
        folder.is_root()
            || self.text.strip_prefix(&folder.text).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// This path as seen from `folder`; itself when it does not lie beneath.
    #[must_use]
    pub(crate) fn beneath(&self, folder: &Self) -> Self {
        if folder.is_root() || !self.is_beneath(folder) {
            return self.clone();
        }
        let mut path = Self::root();
        self.text[folder.text.len()..].split('/').filter(|name| !name.is_empty()).for_each(|name| path.push(name));
        path
    }

    /// The path for the operating system, relative to the root.
    #[must_use]
    pub fn to_os(&self) -> PathBuf {
        if self.text.is_empty() {
            return PathBuf::from(".");
        }
        self.components().map(os_name).collect()
    }

    /// The names for the operating system.
    pub(crate) fn os_components(&self) -> impl Iterator<Item = PathBuf> {
        self.components().map(os_name)
    }

    /// True when a name on the way is git's own folder or file, in any spelling that some file system takes for it.
    #[must_use]
    pub fn is_git(&self) -> bool {
        self.components().any(is_git_name)
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Ord for RelPath {
    /// Name by name, so that a folder's content stays together.
    fn cmp(&self, other: &Self) -> Ordering {
        self.components().cmp(other.components())
    }
}

impl PartialOrd for RelPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `.git` under case folding, with the characters that HFS+ ignores, and as its short name on Windows.
fn is_git_name(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(|&letter| {
            !matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
        })
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ı' { 'i' } else { letter })
        .collect();
    let plain = plain.trim_end_matches(['.', ' ']);
    plain == ".git" || plain == "git~1"
}

fn invalid(given: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidPath,
        format!("`{}` is not a path of the workspace: {why}", given.escape_debug()),
        "paths are relative to the workspace root, with `/`, as `list_directory` shows them",
    )
}

fn outside(given: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::OutsideWorkspace,
        format!("`{}` leads out of the workspace: {why}", given.escape_debug()),
        "paths are relative to the workspace root, with `/`, as `list_directory` shows them",
    )
}

fn shorten(given: &str) -> Cow<'_, str> {
    let border = given.floor_char_boundary(80);
    if border == given.len() { Cow::Borrowed(given) } else { Cow::Owned(format!("{}…", &given[..border])) }
}

/// Text for the bytes of a name or path: UTF-8 stays, other bytes and backslashes are escaped.
fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            if letter == '\\' && cfg!(unix) {
                text.push('\\');
            }
            text.push(letter);
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// The bytes that `text` stands for; none when a backslash stands for nothing.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'\\' {
            bytes.push(first);
            continue;
        }
        if !cfg!(unix) {
            return None;
        }
        match rest {
            [b'\\', after @ ..] => {
                bytes.push(b'\\');
                rest = after;
            }
            [b'x', high, low, after @ ..] => {
                let byte = u8::from_str_radix(std::str::from_utf8(&[*high, *low]).ok()?, 16).ok()?;
                // Only bytes that no plain text can spell, and the colon that would end the alias: `\x2f` must not
                // become a separator.
                if byte < 0x80 && byte != b':' || !high.is_ascii_hexdigit() {
                    return None;
                }
                bytes.push(byte);
                rest = after;
            }
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(unix)]
fn check_name(name: &[u8]) -> Result<(), &'static str> {
    if name.contains(&0) { Err("it has a NUL") } else { Ok(()) }
}

/// Windows opens something else than what is spelled for all of these.
#[cfg(not(unix))]
fn check_name(name: &[u8]) -> Result<(), &'static str> {
    const RESERVED: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];
    let Ok(name) = std::str::from_utf8(name) else {
        return Err("it is not UTF-8");
    };
    if name.ends_with(['.', ' ']) {
        return Err("a component ends with a dot or a space");
    }
    if name.chars().any(|letter| letter < ' ' || "<>:\"|?*\\".contains(letter)) {
        return Err("it has a character that Windows gives a meaning");
    }
    if name.as_bytes().windows(2).any(|pair| pair[0] == b'~' && pair[1].is_ascii_digit()) {
        return Err("it may be a short name");
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    if RESERVED.contains(&stem.as_str()) || numbered.is_some_and(|rest| rest.chars().count() == 1) {
        return Err("it names a device");
    }
    Ok(())
}

#[cfg(unix)]
fn os_name(name: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    // Made by `escape`, so `unescape` takes it back; a name that is no escape stands for itself.
    let bytes = unescape(name).unwrap_or_else(|| name.as_bytes().to_vec());
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn os_name(name: &str) -> PathBuf {
    PathBuf::from(name)
}

#[cfg(test)]
mod tests;
