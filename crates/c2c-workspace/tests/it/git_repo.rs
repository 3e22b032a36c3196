//! Repositories for tests, made by plain git without the machine's own configuration.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use c2c_os::command::{Captured, Command};
use c2c_os::environment::Environment;
use c2c_workspace::git::{
    Git, GitChanges, GitDiffParams, GitDiffResponse, GitLogParams, GitLogResponse, GitShowParams, GitShowResponse,
    GitStatusParams, GitStatusResponse, RepositoryInfo, git_diff, git_log, git_show, git_status, repository_info,
};
use c2c_workspace::{Limits, ToolError, Workspace};
use tempfile::TempDir;

/// The hash of a test repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha1,
    Sha256,
}

impl Hash {
    pub(crate) const BOTH: [Self; 2] = [Self::Sha1, Self::Sha256];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Sha1 => "sha1",
            Self::Sha256 => "sha256",
        }
    }
}

/// A repository at `root` in a folder of its own.
#[derive(Debug)]
pub(crate) struct Repo {
    outer: TempDir,
}

impl Repo {
    /// A folder without a repository.
    pub(crate) fn folder() -> Self {
        let outer = tempfile::tempdir().unwrap();
        std::fs::create_dir(outer.path().join("root")).unwrap();
        Self { outer }
    }

    pub(crate) fn empty(hash: Hash) -> Self {
        let repo = Self::folder();
        repo.git(["init", "--quiet", "--initial-branch=main", &format!("--object-format={}", hash.as_str())]);
        repo
    }

    /// With one commit of these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        Self::of(Hash::Sha1, files)
    }

    /// The same, with objects named by `hash`.
    pub(crate) fn of(hash: Hash, files: &[(&str, &str)]) -> Self {
        let repo = Self::empty(hash);
        for (path, text) in files {
            repo.write(path, text);
        }
        repo.commit_all("first");
        repo
    }

    pub(crate) fn outer(&self) -> &Path {
        self.outer.path()
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.outer.path().canonicalize().unwrap().join("root")
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let file = self.path(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Vec<u8> {
        std::fs::read(self.path(path)).unwrap()
    }

    pub(crate) fn remove(&self, path: impl AsRef<Path>) {
        std::fs::remove_file(self.path(path)).unwrap();
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, path: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.path(path)).unwrap();
    }

    pub(crate) fn set_mode(&self, path: impl AsRef<Path>, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(self.path(path), std::fs::Permissions::from_mode(mode)).unwrap();
    }

    pub(crate) fn commit_all(&self, message: &str) {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    /// Runs plain git in the root; it must succeed.
    #[track_caller]
    pub(crate) fn git<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> String {
        String::from_utf8_lossy(&self.git_bytes(arguments)).into_owned()
    }

    #[track_caller]
    pub(crate) fn git_bytes<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Vec<u8> {
        let captured = run_git(&self.root(), arguments, Vec::new());
        assert!(captured.success(), "git: {}", String::from_utf8_lossy(&captured.stderr));
        captured.stdout
    }

    /// Whatever comes of it.
    pub(crate) fn try_git<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Captured {
        run_git(&self.root(), arguments, Vec::new())
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::of(&self.root(), &self.outer.path().join("scratch"))
    }

    pub(crate) fn changes(&self) -> GitChanges {
        GitChanges::new(Arc::new(our_git(&self.outer.path().join("scratch"))), self.outer.path().join("snapshots"))
    }

    /// Every file in `.git` with its size and time, to see that nothing was written there.
    pub(crate) fn git_folder(&self) -> Vec<(PathBuf, u64, std::time::SystemTime)> {
        let mut files = Vec::new();
        list(&self.path(".git"), &mut files);
        files.sort();
        files
    }
}

fn list(folder: &Path, files: &mut Vec<(PathBuf, u64, std::time::SystemTime)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let metadata = entry.metadata().unwrap();
        if metadata.is_dir() {
            list(&entry.path(), files);
        } else {
            files.push((entry.path(), metadata.len(), metadata.modified().unwrap()));
        }
    }
}

/// Git as this crate starts it.
pub(crate) fn our_git(scratch: &Path) -> Git {
    Git::new(&Environment::from_process(), scratch.to_owned())
}

/// Plain git with a fixed author, and nobody's configuration.
pub(crate) fn run_git<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
    input: Vec<u8>,
) -> Captured {
    let environment = Environment::from_process();
    let mut command = Command::new("git", folder)
        .inherit(&environment, ["PATH"])
        .env("HOME", folder.join("no-home"))
        .env("LC_ALL", "C")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_TERMINAL_PROMPT", "0");
    for who in ["AUTHOR", "COMMITTER"] {
        command = command
            .env(format!("GIT_{who}_NAME"), "Ada Example")
            .env(format!("GIT_{who}_EMAIL"), "ada@example.org")
            .env(format!("GIT_{who}_DATE"), "2026-01-02T03:04:05+00:00");
    }
    let arguments = arguments.into_iter().map(|argument| argument.as_ref().to_owned());
    command.args(arguments).input(input).output(Duration::from_secs(60), 64 << 20).unwrap()
}

