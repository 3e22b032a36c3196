//! Sessions that run in the app's process: begun, answered, given back and taken up again; and those of others.

use c2c_ipc::app::{
    Action, Activity, CarrierChoice, ChatChoice, CommandParams, DiffParams, DiffView, Need, OutputParams,
    OutputTextView, SessionCommand, SessionPageView, StartParams, StartedView, StepState,
};
use c2c_ipc::{CommandAnswer, MessageView};
use c2c_ports::SessionId;
use c2c_store::LeaseKind;

use super::*;
use crate::testing::{eventually, git, start_params};
use crate::verbs;

fn begins(fixture: &Fixture) -> StartParams {
    begins_at(&fixture.root().canonicalize().unwrap())
}

fn begins_at(root: &std::path::Path) -> StartParams {
    StartParams {
        root: root.to_str().unwrap().to_owned(),
        goal: "Change the value".to_owned(),
        carrier: CarrierChoice::Manual,
        approval: Some(c2c_ipc::app::ApprovalChoice::Never),
        sandbox: None,
        max_iterations: None,
        chat: ChatChoice::Current {},
    }
}

pub(super) async fn begin(host: &Arc<Host>, fixture: &Fixture) -> String {
    ask::<StartedView>(host, begins(fixture)).await.unwrap().session
}

pub(super) async fn page(host: &Arc<Host>, session: &str) -> SessionPageView {
    ask(host, SessionPageParams { session: session.to_owned() }).await.unwrap()
}

