//! `c2c record`: an iteration that somebody else executed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub(super) const EXAMPLES: &str = "\
Examples:
  c2c record --task c2c_f81a --iteration 1 --changed-files src/theme.rs,src/main.rs \\
      --tests \"27 passed\" --exit-status ok
  c2c record --task c2c_f81a --iteration 2 --exit-status failed --tests \"1 failed\" \\
      --command \"cargo test\" --exit-code 101 --output-file test.log

What is recorded here is marked as reported: C2C did not see it. The output is looked through
first; what may be secret is taken out, and what cannot be judged is held back.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExitStatusArgument {
    /// Carried out
    Ok,
    /// Carried out, but something fails
    Failed,
    /// Could not be carried out
    Blocked,
}

#[derive(Debug, Args)]
pub(crate) struct RecordArguments {
    /// The task
    #[arg(long, value_name = "ID")]
    pub(crate) task: String,
    /// The iteration
    #[arg(long, value_name = "N")]
    pub(crate) iteration: u32,
    /// Paths that changed, relative to the project folder
    #[arg(long, value_name = "PATH", value_delimiter = ',', num_args = 1..)]
    pub(crate) changed_files: Vec<String>,
    /// The tests' outcome in one line
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) tests: String,
    /// How it went
    #[arg(long, value_enum, value_name = "STATUS")]
    pub(crate) exit_status: ExitStatusArgument,
    /// The command whose output is given
    #[arg(long, value_name = "COMMAND", requires = "output_file")]
    pub(crate) command: Option<String>,
    /// The file with the command's output
    #[arg(long, value_name = "FILE", requires = "command")]
    pub(crate) output_file: Option<PathBuf>,
    /// The command's exit code
    #[arg(long, value_name = "N", requires = "command", allow_negative_numbers = true)]
    pub(crate) exit_code: Option<i32>,
    /// Notes
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) notes: String,
}
