//! The manual way: this terminal shows each message, a person carries it, and brings the answer back
//! with `c2c reply`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use c2c_adapters::ByHand;
use c2c_api::StepLines;
use c2c_ipc::StepLine;
use c2c_ports::{Delivery, Notice, NoticeKind, Notifier, Outgoing};

use crate::output::{Format, Output};
use crate::text;

/// Prints the steps of a session that runs here.
#[derive(Debug)]
pub(crate) struct Steps(Arc<Output>);

impl Steps {
    pub(crate) fn new(output: Arc<Output>) -> Self {
        Self(output)
    }
}

impl StepLines for Steps {
    fn line(&self, line: &StepLine) {
        let is_talk = matches!(
            line,
            StepLine::Warning { .. } | StepLine::Notice { .. } | StepLine::Paused { .. } | StepLine::Waits { .. }
        );
        if is_said_twice(line) && self.0.format() == Format::Text {
            return;
        }
        if is_talk && self.0.format() == Format::Text {
            self.0.say(&text::step(line));
        } else {
            self.0.answer(line, text::step);
        }
        // What is only shown is to be carried; the window has sent it otherwise.
        if let StepLine::Message { direction, state, number, delivery, conversation_url, project_url, .. } = line
            && direction == "out"
            && delivery == Delivery::Inserted.as_str()
        {
            let place = place(conversation_url.as_deref(), project_url.as_deref().filter(|_| state == "BOOT"));
            self.0.say(&how_to_carry(state, *number, &place));
        }
    }
}

/// Whether another line of the same run says what this notice says: that of the pause, or the last one. Programs get
/// all of them.
fn is_said_twice(line: &StepLine) -> bool {
    matches!(line, StepLine::Notice { kind, .. } if kind != "approval")
}

/// Where a message is to be carried.
enum Place<'a> {
    At(&'a str),
    NewIn(&'a str),
    Unknown,
}

fn place<'a>(conversation_url: Option<&'a str>, project_url: Option<&'a str>) -> Place<'a> {
    match (conversation_url, project_url) {
        (Some(url), _) => Place::At(url),
        (None, Some(url)) => Place::NewIn(url),
        (None, None) => Place::Unknown,
    }
}

fn how_to_carry(state: &str, number: u32, place: &Place<'_>) -> String {
    let is_boot = state == "BOOT";
    let place = match place {
        Place::At(url) => format!("the ChatGPT conversation {url}"),
        Place::NewIn(url) => format!("a new conversation of the ChatGPT Project {url}"),
        Place::Unknown if is_boot => "a new ChatGPT conversation".to_owned(),
        Place::Unknown => "the ChatGPT conversation".to_owned(),
    };
    if is_boot {
        return format!("Paste message {number} into {place}; the next message follows right behind it.");
    }
    format!(
        "Paste message {number} into {place}, then copy the answer and bring it back with `c2c reply --clipboard`, or `c2c reply < FILE`."
    )
}

/// Puts a text on the clipboard; whether it is there now.
pub(crate) type Copy = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// Has the person at this terminal carry messages.
pub(crate) fn by_hand(output: Arc<Output>, copy: Copy) -> ByHand {
    let steps = Steps::new(output);
    // Whether the message before was the boot prompt, which is to be pasted first.
    let after_boot = AtomicBool::new(false);
    ByHand::showing(Box::new(move |outgoing| {
        steps.line(&shown(outgoing));
        let number = outgoing.number;
        let follows_boot = after_boot.swap(outgoing.state == "BOOT", Ordering::Relaxed);
        if follows_boot {
            steps.0.say(&format!("`c2c message copy {number}` puts message {number} on the clipboard."));
        } else if copy(&outgoing.text) {
            steps.0.say(&format!("Message {number} is on the clipboard."));
        }
    }))
}

fn shown(outgoing: &Outgoing) -> StepLine {
    StepLine::Message {
        number: outgoing.number,
        direction: "out".to_owned(),
        state: outgoing.state.clone(),
        task_id: outgoing.task_id.clone(),
        iteration: outgoing.iteration,
        delivery: Delivery::Inserted.as_str().to_owned(),
        text: outgoing.text.clone(),
        conversation_url: outgoing.conversation_url.clone(),
        project_url: outgoing.project_url.clone(),
    }
}

/// Tells the person on this terminal.
#[derive(Debug)]
pub(crate) struct Teller {
    steps: Steps,
}

impl Teller {
    pub(crate) fn new(output: Arc<Output>) -> Self {
        Self { steps: Steps::new(output) }
    }
}

impl Notifier for Teller {
    fn notify(&self, notice: &Notice) {
        self.steps.line(&StepLine::Notice {
            kind: kind(notice.kind).to_owned(),
            title: notice.title.clone(),
            text: notice.body.clone(),
        });
    }
}

fn kind(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Done => "done",
        NoticeKind::Blocked => "blocked",
        NoticeKind::Approval => "approval",
        NoticeKind::Carry => "carry",
        NoticeKind::Overdue => "overdue",
        NoticeKind::Limit => "limit",
        NoticeKind::Paused => "paused",
        NoticeKind::Failed => "failed",
    }
}

#[cfg(test)]
mod tests;
