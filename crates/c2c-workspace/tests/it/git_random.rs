//! Random trees and edits: our status equals git's, our diff applied with `git apply` gives the tree, our numbers are
//! git's. What fails is told with its seed.

use std::ffi::OsStr;
use std::time::{Duration, Instant};

use c2c_workspace::RelPath;
use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::status::{Change, StatusEntry};
use c2c_workspace::git::{GitDiffParams, GitDiffResponse};

use crate::git_repo::{Repo, run_git};
use crate::random_tree::{Kind, RandomTree};

/// So many repositories at least, and more as long as there is time.
const LEAST: u64 = 4;
const TIME: Duration = Duration::from_secs(4);

fn seeds() -> impl Iterator<Item = u64> {
    let start = Instant::now();
    (0..40).take_while(move |seed| *seed < LEAST || start.elapsed() < TIME)
}

/// Says the seed when the check of it fails.
struct Told(u64);

impl Drop for Told {
    #[expect(clippy::print_stdout, reason = "a test tells it")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("the seed was {}", self.0);
        }
    }
}

fn spelled(path: &[u8]) -> String {
    RelPath::from_bytes(path).unwrap().to_string()
}

/// Runs git, which must succeed, and gives its answer.
#[track_caller]
fn git<A: AsRef<OsStr>>(repo: &Repo, arguments: impl IntoIterator<Item = A>, input: &str) -> String {
    let captured = run_git(&repo.root(), arguments, input.as_bytes().to_vec());
    assert!(captured.success(), "git: {}", String::from_utf8_lossy(&captured.stderr));
    String::from_utf8_lossy(&captured.stdout).trim().to_owned()
}

/// Runs what changes the index, and puts it back as it was.
fn aside<R>(repo: &Repo, work: impl FnOnce() -> R) -> R {
    let (index, saved) = (repo.path(".git/index"), repo.outer().join("saved-index"));
    // With its time, on which it depends whether git looks at the content of a file.
    let was_there = index.exists();
    if was_there {
        std::fs::rename(&index, &saved).unwrap();
        std::fs::copy(&saved, &index).unwrap();
    }
    let made = work();
    if index.exists() {
        std::fs::remove_file(&index).unwrap();
    }
    if was_there {
        std::fs::rename(&saved, &index).unwrap();
    }
    made
}

/// What stands in each mode on either side.
struct Sides {
    head: String,
    index: String,
    work: String,
}

impl Sides {
    fn of(repo: &Repo) -> Self {
        let head = repo.try_git(["rev-parse", "--quiet", "--verify", "HEAD^{tree}"]);
        let head = match head.success() {
            true => String::from_utf8_lossy(&head.stdout).trim().to_owned(),
            false => git(repo, ["mktree"], ""),
        };
        aside(repo, || {
            let index = git(repo, ["write-tree"], "");
            git(repo, ["add", "--all"], "");
            Self { head, index, work: git(repo, ["write-tree"], "") }
        })
    }
}

/// The tree that a diff makes of another one.
fn applied(repo: &Repo, from: &str, diff: &str) -> String {
    aside(repo, || {
        git(repo, ["read-tree", from], "");
        git(repo, ["apply", "--cached", "--allow-empty", "--whitespace=nowarn", "-"], diff);
        git(repo, ["write-tree"], "")
    })
}

/// A file's newer path, and its insertions and deletions, none for a binary file.
type Row = (String, Option<u64>, Option<u64>);

fn numbers(repo: &Repo, from: &str, to: &str) -> Vec<Row> {
    let output = repo.git_bytes(["diff-tree", "-r", "--find-renames", "--numstat", "-z", from, to]);
    let mut fields = output.split(|&byte| byte == 0).filter(|field| !field.is_empty());
    let mut found = Vec::new();
    while let Some(field) = fields.next() {
        let mut parts = field.splitn(3, |&byte| byte == b'\t');
        let mut number = || String::from_utf8_lossy(parts.next().unwrap()).parse().ok();
        let (insertions, deletions) = (number(), number());
        let path = parts.next().unwrap();
        // A rename has its two paths in fields of their own.
        let path = if path.is_empty() { fields.nth(1).unwrap() } else { path };
        found.push((spelled(path), insertions, deletions));
    }
    found
}

fn check_diff(tree: &mut RandomTree, kind: Kind, params: &GitDiffParams, from: &str, to: &str) {
    let max_bytes = Some(1_024 + i64::try_from(tree.dice.below(6_000)).unwrap());
    let ours: GitDiffResponse = tree.repo.reader().whole_diff(&GitDiffParams { max_bytes, ..params.clone() });
    let what = format!("{:?} from {from} to {to}", params.mode);
    assert_eq!(ours.withheld, [], "{what}");
    let rows: Vec<Row> = ours.files.iter().map(|file| (file.path.clone(), file.insertions, file.deletions)).collect();
    let mut theirs = numbers(&tree.repo, from, to);
    for (file, row) in ours.files.iter().zip(&mut theirs) {
        // A binary file with another name or mode and the same content: git names no number, and no line changed.
        if file.insertions == Some(0) && file.deletions == Some(0) && row.1.is_none() {
            (row.1, row.2) = (Some(0), Some(0));
        }
    }
    assert_eq!(rows, theirs, "{what}");
    let sum = |number: fn(&Row) -> Option<u64>| theirs.iter().filter_map(number).sum::<u64>();
    let summary = ours.summary;
    assert_eq!((summary.insertions, summary.deletions), (sum(|row| row.1), sum(|row| row.2)), "{what}");
    assert_eq!(summary.files, theirs.len() as u64, "{what}");
    match kind {
        Kind::Text => {
            assert!(ours.files.iter().all(|file| file.encoding.is_none() && !file.binary), "{what}");
            assert_eq!(applied(&tree.repo, from, &ours.diff), to, "{what}: {}", ours.diff);
        }
        Kind::AnyContent => {
            let settings = ["-c", "core.quotePath=false", "-c", "core.abbrev=12"];
            let theirs = tree.repo.git_bytes(settings.into_iter().chain(["diff-tree", "-r", "-p", "-M", from, to]));
            assert_same_lines(&ours.diff, &theirs, &what);
        }
    }
}

