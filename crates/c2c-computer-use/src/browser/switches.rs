//! What a browser is started with. Pure.
//!
//! Nothing here weakens the web's security or opens a debugging port. The keep-awake switches were measured
//! with Chromium 156 on X11, with a timer that asks for ten calls a second: without them a window that is
//! covered or minimised counts as hidden and gets one call a second, and one a minute after five minutes;
//! with them it gets all ten. A covered window then counts as visible and goes on drawing. A minimised one
//! stays hidden and does not draw, whatever the switches.

use std::ffi::OsString;
use std::path::Path;

use super::places::System;

/// With this a window shows its tree to accessibility.
pub const FORCE_ACCESSIBILITY: &str = "--force-renderer-accessibility";
/// The variable that makes the tree known on Linux: it, or the desktop's own switch, must be on before the
/// browser starts.
pub const ACCESSIBILITY_VARIABLE: (&str, &str) = ("ACCESSIBILITY_ENABLED", "1");
/// The switch that names the profile, up to its value.
pub(super) const PROFILE: &str = "--user-data-dir=";

const DISABLE_FEATURES: &str = "--disable-features=";

/// Rights of the person that C2C runs as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Usual ones.
    Usual,
    /// All of them: root.
    Root,
}

/// The switches of a browser, without the page.
///
/// As root on Linux `--no-sandbox` is among them: Chromium refuses to start otherwise. `more` are the
/// person's own; lists of features are joined, since Chromium reads only the last one.
#[must_use]
pub fn switches(system: System, profile: &Path, rights: Rights, more: &[String]) -> Vec<OsString> {
    let mut profile_switch = OsString::from(PROFILE);
    profile_switch.push(profile);
    let mut switches = vec![profile_switch];
    let plain = [
        FORCE_ACCESSIBILITY,
        "--no-first-run",
        "--no-default-browser-check",
        "--hide-crash-restore-bubble",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
    ];
    switches.extend(plain.map(OsString::from));
    if system == System::Linux {
        // Otherwise it may wait for a keyring that nobody unlocks.
        switches.push("--password-store=basic".into());
        if rights == Rights::Root {
            switches.push("--no-sandbox".into());
        }
    }
    let (features, more): (Vec<&str>, Vec<&str>) =
        more.iter().map(String::as_str).partition(|switch| switch.starts_with(DISABLE_FEATURES));
    // The offer to translate a page stands before it as a dialog.
    let own: &[&str] =
        if system == System::Windows { &["Translate", "CalculateNativeWinOcclusion"] } else { &["Translate"] };
    let theirs = features.iter().filter_map(|switch| switch.strip_prefix(DISABLE_FEATURES));
    let all: Vec<&str> = own.iter().copied().chain(theirs).collect();
    switches.push(format!("{DISABLE_FEATURES}{}", all.join(",")).into());
    switches.extend(more.into_iter().map(OsString::from));
    switches
}

/// The switch that shows `url` in a window without tabs.
#[must_use]
pub fn page(url: &str) -> OsString {
    OsString::from(format!("--app={url}"))
}

#[cfg(test)]
mod tests;
