//! The stand-in ChatGPT page: its files, bundled from npm's packages into `target/chatgpt-page`, and
//! the browser that shows it.

use super::{NPM, Need};
use crate::error::Error;
use crate::process;
use crate::workspace::Workspace;

/// What makes the page's files; it does nothing when they are made already.
const BUNDLE: &str = "crates/c2c-testkit/page/bundle.mjs";

/// The browsers that will do, by the names of their programs.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

const CHROMIUM: Need = Need {
    program: "chromium",
    why: "to show the ChatGPT page",
    apt: &["chromium"],
    mac: "brew install --cask chromium",
    windows: "winget install Google.Chrome, and put its folder into PATH",
};

/// Makes the page's files and sees that there is a browser.
pub(crate) fn page(workspace: &Workspace) -> Result<(), Error> {
    super::programs(&[&NPM])?;
    if !BROWSERS.iter().any(|browser| process::find(browser).is_some()) {
        super::programs(&[&CHROMIUM])?;
    }
    let node = process::find("node").ok_or_else(|| Error::Missing {
        what: "node".to_owned(),
        why: "to bundle the ChatGPT page".to_owned(),
        install: "install Node.js, which npm belongs to".to_owned(),
    })?;
    process::succeed(process::command(node, &workspace.root).arg(BUNDLE))
}
