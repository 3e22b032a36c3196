//! The command line of the stand-ins.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod desktop;

use c2c_testkit::{chatgpt, codex_home, demo, model, planner, project};
use clap::{Parser, Subcommand};

/// Stand-ins for what stands around C2C.
#[derive(Debug, Parser)]
#[command(name = "c2c-testkit", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the Responses API in place of a model provider.
    ///
    /// A prompt with numbered ACTIONS is carried out as written; a prompt with `@model [steps]`
    /// plays its script. A base URL may ask for a failure: `/fail/401`, `/fail/429`, `/fail/quota`,
    /// `/fail/usage-limit`, `/fail/500`, `/fail/drop`, `/hang`, each with `/after/N` to start only
    /// after N tool outputs, and `/slow/MS`.
    Model {
        /// The port; 0 for any free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Write the port to this file once the server listens.
        #[arg(long)]
        port_file: Option<PathBuf>,
        /// Append every request and reply to this file.
        #[arg(long)]
        log: Option<PathBuf>,
        /// End when standard input ends.
        #[arg(long)]
        until_stdin_closes: bool,
    },
    /// Serve a page that is built like ChatGPT's, with the planner behind it.
    Chatgpt(Box<ChatgptArguments>),
    /// Write a CODEX_HOME for a provider on this machine.
    CodexHome {
        /// The folder; made when missing.
        folder: PathBuf,
        /// The provider's base URL, such as `http://127.0.0.1:8080/v1`.
        #[arg(long)]
        provider: String,
    },
    /// Make the small project with a failing test.
    Project {
        /// The folder; made when missing, and it must be empty.
        folder: PathBuf,
        /// Draw its names and values from this number.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Plan and review in place of ChatGPT, and carry the messages.
    Planner {
        /// The `c2c` program.
        #[arg(long)]
        c2c: PathBuf,
        /// The workspace.
        #[arg(long)]
        workspace: PathBuf,
        /// Write everything that was received to this file.
        #[arg(long)]
        transcript: Option<PathBuf>,
        /// Plan as in a conversation without the connector.
        #[arg(long)]
        without_connector: bool,
        /// Carry the first planned value wrongly.
        #[arg(long)]
        garble: bool,
        /// Give up after this many plans.
        #[arg(long, default_value_t = 2)]
        max_plans: u32,
        /// Give up after this many seconds.
        #[arg(long, default_value_t = 300)]
        deadline_s: u64,
    },
    /// Show a whole session; the exit code is 0 only when it ends DONE.
    Demo {
        /// The `c2c` program.
        #[arg(long)]
        c2c: PathBuf,
        /// The Codex program.
        #[arg(long)]
        codex: PathBuf,
        /// Put the demo into the first free numbered folder in here; not in a temporary folder.
        #[arg(long)]
        under: PathBuf,
        /// Print one JSON line a step.
        #[arg(long)]
        json: bool,
        /// Draw the project from this number.
        #[arg(long)]
        seed: Option<u64>,
        /// Switch the connector off for the planner.
        #[arg(long)]
        without_connector: bool,
        /// Carry the first planned value wrongly.
        #[arg(long)]
        garble: bool,
        /// Stop after this many seconds.
        #[arg(long, default_value_t = 300)]
        deadline_s: u64,
        /// Let the planner carry the messages, in place of a window.
        #[arg(long)]
        manual: bool,
        /// Let the app run the session: its program.
        #[arg(long, conflicts_with = "manual")]
        app: Option<PathBuf>,
        /// The folder with the ChatGPT page's files.
        #[arg(long, default_value_os_t = chatgpt::default_folder())]
        assets: PathBuf,
    },
    /// What stands for a desktop and what may happen there.
    #[cfg(target_os = "linux")]
    #[command(flatten)]
    Desktop(desktop::Command),
}

