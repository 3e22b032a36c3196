//! Where a repository may lie, and the different answers when there is none that is read.

use c2c_workspace::ErrorCode;
use c2c_workspace::git::{GitDiffParams, GitLogParams, GitShowParams};

use crate::git_repo::{Hash, Reader, Repo, run_git};

/// What it is called, and how it is done.
type Damage<'a> = (&'a str, &'a dyn Fn(&Repo));

#[track_caller]
fn refused(reader: &Reader, code: ErrorCode, words: &str) {
    let error = reader.status().unwrap_err();
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(words), "{error}");
    let info = reader.info();
    assert_eq!((info.available, info.code.as_deref()), (false, Some(code.as_str())));
}

#[test]
fn a_folder_without_a_repository_says_so() {
    let repo = Repo::folder();
    refused(&repo.reader(), ErrorCode::NotARepository, "no `.git`");
}

#[test]
fn a_bare_repository_has_no_work_tree() {
    let repo = Repo::folder();
    repo.git(["init", "--quiet", "--bare"]);
    refused(&repo.reader(), ErrorCode::NotARepository, "bare");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["config", "core.bare", "true"]);
    refused(&repo.reader(), ErrorCode::NotARepository, "bare");
}

#[test]
fn a_damaged_repository_is_not_a_missing_one() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.remove(".git/HEAD");
    refused(&repo.reader(), ErrorCode::RepositoryDamaged, "HEAD");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write(".git/index", "no index at all");
    refused(&repo.reader(), ErrorCode::RepositoryDamaged, "git status");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write(".git/config", "[core\n");
    refused(&repo.reader(), ErrorCode::RepositoryDamaged, "configuration");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    std::fs::remove_dir_all(repo.path(".git/objects")).unwrap();
    std::fs::create_dir(repo.path(".git/objects")).unwrap();
    assert_eq!(repo.reader().diff(&GitDiffParams::default()).unwrap_err().code, ErrorCode::RepositoryDamaged);
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["config", "extensions.somethingNew", "true"]);
    refused(&repo.reader(), ErrorCode::RepositoryDamaged, "extension");
}

#[test]
fn a_branch_whose_commit_cannot_be_read_is_not_one_without_commits() {
    let missing = |repo: &Repo| repo.write(".git/refs/heads/main", format!("{}\n", "1".repeat(40)));
    let damages: [Damage<'_>; 5] = [
        ("a missing commit", &missing),
        ("junk for the commit", &|repo| {
            let id = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
            let object = format!(".git/objects/{}/{}", &id[..2], &id[2..]);
            repo.remove(&object);
            repo.write(&object, "junk");
        }),
        ("junk for the branch", &|repo| repo.write(".git/refs/heads/main", "junk\n")),
        ("a circle of refs", &|repo| repo.write(".git/refs/heads/main", "ref: refs/heads/main\n")),
        ("a multi-pack-index of junk", &|repo| {
            repo.git(["repack", "--quiet", "-a", "-d"]);
            repo.git(["multi-pack-index", "write"]);
            repo.remove(".git/objects/pack/multi-pack-index");
            repo.write(".git/objects/pack/multi-pack-index", "junk ".repeat(1_000));
            let folder = std::fs::read_dir(repo.path(".git/objects/pack")).unwrap();
            let indexes = folder.map(|entry| entry.unwrap().path());
            indexes.filter(|path| path.extension().is_some_and(|end| end == "idx")).for_each(|path| {
                std::fs::remove_file(path).unwrap();
            });
        }),
    ];
    for (what, damage) in damages {
        let repo = Repo::with(&[("a.txt", "a\n")]);
        damage(&repo);
        let reader = repo.reader();
        let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
        let codes = [
            reader.log(&GitLogParams::default()).map(drop),
            reader.show(&show).map(drop),
            reader.diff(&GitDiffParams::default()).map(drop),
        ]
        .map(|answer| answer.unwrap_err().code);
        assert_eq!(codes, [ErrorCode::RepositoryDamaged; 3], "{what}");
    }
}

