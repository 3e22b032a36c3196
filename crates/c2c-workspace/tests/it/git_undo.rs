//! Taking an execution's changes back.

use c2c_ports::{Changes as _, ChangesError, SnapshotId};
use c2c_workspace::git::GitChanges;

use crate::git_repo::{Hash, Repo, awkward, run_git};

fn taken(repo: &Repo, changes: &GitChanges) -> SnapshotId {
    changes.snapshot(&repo.root()).unwrap().id
}

#[test]
fn undo_gives_back_every_kind_of_change_and_leaves_index_and_head_alone() {
    for hash in Hash::BOTH {
        let repo = awkward(hash);
        let changes = repo.changes();
        let after = taken(&repo, &changes);
        let status = repo.git(["status", "--porcelain=v2", "--branch"]);
        // The other direction of everything: all that is dirty goes, then comes back.
        let index = repo.read(".git/index");
        repo.git(["reset", "--quiet", "--hard"]);
        repo.git(["clean", "--quiet", "-fd"]);
        let before = taken(&repo, &changes);
        let touched = changes.undo(&repo.root(), &after, &before).unwrap();
        assert_eq!(touched.len(), changes.diff(&repo.root(), &after, &before).unwrap().files.len());
        assert_eq!(taken(&repo, &changes), after);
        repo.write(".git/index", index);
        assert_eq!(repo.git(["status", "--porcelain=v2", "--branch"]), status);
        changes.undo(&repo.root(), &before, &after).unwrap();
        assert_eq!(taken(&repo, &changes), before);
        assert!(!repo.path("new").exists(), "a folder that becomes empty goes");
        assert_eq!(repo.read("not.ignored"), b"nobody sees this\n");
    }
}

#[test]
fn undo_refuses_when_a_file_changed_since_and_touches_nothing() {
    let repo = Repo::with(&[("a.txt", "a\n"), ("b.txt", "b\n"), ("c.txt", "c\n")]);
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.write("a.txt", "by codex\n");
    repo.write("b.txt", "by codex\n");
    repo.write("new.txt", "by codex\n");
    let after = taken(&repo, &changes);
    repo.write("b.txt", "by a person\n");
    repo.write("c.txt", "by a person, elsewhere\n");
    repo.write("new.txt", "by a person\n");
    let error = changes.undo(&repo.root(), &before, &after).unwrap_err();
    assert_eq!(error, ChangesError::ChangedSince { paths: vec!["b.txt".to_owned(), "new.txt".to_owned()] });
    assert_eq!(repo.read("a.txt"), b"by codex\n");
    repo.write("b.txt", "by codex\n");
    repo.write("new.txt", "by codex\n");
    assert_eq!(changes.undo(&repo.root(), &before, &after).unwrap(), ["a.txt", "b.txt", "new.txt"]);
    assert_eq!(repo.read("c.txt"), b"by a person, elsewhere\n");
}

#[test]
fn something_that_lies_in_the_way_is_not_overwritten() {
    let repo = Repo::with(&[("a.txt", "a\n"), ("folder/b.txt", "b\n"), (".gitignore", "*.tmp\n")]);
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.remove("a.txt");
    repo.remove("folder/b.txt");
    let after = taken(&repo, &changes);
    // Ignored, so in no picture.
    repo.write("a.txt/ignored.tmp", "precious\n");
    let error = changes.undo(&repo.root(), &before, &after).unwrap_err();
    assert_eq!(error, ChangesError::ChangedSince { paths: vec!["a.txt".to_owned()] });
    assert_eq!(repo.read("a.txt/ignored.tmp"), b"precious\n");
    assert!(!repo.path("folder/b.txt").exists());
}

#[test]
fn undo_does_not_follow_links() {
    let repo = Repo::with(&[("folder/a.txt", "a\n"), ("b.txt", "b\n")]);
    std::fs::create_dir(repo.outer().join("elsewhere")).unwrap();
    std::fs::write(repo.outer().join("elsewhere/a.txt"), "outside\n").unwrap();
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.write("b.txt", "changed\n");
    std::fs::remove_dir_all(repo.path("folder")).unwrap();
    repo.link("../elsewhere", "folder");
    let after = taken(&repo, &changes);
    changes.undo(&repo.root(), &before, &after).unwrap();
    assert_eq!(std::fs::read(repo.outer().join("elsewhere/a.txt")).unwrap(), b"outside\n");
    assert!(repo.path("folder").symlink_metadata().unwrap().is_dir());
    assert_eq!(repo.read("folder/a.txt"), b"a\n");
    assert_eq!(taken(&repo, &changes), before);
}

#[test]
fn modes_and_links_come_back() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = Repo::with(&[("run.sh", "x\n"), ("private.txt", "x\n")]);
    repo.set_mode("run.sh", 0o755);
    repo.set_mode("private.txt", 0o600);
    repo.link("/nowhere/at all", "link");
    repo.commit_all("modes");
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    repo.set_mode("run.sh", 0o644);
    repo.write("private.txt", "y\n");
    repo.remove("link");
    repo.write("link", "now a file\n");
    let after = taken(&repo, &changes);
    changes.undo(&repo.root(), &before, &after).unwrap();
    let mode = |path: &str| std::fs::metadata(repo.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("run.sh"), mode("private.txt")), (0o755, 0o600));
    assert_eq!(std::fs::read_link(repo.path("link")).unwrap().to_str(), Some("/nowhere/at all"));
}

#[test]
fn a_submodule_stands_in_pictures_as_its_commit_and_is_not_moved() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let inner = Repo::with(&[("inner.txt", "inner\n")]);
    let source = inner.root().to_string_lossy().into_owned();
    repo.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &source, "sub"]);
    repo.git(["commit", "--quiet", "-m", "submodule"]);
    let changes = repo.changes();
    let before = taken(&repo, &changes);
    assert_eq!(before.0, repo.git(["rev-parse", "HEAD^{tree}"]).trim());
    run_git(&repo.path("sub"), ["commit", "--quiet", "--allow-empty", "-m", "inside"], Vec::new());
    repo.write("a.txt", "changed\n");
    let after = taken(&repo, &changes);
    let found = changes.diff(&repo.root(), &before, &after).unwrap();
    assert_eq!(found.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.txt", "sub"]);
    assert_eq!(changes.undo(&repo.root(), &before, &after).unwrap(), ["a.txt"]);
}
