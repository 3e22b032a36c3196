//! What must hold for any input, as fuzz targets ask it: see `tests/fuzz` and `cargo xtask fuzz`.
//!
//! Only compiled for tests, which replay the corpus, and for fuzzing. Each function panics when something does not hold.

mod decoding;
#[cfg(unix)]
mod path_guard;
#[cfg(test)]
mod tests;

/// The path guard: what a path is, and that nothing outside the root is opened. The input is a path, and after a NUL
/// the target of a link.
#[cfg(unix)]
pub fn path_guard(input: &[u8]) {
    path_guard::check(input);
}

/// Diffs and their pages. The input is seven bytes of numbers, then what git printed.
pub fn diff_pages(input: &[u8]) {
    crate::git::check_diff_pages(input);
}

/// The encoding of a file's text. The input is the file.
pub fn decoding(input: &[u8]) {
    decoding::check(input);
}
