//! How a process shows that it is the browser with a certain profile. Pure.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::switches::PROFILE;

/// The id of the main process in what the lock of a profile leads to, such as `laptop-4711` (Linux and
/// macOS). The host's name may hold dashes itself.
#[must_use]
pub fn lock_holder(target: &Path) -> Option<u32> {
    let (_, pid) = target.to_str()?.rsplit_once('-')?;
    pid.parse().ok().filter(|pid| *pid > 1)
}

/// Whether a process was started with exactly this profile. Chromium writes its arguments anew, joined by
/// spaces, so the switch may stand inside of one.
#[must_use]
pub fn has_profile(arguments: &[OsString], profile: &Path) -> bool {
    let mut wanted = OsString::from(PROFILE);
    wanted.push(profile);
    arguments.iter().any(|argument| stands_in(argument, &wanted))
}

/// Whether a process was started with this switch.
#[must_use]
pub fn has_switch(arguments: &[OsString], switch: &str) -> bool {
    arguments.iter().any(|argument| stands_in(argument, OsStr::new(switch)))
}

/// Whether it is a browser's main process: the others say their type.
#[must_use]
pub fn is_main(arguments: &[OsString]) -> bool {
    !arguments.iter().any(|argument| {
        let text = argument.to_string_lossy();
        text.starts_with("--type=") || text.contains(" --type=")
    })
}

/// Whether `wanted` is the whole of `argument`, or stands in it between spaces. Behind it only another
/// switch may follow: otherwise it could be the beginning of a longer path.
fn stands_in(argument: &OsStr, wanted: &OsStr) -> bool {
    let (argument, wanted) = (argument.as_encoded_bytes(), wanted.as_encoded_bytes());
    if argument == wanted {
        return true;
    }
    let ends = |rest: &[u8]| rest.iter().all(|byte| *byte == b' ') || rest.starts_with(b" -");
    (0..argument.len()).any(|start| {
        let begins = start == 0 || argument.get(start - 1) == Some(&b' ');
        begins && argument.get(start..).and_then(|rest| rest.strip_prefix(wanted)).is_some_and(ends)
    })
}

#[cfg(test)]
mod tests;
