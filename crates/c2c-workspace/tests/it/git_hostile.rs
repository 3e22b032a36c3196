//! A repository that configures a program wherever git lets it: none runs for any tool or picture.

use std::path::PathBuf;

use c2c_ports::Changes as _;
use c2c_workspace::Workspace;
use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::{GitDiffParams, GitLogParams, GitShowParams};

use crate::every_tool::{Answered, call_plain, call_with};
use crate::git_repo::{Reader, Repo, our_git};

struct Hostile {
    repo: Repo,
}

impl Hostile {
    /// Programs that leave a file with their name, configured wherever there is a place for one.
    fn new() -> Self {
        let hostile =
            Self { repo: Repo::with(&[("a.txt", "x\n"), ("b.bin", "y\n"), ("c.inf", "z\n"), ("d.inc", "w\n")]) };
        std::fs::create_dir(hostile.canaries()).unwrap();
        let repo = &hostile.repo;
        for (key, name) in [
            ("core.fsmonitor", "fsmonitor"),
            ("filter.ev.clean", "clean"),
            ("filter.ev.smudge", "smudge"),
            ("filter.pr.process", "process"),
            ("filter.inf.clean", "clean-by-info"),
            ("diff.ev.textconv", "textconv"),
            ("diff.pr.command", "diff-driver"),
            ("diff.external", "external-diff"),
            ("core.pager", "pager"),
            ("pager.status", "pager-status"),
            ("core.sshCommand", "ssh"),
            ("core.editor", "editor"),
            ("core.askPass", "askpass"),
            ("core.gitProxy", "proxy"),
            ("core.alternateRefsCommand", "alternate-refs"),
            ("credential.helper", "credential"),
            ("gpg.program", "gpg"),
            ("remote.origin.uploadpack", "uploadpack"),
            ("gc.recentObjectsHook", "recent-objects"),
            ("uploadpack.packObjectsHook", "pack-objects"),
            ("interactive.diffFilter", "diff-filter"),
            ("trailer.x.command", "trailer"),
            ("lfs.extension.x.clean", "lfs-extension"),
            ("alias.status", "alias"),
            ("alias.diff-index", "alias-plumbing"),
        ] {
            let alias = if key.starts_with("alias.") { "!" } else { "" };
            repo.git(["config", key, &format!("{alias}{}", hostile.program(name).display())]);
        }
        for (key, value) in [
            ("filter.ev.required", "true"),
            ("log.showSignature", "true"),
            ("remote.origin.url", "ssh://example.invalid/x"),
            ("remote.origin.promisor", "true"),
            ("extensions.partialClone", "origin"),
            ("core.repositoryFormatVersion", "1"),
            ("extensions.worktreeConfig", "true"),
        ] {
            repo.git(["config", key, value]);
        }
        hostile.add_hooks_and_includes();
        repo.write(".gitattributes", "*.txt filter=ev diff=ev\n*.bin filter=pr diff=pr\n*.inc filter=inc diff=inc\n");
        repo.write(".git/info/attributes", "*.inf filter=inf diff=ev\n");
        for path in ["a.txt", "b.bin", "c.inf", "d.inc"] {
            repo.write(path, "q\n");
        }
        repo.write("untracked.txt", "new\n");
        std::fs::create_dir_all(hostile.canaries()).unwrap();
        hostile.forget();
        hostile
    }

    fn add_hooks_and_includes(&self) {
        let repo = &self.repo;
        let included = repo.outer().join("included");
        let text = format!(
            "[filter \"inc\"]\n\tclean = {}\n[diff \"inc\"]\n\ttextconv = {}\n",
            self.program("clean-by-include").display(),
            self.program("textconv-by-include").display()
        );
        std::fs::write(&included, &text).unwrap();
        repo.git(["config", "include.path", included.to_str().unwrap()]);
        repo.write(".git/config.worktree", text);
        let hook = std::fs::read(self.program("hook")).unwrap();
        for name in [
            "post-index-change",
            "pre-commit",
            "post-checkout",
            "reference-transaction",
            "fsmonitor-watchman",
            "pre-auto-gc",
        ] {
            repo.write(format!(".git/hooks/{name}"), &hook);
            repo.set_mode(format!(".git/hooks/{name}"), 0o755);
        }
    }

    fn canaries(&self) -> PathBuf {
        self.repo.outer().join("canaries")
    }

    fn program(&self, name: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt as _;
        let program = self.repo.outer().join(format!("program-{name}"));
        let text = format!("#!/bin/sh\n: > '{}/{name}'\ncat\n", self.canaries().display());
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        program
    }

    fn ran(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.canaries())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn forget(&self) {
        std::fs::remove_dir_all(self.canaries()).unwrap();
        std::fs::create_dir(self.canaries()).unwrap();
    }
}

#[test]
fn the_canaries_work_under_plain_git() {
    let hostile = Hostile::new();
    for command in [
        vec!["status"],
        vec!["diff"],
        vec!["--no-pager", "log", "-p"],
        vec!["add", "--all"],
        vec!["checkout", "--force", "HEAD"],
    ] {
        hostile.repo.try_git(command);
    }
    let ran = hostile.ran();
    for name in [
        "fsmonitor",
        "clean",
        "clean-by-info",
        "clean-by-include",
        "process",
        "external-diff",
        "textconv",
        "hook",
        "smudge",
    ] {
        assert!(ran.iter().any(|found| found == name), "`{name}` did not run: {ran:?}");
    }
}

