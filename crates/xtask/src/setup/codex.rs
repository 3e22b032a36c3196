//! The Codex CLI, pinned, from npm into `target/codex`. Nothing of it is installed elsewhere.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process::{self, talk};
use crate::workspace::Workspace;

/// The version that everything is tried with.
const VERSION: &str = "0.171.0";

/// Operating system and processor as Rust names them, npm's name for the pair, Codex's own.
const PLATFORMS: &[(&str, &str, &str, &str)] = &[
    ("linux", "x86_64", "linux-x64", "x86_64-unknown-linux-musl"),
    ("linux", "aarch64", "linux-arm64", "aarch64-unknown-linux-musl"),
    ("macos", "x86_64", "darwin-x64", "x86_64-apple-darwin"),
    ("macos", "aarch64", "darwin-arm64", "aarch64-apple-darwin"),
    ("windows", "x86_64", "win32-x64", "x86_64-pc-windows-msvc"),
    ("windows", "aarch64", "win32-arm64", "aarch64-pc-windows-msvc"),
];

/// The pinned Codex program; installed when it is missing.
pub(crate) fn codex(workspace: &Workspace) -> Result<PathBuf, Error> {
    let folder = workspace.root.join("target/codex");
    let program = program(&folder, std::env::consts::OS, std::env::consts::ARCH)?;
    if is_pinned(&program, workspace) {
        return Ok(program);
    }
    talk(&format!("Installing the Codex CLI {VERSION} from npm into target/codex (about 170 MB)"));
    let npm = process::find("npm").ok_or_else(|| missing("npm"))?;
    let mut install = process::command(npm, &workspace.root);
    install.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]).arg(&folder);
    process::succeed(install.arg(format!("@openai/codex@{VERSION}")))?;
    if is_pinned(&program, workspace) { Ok(program) } else { Err(missing(&program.display().to_string())) }
}

fn missing(what: &str) -> Error {
    Error::Missing {
        what: what.to_owned(),
        why: "to run Codex".to_owned(),
        install: format!("npm install --no-save --prefix target/codex @openai/codex@{VERSION}"),
    }
}

fn program(folder: &Path, os: &str, arch: &str) -> Result<PathBuf, Error> {
    let found = PLATFORMS.iter().find(|(its_os, its_arch, _, _)| *its_os == os && *its_arch == arch);
    let Some((_, _, npm, triple)) = found else {
        return Err(Error::Missing {
            what: "codex".to_owned(),
            why: "for the demo and the tests".to_owned(),
            install: format!("use a system that Codex is made for; {os} on {arch} is none"),
        });
    };
    let name = if os == "windows" { "codex.exe" } else { "codex" };
    Ok(folder.join(format!("node_modules/@openai/codex-{npm}/vendor/{triple}/bin")).join(name))
}

fn is_pinned(program: &Path, workspace: &Workspace) -> bool {
    let version = process::answer(process::command(program, &workspace.root).arg("--version"));
    version.is_some_and(|version| version.split_whitespace().last() == Some(VERSION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_lies_where_npm_puts_it() {
        let path = |os, arch| program(Path::new("c"), os, arch).map(|path| path.display().to_string());
        assert_eq!(
            path("linux", "x86_64").ok().as_deref(),
            Some("c/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex")
        );
        assert!(path("windows", "aarch64").is_ok_and(|path| path.ends_with("codex.exe")));
        assert!(path("plan9", "x86_64").is_err());
    }
}
