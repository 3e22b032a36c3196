//! What the page shows when a send or an answer does not simply go well, and what happens then.
//!
//! A mood is recognised in dialogs, alerts and texts outside of the turns, and by buttons, never in
//! the text of a message: an answer may well quote an error. Where the words of a language were never
//! captured, structure has to do: an alert in the last turn with one button is a failed answer.

use crate::find;
use crate::names::{self, Meaning};
use crate::read;
use crate::tree::{NodeId, Role, State, Tree};
use crate::turns::{Author, Turn};

mod next;
mod wait;

pub use next::{DEFAULT_WAIT_MS, Next, Now, Policy, next};
pub use wait::{Wait, shown_wait};

/// What is the matter. The order is that of precedence: what comes first must be dealt with first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mood {
    /// A check that a person is there.
    HumanCheck,
    /// A login is needed.
    LogIn,
    /// The account is locked.
    AccountBlocked,
    /// Requests came too fast.
    TooManyRequests {
        /// When the page says to come back.
        wait: Option<Wait>,
    },
    /// A connector asks to be allowed.
    ConnectorPermission {
        /// Its name. Untrusted.
        connector: String,
        /// Allows this call.
        allow_once: Option<NodeId>,
        /// Refuses it.
        deny: Option<NodeId>,
    },
    /// Two answers, one is to be chosen.
    Chooser,
    /// The page offers to go on in Work.
    UseWork {
        /// The button.
        button: NodeId,
    },
    /// The conversation is as long as it can be.
    MaxLength {
        /// Begins another one.
        new_chat: Option<NodeId>,
    },
    /// The message is too long.
    MessageTooLong,
    /// The plan's limit is reached.
    PlanLimit {
        /// When it ends.
        resets: Option<Wait>,
        /// Whether another model answers until then.
        other_model: bool,
    },
    /// The message was not delivered in time. It may have been all the same.
    DeliveryTimeout {
        /// Tries again.
        retry: Option<NodeId>,
    },
    /// The answer broke off.
    StreamError {
        /// Tries again.
        retry: Option<NodeId>,
    },
    /// The page is connecting again by itself.
    Reconnecting,
    /// The conversation cannot be opened.
    ConversationMissing,
    /// The page says that something went wrong, not what.
    SomethingWrong {
        /// Tries again.
        retry: Option<NodeId>,
    },
    /// A dialog that no rule knows.
    UnknownModal {
        /// What it says first. Untrusted.
        title: String,
    },
    /// The answer was cut at its length and can go on.
    ContinueGenerating {
        /// Goes on.
        button: NodeId,
    },
}

/// A piece of the page that speaks for the page.
struct Notice {
    node: NodeId,
    kind: Kind,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dialog,
    Alert,
    Status,
    Plain,
}

/// The longest title of an unknown dialog, in characters.
const TITLE_MAX: usize = 80;

/// Everything that is the matter, the most pressing first.
#[must_use]
pub fn moods(tree: &Tree, turns: &[Turn]) -> Vec<Mood> {
    let notices = notices(tree, turns);
    let mut moods: Vec<Mood> = notices.iter().filter_map(|notice| of_notice(tree, turns, notice)).collect();
    moods.extend(permission(tree));
    moods.extend(log_in(tree, turns));
    moods.extend(human_check(tree));
    if asks_to_choose(tree, turns) {
        moods.push(Mood::Chooser);
    }
    let button = |meaning| tree.ids().find(|id| is_button(tree, *id, meaning));
    moods.extend(button(Meaning::UseWork).map(|button| Mood::UseWork { button }));
    moods.extend(button(Meaning::ContinueGenerating).map(|button| Mood::ContinueGenerating { button }));
    // A dialog whose question was understood in another way is not unknown.
    if moods.iter().any(|mood| matches!(mood, Mood::ConnectorPermission { .. } | Mood::LogIn | Mood::Chooser)) {
        moods.retain(|mood| !matches!(mood, Mood::UnknownModal { .. }));
    }
    moods.sort();
    moods.dedup_by(|later, earlier| std::mem::discriminant(later) == std::mem::discriminant(earlier));
    moods
}

