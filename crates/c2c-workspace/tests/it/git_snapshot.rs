//! Pictures of the work tree and what changed between two.

use c2c_ports::{ChangeKind, ChangedFile, Changes as _, ChangesError, SnapshotId};
use c2c_workspace::git::GitChanges;

use crate::git_repo::{Hash, Repo, awkward, run_git};

fn taken(repo: &Repo, changes: &GitChanges) -> SnapshotId {
    changes.snapshot(&repo.root()).unwrap().id
}

/// The tree that plain git makes of the work tree, in a copy of the repository.
fn git_tree(repo: &Repo) -> String {
    let copy = Repo::folder();
    std::fs::remove_dir(copy.root()).unwrap();
    let copied = run_cp(&repo.root(), &copy.outer().canonicalize().unwrap().join("root"));
    assert!(copied);
    copy.git(["add", "--all"]);
    copy.git(["write-tree"]).trim().to_owned()
}

fn run_cp(from: &std::path::Path, to: &std::path::Path) -> bool {
    let environment = c2c_os::environment::Environment::from_process();
    c2c_os::command::Command::new("cp", "/")
        .inherit(&environment, ["PATH"])
        .args([std::ffi::OsStr::new("-a"), from.as_os_str(), to.as_os_str()])
        .output(std::time::Duration::from_secs(60), 1 << 20)
        .unwrap()
        .success()
}

#[test]
fn a_picture_is_the_tree_that_git_would_make() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let snapshot = repo.changes().snapshot(&repo.root()).unwrap();
        assert_eq!(snapshot.id.0, git_tree(&repo));
        assert_eq!(snapshot.head.as_deref(), Some(repo.git(["rev-parse", "HEAD"]).trim()));
        assert!(snapshot.dirty.contains(&"plain.txt".to_owned()) && snapshot.dirty.contains(&"staged.txt".to_owned()));
        assert!(!snapshot.dirty.contains(&"not.ignored".to_owned()));
    }
}

#[test]
fn a_clean_tree_has_nothing_dirty_and_the_tree_of_its_commit() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let snapshot = repo.changes().snapshot(&repo.root()).unwrap();
    assert_eq!(snapshot.dirty, Vec::<String>::new());
    assert_eq!(snapshot.id.0, repo.git(["rev-parse", "HEAD^{tree}"]).trim());
    let empty = Repo::empty(Hash::Sha256);
    let snapshot = empty.changes().snapshot(&empty.root()).unwrap();
    assert_eq!((snapshot.head, snapshot.id.0.len()), (None, 64));
}

#[test]
fn a_picture_writes_nothing_into_the_repository() {
    let repo = awkward(Hash::Sha1);
    // An untracked copy of a committed file, so that its object is there already.
    repo.write("copy-of-committed.txt", "one\n");
    let before = repo.git_folder();
    let changes = repo.changes();
    let first = taken(&repo, &changes);
    repo.write("plain.txt", "next\n");
    let second = taken(&repo, &changes);
    changes.diff(&repo.root(), &first, &second).unwrap();
    changes.undo(&repo.root(), &first, &second).unwrap();
    assert_eq!(repo.git_folder(), before);
    assert_eq!(std::fs::read_dir(repo.outer().join("scratch")).unwrap().count(), 0);
}

#[test]
fn content_is_kept_as_it_lies_there_whatever_attributes_say() {
    let repo = Repo::empty(Hash::Sha1);
    repo.write(".gitattributes", "*.txt text\n*.dos text eol=crlf\n*.id ident\n");
    repo.write("clean.dos", "one\r\ntwo\r\n");
    repo.write("changed.txt", "one\n");
    repo.write("a.id", "$Id: kept $\n");
    repo.commit_all("first");
    repo.write("changed.txt", "one\r\n");
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    let show = |path: &str| {
        let spec = format!("{}:{path}", before.0);
        let store = std::fs::read_dir(repo.outer().join("snapshots")).unwrap().next().unwrap().unwrap().path();
        let environment = c2c_os::environment::Environment::from_process();
        c2c_os::command::Command::new("git", repo.root())
            .inherit(&environment, ["PATH"])
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_ALTERNATE_OBJECT_DIRECTORIES", store.join("objects"))
            .args(["show", &spec])
            .output(std::time::Duration::from_secs(60), 1 << 20)
            .unwrap()
            .stdout
    };
    assert_eq!(show("clean.dos"), b"one\r\ntwo\r\n");
    assert_eq!(show("changed.txt"), b"one\r\n");
    assert_eq!(show("a.id"), b"$Id: kept $\n");
    repo.write("clean.dos", "one\n");
    let after = taken(&repo, &changes);
    changes.undo(&repo.root(), &before, &after).unwrap();
    assert_eq!(repo.read("clean.dos"), b"one\r\ntwo\r\n");
}

