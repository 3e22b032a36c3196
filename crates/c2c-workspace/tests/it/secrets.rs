//! The committed example of every secret rule, wherever a tool could show it: in a file, a search, a diff, a message, a
//! name.

use std::collections::BTreeSet;

use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::{GitDiffParams, GitLogParams, GitShowParams};
use c2c_workspace::tools::fetch::{FetchParams, fetch};
use c2c_workspace::tools::find_files::{FindFilesParams, find_files};
use c2c_workspace::tools::list_directory::{ListDirectoryParams, list_directory};
use c2c_workspace::tools::read_file::{ReadFileParams, read_file};
use c2c_workspace::tools::search::{SearchParams, search};
use c2c_workspace::tools::search_workspace::{SearchWorkspaceParams, search_workspace};
use c2c_workspace::{Limits, Workspace};
use serde::{Deserialize, Serialize};

use crate::git_repo::{Hash, Repo, run_git};

/// Written backwards in the file.
#[derive(Deserialize)]
struct Example {
    rule: String,
    text: String,
    hidden: String,
}

impl Example {
    /// Parts of the secret that must not be shown.
    fn parts(&self) -> impl Iterator<Item = &str> {
        self.hidden.lines().map(str::trim).filter(|line| line.len() >= 6)
    }
}

fn examples() -> Vec<Example> {
    let file = include_str!("../../../c2c-redact/rules/examples.snap");
    let json = file.splitn(3, "---\n").nth(2).unwrap();
    let mut examples: Vec<Example> = serde_json::from_str(json).unwrap();
    for example in &mut examples {
        example.text = example.text.chars().rev().collect();
        example.hidden = example.hidden.chars().rev().collect();
    }
    assert!(examples.len() > 300);
    examples
}

/// Fails when an answer shows a part of a secret.
#[track_caller]
fn hides(examples: &[Example], what: &str, answer: &impl Serialize) {
    // As text, with the line ends that JSON escapes.
    let shown = serde_json::to_string(answer).unwrap().replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
    for example in examples {
        for part in example.parts() {
            assert!(!shown.contains(part), "{what} shows `{part}` of `{}`", example.rule);
        }
    }
}

/// Files `000.txt` … with an example each, untracked, over one empty commit.
fn with_files(examples: &[Example]) -> Repo {
    let repo = Repo::empty(Hash::Sha1);
    repo.commit_all("first");
    for (number, example) in examples.iter().enumerate() {
        repo.write(format!("{number:03}.txt"), format!("needle before\n{}\nneedle after\n", example.text));
    }
    repo
}

#[test]
fn no_file_shows_the_secret_of_any_rule() {
    let examples = examples();
    let repo = with_files(&examples);
    let workspace = Workspace::open("ws", &repo.root()).unwrap();
    for (number, example) in examples.iter().enumerate() {
        let path = format!("{number:03}.txt");
        let params = ReadFileParams { path: path.clone(), ..ReadFileParams::default() };
        let one = std::slice::from_ref(example);
        match read_file(&workspace, &params, &Limits::default()) {
            Ok(read) => {
                assert!(read.content.contains("[REDACTED:"), "`{}`: {}", example.rule, read.content);
                assert!(!read.withheld.is_empty(), "`{}`", example.rule);
                hides(one, "read_file", &read);
            }
            Err(error) => hides(one, "read_file", &error.to_string()),
        }
        let id = format!("c2c://ws/{path}");
        if let Ok(fetched) = fetch(&workspace, &FetchParams { id }, &Limits::default()) {
            hides(one, "fetch", &fetched);
        }
    }
}

#[test]
fn no_search_shows_the_secret_of_any_rule_or_finds_it() {
    let examples = examples();
    let repo = with_files(&examples);
    let workspace = Workspace::open("ws", &repo.root()).unwrap();
    let needle = |query: &str| SearchWorkspaceParams {
        query: query.to_owned(),
        context: Some(10),
        limit: Some(500),
        ..SearchWorkspaceParams::default()
    };
    let (mut params, mut pages) = (needle("needle"), 0);
    loop {
        let page = search_workspace(&workspace, &params, &Limits::default()).unwrap();
        hides(&examples, "search_workspace", &page);
        pages += 1;
        if page.next.is_empty() {
            break;
        }
        params.cursor = Some(page.next);
    }
    assert!(pages > 2, "the pages were many");
    let found = search(&workspace, &SearchParams { query: "needle".to_owned() }, &Limits::default()).unwrap();
    hides(&examples, "search", &found);
    // Whoever guesses a secret does not learn that the guess is right. A few are enough: each goes over all files.
    for example in examples.iter().step_by(40) {
        let part = example.parts().next().unwrap();
        let query = &part[..part.floor_char_boundary(60)];
        let found = search_workspace(&workspace, &needle(query), &Limits::default()).unwrap();
        assert!(found.matches.is_empty(), "`{}` is found by its secret", example.rule);
    }
}

