//! What can be read off test files and test output: pure text, no knowledge of any one project.

/// What a test wants a setting to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expectation {
    pub(crate) key: String,
    /// None when the value is worked out only while the test runs.
    pub(crate) value: Option<String>,
}

/// The expectations of a shell test: lines of the form `expect KEY VALUE`.
pub(crate) fn expectations(test: &str) -> Vec<Expectation> {
    let read = |line: &str| {
        let (key, value) = line.trim().strip_prefix("expect ")?.split_once(' ')?;
        let literal = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        Some(Expectation { key: key.to_owned(), value: literal.map(str::to_owned) })
    };
    test.lines().filter_map(read).collect()
}

/// A failure in a test's output: `not ok: KEY: expected `VALUE`, found `OTHER``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) key: String,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// The first failure in a test's output.
pub(crate) fn failure(output: &str) -> Option<Failure> {
    output.lines().find_map(|line| {
        let (key, rest) = line.trim().strip_prefix("not ok: ")?.split_once(": expected `")?;
        let (expected, rest) = rest.split_once("`, found `")?;
        let found = rest.strip_suffix('`')?;
        Some(Failure { key: key.to_owned(), expected: expected.to_owned(), found: found.to_owned() })
    })
}

/// Whether the closing line of a test's output counts at least one pass and no failure.
pub(crate) fn passes(output: &str) -> bool {
    let closing = output.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let counts = closing.trim().split_once(" passed, ").and_then(|(passed, rest)| {
        let failed = rest.strip_suffix(" failed")?;
        Some((passed.parse::<u32>().ok()?, failed.parse::<u32>().ok()?))
    });
    matches!(counts, Some((1.., 0)))
}

/// Whether a diff adds exactly this line.
pub(crate) fn adds(diff: &str, line: &str) -> bool {
    diff.lines().any(|candidate| candidate.strip_prefix('+') == Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_written_values_are_known_beforehand() {
        let test = "x=1\nexpect label 'a b'\nexpect digest \"$(work)\"\n";
        assert_eq!(
            expectations(test),
            [
                Expectation { key: "label".to_owned(), value: Some("a b".to_owned()) },
                Expectation { key: "digest".to_owned(), value: None },
            ]
        );
    }

    #[test]
    fn a_failure_names_key_expected_and_found() {
        let output = "ok: label\nnot ok: digest: expected `12`, found `none`\n1 passed, 1 failed\n";
        let expected = Failure { key: "digest".to_owned(), expected: "12".to_owned(), found: "none".to_owned() };
        assert_eq!(failure(output), Some(expected));
        assert_eq!(failure("ok: label\n"), None);
    }

    #[test]
    fn only_a_closing_line_without_failures_passes() {
        assert!(passes("ok\n2 passed, 0 failed\n\n"));
        for output in ["", "0 passed, 0 failed", "1 passed, 1 failed", "2 passed, 0 failed\nbut then"] {
            assert!(!passes(output), "{output}");
        }
    }

    #[test]
    fn a_line_counts_as_added_only_as_a_whole() {
        assert!(adds("@@\n-x=1\n+x=2\n", "x=2"));
        assert!(!adds("+x=25\n x=2\n", "x=2"));
    }
}