#[test]
fn no_tool_runs_anything_that_the_repository_configures() {
    let hostile = Hostile::new();
    let reader = hostile.repo.reader();
    let check = |what: &str| assert_eq!(hostile.ran(), Vec::<String>::new(), "after {what}");
    assert!(reader.info().available);
    check("info");
    assert_eq!(reader.status().unwrap().unstaged.len(), 4);
    check("git_status");
    for mode in [DiffMode::Unstaged, DiffMode::Staged, DiffMode::Head] {
        let diff = reader.whole_diff(&GitDiffParams { mode, ..GitDiffParams::default() });
        assert_eq!(
            diff.files.iter().filter(|file| file.path == "a.txt").count(),
            usize::from(mode != DiffMode::Staged)
        );
        check("git_diff");
    }
    let base = GitDiffParams { mode: DiffMode::Base, base: Some("main".to_owned()), ..GitDiffParams::default() };
    reader.whole_diff(&base);
    check("git_diff base");
    reader.log(&GitLogParams::default()).unwrap();
    check("git_log");
    reader.show(&GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() }).unwrap();
    check("git_show");
}

#[test]
fn no_call_of_any_tool_runs_anything_also_where_git_vouches_for_hard_links() {
    let hostile = Hostile::new();
    std::fs::hard_link(hostile.repo.path("a.txt"), hostile.repo.path("second.txt")).unwrap();
    let scratch = hostile.repo.outer().join("scratch");
    let workspace = Workspace::open("ws", &hostile.repo.root()).unwrap().with_git(our_git(&scratch).into());
    let reader = Reader { git: our_git(&scratch), workspace };
    let named = ["a.txt", "main", ".", "*"].into_iter().flat_map(|text| call_with(&reader, text));
    let answers: Vec<Answered> = named.chain(call_plain(&reader)).collect();
    assert!(answers.iter().filter(|answered| answered.is_answer).count() > 30);
    assert_eq!(hostile.ran(), Vec::<String>::new());
}

#[test]
fn no_picture_runs_anything_that_the_repository_configures() {
    let hostile = Hostile::new();
    let changes = hostile.repo.changes();
    let root = hostile.repo.root();
    let before = changes.snapshot(&root).unwrap();
    hostile.repo.write("a.txt", "after\n");
    let after = changes.snapshot(&root).unwrap();
    assert_eq!(changes.diff(&root, &before.id, &after.id).unwrap().files.len(), 1);
    assert_eq!(changes.undo(&root, &before.id, &after.id).unwrap(), ["a.txt"]);
    assert_eq!(hostile.repo.read("a.txt"), b"q\n");
    assert_eq!(hostile.ran(), Vec::<String>::new());
}

#[test]
fn a_missing_object_of_a_promisor_is_not_fetched() {
    let hostile = Hostile::new();
    let object = hostile.repo.git(["-c", "core.fsmonitor=false", "rev-parse", "HEAD:a.txt"]);
    hostile.forget();
    let object = object.trim();
    hostile.repo.remove(format!(".git/objects/{}/{}", &object[..2], &object[2..]));
    let error = hostile.repo.reader().diff(&GitDiffParams::default()).unwrap_err();
    assert_eq!(error.code, c2c_workspace::ErrorCode::RepositoryDamaged);
    assert!(error.message.contains("partial clone"), "{error}");
    assert_eq!(hostile.ran(), Vec::<String>::new());
}

#[test]
fn a_hostile_submodule_is_not_entered() {
    let hostile = Hostile::new();
    let outer = Repo::with(&[("a.txt", "a\n")]);
    let nested = outer.path("sub");
    std::fs::rename(hostile.repo.root(), &nested).unwrap();
    let commit = {
        let head = std::fs::read_to_string(nested.join(".git/refs/heads/main")).unwrap();
        head.trim().to_owned()
    };
    outer.git(["update-index", "--add", "--cacheinfo", &format!("160000,{commit},sub")]);
    outer.git(["commit", "--quiet", "-m", "submodule"]);
    std::fs::create_dir_all(hostile.canaries()).unwrap();
    hostile.forget();
    let reader = Reader::of(&outer.root(), &outer.outer().join("scratch"));
    reader.status().unwrap();
    reader.whole_diff(&GitDiffParams::default());
    outer.changes().snapshot(&outer.root()).unwrap();
    assert_eq!(hostile.ran(), Vec::<String>::new());
}

#[test]
fn devices_in_place_of_git_s_files_block_nothing() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.remove(".git/index");
    let made = rustix::fs::mknodat(
        rustix::fs::CWD,
        repo.path(".git/index"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    );
    made.unwrap();
    let status = repo.reader().status().unwrap();
    assert_eq!(status.staged.len(), 1, "an index that is no file is none: everything is gone from it");
}

#[test]
fn an_index_that_names_files_elsewhere_leads_nowhere() {
    let repo = Repo::with(&[("aaaaaaaaaa/b.txt", "x\n")]);
    std::fs::write(repo.outer().join("outside.txt"), "outside content\n").unwrap();
    // The same length, so that the index stays well formed but for its checksum, which git can be told to skip.
    let mut index = repo.read(".git/index");
    let at = index.windows(16).position(|window| window == b"aaaaaaaaaa/b.txt").unwrap();
    index[at..at + 16].copy_from_slice(b"../outside.txt\0\0");
    repo.write(".git/index", &index);
    match repo.reader().diff(&GitDiffParams::default()) {
        Ok(diff) => assert!(!diff.diff.contains("outside content")),
        Err(error) => assert_eq!(error.code, c2c_workspace::ErrorCode::RepositoryDamaged),
    }
}
