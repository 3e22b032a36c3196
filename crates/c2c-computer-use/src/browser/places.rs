//! Where browsers are installed. Pure: the system, the environment and what lies where come as arguments.

use std::fmt;
use std::path::{Path, PathBuf};

use c2c_os::environment::Environment;
use c2c_ports::BrowserError;

/// The systems that C2C runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// Linux.
    Linux,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
}

impl System {
    /// The one this program was built for.
    #[must_use]
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Linux
        }
    }
}

/// The browsers that C2C can use, the one to be preferred first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Make {
    /// Google Chrome.
    Chrome,
    /// Chromium.
    Chromium,
    /// Microsoft Edge.
    Edge,
    /// Brave.
    Brave,
}

impl Make {
    /// Every make, in order of preference.
    pub const ALL: [Self; 4] = [Self::Chrome, Self::Chromium, Self::Edge, Self::Brave];

    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chrome => "Google Chrome",
            Self::Chromium => "Chromium",
            Self::Edge => "Microsoft Edge",
            Self::Brave => "Brave",
        }
    }

    /// Its name in the setting `browser`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Chromium => "chromium",
            Self::Edge => "edge",
            Self::Brave => "brave",
        }
    }

    /// The make whose usual program has such a path; none for an unknown one.
    #[must_use]
    pub fn of_program(program: &Path) -> Option<Self> {
        let text = program.to_string_lossy().to_lowercase();
        let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
        let with = |part: &str| name.contains(part);
        if with("edge") {
            Some(Self::Edge)
        } else if with("brave") {
            Some(Self::Brave)
        } else if with("chromium") {
            Some(Self::Chromium)
        } else if with("chrome") {
            // Chromium's own program is called `chrome` too, on Windows and in builds by hand.
            Some(if text.contains("chromium") { Self::Chromium } else { Self::Chrome })
        } else {
            None
        }
    }

    /// What PATH may call it, and where it lies (Linux).
    fn on_linux(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Chrome => (&["google-chrome-stable", "google-chrome"], &["/opt/google/chrome/chrome"]),
            Self::Chromium => (
                &["chromium", "chromium-browser"],
                &["/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser"],
            ),
            Self::Edge => (&["microsoft-edge-stable", "microsoft-edge"], &["/opt/microsoft/msedge/msedge"]),
            Self::Brave => (&["brave-browser-stable", "brave-browser", "brave"], &["/opt/brave.com/brave/brave"]),
        }
    }

    /// Its program in an Applications folder (macOS).
    fn on_mac(self) -> &'static str {
        match self {
            Self::Chrome => "Google Chrome.app/Contents/MacOS/Google Chrome",
            Self::Chromium => "Chromium.app/Contents/MacOS/Chromium",
            Self::Edge => "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
            Self::Brave => "Brave Browser.app/Contents/MacOS/Brave Browser",
        }
    }

    /// Its program in a folder of programs (Windows).
    fn on_windows(self) -> &'static str {
        match self {
            Self::Chrome => r"Google\Chrome\Application\chrome.exe",
            Self::Chromium => r"Chromium\Application\chrome.exe",
            Self::Edge => r"Microsoft\Edge\Application\msedge.exe",
            Self::Brave => r"BraveSoftware\Brave-Browser\Application\brave.exe",
        }
    }

    /// Its name in Flatpak.
    fn in_flatpak(self) -> &'static str {
        match self {
            Self::Chrome => "com.google.Chrome",
            Self::Chromium => "org.chromium.Chromium",
            Self::Edge => "com.microsoft.Edge",
            Self::Brave => "com.brave.Browser",
        }
    }
}

impl fmt::Display for Make {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What the person chose in the setting `browser`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Choice {
    /// Nothing: the first one that is there.
    #[default]
    Any,
    /// This make.
    Make(Make),
    /// This program, absolute.
    Program(PathBuf),
}

impl Choice {
    /// What the setting's text means: one of the [keys](Make::key), otherwise a path.
    #[must_use]
    pub fn from_setting(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self::Any };
        let make = Make::ALL.into_iter().find(|make| make.key() == text);
        make.map_or_else(|| Self::Program(PathBuf::from(text)), Self::Make)
    }
}

/// What is at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looked {
    /// No program.
    Missing,
    /// A program.
    Program,
    /// A program of Snap: it sees neither hidden folders nor the data folder, so it cannot use a profile
    /// there.
    Snap,
    /// A program of Flatpak, with the same limit.
    Flatpak,
}

impl Looked {
    /// Why C2C cannot use what is there.
    fn unusable(self) -> Option<&'static str> {
        match self {
            Self::Missing | Self::Program => None,
            Self::Snap => Some("is a Snap package, which cannot use a profile outside of its own folders"),
            Self::Flatpak => Some("is a Flatpak package, which cannot use a profile outside of its own folders"),
        }
    }
}

