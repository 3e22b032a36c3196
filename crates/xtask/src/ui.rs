//! `cargo xtask ui`: builds the page of the app's window, into `ui/dist`. Nothing is done again where nothing changed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::UNIX_EPOCH;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup;
use crate::workspace::Workspace;

/// The package of the page, and the profile that it is built with.
const PACKAGE: &str = "c2c-ui";
const PROFILE: &str = "wasm";

/// What of the page's folder is not shown.
const NOT_SHOWN: &[&str] = &["Cargo.toml", "dist", "src"];

/// Builds the page.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Error> {
    setup::target(workspace, setup::WASM, "to build the page of the window")?;
    build(workspace)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the page where it has changed.
pub(crate) fn build(workspace: &Workspace) -> Result<(), Error> {
    let mut cargo = process::command("cargo", &workspace.root);
    let target = ["--target", setup::WASM, "--profile", PROFILE];
    process::succeed(cargo.args(["build", "--quiet", "--locked", "--package", PACKAGE]).args(target))?;
    let wasm = workspace.target.join(setup::WASM).join(PROFILE).join(format!("{PACKAGE}.wasm"));
    let folder = workspace.root.join("ui");
    let files = shown(&folder)?;
    let stamp_file = workspace.target.join("page.stamp");
    let page = folder.join("dist");
    let stamp = stamp(std::iter::once(&wasm).chain(&files))?;
    if page.join("index.html").is_file() && fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) {
        return Ok(());
    }
    talk("Building the page of the window into ui/dist");
    if page.is_dir() {
        fs::remove_dir_all(&page).map_err(|source| failed("emptying", &page, source))?;
    }
    for file in &files {
        let to = page.join(file.strip_prefix(&folder).unwrap_or(file));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(|source| failed("making", parent, source))?;
        }
        fs::copy(file, &to).map_err(|source| failed("copying to", &to, source))?;
    }
    let mut bindgen = process::command("cargo", &workspace.root);
    bindgen.args(["run", "--quiet", "--locked", "--package", "xtask-bindgen", "--"]).arg(&wasm).arg(&page);
    process::succeed(&mut bindgen)?;
    fs::write(&stamp_file, stamp).map_err(|source| failed("writing", &stamp_file, source))
}

/// The files that are shown as they are, in the order of their names.
fn shown(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in entries(folder)? {
        let is_shown = entry.file_name().is_some_and(|name| !NOT_SHOWN.iter().any(|other| name == *other));
        if is_shown {
            collect(entry, &mut files)?;
        }
    }
    files.sort();
    Ok(files)
}

fn collect(path: PathBuf, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    if !path.is_dir() {
        files.push(path);
        return Ok(());
    }
    entries(&path)?.into_iter().try_for_each(|entry| collect(entry, files))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    listed.map_err(|source| failed("listing", folder, source))
}

/// What a page was made of: the length and the time of each file.
fn stamp<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<String, Error> {
    let mut stamp = String::new();
    for file in files {
        let metadata = fs::metadata(file).map_err(|source| failed("looking at", file, source))?;
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = changed.unwrap_or_default().as_nanos();
        // A string takes everything.
        writeln!(stamp, "{} {} {changed}", file.display(), metadata.len()).ok();
    }
    Ok(stamp)
}

fn failed(doing: &str, path: &Path, source: std::io::Error) -> Error {
    Error::Io { doing: format!("{doing} `{}`", path.display()), source }
}
