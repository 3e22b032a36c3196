//! Both sides of changed files, judged as a whole. What a diff shows of a secret may be too little to know it by: a line
//! out of a key, a value whose name stands on an unchanged line, a heading from further up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::PoisonError;

use c2c_redact::text::{Verdict, redact};

use crate::encoding::decode;
use crate::git::error::GitError;
use crate::git::patch::FilePatch;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::stage::SUBMODULE_MODE;

/// Largest side that is judged, in bytes.
const LARGEST_SIDE: u64 = 32 << 20;
/// Most bytes that are read at once, and for one diff.
const AT_ONCE: u64 = 32 << 20;
const MOST_READ: u64 = 256 << 20;
/// Objects that are remembered to hold no secret; a diff is made anew for each of its pages.
const MOST_CLEAN: usize = 100_000;

/// What is wrong with one side of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Side {
    /// Why nothing of it may be shown.
    withheld: Option<String>,
    /// Secrets by their lines, counted from 1.
    lines: BTreeMap<u64, Vec<Part>>,
}

/// What of one line is a secret, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    rule: &'static str,
}

/// Sides with secrets, by their objects. Whatever is not here has none.
#[derive(Debug, Default)]
pub(crate) struct Sides {
    found: HashMap<String, Side>,
}

impl Sides {
    /// Judges both sides of files whose diffs may be shown. Submodules and sides that are not there have no content.
    pub(crate) fn read<'a>(
        shadow: &Shadow<'_>,
        patches: impl Iterator<Item = &'a FilePatch>,
    ) -> Result<Self, GitError> {
        let sides =
            patches.flat_map(|patch| [(&patch.old_mode, &patch.old_object), (&patch.new_mode, &patch.new_object)]);
        let objects = sides.filter(|(mode, _)| *mode != SUBMODULE_MODE).map(|(_, object)| object.as_str());
        let clean = shadow.clean_objects();
        let unknown: BTreeSet<&str> = {
            let clean = clean.lock().unwrap_or_else(PoisonError::into_inner);
            objects.filter(|object: &&str| !is_absent(object) && !clean.contains(*object)).collect()
        };
        let mut sides = Self::default();
        if unknown.is_empty() {
            return Ok(sides);
        }
        let mut left = MOST_READ;
        let mut batch: Vec<(String, u64)> = Vec::new();
        for (object, size) in sides.sizes(shadow, &unknown)? {
            if size > LARGEST_SIDE || size > left {
                let reason =
                    "it is too big to be searched for secrets together with the others; ask for it with `path`";
                sides.withhold(object, reason);
                continue;
            }
            left -= size;
            if batch.iter().map(|(_, size)| size).sum::<u64>() + size > AT_ONCE {
                sides.judge(shadow, &std::mem::take(&mut batch))?;
            }
            batch.push((object, size));
        }
        sides.judge(shadow, &batch)?;
        let mut clean = clean.lock().unwrap_or_else(PoisonError::into_inner);
        if clean.len() > MOST_CLEAN {
            clean.clear();
        }
        clean.extend(unknown.into_iter().filter(|object| !sides.found.contains_key(*object)).map(str::to_owned));
        Ok(sides)
    }

    fn withhold(&mut self, object: String, reason: &str) {
        self.found.insert(object, Side { withheld: Some(reason.to_owned()), lines: BTreeMap::new() });
    }

    /// The blobs among the objects, with their sizes in bytes.
    fn sizes(&mut self, shadow: &Shadow<'_>, objects: &BTreeSet<&str>) -> Result<Vec<(String, u64)>, GitError> {
        let input = objects.iter().fold(String::new(), |input, object| input + object + "\n");
        let listed = shadow.read(Index::Original, &["cat-file", "--batch-check"], input.into_bytes(), MOST_OUTPUT)?;
        let mut sizes = Vec::new();
        for line in String::from_utf8_lossy(&listed).lines() {
            match line.split(' ').collect::<Vec<_>>().as_slice() {
                [object, "blob", size] => sizes.push(((*object).to_owned(), size.parse().unwrap_or(u64::MAX))),
                [object, ..] => self.withhold((*object).to_owned(), "git has no content for it"),
                [] => {}
            }
        }
        Ok(sizes)
    }

    fn judge(&mut self, shadow: &Shadow<'_>, batch: &[(String, u64)]) -> Result<(), GitError> {
        if batch.is_empty() {
            return Ok(());
        }
        let input = batch.iter().fold(String::new(), |input, (object, _)| input + object + "\n");
        let read = shadow.read(Index::Original, &["cat-file", "--batch"], input.into_bytes(), MOST_OUTPUT)?;
        let mut rest = read.as_slice();
        for (object, size) in batch {
            if shadow.limits.is_over() {
                return Err(GitError::TimedOut { doing: "searching the changed files for secrets".to_owned() });
            }
            let odd = || GitError::damaged("git printed an object that C2C does not understand");
            let start = memchr::memchr(b'\n', rest).ok_or_else(odd)? + 1;
            let end = start + usize::try_from(*size).map_err(|_| odd())?;
            let side = judged(rest.get(start..end).ok_or_else(odd)?);
            rest = rest.get(end + 1..).ok_or_else(odd)?;
            if side != Side::default() {
                self.found.insert(object.clone(), side);
            }
        }
        Ok(())
    }

    /// Why nothing of a file's diff may be shown, if so.
    pub(crate) fn withheld(&self, old: &str, new: &str) -> Option<&str> {
        [old, new].into_iter().find_map(|object| self.found.get(object)?.withheld.as_deref())
    }

    /// The diff of a file without what its sides hold of secrets, and how much was replaced. Where there is something,
    /// the names of the objects go, too: everything else is known of them, so that they would confirm a guess.
    pub(crate) fn hide(&self, text: &str, old: &str, new: &str) -> Option<(String, usize)> {
        let (old, new) = (self.found.get(old), self.found.get(new));
        if old.is_none() && new.is_none() {
            return None;
        }
        let none = BTreeMap::new();
        let (old, new) = (old.map_or(&none, |side| &side.lines), new.map_or(&none, |side| &side.lines));
        let (mut shown, mut count) = (String::with_capacity(text.len()), 0);
        let (mut in_header, mut old_line, mut new_line) = (true, 0, 0);
        for line in text.split_inclusive('\n') {
            if line.starts_with("diff --git ") {
                in_header = true;
            }
            if let Some(numbers) = line.strip_prefix("@@ ") {
                in_header = false;
                (old_line, new_line) = beginnings(line);
                // The heading is a line from anywhere above.
                let end = numbers.find("@@").map_or(numbers.len(), |at| at + 2);
                writeln!(shown, "@@ {}", numbers[..end].trim_end()).ok();
                continue;
            }
            if in_header {
                if !line.starts_with("index ") {
                    shown.push_str(line);
                }
                continue;
            }
            let parts: Vec<&Part> = match line.as_bytes().first() {
                Some(b'-') => at(old, &mut old_line).collect(),
                Some(b'+') => at(new, &mut new_line).collect(),
                Some(b' ') => at(old, &mut old_line).chain(at(new, &mut new_line)).collect(),
                _ => Vec::new(),
            };
            count += usize::from(!parts.is_empty());
            shown.push_str(&without(line, &parts));
        }
        Some((shown, count))
    }
}

