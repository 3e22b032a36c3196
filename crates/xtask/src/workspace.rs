//! The workspace as cargo and the file system show it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::Error;
use crate::process;

/// All packages of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// One package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// The text of its manifest.
    pub(crate) manifest: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One line of a manifest's dependencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Only for tests and examples.
    pub(crate) is_dev: bool,
}

/// A Rust source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFile {
    pub(crate) package: String,
    /// Relative to the workspace root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Workspace {
    /// The workspace around the current folder.
    pub(crate) fn find() -> Result<Self, Error> {
        let mut command = process::command("cargo", Path::new("."));
        command.args(["metadata", "--format-version", "1", "--no-deps"]);
        let output = command.output();
        let output = output.map_err(|source| Error::Io { doing: "starting cargo".to_owned(), source })?;
        if !output.status.success() {
            process::talk(String::from_utf8_lossy(&output.stderr).trim());
            return Err(Error::Failed { command: process::describe(&command), code: output.status.code() });
        }
        let metadata = serde_json::from_slice(&output.stdout);
        let metadata: Value = metadata
            .map_err(|source| Error::Unreadable { what: "the answer of `cargo metadata`".to_owned(), source })?;
        let packages = metadata["packages"].as_array().into_iter().flatten().map(package);
        Ok(Self {
            root: PathBuf::from(string(&metadata["workspace_root"])),
            target: PathBuf::from(string(&metadata["target_directory"])),
            packages: packages.collect::<Result<_, _>>()?,
        })
    }

    /// A program that cargo built for development.
    pub(crate) fn built(&self, program: &str) -> PathBuf {
        self.target.join("debug").join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
    }

    /// Every Rust file of every package.
    pub(crate) fn sources(&self) -> Result<Vec<SourceFile>, Error> {
        let mut sources = Vec::new();
        for package in &self.packages {
            let mut paths = Vec::new();
            collect(&package.folder, &mut paths)?;
            paths.sort();
            for path in paths {
                let text = read(&path)?;
                let relative = path.strip_prefix(&self.root).unwrap_or(&path);
                let path = relative.to_string_lossy().replace('\\', "/");
                sources.push(SourceFile { package: package.name.clone(), path, text });
            }
        }
        Ok(sources)
    }
}

fn package(value: &Value) -> Result<Package, Error> {
    let manifest = PathBuf::from(string(&value["manifest_path"]));
    let dependency = |value: &Value| Dependency { name: string(&value["name"]), is_dev: value["kind"] == "dev" };
    Ok(Package {
        name: string(&value["name"]),
        manifest: read(&manifest)?,
        folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
        dependencies: value["dependencies"].as_array().into_iter().flatten().map(dependency).collect(),
    })
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::Io { doing: format!("reading `{}`", path.display()), source })
}

/// The Rust files below `folder`; links are not followed.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |source| Error::Io { doing: format!("listing `{}`", folder.display()), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        let path = entry.path();
        if kind.is_dir() && entry.file_name() != "target" {
            collect(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}
