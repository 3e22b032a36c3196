//! What comes with the system: programs, and what a desktop without a screen is made of. Debian and
//! its descendants get what is missing in one call of apt; elsewhere the exact command is said.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::process::{self, talk};

/// How one sees that a need is met.
#[derive(Debug, Clone, Copy)]
enum Sign {
    /// One of these programs is in PATH.
    Program(&'static [&'static str]),
    /// One of these files or folders is there; the last part may end with `*`.
    File(&'static [&'static str]),
    /// Python can make a folder of packages of its own.
    PythonVenv,
}

/// On which systems something is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    Everywhere,
    Linux,
}

/// Something that a system has or lacks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Need {
    name: &'static str,
    sign: Sign,
    on: On,
    why: &'static str,
    apt: &'static str,
    /// What to do on macOS.
    mac: &'static str,
    /// What to do on Windows.
    windows: &'static str,
}

/// A part of Linux; other systems bring their own.
const fn linux(name: &'static str, sign: Sign, why: &'static str, apt: &'static str) -> Need {
    Need { name, sign, on: On::Linux, why, apt, mac: "", windows: "" }
}

const A_DESKTOP: &str = "to give tests a desktop of their own";

pub(crate) const GIT: Need = Need {
    name: "git",
    sign: Sign::Program(&["git"]),
    on: On::Everywhere,
    why: "to make and read repositories",
    apt: "git",
    mac: "xcode-select --install",
    windows: "winget install Git.Git",
};

pub(crate) const NPM: Need = Need {
    name: "npm",
    sign: Sign::Program(&["npm"]),
    on: On::Everywhere,
    why: "to install the Codex CLI and the packages of the ChatGPT page",
    apt: "npm",
    mac: "brew install node",
    windows: "winget install OpenJS.NodeJS.LTS",
};

const BROWSER: Need = Need {
    name: "chromium",
    sign: Sign::Program(&["chromium", "chromium-browser", "google-chrome", "chrome"]),
    on: On::Everywhere,
    why: "to show the ChatGPT page",
    apt: "chromium",
    mac: "brew install --cask chromium",
    windows: "winget install Google.Chrome, and put its folder into PATH",
};

/// What `c2c` is built and run with. A C compiler, which SQLite is built with, is there already:
/// Rust links with it, this program included. No library of the system is needed.
const BUILDING: &[Need] = &[GIT];

const THE_APP: &str = "to build the app";
const THE_WINDOW: &str = "to run the app";

