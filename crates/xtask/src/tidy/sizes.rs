//! Rules about files, and the table of sizes.

use std::collections::BTreeMap;

use super::Breach;
use crate::workspace::SourceFile;

/// The most lines of a file.
const MAX_LINES: usize = 800;
/// What a file aims at.
const AIM_LINES: usize = 500;

/// The breaches of all files.
pub(crate) fn files(sources: &[SourceFile]) -> Vec<Breach> {
    sources.iter().flat_map(file).collect()
}

fn file(source: &SourceFile) -> Vec<Breach> {
    let mut texts = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_LINES {
        texts.push(format!("has {lines} lines; {MAX_LINES} at most"));
    }
    if !source.text.starts_with("//!") {
        texts.push("does not open with `//!`: what it is for".to_owned());
    }
    if source.path.ends_with("/mod.rs") {
        texts.push("is called `mod.rs`; `foo.rs` stands beside `foo/`".to_owned());
    }
    texts.into_iter().map(|text| Breach { place: source.path.clone(), text }).collect()
}

/// Lines of one package.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Lines {
    files: usize,
    code: usize,
    tests: usize,
}

/// The table of sizes: each package, and the files that are longer than they aim to be.
pub(crate) fn table(sources: &[SourceFile]) -> String {
    let mut packages: BTreeMap<&str, Lines> = BTreeMap::new();
    let mut total = Lines::default();
    for source in sources {
        let (code, tests) = split(source);
        for lines in [packages.entry(source.package.as_str()).or_default(), &mut total] {
            lines.files += 1;
            lines.code += code;
            lines.tests += tests;
        }
    }
    let row = |name: &str, lines: &Lines| {
        // Whole hundredths keep the table free of rounding.
        let hundredths = (lines.tests * 100).checked_div(lines.code);
        let ratio = hundredths.map_or("-".to_owned(), |ratio| format!("{}.{:02}", ratio / 100, ratio % 100));
        format!("{name:<20}{:>7}{:>8}{:>8}{ratio:>12}\n", lines.files, lines.code, lines.tests)
    };
    let mut table = format!("{:<20}{:>7}{:>8}{:>8}{:>12}\n", "package", "files", "code", "tests", "tests/code");
    table.extend(packages.iter().map(|(name, lines)| row(name, lines)));
    table += &row("all", &total);
    let mut long: Vec<(usize, &str)> =
        sources.iter().map(|source| (source.text.lines().count(), source.path.as_str())).collect();
    long.retain(|(lines, _)| *lines > AIM_LINES);
    long.sort_by(|a, b| b.cmp(a));
    table.extend(long.iter().map(|(lines, path)| format!("over {AIM_LINES} lines: {path} ({lines})\n")));
    table
}

/// Lines of code and lines of tests; blank lines are not counted.
fn split(source: &SourceFile) -> (usize, usize) {
    let is_test_file =
        source.path.ends_with("/tests.rs") || source.path.contains("/tests/") || source.path.starts_with("tests/");
    let count = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    if is_test_file {
        return (0, count(&source.text));
    }
    // Tests within a file stand at its end.
    match source.text.find("#[cfg(test)]\nmod tests {").or_else(|| source.text.find("mod tests {")) {
        Some(at) => (count(&source.text[..at]), count(&source.text[at..])),
        None => (count(&source.text), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> SourceFile {
        SourceFile { package: "p".to_owned(), path: path.to_owned(), text: text.to_owned() }
    }

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<String> = files(&[source(path, text)]).into_iter().map(|breach| breach.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_file_may_have_800_lines_and_not_801() {
        let lines = |count: usize| "//! x\n".repeat(count);
        check("a.rs", &lines(800), &[]);
        check("a.rs", &lines(801), &["has 801 lines; 800 at most"]);
    }

    #[test]
    fn a_file_says_what_it_is_for() {
        check("a.rs", "use x;\n", &["does not open with `//!`: what it is for"]);
        check("a/mod.rs", "//! x\n", &["is called `mod.rs`; `foo.rs` stands beside `foo/`"]);
    }

    #[test]
    fn tests_are_counted_apart() {
        assert_eq!(split(&source("src/a.rs", "//! x\n\nfn a() {}\n#[cfg(test)]\nmod tests {\n}\n")), (2, 3));
        assert_eq!(split(&source("src/a.rs", "//! x\n#[cfg(test)]\nmod tests;\n")), (3, 0));
        assert_eq!(split(&source("src/a/tests.rs", "//! x\n\nfn a() {}\n")), (0, 2));
        assert_eq!(split(&source("tests/src/a.rs", "//! x\n")), (0, 1));
    }

    #[test]
    fn the_table_names_long_files() {
        let sources = [source("src/a.rs", &"//! x\n".repeat(501)), source("src/a/tests.rs", "//! t\n")];
        let expected = "\
package               files    code   tests  tests/code
p                         2     501       1        0.00
all                       2     501       1        0.00
over 500 lines: src/a.rs (501)
";
        assert_eq!(table(&sources), expected);
    }
}
