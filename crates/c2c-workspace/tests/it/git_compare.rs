//! Our answers against git's own, on a repository with every awkward kind.

use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::status::Change;
use c2c_workspace::git::{GitDiffParams, GitShowParams};

use crate::git_repo::{Hash, Repo, awkward, run_git};

/// What git prints for a diff, with the same settings as ours, decoded as ours.
fn git_says(repo: &Repo, arguments: &[&str]) -> String {
    let fixed = ["-c", "core.quotePath=false", "-c", "core.abbrev=12", "-c", "diff.renameLimit=1000"];
    let said = repo.git_bytes(fixed.into_iter().chain(arguments.iter().copied()));
    let decoded = |line: &[u8]| match std::str::from_utf8(line) {
        Ok(line) => line.to_owned(),
        Err(_) if line.starts_with(b"@@") => String::from_utf8_lossy(line).into_owned(),
        Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
    };
    said.split_inclusive(|&byte| byte == b'\n').map(decoded).collect()
}

fn mode(mode: DiffMode) -> GitDiffParams {
    GitDiffParams { mode, ..GitDiffParams::default() }
}

#[track_caller]
fn assert_same_text(ours: &str, theirs: &str) {
    for (line, (ours, theirs)) in ours.split('\n').zip(theirs.split('\n')).enumerate() {
        assert_eq!(ours, theirs, "line {}", line + 1);
    }
    assert_eq!(ours.len(), theirs.len());
}

#[test]
fn a_head_diff_equals_what_git_says_when_everything_is_added() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let ours = repo.reader().whole_diff(&mode(DiffMode::Head));
        repo.git(["add", "--all"]);
        assert_same_text(&ours.diff, &git_says(&repo, &["diff", "--cached", "HEAD"]));
        let numbers = git_says(&repo, &["diff", "--cached", "--shortstat", "HEAD"]);
        let summary = ours.summary;
        let expected = format!(
            " {} files changed, {} insertions(+), {} deletions(-)\n",
            summary.files, summary.insertions, summary.deletions
        );
        // Git counts both halves of a change of type as one file, too.
        assert_eq!(numbers, expected);
    }
}

#[test]
fn staged_and_unstaged_diffs_equal_git_s() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let staged = repo.reader().whole_diff(&mode(DiffMode::Staged));
        assert_same_text(&staged.diff, &git_says(&repo, &["diff", "--cached"]));
        let tracked = GitDiffParams { include_untracked: Some(false), ..mode(DiffMode::Unstaged) };
        let unstaged = repo.reader().whole_diff(&tracked);
        assert_same_text(&unstaged.diff, &git_says(&repo, &["diff"]));
        let head = GitDiffParams { include_untracked: Some(false), ..mode(DiffMode::Head) };
        assert_same_text(&repo.reader().whole_diff(&head).diff, &git_says(&repo, &["diff", "HEAD"]));
    }
}

#[test]
fn a_diff_between_commits_and_a_shown_commit_equal_git_s() {
    let repo = awkward(Hash::Sha1);
    repo.git(["add", "--all"]);
    repo.git(["commit", "--quiet", "-m", "second"]);
    let commits = GitDiffParams { from: Some("HEAD~1".to_owned()), ..mode(DiffMode::Commits) };
    let theirs = git_says(&repo, &["diff", "HEAD~1", "HEAD"]);
    assert_same_text(&repo.reader().whole_diff(&commits).diff, &theirs);
    let show = GitShowParams { commit: "main".to_owned(), max_bytes: Some(262_144), ..GitShowParams::default() };
    let shown = repo.reader().show(&show).unwrap();
    assert_same_text(&shown.diff, &git_says(&repo, &["show", "--format=", "HEAD"]));
    assert_eq!((shown.subject.as_str(), shown.author.as_str()), ("second", "Ada Example"));
    let first = GitShowParams { commit: "HEAD~1".to_owned(), max_bytes: Some(262_144), ..GitShowParams::default() };
    let first = repo.reader().show(&first).unwrap();
    assert_eq!(first.parents, Vec::<String>::new());
    assert_same_text(&first.diff, &git_says(&repo, &["show", "--format=", "HEAD~1"]));
}

