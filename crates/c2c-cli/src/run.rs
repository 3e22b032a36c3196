//! From a command line to a verb, and from its answer to the terminal.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use c2c_adapters::{HttpDoor, NoClipboard};
use c2c_api::{
    ApiError, App, ApprovalMode, Carrier, Chat, ChatGptOpenParams, Config, ContinueParams, Continued, ConversationMode,
    ErrorKind, ExitStatus, ParseParams, Place, RecordParams, RecordedOutput, RenderParams, Run, SessionSetParams,
    StartParams, StepLines as _, Workspace,
};
use c2c_ipc::{SessionEnd, StepLine};
use c2c_os::environment::Environment;
use c2c_os::logging::{self, Talk};
use c2c_ports::Sandbox;
use clap::{CommandFactory as _, ValueEnum};

use crate::adapters::adapters;
use crate::arguments::{
    ApprovalArgument, Arguments, ChatGptCommand, Command, ContinueArguments, ExitStatusArgument, MessageCommand,
    ModeArgument, RecordArguments, RenderArguments, SandboxArgument, SessionCommand, SetArguments, Shared,
    StartArguments,
};
use crate::manual::Steps;
use crate::output::Output;
use crate::preview::preview;
use crate::{shutdown, text};

/// The most bytes of a reply that are read.
const LARGEST_REPLY: u64 = 16 << 20;

/// What is logged when `C2C_LOG` says nothing: not every request that the MCP library serves.
const LOGGED: &str = "info,rmcp=warn";

/// What `main` read from the process.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) environment: Environment,
    pub(crate) current_dir: PathBuf,
    pub(crate) join: crate::Join,
}

/// Carries a command out and says what to exit with.
///
/// # Errors
/// What the verb said.
pub(crate) async fn run(arguments: Arguments, process: Process, output: &Arc<Output>) -> Result<ExitCode, ApiError> {
    let Arguments { shared, command } = arguments;
    match command {
        Command::Completions(completions) => {
            output.plain(&completion_script(completions.shell));
            Ok(ExitCode::SUCCESS)
        }
        #[cfg(feature = "window")]
        Command::ClipboardKeeper => keep_clipboard(&process),
        Command::Message(MessageCommand::Parse(parse)) => {
            let reply = read_reply(parse.file.as_deref(), &process)?;
            let params = ParseParams { text: reply, task: parse.task, iteration: parse.iteration };
            output.answer(&c2c_api::message_parse(&params)?, text::parse);
            Ok(ExitCode::SUCCESS)
        }
        command => {
            let session = Session::open(&shared, process, output)?;
            session.run(command).await
        }
    }
}

/// What it says goes to the process that lent the clipboard: nothing else may be said.
#[cfg(feature = "window")]
fn keep_clipboard(process: &Process) -> Result<ExitCode, ApiError> {
    let kept = c2c_adapters::keep_clipboard(&process.environment);
    kept.map_err(|error| ApiError::new(ErrorKind::Internal, "the clipboard's borrower is gone").because(error))?;
    Ok(ExitCode::SUCCESS)
}

/// An open product and the folder that a command is about.
struct Session {
    app: Arc<App>,
    root: PathBuf,
    process: Process,
    output: Arc<Output>,
}

impl Session {
    fn open(shared: &Shared, process: Process, output: &Arc<Output>) -> Result<Self, ApiError> {
        let config = Config::load(process.environment.clone())?;
        let filter = process.environment.get("C2C_LOG").and_then(OsStr::to_str).unwrap_or(LOGGED);
        let talk = if shared.verbose { Talk::StandardError } else { Talk::FileOnly };
        if let Err(error) = logging::start(&config.data, filter, talk) {
            output.say(&format!("There is no log: {error}"));
        }
        config.log_bad_settings();
        let adapters = (process.join)(adapters(&config, output));
        let app = App::open(config, adapters)?;
        let root = root(shared.workspace.as_deref(), &process.current_dir);
        Ok(Self { app, root, process, output: Arc::clone(output) })
    }

