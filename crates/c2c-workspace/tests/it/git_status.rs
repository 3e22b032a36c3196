//! `git_status` and what `workspace_info` says about git.

use c2c_workspace::git::status::{Change, SubmoduleEntry};
use c2c_workspace::git::{GitStatusParams, git_status};
use c2c_workspace::{ErrorCode, Limits};

use crate::git_repo::{Hash, Repo, awkward, run_git};

#[test]
fn the_upstream_and_the_distance_are_told() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["remote", "add", "origin", "ssh://example.invalid/x"]);
    repo.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    repo.git(["branch", "--quiet", "--set-upstream-to=origin/main"]);
    repo.commit_all("second");
    let status = repo.reader().status().unwrap();
    assert_eq!((status.upstream.as_deref(), status.ahead, status.behind), (Some("origin/main"), Some(1), Some(0)));
}

#[test]
fn a_detached_head_has_no_branch() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["checkout", "--quiet", "--detach"]);
    let status = repo.reader().status().unwrap();
    assert_eq!((status.branch, status.commit.is_some(), status.total), (None, true, 0));
    let info = repo.reader().info();
    assert!(info.available && info.branch.is_none() && info.commit.is_some() && !info.dirty);
}

#[test]
fn without_a_commit_there_is_a_branch_and_no_commit() {
    for hash in Hash::BOTH {
        let repo = Repo::empty(hash);
        repo.write("a.txt", "a\n");
        let info = repo.reader().info();
        assert_eq!((info.branch.as_deref(), info.commit, info.dirty), (Some("main"), None, true));
    }
}

#[test]
fn pages_of_a_status_equal_the_whole() {
    let repo = awkward(Hash::Sha1);
    let reader = repo.reader();
    let whole = reader.status().unwrap();
    let mut params = GitStatusParams { limit: Some(4), ..GitStatusParams::default() };
    let (mut staged, mut unstaged, mut untracked) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let page = git_status(&reader.git, &reader.workspace, &params, &Limits::default()).unwrap();
        assert_eq!(page.total, whole.total);
        staged.extend(page.staged);
        unstaged.extend(page.unstaged);
        untracked.extend(page.untracked);
        if !page.truncated {
            break;
        }
        params.cursor = Some(page.next);
    }
    assert_eq!((staged, unstaged, untracked), (whole.staged, whole.unstaged, whole.untracked));
    let first = git_status(
        &reader.git,
        &reader.workspace,
        &GitStatusParams { limit: Some(1), ..GitStatusParams::default() },
        &Limits::default(),
    )
    .unwrap();
    repo.write("one-more.txt", "x\n");
    let next = GitStatusParams { cursor: Some(first.next), ..GitStatusParams::default() };
    let error = git_status(&reader.git, &reader.workspace, &next, &Limits::default()).unwrap_err();
    assert_eq!(error.code, ErrorCode::ChangedMeanwhile);
}

#[test]
fn a_staged_rename_is_one_entry() {
    let repo = Repo::with(&[("old.txt", "a\nb\nc\nd\n")]);
    repo.git(["mv", "old.txt", "new.txt"]);
    let staged = repo.reader().status().unwrap().staged;
    assert_eq!(staged.len(), 1);
    assert_eq!((staged[0].old_path.as_deref(), staged[0].path.as_str()), (Some("old.txt"), "new.txt"));
    assert_eq!(staged[0].change, Change::Renamed);
}

#[test]
fn a_submodule_at_another_commit_is_told_and_its_line_is_in_the_diff() {
    for hash in Hash::BOTH {
        let repo = Repo::of(hash, &[("a.txt", "a\n")]);
        let inner = Repo::of(hash, &[("inner.txt", "inner\n")]);
        let source = inner.root().to_string_lossy().into_owned();
        repo.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &source, "sub"]);
        repo.git(["commit", "--quiet", "-m", "submodule"]);
        assert_eq!(repo.reader().status().unwrap().total, 0);
        run_git(&repo.path("sub"), ["commit", "--quiet", "--allow-empty", "-m", "inside"], Vec::new());
        std::fs::write(repo.path("sub/untracked.txt"), "x\n").unwrap();
        let status = repo.reader().status().unwrap();
        let expected = SubmoduleEntry { path: "sub".to_owned(), change: Change::Modified, staged: false };
        assert_eq!(status.submodules, [expected]);
        let diff = repo.reader().whole_diff(&c2c_workspace::git::GitDiffParams::default());
        assert_eq!(diff.diff, repo.git(["-c", "core.abbrev=12", "diff", "--ignore-submodules=dirty", "HEAD"]));
        let inside = crate::git_repo::Reader::of(&repo.path("sub"), &repo.outer().join("scratch"));
        assert_eq!(inside.status().unwrap().untracked, ["untracked.txt"], "a submodule is a workspace like any other");
    }
}

#[test]
fn operations_in_progress_are_named() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["checkout", "--quiet", "-b", "other"]);
    repo.write("a.txt", "other\n");
    repo.commit_all("other");
    repo.git(["checkout", "--quiet", "main"]);
    repo.write("a.txt", "main\n");
    repo.commit_all("main");
    let operation = || repo.reader().status().unwrap().operation;
    assert_eq!(operation(), None);
    for (command, abort, name) in [
        (["rebase", "other"], ["rebase", "--abort"], "rebase"),
        (["cherry-pick", "other"], ["cherry-pick", "--abort"], "cherry-pick"),
        (["merge", "other"], ["merge", "--abort"], "merge"),
    ] {
        assert!(!repo.try_git(command).success());
        assert_eq!(operation().as_deref(), Some(name));
        repo.git(abort);
    }
}
