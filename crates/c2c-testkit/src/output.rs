//! Standard output, for programs whose output is data.

use std::io::{self, Write};

/// Writes one line to standard output at once.
///
/// # Errors
/// When nobody reads it any more.
pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}
