//! What drives a window on Linux: the X11 display, and who is at the machine.

pub mod presence;
pub mod x11;
