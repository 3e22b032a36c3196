//! `c2c preview`: what ChatGPT would get from the connector.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

pub(super) const EXAMPLES: &str = "\
Examples:
  c2c preview src/main.rs
  c2c preview --diff
  c2c preview --diff --mode commits --from HEAD~3 src
  c2c preview --search \"fn main\" --glob \"*.rs\"
  c2c preview --outputs

What is printed is the connector's own answer, from the same tool with the same defaults. Looking
sends nothing: ChatGPT gets only what it calls itself, in the account with the connector. With
`--json` the answer is printed exactly as ChatGPT gets it.";

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffModeArgument {
    /// The index with the files
    Unstaged,
    /// The last commit with the index
    Staged,
    /// The last commit with the files
    Head,
    /// Where the branch left `--base`, with the files
    Base,
    /// The commit `--from` with the commit `--to`
    Commits,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").args(["path", "diff", "output", "outputs", "search"]).required(true).multiple(true))]
pub(crate) struct PreviewArguments {
    /// A file or folder; with `--diff` or `--search` only this one
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// What changed
    #[arg(long, conflicts_with_all = ["output", "outputs", "search"])]
    pub(crate) diff: bool,
    /// What is compared [default: head]
    #[arg(long, value_enum, value_name = "MODE", requires = "diff")]
    pub(crate) mode: Option<DiffModeArgument>,
    /// For `--mode base`: a branch, tag or commit
    #[arg(long, value_name = "REF", requires = "diff")]
    pub(crate) base: Option<String>,
    /// For `--mode commits`: the older commit
    #[arg(long, value_name = "REF", requires = "diff")]
    pub(crate) from: Option<String>,
    /// For `--mode commits`: the newer commit [default: HEAD]
    #[arg(long, value_name = "REF", requires = "diff")]
    pub(crate) to: Option<String>,
    /// A command's released output
    #[arg(long, value_name = "ID", conflicts_with_all = ["path", "outputs", "search"])]
    pub(crate) output: Option<String>,
    /// The list of released outputs, with their ids
    #[arg(long, conflicts_with_all = ["path", "search"])]
    pub(crate) outputs: bool,
    /// A search in the files
    #[arg(long, value_name = "TEXT")]
    pub(crate) search: Option<String>,
    /// Take the text as a regular expression
    #[arg(long, requires = "search")]
    pub(crate) regex: bool,
    /// Tell upper from lower case
    #[arg(long, requires = "search")]
    pub(crate) case_sensitive: bool,
    /// Search only files that fit, such as `*.rs` or `src/**/*.ts`
    #[arg(long, value_name = "GLOB", requires = "search")]
    pub(crate) glob: Option<String>,
    /// Show so many lines around each match
    #[arg(long, value_name = "N", requires = "search")]
    pub(crate) context: Option<u8>,
    /// Number a file's lines
    #[arg(short = 'n', long)]
    pub(crate) line_numbers: bool,
    /// Go on where an earlier answer was cut
    #[arg(long, value_name = "CURSOR", conflicts_with = "all")]
    pub(crate) cursor: Option<String>,
    /// Follow the pages to the end
    #[arg(long)]
    pub(crate) all: bool,
}
