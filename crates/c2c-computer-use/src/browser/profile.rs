//! The folder of the browser's profile. Who can write there decides what the browser does, so it must lie
//! where a sandboxed Codex cannot write.

use std::path::{Path, PathBuf};

use c2c_os::environment::Environment;
use c2c_os::folders::{DataFolder, create_private};
use c2c_os::is_temporary;
use c2c_ports::BrowserError;

/// Refuses a profile whose place is open; workspaces are looked at by those who know them.
pub(super) fn check(environment: &Environment, data: &DataFolder) -> Result<PathBuf, BrowserError> {
    let profile = data.browser_dir();
    let open = |place: &str| BrowserError::OpenProfile { profile: profile.clone(), place: place.to_owned() };
    if is_temporary(environment, data.root()) {
        return Err(open("lies in a temporary folder, where Codex may write"));
    }
    if profile.symlink_metadata().is_ok_and(|metadata| metadata.file_type().is_symlink()) {
        return Err(open("is a link, which may lead to where Codex may write"));
    }
    Ok(profile)
}

/// The checked profile, made if it is missing, private to the person.
pub(super) fn prepare(environment: &Environment, data: &DataFolder) -> Result<PathBuf, BrowserError> {
    let profile = check(environment, data)?;
    create_private(&profile)
        .map_err(|error| BrowserError::Profile { profile: profile.clone(), source: Box::new(error) })?;
    Ok(profile)
}

/// The version of the browser that used the profile last, as it wrote it down itself.
pub(super) fn last_version(profile: &Path) -> Option<String> {
    /// A version has some twenty characters.
    const LONGEST: usize = 40;
    let text = std::fs::read_to_string(profile.join("Last Version")).ok()?;
    let version = text.trim();
    let fits = !version.is_empty()
        && version.len() <= LONGEST
        && version.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    fits.then(|| version.to_owned())
}

#[cfg(test)]
mod tests;
