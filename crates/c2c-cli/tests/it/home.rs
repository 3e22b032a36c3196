//! A home of its own for each test, and the program run in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;

/// Folders of one test. They lie under `target`, because nothing of C2C's may lie in a temporary folder.
pub(crate) struct Home {
    folder: tempfile::TempDir,
    extra: Vec<(String, PathBuf)>,
}

/// What the program did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self { folder: tempfile::tempdir_in(homes()).unwrap(), extra: Vec::new() };
        std::fs::create_dir(home.path("shop")).unwrap();
        std::fs::create_dir(home.path("bin")).unwrap();
        home
    }

    /// A home whose `shop` is a repository with one commit.
    pub(crate) fn with_repository() -> Self {
        let home = Self::new();
        std::fs::write(home.path("shop/value.txt"), "one\n").unwrap();
        for arguments in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "First"]] {
            let identity = ["-c", "user.name=T", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
            let done = Command::new("git", home.path("shop"))
                .args(identity)
                .args(arguments.iter().copied())
                .inherit(&Environment::from_process(), ["PATH"])
                .env("GIT_CONFIG_GLOBAL", home.path("none"))
                .env("GIT_CONFIG_NOSYSTEM", "1")
                .output(Duration::from_secs(30), 10_000)
                .unwrap();
            assert!(done.status.success(), "git {arguments:?}");
        }
        home
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a Codex there that tells its version, and is never asked for more.
    #[cfg(unix)]
    pub(crate) fn put_codex(&mut self, version: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let program = self.path("codex");
        std::fs::write(&program, format!("#!/bin/sh\necho 'codex-cli {version}'\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        self.set("C2C_CODEX", program);
    }

    /// Sets a variable for the program to a path.
    pub(crate) fn set(&mut self, name: &str, value: PathBuf) {
        self.extra.push((name.to_owned(), value));
    }

    /// Runs `c2c` in `shop`.
    pub(crate) fn c2c(&self, arguments: &[&str]) -> Ran {
        self.c2c_with("", arguments)
    }

    /// Runs `c2c` in `shop` with something on its standard input.
    pub(crate) fn c2c_with(&self, input: &str, arguments: &[&str]) -> Ran {
        self.output(Command::new(env!("CARGO_BIN_EXE_c2c"), self.path("shop")).args(arguments.iter().copied()), input)
    }

    /// Runs `c2c` where no file may grow beyond what the store has now, and a little.
    #[cfg(unix)]
    pub(crate) fn c2c_in_little_room(&self, arguments: &[&str]) -> Ran {
        let blocks = self.path("data/c2c.sqlite").metadata().unwrap().len() / 512 + 64;
        // Ignored, the signal becomes an error of the write.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let command = Command::new("/bin/sh", self.path("shop"))
            .args(["-c", &script, env!("CARGO_BIN_EXE_c2c")])
            .args(arguments.iter().copied());
        self.output(command, "")
    }

    /// Starts `c2c` in `shop`; what it prints goes into the file `out` of this home.
    #[cfg(unix)]
    pub(crate) fn start(&self, arguments: &[&str]) -> std::process::Child {
        let out = std::fs::File::create(self.path("out")).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_c2c"), self.path("shop")).args(arguments.iter().copied());
        self.in_home(command).stdout(Stream::File(out)).spawn().unwrap()
    }

    fn in_home(&self, command: Command) -> Command {
        self.find_git();
        let mut command = command
            .env("C2C_HOME", self.path("data"))
            .env("CODEX_HOME", self.path("codex-home"))
            .env("HOME", self.path("home"))
            .env("PATH", self.path("bin"));
        for (name, value) in &self.extra {
            command = command.env(name, value);
        }
        command
    }

    fn output(&self, command: Command, input: &str) -> Ran {
        let command = self.in_home(command).stdout(Stream::Pipe).stderr(Stream::Pipe).input(input.as_bytes().to_vec());
        let done = command.output(Duration::from_secs(60), 1_000_000).unwrap();
        let text = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.replace(&self.folder.path().display().to_string(), "HOME")
        };
        Ran { code: done.status.code(), stdout: text(&done.stdout), stderr: text(&done.stderr) }
    }

    /// Only git can be found in the program's PATH, so that no Codex of this machine is.
    fn find_git(&self) {
        let path = Environment::from_process().get("PATH").map(OsStr::to_owned).unwrap_or_default();
        let git = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|git| git.exists()).unwrap();
        let own_git = self.path("bin/git");
        if !own_git.exists() {
            link(&git, &own_git);
        }
    }
}

#[cfg(unix)]
fn link(target: &Path, link: &Path) {
    std::os::unix::fs::symlink(target, link).unwrap();
}

#[cfg(not(unix))]
fn link(target: &Path, link: &Path) {
    std::fs::hard_link(target, link).unwrap();
}

/// Where homes may lie: where the environment says, else below `target/`; never in a temporary folder.
#[expect(clippy::disallowed_methods, reason = "where tests may keep homes comes from their environment")]
fn homes() -> PathBuf {
    let below_target = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-homes");
    let homes = std::env::var_os("C2C_TEST_HOMES").map_or_else(below_target, PathBuf::from);
    std::fs::create_dir_all(&homes).unwrap();
    homes.canonicalize().unwrap()
}
