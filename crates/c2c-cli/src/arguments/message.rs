//! `c2c message`: control messages without a session.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

const RENDER_EXAMPLES: &str = "\
Examples:
  c2c message render init --task c2c_f81a --goal \"Implement dark mode\"
  c2c message render executed --task c2c_f81a --iteration 1 --changed-files 4 --tests \"27 passed\"
  c2c message render error --task c2c_f81a --iteration 2 --reason \"The plan has no TESTS section\"
  c2c message render handoff --task c2c_f81a --iteration 4 --goal \"Implement dark mode\" \\
      --progress \"Iterations 1-3 reviewed\" --current-state \"EXECUTED, not yet reviewed\" \\
      --next-step \"Review iteration 4\"
  c2c message render handoff

What is not given comes from the session that is kept for the project folder. A message stays under 1,024 bytes and holds no content: text that is too long, or that looks like
a diff, a log or code, is refused with the name of its field.";

const PARSE_EXAMPLES: &str = "\
Examples:
  c2c message parse --task c2c_f81a --iteration 1 < answer.txt
  c2c message parse --json < answer.txt

What it is (`message`, `incomplete`, `invalid`, `none`) is part of the answer; the exit code is 0.";

#[derive(Debug, Subcommand)]
pub(crate) enum MessageCommand {
    /// Write a message that C2C sends
    #[command(after_help = RENDER_EXAMPLES)]
    Render(Box<RenderArguments>),
    /// Put a message that C2C sends on the clipboard
    Copy(CopyArguments),
    /// Read a reply from standard input or a file
    #[command(after_help = PARSE_EXAMPLES)]
    Parse(ParseArguments),
}

/// The messages that the executing side sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateArgument {
    /// A new task (needs --goal)
    Init,
    /// Execution has begun
    Executing,
    /// An iteration is finished (needs --changed-files and --tests)
    Executed,
    /// The protocol or the machinery failed (needs --reason)
    Error,
    /// Continue a task in a new conversation (from the checkpoint that is kept)
    Handoff,
}

#[derive(Debug, Args)]
pub(crate) struct CopyArguments {
    /// The message's number [default: the newest]
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct RenderArguments {
    /// The message's state
    #[arg(value_enum, value_name = "STATE", ignore_case = true)]
    pub(crate) state: StateArgument,
    /// The task [default: the session's]
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
    /// The iteration [default: 0 for init, else the session's]
    #[arg(long, value_name = "N")]
    pub(crate) iteration: Option<u32>,
    /// What is to be reached (init, handoff)
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Option<String>,
    /// What ChatGPT is asked to do (init)
    #[arg(long, value_name = "TEXT")]
    pub(crate) instruction: Option<String>,
    /// How the execution went (executed)
    #[arg(long, value_name = "TEXT")]
    pub(crate) result: Option<String>,
    /// How many files changed (executed)
    #[arg(long, value_name = "N")]
    pub(crate) changed_files: Option<u32>,
    /// The tests' outcome in one line (executed)
    #[arg(long, value_name = "TEXT")]
    pub(crate) tests: Option<String>,
    /// What is wrong (error)
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    /// What is finished, one option for each item (handoff)
    #[arg(long, value_name = "TEXT")]
    pub(crate) progress: Vec<String>,
    /// Where the task stands (handoff)
    #[arg(long, value_name = "TEXT")]
    pub(crate) current_state: Option<String>,
    /// What is known to be wrong, one option for each item (handoff)
    #[arg(long, value_name = "TEXT")]
    pub(crate) known_issues: Vec<String>,
    /// What is expected next (handoff)
    #[arg(long, value_name = "TEXT")]
    pub(crate) next_step: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ParseArguments {
    /// Take only a block for this task
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
    /// Take only a block for exactly this iteration
    #[arg(long, value_name = "N")]
    pub(crate) iteration: Option<u32>,
    /// Read the reply from this file [default: standard input]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