/// Lines that are not UTF-8 are decoded in our answer.
#[track_caller]
fn assert_same_lines(ours: &str, theirs: &[u8], what: &str) {
    let lines: Vec<&[u8]> = theirs.split(|&byte| byte == b'\n').collect();
    assert_eq!(ours.split('\n').count(), lines.len(), "{what}");
    for (ours, theirs) in ours.split('\n').zip(lines) {
        match std::str::from_utf8(theirs) {
            Ok(theirs) => assert_eq!(ours, theirs, "{what}"),
            Err(_) => assert_eq!(ours.as_bytes()[0], theirs[0], "{what}"),
        }
    }
}

fn check_all_modes(kind: Kind) {
    for seed in seeds() {
        let _told = Told(seed);
        let commits = [2, 2, 2, 1, 0][usize::try_from(seed % 5).unwrap()];
        let mut tree = RandomTree::new(seed, kind, commits);
        let sides = Sides::of(&tree.repo);
        let mode = |mode| GitDiffParams { mode, ..GitDiffParams::default() };
        check_diff(&mut tree, kind, &mode(DiffMode::Head), &sides.head, &sides.work);
        check_diff(&mut tree, kind, &mode(DiffMode::Staged), &sides.head, &sides.index);
        check_diff(&mut tree, kind, &mode(DiffMode::Unstaged), &sides.index, &sides.work);
        if commits == 2 {
            let older = tree.repo.git(["rev-parse", "HEAD~1^{tree}"]).trim().to_owned();
            let params = GitDiffParams { from: Some("HEAD~1".to_owned()), ..mode(DiffMode::Commits) };
            check_diff(&mut tree, kind, &params, &older, &sides.head);
        }
    }
}

#[test]
fn our_diff_of_a_random_tree_applied_with_git_gives_the_other_tree() {
    check_all_modes(Kind::Text);
}

#[test]
fn our_diff_of_random_bytes_is_git_s() {
    check_all_modes(Kind::AnyContent);
}

/// What `git status` says, as our answer has it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Status {
    staged: Vec<StatusEntry>,
    unstaged: Vec<StatusEntry>,
    untracked: Vec<String>,
}

fn git_status(repo: &Repo) -> Status {
    let output = repo.git_bytes(["status", "--porcelain=v2", "-z", "--untracked-files=all", "--find-renames"]);
    let mut fields = output.split(|&byte| byte == 0).filter(|field| !field.is_empty());
    let mut status = Status::default();
    while let Some(field) = fields.next() {
        // Eight columns before the path of a changed file, nine before that of a renamed one.
        let columns = match field[0] {
            b'1' => 8,
            b'2' => 9,
            b'?' => {
                status.untracked.push(spelled(&field[2..]));
                continue;
            }
            other => panic!("git says {other}"),
        };
        let parts: Vec<&[u8]> = field.splitn(columns + 1, |&byte| byte == b' ').collect();
        let old = (columns == 9).then(|| spelled(fields.next().unwrap()));
        let entry = |letter: u8| StatusEntry {
            path: spelled(parts[columns]),
            old_path: old.clone().filter(|_| letter == b'R'),
            change: match letter {
                b'A' => Change::Added,
                b'D' => Change::Deleted,
                b'R' => Change::Renamed,
                b'T' => Change::TypeChanged,
                b'M' => Change::Modified,
                other => panic!("git says {other}"),
            },
        };
        let lists = [&mut status.staged, &mut status.unstaged];
        for (letter, list) in parts[1].iter().zip(lists) {
            if *letter != b'.' {
                list.push(entry(*letter));
            }
        }
    }
    status
}

#[test]
fn our_status_of_a_random_tree_is_git_s() {
    for seed in seeds() {
        let _told = Told(seed);
        let kind = if seed % 2 == 0 { Kind::Text } else { Kind::AnyContent };
        let tree = RandomTree::new(1_000 + seed, kind, usize::try_from(seed % 3).unwrap());
        // Before git, which may refresh the index.
        let ours = tree.repo.reader().status().unwrap();
        let theirs = git_status(&tree.repo);
        assert_eq!(ours.total, (theirs.staged.len() + theirs.unstaged.len() + theirs.untracked.len()) as u64);
        let ours = Status { staged: ours.staged, unstaged: ours.unstaged, untracked: ours.untracked };
        assert_eq!(ours, theirs);
    }
}
