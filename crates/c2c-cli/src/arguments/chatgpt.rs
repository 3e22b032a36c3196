//! `c2c chatgpt`: the browser that shows ChatGPT.

use clap::{Args, Subcommand};

const OPEN_EXAMPLES: &str = "\
Examples:
  c2c chatgpt open
  c2c chatgpt open --url https://chatgpt.com/c/abc

C2C uses an installed Chrome, Chromium, Edge or Brave with a profile of its own. Log in to ChatGPT
there once. The browser goes on when C2C ends; `c2c chatgpt close` ends it. An installed ChatGPT app
is used before it where it can be read; `c2c chatgpt status` says so.";

#[derive(Debug, Subcommand)]
pub(crate) enum ChatGptCommand {
    /// Open ChatGPT in C2C's browser
    #[command(after_help = OPEN_EXAMPLES)]
    Open(OpenArguments),
    /// Show which browser is used, whether it runs, and what can be read
    Status,
    /// End C2C's browser; it keeps its login
    Close,
}

#[derive(Debug, Args)]
pub(crate) struct OpenArguments {
    /// A page of ChatGPT [default: leave a running browser as it is]
    #[arg(long, value_name = "URL", conflicts_with = "project")]
    pub(crate) url: Option<String>,
    /// A ChatGPT Project's page
    #[arg(long, value_name = "URL")]
    pub(crate) project: Option<String>,
}