/// A browser that C2C can start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its make; none for a program that the person named and whose name tells nothing.
    pub make: Option<Make>,
    /// Its program, absolute.
    pub program: PathBuf,
}

impl Found {
    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> String {
        match self.make {
            Some(make) => make.name().to_owned(),
            None => self.program.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        }
    }
}

/// Every place to look at for one make, in order. Those of Snap and Flatpak come last.
#[must_use]
pub fn candidates(system: System, environment: &Environment, make: Make) -> Vec<PathBuf> {
    let folder = |name: &str| environment.get(name).map(PathBuf::from);
    match system {
        System::Linux => {
            let (names, fixed) = make.on_linux();
            let path = environment.get("PATH").and_then(|path| path.to_str()).unwrap_or_default();
            let folders: Vec<&str> = path.split(':').filter(|folder| folder.starts_with('/')).collect();
            let in_path = names.iter().flat_map(|name| folders.iter().map(move |folder| Path::new(folder).join(name)));
            let flatpaks = [Some(PathBuf::from("/var/lib")), folder("HOME").map(|home| home.join(".local/share"))];
            let flatpaks = flatpaks.into_iter().flatten();
            in_path
                .chain(fixed.iter().map(PathBuf::from))
                .chain(names.iter().map(|name| Path::new("/snap/bin").join(name)))
                .chain(flatpaks.map(|folder| folder.join("flatpak/exports/bin").join(make.in_flatpak())))
                .collect()
        }
        System::Mac => {
            let own = folder("HOME").map(|home| home.join("Applications"));
            let folders = [Some(PathBuf::from("/Applications")), own];
            folders.into_iter().flatten().map(|folder| folder.join(make.on_mac())).collect()
        }
        System::Windows => {
            let folders = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].into_iter().filter_map(folder);
            folders.map(|folder| join_windows(&folder, make.on_windows())).collect()
        }
    }
}

/// Joins with the separator of Windows, on every system.
pub(crate) fn join_windows(folder: &Path, rest: &str) -> PathBuf {
    let mut joined = folder.as_os_str().to_owned();
    joined.push("\\");
    joined.push(rest);
    PathBuf::from(joined)
}

/// The browser to use: what the person chose, or the first that is there.
///
/// # Errors
/// [`BrowserError::NotFound`] and [`BrowserError::NamedNotFound`], with what was found and why it cannot be
/// used.
pub fn find(
    system: System,
    environment: &Environment,
    choice: &Choice,
    look: impl Fn(&Path) -> Looked,
) -> Result<Found, BrowserError> {
    let makes = match choice {
        Choice::Program(program) => return named(program, look(program)),
        Choice::Make(make) => vec![*make],
        Choice::Any => Make::ALL.to_vec(),
    };
    let mut unusable = None;
    for make in makes {
        for program in candidates(system, environment, make) {
            match look(&program) {
                Looked::Missing => {}
                Looked::Program => return Ok(Found { make: Some(make), program }),
                other => {
                    let reason = other.unusable().unwrap_or_default();
                    unusable.get_or_insert_with(|| format!("`{}` {reason}", program.display()));
                }
            }
        }
    }
    Err(match choice {
        Choice::Make(make) => BrowserError::NamedNotFound {
            named: make.key().to_owned(),
            reason: unusable.unwrap_or_else(|| format!("{make} is not installed where it usually is")),
        },
        _ => BrowserError::NotFound { unusable },
    })
}

fn named(program: &Path, looked: Looked) -> Result<Found, BrowserError> {
    let reason = match looked {
        Looked::Program => return Ok(Found { make: Make::of_program(program), program: program.to_owned() }),
        Looked::Missing => "there is no such program".to_owned(),
        other => format!("it {}", other.unusable().unwrap_or_default()),
    };
    Err(BrowserError::NamedNotFound { named: program.display().to_string(), reason })
}

/// What lies at `path` on this machine.
#[must_use]
pub fn look_here(environment: &Environment, path: &Path) -> Looked {
    if environment.find_program(path).is_none() {
        return Looked::Missing;
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if [path, &real].into_iter().any(|path| path.to_string_lossy().contains("/flatpak/exports/")) {
        return Looked::Flatpak;
    }
    let is_snap = |path: &Path| path.starts_with("/snap") || path == Path::new("/usr/bin/snap");
    if is_snap(path) || is_snap(&real) || calls_snap(&real) { Looked::Snap } else { Looked::Program }
}

/// Whether it is the small script with which Ubuntu leads from `/usr/bin` to Snap.
fn calls_snap(path: &Path) -> bool {
    /// Such scripts have some hundred bytes.
    const LARGEST_BYTES: u64 = 8 << 10;
    let is_small = path.metadata().is_ok_and(|metadata| metadata.len() <= LARGEST_BYTES);
    let text = if is_small { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    text.starts_with(b"#!") && String::from_utf8_lossy(&text).contains("/snap/bin/")
}

#[cfg(test)]
mod tests;
