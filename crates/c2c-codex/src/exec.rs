//! The executor: one `codex exec` child for each job, watched to its end.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use c2c_os::command::{Command, CommandError, Stream};
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{
    BoxFuture, CommandRun, EffectId, ExecuteStep, Execution, Executor, ExecutorError, ExecutorInfo, Job, Point, Rerun,
    Settled, StepObserver,
};
use tokio::process::Child;
use tokio::time::{Instant, MissedTickBehavior};

use crate::arguments::{ExecLine, is_thread_id};
use crate::ending::{self, MARK};
use crate::follow::EventFile;
use crate::job::JobFiles;
use crate::outcome::{self, Gone};
use crate::program::{self, VersionCache};
use crate::protected::{self, Guarded};
use crate::{rerun, settle};

/// How often the event file is looked at while Codex runs. Only its length is asked for when
/// nothing has come.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How Codex is run.
#[derive(Debug, Clone)]
pub struct CodexConfig {
    /// The person's environment. Codex gets all of it; `CODEX_HOME`, `C2C_CODEX` and `PATH` are
    /// read from it.
    pub environment: Environment,
    /// Where the files of the jobs go.
    pub data: DataFolder,
    /// The program, if the person chose one.
    pub program: Option<PathBuf>,
    /// More of Codex's own settings, `key=value` as after its `-c`. They cannot loosen what C2C
    /// fixes: approvals, retries, network, writable folders.
    pub settings: Vec<String>,
}

/// Codex, run as `codex exec`.
///
/// An execution that is dropped before its end leaves its Codex running, as the death of this
/// process would: [`Executor::settle`] finds it and ends it.
#[derive(Debug)]
pub struct CodexExec {
    pub(crate) config: CodexConfig,
    versions: VersionCache,
}

/// One child that is gone, with what it said.
struct Watched {
    gone: Gone,
    events: EventFile,
}

impl Watched {
    /// Whether it ended by itself without having begun anything: the thread's name is its first word.
    fn is_silent(&self) -> bool {
        self.gone == Gone::ByItself && self.events.is_empty()
    }
}

/// One execution while it runs.
struct Run<'a> {
    job: &'a Job,
    steps: &'a dyn StepObserver,
    files: JobFiles,
    deadline: Instant,
    thread_known: bool,
}

impl CodexExec {
    /// An executor that has not looked for anything yet; see [`Executor::check`].
    #[must_use]
    pub fn new(config: CodexConfig) -> Self {
        Self { config, versions: VersionCache::default() }
    }

    /// Codex's own folder: `CODEX_HOME`, else `~/.codex`, as Codex finds it.
    #[must_use]
    pub fn codex_home(&self) -> Option<PathBuf> {
        let environment = &self.config.environment;
        let named = environment.get("CODEX_HOME").map(PathBuf::from);
        named.or_else(|| environment.home().map(|home| home.join(".codex")))
    }

    async fn look(&self) -> Result<ExecutorInfo, ExecutorError> {
        self.guarded(|guarded| protected::outside_temporary(&self.config.environment, guarded))?;
        let program = program::find(self.config.program.as_deref(), &self.config.environment)?;
        program::look(program, &self.config.environment, &self.versions).await
    }

    /// Finds the program, and makes sure that work in `root` cannot reach what must be safe from it.
    pub(crate) async fn program_for(&self, root: &Path) -> Result<PathBuf, ExecutorError> {
        let info = self.look().await?;
        self.guarded(|guarded| protected::outside_workspace(root, guarded))?;
        Ok(info.program)
    }