/// The secrets of a line, and on to the next.
fn at<'a>(lines: &'a BTreeMap<u64, Vec<Part>>, line: &mut u64) -> impl Iterator<Item = &'a Part> + use<'a> {
    let found = lines.get(line);
    *line += 1;
    found.into_iter().flatten()
}

/// `@@ -7,4 +9,2 @@`: the lines at which the hunk begins on both sides.
fn beginnings(line: &str) -> (u64, u64) {
    let mut fields = line.split(' ').skip(1);
    let mut number = |sign: char| -> u64 {
        let field = fields.next().unwrap_or_default().trim_start_matches(sign);
        field.split(',').next().and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    (number('-'), number('+'))
}

fn without(line: &str, parts: &[&Part]) -> String {
    let mut text = line.to_owned();
    for part in parts {
        let mark = format!("[REDACTED:{},{}]", part.rule, part.text.len());
        if text.contains(&part.text) {
            text = text.replace(&part.text, &mark);
        } else if !text.contains(&mark) {
            // Decoded otherwise here than in the whole file: the line cannot be told apart from its secret.
            let end = if line.ends_with('\n') { "\n" } else { "" };
            text = format!("{}{mark}{end}", &line[..1]);
        }
    }
    text
}

fn judged(bytes: &[u8]) -> Side {
    // What is no text is no text for git either, unless an attribute says so.
    let text = decode(bytes).map_or_else(|| String::from_utf8_lossy(bytes), |(text, _)| text);
    let redacted = redact(&text);
    let mut side = Side::default();
    match redacted.verdict {
        Verdict::Clean => return side,
        Verdict::Withhold { rule } => {
            side.withheld = Some(format!("it holds a private key ({rule})"));
            return side;
        }
        Verdict::Redacted => {}
    }
    let (mut line, mut counted_to) = (1, 0);
    for finding in redacted.findings {
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted_to..finding.range.start]).count() as u64;
        counted_to = finding.range.start;
        for (number, part) in (line..).zip(text[finding.range].split('\n')) {
            let part = part.trim();
            if !part.is_empty() {
                side.lines.entry(number).or_default().push(Part { text: part.to_owned(), rule: finding.rule });
            }
        }
    }
    // A part may hold a shorter one.
    for parts in side.lines.values_mut() {
        parts.sort_by_key(|part| std::cmp::Reverse(part.text.len()));
    }
    side
}