/// The build file of a library that the app is linked with.
const fn library(name: &'static str, files: &'static [&'static str], apt: &'static str) -> Need {
    linux(name, Sign::File(files), THE_APP, apt)
}

/// What the app is built with, beyond that. macOS and Windows bring their own.
const BUILDING_APP: &[Need] = &[
    linux("pkg-config", Sign::Program(&["pkg-config", "pkgconf"]), THE_APP, "pkg-config"),
    library(
        "WebKitGTK 4.1",
        &["/usr/lib/*/pkgconfig/webkit2gtk-4.1.pc", "/usr/lib*/pkgconfig/webkit2gtk-4.1.pc"],
        "libwebkit2gtk-4.1-dev",
    ),
    // Opened while the app runs; without it there is a window and no tray.
    linux(
        "libayatana-appindicator3",
        Sign::File(&["/usr/lib/*/libayatana-appindicator3.so.1", "/usr/lib*/libayatana-appindicator3.so.1"]),
        THE_WINDOW,
        "libayatana-appindicator3-1",
    ),
];

/// What the app's own tests drive it with.
const TESTING_APP: &[Need] =
    &[linux("WebKitWebDriver", Sign::Program(&["WebKitWebDriver"]), "to test the app", "webkit2gtk-driver")];

/// What icons are made with.
const ICONS: &[Need] = &[Need {
    name: "rsvg-convert",
    sign: Sign::Program(&["rsvg-convert"]),
    on: On::Everywhere,
    why: "to make icons of drawings",
    apt: "librsvg2-bin",
    mac: "brew install librsvg",
    windows: "winget install GNOME.librsvg, or make the icons on another system",
}];

/// What libFuzzer is built with.
const FUZZING: &[Need] = &[Need {
    name: "a C++ compiler",
    sign: Sign::Program(&["c++", "g++", "clang++"]),
    on: On::Everywhere,
    why: "to build libFuzzer",
    apt: "g++",
    mac: "xcode-select --install",
    windows: "install the Build Tools for Visual Studio with C++",
}];

/// What the demo and the tests run with, beyond what is built with.
const RUNNING: &[Need] = &[
    NPM,
    BROWSER,
    linux("Xvfb", Sign::Program(&["Xvfb"]), A_DESKTOP, "xvfb"),
    linux("setxkbmap", Sign::Program(&["setxkbmap"]), A_DESKTOP, "x11-xkb-utils"),
    linux("openbox", Sign::Program(&["openbox"]), A_DESKTOP, "openbox"),
    linux("dbus-daemon", Sign::Program(&["dbus-daemon"]), A_DESKTOP, "dbus"),
    linux("dbus-send", Sign::Program(&["dbus-send"]), A_DESKTOP, "dbus"),
    linux("at-spi2-core", Sign::File(&["/usr/share/dbus-1/services/org.a11y.Bus.service"]), A_DESKTOP, "at-spi2-core"),
    linux("a font", Sign::File(&["/usr/share/fonts/*", "/usr/local/share/fonts/*"]), A_DESKTOP, "fonts-dejavu-core"),
];

/// What checks for other systems are made with. They are left out where this cannot be had.
const CROSS: &[Need] = &[
    linux("the C compiler for Windows", MINGW, "to check the code for Windows", "gcc-mingw-w64-x86-64"),
    linux("python3-venv", Sign::PythonVenv, "to check the code for macOS", "python3-venv"),
];

const MINGW: Sign = Sign::Program(&["x86_64-w64-mingw32-gcc"]);

/// What something is set up for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To build the product and run it.
    Build,
    /// To run it with all the stand-ins.
    Run,
    /// To build the app and run it.
    App,
    /// To build the page of the app's window and show it.
    Page,
    /// To make icons.
    Icons,
    /// To fuzz.
    Fuzz,
    /// To check everything.
    Test,
}

/// Sees that the system has what a purpose needs, and installs what is missing.
pub(crate) fn system(purpose: Purpose) -> Result<(), Error> {
    let needed = match purpose {
        Purpose::Build => vec![BUILDING],
        Purpose::Run => vec![BUILDING, RUNNING],
        Purpose::App => vec![BUILDING, BUILDING_APP],
        Purpose::Page => vec![BUILDING, &[BROWSER]],
        Purpose::Icons => vec![ICONS],
        Purpose::Fuzz => vec![BUILDING, FUZZING],
        Purpose::Test => vec![BUILDING, RUNNING, BUILDING_APP, TESTING_APP],
    };
    let wished = if purpose == Purpose::Test { CROSS } else { &[] };
    let needed: Vec<Need> = needed.concat();
    provide(&missing(&needed), &missing(wished))
}

/// Whether the system can compile C for Windows.
pub(crate) fn compiles_for_windows() -> bool {
    cfg!(windows) || is_met(MINGW)
}

/// Whether Python can make a folder of packages of its own.
pub(crate) fn has_python() -> bool {
    is_met(Sign::PythonVenv)
}

fn missing(needs: &[Need]) -> Vec<Need> {
    let here = |need: &&Need| need.on == On::Everywhere || cfg!(target_os = "linux");
    needs.iter().filter(here).filter(|need| !is_met(need.sign)).copied().collect()
}