#[test]
fn every_kind_of_change_is_named() {
    let diff = awkward(Hash::Sha1).reader().whole_diff(&mode(DiffMode::Head));
    let change = |path: &str| diff.files.iter().find(|file| file.path == path).map(|file| (file.change, file.binary));
    assert_eq!(change("plain.txt"), Some((Change::Modified, false)));
    assert_eq!(change("nul.bin"), Some((Change::Modified, true)));
    assert_eq!(change("new-name.txt"), Some((Change::Renamed, false)));
    assert_eq!(change("gone.txt"), Some((Change::Deleted, false)));
    assert_eq!(change("becomes-link.txt"), Some((Change::TypeChanged, false)));
    assert_eq!(change("new/untracked.txt"), Some((Change::Added, false)));
    assert_eq!(change("back\\\\slash.txt"), Some((Change::Modified, false)), "spelt as the file tools spell it");
    assert_eq!(change("not.ignored"), None);
    let older = diff.files.iter().filter_map(|file| Some((file.path.as_str(), file.encoding.as_deref()?)));
    assert_eq!(older.collect::<Vec<_>>(), [("latin1.txt", "ISO-8859-1")]);
    assert!(diff.diff.contains("+not the säme\n"), "decoded");
    assert!(diff.diff.contains("old mode 100644\nnew mode 100755\n"));
}

#[test]
fn our_head_diff_applied_to_a_clean_checkout_gives_the_tree() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        // Content that no text shows is not in a reviewer's diff.
        repo.git(["checkout", "--quiet", "nul.bin", "latin1.txt"]);
        let diff = repo.reader().whole_diff(&mode(DiffMode::Head)).diff;
        repo.git(["add", "--all"]);
        let tree = repo.git(["write-tree"]);
        repo.git(["reset", "--quiet", "--hard"]);
        repo.git(["clean", "--quiet", "-fdx"]);
        let applied = run_git(&repo.root(), ["apply", "--index", "-"], diff.into_bytes());
        assert!(applied.success(), "{}", String::from_utf8_lossy(&applied.stderr));
        assert_eq!(repo.git(["write-tree"]), tree);
    }
}

#[test]
fn status_lists_what_git_lists() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let status = repo.reader().status().unwrap();
        let theirs = repo.git_bytes(["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"]);
        let lines: Vec<&[u8]> = theirs.split(|&byte| byte == 0).filter(|line| !line.is_empty()).collect();
        let count = |place: usize| lines.iter().filter(|line| !matches!(line[place], b' ' | b'?')).count();
        assert_eq!((status.staged.len(), status.unstaged.len()), (count(0), count(1)));
        assert_eq!(status.untracked.len(), lines.iter().filter(|line| line.starts_with(b"??")).count());
        assert_eq!(status.branch.as_deref(), Some("main"));
        assert_eq!(status.commit, Some(repo.git(["rev-parse", "HEAD"]).trim().to_owned()));
    }
}

#[test]
fn names_that_are_not_utf8_are_spelt_as_the_file_tools_spell_them() {
    use std::os::unix::ffi::OsStrExt as _;
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write(std::ffi::OsStr::from_bytes(b"odd\xff\x01.txt"), "text\n");
    assert_eq!(repo.reader().status().unwrap().untracked, ["odd\\xff\u{1}.txt"]);
    let diff = repo.reader().whole_diff(&mode(DiffMode::Head));
    assert_eq!(diff.files[0].path, "odd\\xff\u{1}.txt");
    assert!(diff.diff.starts_with("diff --git \"a/odd\\377\\001.txt\" \"b/odd\\377\\001.txt\"\n"), "{}", diff.diff);
}

#[test]
fn line_ends_are_converted_as_git_does() {
    let repo = Repo::empty(Hash::Sha1);
    repo.write(".gitattributes", "*.txt text=auto\n*.dos text eol=crlf\n");
    repo.write("a.txt", "one\ntwo\n");
    repo.write("b.dos", "one\r\ntwo\r\n");
    repo.git(["-c", "core.autocrlf=false", "add", ".gitattributes", "a.txt", "b.dos"]);
    repo.write("was-crlf.bin", "one\r\ntwo\r\n");
    repo.commit_all("first");
    repo.write(".gitattributes", "* text=auto\n*.dos text eol=crlf\n");
    repo.write("a.txt", "one\r\ntwo\r\nthree\r\n");
    repo.write("b.dos", "one\r\ntwo\r\nthree\r\n");
    repo.write("was-crlf.bin", "one\r\ntwo\r\nthree\r\n");
    let ours = repo.reader().whole_diff(&mode(DiffMode::Head));
    assert_same_text(&ours.diff, &git_says(&repo, &["diff", "HEAD"]));
    repo.git(["config", "core.autocrlf", "true"]);
    let ours = repo.reader().whole_diff(&mode(DiffMode::Head));
    assert_same_text(&ours.diff, &git_says(&repo, &["diff", "HEAD"]));
}
