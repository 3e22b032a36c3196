//! The command line: what can be typed, with its help. Nothing is done here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

mod chatgpt;
pub(crate) mod message;
mod preview;
mod record;
mod session;

pub(crate) use chatgpt::ChatGptCommand;
pub(crate) use message::{MessageCommand, RenderArguments};
pub(crate) use preview::{DiffModeArgument, PreviewArguments};
pub(crate) use record::{ExitStatusArgument, RecordArguments};
pub(crate) use session::{ModeArgument, SessionArguments, SessionCommand, SetArguments};

const EXAMPLES: &str = "\
Examples:
  c2c chatgpt open
  c2c start --goal \"Make the failing test pass\"
  c2c status --json
  c2c -w ~/src/shop workspace

Answers go to standard output, everything said about them to standard error.
Exit codes: 0 done, 1 it cannot be done as asked, 2 wrong usage, 255 a fault in C2C.";

const START_EXAMPLES: &str = "\
Examples:
  c2c start --goal \"Make the failing test pass\"
  c2c start --goal \"Add a dark mode\" --approval every --max-iterations 4
  c2c start --goal \"Fix the build\" --manual

C2C sends the messages and reads the answers in the ChatGPT window it owns. With `--manual` each
message is printed with its number instead: carry it to ChatGPT, and bring the answer back from
another terminal with `c2c reply`. Ctrl-C pauses the session; `c2c continue` goes on with it. With
`--app` the C2C app in the tray runs the session, and the terminal is free at once.";

const CONTINUE_EXAMPLES: &str = "\
Examples:
  c2c continue
  c2c continue --manual

A session that is paused goes on; one whose process is gone is taken over. At its iteration limit it
is allowed as many iterations again. Who carries its messages stays as it was, unless you say `--manual`.";

const REPLY_EXAMPLES: &str = "\
Examples:
  c2c reply < answer.txt
  c2c reply --file answer.txt
  c2c reply --clipboard";

const REJECT_EXAMPLES: &str = "\
Examples:
  c2c reject \"Do not touch the database schema\"";

const UNDO_EXAMPLES: &str = "\
Examples:
  c2c undo
  c2c undo --iteration 2

Files get the content they had before the iteration; nothing is committed. When one of them was
changed since, nothing is touched.";

const SERVE_EXAMPLES: &str = "\
Examples:
  c2c serve
  c2c serve --port 7391

One process serves the connectors of all workspaces. Ctrl-C ends it.";

const WORKSPACE_EXAMPLES: &str = "\
Examples:
  c2c workspace
  c2c -w ~/src/shop workspace --json";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  c2c completions bash > ~/.local/share/bash-completion/completions/c2c
  c2c completions zsh > ~/.zfunc/_c2c";

