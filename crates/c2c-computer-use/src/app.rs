//! The installed ChatGPT app: where it is looked for, which processes are it, and what its windows show.
//!
//! Where it is looked for is pure: the system, the environment and what is there come as arguments.

use std::fmt;
use std::path::{Path, PathBuf};

use c2c_os::environment::Environment;
use c2c_os::process::{self, ProcessError, ProcessIdentity};

use crate::browser::places::{System, join_windows};

mod look;

pub use look::{AppLook, look};

/// The app's packages in Microsoft's Store, the newer one first: name and publisher.
const PACKAGES: &[(&str, &str)] = &[("OpenAI.Codex", "2p2nqsd0c76g0"), ("OpenAI.ChatGPT-Desktop", "2p2nqsd0c76g0")];

/// The programs in them.
const PROGRAMS: &[&str] = &["ChatGPT.exe", "ChatGPT Classic.exe"];

/// What the person chose in the setting `chatgpt_app`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AppChoice {
    /// Nothing: where it usually is.
    #[default]
    Usual,
    /// Not to be used.
    Off,
    /// This program, absolute; on macOS the bundle will do.
    Program(PathBuf),
}

impl AppChoice {
    /// What the setting's text means.
    #[must_use]
    pub fn from_setting(text: Option<&str>) -> Self {
        match text {
            None => Self::Usual,
            Some("off") => Self::Off,
            Some(path) => Self::Program(PathBuf::from(path)),
        }
    }
}

/// An installed app.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum InstalledApp {
    /// Its program, absolute.
    Program(PathBuf),
    /// A package of Microsoft's Store, whose folder carries the version and cannot be listed.
    Package {
        /// The package's name, such as `OpenAI.Codex`.
        name: &'static str,
        /// The publisher's id.
        publisher: &'static str,
    },
}

impl InstalledApp {
    /// Whether a process whose program is `program` is this app.
    #[must_use]
    pub fn is_run_by(&self, program: &Path) -> bool {
        match self {
            // Windows does not tell capitals from small letters in paths.
            Self::Program(own) if cfg!(windows) => {
                own.to_string_lossy().to_lowercase() == program.to_string_lossy().to_lowercase()
            }
            Self::Program(own) => own == program,
            Self::Package { name, publisher } => {
                let path = program.to_string_lossy().replace('/', "\\");
                let Some((_, inside)) = path.split_once("\\WindowsApps\\") else { return false };
                let Some((package, rest)) = inside.split_once('\\') else { return false };
                let named = package.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
                let file = rest.rsplit('\\').next().unwrap_or_default();
                named && package.ends_with(&format!("__{publisher}")) && PROGRAMS.contains(&file)
            }
        }
    }
}

impl fmt::Display for InstalledApp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(program) => write!(formatter, "`{}`", program.display()),
            Self::Package { name, .. } => write!(formatter, "the Store's package `{name}`"),
        }
    }
}

impl InstalledApp {
    /// The processes that are this app now; its helpers are among them. Those of other people may be missing.
    ///
    /// # Errors
    /// When the list of processes cannot be read.
    pub fn processes(&self) -> Result<Vec<ProcessIdentity>, ProcessError> {
        process::find_by_program(|program| self.is_run_by(program))
    }
}

/// The app that is installed on this system. Where its path leads through links, the program at their end
/// counts: that is what the system says of a process.
#[must_use]
pub fn installed(environment: &Environment, choice: &AppChoice) -> Option<InstalledApp> {
    let found = find_app(System::current(), environment, choice, |path| path.exists())?;
    Some(match found {
        InstalledApp::Program(path) if cfg!(unix) => {
            InstalledApp::Program(std::fs::canonicalize(&path).unwrap_or(path))
        }
        found => found,
    })
}

/// The app that is there, by what the person chose.
#[must_use]
pub fn find_app(
    system: System,
    environment: &Environment,
    choice: &AppChoice,
    exists: impl Fn(&Path) -> bool,
) -> Option<InstalledApp> {
    match (choice, system) {
        (AppChoice::Off, _) => None,
        (AppChoice::Program(path), System::Mac) if path.extension().is_some_and(|ending| ending == "app") => {
            program(bundled(path), exists)
        }
        (AppChoice::Program(path), _) => program(path.clone(), exists),
        (AppChoice::Usual, System::Mac) => {
            let own = environment.get("HOME").map(|home| Path::new(home).join("Applications"));
            let folders = [Some(PathBuf::from("/Applications")), own];
            let bundles = folders.into_iter().flatten().map(|folder| folder.join("ChatGPT.app"));
            bundles.map(|bundle| bundled(&bundle)).find_map(|path| program(path, &exists))
        }
        (AppChoice::Usual, System::Windows) => {
            // The program lies in a folder that nobody may list; the app's data folder tells that it is there.
            let data = environment.get("LOCALAPPDATA").map(|local| join_windows(Path::new(local), "Packages"))?;
            let installed =
                |(name, publisher): &&(&str, &str)| exists(&join_windows(&data, &format!("{name}_{publisher}")));
            let (name, publisher) = PACKAGES.iter().find(installed)?;
            Some(InstalledApp::Package { name, publisher })
        }
        // There is no official one.
        (AppChoice::Usual, System::Linux) => None,
    }
}

fn bundled(bundle: &Path) -> PathBuf {
    bundle.join("Contents/MacOS/ChatGPT")
}

fn program(path: PathBuf, exists: impl Fn(&Path) -> bool) -> Option<InstalledApp> {
    exists(&path).then_some(InstalledApp::Program(path))
}

#[cfg(test)]
mod tests;
