//! What counts as content in a field of an outbound message.
//!
//! A control message carries state. Files, diffs and output are read through the connector, so a
//! field that looks like one of them is refused. [`Pattern`] is the whole table.
//!
//! | pattern | a field has |
//! | --- | --- |
//! | control | a control character other than a line feed, or a character that hides or turns text |
//! | frame | a line that reads as `[C2C]`, as a header, or as the name of a known section |
//! | fence | a run of three backticks, or a line that begins with `~~~` |
//! | diff | a line of git's diff format, or three lines in a row that begin with `+` or `-` without a space, both among them |
//! | stack trace | a line in the form of a traceback, panic or frame of a common runtime |
//! | log | a line that begins with a date and time or a clock time, or two lines that begin with a level |
//! | tool output | a line in the form that compilers and test runners print for one item |
//! | private key | a line `-----BEGIN …` |
//! | code | three lines in a row that end or begin like statements, a code span of more than 120 bytes, or eight of `;{}` in one line |
//! | unbroken run | more than 200 printable ASCII characters without a space |

use crate::chars;
use crate::inbound::names;

/// The longest code span that is a name rather than code, in bytes.
const CODE_SPAN_MAX: usize = 120;
/// The longest run without a space, in bytes: long enough for a path.
const RUN_MAX: usize = 200;
/// That many of `;`, `{` and `}` in one line are code.
const PUNCTUATION_MAX: usize = 8;
/// That many lines in a row that look like statements are code, or like changes are a diff.
const LINES_IN_A_ROW: usize = 3;

/// A kind of content. The module's table says what each one matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// A character that must not be there.
    Control,
    /// A line that would be read as a part of the message's frame.
    Frame,
    /// A code fence.
    Fence,
    /// A diff.
    Diff,
    /// A stack trace.
    StackTrace,
    /// A log.
    Log,
    /// What a compiler or test runner prints.
    ToolOutput,
    /// A key in armour.
    PrivateKey,
    /// Code.
    Code,
    /// Encoded or minified text.
    UnbrokenRun,
}

/// Content that was found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// What it looks like.
    pub pattern: Pattern,
    /// The line it is in, from 1.
    pub line: usize,
}

impl Pattern {
    /// All patterns, in the order in which they are tried.
    pub const ALL: [Self; 10] = [
        Self::Control,
        Self::Frame,
        Self::Fence,
        Self::Diff,
        Self::StackTrace,
        Self::Log,
        Self::ToolOutput,
        Self::PrivateKey,
        Self::Code,
        Self::UnbrokenRun,
    ];

    /// What it looks like, for people.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Control => "a control character",
            Self::Frame => "a line that reads as part of the message's frame",
            Self::Fence => "a code fence",
            Self::Diff => "a diff",
            Self::StackTrace => "a stack trace",
            Self::Log => "a log",
            Self::ToolOutput => "the output of a compiler or test runner",
            Self::PrivateKey => "a private key",
            Self::Code => "code",
            Self::UnbrokenRun => "a long run without spaces",
        }
    }
}

/// The first content in `text`, if there is any.
pub(crate) fn find(text: &str) -> Option<Finding> {
    let mut rows = Rows::default();
    for (at, line) in text.split('\n').enumerate() {
        if let Some(pattern) = of_line(line).or_else(|| rows.next(line)) {
            return Some(Finding { pattern, line: at + 1 });
        }
    }
    None
}

/// What a line is by itself.
pub(crate) fn of_line(line: &str) -> Option<Pattern> {
    let trimmed = line.trim_start();
    let checks: [(Pattern, bool); 10] = [
        (Pattern::Control, line.chars().any(chars::is_dropped)),
        (Pattern::Frame, names::reads_as_frame(line)),
        (Pattern::Fence, line.contains("```") || trimmed.starts_with("~~~")),
        (Pattern::Diff, is_diff(line)),
        (Pattern::StackTrace, is_stack_trace(trimmed)),
        (Pattern::Log, starts_with_time(trimmed)),
        (Pattern::ToolOutput, is_tool_output(trimmed)),
        (Pattern::PrivateKey, trimmed.starts_with("-----BEGIN ")),
        (
            Pattern::Code,
            has_long_code_span(line) || line.bytes().filter(|byte| b";{}".contains(byte)).count() >= PUNCTUATION_MAX,
        ),
        (Pattern::UnbrokenRun, has_unbroken_run(line)),
    ];
    checks.into_iter().find(|(_, matches)| *matches).map(|(pattern, _)| pattern)
}

/// What several lines in a row are together.
#[derive(Debug, Default)]
struct Rows {
    added: usize,
    removed: usize,
    levels: usize,
    statements: usize,
}

