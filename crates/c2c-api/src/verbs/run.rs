//! Running a session in the foreground: `start` and `continue`.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use c2c_ipc::app::Reason;
use c2c_ipc::{CommandAnswer, ServeView, SessionEnd, StepLine};
use c2c_orchestrator::{
    Approval, Assignment, Command, Driver, LoopSettings, Machine, Observer, Person, Phase, Ports, Progress, RunUntil,
    Status,
};
use c2c_ports::{Sandbox, SessionId, Window};
use c2c_protocol::TaskId;
use c2c_store::{ApprovalMode, Carrier, Direction, Lease, LeaseKind, NewSession, ReadTx, Session, SessionDriver};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::leases;
use crate::place::Place;
use crate::steps::{StepLines, Watch};
use crate::verbs::chat::Chat;
use crate::verbs::serve::{Beside, Listen};
use crate::verbs::shown::forget_unanswered_boot;
use crate::verbs::{boot_prompt, commands};
use crate::views;

/// What a session is started with. What is not given comes from the settings and the workspace.
#[derive(Debug, Clone)]
pub struct StartParams {
    /// What is to be reached.
    pub goal: String,
    /// Who carries the messages.
    pub carrier: Carrier,
    /// Which plans wait for approval.
    pub approval: Option<ApprovalMode>,
    /// The iteration limit.
    pub max_iterations: Option<u32>,
    /// What Codex may touch.
    pub sandbox: Option<Sandbox>,
    /// The conversation that is used.
    pub chat: Chat,
}

/// What a session is continued with.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContinueParams {
    /// Who carries the messages from now on; none leaves it as it is.
    pub carrier: Option<Carrier>,
}

/// Where a session that runs in this process is shown, and how its connector is served.
#[derive(Clone)]
pub struct Run {
    /// Is told each step.
    pub lines: Arc<dyn StepLines>,
    /// Opens the connectors' door.
    pub listen: Arc<dyn Listen>,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Run").finish_non_exhaustive()
    }
}