#[test]
fn a_branch_that_is_yet_to_come_is_without_commits() {
    let orphan = Repo::with(&[("a.txt", "a\n")]);
    orphan.git(["checkout", "--quiet", "--orphan", "new"]);
    let chained = Repo::with(&[("a.txt", "a\n")]);
    chained.git(["symbolic-ref", "refs/heads/alias", "refs/heads/none"]);
    chained.git(["symbolic-ref", "HEAD", "refs/heads/alias"]);
    for repo in [orphan, chained, Repo::empty(Hash::Sha256)] {
        assert_eq!(repo.reader().log(&GitLogParams::default()).unwrap_err().code, ErrorCode::NoCommits);
    }
}

#[test]
fn no_git_program_is_an_answer_of_its_own() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let mut reader = repo.reader();
    let environment = c2c_os::environment::Environment::from_pairs([("PATH", "/nonexistent")]);
    reader.git = c2c_workspace::git::Git::new(&environment, repo.outer().join("scratch"));
    refused(&reader, ErrorCode::GitMissing, "PATH");
}

#[test]
fn a_repository_of_another_user_is_an_answer_of_its_own() {
    // Only root can give a folder away.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    for what in [".git", ""] {
        let repo = Repo::with(&[("a.txt", "a\n")]);
        std::os::unix::fs::chown(repo.path(what), Some(65_534), None).unwrap();
        refused(&repo.reader(), ErrorCode::RepositoryNotOwned, "another user");
    }
}

#[test]
fn a_git_program_inside_the_workspace_is_not_run() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write("bin/git", format!("#!/bin/sh\ntouch '{}'\n", repo.outer().join("ran").display()));
    repo.set_mode("bin/git", 0o755);
    let mut reader = repo.reader();
    let environment = c2c_os::environment::Environment::from_pairs([("PATH", repo.path("bin"))]);
    reader.git = c2c_workspace::git::Git::new(&environment, repo.outer().join("scratch"));
    refused(&reader, ErrorCode::GitMissing, "workspace");
    assert!(!repo.outer().join("ran").exists());
}

#[test]
fn a_worktree_is_read_when_both_directions_agree() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let tree = repo.outer().join("tree");
    repo.git(["worktree", "add", "--quiet", "-b", "side", tree.to_str().unwrap()]);
    std::fs::write(tree.join("a.txt"), "changed\n").unwrap();
    let reader = Reader::of(&tree, &repo.outer().join("scratch"));
    assert_eq!(reader.status().unwrap().branch.as_deref(), Some("side"));
    assert!(reader.diff(&GitDiffParams::default()).unwrap().diff.contains("+changed"));
    assert_eq!(repo.reader().status().unwrap().branch.as_deref(), Some("main"));
    // The same file in another folder: the way back leads to the worktree, not here.
    let impostor = Repo::folder();
    std::fs::copy(tree.join(".git"), impostor.path(".git")).unwrap();
    refused(&impostor.reader(), ErrorCode::NotARepository, "does not name this work tree");
}

#[test]
fn a_git_file_or_link_that_leads_to_another_repository_is_refused() {
    let victim = Repo::with(&[("secret.txt", "secret\n")]);
    let victim_git = victim.path(".git").to_string_lossy().into_owned();
    let repo = Repo::folder();
    repo.write(".git", format!("gitdir: {victim_git}\n"));
    refused(&repo.reader(), ErrorCode::NotARepository, "another work tree");
    repo.remove(".git");
    repo.link(&victim_git, ".git");
    refused(&repo.reader(), ErrorCode::NotARepository, "link");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write(".git/commondir", format!("{victim_git}\n"));
    refused(&repo.reader(), ErrorCode::NotARepository, "commondir");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.write(".git/objects/info/alternates", format!("{victim_git}/objects\n"));
    refused(&repo.reader(), ErrorCode::NotARepository, "alternates");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    std::fs::remove_dir_all(repo.path(".git/objects/pack")).unwrap();
    repo.link(format!("{victim_git}/objects/pack"), ".git/objects/pack");
    refused(&repo.reader(), ErrorCode::NotARepository, "elsewhere");
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["config", "core.worktree", victim.root().to_str().unwrap()]);
    refused(&repo.reader(), ErrorCode::NotARepository, "another work tree");
}

