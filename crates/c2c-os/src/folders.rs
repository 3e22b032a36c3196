//! C2C's data folder and what lies where in it. Private to the person: mode 0700.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use c2c_ports::EffectId;

use crate::environment::Environment;

/// Why there is no usable data folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something that is no folder stands in its place.
    #[error("`{}` is not a folder", .path.display())]
    NotAFolder {
        /// Its place.
        path: PathBuf,
    },
    /// `C2C_HOME` is set to a relative path.
    #[error("`C2C_HOME` is `{}`, which is not an absolute path", .path.display())]
    NotAbsolute {
        /// Its value.
        path: PathBuf,
    },
    /// Nothing says where the person's folders are.
    #[error("there is no home folder: neither `C2C_HOME` nor `{variable}` is set to an absolute path")]
    NoHome {
        /// The platform's variable for it.
        variable: &'static str,
    },
    /// The file system refused.
    #[error("`{}` cannot be made a private folder", .path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What it said.
        #[source]
        source: io::Error,
    },
}

/// C2C's data folder. It exists, is private, and its path is absolute with links resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFolder {
    root: PathBuf,
}

impl DataFolder {
    /// Finds the data folder (`C2C_HOME`, or the platform's place) and makes it if it is missing.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn resolve(environment: &Environment) -> Result<Self, FolderError> {
        let root = match environment.get("C2C_HOME").map(PathBuf::from) {
            Some(path) if path.is_absolute() => path,
            Some(path) => return Err(FolderError::NotAbsolute { path }),
            None => platform_place(environment)?,
        };
        create_private(&root)?;
        Ok(Self { root: resolved(&root)? })
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The store.
    #[must_use]
    pub fn store_file(&self) -> PathBuf {
        self.root.join("c2c.sqlite")
    }

    /// What the person set.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.root.join("settings.json")
    }

    /// The bearer for clients of the connector on this machine.
    #[must_use]
    pub fn connector_token_file(&self) -> PathBuf {
        self.root.join("connector-token")
    }

    /// Where the files of one effect belong. Not created here: its absence says that the effect
    /// never began. Use [`create_private`].
    #[must_use]
    pub fn effect_dir(&self, effect: &EffectId) -> PathBuf {
        self.root.join("effects").join(effect.as_str())
    }

    /// Where pictures of work trees belong. Not created here; use [`create_private`].
    #[must_use]
    pub fn snapshots_dir(&self) -> PathBuf {
        self.root.join("snapshots")
    }

    /// The profile of the browser that C2C starts. Not created here; use [`create_private`].
    #[must_use]
    pub fn browser_dir(&self) -> PathBuf {
        self.root.join("browser")
    }

    /// Where pictures of the ChatGPT window belong. Not created here; use [`create_private`].
    #[must_use]
    pub fn pictures_dir(&self) -> PathBuf {
        self.root.join("pictures")
    }

    /// Where logs belong.
    #[must_use]
    pub fn logs_dir(&self) -> PathBuf {
        self.root.join("logs")
    }
}

/// Makes `path` a folder that only the person can enter (mode 0700), with the parents it needs.
/// A folder that is there already is tightened.
///
/// # Errors
/// `NotAFolder` when `path` or a parent is something else, `Io` for all other refusals.
pub fn create_private(path: &Path) -> Result<(), FolderError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    match builder.create(path) {
        Ok(()) => tighten(path).map_err(|source| FolderError::Io { path: path.to_owned(), source }),
        Err(source) => Err(refusal(path, source)),
    }
}

/// Names the component that is no folder, if that is what is wrong.
fn refusal(path: &Path, source: io::Error) -> FolderError {
    let in_the_way = path.ancestors().find(|ancestor| ancestor.metadata().is_ok_and(|metadata| !metadata.is_dir()));
    match in_the_way {
        Some(path) => FolderError::NotAFolder { path: path.to_owned() },
        None => FolderError::Io { path: path.to_owned(), source },
    }
}

#[cfg(unix)]
fn tighten(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = path.metadata()?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))
}

/// On Windows the person's profile is private by its access list, which new folders inherit.
#[cfg(not(unix))]
fn tighten(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn resolved(root: &Path) -> Result<PathBuf, FolderError> {
    root.canonicalize().map_err(|source| FolderError::Io { path: root.to_owned(), source })
}

/// Resolving would give the `\\?\` form, which many programs do not take.
#[cfg(not(unix))]
fn resolved(root: &Path) -> Result<PathBuf, FolderError> {
    Ok(root.to_owned())
}

fn platform_place(environment: &Environment) -> Result<PathBuf, FolderError> {
    if cfg!(windows) {
        let local = environment.absolute_path("LOCALAPPDATA");
        return local.map(|folder| folder.join("c2c")).ok_or(FolderError::NoHome { variable: "LOCALAPPDATA" });
    }
    let home = environment.home();
    if cfg!(target_os = "macos") {
        let home = home.ok_or(FolderError::NoHome { variable: "HOME" })?;
        return Ok(home.join("Library/Application Support/c2c"));
    }
    let data = environment.absolute_path("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")));
    data.map(|folder| folder.join("c2c")).ok_or(FolderError::NoHome { variable: "HOME" })
}

#[cfg(test)]
mod tests;
