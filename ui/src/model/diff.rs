//! A unified diff, line by line.

/// What a line of a diff is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// What names the files.
    Head,
    /// Where the next lines are.
    Hunk,
    /// Added.
    Added,
    /// Removed.
    Removed,
    /// Unchanged.
    Same,
}

impl Line {
    /// Its class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Head => "line head",
            Self::Hunk => "line hunk",
            Self::Added => "line added",
            Self::Removed => "line removed",
            Self::Same => "line",
        }
    }
}

/// The lines of a diff with what they are. Between two hunks' heads only content counts, whatever it looks like.
pub(crate) fn lines(text: &str) -> Vec<(Line, &str)> {
    let mut in_hunk = false;
    text.lines()
        .map(|line| {
            if line.starts_with("@@") {
                in_hunk = true;
                return (Line::Hunk, line);
            }
            if line.starts_with("diff --git ") {
                in_hunk = false;
            }
            let kind = match (in_hunk, line.as_bytes().first()) {
                (false, _) => Line::Head,
                (true, Some(b'+')) => Line::Added,
                (true, Some(b'-')) => Line::Removed,
                (true, _) => Line::Same,
            };
            (kind, line)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_kind() {
        let text =
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ fn x()\n a\n-b\n+c\n--- not a head\n\\ No newline\n";
        let kinds: Vec<Line> = lines(text).into_iter().map(|(kind, _)| kind).collect();
        let expected = [
            Line::Head,
            Line::Head,
            Line::Head,
            Line::Hunk,
            Line::Same,
            Line::Removed,
            Line::Added,
            Line::Removed,
            Line::Same,
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn no_diff_has_no_lines() {
        assert!(lines("").is_empty());
    }
}