#[test]
fn a_root_inside_a_repository_shows_only_its_part() {
    for hash in Hash::BOTH {
        let repo = Repo::empty(hash);
        for path in ["inside/a.txt", "outside/b.txt", "inside-not/c.txt"] {
            repo.write(path, "one\n");
        }
        repo.commit_all("first");
        for path in ["inside/a.txt", "outside/b.txt", "inside-not/c.txt"] {
            repo.write(path, "two\n");
        }
        repo.write("inside/new.txt", "new\n");
        repo.write("outside/new.txt", "new\n");
        let reader = Reader::of(&repo.path("inside"), &repo.outer().join("scratch"));
        let status = reader.status().unwrap();
        assert_eq!((status.unstaged[0].path.as_str(), status.total), ("a.txt", 2));
        let diff = reader.whole_diff(&GitDiffParams::default());
        assert_eq!(diff.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.txt", "new.txt"]);
        assert!(diff.diff.starts_with("diff --git a/a.txt b/a.txt\n"), "{}", diff.diff);
        let show = c2c_workspace::git::GitShowParams { commit: "HEAD".to_owned(), ..Default::default() };
        assert_eq!(reader.show(&show).unwrap().files.len(), 1);
        assert_eq!(reader.log(&c2c_workspace::git::GitLogParams::default()).unwrap().commits[0].files, 1);
    }
}

#[test]
fn split_and_sparse_indexes_are_read() {
    for hash in Hash::BOTH {
        let repo = Repo::of(hash, &[("kept/a.txt", "a\n"), ("left-out/b.txt", "b\n")]);
        repo.git(["update-index", "--split-index"]);
        repo.write("kept/a.txt", "changed\n");
        assert_eq!(repo.reader().whole_diff(&GitDiffParams::default()).files.len(), 1);
        let repo = Repo::of(hash, &[("kept/a.txt", "a\n"), ("left-out/b.txt", "b\n")]);
        repo.git(["sparse-checkout", "set", "--cone", "--sparse-index", "kept"]);
        assert!(!repo.path("left-out").exists());
        repo.write("kept/a.txt", "changed\n");
        let diff = repo.reader().whole_diff(&GitDiffParams::default());
        assert_eq!(diff.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["kept/a.txt"]);
        assert_eq!(
            repo.reader()
                .whole_diff(&GitDiffParams {
                    mode: c2c_workspace::git::diff::DiffMode::Unstaged,
                    ..GitDiffParams::default()
                })
                .files
                .len(),
            1
        );
    }
}

#[test]
fn a_shallow_clone_and_refs_in_reftables_are_read() {
    for hash in Hash::BOTH {
        let repo = Repo::of(hash, &[("a.txt", "a\n")]);
        repo.commit_all("second");
        let clone = Repo::folder();
        let source = format!("file://{}", repo.root().display());
        clone.git(["clone", "--quiet", "--depth=1", &source, "."]);
        let log = clone.reader().log(&c2c_workspace::git::GitLogParams::default()).unwrap();
        assert_eq!(log.commits.len(), 1);
        let tables = Repo::folder();
        let format = format!("--object-format={}", hash.as_str());
        let made = run_git(
            &tables.root(),
            ["init", "--quiet", "--initial-branch=main", "--ref-format=reftable", format.as_str()],
            Vec::new(),
        );
        assert!(made.success());
        tables.write("a.txt", "a\n");
        tables.commit_all("first");
        let status = tables.reader().status().unwrap();
        assert_eq!((status.branch.as_deref(), status.commit.is_some()), (Some("main"), true));
    }
}