    fn place(&self) -> Result<Place, ApiError> {
        Place::open(&self.app, &self.root)
    }

    /// What C2C knows of the folder, which may be gone.
    fn workspace_row(&self) -> Result<Workspace, ApiError> {
        c2c_api::workspace_at(&self.app, &self.root)
    }

    /// The answer that was copied.
    fn clipboard_text(&self) -> Result<String, ApiError> {
        let text = c2c_adapters::copied(&self.process.environment).map_err(no_clipboard)?;
        text.ok_or_else(|| {
            ApiError::new(ErrorKind::User, "there is no text on the clipboard")
                .hint("copy ChatGPT's whole answer first")
        })
    }

    async fn run(self, command: Command) -> Result<ExitCode, ApiError> {
        let (app, output) = (&self.app, &self.output);
        if matches!(command, Command::ChatGpt(_) | Command::Serve(_) | Command::Workspace(_)) {
            self.warn_of_settings();
        }
        match command {
            Command::Start(start) => return self.start(start).await,
            Command::Continue(how) => return self.continue_(&how).await,
            Command::Status => output.answer(&c2c_api::status(app, &self.root)?, text::status),
            Command::Pause => output.answer(&c2c_api::pause(app, &self.workspace_row()?).await?, text::command),
            Command::Stop => output.answer(&c2c_api::stop(app, &self.workspace_row()?).await?, text::command),
            Command::Reply(reply) => {
                let workspace = self.workspace_row()?;
                c2c_api::awaits_answers(app, &workspace)?;
                let answer = match reply.clipboard {
                    true => self.clipboard_text()?,
                    false => read_reply(reply.file.as_deref(), &self.process)?,
                };
                output.answer(&c2c_api::reply(app, &workspace, &answer).await?, text::command);
            }
            Command::Approve => output.answer(&c2c_api::approve(app, &self.workspace_row()?).await?, text::command),
            Command::Reject(reject) => {
                output.answer(&c2c_api::reject(app, &self.workspace_row()?, &reject.reason).await?, text::command);
            }
            Command::Handoff => output.answer(&c2c_api::handoff(app, &self.workspace_row()?).await?, text::command),
            Command::Undo(undo) => {
                output.answer(&c2c_api::undo(app, &self.place()?, undo.iteration).await?, text::undo);
            }
            Command::Message(MessageCommand::Render(render)) => {
                let view = c2c_api::message_render(app, &self.root, &render_params(*render))?;
                output.answer(&view, |view| view.text.clone());
            }
            Command::Message(MessageCommand::Copy(copy)) => {
                let message = c2c_api::message_sent(app, &self.place()?, copy.number)?;
                c2c_adapters::copy(&self.process.environment, &message.text).map_err(no_clipboard)?;
                output.answer(&message, |message| format!("Message {} is on the clipboard.", message.number));
            }
            Command::Session(session) => {
                let view = match session.command {
                    None | Some(SessionCommand::Get) => c2c_api::session_get(app, &self.place()?)?,
                    Some(SessionCommand::Set(set)) => c2c_api::session_set(app, &self.place()?, &set_params(*set))?,
                    Some(SessionCommand::Clear) => c2c_api::session_clear(app, &self.place()?)?,
                };
                output.answer(&view, text::session);
            }
            Command::Record(record) => {
                let params = record_params(record, &self.process.current_dir);
                output.answer(&c2c_api::record(app, &self.place()?, &params)?, text::record);
            }
            Command::Preview(what) => return preview(app, &self.root, &self.process.current_dir, &what, output),
            Command::Workspace(workspace) => self.workspace(workspace.accept_config.as_deref())?,
            Command::Instructions => {
                output.answer(&c2c_api::instructions(app, &self.place()?)?, |view| view.text.clone());
            }
            Command::ChatGpt(chatgpt) => self.chatgpt(chatgpt).await?,
            Command::BootPrompt => output.answer(&c2c_api::boot_prompt(app, &self.place()?)?, |view| view.text.clone()),
            Command::Serve(serve) => {
                // Serving is for all workspaces; the one we stand in is shown with its address.
                let place = if self.root.join(".git").exists() { Some(self.place()?) } else { None };
                let opened = |view: &c2c_ipc::ServeView| output.answer(view, text::serve);
                let asked = shutdown::asked(output);
                c2c_api::serve(app, Arc::new(HttpDoor), serve.port, place.as_ref(), opened, asked).await?;
            }
            #[cfg(feature = "window")]
            Command::ClipboardKeeper => {}
            Command::Completions(_) | Command::Message(MessageCommand::Parse(_)) => {}
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Names the settings that are not used, as a session does when it begins.
    fn warn_of_settings(&self) {
        let lines = Steps::new(Arc::clone(&self.output));
        for bad in &self.app.config().bad_settings {
            lines.line(&StepLine::Warning { text: bad.text() });
        }
    }

    fn workspace(&self, accept_config: Option<&str>) -> Result<(), ApiError> {
        let mut place = self.place()?;
        if let Some(hash) = accept_config {
            c2c_api::accept_config(&self.app, &place, hash)?;
            place = self.place()?;
        }
        self.output.answer(&c2c_api::workspace(&self.app, &place)?, text::workspace);
        Ok(())
    }

    async fn chatgpt(&self, command: ChatGptCommand) -> Result<(), ApiError> {
        let (app, output) = (&self.app, &self.output);
        match command {
            ChatGptCommand::Open(open) => {
                let params = ChatGptOpenParams { url: open.url, project: open.project };
                output.answer(&c2c_api::chatgpt_open(app, &params).await?, text::chatgpt_open);
            }
            ChatGptCommand::Status => output.answer(&c2c_api::chatgpt_status(app).await?, text::chatgpt_status),
            ChatGptCommand::Close => output.answer(&c2c_api::chatgpt_close(app).await?, text::chatgpt_close),
        }
        Ok(())
    }

    fn foreground(&self) -> Run {
        Run { lines: Arc::new(Steps::new(Arc::clone(&self.output))), listen: Arc::new(HttpDoor) }
    }

    async fn start(&self, start: StartArguments) -> Result<ExitCode, ApiError> {
        let params = StartParams {
            goal: start.goal,
            carrier: if start.manual { Carrier::Manual } else { Carrier::Window },
            approval: start.approval.map(|approval| match approval {
                ApprovalArgument::First => ApprovalMode::First,
                ApprovalArgument::Every => ApprovalMode::Every,
                ApprovalArgument::Never => ApprovalMode::Never,
            }),
            max_iterations: start.max_iterations,
            sandbox: start.sandbox.map(|sandbox| match sandbox {
                SandboxArgument::ReadOnly => Sandbox::ReadOnly,
                SandboxArgument::WorkspaceWrite => Sandbox::WorkspaceWrite,
                SandboxArgument::DangerFullAccess => Sandbox::DangerFullAccess,
            }),
            chat: match (start.chat, start.project, start.new_chat) {
                (Some(url), ..) => Chat::At { url },
                (None, Some(url), false) => Chat::InProject { url },
                (None, Some(url), true) => Chat::NewInProject { url },
                (None, None, true) => Chat::New,
                (None, None, false) => Chat::Current,
            },
        };
        let place = self.place()?;
        if start.app {
            let lines = Steps::new(Arc::clone(&self.output));
            self.output.answer(&c2c_api::start_in_app(&self.app, &place, &params, &lines).await?, text::command);
            return Ok(ExitCode::SUCCESS);
        }
        let run = self.foreground();
        let end = c2c_api::start(&self.app, &place, &params, &run, shutdown::asked(&self.output)).await?;
        Ok(self.ended(&end))
    }

    async fn continue_(&self, how: &ContinueArguments) -> Result<ExitCode, ApiError> {
        let place = self.place()?;
        let params = ContinueParams { carrier: how.manual.then_some(Carrier::Manual) };
        let run = self.foreground();
        match c2c_api::continue_(&self.app, &place, params, &run, shutdown::asked(&self.output)).await? {
            Continued::Here(end) => Ok(self.ended(&end)),
            Continued::Elsewhere(answer) => {
                self.output.answer(&answer, text::command);
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    /// Only a session that reached its goal is a success.
    fn ended(&self, end: &SessionEnd) -> ExitCode {
        self.output.answer(end, text::end);
        if end.state == "DONE" { ExitCode::SUCCESS } else { ExitCode::from(1) }
    }
}

/// The folder that is meant: the one that is named, otherwise the repository around the current one.
fn root(named: Option<&Path>, current_dir: &Path) -> PathBuf {
    match named {
        Some(named) => current_dir.join(named),
        None => current_dir.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(current_dir).to_owned(),
    }
}

fn completion_script(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "c2c", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn read_reply(file: Option<&Path>, process: &Process) -> Result<String, ApiError> {
    let mut bytes = Vec::new();
    let read = match file {
        Some(file) => File::open(process.current_dir.join(file))
            .and_then(|file| file.take(LARGEST_REPLY + 1).read_to_end(&mut bytes)),
        None => io::stdin().lock().take(LARGEST_REPLY + 1).read_to_end(&mut bytes),
    };
    let place = file.map_or_else(|| "standard input".to_owned(), |file| format!("`{}`", file.display()));
    read.map_err(|error| {
        ApiError::new(ErrorKind::User, format!("the reply in {place} cannot be read"))
            .hint("give it through standard input, or name its file with `--file`")
            .because(error)
    })?;
    if bytes.len() as u64 > LARGEST_REPLY {
        return Err(ApiError::new(ErrorKind::User, format!("the reply in {place} is larger than 16 MiB"))
            .hint("give only ChatGPT's last answer"));
    }
    // A reply is text out of a web page; a byte that is none must not stop it.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The clipboard cannot be used, and why.
fn no_clipboard(reason: NoClipboard) -> ApiError {
    ApiError::new(ErrorKind::Config, "the clipboard cannot be used").because(reason)
}

fn render_params(render: RenderArguments) -> RenderParams {
    RenderParams {
        state: render.state.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default(),
        task: render.task,
        iteration: render.iteration,
        goal: render.goal,
        instruction: render.instruction,
        result: render.result,
        changed_files: render.changed_files,
        tests: render.tests,
        reason: render.reason,
        progress: render.progress,
        current_state: render.current_state,
        known_issues: render.known_issues,
        next_step: render.next_step,
    }
}

fn set_params(set: SetArguments) -> SessionSetParams {
    let list = |given: Vec<String>| (!given.is_empty()).then(|| lines(&given));
    SessionSetParams {
        url: set.url,
        title: set.title,
        task: set.task,
        iteration: set.iteration,
        mode: set.mode.map(|mode| match mode {
            ModeArgument::LongChat => ConversationMode::LongChat,
            ModeArgument::Project => ConversationMode::Project,
        }),
        project_url: set.project_url,
        connector_name: set.connector_name,
        protocol_state: set.protocol_state,
        waiting_for: set.waiting_for,
        goal: set.goal,
        completed_subtasks: list(set.completed_subtasks),
        known_issues: list(set.known_issues),
        next_step: set.next_step,
        clear_checkpoint: set.clear_checkpoint,
    }
}

/// One item for each option, and for each line in it.
fn lines(given: &[String]) -> Vec<String> {
    given
        .iter()
        .flat_map(|text| text.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn record_params(record: RecordArguments, current_dir: &Path) -> RecordParams {
    let output = match (record.command, record.output_file) {
        (Some(command), Some(file)) => {
            Some(RecordedOutput { command, file: current_dir.join(file), exit_code: record.exit_code })
        }
        _ => None,
    };
    RecordParams {
        task: record.task,
        iteration: record.iteration,
        changed_files: record.changed_files,
        tests: record.tests,
        exit_status: match record.exit_status {
            ExitStatusArgument::Ok => ExitStatus::Ok,
            ExitStatusArgument::Failed => ExitStatus::Failed,
            ExitStatusArgument::Blocked => ExitStatus::Blocked,
        },
        output,
        notes: record.notes,
    }
}

#[cfg(test)]
mod tests;