/// The session's page once it is as `fits` says.
pub(super) async fn page_when(
    host: &Arc<Host>,
    session: &str,
    what: &str,
    fits: impl Fn(&SessionPageView) -> bool,
) -> SessionPageView {
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    loop {
        let page = page(host, session).await;
        if fits(&page) {
            return page;
        }
        assert!(std::time::Instant::now() < deadline, "{what} does not happen: {:?}", page.row);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The message in `state` that the person is to carry now.
pub(super) async fn to_carry(host: &Arc<Host>, session: &str, state: &str) -> MessageView {
    let carried = |page: &SessionPageView| {
        let open = page.messages.iter().find(|message| Some(message.number) == page.carry);
        open.filter(|message| message.state == state).cloned()
    };
    let page = page_when(host, session, state, |page| carried(page).is_some()).await;
    carried(&page).unwrap()
}

async fn tell(host: &Arc<Host>, session: &str, command: SessionCommand) -> Result<CommandAnswer, ErrorShape> {
    ask(host, CommandParams { session: session.to_owned(), command }).await
}

async fn reply(host: &Arc<Host>, session: &str, text: &str) -> CommandAnswer {
    tell(host, session, SessionCommand::Reply { text: text.to_owned() }).await.unwrap()
}

fn message(state: &str, open: &MessageView, iteration: u32, sections: &str) -> String {
    format!("[C2C]\nSTATE: {state}\nTASK_ID: {}\nITERATION: {iteration}\n\n{sections}", open.task_id)
}

fn plan(open: &MessageView) -> String {
    let sections = "GOAL:\nChange it.\n\nRATIONALE:\nIt must.\n\nACTIONS:\n1. Change `value.txt`.\n2. Look.\n\n\
                    FILES_LIKELY_INVOLVED:\nvalue.txt\n\nTESTS:\nsh test.sh\n\nSUCCESS_CRITERIA:\nIt changed.\n";
    message("PLAN", open, open.iteration + 1, sections)
}

fn done(open: &MessageView) -> String {
    message("DONE", open, open.iteration, "SUMMARY:\nIt changed.\n")
}

fn blocked(open: &MessageView) -> String {
    message("BLOCKED", open, open.iteration, "REASON:\nWhich value?\n\nNEEDS:\n- The value\n")
}

/// The app is gone without a word: its tasks end, and its leases are a dead process's.
async fn kill(host: &Arc<Host>, session: &str) {
    host.runs.abort_all().await;
    let dead = c2c_os::process::ProcessIdentity { pid: u32::MAX - 1, start_time: 1 };
    let taken = |tx: &c2c_store::WriteTx<'_>| {
        tx.acquire_lease(LeaseKind::App, crate::leases::APP, None, &dead, &|_, _| false)?;
        tx.acquire_lease(LeaseKind::Session, session, None, &dead, &|_, _| false).map(drop)
    };
    host.app.store().write(taken).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_runs_in_the_app_from_its_goal_to_done_and_is_taken_back() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    host.open().await.unwrap();
    let session = begin(&host, &fixture).await;
    let init = to_carry(&host, &session, "INIT").await;
    let SessionPageView { row, connector, .. } = page(&host, &session).await;
    assert_eq!((row.activity, row.need, row.runs), (Activity::Waiting, Some(Need::Carry), true));
    assert!(connector.is_some(), "ChatGPT looks at the project");
    assert_eq!(refused(&host, begins(&fixture)).await, "session_exists");
    reply(&host, &session, &plan(&init)).await;
    let executed = to_carry(&host, &session, "EXECUTED").await;
    let shown = page(&host, &session).await;
    let steps = shown.plan.unwrap().steps;
    assert_eq!(steps.iter().map(|step| step.state).collect::<Vec<_>>(), [StepState::Done, StepState::Done]);
    assert_eq!(steps[1].text, "Look.");
    assert_eq!(shown.iterations[0].changed_files[0].path, "value.txt");
    let diff = |path: &str| DiffParams { session: session.clone(), iteration: 1, path: path.to_owned() };
    let changed: DiffView = ask(&host, diff("value.txt")).await.unwrap();
    assert!(changed.text.ends_with("-one\n+changed\n") && !changed.cut, "{}", changed.text);
    assert_eq!(refused(&host, diff("../value.txt")).await, "no_diff");
    assert_eq!(refused(&host, DiffParams { iteration: 9, ..diff("value.txt") }).await, "no_iteration");
    let output = OutputParams { session: session.clone(), output: shown.outputs[0].id.clone() };
    let text: OutputTextView = ask(&host, output).await.unwrap();
    assert!(text.text.contains("1 passed"), "{text:?}");
    let none = OutputParams { session: session.clone(), output: "out_none".to_owned() };
    assert_eq!(refused(&host, none).await, "no_output");
    reply(&host, &session, &done(&executed)).await;
    let ended =
        page_when(&host, &session, "the end", |page| page.row.activity == Activity::Done && !page.row.runs).await;
    assert_eq!((ended.row.need, ended.row.actions), (None, vec![Action::Undo]));
    assert_eq!(ended.connector, None, "an ended session uses none");
    assert!(!host.runs.any());
    assert_eq!(ended.summary.as_deref(), Some("It changed."));
    let undone = tell(&host, &session, SessionCommand::Undo { iteration: 1 }).await.unwrap();
    assert_eq!((undone.command.as_str(), undone.outcome.as_str()), ("undo", "done"));
    assert_eq!(std::fs::read_to_string(fixture.root().join("value.txt")).unwrap(), "one\n");
    let shown = page(&host, &session).await;
    assert_eq!((shown.plan.unwrap().steps[0].state, shown.row.actions), (StepState::Undone, vec![]));
    let again = tell(&host, &session, SessionCommand::Undo { iteration: 1 }).await.unwrap_err();
    assert_eq!(again.reason.as_deref(), Some("iteration_undone"));
    let late = tell(&host, &session, SessionCommand::Pause {}).await.unwrap_err();
    assert_eq!(late.reason.as_deref(), Some("session_ended"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_begun_says_why_and_leaves_nothing_behind() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let with = |change: &dyn Fn(&mut StartParams)| {
        let mut params = begins(&fixture);
        change(&mut params);
        params
    };
    let address = |url: &str| ChatChoice::At { url: url.to_owned() };
    for (params, reason) in [
        (with(&|params| params.goal = " \n".to_owned()), "goal_empty"),
        (with(&|params| params.goal = "g".repeat(100_000)), "goal_too_long"),
        (with(&|params| params.max_iterations = Some(0)), "invalid_input"),
        (with(&|params| params.carrier = CarrierChoice::Window), "window_missing"),
        (with(&|params| params.chat = address("https://evil.example/c/1")), "no_conversation"),
        (with(&|params| params.chat = address(&"x".repeat(3000))), "invalid_input"),
        (with(&|params| params.root = "shop".to_owned()), "folder_not_absolute"),
        (with(&|params| params.root = "/no/such".to_owned()), "folder_missing"),
        (with(&|params| params.root = fixture.base().join("data").display().to_string()), "folder_protected"),
    ] {
        assert_eq!(refused(&host, params).await, reason);
    }
    std::fs::remove_dir_all(fixture.root().join(".git")).unwrap();
    assert_eq!(refused(&host, begins(&fixture)).await, "not_a_repository");
    let overview = host.overview().await.unwrap();
    assert_eq!(overview, OverviewView::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_blocked_session_that_nobody_runs_makes_it_go_on() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    let session = begin(&first, &fixture).await;
    let init = to_carry(&first, &session, "INIT").await;
    reply(&first, &session, &blocked(&init)).await;
    let row = page_when(&first, &session, "BLOCKED", |page| page.row.need == Some(Need::Answer)).await.row;
    assert_eq!(row.activity, Activity::Blocked);
    first.shutdown().await;
    assert_eq!(refused(&first, begins(&fixture)).await, "quitting");
    // A window of another start that has not taken anything up.
    let second = host(&fixture);
    let row = page(&second, &session).await.row;
    assert_eq!((row.runs, row.need), (false, Some(Need::Answer)));
    for (text, reason) in [(" ", "reply_empty"), (init.text.as_str(), "reply_own_message")] {
        let refused = tell(&second, &session, SessionCommand::Reply { text: text.to_owned() }).await.unwrap_err();
        assert_eq!(refused.reason.as_deref(), Some(reason));
    }
    let answer = reply(&second, &session, "Take <b>7</b>.").await;
    assert_eq!((answer.outcome.as_str(), answer.status.as_str()), ("done", "active"));
    let handoff = to_carry(&second, &session, "HANDOFF").await;
    assert!(second.runs.any());
    reply(&second, &session, &done(&handoff)).await;
    page_when(&second, &session, "the end", |page| page.row.activity == Activity::Done).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_takes_its_sessions_up_again_after_quit_and_after_a_kill() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    first.open().await.unwrap();
    let session = begin(&first, &fixture).await;
    let init = to_carry(&first, &session, "INIT").await;
    first.shutdown().await;
    let quit = page(&first, &session).await;
    assert_eq!((quit.row.runs, quit.row.need), (false, Some(Need::Owner)));
    assert_eq!(quit.row.reason.as_deref(), Some("interrupted"));
    assert_eq!(quit.connector, None, "nobody serves any more");
    let second = host(&fixture);
    second.open().await.unwrap();
    let taken = page_when(&second, &session, "taking up", |page| page.row.activity == Activity::Waiting).await;
    assert!(taken.row.runs && taken.connector.is_some());
    reply(&second, &session, &plan(&init)).await;
    let executed = to_carry(&second, &session, "EXECUTED").await;
    kill(&second, &session).await;
    assert_eq!(page(&second, &session).await.row.need, Some(Need::Owner));
    let third = host(&fixture);
    third.open().await.unwrap();
    page_when(&third, &session, "taking up", |page| page.row.runs).await;
    reply(&third, &session, &done(&executed)).await;
    page_when(&third, &session, "the end", |page| page.row.activity == Activity::Done).await;
    third.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_person_paused_stays_so_over_a_restart_and_goes_on_when_told() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    let session = begin(&first, &fixture).await;
    let init = to_carry(&first, &session, "INIT").await;
    let paused = tell(&first, &session, SessionCommand::Pause {}).await.unwrap();
    assert_eq!((paused.outcome.as_str(), paused.status.as_str()), ("done", "paused"));
    let refused = tell(&first, &session, SessionCommand::Reply { text: plan(&init) }).await.unwrap_err();
    assert_eq!(refused.reason.as_deref(), Some("session_paused"));
    first.shutdown().await;
    let second = host(&fixture);
    second.open().await.unwrap();
    let row = page_when(&second, &session, "taking up", |page| page.row.runs).await.row;
    assert_eq!((row.activity, row.need, row.reason.as_deref()), (Activity::Paused, None, Some("person")));
    let told = tell(&second, &session, SessionCommand::Continue { by_hand: false }).await.unwrap();
    assert_eq!((told.outcome.as_str(), told.status.as_str()), ("done", "active"));
    let again = tell(&second, &session, SessionCommand::Continue { by_hand: false }).await.unwrap_err();
    assert_eq!(again.reason.as_deref(), Some("not_paused"));
    let early = tell(&second, &session, SessionCommand::Approve { plan: 1 }).await.unwrap_err();
    assert_eq!(early.reason.as_deref(), Some("nothing_to_approve"));
    second.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_is_approved_while_nobody_runs_the_session_is_carried_out() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    let params = StartParams { approval: None, ..begins(&fixture) };
    let session = ask::<StartedView>(&first, params).await.unwrap().session;
    let init = to_carry(&first, &session, "INIT").await;
    reply(&first, &session, &plan(&init)).await;
    let shown = page_when(&first, &session, "the plan", |page| page.row.need == Some(Need::Approval)).await;
    assert_eq!(shown.plan.unwrap().steps[0].state, StepState::Open);
    assert_eq!(shown.attention.unwrap().details, ["1. Change `value.txt`.", "2. Look."]);
    first.shutdown().await;
    let second = host(&fixture);
    let row = page(&second, &session).await.row;
    assert_eq!((row.runs, row.need), (false, Some(Need::Approval)));
    let empty = tell(&second, &session, SessionCommand::Reject { plan: 1, reason: " ".to_owned() }).await.unwrap_err();
    assert_eq!(empty.reason.as_deref(), Some("rejection_empty"));
    let told = tell(&second, &session, SessionCommand::Approve { plan: 1 }).await.unwrap();
    assert_eq!(told.outcome, "done");
    to_carry(&second, &session, "EXECUTED").await;
    second.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_whose_folder_is_gone_can_be_looked_at_and_stopped() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    let session = begin(&first, &fixture).await;
    to_carry(&first, &session, "INIT").await;
    first.shutdown().await;
    std::fs::remove_dir_all(fixture.root()).unwrap();
    let second = host(&fixture);
    second.open().await.unwrap();
    let row = page(&second, &session).await.row;
    assert_eq!((row.runs, row.need), (false, Some(Need::Owner)));
    let refused = tell(&second, &session, SessionCommand::Continue { by_hand: false }).await.unwrap_err();
    assert_eq!(refused.reason.as_deref(), Some("folder_missing"));
    let stopped = tell(&second, &session, SessionCommand::Stop {}).await.unwrap();
    assert_eq!((stopped.outcome.as_str(), stopped.status.as_str()), ("done", "stopped"));
    assert_eq!(page(&second, &session).await.row.activity, Activity::Stopped);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_taken_names_the_session_in_the_way() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let session = begin(&host, &fixture).await;
    let known: WorkspacesView = ask(&host, WorkspacesParams {}).await.unwrap();
    assert_eq!(known.workspaces[0].taken_by.as_deref(), Some(session.as_str()));
    let below = fixture.root().join("below");
    std::fs::create_dir(&below).unwrap();
    let taken_by = |root: &std::path::Path| {
        let preview = PreviewParams { root: root.to_str().unwrap().to_owned(), goal: String::new() };
        ask::<PreviewView>(&host, preview)
    };
    for folder in [fixture.root(), &below] {
        let preview = taken_by(folder).await.unwrap();
        assert_eq!(preview.taken_by.as_deref(), Some(session.as_str()), "{}", folder.display());
    }
    tell(&host, &session, SessionCommand::Stop {}).await.unwrap();
    page_when(&host, &session, "the end", |page| page.row.activity == Activity::Stopped && !page.row.runs).await;
    let known: WorkspacesView = ask(&host, WorkspacesParams {}).await.unwrap();
    assert_eq!(known.workspaces[0].taken_by, None);
    assert_eq!(taken_by(fixture.root()).await.unwrap().taken_by, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_gone_is_said_at_once_and_its_session_is_found_by_its_old_path() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let session = begin(&host, &fixture).await;
    let init = to_carry(&host, &session, "INIT").await;
    tell(&host, &session, SessionCommand::Pause {}).await.unwrap();
    let gone = fixture.root().canonicalize().unwrap();
    std::fs::rename(&gone, fixture.base().join("elsewhere")).unwrap();
    for command in [SessionCommand::Continue { by_hand: false }, SessionCommand::Reply { text: plan(&init) }] {
        let refused = tell(&host, &session, command).await.unwrap_err();
        assert_eq!(refused.reason.as_deref(), Some("folder_missing"));
        let message = format!("the folder `{}` is not there any more", gone.display());
        assert_eq!((refused.message, refused.hints[0].contains("put the folder back")), (message, true));
    }
    assert_eq!(refused(&host, begins_at(&gone)).await, "folder_missing");
    let preview = PreviewParams { root: gone.to_str().unwrap().to_owned(), goal: String::new() };
    assert_eq!(refused(&host, preview).await, "folder_missing");

    let by_the_way = fixture.base().join("./shop/.");
    let status = verbs::status(&fixture.app, &by_the_way).unwrap();
    let found = status.session.map(|found| (found.id, found.status));
    assert_eq!((status.root, found), (gone.to_str().unwrap().to_owned(), Some((session, "paused".to_owned()))));
    let workspace = crate::workspace_at(&fixture.app, &gone).unwrap();
    assert_eq!(verbs::stop(&fixture.app, &workspace).await.unwrap().status, "stopped");
    let unknown = crate::workspace_at(&fixture.app, &gone.join("nothing")).unwrap_err();
    assert_eq!(unknown.reason, Some(c2c_ipc::app::Reason::FolderMissing));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_and_the_app_see_each_other_s_sessions_and_command_them() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let terminal = fixture.elsewhere();
    // The terminal's session.
    let (app, run, folder) = (Arc::clone(&terminal.app), fixture.run(), fixture.root());
    let task = tokio::spawn(async move {
        let place = crate::Place::open(&app, folder)?;
        verbs::start(&app, &place, &start_params("Change the value"), &run, std::future::pending()).await
    });
    let row = row_when(&host, |row| row.need == Some(Need::Carry)).await;
    assert!(row.runs && !row.actions.contains(&Action::ContinueByHand));
    assert_eq!(refused(&host, begins(&fixture)).await, "session_exists");
    let paused = tell(&host, &row.session, SessionCommand::Pause {}).await.unwrap();
    assert_eq!((paused.outcome.as_str(), paused.status.as_str()), ("done", "paused"));
    assert_eq!(task.await.unwrap().unwrap().state, "PAUSED", "the terminal's run ends with it");
    // The app is asked to go on with it, and has it from then on.
    tell(&host, &row.session, SessionCommand::Continue { by_hand: false }).await.unwrap();
    let row = row_when(&host, |row| row.activity == Activity::Waiting).await;
    let owner = page(&host, &row.session).await.details.owner.unwrap();
    assert_eq!(owner.pid, fixture.app.process().pid);
    // The terminal ends it.
    let place = crate::Place::open(&terminal.app, fixture.root()).unwrap();
    let stopped = verbs::stop(&terminal.app, &place.workspace).await.unwrap();
    assert_eq!((stopped.outcome.as_str(), stopped.status.as_str()), ("done", "stopped"));
    assert!(host.overview().await.unwrap().sessions.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_s_session_is_not_taken_up_by_itself() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let session = begin(&host, &fixture).await;
    to_carry(&host, &session, "INIT").await;
    host.shutdown().await;
    // The person goes on with it in a terminal, and ends that.
    let terminal = fixture.elsewhere();
    let place = crate::Place::open(&terminal.app, fixture.root()).unwrap();
    let id = session.parse().unwrap();
    let runs = async {
        let owner = || crate::leases::owner(&fixture.app, &id).unwrap();
        let theirs = || owner().filter(|lease| lease.owner() == *terminal.app.process());
        crate::testing::eventually("the terminal's run", theirs).await;
    };
    verbs::continue_(&terminal.app, &place, verbs::ContinueParams::default(), &fixture.run(), runs).await.unwrap();
    let again = super::host(&fixture);
    again.open().await.unwrap();
    assert!(!again.runs.any());
    let row = page(&again, &session).await.row;
    assert_eq!((row.runs, row.need), (false, Some(Need::Owner)));
    assert!(row.actions.contains(&Action::Continue));
    again.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_watch_tells_of_changes_once_and_of_an_owner_that_died() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
    let told = Arc::clone(&seen);
    let watching = {
        let host = Arc::clone(&host);
        tokio::spawn(async move { host.watch(move |what| told.lock().unwrap().push(what)).await })
    };
    let overviews = || {
        let seen = seen.lock().unwrap();
        let rows = |seen: &Seen| match seen {
            Seen::Overview(overview) => Some(overview.sessions.clone()),
            Seen::Changed | Seen::Settings => None,
        };
        seen.iter().filter_map(rows).collect::<Vec<_>>()
    };
    eventually("the first look", || (overviews().len() == 1).then_some(())).await;
    assert_eq!(overviews()[0], []);
    // A process begins a session and dies without a word.
    let mut terminal = fixture.elsewhere();
    let place = crate::Place::open(&terminal.app, fixture.root()).unwrap();
    let begun = verbs::run::begin(&terminal.app, &place, &start_params("Change it"), false).await.unwrap();
    let id: SessionId = begun.session.id.clone();
    let last = || overviews().last().and_then(|rows| rows.first().cloned());
    eventually("the new session", || last().filter(|row| row.runs && row.session == id.as_str())).await;
    assert!(seen.lock().unwrap().contains(&Seen::Changed));
    terminal.kill();
    let row = eventually("the owner's death", || last().filter(|row| !row.runs)).await;
    assert_eq!(row.need, Some(Need::Owner));
    let told = overviews();
    assert!(told.windows(2).all(|two| two[0] != two[1]), "nothing is told twice");
    host.shutdown().await;
    watching.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_texts_are_only_data() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    git(fixture.root(), &["status", "--short"]);
    let hostile = "</script><img src=x onerror=alert(1)>\n'; DROP TABLE sessions; --\u{202e}\u{0}end";
    let params = StartParams { goal: hostile.to_owned(), ..begins(&fixture) };
    let session: StartedView = ask(&host, params).await.unwrap();
    let row = page(&host, &session.session).await.row;
    assert!(row.goal.starts_with("</script><img") && !row.goal.contains(['\n', '\0']), "{:?}", row.goal);
    assert_eq!(page(&host, &session.session).await.details.goal, hostile);
    let search = SessionsParams { offset: 0, limit: 9, query: "'; DROP".to_owned(), open_only: true };
    let found: SessionsView = ask(&host, search).await.unwrap();
    assert_eq!(found.total, 1);
    host.shutdown().await;
}
