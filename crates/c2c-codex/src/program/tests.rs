//! Finding programs and believing what they say of themselves. The programs are shell scripts.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::*;

/// A program that counts in the file `asked` how often it was asked.
fn program(folder: &Path, name: &str, output: &str) -> PathBuf {
    let path = folder.join(name);
    let draft = folder.join("draft");
    fs::write(&draft, format!("#!/bin/sh\necho x >> '{}/asked'\necho '{output}'\n", folder.display())).unwrap();
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(&draft, &path).unwrap();
    path
}

fn asked(folder: &Path) -> usize {
    fs::read_to_string(folder.join("asked")).unwrap_or_default().lines().count()
}

async fn info(program: &Path) -> Result<ExecutorInfo, ExecutorError> {
    look(program.to_owned(), &Environment::from_process(), &VersionCache::default()).await
}

#[test]
fn the_chosen_program_comes_before_the_variable_and_the_variable_before_path() {
    let folder = tempfile::tempdir().unwrap();
    let in_path = program(folder.path(), "codex", "");
    let named = program(folder.path(), "other-codex", "");
    let chosen = program(folder.path(), "chosen", "");
    let mut environment = Environment::from_pairs([("PATH", folder.path())]);
    assert_eq!(find(None, &environment).unwrap(), in_path);
    environment.set("C2C_CODEX", &named);
    assert_eq!(find(None, &environment).unwrap(), named);
    assert_eq!(find(Some(&chosen), &environment).unwrap(), chosen);
}

#[test]
fn a_missing_program_says_where_it_was_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let looked_in = |environment: &Environment| match find(None, environment) {
        Err(ExecutorError::Missing { looked_in }) => looked_in,
        other => panic!("{other:?}"),
    };
    let mut environment = Environment::from_pairs([("PATH", folder.path())]);
    assert_eq!(looked_in(&environment), [folder.path()]);
    let gone = folder.path().join("gone");
    environment.set("C2C_CODEX", &gone);
    assert_eq!(looked_in(&environment), [gone]);
    assert_eq!(looked_in(&Environment::default()), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn versions_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let good = info(&program(folder.path(), "good", "codex-cli 0.171.0")).await.unwrap();
    assert_eq!((good.version.as_str(), good.warning), ("0.171.0", None));
    let oldest = info(&program(folder.path(), "oldest", "codex-cli 0.160.1")).await.unwrap();
    assert_eq!(oldest.warning, None);
    let newer = info(&program(folder.path(), "newer", "codex-cli 0.171.1")).await.unwrap();
    assert_eq!(
        newer.warning.as_deref(),
        Some("Codex 0.171.1 is newer than 0.171.0, the newest one that C2C was tried with")
    );
    let old = info(&program(folder.path(), "old", "codex-cli 0.160.0")).await.unwrap_err();
    assert_eq!(old.to_string(), "Codex 0.160.0 is too old; 0.160.1 or newer is needed");
}

#[tokio::test]
async fn a_program_that_is_no_codex_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = info(&program(folder.path(), "cat", "meow")).await.unwrap_err();
    let ExecutorError::Io { source, .. } = error else { panic!("{error}") };
    assert_eq!(source.to_string(), "it does not tell its version but `meow`");
}

#[tokio::test]
async fn a_program_is_asked_once_until_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = program(folder.path(), "codex", "codex-cli 0.171.0");
    let (environment, cache) = (Environment::from_process(), VersionCache::default());
    for _ in 0..3 {
        look(path.clone(), &environment, &cache).await.unwrap();
    }
    assert_eq!(asked(folder.path()), 1);
    program(folder.path(), "codex", "codex-cli 0.170.0 ");
    let info = look(path, &environment, &cache).await.unwrap();
    assert_eq!((info.version.as_str(), asked(folder.path())), ("0.170.0", 2));
}
