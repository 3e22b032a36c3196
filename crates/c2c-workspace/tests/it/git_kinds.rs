//! Kinds of repositories and of content that break others and have no place elsewhere: an index that is rewritten while
//! it is read, a line of many megabytes, a rebase that stopped, many refs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::{GitDiffParams, GitShowParams};

use crate::git_repo::{Hash, Repo};

#[test]
fn an_index_that_is_rewritten_all_the_time_is_never_taken_for_a_damaged_one() {
    let repo = Repo::with(&[("a.txt", "one\n"), ("b.txt", "one\n")]);
    repo.write("a.txt", "two\n");
    let reader = repo.reader();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                repo.git(["add", "a.txt"]);
                repo.git(["reset", "--quiet"]);
            }
        });
        let begun = Instant::now();
        let mut looked = 0;
        while begun.elapsed() < Duration::from_secs(2) || looked < 3 {
            let status = reader.status();
            let diff = reader.diff(&GitDiffParams::default());
            let is_fine = status.is_ok() && diff.is_ok();
            if !is_fine {
                over.store(true, Ordering::Relaxed);
            }
            assert!(is_fine, "{status:?} {diff:?}");
            // Staged or not, it is what the commit does not have.
            assert!(diff.unwrap().diff.contains("+two"));
            looked += 1;
        }
        over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_line_of_twenty_megabytes_is_cut_on_a_character_and_continued_exactly() {
    let repo = Repo::with(&[("long.txt", "short\n")]);
    repo.write("long.txt", "é".repeat(10 << 20));
    let reader = repo.reader();
    let mut params = GitDiffParams { max_bytes: Some(262_144), ..GitDiffParams::default() };
    // The head of the file, and two parts of its line.
    let (mut shown, mut hashes) = (String::new(), Vec::new());
    for _ in 0..3 {
        let page = reader.diff(&params).unwrap();
        assert!(page.truncated && page.diff.len() <= 262_144, "{}", page.diff.len());
        shown.push_str(&page.diff);
        hashes.push(page.content_hash);
        params.cursor = Some(page.next);
    }
    hashes.dedup();
    assert_eq!(hashes.len(), 1);
    let start = shown.find("+é").unwrap();
    assert!(shown[start + 1..].len() > 400_000, "{}", shown.len());
    assert!(shown[start + 1..].chars().all(|letter| letter == 'é'));
}

#[test]
fn a_rebase_that_stopped_is_shown_in_every_mode() {
    for hash in Hash::BOTH {
        let repo = Repo::of(hash, &[("a.txt", "a\n"), ("b.txt", "b\n")]);
        repo.git(["checkout", "--quiet", "-b", "other"]);
        repo.write("a.txt", "other\n");
        repo.commit_all("other");
        repo.git(["checkout", "--quiet", "main"]);
        repo.write("a.txt", "main\n");
        repo.write("b.txt", "main\n");
        repo.commit_all("main");
        assert!(!repo.try_git(["rebase", "other"]).success());
        let reader = repo.reader();
        let status = reader.status().unwrap();
        assert_eq!((status.operation.as_deref(), status.branch.as_deref()), (Some("rebase"), None));
        assert_eq!(status.conflicted.len(), 1);
        let of = |mode| reader.whole_diff(&GitDiffParams { mode, ..GitDiffParams::default() });
        assert!(of(DiffMode::Head).diff.contains("+<<<<<<<"));
        assert!(of(DiffMode::Unstaged).diff.contains("+<<<<<<<"));
        assert!(of(DiffMode::Staged).files.iter().any(|file| file.path == "b.txt"));
    }
}

#[test]
fn eighty_thousand_refs_are_read() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let commit = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let refs = (0..80_000).map(|number| format!("{commit} refs/tags/v{number:05}\n")).collect::<String>();
    repo.write(".git/packed-refs", format!("# pack-refs with: peeled fully-peeled sorted \n{refs}"));
    repo.git(["update-ref", "refs/tags/loose", "HEAD"]);
    for name in ["v00000", "v79999", "loose"] {
        let show = GitShowParams { commit: name.to_owned(), ..GitShowParams::default() };
        assert_eq!(repo.reader().show(&show).unwrap().id, commit, "{name}");
    }
}
