//! Patches in the form that Codex's `apply_patch` takes.

/// Lines of context that a hunk has when they suffice.
const CONTEXT: usize = 3;

/// A patch that writes a whole file.
pub(crate) fn create(path: &str, content: &str) -> String {
    let lines: String = content.lines().map(|line| format!("+{line}\n")).collect();
    format!("*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n")
}

/// A patch that deletes a file.
pub(crate) fn delete(path: &str) -> String {
    format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n")
}

/// A patch that turns `before` into `after`: one hunk from the first to the last line that
/// differs, with as many lines before it as make its place in the file the only one.
pub(crate) fn update(path: &str, before: &str, after: &str) -> String {
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.lines().collect();
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - same_start;
    let same_end = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    let old_end = old.len() - same_end;
    let new_end = new.len() - same_end;
    let last = (old_end + CONTEXT).min(old.len());
    let mut first = same_start.saturating_sub(CONTEXT);
    while first > 0 && occurrences(&old, &old[first..last]) > 1 {
        first -= 1;
    }
    let mut hunk = String::new();
    let mut push = |sign: char, lines: &[&str]| {
        for line in lines {
            hunk.push(sign);
            hunk.push_str(line);
            hunk.push('\n');
        }
    };
    push(' ', &old[first..same_start]);
    push('-', &old[same_start..old_end]);
    push('+', &new[same_start..new_end]);
    push(' ', &old[old_end..last]);
    format!("*** Begin Patch\n*** Update File: {path}\n@@\n{hunk}*** End Patch\n")
}

fn occurrences(lines: &[&str], part: &[&str]) -> usize {
    if part.is_empty() {
        return lines.len();
    }
    lines.windows(part.len()).filter(|window| *window == part).count()
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[test]
    fn a_hunk_has_three_lines_of_context() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        assert_snapshot!(update("a", before, &before.replace('5', "five")), @"
        *** Begin Patch
        *** Update File: a
        @@
         2
         3
         4
        -5
        +five
         6
         7
         8
        *** End Patch
        ");
    }

    #[test]
    fn a_hunk_that_would_fit_twice_gets_more_context() {
        let before = "top\nx\na\nb\nc\nd\ny\na\nb\nc\nd\n";
        let after = "top\nx\na\nb\nc\nd\ny\na\nb\nc\nD\n";
        assert_snapshot!(update("a", before, after), @"
        *** Begin Patch
        *** Update File: a
        @@
         y
         a
         b
         c
        -d
        +D
        *** End Patch
        ");
    }

    #[test]
    fn lines_can_be_added_at_the_end() {
        assert_snapshot!(update("a", "1\n", "1\n2\n"), @"
        *** Begin Patch
        *** Update File: a
        @@
         1
        +2
        *** End Patch
        ");
    }

    #[test]
    fn a_new_file_is_all_additions() {
        assert_snapshot!(create("dir/a", "1\n\n2"), @"
        *** Begin Patch
        *** Add File: dir/a
        +1
        +
        +2
        *** End Patch
        ");
        assert_snapshot!(delete("a"), @"
        *** Begin Patch
        *** Delete File: a
        *** End Patch
        ");
    }
}
