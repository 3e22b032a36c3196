//! The ChatGPT window, looked at through its accessibility tree, and the browser it is in.
//!
//! What decides is a pure function of a recorded [`tree::Tree`], the time and what was asked for:
//! finding the composer and the buttons, comparing what the composer holds with what was meant,
//! reading turns and answers, telling when an answer is finished, naming what stands in the way, and
//! deciding the next step of a send. It touches no screen, clipboard, clock, file or process; what
//! does, such as [`browser`], calls this and obeys.
//!
//! What the page looks like is written down in one place: names that people see in [`names`], and
//! structure beside the function that relies on it. Several generations and languages of the page
//! are in use at once and change about monthly, so every look-up has alternatives, and an outcome
//! of its own for the case that none fits or several do.

pub mod app;
pub mod browser;
pub mod clipboard;
pub mod desk;
pub mod drive;
pub mod find;
#[cfg(any(windows, target_os = "linux", test))]
mod idle;
#[cfg(target_os = "linux")]
pub mod linux;
pub mod moods;
pub mod names;
pub mod native;
pub mod normalise;
pub mod page;
pub mod picture;
pub mod platform;
pub mod probe;
pub mod progress;
pub mod read;
pub mod send_plan;
pub mod tree;
pub mod turns;

#[cfg(test)]
mod sample;
