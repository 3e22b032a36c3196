//! The few values of a repository's configuration that say how to read it. Everything else of that file (programs,
//! filters, includes, addresses) is not carried over, so no git process ever sees it.

use std::fmt::Write as _;
use std::io;

use crate::git::error::GitError;
use crate::git::folder::GitFolder;
use crate::git::program::Git;
use crate::limits::Limits;

/// Largest configuration file, in bytes.
const LARGEST: u64 = 4 << 20;
/// Longest name or value of a branch's settings that is carried over, in bytes.
const LONGEST_VALUE: usize = 1_000;

/// Switches of `core` that are carried over when they are plainly true or false.
const SWITCHES: [&str; 7] =
    ["filemode", "ignorecase", "symlinks", "precomposeunicode", "trustctime", "sparsecheckout", "sparsecheckoutcone"];

/// The hash that names a repository's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha1,
    Sha256,
}

impl Hash {
    /// Git's name for it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Sha1 => "sha1",
            Self::Sha256 => "sha256",
        }
    }

    /// The tree without entries, which every git knows without having it.
    pub(crate) const fn empty_tree(self) -> &'static str {
        match self {
            Self::Sha1 => "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
            Self::Sha256 => "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
        }
    }

    /// Digits of an object's name.
    pub(crate) const fn digits(self) -> usize {
        self.empty_tree().len()
    }
}

/// What counts of a configuration.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) hash: Hash,
    pub(crate) bare: bool,
    pub(crate) reftable: bool,
    /// Objects may be missing because they were never fetched.
    pub(crate) partial: bool,
    /// Work tree that the file names.
    pub(crate) work_tree: Option<String>,
    /// Whether line ends may be converted without an attribute saying so.
    pub(crate) converts: bool,
    core: Vec<(&'static str, String)>,
    branches: Vec<(String, String, String)>,
    fetches: Vec<(String, String)>,
}

impl Settings {
    pub(crate) fn read(git: &Git, git_dir: &GitFolder, common: &GitFolder, limits: &Limits) -> Result<Self, GitError> {
        let unreadable = |_: io::Error| GitError::damaged("its configuration cannot be read");
        let Some(text) = common.read("config", LARGEST).map_err(unreadable)? else {
            return Err(GitError::damaged("it has no configuration"));
        };
        let mut pairs = git.read_configuration(text, limits)?;
        let has_more =
            |(key, value): &(String, String)| key == "extensions.worktreeconfig" && truth(value) == Some(true);
        if pairs.iter().any(has_more)
            && let Some(text) = git_dir.read("config.worktree", LARGEST).map_err(unreadable)?
        {
            pairs.extend(git.read_configuration(text, limits)?);
        }
        Self::from_pairs(&pairs)
    }

    fn from_pairs(pairs: &[(String, String)]) -> Result<Self, GitError> {
        let mut settings = Self {
            hash: Hash::Sha1,
            bare: false,
            reftable: false,
            partial: false,
            work_tree: None,
            converts: false,
            core: Vec::new(),
            branches: Vec::new(),
            fetches: Vec::new(),
        };
        for (key, value) in pairs {
            let (section, rest) = key.split_once('.').unwrap_or((key.as_str(), ""));
            match section {
                "core" => settings.core(rest, value),
                "extensions" => settings.extension(rest, value)?,
                "branch" | "remote" => settings.tracking(section, rest, value),
                _ => {}
            }
        }
        Ok(settings)
    }

    fn core(&mut self, name: &str, value: &str) {
        match name {
            "bare" => self.bare = truth(value) == Some(true),
            "worktree" => self.work_tree = Some(value.to_owned()),
            "autocrlf" => {
                let known = match truth(value) {
                    Some(true) => "true",
                    Some(false) => "false",
                    None if value.eq_ignore_ascii_case("input") => "input",
                    None => return,
                };
                self.converts = known != "false";
                self.set_core("autocrlf", known);
            }
            "eol" => {
                if let Some(known) = ["lf", "crlf", "native"].iter().find(|known| value.eq_ignore_ascii_case(known)) {
                    self.set_core("eol", known);
                }
            }
            "checkstat" => {
                if let Some(known) = ["default", "minimal"].iter().find(|known| value.eq_ignore_ascii_case(known)) {
                    self.set_core("checkstat", known);
                }
            }
            _ => {
                if let (Some(switch), Some(truth)) = (SWITCHES.iter().find(|switch| **switch == name), truth(value)) {
                    self.set_core(switch, if truth { "true" } else { "false" });
                }
            }
        }
    }

