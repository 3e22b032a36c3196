//! `cargo xtask tidy`: the rules of the house that the compiler does not check.

mod rules;
mod sizes;

use std::fmt;
use std::process::ExitCode;

use crate::error::Error;
use crate::print;
use crate::process::talk;
use crate::workspace::Workspace;

pub(crate) use rules::level_0;

/// One breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Breach {
    /// The file or the package.
    pub(crate) place: String,
    pub(crate) text: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.text)
    }
}

/// Checks everything and prints the table of sizes.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Error> {
    let sources = workspace.sources()?;
    print(&sizes::table(&sources))?;
    let mut breaches = rules::packages(&workspace.packages);
    breaches.extend(sizes::files(&sources));
    breaches.sort();
    for breach in &breaches {
        talk(&format!("tidy: {breach}"));
    }
    talk(&format!("tidy: {} files, {} breaches", sources.len(), breaches.len()));
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