/// The tools over one workspace.
#[derive(Debug)]
pub(crate) struct Reader {
    pub(crate) git: Git,
    pub(crate) workspace: Workspace,
}

impl Reader {
    pub(crate) fn of(root: &Path, scratch: &Path) -> Self {
        Self { git: our_git(scratch), workspace: Workspace::open("ws", root).unwrap() }
    }

    pub(crate) fn status(&self) -> Result<GitStatusResponse, ToolError> {
        git_status(&self.git, &self.workspace, &GitStatusParams::default(), &Limits::default())
    }

    pub(crate) fn diff(&self, params: &GitDiffParams) -> Result<GitDiffResponse, ToolError> {
        git_diff(&self.git, &self.workspace, params, &Limits::default())
    }

    /// All pages, put together.
    pub(crate) fn whole_diff(&self, params: &GitDiffParams) -> GitDiffResponse {
        let mut whole = self.diff(params).unwrap();
        while whole.truncated {
            let page = self.diff(&GitDiffParams { cursor: Some(whole.next), ..params.clone() }).unwrap();
            assert_eq!(page.content_hash, whole.content_hash);
            whole.files.extend(page.files);
            whole.diff.push_str(&page.diff);
            whole.withheld.extend(page.withheld);
            (whole.truncated, whole.next) = (page.truncated, page.next);
        }
        whole
    }

    pub(crate) fn log(&self, params: &GitLogParams) -> Result<GitLogResponse, ToolError> {
        git_log(&self.git, &self.workspace, params, &Limits::default())
    }

    pub(crate) fn show(&self, params: &GitShowParams) -> Result<GitShowResponse, ToolError> {
        git_show(&self.git, &self.workspace, params, &Limits::default())
    }

    pub(crate) fn info(&self) -> RepositoryInfo {
        repository_info(&self.git, &self.workspace, &Limits::default()).unwrap()
    }
}

/// A repository with every kind of change and name that is cheap to make: committed, then changed.
pub(crate) fn awkward(hash: Hash) -> Repo {
    let repo = Repo::empty(hash);
    repo.write("plain.txt", "one\ntwo\nthree\n");
    repo.write("with space.txt", "one\n");
    repo.write("quote\"s.txt", "one\n");
    repo.write("back\\slash.txt", "one\n");
    repo.write("tab\tand\nline.txt", "one\n");
    repo.write("äöü-日本.txt", "one\n");
    repo.write("latin1.txt", b"caf\xe9\nsame\n");
    repo.write("crlf.txt", "one\r\ntwo\r\n");
    repo.write("mixed.txt", "one\r\ntwo\nthree\rfour\n");
    repo.write("nul.bin", b"a\0b\n");
    repo.write("no-end.txt", "no line end");
    repo.write("mode.sh", "#!/bin/sh\n");
    repo.write("renamed.txt", "a\nb\nc\nd\ne\nf\ng\nh\n");
    repo.write("renamed-and-changed.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
    repo.write("gone.txt", "going\n");
    repo.write("becomes-link.txt", "file\n");
    repo.write("becomes-folder", "file\n");
    repo.write("folder/becomes-file", "file\n");
    repo.write("empty.txt", "");
    repo.write("staged.txt", "one\n");
    repo.write("staged-then-changed.txt", "one\n");
    repo.write("staged-away.txt", "one\n");
    repo.write(".gitignore", "*.ignored\n");
    repo.link("plain.txt", "link");
    repo.commit_all("everything");

    repo.write("plain.txt", "one\n2\nthree\nfour\n");
    for path in ["with space.txt", "quote\"s.txt", "back\\slash.txt", "tab\tand\nline.txt", "äöü-日本.txt"] {
        repo.write(path, "changed\n");
    }
    repo.write("latin1.txt", b"caf\xe9\nnot the s\xe4me\n");
    repo.write("crlf.txt", "one\r\nzwei\r\n");
    repo.write("mixed.txt", "one\r\nzwei\nthree\rfour\n");
    repo.write("nul.bin", b"a\0c\n");
    repo.write("no-end.txt", "still no line end");
    repo.set_mode("mode.sh", 0o755);
    std::fs::rename(repo.path("renamed.txt"), repo.path("new-name.txt")).unwrap();
    repo.write("renamed-and-changed.txt.new", "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n");
    repo.remove("renamed-and-changed.txt");
    repo.remove("gone.txt");
    repo.remove("becomes-link.txt");
    repo.link("/etc/passwd", "becomes-link.txt");
    repo.remove("becomes-folder");
    repo.write("becomes-folder/inside.txt", "inside\n");
    std::fs::remove_dir_all(repo.path("folder")).unwrap();
    repo.write("folder", "now a file\n");
    repo.write("empty.txt", "no longer empty\n");
    repo.remove("link");
    repo.link("gone.txt", "link");
    repo.write("staged.txt", "two\n");
    repo.write("staged-then-changed.txt", "two\n");
    repo.remove("staged-away.txt");
    repo.git(["add", "staged.txt", "staged-then-changed.txt", "staged-away.txt"]);
    repo.write("staged-then-changed.txt", "three\n");
    repo.write("new/untracked.txt", "new\n");
    repo.write("new/empty.txt", "");
    repo.write("not.ignored", "nobody sees this\n");
    repo
}
