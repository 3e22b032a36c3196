//! The small project on which a session is shown: a command-line tool in POSIX shell with one
//! failing test, in a fresh git repository. It needs no toolchain, and its names and values are
//! drawn anew each time.
//!
//! The test has two expectations and stops at the first that fails. The first is written in the
//! test file, in a folder whose name is drawn too, so that it can be known only by looking. The
//! second is worked out while the test runs, so that it can be known only from the test's output.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::process;
use crate::random::Random;

const ADJECTIVES: &[&str] =
    &["amber", "brisk", "calm", "dusty", "early", "faint", "gentle", "hollow", "ivory", "jolly"];
const NOUNS: &[&str] =
    &["anchor", "beacon", "canal", "dune", "ember", "forest", "glacier", "harbor", "island", "jetty"];
const TOOLS: &[&str] = &["banner", "ledger", "marker", "parcel", "signal", "ticket"];
const KEYS: &[&str] = &["caption", "heading", "label", "motto", "slogan", "title"];
const SEALS: &[&str] = &["check", "digest", "seal", "stamp"];
const FOLDERS: &[&str] = &["checks", "spec", "tests", "trial"];

/// What was drawn for one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// The tool's name.
    pub tool: String,
    /// The test file.
    pub test: String,
    /// The settings file.
    pub settings: String,
    /// The setting that the first expectation is about.
    pub key: String,
    /// What it should be.
    pub value: String,
    /// The setting that the second expectation is about.
    pub seal: String,
    /// What the second expectation is worked out from, beside the value.
    pub salt: String,
}

impl Drawn {
    fn from(random: &mut Random) -> Self {
        let tool = format!("{}-{}", random.choose(ADJECTIVES), random.choose(TOOLS));
        let folder = format!("{}-{}", random.choose(FOLDERS), random.between(10, 99));
        let value = format!("{}-{}-{}", random.choose(ADJECTIVES), random.choose(NOUNS), random.between(1000, 9999));
        Self {
            test: format!("{folder}/{tool}_test.sh"),
            settings: format!("conf/{tool}.conf"),
            key: random.choose(KEYS).to_owned(),
            value,
            seal: random.choose(SEALS).to_owned(),
            salt: random.between(100_000, 999_999).to_string(),
            tool,
        }
    }

    fn files(&self) -> Vec<(String, String)> {
        let Self { tool, test, settings, key, value, seal, salt } = self;
        let readme = format!(
            "# {tool}\n\nPrints one of its settings: `sh bin/{tool} {key}`.\nThe settings are in `{settings}`.\nRun the test with `sh {test}`.\n"
        );
        let program = format!(
            "#!/bin/sh\n# Prints the setting that its argument names.\nhere=$(dirname \"$0\")\nsed -n \"s/^$1=//p\" \"$here/../{settings}\"\n"
        );
        let conf = format!("# Settings of {tool}.\n{key}=unset\nlanguage=en\n{seal}=none\nwidth=72\n");
        let expectations = format!(
            r#"#!/bin/sh
# The test of {tool}. Run it from the root of the project: sh {test}
# It stops at the first expectation that fails.
passed=0

expect() {{
    found=$(sh bin/{tool} "$1")
    if [ "$found" != "$2" ]; then
        echo "not ok: $1: expected \`$2\`, found \`$found\`"
        echo "$passed passed, 1 failed"
        exit 1
    fi
    passed=$((passed + 1))
    echo "ok: $1"
}}

expect {key} '{value}'
expect {seal} "$(printf '%s' "{salt}:$found" | cksum | cut -d ' ' -f 1)"
echo "$passed passed, 0 failed"
"#
        );
        vec![
            ("README.md".to_owned(), readme),
            (format!("bin/{tool}"), program),
            (settings.clone(), conf),
            (test.clone(), expectations),
        ]
    }
}

/// Makes the project in `folder`, which must not exist or be empty. Without a seed it is drawn
/// from the operating system's randomness.
///
/// # Errors
/// When the files cannot be written or git fails.
pub fn make(folder: &Path, seed: Option<u64>) -> io::Result<Drawn> {
    let seed = match seed {
        Some(seed) => seed,
        None => Random::fresh_seed()?,
    };
    let drawn = Drawn::from(&mut Random::seeded(seed));
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other(format!("`{}` is not empty", folder.display())));
    }
    for (path, content) in drawn.files() {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    commit(folder)?;
    Ok(drawn)
}

fn commit(folder: &Path) -> io::Result<()> {
    let who = ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "-c", "commit.gpgsign=false"];
    process::run("git", &["init", "--quiet", "--initial-branch=main"], folder)?;
    process::run("git", &["add", "--all"], folder)?;
    process::run("git", &[&who[..], &["commit", "--quiet", "--message", "The project as it stands"]].concat(), folder)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn test(folder: &Path, drawn: &Drawn) -> (bool, String) {
        let ran = process::output("sh", &[&drawn.test], folder).unwrap();
        (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
    }

    #[test]
    fn the_test_shows_its_second_expectation_only_when_the_first_holds() {
        let folder = tempfile::tempdir().unwrap();
        let drawn = make(folder.path(), Some(7)).unwrap();
        assert_snapshot!(test(folder.path(), &drawn).1, @"
        not ok: caption: expected `early-forest-2798`, found `unset`
        0 passed, 1 failed
        ");
        let settings = folder.path().join(&drawn.settings);
        let set = |old: &str, new: &str| {
            let text = fs::read_to_string(&settings).unwrap();
            assert_eq!(text.matches(old).count(), 1, "{old} in {text}");
            fs::write(&settings, text.replace(old, new)).unwrap();
        };
        set("=unset", &format!("={}", drawn.value));
        let (passed, output) = test(folder.path(), &drawn);
        assert!(!passed);
        assert_snapshot!(output, @"
        ok: caption
        not ok: digest: expected `167284474`, found `none`
        1 passed, 1 failed
        ");
        let expected = output.split('`').nth(1).unwrap();
        set("=none", &format!("={expected}"));
        let (passed, output) = test(folder.path(), &drawn);
        assert!(passed, "{output}");
        assert!(output.ends_with("2 passed, 0 failed\n"));
    }

    #[test]
    fn no_file_holds_the_second_expectation() {
        let folder = tempfile::tempdir().unwrap();
        let drawn = make(folder.path(), Some(8)).unwrap();
        let work = format!("printf '%s' '{}:{}' | cksum | cut -d ' ' -f 1", drawn.salt, drawn.value);
        let sum = process::output("sh", &["-c", &work], folder.path()).unwrap();
        let sum = String::from_utf8(sum.stdout).unwrap();
        assert!(drawn.files().iter().all(|(_, content)| !content.contains(sum.trim())));
    }

    #[test]
    fn a_seed_repeats_the_project_and_another_changes_it() {
        let drawn = |seed| Drawn::from(&mut Random::seeded(seed));
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn a_folder_in_use_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine"), "").unwrap();
        assert!(make(folder.path(), Some(1)).unwrap_err().to_string().contains("is not empty"));
    }
}