impl Rows {
    fn next(&mut self, line: &str) -> Option<Pattern> {
        match line.as_bytes() {
            [b'+', second, ..] if *second != b' ' => self.added += 1,
            [b'-', second, ..] if *second != b' ' => self.removed += 1,
            _ => (self.added, self.removed) = (0, 0),
        }
        if self.added > 0 && self.removed > 0 && self.added + self.removed >= LINES_IN_A_ROW {
            return Some(Pattern::Diff);
        }
        self.levels = if starts_with_level(line.trim_start()) { self.levels + 1 } else { 0 };
        if self.levels >= 2 {
            return Some(Pattern::Log);
        }
        self.statements = if is_statement(line) { self.statements + 1 } else { 0 };
        (self.statements >= LINES_IN_A_ROW).then_some(Pattern::Code)
    }
}

fn is_diff(line: &str) -> bool {
    const STARTS: [&str; 10] = [
        "diff --git ",
        "--- a/",
        "+++ b/",
        "--- /dev/null",
        "+++ /dev/null",
        "GIT binary patch",
        "rename from ",
        "rename to ",
        "new file mode 1",
        "deleted file mode 1",
    ];
    let hunk = line.strip_prefix("@@ -").is_some_and(|rest| rest.contains(" @@"));
    let index = line.strip_prefix("index ").is_some_and(|rest| {
        rest.split_once("..")
            .is_some_and(|(from, _)| from.len() >= 7 && from.bytes().all(|byte| byte.is_ascii_hexdigit()))
    });
    hunk || index || STARTS.iter().any(|start| line.starts_with(start))
}

fn is_stack_trace(line: &str) -> bool {
    if line.starts_with("Traceback (most recent call last)")
        || line.starts_with("stack backtrace:")
        || (line.starts_with("goroutine ") && line.contains(" ["))
        || (line.starts_with("thread '") && line.contains(" panicked at"))
        || line.starts_with("Exception in thread ")
    {
        return true;
    }
    if let Some(rest) = line.strip_prefix("File \"") {
        return rest.contains("\", line ");
    }
    // JavaScript, Java and C# frames: `at name (file:1:2)`, `at name(File.java:1)`, `at file:1:2`.
    line.strip_prefix("at ").is_some_and(ends_with_position)
}

/// Whether a text ends with `:<digits>`, before closing brackets.
fn ends_with_position(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches(')');
    text.rsplit_once(':').is_some_and(|(_, line)| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `2026-11-30T02:59`, `2026-11-30 02:59`, `02:59:46`, in brackets or not, at the beginning.
fn starts_with_time(line: &str) -> bool {
    let line = line.strip_prefix(['[', '(']).unwrap_or(line).as_bytes();
    shape(line, b"dddd-dd-dd?dd:dd") || shape(line, b"dddd/dd/dd?dd:dd") || shape(line, b"dd:dd:dd")
}

fn shape(line: &[u8], shape: &[u8]) -> bool {
    line.len() >= shape.len()
        && line.iter().zip(shape).all(|(byte, wanted)| match wanted {
            b'd' => byte.is_ascii_digit(),
            b'?' => matches!(byte, b'T' | b' ' | b'_'),
            _ => byte == wanted,
        })
}

fn starts_with_level(line: &str) -> bool {
    const LEVELS: [&str; 8] = ["TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL"];
    let line = line.strip_prefix('[').unwrap_or(line);
    let word = line.split([' ', ']', ':', '\t']).next().unwrap_or_default();
    word.len() < line.len() && LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word))
}

fn is_tool_output(line: &str) -> bool {
    const STARTS: [&str; 8] = [
        "error[E",
        "npm ERR!",
        "=== RUN ",
        "--- FAIL: ",
        "--- PASS: ",
        "test result: ",
        "FAILED tests/",
        "PASSED tests/",
    ];
    let test =
        line.starts_with("test ") && [" ... ok", " ... FAILED", " ... ignored"].iter().any(|end| line.ends_with(end));
    let arrow = line.strip_prefix("--> ").is_some_and(ends_with_position);
    test || arrow || STARTS.iter().any(|start| line.starts_with(start))
}

fn is_statement(line: &str) -> bool {
    const STARTS: [&str; 14] = [
        "fn ",
        "pub ",
        "let ",
        "def ",
        "class ",
        "import ",
        "function ",
        "const ",
        "var ",
        "return ",
        "#include",
        "use ",
        "package ",
        "public ",
    ];
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return false;
    }
    let ends = trimmed.ends_with(['{', '}', ';']) || trimmed.ends_with("=>");
    // `use the …` and `return to …` are English: a beginning counts with a sign that English lacks.
    let begins = STARTS.iter().any(|start| trimmed.starts_with(start)) && trimmed.contains(['(', '=', '{', ';', '"']);
    ends || begins
}

fn has_long_code_span(line: &str) -> bool {
    // Backticks pair up from the left: every second part is inside.
    let mut parts = line.split('`');
    parts.next();
    let mut parts = parts.peekable();
    while let Some(inside) = parts.next() {
        if inside.len() > CODE_SPAN_MAX && parts.peek().is_some() {
            return true;
        }
        parts.next();
    }
    false
}

fn has_unbroken_run(line: &str) -> bool {
    line.split(|character: char| !character.is_ascii_graphic()).any(|run| run.len() > RUN_MAX)
}

#[cfg(test)]
mod tests;