/// How the ChatGPT page is served.
#[derive(Debug, clap::Args)]
struct ChatgptArguments {
    /// The port; 0 for any free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Write the port to this file once the server listens.
    #[arg(long)]
    port_file: Option<PathBuf>,
    /// Append every message and event to this file, one JSON object a line.
    #[arg(long)]
    log: Option<PathBuf>,
    /// The folder with the page's files.
    #[arg(long, default_value_os_t = chatgpt::default_folder())]
    assets: PathBuf,
    /// Who answers.
    #[arg(long, value_enum, default_value = "connector")]
    planner: chatgpt::PlannerKind,
    /// The connector's address.
    #[arg(long, requires = "bearer_file", conflicts_with = "c2c")]
    connector: Option<String>,
    /// The file with the connector's bearer.
    #[arg(long)]
    bearer_file: Option<PathBuf>,
    /// Ask this `c2c` for the connector's address.
    #[arg(long, requires = "workspace")]
    c2c: Option<PathBuf>,
    /// The workspace that `c2c` is asked about.
    #[arg(long)]
    workspace: Option<PathBuf>,
    /// Write everything that the planner received to this file.
    #[arg(long)]
    transcript: Option<PathBuf>,
    /// Carry the first planned value wrongly.
    #[arg(long)]
    garble: bool,
    /// Give up after this many plans.
    #[arg(long, default_value_t = 2)]
    max_plans: u32,
    /// Set a behaviour of the page: `--set generation=b --set mood=stream-error`.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    behaviour: Vec<String>,
    /// End when standard input ends.
    #[arg(long)]
    until_stdin_closes: bool,
}

impl ChatgptArguments {
    fn options(self) -> io::Result<chatgpt::Options> {
        let mut behaviour = chatgpt::Behaviour::default();
        for pair in &self.behaviour {
            behaviour.set_pair(pair).map_err(io::Error::other)?;
        }
        let connector = match (self.connector, self.bearer_file, self.c2c, self.workspace) {
            (Some(url), Some(bearer_file), ..) => chatgpt::ConnectorSource::Address { url, bearer_file },
            (.., Some(c2c), Some(workspace)) => chatgpt::ConnectorSource::Status { c2c, workspace },
            _ => chatgpt::ConnectorSource::None,
        };
        let (kind, transcript, max_plans, garble) = (self.planner, self.transcript, self.max_plans, self.garble);
        let planner = chatgpt::PlannerOptions { kind, connector, transcript, max_plans, garble };
        let (port, port_file, log, assets) = (self.port, self.port_file, self.log, self.assets);
        let until_stdin_closes = self.until_stdin_closes;
        Ok(chatgpt::Options { port, port_file, log, assets, behaviour, planner, until_stdin_closes })
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> io::Result<ExitCode> {
    match command {
        Command::Model { port, port_file, log, until_stdin_closes } => {
            serve(model::serve(model::Options { port, port_file, log, until_stdin_closes }))?;
        }
        Command::Chatgpt(arguments) => serve(chatgpt::serve(arguments.options()?))?,
        Command::CodexHome { folder, provider } => codex_home::write(&folder, &provider)?,
        Command::Project { folder, seed } => {
            project::make(&folder, seed)?;
        }
        Command::Planner { c2c, workspace, transcript, without_connector, garble, max_plans, deadline_s } => {
            let options =
                planner::Options { c2c, workspace, transcript, without_connector, garble, max_plans, deadline_s };
            if planner::run(&options)? != planner::End::Done {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Demo { c2c, codex, under, json, seed, without_connector, garble, deadline_s, manual, app, assets } => {
            let folder = demo::next_folder(&under)?;
            let how = match app {
                Some(program) => demo::How::App(program),
                None if manual => demo::How::ByHand,
                None => demo::How::Window,
            };
            let options =
                demo::Options { c2c, codex, folder, json, seed, without_connector, garble, deadline_s, how, assets };
            return demo::run(&options);
        }
        #[cfg(target_os = "linux")]
        Command::Desktop(command) => return desktop::run(command),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a server to its end.
fn serve(server: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(server);
    runtime.shutdown_background();
    served
}

#[expect(clippy::print_stderr, reason = "standard error is where a program complains")]
fn complain(error: &io::Error) {
    eprintln!("Error: {error}");
}
