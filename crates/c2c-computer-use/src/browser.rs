//! The browser that C2C owns: an installed Chrome, Chromium, Edge or Brave with a profile of C2C's own,
//! in which a person logs in to ChatGPT once.
//!
//! What can be decided without a system is pure: [`places`] (where browsers are installed), [`switches`]
//! (what they are started with) and [`marks`] (how a process shows whose it is). [`OwnBrowser`] starts,
//! finds and ends the process. Nothing here sees a window, and no debugging port is ever opened.

pub mod marks;
mod own;
mod place;
pub mod places;
mod port;
mod profile;
pub mod switches;

pub use own::{BrowserConfig, OwnBrowser, identity};
pub use place::BrowserPlace;
pub use places::{Choice, Found, Make, System};
pub use port::{ChatGptBrowser, Looked, WindowLook};
