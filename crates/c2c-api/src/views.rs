//! Rows of the store as the types of `--json`. Nothing is decided here.

use c2c_ipc::{
    AttentionView, ChangedFileView, CheckpointView, ConversationView, IterationView, LimitsView, MessageView,
    OutputView, OwnerView, SessionDetails,
};
use c2c_orchestrator::{Machine, PauseReason, Phase, rejects_plan};
use c2c_ports::ChangeKind;
use c2c_store::{Checkpoint, Conversation, Direction, Iteration, Lease, Message, Output, Session};

pub(crate) fn session(session: &Session, owner: Option<&Lease>, run: Run) -> SessionDetails {
    SessionDetails {
        id: session.id.to_string(),
        task_id: session.task_id.clone(),
        goal: session.goal.clone(),
        status: session.status.as_str().to_owned(),
        driver: session.driver.as_str().to_owned(),
        carrier: session.carrier.as_str().to_owned(),
        iteration: session.iteration,
        limits: LimitsView {
            approval: session.approval.as_str().to_owned(),
            sandbox: session.sandbox.as_str().to_owned(),
            max_iterations: session.max_iterations,
            reply_deadline_s: session.reply_deadline_s,
        },
        owner: owner.map(|lease| OwnerView {
            pid: lease.pid,
            heartbeat_at_ms: lease.heartbeat_at_ms,
            is_app: run == Run::App,
        }),
        created_at_ms: session.created_at_ms,
        updated_at_ms: session.updated_at_ms,
        ended_at_ms: session.ended_at_ms,
    }
}

pub(crate) fn conversation(conversation: Conversation) -> ConversationView {
    ConversationView {
        mode: conversation.mode.as_str().to_owned(),
        url: conversation.url,
        project_url: conversation.project_url,
        title: conversation.title,
        connector_name: conversation.connector_name,
        booted: conversation.booted,
    }
}

pub(crate) fn checkpoint(checkpoint: Checkpoint) -> CheckpointView {
    CheckpointView {
        protocol_state: checkpoint.protocol_state,
        waiting_for: checkpoint.waiting_for,
        goal: checkpoint.goal,
        completed_subtasks: checkpoint.completed_subtasks,
        known_issues: checkpoint.known_issues,
        next_step: checkpoint.next_step,
        iteration: checkpoint.iteration,
    }
}

/// What a person can do about BLOCKED.
pub(crate) const ANSWER_BLOCKED: &str = "`c2c reply` with your answer, then `c2c continue`.";

/// The same while the app runs the session: there is nothing to continue.
const ANSWER_BLOCKED_IN_APP: &str =
    "`c2c reply` with your answer, or answer in the app's window; the app goes on then.";

/// Whether a process runs the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// One does.
    Process,
    /// The app does.
    App,
    /// None does, so nothing goes on by itself.
    Nobody,
}

/// What the loop needs from the person; none while it goes on by itself.
pub(crate) fn attention(machine: &Machine, run: Run) -> Option<AttentionView> {
    let view = |kind: &str, reason: &str, text: String, details: Vec<String>, hint: String| AttentionView {
        kind: kind.to_owned(),
        reason: reason.to_owned(),
        text,
        said: String::new(),
        details,
        hint,
        until_ms: machine.paused.as_ref().filter(|_| run != Run::Nobody).and_then(PauseReason::until_ms),
    };
    match (&machine.paused, &machine.phase) {
        (Some(reason), _) => {
            let hint = match run {
                Run::Nobody => reason.hint_unattended(),
                Run::Process => reason.hint(),
                Run::App => format!("{} The app's window has the same as buttons.", reason.hint()),
            };
            let said = reason.said().into_owned();
            Some(AttentionView { said, ..view("paused", reason.code(), reason.message(), Vec::new(), hint) })
        }
        (None, Phase::Blocked { reason, needs }) => {
            let text = format!("ChatGPT is blocked: {reason}");
            let hint = if run == Run::App { ANSWER_BLOCKED_IN_APP } else { ANSWER_BLOCKED }.to_owned();
            Some(AttentionView { said: reason.clone(), ..view("blocked", "blocked", text, needs.clone(), hint) })
        }
        (None, Phase::Approving) => {
            let plan = machine.plan.as_ref()?;
            let actions = plan.section("ACTIONS").lines().map(str::to_owned).collect();
            let blind = if machine.blind { " ChatGPT did not look at the workspace before it planned." } else { "" };
            let text = format!("Plan {} waits for your approval.{blind}", plan.iteration);
            let hint = "`c2c approve` carries it out; `c2c reject \"…\"` tells ChatGPT why not.".to_owned();
            Some(view("approval", "approval", text, actions, hint))
        }
        _ => None,
    }
}

pub(crate) fn message(message: Message) -> MessageView {
    let rejects_plan = message.direction == Direction::Out && rejects_plan(&message.state, &message.text);
    MessageView {
        number: message.number,
        direction: message.direction.as_str().to_owned(),
        state: message.state,
        task_id: message.task_id,
        iteration: message.iteration,
        delivery: message.delivery.as_str().to_owned(),
        answers: message.answers,
        rejects_plan,
        text: message.text,
        created_at_ms: message.created_at_ms,
    }
}

pub(crate) fn iteration(iteration: &Iteration, outputs: &[Output]) -> IterationView {
    let of_it = |output: &&Output| output.task_id == iteration.task_id && output.iteration == iteration.iteration;
    IterationView {
        task_id: iteration.task_id.clone(),
        iteration: iteration.iteration,
        changed_files: iteration.changed_files.iter().map(changed_file).collect(),
        tests: iteration.tests.clone(),
        test_source: iteration.test_source.as_str().replace('_', " "),
        exit_status: iteration.exit_status.as_str().to_owned(),
        notes: iteration.notes.clone(),
        outputs: outputs.iter().filter(of_it).map(|output| output.id.clone()).collect(),
        ended_at_ms: iteration.ended_at_ms,
        undone_at_ms: iteration.undone_at_ms,
    }
}

fn changed_file(file: &c2c_ports::ChangedFile) -> ChangedFileView {
    ChangedFileView {
        path: file.path.clone(),
        change: change(file.change).to_owned(),
        insertions: file.insertions,
        deletions: file.deletions,
    }
}

pub(crate) fn change(change: ChangeKind) -> &'static str {
    match change {
        ChangeKind::Added => "added",
        ChangeKind::Modified => "modified",
        ChangeKind::Deleted => "deleted",
    }
}

pub(crate) fn output(output: &Output) -> OutputView {
    OutputView {
        id: output.id.clone(),
        task_id: output.task_id.clone(),
        iteration: output.iteration,
        command: output.command.clone(),
        exit_code: output.exit_code,
        status: output.status.as_str().to_owned(),
        reason: output.reason.clone(),
        size_bytes: output.size_bytes,
        source: output.source.as_str().to_owned(),
    }
}
