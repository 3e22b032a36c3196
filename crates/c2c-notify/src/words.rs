//! What a notification says, and what can be pressed in it. Pure.

use c2c_ports::{Notice, NoticeKind};

/// How much of the workspace's name is shown before the title, in characters.
const NAME: usize = 30;
/// How much of a title is shown, in characters.
const TITLE: usize = 80;
/// How much of a text is shown, in characters: about four lines. What follows is in C2C itself.
const BODY: usize = 280;

/// Something to press in a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The notification itself: show the session.
    Open,
    /// The plan may be carried out.
    Approve,
    /// The plan may not be carried out.
    Reject,
    /// The session goes on.
    Continue,
}

impl Action {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Approve, Self::Reject, Self::Continue];

    /// Its name on the wire. `default` is what desktops call a press on the notification itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "default",
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::Continue => "continue",
        }
    }

    /// The action of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// What a desktop's notifications can do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Takes `<b>` and the like in a text as markup.
    pub reads_markup: bool,
    /// Has buttons.
    pub has_actions: bool,
}

impl Abilities {
    /// From the names of the desktop's capabilities (`body-markup`, `actions`).
    pub fn of<'a>(capabilities: impl IntoIterator<Item = &'a str>) -> Self {
        let mut abilities = Self::default();
        for capability in capabilities {
            match capability {
                "body-markup" => abilities.reads_markup = true,
                "actions" => abilities.has_actions = true,
                _ => {}
            }
        }
        abilities
    }
}

/// A notification as it goes to the desktop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// One line.
    pub title: String,
    /// A few lines.
    pub body: String,
    /// Whether it stays until the person dismisses it: nothing goes on without them.
    pub stays: bool,
    /// What can be pressed.
    pub actions: Vec<Action>,
}

/// What is shown of `notice`. Actions only when somebody `answers` a press.
#[must_use]
pub fn words(notice: &Notice, abilities: Abilities, answers: bool) -> Words {
    let whole = visible(&notice.body, true);
    let body = cut(&whole, BODY);
    // Nobody says yes to what they cannot read, nor to a plan that has no number.
    let is_shown = body == whole && notice.plan.is_some();
    let actions: &[Action] = match notice.kind {
        _ if !answers || !abilities.has_actions => &[],
        NoticeKind::Approval if is_shown => &[Action::Open, Action::Approve, Action::Reject],
        NoticeKind::Approval => &[Action::Open, Action::Reject],
        // It pauses, and goes on where it stopped, once what was in the way is done.
        NoticeKind::Overdue | NoticeKind::Limit | NoticeKind::Paused | NoticeKind::Failed => {
            &[Action::Open, Action::Continue]
        }
        NoticeKind::Done | NoticeKind::Blocked | NoticeKind::Carry => &[Action::Open],
    };
    Words {
        title: format!(
            "{}: {}",
            cut(&visible(&notice.workspace, false), NAME),
            cut(&visible(&notice.title, false), TITLE)
        ),
        body: if abilities.reads_markup { escape(&body) } else { body },
        stays: match notice.kind {
            NoticeKind::Done => false,
            NoticeKind::Blocked
            | NoticeKind::Approval
            | NoticeKind::Carry
            | NoticeKind::Overdue
            | NoticeKind::Limit
            | NoticeKind::Paused
            | NoticeKind::Failed => true,
        },
        actions: actions.to_vec(),
    }
}

/// `text` without what cannot be seen or turns the direction of what follows. Ends of lines stay, or
/// become spaces.
fn visible(text: &str, keep_lines: bool) -> String {
    let shown = text.trim().chars().filter_map(|character| match character {
        '\n' if keep_lines => Some('\n'),
        '\n' | '\t' => Some(' '),
        // Zero-width joiners stay: emoji and several scripts are written with them.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
        other if other.is_control() => None,
        other => Some(other),
    });
    shown.collect()
}

/// The first `most` characters, with a sign when there were more.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