#[test]
fn the_difference_names_files_and_lines() {
    let repo = Repo::with(&[("a.txt", "1\n2\n"), ("b.bin", "x\0\n"), ("gone.txt", "x\n"), ("mode.sh", "x\n")]);
    repo.write("dirty-before.txt", "was there\n");
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.write("a.txt", "1\nzwei\ndrei\n");
    repo.write("b.bin", "y\0\n");
    repo.remove("gone.txt");
    repo.set_mode("mode.sh", 0o755);
    repo.write("new/ä b.txt", "new\n");
    let after = taken(&repo, &changes);
    let found = changes.diff(&repo.root(), &before, &after).unwrap();
    let file = |path: &str, change, lines: Option<(u32, u32)>| ChangedFile {
        path: path.to_owned(),
        change,
        insertions: lines.map(|(insertions, _)| insertions),
        deletions: lines.map(|(_, deletions)| deletions),
    };
    assert_eq!(
        found.files,
        [
            file("a.txt", ChangeKind::Modified, Some((2, 1))),
            file("b.bin", ChangeKind::Modified, None),
            file("gone.txt", ChangeKind::Deleted, Some((0, 1))),
            file("mode.sh", ChangeKind::Modified, Some((0, 0))),
            file("new/ä b.txt", ChangeKind::Added, Some((1, 0))),
        ]
    );
    assert_eq!(changes.diff(&repo.root(), &after, &after).unwrap().files, []);
}

#[test]
fn the_patch_taken_back_by_git_apply_gives_the_earlier_tree() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let changes = repo.changes();
        let before = taken(&repo, &changes);
        repo.git(["reset", "--quiet", "--hard"]);
        repo.git(["clean", "--quiet", "-fd"]);
        let after = taken(&repo, &changes);
        let patch = changes.diff(&repo.root(), &before, &after).unwrap().patch;
        let applied = run_git(&repo.root(), ["apply", "-R", "-"], patch);
        assert!(applied.success(), "{}", String::from_utf8_lossy(&applied.stderr));
        let now = taken(&repo, &changes);
        let left = changes.diff(&repo.root(), &before, &now).unwrap();
        // A link that became a file: `git apply -R` makes a file of it also from git's own patch.
        let left: Vec<&str> = left.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(left, ["becomes-link.txt"]);
    }
}

#[test]
fn a_root_inside_a_repository_has_pictures_of_its_part() {
    let repo = Repo::with(&[("inside/a.txt", "a\n"), ("outside/b.txt", "b\n")]);
    let changes = repo.changes();
    let inside = repo.path("inside");
    let before = changes.snapshot(&inside).unwrap();
    assert_eq!(before.id.0, repo.git(["rev-parse", "HEAD:inside"]).trim());
    repo.write("inside/a.txt", "changed\n");
    repo.write("outside/b.txt", "changed\n");
    let after = changes.snapshot(&inside).unwrap();
    assert_eq!(after.dirty, ["a.txt"]);
    assert_eq!(changes.undo(&inside, &before.id, &after.id).unwrap(), ["a.txt"]);
    assert_eq!((repo.read("inside/a.txt"), repo.read("outside/b.txt")), (b"a\n".to_vec(), b"changed\n".to_vec()));
}

#[test]
fn a_picture_survives_a_commit_of_what_it_shows() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write("a.txt", "staged\n");
    repo.git(["add", "a.txt"]);
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.write("a.txt", "after\n");
    let after = taken(&repo, &changes);
    // The staged content is now in no commit and no index.
    repo.git(["reset", "--quiet", "--soft", "HEAD"]);
    repo.git(["add", "a.txt"]);
    repo.git(["gc", "--quiet", "--prune=now"]);
    changes.undo(&repo.root(), &before, &after).unwrap();
    assert_eq!(repo.read("a.txt"), b"staged\n");
}

#[test]
fn no_repository_and_no_picture_are_errors_that_say_so() {
    let folder = Repo::folder();
    let error = folder.changes().snapshot(&folder.root()).unwrap_err();
    assert!(matches!(error, ChangesError::NotARepository { .. }), "{error}");
    let gone = folder.root().join("gone");
    assert_eq!(folder.changes().snapshot(&gone), Err(ChangesError::Gone { root: gone.display().to_string() }));
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let changes = repo.changes();
    let there = taken(&repo, &changes);
    for wrong in ["--output=x", "HEAD", "", "1234567890123456789012345678901234567890"] {
        let error = changes.diff(&repo.root(), &there, &SnapshotId(wrong.to_owned())).unwrap_err();
        assert!(matches!(error, ChangesError::Unreadable { .. }), "{wrong}: {error}");
    }
}
