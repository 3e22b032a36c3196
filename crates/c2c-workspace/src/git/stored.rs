//! One file's part of a patch that was kept with an iteration.

use super::patch::{self, Sections};
use super::quote;

/// The part of `patch` (git's format, several files) that is about `path`, as text. Binary content is left out. None
/// when the patch has no such part.
#[must_use]
pub fn file_of_patch(patch: &[u8], path: &str) -> Option<String> {
    let mut found = String::new();
    for section in (Sections { rest: patch }).filter(|section| is_about(section, path)) {
        let (text, counts, _) = patch::to_text(section);
        match text.find("\nGIT binary patch").filter(|_| counts.binary) {
            Some(end) => found.push_str(&format!("{}\nBinary content\n", &text[..end])),
            None => found.push_str(&text),
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a section's first line names `path` on both sides, as in `diff --git a/path b/path`.
fn is_about(section: &[u8], path: &str) -> bool {
    let line = section.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Some(names) = line.strip_prefix(b"diff --git ") else { return false };
    if names.starts_with(b"\"") {
        return quote::name(names).0.strip_prefix(b"a/").is_some_and(|name| name == path.as_bytes());
    }
    // Both names are the same but for their first letter, and one blank stands between them.
    let (first, second) = names.split_at(names.len() / 2);
    first.strip_prefix(b"a/") == Some(path.as_bytes()) && second.strip_prefix(b" b/") == Some(path.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "diff --git a/a b.txt b/a b.txt\nindex 1..2 100644\n--- a/a b.txt\n+++ b/a b.txt\n\
                         @@ -1 +1 @@\n-one\n+diff --git a/x b/x\n\
                         diff --git a/b.txt b/b.txt\nnew file mode 100644\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+b\n\
                         diff --git \"a/\\347\\225\\214\\t\" \"b/\\347\\225\\214\\t\"\ndeleted file mode 100644\n\
                         diff --git a/p.png b/p.png\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ\n\n";

    fn of(path: &str) -> Option<String> {
        file_of_patch(PATCH.as_bytes(), path)
    }

    #[test]
    fn every_file_has_its_own_part() {
        let first = "diff --git a/a b.txt b/a b.txt\nindex 1..2 100644\n--- a/a b.txt\n+++ b/a b.txt\n\
                     @@ -1 +1 @@\n-one\n+diff --git a/x b/x\n";
        assert_eq!(of("a b.txt").as_deref(), Some(first));
        assert!(of("b.txt").unwrap().ends_with("@@ -0,0 +1 @@\n+b\n"));
        assert!(of("界\t").unwrap().contains("deleted file mode"));
        assert_eq!(of("p.png").as_deref(), Some("diff --git a/p.png b/p.png\nindex 1..2\nBinary content\n"));
    }

    #[test]
    fn what_the_patch_does_not_name_is_not_there() {
        for path in ["", "x", "a", "txt", "../b.txt", "b.txt b/b.txt"] {
            assert_eq!(of(path), None, "{path}");
        }
        assert_eq!(file_of_patch(b"no patch", "a"), None);
    }
}