fn of_notice(tree: &Tree, turns: &[Turn], notice: &Notice) -> Option<Mood> {
    let says = |meaning| names::is(meaning, &notice.text);
    let retry = || find_retry(tree, turns, notice);
    let new_chat =
        || tree.ids().rfind(|id| is_button(tree, *id, Meaning::NewChat)).or_else(|| only_button(tree, notice));
    if says(Meaning::TooManyRequests) {
        Some(Mood::TooManyRequests { wait: shown_wait(&notice.text) })
    } else if says(Meaning::AccountBlocked) {
        Some(Mood::AccountBlocked)
    } else if says(Meaning::SessionExpired) && notice.kind != Kind::Plain {
        Some(Mood::LogIn)
    } else if says(Meaning::MaxLength) {
        Some(Mood::MaxLength { new_chat: new_chat() })
    } else if says(Meaning::TooLong) {
        Some(Mood::MessageTooLong)
    } else if says(Meaning::PlanLimit) {
        let other_model = says(Meaning::OtherModel);
        Some(Mood::PlanLimit { resets: shown_wait(&notice.text), other_model })
    } else if says(Meaning::DeliveryTimeout) {
        Some(Mood::DeliveryTimeout { retry: retry() })
    } else if says(Meaning::StreamError) {
        Some(Mood::StreamError { retry: retry() })
    } else if says(Meaning::Reconnecting) {
        Some(Mood::Reconnecting)
    } else if says(Meaning::ConversationMissing) {
        Some(Mood::ConversationMissing)
    } else if says(Meaning::Chooser) {
        Some(Mood::Chooser)
    } else if says(Meaning::SomethingWrong) {
        Some(Mood::SomethingWrong { retry: retry() })
    } else {
        by_structure(tree, turns, notice)
    }
}

/// What a notice is whose words are not known.
fn by_structure(tree: &Tree, turns: &[Turn], notice: &Notice) -> Option<Mood> {
    match notice.kind {
        Kind::Dialog => {
            let title = notice.text.lines().next().unwrap_or("");
            Some(Mood::UnknownModal { title: title.chars().take(TITLE_MAX).collect() })
        }
        Kind::Alert if turns.last().is_some_and(|turn| turn.contains(notice.node)) => {
            find_retry(tree, turns, notice).map(|retry| Mood::StreamError { retry: Some(retry) })
        }
        Kind::Alert | Kind::Status | Kind::Plain => None,
    }
}

/// Retry inside the notice, or the only button in it, or Retry in the last turn.
fn find_retry(tree: &Tree, turns: &[Turn], notice: &Notice) -> Option<NodeId> {
    let is_retry = |id: &NodeId| is_button(tree, *id, Meaning::Retry);
    let inside = tree.descendants(notice.node).find(is_retry);
    let in_turn = || turns.last().and_then(|turn| turn.nodes(tree).find(is_retry));
    inside.or_else(|| only_button(tree, notice)).or_else(in_turn)
}

/// The button of an alert that has one only: its name need not be known.
fn only_button(tree: &Tree, notice: &Notice) -> Option<NodeId> {
    let mut buttons = tree.descendants(notice.node).filter(|id| tree.node(*id).role == Role::Button);
    let first = buttons.next().filter(|_| notice.kind == Kind::Alert);
    first.filter(|_| buttons.next().is_none())
}

fn notices(tree: &Tree, turns: &[Turn]) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mut until = NodeId(0);
    let document = tree.document();
    let last_words = last_words(tree, turns);
    let is_in_turn = |id: NodeId| turns.iter().any(|turn| turn.contains(id));
    for id in tree.ids() {
        let is_outside = document.is_some_and(|document| !tree.is_within(id, document));
        if id < until || !tree.is_shown(id) || (is_outside && !is_in_modal(tree, id)) {
            continue;
        }
        let node = tree.node(id);
        let kind = match node.role {
            Role::Dialog => Kind::Dialog,
            Role::Alert => Kind::Alert,
            Role::Status => Kind::Status,
            Role::Text if last_words == Some(id) => Kind::Alert,
            _ if node.has_class("text-token-text-error") || node.has_class("toast-root") => Kind::Alert,
            Role::Text if !is_in_turn(id) && is_of_the_page(tree, id) => Kind::Plain,
            _ => continue,
        };
        notices.push(Notice { node: id, kind, text: text_of(tree, id) });
        until = NodeId(id.0 + u32::try_from(tree.subtree(id).count()).unwrap_or(1));
    }
    notices
}

/// Whether a turn asks which of two answers is better: in words of its own, or in paragraphs as an
/// answer has them, where only the buttons tell it from an answer that speaks of that.
fn asks_to_choose(tree: &Tree, turns: &[Turn]) -> bool {
    let asks = |id: NodeId| tree.node(id).role == Role::Text && names::is(Meaning::Chooser, &tree.node(id).name);
    turns.iter().any(|turn| {
        let found = || turn.nodes(tree).filter(|id| asks(*id));
        found().any(|id| !read::is_in_prose(tree, id))
            || found().any(|id| {
                let after = turn.nodes(tree).filter(|other| *other > id && tree.node(*other).role == Role::Button);
                let labels: Vec<&str> = after.map(|id| find::label(tree, id)).collect();
                let is_twice = labels.iter().any(|label| labels.iter().filter(|other| *other == label).count() == 2);
                is_twice && turns.last() == Some(turn) && read::copy_button(tree, turn).is_none()
            })
    })
}