    fn set_core(&mut self, name: &'static str, value: &str) {
        self.core.retain(|(known, _)| *known != name);
        self.core.push((name, value.to_owned()));
    }

    fn extension(&mut self, name: &str, value: &str) -> Result<(), GitError> {
        match name {
            "objectformat" => {
                self.hash = match value {
                    "sha1" => Hash::Sha1,
                    "sha256" => Hash::Sha256,
                    _ => return Err(GitError::damaged("its objects are named by a hash that C2C does not know")),
                };
            }
            "refstorage" => {
                self.reftable = match value {
                    "files" => false,
                    "reftable" => true,
                    _ => return Err(GitError::damaged("its refs are stored in a way that C2C does not know")),
                };
            }
            "partialclone" => self.partial = true,
            "noop" | "preciousobjects" | "worktreeconfig" | "relativeworktrees" | "compatobjectformat" | "noop-v1" => {}
            _ => return Err(GitError::damaged("it uses an extension of git that C2C does not know")),
        }
        Ok(())
    }

    /// Whether the executable bit of the work tree counts.
    pub(crate) fn trusts_modes(&self) -> bool {
        cfg!(unix) && !self.core.iter().any(|(name, value)| *name == "filemode" && value == "false")
    }

    /// Whether only a part of the files is checked out.
    pub(crate) fn is_sparse(&self) -> bool {
        self.core.iter().any(|(name, value)| *name == "sparsecheckout" && value == "true")
    }

    /// What a branch follows, so that git can say how far it is ahead. No address is among it.
    fn tracking(&mut self, section: &str, rest: &str, value: &str) {
        let Some((subsection, name)) = rest.rsplit_once('.') else { return };
        let usable = |text: &str| text.len() <= LONGEST_VALUE && !text.contains(['\n', '\r', '\0']);
        if !usable(subsection) || !usable(value) {
            return;
        }
        match (section, name) {
            ("branch", "remote" | "merge") => {
                self.branches.push((subsection.to_owned(), name.to_owned(), value.to_owned()));
            }
            ("remote", "fetch") => self.fetches.push((subsection.to_owned(), value.to_owned())),
            _ => {}
        }
    }

    /// The configuration that git is given. `branch` is the checked out one.
    pub(crate) fn to_text(&self, branch: Option<&str>) -> String {
        let mut text = String::from(FIXED);
        for (name, value) in &self.core {
            text.push_str(&format!("\t{name} = {value}\n"));
        }
        if cfg!(not(unix)) {
            // Links of the work tree are copied as small files there.
            text.push_str("\tsymlinks = false\n");
        }
        text.push_str("[extensions]\n");
        let storage = if self.reftable { "\trefstorage = reftable\n" } else { "" };
        text.push_str(&format!("\tobjectformat = {}\n{storage}", self.hash.as_str()));
        let Some(branch) = branch else { return text };
        for (name, key, value) in self.branches.iter().filter(|(name, _, _)| name == branch) {
            let written = writeln!(text, "[branch {}]\n\t{key} = {}", quoted(name), quoted(value));
            debug_assert!(written.is_ok(), "a string takes any text");
        }
        for (name, value) in &self.fetches {
            let written = writeln!(text, "[remote {}]\n\tfetch = {}", quoted(name), quoted(value));
            debug_assert!(written.is_ok(), "a string takes any text");
        }
        text
    }
}

/// The part that is the same for every repository; ends inside `[core]`.
const FIXED: &str = "\
[diff]
\talgorithm = myers
\trenames = true
\trenameLimit = 1000
[status]
\trenames = true
[log]
\tshowSignature = false
\tmailmap = false
[index]
\tsparse = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
[protocol]
\tallow = never
[core]
\trepositoryformatversion = 1
\tbare = false
\tfsmonitor = false
\tuntrackedCache = false
\tquotePath = true
\tsafecrlf = false
\tfsync = none
\tcompression = 1
\tbigFileThreshold = 64m
\tabbrev = 12
";

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" | "" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
