//! What drives a window on Linux: the X11 display, accessibility through AT-SPI, and who is at the
//! machine.

mod accessibility;
mod desktop;
pub mod presence;
pub mod x11;

pub use accessibility::{Accessibility, Frame, Handle, Record};
pub use desktop::LinuxDesk;
