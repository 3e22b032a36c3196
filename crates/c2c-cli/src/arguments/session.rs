//! `c2c session`: what is kept about the session, its conversation and its checkpoint.

use clap::{Args, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  c2c session get --json
  c2c session set --task c2c_f81a --iteration 1 --protocol-state PLAN_RECEIVED
  c2c session clear

A session that C2C drives itself can be looked at, not changed.";

const SET_EXAMPLES: &str = "\
Examples:
  c2c session set --mode long-chat --url https://chatgpt.com/c/abc --title \"Shop\"
  c2c session set --task c2c_f81a --iteration 1 --protocol-state EXECUTED_SENT \\
      --waiting-for REVIEW --goal \"Implement dark mode\" --completed-subtasks \"toggle works\"
  c2c session set --clear-checkpoint";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct SessionArguments {
    #[command(subcommand)]
    pub(crate) command: Option<SessionCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// Show it (what `c2c session` alone does)
    Get,
    /// Change it
    #[command(after_help = SET_EXAMPLES, arg_required_else_help = true)]
    Set(Box<SetArguments>),
    /// Forget the session and its checkpoint; recorded iterations stay
    Clear,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeArgument {
    /// One long conversation for the workspace
    LongChat,
    /// Conversations inside one ChatGPT Project
    Project,
}

#[derive(Debug, Args)]
pub(crate) struct SetArguments {
    /// The conversation's address
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// The conversation's title
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// The task
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
    /// The iteration
    #[arg(long, value_name = "N")]
    pub(crate) iteration: Option<u32>,
    /// How conversations are grouped
    #[arg(long, value_enum, value_name = "MODE")]
    pub(crate) mode: Option<ModeArgument>,
    /// The ChatGPT Project's address
    #[arg(long, value_name = "URL")]
    pub(crate) project_url: Option<String>,
    /// The connector's name in ChatGPT
    #[arg(long, value_name = "NAME")]
    pub(crate) connector_name: Option<String>,
    /// The checkpoint: INIT, PLAN_RECEIVED, EXECUTING, EXECUTED_LOCAL, EXECUTED_SENT, DONE, BLOCKED
    #[arg(long, value_name = "STATE")]
    pub(crate) protocol_state: Option<String>,
    /// What is waited for
    #[arg(long, value_name = "TEXT")]
    pub(crate) waiting_for: Option<String>,
    /// What is to be reached
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Option<String>,
    /// What is finished, one option or line for each item
    #[arg(long, value_name = "TEXT")]
    pub(crate) completed_subtasks: Vec<String>,
    /// What is known to be wrong, one option or line for each item
    #[arg(long, value_name = "TEXT")]
    pub(crate) known_issues: Vec<String>,
    /// What comes next
    #[arg(long, value_name = "TEXT")]
    pub(crate) next_step: Option<String>,
    /// Forget the checkpoint
    #[arg(long)]
    pub(crate) clear_checkpoint: bool,
}
