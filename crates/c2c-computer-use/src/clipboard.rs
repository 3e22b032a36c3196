//! Lending the clipboard: what a person has on it is kept, a text takes its place for a moment, and
//! then everything comes back.
//!
//! It comes back even if C2C is killed in between, because another process does it: a keeper, which
//! [`Lender`] starts and [`keeper::run`] is. On X11 that process must also stay: what is on the clipboard
//! there is held by the program that copied it, and goes when that ends. A keeper has what it keeps in
//! memory only.

pub mod keeper;
mod lender;
#[cfg(any(windows, target_os = "macos"))]
mod plain;
mod protocol;
#[cfg(target_os = "linux")]
mod x11;

pub use lender::Lender;