/// Installs what is needed and, along with it, what is wished for.
fn provide(needed: &[Need], wished: &[Need]) -> Result<(), Error> {
    let all = [needed, wished].concat();
    if all.is_empty() {
        return Ok(());
    }
    let Some(apt) = apt() else {
        let Some(first) = needed.first() else { return Ok(()) };
        return Err(Error::Missing {
            what: first.name.to_owned(),
            why: first.why.to_owned(),
            install: by_hand(first, &packages(needed)),
        });
    };
    let mut reasons: Vec<&str> = all.iter().map(|need| need.why).collect();
    reasons.dedup();
    for why in reasons {
        let own: Vec<Need> = all.iter().filter(|need| need.why == why).copied().collect();
        talk(&format!("Installing {} {why}", packages(&own).join(" ")));
    }
    process::succeed(&mut apt(&["update", "--quiet"]))?;
    let mut install = apt(&["install", "--quiet", "--yes", "--no-install-recommends"]);
    process::succeed(install.args(packages(&all)).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn packages(needs: &[Need]) -> Vec<&'static str> {
    let mut packages: Vec<&str> = needs.iter().map(|need| need.apt).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

fn by_hand(need: &Need, packages: &[&str]) -> String {
    if cfg!(target_os = "macos") {
        return need.mac.to_owned();
    }
    if cfg!(windows) {
        return need.windows.to_owned();
    }
    format!("install {} with this system's package manager (Debian: apt-get install {})", need.name, packages.join(" "))
}

fn is_met(sign: Sign) -> bool {
    let root = Path::new("/");
    let succeeds = |command: &mut Command| {
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    match sign {
        Sign::Program(names) => names.iter().any(|name| process::find(name).is_some()),
        Sign::File(patterns) => patterns.iter().any(|pattern| is_there(pattern)),
        Sign::PythonVenv => succeeds(process::command("python3", root).args(["-c", "import ensurepip, venv"])),
    }
}

/// Whether something matches a path in which a part may end with `*`.
fn is_there(pattern: &str) -> bool {
    let mut places = vec![PathBuf::from("/")];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        places = match part.split_once('*') {
            None => places.into_iter().map(|place| place.join(part)).collect(),
            Some((start, _)) => {
                let entries = places.into_iter().filter_map(|place| place.read_dir().ok()).flatten().flatten();
                let fits = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(start));
                fits.map(|entry| entry.path()).collect()
            }
        };
    }
    places.iter().any(|place| place.exists())
}

/// The way to call apt, where there is one that this user may call.
fn apt() -> Option<impl Fn(&[&str]) -> Command> {
    let apt = process::find("apt-get")?;
    let root = Path::new("/");
    let is_root = process::answer(process::command("id", root).arg("-u")).as_deref() == Some("0");
    let sudo = if is_root { None } else { Some(process::find("sudo")?) };
    Some(move |arguments: &[&str]| {
        let mut command = match &sudo {
            // A person is asked for the password here.
            Some(sudo) => {
                let mut command = process::command(sudo, root);
                command.arg(&apt).stdin(Stdio::inherit());
                command
            }
            None => process::command(&apt, root),
        };
        command.args(arguments);
        command
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_the_start_of_its_name() {
        let folder = std::env::temp_dir();
        let name = format!("c2c-xtask-{}", std::process::id());
        let made = folder.join(&name).join("lib");
        std::fs::create_dir_all(&made).unwrap();
        std::fs::write(made.join("libclang-14.so"), "").unwrap();
        let pattern = |text: &str| format!("{}/{text}", folder.display());
        assert!(is_there(&pattern(&format!("{name}/lib/libclang*"))));
        assert!(is_there(&pattern(&format!("{}*/lib", &name[..name.len() - 1]))));
        assert!(!is_there(&pattern(&format!("{name}/lib/libpipewire*"))));
        assert!(!is_there(&pattern(&format!("{name}/elsewhere"))));
        std::fs::remove_dir_all(folder.join(&name)).unwrap();
    }

    #[test]
    fn a_package_is_named_once() {
        let desktop = [RUNNING, BUILDING].concat();
        let packages = packages(&desktop);
        assert_eq!(packages.iter().filter(|name| **name == "dbus").count(), 1);
        assert!(packages.contains(&"git") && packages.contains(&"xvfb"));
    }

    #[test]
    fn what_is_missing_is_said_with_the_command() {
        let hint = by_hand(&GIT, &["git", "npm"]);
        if cfg!(target_os = "linux") {
            assert_eq!(hint, "install git with this system's package manager (Debian: apt-get install git npm)");
        }
    }
}