/// What the last turn ends with in place of its buttons: a text, and behind it nothing but something to
/// press. A browser may leave out the container that says it is an alert.
fn last_words(tree: &Tree, turns: &[Turn]) -> Option<NodeId> {
    let turn = turns.last().filter(|turn| read::copy_button(tree, turn).is_none())?;
    let is_button = |id: NodeId| tree.node(id).role == Role::Button;
    let is_in_button = |id: NodeId| tree.ancestors(id).any(is_button);
    let copies = |id: &NodeId| is_button(*id) && names::is(Meaning::CopyMessage, &tree.node(*id).name);
    let message = turn.nodes(tree).rfind(copies);
    let last = turn.nodes(tree).rfind(|id| !is_button(*id) && !is_in_button(*id))?;
    let is_text = tree.node(last).role == Role::Text && !read::is_in_prose(tree, last);
    let has_button = turn.nodes(tree).any(|id| id > last && is_button(id));
    let is_after_message = turn.author == Author::Assistant || message.is_some_and(|message| message < last);
    (is_text && has_button && is_after_message).then_some(last)
}

/// Whether it keeps people from using what lies around it. The browser's offers to translate a page or
/// to keep a password do not.
fn is_in_modal(tree: &Tree, id: NodeId) -> bool {
    std::iter::once(id).chain(tree.ancestors(id)).any(|id| tree.node(id).is(State::Modal))
}

/// Whether a text speaks for the page: it is not written into a box, and no title of a conversation.
fn is_of_the_page(tree: &Tree, id: NodeId) -> bool {
    let elsewhere = |id: NodeId| {
        matches!(
            tree.node(id).role,
            Role::TextBox | Role::Navigation | Role::Complementary | Role::Button | Role::Link | Role::Heading
        )
    };
    !tree.ancestors(id).any(elsewhere)
}

/// The name of a notice and the texts in it, a line each.
fn text_of(tree: &Tree, id: NodeId) -> String {
    let is_said = |id: &NodeId| !matches!(tree.node(*id).role, Role::Button) && !tree.node(*id).label().is_empty();
    let mut lines: Vec<&str> = Vec::new();
    for line in tree.subtree(id).filter(is_said).map(|id| tree.node(id).label().trim()) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// The question of a connector: its words, and near them a button that allows or refuses.
fn permission(tree: &Tree) -> Option<Mood> {
    let question = tree.ids().find(|id| {
        let node = tree.node(*id);
        let can_ask = matches!(node.role, Role::Text | Role::Heading | Role::Dialog | Role::Paragraph);
        can_ask && names::is(Meaning::ConnectorQuestion, node.label()) && tree.is_shown(*id)
    })?;
    let find = |within: NodeId, meaning| tree.descendants(within).find(|id| is_button(tree, *id, meaning));
    let around = std::iter::once(question).chain(tree.ancestors(question)).take(6);
    let around =
        around.into_iter().find(|id| find(*id, Meaning::Deny).is_some() || find(*id, Meaning::AllowOnce).is_some())?;
    let words = tree.node(question).label();
    let name = words.get("Allow ChatGPT to use ".len()..).unwrap_or("").trim().trim_end_matches('?');
    Some(Mood::ConnectorPermission {
        connector: name.to_owned(),
        allow_once: find(around, Meaning::AllowOnce),
        deny: find(around, Meaning::Deny),
    })
}

/// A page of someone who is logged in leads to no login.
fn log_in(tree: &Tree, turns: &[Turn]) -> Option<Mood> {
    let leads = |id: NodeId| {
        let node = tree.node(id);
        let is_control = matches!(node.role, Role::Button | Role::Link) && tree.is_shown(id);
        is_control && names::is(Meaning::LogIn, find::label(tree, id)) && !turns.iter().any(|turn| turn.contains(id))
    };
    tree.ids().any(leads).then_some(Mood::LogIn)
}

/// A short page without a text box whose title or text is the check's.
fn human_check(tree: &Tree) -> Option<Mood> {
    let document = tree.document()?;
    let has_box = tree.ids().any(|id| tree.node(id).role == Role::TextBox && tree.is_shown(id));
    let texts: Vec<&str> = tree.subtree(document).map(|id| tree.node(id).label()).collect();
    let is_short = texts.iter().map(|text| text.chars().count()).sum::<usize>() < 1_200;
    let says_so = texts.iter().any(|text| names::is(Meaning::HumanCheck, text));
    (!has_box && is_short && says_so).then_some(Mood::HumanCheck)
}

fn is_button(tree: &Tree, id: NodeId, meaning: Meaning) -> bool {
    tree.node(id).role == Role::Button && names::is(meaning, find::label(tree, id)) && tree.is_shown(id)
}

#[cfg(test)]
mod tests;
