//! Windows and macOS: their desks, over UI Automation (UIA) and the Accessibility API (AX).
//!
//! The systems' objects belong to one thread and a program that hangs makes their calls hang, so a
//! `worker` thread holds them and every call has an end. What both systems say in the same way, the
//! `words` of a part of a window, is plain data and compiles everywhere.

#[cfg(any(windows, target_os = "macos"))]
mod desk;
#[cfg(target_os = "macos")]
#[path = "native/macos.rs"]
mod system;
#[cfg(windows)]
#[path = "native/windows.rs"]
mod system;
#[cfg(any(windows, target_os = "macos", test))]
mod words;
#[cfg(any(windows, target_os = "macos", test))]
mod worker;

#[cfg(any(windows, target_os = "macos"))]
pub use desk::NativeDesk;