/// ChatGPT plans and reviews, Codex executes, C2C carries the work between them.
#[derive(Debug, Parser)]
#[command(name = "c2c", version, after_help = EXAMPLES, max_term_width = 100, propagate_version = false)]
#[command(subcommand_required = true, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct Shared {
    /// The project folder [default: the current folder]
    #[arg(short, long, global = true, value_name = "FOLDER", display_order = 900)]
    pub(crate) workspace: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true, display_order = 901)]
    pub(crate) json: bool,
    /// Also print the log on standard error
    #[arg(short, long, global = true, display_order = 902)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start a session and run it here until it is done
    #[command(after_help = START_EXAMPLES)]
    Start(StartArguments),
    /// Show where the session stands
    Status,
    /// Pause the session
    Pause,
    /// Go on with a session that nobody runs any more
    #[command(after_help = CONTINUE_EXAMPLES)]
    Continue(ContinueArguments),
    /// End the session for good
    Stop,
    /// Bring ChatGPT's answer back, or give your own when the session is blocked
    #[command(after_help = REPLY_EXAMPLES)]
    Reply(ReplyArguments),
    /// Approve the plan that waits
    Approve,
    /// Reject the plan that waits, with a reason that is sent to ChatGPT
    #[command(after_help = REJECT_EXAMPLES)]
    Reject(RejectArguments),
    /// Move the task to a new ChatGPT conversation
    Handoff,
    /// Take an iteration's changes back
    #[command(after_help = UNDO_EXAMPLES)]
    Undo(UndoArguments),
    /// Write and read control messages
    #[command(subcommand)]
    Message(MessageCommand),
    /// Show or change what is kept about the session
    Session(SessionArguments),
    /// Record an iteration that was not executed by C2C
    #[command(after_help = record::EXAMPLES)]
    Record(RecordArguments),
    /// Show what ChatGPT would get from the connector, and what not
    #[command(after_help = preview::EXAMPLES)]
    Preview(Box<PreviewArguments>),
    /// Show what was detected about the project folder
    #[command(after_help = WORKSPACE_EXAMPLES)]
    Workspace(WorkspaceArguments),
    /// Print the instructions for a ChatGPT Project
    Instructions,
    /// Print the first message of a new ChatGPT conversation
    BootPrompt,
    /// Open, look at and close the browser that shows ChatGPT
    #[command(subcommand, name = "chatgpt")]
    ChatGpt(ChatGptCommand),
    /// Serve the connectors of all workspaces
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArguments),
    /// Keep the clipboard for another process of C2C
    #[cfg(feature = "window")]
    #[command(hide = true)]
    ClipboardKeeper,
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArguments),
}

#[derive(Debug, Args)]
pub(crate) struct StartArguments {
    /// What is to be reached
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: String,
    /// Carry the messages to ChatGPT yourself
    #[arg(long)]
    pub(crate) manual: bool,
    /// Hand the session over to the running C2C app, and return at once
    #[arg(long)]
    pub(crate) app: bool,
    /// Which plans wait for your approval [default: the setting `approval`, else first]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) approval: Option<ApprovalArgument>,
    /// Pause after this many iterations [default: `.c2c.json`, the setting `max_iterations`, else 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) max_iterations: Option<u32>,
    /// What Codex may touch [default: the setting `sandbox`, else workspace-write]
    #[arg(long, value_enum, value_name = "MODE")]
    pub(crate) sandbox: Option<SandboxArgument>,
    /// Begin a new ChatGPT conversation
    #[arg(long)]
    pub(crate) new_chat: bool,
    /// Use the ChatGPT Project at this address: your conversation there, or a new one
    #[arg(long, value_name = "URL")]
    pub(crate) project: Option<String>,
    /// Use the ChatGPT conversation at this address
    #[arg(long, value_name = "URL", conflicts_with_all = ["new_chat", "project"])]
    pub(crate) chat: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ContinueArguments {
    /// Carry the messages to ChatGPT yourself from now on
    #[arg(long)]
    pub(crate) manual: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApprovalArgument {
    /// Only the first plan of a session
    First,
    /// Every plan
    Every,
    /// None
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SandboxArgument {
    /// Read the project
    ReadOnly,
    /// Write in the project, no network
    WorkspaceWrite,
    /// Everything you may touch yourself
    DangerFullAccess,
}

#[derive(Debug, Args)]
pub(crate) struct ReplyArguments {
    /// Read the answer from this file [default: standard input]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Take the answer from the clipboard
    #[arg(long, conflicts_with = "file")]
    pub(crate) clipboard: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RejectArguments {
    /// Why; ChatGPT gets to read it
    #[arg(value_name = "REASON")]
    pub(crate) reason: String,
}

#[derive(Debug, Args)]
pub(crate) struct UndoArguments {
    /// The iteration [default: the last one that was not taken back]
    #[arg(long, value_name = "N")]
    pub(crate) iteration: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct WorkspaceArguments {
    /// Accept what `.c2c.json` loosens, by the hash that `c2c workspace` shows
    #[arg(long, value_name = "HASH")]
    pub(crate) accept_config: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port on 127.0.0.1 [default: the setting `port`, else 7391]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[cfg(test)]
mod tests;
