//! The stand-in ChatGPT page: its files, bundled from npm's packages into `target/chatgpt-page`.

use crate::error::Error;
use crate::process;
use crate::workspace::Workspace;

/// What makes the page's files; it does nothing when they are made already.
const BUNDLE: &str = "crates/c2c-testkit/page/bundle.mjs";

/// Makes the page's files.
pub(crate) fn page(workspace: &Workspace) -> Result<(), Error> {
    let node = process::find("node").ok_or_else(|| Error::Missing {
        what: "node".to_owned(),
        why: "to bundle the ChatGPT page".to_owned(),
        install: "install Node.js, which npm belongs to".to_owned(),
    })?;
    process::succeed(process::command(node, &workspace.root).arg(BUNDLE))
}