    fn guarded<T>(&self, check: impl FnOnce(&[Guarded<'_>]) -> Result<T, ExecutorError>) -> Result<T, ExecutorError> {
        let home = self.codex_home();
        let data = Guarded { what: "C2C's data folder", path: self.config.data.root() };
        let home = home.as_deref().map(|path| Guarded { what: "Codex's folder", path });
        check(&[Some(data), home].into_iter().flatten().collect::<Vec<_>>())
    }

    pub(crate) fn files(&self, effect: &EffectId) -> JobFiles {
        JobFiles::new(self.config.data.effect_dir(effect))
    }

    async fn run(
        &self,
        job: &Job,
        steps: &dyn StepObserver,
        mut cancel: BoxFuture<'_, ()>,
    ) -> Result<Execution, ExecutorError> {
        let program = self.program_for(&job.root).await?;
        let mut run = Run {
            job,
            steps,
            files: self.files(&job.effect_id),
            deadline: Instant::now() + Duration::from_secs(job.deadline_s),
            thread_known: false,
        };
        let mut prompt = run.files.prepare(job)?;
        run.reached(ExecuteStep::Prepared);
        let mut thread_id = job.thread_id.as_deref().filter(|id| is_thread_id(id));
        let watched = loop {
            let child = self.start(&program, &run, prompt, thread_id)?;
            let watched = match run.watch(child, &mut cancel).await {
                Ok(watched) => watched,
                Err(error) => {
                    // Whatever failed, nothing may be left running.
                    ending::sweep(job.effect_id.as_str(), &[]).await?;
                    return Err(error);
                }
            };
            if thread_id.is_none() || !watched.is_silent() {
                break watched;
            }
            // The thread is unknown here, or another process has it. A failure of another kind
            // will show again.
            tracing::warn!(effect = %job.effect_id, thread_id, "Codex cannot go on with the thread; starting a new one");
            thread_id = None;
            prompt = run.files.lock()?.ok_or_else(|| run.files.busy())?;
        };
        let transcript = watched.events.finish();
        if !transcript.unknown_types.is_empty() || transcript.damaged_lines > 0 {
            tracing::info!(effect = %job.effect_id, types = ?transcript.unknown_types, damaged = transcript.damaged_lines,
                "Codex said things that are not known here");
        }
        Ok(outcome::execution(transcript, watched.gone, &run.files.stderr_tail()))
    }

    /// Starts Codex. The locked prompt goes to it alone.
    fn start(
        &self,
        program: &Path,
        run: &Run<'_>,
        prompt: File,
        thread_id: Option<&str>,
    ) -> Result<Child, ExecutorError> {
        let line = ExecLine {
            root: &run.job.root,
            sandbox: run.job.sandbox,
            schema_file: &run.files.schema(),
            last_message_file: &run.files.last_message(),
            settings: &self.config.settings,
            thread_id,
        };
        Command::new(program, run.job.root.clone())
            .args(line.arguments())
            .inherit_all(&self.config.environment)
            .env(MARK, run.job.effect_id.as_str())
            .own_group()
            .stdin(Stream::File(prompt))
            .stdout(Stream::File(run.files.output(&run.files.events())?))
            .stderr(Stream::File(run.files.output(&run.files.stderr())?))
            .spawn_tokio()
            .map_err(not_started)
    }
}

impl Run<'_> {
    fn reached(&self, step: ExecuteStep) {
        self.steps.reached(&self.job.effect_id, Point::Execute(step));
    }

    /// Watches the child to its end and sweeps after it.
    async fn watch(&mut self, mut child: Child, cancel: &mut BoxFuture<'_, ()>) -> Result<Watched, ExecutorError> {
        self.reached(ExecuteStep::Spawned);
        let missing = || unwatched(io::ErrorKind::NotFound.into());
        let process = child.id().and_then(process::identity).ok_or_else(missing)?;
        self.files.note(&process)?;
        self.reached(ExecuteStep::Noted);
        let mut events = EventFile::new(self.files.open_events()?.ok_or_else(missing)?);
        let (gone, family) = self.until_gone(&mut child, process, cancel, &mut events).await?;
        child.wait().await.map_err(unwatched)?;
        let events = self.advance(events).await?;
        self.reached(ExecuteStep::Ended);
        ending::sweep(self.job.effect_id.as_str(), &family).await?;
        self.files.clear_mounts(&self.job.root);
        self.reached(ExecuteStep::Swept);
        Ok(Watched { gone, events })
    }

    async fn until_gone(
        &mut self,
        child: &mut Child,
        process: ProcessIdentity,
        cancel: &mut BoxFuture<'_, ()>,
        events: &mut EventFile,
    ) -> Result<(Gone, Vec<ProcessIdentity>), ExecutorError> {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let gone = tokio::select! {
                biased;
                ended = child.wait() => {
                    ended.map_err(unwatched)?;
                    return Ok((Gone::ByItself, Vec::new()));
                }
                () = &mut *cancel => Gone::Cancelled,
                () = tokio::time::sleep_until(self.deadline) => Gone::DeadlinePassed,
                _ = looks.tick() => {
                    events.advance().map_err(unwatched)?;
                    self.see_thread(events);
                    continue;
                }
            };
            return Ok((gone, ending::end(process).await?));
        }
    }

    async fn advance(&mut self, mut events: EventFile) -> Result<EventFile, ExecutorError> {
        let events = tokio::task::spawn_blocking(move || events.advance().map(|()| events))
            .await
            .map_err(|error| unwatched(io::Error::other(error)))?
            .map_err(unwatched)?;
        self.see_thread(&events);
        Ok(events)
    }

    fn see_thread(&mut self, events: &EventFile) {
        if !self.thread_known
            && let Some(thread_id) = &events.transcript().thread_id
        {
            self.thread_known = true;
            tracing::debug!(effect = %self.job.effect_id, thread_id, "Codex has a thread");
            self.reached(ExecuteStep::ThreadKnown);
        }
    }
}

impl Executor for CodexExec {
    fn check(&self) -> BoxFuture<'_, Result<ExecutorInfo, ExecutorError>> {
        Box::pin(self.look())
    }

    fn execute<'a>(
        &'a self,
        job: &'a Job,
        steps: &'a dyn StepObserver,
        cancel: BoxFuture<'a, ()>,
    ) -> BoxFuture<'a, Result<Execution, ExecutorError>> {
        Box::pin(self.run(job, steps, cancel))
    }

    fn settle<'a>(
        &'a self,
        job: &'a Job,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Settled, ExecutorError>> {
        Box::pin(settle::settle(self.files(&job.effect_id), job, steps))
    }

    fn rerun<'a>(&'a self, rerun: Rerun<'a>) -> BoxFuture<'a, Result<CommandRun, ExecutorError>> {
        Box::pin(rerun::rerun(self, rerun))
    }
}

/// The error for a program that could not be started.
pub(crate) fn not_started(error: CommandError) -> ExecutorError {
    match error {
        CommandError::NotFound { program } => ExecutorError::Missing { looked_in: vec![program.into()] },
        other => ExecutorError::Io { doing: "cannot start Codex".to_owned(), source: io::Error::other(other) },
    }
}

/// The error for a child that could not be followed to its end.
pub(crate) fn unwatched(source: io::Error) -> ExecutorError {
    ExecutorError::Io { doing: "cannot follow what Codex does".to_owned(), source }
}
