//! Repositories that are made to be too big: an answer comes all the same, and soon.

use std::time::{Duration, Instant};

use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::{GitDiffParams, GitLogParams, GitShowParams, git_diff, git_show, git_status};
use c2c_workspace::{ErrorCode, Limits};

use crate::git_repo::{Hash, Repo, run_git};

/// Ten blobs in a tree, ten such trees in a tree, and so on: a few kilobytes that name 10^10 files.
fn bomb() -> Repo {
    let repo = Repo::empty(Hash::Sha1);
    let hash = |arguments: &[&str], input: String| {
        let captured = run_git(&repo.root(), arguments, input.into_bytes());
        assert!(captured.success(), "{}", String::from_utf8_lossy(&captured.stderr));
        String::from_utf8(captured.stdout).unwrap().trim().to_owned()
    };
    let mut object = hash(&["hash-object", "-w", "--stdin"], "boom\n".to_owned());
    let mut entry = "100644 blob";
    for _ in 0..10 {
        let rows = (0..10).map(|number| format!("{entry} {object}\td{number}\n")).collect();
        (object, entry) = (hash(&["mktree"], rows), "040000 tree");
    }
    let commit = hash(&["commit-tree", "-m", "bomb", &object], String::new());
    repo.git(["update-ref", "refs/heads/main", &commit]);
    repo
}

#[test]
fn a_tree_that_names_more_files_than_can_be_is_given_up_in_time() {
    let repo = bomb();
    let reader = repo.reader();
    let begun = Instant::now();
    let short = || Limits::within(Duration::from_secs(2));
    let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
    let diff = GitDiffParams { mode: DiffMode::Staged, ..GitDiffParams::default() };
    for error in [
        git_show(&reader.git, &reader.workspace, &show, &short()).unwrap_err(),
        git_diff(&reader.git, &reader.workspace, &diff, &short()).unwrap_err(),
        git_status(&reader.git, &reader.workspace, &Default::default(), &short()).unwrap_err(),
    ] {
        assert!(matches!(error.code, ErrorCode::TimedOut | ErrorCode::TooBig), "{error}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
    // The commit itself can still be looked at: its files are not.
    let one = GitShowParams { path: Some("d0/d0/d0/d0/d0/d0/d0/d0/d0".to_owned()), ..show };
    assert_eq!(git_show(&reader.git, &reader.workspace, &one, &Limits::default()).unwrap().files.len(), 10);
}

#[test]
fn a_call_that_nobody_waits_for_ends_its_git() {
    let repo = bomb();
    let reader = repo.reader();
    let limits = Limits::default();
    let cancelled = std::sync::Arc::clone(&limits.cancelled);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let call = scope.spawn(|| {
            let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
            git_show(&reader.git, &reader.workspace, &show, &limits).unwrap_err()
        });
        // Some time into the call, wherever it is then: the flag is looked at everywhere.
        while begun.elapsed() < Duration::from_millis(300) {
            std::thread::yield_now();
        }
        cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(call.join().unwrap().code, ErrorCode::TimedOut);
    });
    assert!(begun.elapsed() < Duration::from_secs(15), "the deadline of 25 s was not waited for");
}

#[test]
fn an_index_over_its_limit_is_told_and_not_copied() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let index = std::fs::File::options().write(true).open(repo.path(".git/index")).unwrap();
    index.set_len((512 << 20) + 1).unwrap();
    let error = repo.reader().status().unwrap_err();
    assert_eq!(error.code, ErrorCode::TooBig);
    assert!(error.message.contains("`index` is larger than 512 MiB"), "{error}");
}

#[test]
fn a_folder_of_objects_over_its_limit_is_told() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    for number in 0..2_001 {
        repo.write(format!(".git/objects/x{number}"), "");
    }
    let error = repo.reader().status().unwrap_err();
    assert_eq!(error.code, ErrorCode::TooBig);
    assert!(error.message.contains("more than 2000 entries"), "{error}");
}

#[test]
fn a_blob_that_unfolds_to_much_is_told_as_binary() {
    let repo = Repo::with(&[("big.txt", "small\n")]);
    repo.write("big.txt", "all the same\n".repeat(6 << 20));
    repo.commit_all("big");
    let params = GitDiffParams { mode: DiffMode::Commits, from: Some("HEAD~1".to_owned()), ..GitDiffParams::default() };
    let diff = repo.reader().whole_diff(&params);
    assert_eq!(diff.files.len(), 1);
    assert!(diff.files[0].binary && diff.diff.len() < 1_000, "{}", diff.diff.len());
}

#[test]
fn a_message_without_end_is_cut() {
    let repo = Repo::empty(Hash::Sha1);
    let (subject, body) = ("s".repeat(5_000), "line of the body\n".repeat(20_000));
    let message = format!("{subject}\n\n{body}");
    assert!(run_git(&repo.root(), ["commit", "--quiet", "--allow-empty", "-F", "-"], message.into_bytes()).success());
    let reader = repo.reader();
    let log = reader.log(&GitLogParams::default()).unwrap();
    assert!(log.commits[0].subject.len() < 1_010 && log.commits[0].body_cut);
    let shown = reader.show(&GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() }).unwrap();
    assert!(shown.body.len() <= 30_000 && shown.body.ends_with('\n'), "{}", shown.body.len());
    assert!(shown.withheld.iter().any(|entry| entry.reason.ends_with("bytes of its message")), "{:?}", shown.withheld);
}

#[test]
fn files_whose_diffs_are_too_big_together_leave_the_others_to_be_seen() {
    let repo = Repo::with(&[("small.txt", "one\n"), ("big/old.txt", "old\n")]);
    repo.write("small.txt", "two\n");
    repo.write("picture.bin", b"a\0b");
    for number in 0..4 {
        repo.write(format!("big/{number}.txt"), format!("line of {number}\n").repeat(2_000_000));
    }
    let reader = repo.reader();
    let check = |params: &GitDiffParams| {
        let diff = reader.whole_diff(params);
        let big: Vec<&str> = diff.files.iter().filter(|file| file.withheld.is_some()).map(|file| &*file.path).collect();
        assert_eq!(big, ["big/0.txt", "big/1.txt", "big/2.txt", "big/3.txt"]);
        let reason = diff.files[0].withheld.as_deref().unwrap();
        assert_eq!(reason, "its diff is too big to be shown with the others; ask for it with `path`");
        assert!(diff.files.iter().any(|file| file.path == "picture.bin" && file.binary && file.withheld.is_none()));
        assert_eq!((diff.summary.files, diff.summary.insertions, diff.summary.deletions), (6, 1, 1));
        assert!(params.stat_only || diff.diff.contains("-one\n+two\n"));
    };
    check(&GitDiffParams::default());
    check(&GitDiffParams { stat_only: true, ..GitDiffParams::default() });
    let one = GitDiffParams { path: Some("big/2.txt".to_owned()), stat_only: true, ..GitDiffParams::default() };
    assert_eq!(reader.diff(&one).unwrap().summary.insertions, 2_000_000);
    repo.commit_all("big");
    check(&GitDiffParams { mode: DiffMode::Commits, from: Some("HEAD~1".to_owned()), ..GitDiffParams::default() });
    let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
    assert_eq!(reader.show(&show).unwrap().summary.files, 6);
}