/// The name of no object: of a file that is not there on this side.
fn is_absent(object: &str) -> bool {
    object.bytes().all(|byte| byte == b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(old: &str, new: &str) -> Sides {
        let found = [("1", old), ("2", new)].map(|(object, text)| (object.to_owned(), judged(text.as_bytes())));
        Sides { found: found.into_iter().filter(|(_, side)| *side != Side::default()).collect() }
    }

    #[test]
    fn lines_are_judged_with_what_the_diff_does_not_show() {
        let old = "spec:\n- name: DB_PASSWORD\n  value: Sommer2024wow\n";
        let new = "spec:\n- name: DB_PASSWORD\n  value: Winter2025wow\n";
        let sides = sides(old, new);
        let diff = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -3 +3 @@ - name: DB_PASSWORD\n\
                    -  value: Sommer2024wow\n+  value: Winter2025wow\n";
        let (shown, count) = sides.hide(diff, "1", "2").unwrap();
        assert_eq!(count, 2);
        assert!(!shown.contains("2024") && !shown.contains("2025"), "{shown}");
        assert!(
            shown.starts_with("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -3 +3 @@\n-  value: [REDACTED:"),
            "{shown}"
        );
        assert_eq!(sides.hide(diff, "3", "4"), None);
    }

    #[test]
    fn a_key_on_one_side_withholds_the_whole() {
        let key = format!("{}\n{}\n", ["-----BEGIN PRIV", "ATE KEY-----"].concat(), "q7Rk2vXw9Lm4Tz8P".repeat(4));
        let sides = sides(&format!("a\n{key}"), "a\n");
        assert!(sides.withheld("1", "2").unwrap().contains("private key"));
        assert!(sides.withheld("2", "1").is_some() && sides.withheld("2", "3").is_none());
    }

    #[test]
    fn a_secret_that_reads_otherwise_in_the_diff_takes_its_line() {
        let part = Part { text: "käse".to_owned(), rule: "x" };
        assert_eq!(without("+a käse\n", &[&part]), "+a [REDACTED:x,5]\n");
        assert_eq!(without("+a kÃ¤se\n", &[&part]), "+[REDACTED:x,5]\n");
    }

    #[test]
    fn hunks_say_where_they_begin() {
        assert_eq!(beginnings("@@ -7,4 +9,2 @@ x\n"), (7, 9));
        assert_eq!(beginnings("@@ -0,0 +1 @@\n"), (0, 1));
    }
}