#[test]
fn no_diff_shows_the_secret_of_any_rule() {
    let examples = examples();
    let repo = with_files(&examples);
    let added = repo.reader().whole_diff(&GitDiffParams::default());
    assert_eq!(added.files.len(), examples.len());
    hides(&examples, "git_diff of untracked files", &added);
    repo.commit_all("second");
    let between = GitDiffParams {
        mode: DiffMode::Commits,
        from: Some("HEAD~1".to_owned()),
        context: Some(20),
        ..GitDiffParams::default()
    };
    hides(&examples, "git_diff of commits", &repo.reader().whole_diff(&between));
    for number in 0..examples.len() {
        repo.write(format!("{number:03}.txt"), "needle before\nneedle after\n");
    }
    hides(&examples, "git_diff of removed lines", &repo.reader().whole_diff(&GitDiffParams::default()));
}

#[test]
fn no_message_shows_the_secret_of_any_rule() {
    let examples = examples();
    let repo = Repo::empty(Hash::Sha1);
    let mut stream = String::new();
    for example in &examples {
        let message = format!("Add {}\n\nIt needs this:\n{}\n\nSigned-off-by: x\n", example.text, example.text);
        let who = "Ada Example <ada@example.org> 1767323045 +0000";
        stream.push_str(&format!("commit refs/heads/main\ncommitter {who}\ndata {}\n{message}\n", message.len()));
    }
    assert!(run_git(&repo.root(), ["fast-import", "--quiet"], stream.into_bytes()).success());
    let reader = repo.reader();
    let mut params = GitLogParams { limit: Some(200), ..GitLogParams::default() };
    let mut commits = Vec::new();
    loop {
        let page = reader.log(&params).unwrap();
        hides(&examples, "git_log", &page);
        commits.extend(page.commits.into_iter().map(|commit| commit.id));
        if page.next.is_empty() {
            break;
        }
        params.cursor = Some(page.next);
    }
    assert_eq!(commits.len(), examples.len());
    for commit in commits.into_iter().step_by(30) {
        let shown = reader.show(&GitShowParams { commit, ..GitShowParams::default() }).unwrap();
        hides(&examples, "git_show", &shown);
    }
}

#[test]
fn no_list_shows_a_name_that_is_a_secret() {
    let examples = examples();
    let is_name = |text: &str| text.len() <= 200 && !text.contains(['/', '\n', '\0']);
    // What of a name is a secret by itself, without a line around it.
    let (named, _): (Vec<Example>, Vec<Example>) = examples.into_iter().partition(|example| is_name(&example.text));
    assert!(named.len() > 250, "{}", named.len());
    let repo = Repo::folder();
    repo.git(["init", "--quiet", "--initial-branch=main"]);
    for example in &named {
        repo.write(&example.text, "needle\n");
    }
    repo.write("plain.txt", "needle\n");
    let workspace = Workspace::open("ws", &repo.root()).unwrap();
    let limits = Limits::default();
    let list = ListDirectoryParams { limit: Some(1_000), max_bytes: Some(262_144), ..ListDirectoryParams::default() };
    let listed = list_directory(&workspace, &list, &limits).unwrap();
    hides(&named, "list_directory", &listed);
    assert_eq!(listed.entries.iter().map(|entry| entry.path.as_str()).collect::<Vec<_>>(), ["plain.txt"]);
    for query in ["*", "needle", "e"] {
        let params = FindFilesParams { query: query.to_owned(), limit: Some(200), ..FindFilesParams::default() };
        hides(&named, "find_files", &find_files(&workspace, &params, &limits).unwrap());
    }
    let params = SearchWorkspaceParams { query: "needle".to_owned(), ..SearchWorkspaceParams::default() };
    hides(&named, "search_workspace", &search_workspace(&workspace, &params, &limits).unwrap());
    let reader = repo.reader();
    hides(&named, "git_status", &reader.status().unwrap());
    hides(&named, "git_diff", &reader.whole_diff(&GitDiffParams::default()));
    repo.git(["add", "--all"]);
    hides(&named, "git_status of the index", &reader.status().unwrap());
    hides(&named, "git_diff of the index", &reader.whole_diff(&GitDiffParams::default()));
    let rules: BTreeSet<&str> = named.iter().map(|example| example.rule.as_str()).collect();
    assert!(rules.len() > 200, "{}", rules.len());
}
