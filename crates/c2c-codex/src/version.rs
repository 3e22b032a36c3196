//! Codex's version: reading it, and what is known about which. Pure.

use std::fmt;

/// The oldest Codex that is run. 0.160.1 was tried with every option that is used and behaved as
/// [`MEASURED`] does; 0.145.0 also takes the options, but left out the end of commands in its
/// events, so its test runs would count as not seen.
pub const MINIMUM: Version = Version::new(0, 160, 1);

/// The Codex that every statement in this crate was measured with. A newer one is run, with a
/// warning.
pub const MEASURED: Version = Version::new(0, 171, 0);

/// A version of Codex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// Reads what `codex --version` prints, `codex-cli 0.171.0`. What follows the three numbers
    /// (`-alpha.3`) does not count.
    #[must_use]
    pub fn from_output(output: &str) -> Option<Self> {
        output.split_whitespace().find_map(Self::from_word)
    }

    fn from_word(word: &str) -> Option<Self> {
        let numbers = word.split(['-', '+']).next()?;
        let mut numbers = numbers.split('.').map(|number| number.parse().ok());
        let version = Self::new(numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests;