/// Starts a session and runs it until it ends, is blocked or pauses, or `shutdown` resolves.
///
/// # Errors
/// `User` for an empty goal, `Config` for a workspace or program that cannot be used, `Conflict` when
/// the workspace has a session already. Nothing is written then.
pub async fn start(
    app: &Arc<App>,
    place: &Place,
    params: &StartParams,
    run: &Run,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<SessionEnd, ApiError> {
    let ready = begin(app, place, params, false).await?;
    run_to_end(app, place, ready, run, Manner::FOREGROUND, shutdown).await
}

/// Writes a session down and hands it over to the app, which runs it from now on. `lines` is told what is not as the
/// person may think, as where a session begins in a terminal.
///
/// # Errors
/// `Precondition` when the app does not run; as [`start`] otherwise. Nothing is written then.
pub async fn start_in_app(
    app: &Arc<App>,
    place: &Place,
    params: &StartParams,
    lines: &dyn StepLines,
) -> Result<CommandAnswer, ApiError> {
    if leases::holder(app, LeaseKind::App, leases::APP)?.is_none() {
        return Err(ApiError::new(ErrorKind::Precondition, "the C2C app does not run")
            .hint("start it, or leave out `--app` to run the session in this terminal"));
    }
    let Ready { session, lease, warning, .. } = begin(app, place, params, true).await?;
    leases::release(app, &lease);
    warn(app, place, warning, lines);
    let deadline = tokio::time::Instant::now() + TAKING_UP;
    while leases::owner(app, &session.id)?.is_none() {
        if tokio::time::Instant::now() >= deadline {
            let text = "The session is written down, and the app has not taken it up yet.".to_owned();
            return Ok(handed_over(&session, "queued", text, "go on with it here by `c2c continue`"));
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let hint = "see where it stands with `c2c status`, or in the app";
    Ok(handed_over(&session, "done", "The app runs the session.".to_owned(), hint))
}

/// How long the app may take to take a session up. It looks once a second while nothing goes on.
const TAKING_UP: std::time::Duration = std::time::Duration::from_secs(10);

fn handed_over(session: &Session, outcome: &str, text: String, hint: &str) -> CommandAnswer {
    let status = c2c_store::SessionStatus::Active;
    CommandAnswer { hints: vec![hint.to_owned()], ..commands::answer(&session.id, "start", outcome, status, text) }
}

/// Writes a session down, with its lease ours. `in_app` says whether the app runs it from now on.
pub(crate) async fn begin(
    app: &Arc<App>,
    place: &Place,
    params: &StartParams,
    in_app: bool,
) -> Result<Ready, ApiError> {
    if params.goal.trim().is_empty() {
        return Err(ApiError::new(ErrorKind::User, "the goal is empty")
            .hint("say what is to be reached with `--goal`")
            .reason(Reason::GoalEmpty));
    }
    let chat = params.chat.checked(&app.settings().chatgpt_origin)?;
    let params = &StartParams { chat, ..params.clone() };
    let window = carrying(app, params.carrier)?;
    let warning = ready(app, place).await?;
    let (session, lease) = create(app, place, params, in_app)?;
    Ok(Ready { session, lease, continued: false, warning, window })
}

/// A session of which this process has the lease.
pub(crate) struct Ready {
    pub(crate) session: Session,
    lease: Lease,
    continued: bool,
    warning: Option<String>,
    window: Arc<dyn Window>,
}

/// How a session is run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// How long.
    pub(crate) until: RunUntil,
    /// Whether a pause ends.
    pub(crate) goes_on: bool,
    /// Whether the connectors are served beside it.
    pub(crate) serves: bool,
}

impl Manner {
    /// In a terminal.
    const FOREGROUND: Self = Self { until: RunUntil::Idle, goes_on: true, serves: true };
}

/// Runs a session and gives its lease back.
pub(crate) async fn run_to_end(
    app: &Arc<App>,
    place: &Place,
    ready: Ready,
    run: &Run,
    manner: Manner,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<SessionEnd, ApiError> {
    let lease = ready.lease.clone();
    let ended = drive(app, place, ready, run, manner, shutdown).await;
    leases::release(app, &lease);
    ended
}

/// Goes on with the workspace's session: takes it over when nobody runs it, otherwise asks its owner.
///
/// # Errors
/// `NotFound` without a session; as [`start`] otherwise.
pub async fn continue_(
    app: &Arc<App>,
    place: &Place,
    params: ContinueParams,
    run: &Run,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<Continued, ApiError> {
    let session = commands::driven_session(app, &place.workspace)?;
    let carrier = params.carrier.unwrap_or(session.carrier);
    if let Some(owner) = leases::owner(app, &session.id)? {
        if carrier != session.carrier {
            let text = format!("process {} runs the session and carries its messages", owner.pid);
            return Err(ApiError::new(ErrorKind::Conflict, text)
                .hint("end that process with Ctrl-C first, then continue the session here")
                .reason(Reason::SessionElsewhere));
        }
        let payload = commands::payload(&Command::Continue)?;
        return Ok(Continued::Elsewhere(commands::ask(app, &session.id, "continue", &payload).await?));
    }
    let window = carrying(app, carrier)?;
    let warning = ready(app, place).await?;
    let taken = take_up(app, &session, window, carrier, false)?;
    let ready = Ready { warning, ..taken };
    run_to_end(app, place, ready, run, Manner::FOREGROUND, shutdown).await.map(Continued::Here)
}

/// Takes a session that nobody runs. `window` carries its messages from now on, as `carrier`.
///
/// # Errors
/// `Conflict` when somebody runs it.
pub(crate) fn take_up(
    app: &App,
    session: &Session,
    window: Arc<dyn Window>,
    carrier: Carrier,
    in_app: bool,
) -> Result<Ready, ApiError> {
    let lease = leases::acquire_session(app, &session.id)?;
    let written = app.store().write_owned(&lease, |tx| {
        // Whoever ran it may have got on since it was read.
        let mut session = tx.session(&session.id)?.unwrap_or_else(|| session.clone());
        if carrier != session.carrier {
            session.carrier = carrier;
            tx.update_session(&session)?;
        }
        tx.set_in_app(&session.id, in_app)?;
        Ok(session)
    });
    match written {
        Ok(session) => Ok(Ready { session, lease, continued: true, warning: None, window }),
        Err(error) => {
            leases::release(app, &lease);
            Err(error.into())
        }
    }
}

/// Where a session goes on.
#[derive(Debug)]
pub enum Continued {
    /// It ran in this process, to this end.
    Here(SessionEnd),
    /// Another process runs it, and answered so.
    Elsewhere(c2c_ipc::CommandAnswer),
}

/// What carries the messages of a session.
pub(crate) fn carrying(app: &App, carrier: Carrier) -> Result<Arc<dyn Window>, ApiError> {
    let adapters = app.adapters();
    match carrier {
        Carrier::Manual => Ok(Arc::clone(&adapters.manual)),
        Carrier::Window => adapters.window.clone().ok_or_else(|| {
            ApiError::new(ErrorKind::Unavailable, "C2C cannot use a ChatGPT window by itself here")
                .hint("add `--manual` and carry the messages yourself")
                .reason(Reason::WindowMissing)
        }),
    }
}

/// Everything that must be right before a session may run. A warning of the executor is returned.
pub(crate) async fn ready(app: &Arc<App>, place: &Place) -> Result<Option<String>, ApiError> {
    place.require_repository(app)?;
    let info = app.adapters().executor.check().await?;
    Ok(info.warning)
}

/// Writes the session down with its first state, and takes its lease in the same moment.
fn create(app: &App, place: &Place, params: &StartParams, in_app: bool) -> Result<(Session, Lease), ApiError> {
    let limits = place.limits();
    let id = SessionId::from_random(c2c_os::random::bytes()?);
    let task_id = TaskId::from_random(c2c_os::random::bytes()?);
    let reply_deadline_s = limits.reply_deadline_s;
    let approval = params.approval.unwrap_or(limits.approval);
    let max_iterations = params.max_iterations.unwrap_or(limits.max_iterations);
    let settings = LoopSettings {
        approval: match approval {
            ApprovalMode::First => Approval::First,
            ApprovalMode::Every => Approval::Every,
            ApprovalMode::Never => Approval::Never,
        },
        max_iterations,
        reply_deadline_s,
        connector_name: place.workspace.connector_name.clone(),
    };
    let boot_prompt = boot_prompt::text(app, place)?;
    let root = Path::new(&place.workspace.root);
    let written = app.store().write(|tx| {
        if let Some(other) = nested(tx, root)? {
            return Err(c2c_store::StoreError::Conflict { what: NESTED, with: other });
        }
        forget_unanswered_boot(tx, place)?;
        let conversation = params.chat.conversation(tx, place, params.carrier)?;
        let session = tx.create_session(&NewSession {
            id: id.clone(),
            workspace_id: place.workspace.id.clone(),
            conversation_id: Some(conversation.id),
            task_id: task_id.to_string(),
            goal: params.goal.clone(),
            driver: SessionDriver::Orchestrator,
            carrier: params.carrier,
            approval,
            sandbox: params.sandbox.unwrap_or(limits.sandbox),
            max_iterations,
            reply_deadline_s,
        })?;
        let machine = Machine::new(task_id.clone(), params.goal.clone(), settings, boot_prompt, conversation.booted);
        let state = serde_json::to_value(&machine)
            .map_err(|source| c2c_store::StoreError::Json { doing: "writing the session's first state", source })?;
        tx.save_state(&id, &state)?;
        tx.set_in_app(&id, in_app)?;
        let lease = tx.acquire_lease(LeaseKind::Session, id.as_str(), None, app.process(), &|_, _| true)?;
        Ok((session, lease))
    });
    match written {
        Ok((session, c2c_store::Acquired::Yes(lease))) => Ok((session, lease)),
        Ok((session, c2c_store::Acquired::Held(lease))) => {
            let text = format!("process {} runs session `{}`", lease.pid, session.id);
            Err(ApiError::new(ErrorKind::Conflict, text).reason(Reason::SessionElsewhere))
        }
        Err(c2c_store::StoreError::Conflict { what: NESTED, with }) => Err(nested_in(place, &with)),
        Err(c2c_store::StoreError::Conflict { .. }) => Err(taken(app, place, params.carrier)?),
        Err(error) => Err(error.into()),
    }
}

/// What [`nested`] found, as the store's conflict names it.
const NESTED: &str = "a session in a folder above or below";

/// The root of another workspace with an open session that contains `root` or lies in it: two runs of Codex would mix
/// their changes.
fn nested(tx: &ReadTx<'_>, root: &Path) -> Result<Option<String>, c2c_store::StoreError> {
    for workspace in tx.workspaces()? {
        let other = Path::new(&workspace.root);
        let is_nested = other != root && (other.starts_with(root) || root.starts_with(other));
        if is_nested && tx.open_session(&workspace.id)?.is_some() {
            return Ok(Some(workspace.root));
        }
    }
    Ok(None)
}

/// Makes sure that no session stands in the way of a new one.
///
/// # Errors
/// `Conflict` when one does.
pub(crate) fn require_no_session(app: &App, place: &Place) -> Result<(), ApiError> {
    let root = Path::new(&place.workspace.root);
    let (nested, open) = app.store().read(|tx| Ok((nested(tx, root)?, tx.open_session(&place.workspace.id)?)))?;
    match (nested, open) {
        (_, Some(open)) => Err(taken(app, place, open.carrier)?),
        (Some(with), None) => Err(nested_in(place, &with)),
        (None, None) => Ok(()),
    }
}

fn nested_in(place: &Place, with: &str) -> ApiError {
    let text = format!("`{with}` has a session, and one of it and `{}` lies in the other", place.workspace.root);
    ApiError::new(ErrorKind::Conflict, text)
        .hint(format!("end that one with `c2c -w {with} stop`"))
        .reason(Reason::SessionNested)
}

fn taken(app: &App, place: &Place, carrier: Carrier) -> Result<ApiError, ApiError> {
    let open = app.store().read(|tx| tx.open_session(&place.workspace.id))?;
    let is_windows = open.as_ref().is_some_and(|session| session.carrier == Carrier::Window);
    let by_hand = if is_windows && carrier == Carrier::Manual { " --manual" } else { "" };
    let owner = open.as_ref().map(|session| leases::owner(app, &session.id)).transpose()?.flatten();
    let in_app = match &owner {
        Some(owner) => leases::holder(app, LeaseKind::App, leases::APP)?.is_some_and(|it| it.owner() == owner.owner()),
        None => false,
    };
    let task = open.map(|session| session.task_id).unwrap_or_default();
    let (place_of_run, hint) = match owner {
        Some(_) if in_app => {
            (", which runs in the C2C app".to_owned(), "look at it in the app, or end it with `c2c stop`".to_owned())
        }
        Some(owner) => {
            (format!(", which process {} runs", owner.pid), "let it go on there, or end it with `c2c stop`".to_owned())
        }
        None => (String::new(), format!("go on with it by `c2c continue{by_hand}`, or end it with `c2c stop`")),
    };
    let text = format!("`{}` has a session already: `{task}`{place_of_run}", place.workspace.root);
    Ok(ApiError::new(ErrorKind::Conflict, text)
        .reason(Reason::SessionExists)
        .hint("see where it stands with `c2c status`")
        .hint(hint))
}

/// A driver for the session under `lease`, which sends and reads by `window`.
pub(crate) fn driver(
    app: &App,
    root: &Path,
    session: &Session,
    lease: Lease,
    window: Arc<dyn Window>,
    observer: Arc<dyn Observer>,
) -> Result<Driver, ApiError> {
    let adapters = app.adapters();
    let environment = &app.config().environment;
    let settings = app.settings();
    let ports = Ports {
        window,
        executor: Arc::clone(&adapters.executor),
        changes: Arc::clone(&adapters.changes),
        notifier: Arc::clone(&adapters.notifier),
        clock: Arc::clone(&adapters.clock),
        steps: Arc::clone(&adapters.steps),
        observer,
    };
    let assignment = Assignment {
        lease,
        session_id: session.id.clone(),
        root: root.to_owned(),
        sandbox: session.sandbox,
        execution_deadline_s: settings.codex_deadline_min * 60,
        mentions_connector: settings.mention_connector,
        allows_connector: settings.allow_read_only_calls,
        person: Person {
            home: environment.home().and_then(|home| home.to_str().map(str::to_owned)),
            user: environment.get("USER").and_then(|user| user.to_str().map(str::to_owned)),
        },
    };
    Ok(Driver::open(Arc::clone(app.store()), ports, assignment)?)
}

/// For a driver that nobody watches.
pub(crate) fn nobody() -> Arc<dyn Observer> {
    struct Nobody;
    impl Observer for Nobody {
        fn progress(&self, _progress: &Progress) {}
    }
    Arc::new(Nobody)
}

async fn drive(
    app: &Arc<App>,
    place: &Place,
    ready: Ready,
    run: &Run,
    manner: Manner,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<SessionEnd, ApiError> {
    let Ready { session, lease, continued, warning, window } = ready;
    let session = &session;
    run.lines.line(&StepLine::Session {
        session: session.id.to_string(),
        task_id: session.task_id.clone(),
        workspace: place.workspace.name.clone(),
        root: place.workspace.root.clone(),
        continued,
    });
    warn(app, place, warning, run.lines.as_ref());
    let beside = if manner.serves { serve_beside(app, place, run).await } else { None };
    let lines = Arc::clone(&run.lines);
    let watch = Watch { task_id: session.task_id.clone(), carrier: session.carrier, lines };
    let driver = driver(app, place.root(), session, lease, window, Arc::new(watch));
    let ended = match driver {
        Ok(driver) => drive_to_end(app, session, driver, run, manner, shutdown).await,
        Err(error) => Err(error),
    };
    if let Some(beside) = beside {
        beside.end().await;
    }
    ended
}

/// Says what the executor warns of, and which settings are not used.
fn warn(app: &App, place: &Place, executor: Option<String>, lines: &dyn StepLines) {
    for text in executor.into_iter().chain(place.warnings(&app.bad_settings())) {
        lines.line(&StepLine::Warning { text });
    }
}

/// Serves the connectors for as long as the session runs; a warning where that cannot be.
async fn serve_beside(app: &Arc<App>, place: &Place, run: &Run) -> Option<Beside> {
    match Beside::begin(app, Arc::clone(&run.listen), &place.workspace.id).await {
        Ok((beside, view)) => {
            if let Some(line) = view.and_then(serving) {
                run.lines.line(&line);
            }
            Some(beside)
        }
        Err(error) => {
            let text = format!("{error}, so ChatGPT cannot look at the project: {}", error.causes().join(": "));
            run.lines.line(&StepLine::Warning { text });
            None
        }
    }
}

async fn drive_to_end(
    app: &App,
    session: &Session,
    mut driver: Driver,
    run: &Run,
    manner: Manner,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<SessionEnd, ApiError> {
    if manner.goes_on {
        driver.resume().await?;
    }
    show_again(app, session, driver.machine(), run)?;
    let status = driver.run(manner.until, shutdown).await?;
    Ok(end(session, driver.machine(), status))
}

/// The message whose answer is awaited, under the number it has: its carrier may not have seen it.
fn show_again(app: &App, session: &Session, machine: &Machine, run: &Run) -> Result<(), ApiError> {
    if session.carrier != Carrier::Manual || !matches!(machine.phase, Phase::Waiting { .. }) {
        return Ok(());
    }
    let (message, conversation) = app.store().read(|tx| {
        let conversation = session.conversation_id.map(|id| tx.conversation(id)).transpose()?.flatten();
        Ok((tx.last_out(&session.id)?, conversation))
    })?;
    let Some(message) = message else {
        return Ok(());
    };
    run.lines.line(&StepLine::Message {
        number: message.number,
        direction: Direction::Out.as_str().to_owned(),
        state: message.state,
        task_id: message.task_id,
        iteration: message.iteration,
        delivery: message.delivery.as_str().to_owned(),
        text: message.text,
        conversation_url: conversation.and_then(|conversation| conversation.url),
        project_url: None,
    });
    Ok(())
}

fn serving(view: ServeView) -> Option<StepLine> {
    Some(StepLine::Serving { url: view.url?, token_file: view.token_file, pid: view.pid, notes: view.notes })
}

fn end(session: &Session, machine: &Machine, status: Status) -> SessionEnd {
    let state = match status {
        Status::Done => "DONE",
        Status::Blocked => "BLOCKED",
        Status::Stopped => "STOPPED",
        Status::Paused => "PAUSED",
        // The process goes away while the session waits for the person alone.
        Status::Active => "WAITING",
    };
    let text = match (&machine.phase, &machine.paused) {
        (Phase::Done { summary }, _) => summary.clone(),
        (Phase::Blocked { reason, needs }, None) => {
            let needs = needs.iter().map(|need| format!("\n- {need}")).collect::<String>();
            format!("{reason}{needs}\n{}", views::ANSWER_BLOCKED)
        }
        // This process goes away, and with it all that would go on by itself.
        (_, Some(reason)) => format!("{}\n{}", reason.message(), reason.hint_unattended()),
        (Phase::Approving, None) => {
            "A plan waits for your approval, and nobody runs the session: `c2c approve`, then `c2c continue`."
                .to_owned()
        }
        _ => String::new(),
    };
    SessionEnd {
        state: state.to_owned(),
        iterations: machine.iteration,
        session: session.id.to_string(),
        task_id: session.task_id.clone(),
        text,
    }
}
