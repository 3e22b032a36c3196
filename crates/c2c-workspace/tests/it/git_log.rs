//! `git_log` and `git_show`.

use c2c_workspace::ErrorCode;
use c2c_workspace::git::{GitLogParams, GitShowParams};

use crate::git_repo::{Hash, Repo};

fn history(commits: usize) -> Repo {
    let repo = Repo::empty(Hash::Sha1);
    for number in 0..commits {
        repo.write(format!("f{}.txt", number % 3), format!("{number}\n"));
        repo.commit_all(&format!("commit {number}\n\nbody of {number}\nwith two lines"));
    }
    repo
}

#[test]
fn a_log_equals_git_s() {
    let repo = history(7);
    let log = repo.reader().log(&GitLogParams::default()).unwrap();
    let ours: Vec<String> = log
        .commits
        .iter()
        .map(|commit| format!("{}|{}|{}|{}|{}", commit.id, commit.author, commit.time, commit.subject, commit.files))
        .collect();
    let theirs = repo.git(["log", "--format=%H|%an|%aI|%s|1"]);
    assert_eq!(ours, theirs.lines().collect::<Vec<_>>());
    assert_eq!(log.commits[0].body, "body of 6\nwith two lines");
    assert!(!serde_json::to_string(&log).unwrap().contains("ada@example.org"), "authors by name only");
    assert!(!log.truncated && log.next.is_empty());
}

#[test]
fn pages_of_a_log_continue_from_the_same_commit() {
    let repo = history(7);
    let reader = repo.reader();
    let whole = reader.log(&GitLogParams::default()).unwrap().commits;
    let mut params = GitLogParams { limit: Some(3), ..GitLogParams::default() };
    let mut paged = Vec::new();
    loop {
        let page = reader.log(&params).unwrap();
        paged.extend(page.commits);
        if !page.truncated {
            break;
        }
        repo.commit_all("meanwhile");
        params.cursor = Some(page.next);
    }
    assert_eq!(paged, whole);
}

#[test]
fn a_path_and_a_ref_narrow_the_log() {
    let repo = history(7);
    let subjects = |params: &GitLogParams| -> Vec<String> {
        repo.reader().log(params).unwrap().commits.into_iter().map(|commit| commit.subject).collect()
    };
    let path = GitLogParams { path: Some("f1.txt".to_owned()), ..GitLogParams::default() };
    assert_eq!(subjects(&path), ["commit 4", "commit 1"]);
    let reference = GitLogParams { reference: Some("HEAD~5".to_owned()), ..GitLogParams::default() };
    assert_eq!(subjects(&reference), ["commit 1", "commit 0"]);
}

#[test]
fn a_path_without_a_history_has_an_empty_log() {
    let repo = history(3);
    repo.write("untracked.txt", "new\n");
    for path in ["does/not/exist", "*.txt", ":/", "untracked.txt"] {
        let params = GitLogParams { path: Some(path.to_owned()), ..GitLogParams::default() };
        let log = repo.reader().log(&params).unwrap();
        assert!(log.commits.is_empty() && !log.truncated && log.next.is_empty(), "{path}: {log:?}");
    }
}

#[test]
fn a_cursor_that_counts_further_than_git_is_refused() {
    let repo = history(3);
    let id = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let ask = |skip: u64| {
        repo.reader().log(&GitLogParams { cursor: Some(format!("log:{skip}:{id}")), ..GitLogParams::default() })
    };
    for skip in [1 << 31, 1 << 63, u64::MAX] {
        assert_eq!(ask(skip).unwrap_err().code, ErrorCode::InvalidArgument, "{skip}");
    }
    assert!(ask((1 << 31) - 1).unwrap().commits.is_empty());
    assert_eq!(ask(1).unwrap().commits.len(), 2);
}

#[test]
fn without_a_commit_log_and_show_say_so() {
    let repo = Repo::empty(Hash::Sha256);
    let error = repo.reader().log(&GitLogParams::default()).unwrap_err();
    assert_eq!(error.code, ErrorCode::NoCommits);
    let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
    assert_eq!(repo.reader().show(&show).unwrap_err().code, ErrorCode::NoCommits);
}

#[test]
fn secrets_in_messages_are_replaced() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let token = format!("ghp_{}", "Ab3".repeat(12));
    repo.commit_all(&format!("use {token}\n\nthe token is {token}"));
    let log = repo.reader().log(&GitLogParams::default()).unwrap();
    assert!(!serde_json::to_string(&log).unwrap().contains(&token));
    assert_eq!(log.withheld.len(), 1, "told once for a message");
    let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
    assert!(!serde_json::to_string(&repo.reader().show(&show).unwrap()).unwrap().contains(&token));
}

#[test]
fn a_merge_is_shown_against_its_first_parent() {
    let repo = history(2);
    repo.git(["checkout", "--quiet", "-b", "side", "HEAD~1"]);
    repo.write("side.txt", "side\n");
    repo.commit_all("side");
    repo.git(["checkout", "--quiet", "main"]);
    repo.git(["merge", "--quiet", "--no-edit", "side"]);
    let show = GitShowParams { commit: "main".to_owned(), ..GitShowParams::default() };
    let shown = repo.reader().show(&show).unwrap();
    assert_eq!(shown.parents.len(), 2);
    assert_eq!(shown.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["side.txt"]);
    assert_eq!(repo.reader().log(&GitLogParams::default()).unwrap().commits[0].files, 1);
}

#[test]
fn tags_and_remote_branches_and_short_ids_name_commits() {
    let repo = history(2);
    repo.git(["tag", "-a", "-m", "a tag", "v1", "HEAD~1"]);
    repo.git(["update-ref", "refs/remotes/origin/main", "HEAD~1"]);
    repo.git(["pack-refs", "--all"]);
    repo.git(["update-ref", "refs/heads/loose", "HEAD~1"]);
    let id = repo.git(["rev-parse", "HEAD~1"]).trim().to_owned();
    for name in ["v1", "origin/main", "loose", &id[..10], "refs/tags/v1"] {
        let show = GitShowParams { commit: name.to_owned(), ..GitShowParams::default() };
        assert_eq!(repo.reader().show(&show).unwrap().id, id, "{name}");
    }
}
