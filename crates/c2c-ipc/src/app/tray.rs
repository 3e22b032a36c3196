//! What the tray shows, decided from the open sessions. The app only draws it.

use std::fmt;
use std::str::FromStr;

use super::{Action, Activity, Focus, Need, OverviewView, Page, PauseCode, SessionRow};
use crate::words::{Language, TrayWord, Word as _};

/// The most sessions that have a place in the menu.
const MOST_SESSIONS: usize = 8;
/// The most characters of a workspace's name in the menu.
const LONGEST_NAME: usize = 40;

/// The tray's picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrayIcon {
    /// No session goes on.
    Idle,
    /// A session goes on by itself.
    Running,
    /// A session waits for the person.
    NeedsYou,
    /// A session failed.
    Failed,
}

/// The whole tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayView {
    /// The picture.
    pub icon: TrayIcon,
    /// The tooltip.
    pub tooltip: String,
    /// The menu, from top to bottom.
    pub menu: Vec<MenuEntry>,
}

/// One entry of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MenuEntry {
    /// Something to press.
    Item {
        /// What it does.
        action: TrayAction,
        /// What it says. May hold untrusted words: it is text, and a `&` in it is no mark of a shortcut.
        label: String,
    },
    /// Something to switch.
    Check {
        /// What it does.
        action: TrayAction,
        /// What it says.
        label: String,
        /// Whether it is on.
        checked: bool,
    },
    /// A menu of its own.
    Submenu {
        /// What it says, as for an item.
        label: String,
        /// Its entries.
        entries: Vec<MenuEntry>,
    },
    /// A line.
    Separator,
}

/// What a press in the menu does. Its text names it, and is read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrayAction {
    /// Shows the window on a page.
    Show(Page),
    /// Pauses a session.
    Pause(String),
    /// Continues a session.
    Continue(String),
    /// Shows ChatGPT.
    OpenChatGpt,
    /// Switches the start at login.
    StartAtLogin,
    /// Ends C2C.
    Quit,
}

impl fmt::Display for TrayAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show(page) => write!(formatter, "show:{page}"),
            Self::Pause(session) => write!(formatter, "pause:{session}"),
            Self::Continue(session) => write!(formatter, "continue:{session}"),
            Self::OpenChatGpt => formatter.write_str("chatgpt"),
            Self::StartAtLogin => formatter.write_str("login"),
            Self::Quit => formatter.write_str("quit"),
        }
    }
}

/// A text that names no action of the tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAction;

impl fmt::Display for NoAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is no action of the tray")
    }
}

impl std::error::Error for NoAction {}

impl FromStr for TrayAction {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Self, NoAction> {
        match text.split_once(':') {
            Some(("show", page)) => page.parse().map(Self::Show).map_err(|_| NoAction),
            Some(("pause", session)) => Ok(Self::Pause(session.to_owned())),
            Some(("continue", session)) => Ok(Self::Continue(session.to_owned())),
            Some(_) => Err(NoAction),
            None => match text {
                "chatgpt" => Ok(Self::OpenChatGpt),
                "login" => Ok(Self::StartAtLogin),
                "quit" => Ok(Self::Quit),
                _ => Err(NoAction),
            },
        }
    }
}

/// What the tray depends on besides the sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrayFacts {
    /// The language in use.
    pub language: Language,
    /// Whether C2C starts at login; none where that cannot be set.
    pub start_at_login: Option<bool>,
}

/// The tray for these sessions.
#[must_use]
pub fn tray(overview: &OverviewView, facts: TrayFacts) -> TrayView {
    TrayView { icon: icon(&overview.sessions), tooltip: tooltip(overview, facts.language), menu: menu(overview, facts) }
}

/// The worst that any session shows.
fn icon(sessions: &[SessionRow]) -> TrayIcon {
    let needs = |row: &SessionRow| row.need.filter(|need| *need != Need::Owner);
    if sessions.iter().any(|row| row.need == Some(Need::Failure)) {
        TrayIcon::Failed
    } else if sessions.iter().any(|row| needs(row).is_some()) {
        TrayIcon::NeedsYou
    } else if sessions.iter().any(goes_on) {
        TrayIcon::Running
    } else {
        TrayIcon::Idle
    }
}

fn goes_on(row: &SessionRow) -> bool {
    let rests = matches!(row.activity, Activity::Paused | Activity::Done | Activity::Stopped | Activity::Foreign);
    row.runs && !rests
}

fn tooltip(overview: &OverviewView, language: Language) -> String {
    if overview.sessions.is_empty() {
        return TrayWord::Idle.text(language).to_owned();
    }
    let mut lines: Vec<String> = overview.sessions.iter().take(3).map(|row| label(row, language)).collect();
    lines.extend(more(overview, 3, language));
    lines.join("\n")
}

/// How many sessions have no place.
fn more(overview: &OverviewView, shown: usize, language: Language) -> Option<String> {
    let left = overview.sessions.len().saturating_sub(shown) + overview.more as usize;
    (left > 0).then(|| TrayWord::MoreSessions.with(language, &[("count", &left.to_string())]))
}

fn menu(overview: &OverviewView, facts: TrayFacts) -> Vec<MenuEntry> {
    let language = facts.language;
    let item = |action, word: TrayWord| MenuEntry::Item { action, label: word.text(language).to_owned() };
    let mut menu = Vec::new();
    match overview.sessions.as_slice() {
        [] => {}
        [row] => {
            menu.push(MenuEntry::Item { action: show(row, None), label: label(row, language) });
            menu.extend(commands(row, language));
            menu.push(MenuEntry::Separator);
        }
        rows => {
            menu.extend(rows.iter().take(MOST_SESSIONS).map(|row| {
                let mut entries = vec![item(show(row, None), TrayWord::Show)];
                entries.extend(commands(row, language));
                MenuEntry::Submenu { label: label(row, language), entries }
            }));
            let more = more(overview, MOST_SESSIONS, language);
            menu.extend(more.map(|label| MenuEntry::Item { action: TrayAction::Show(Page::Sessions), label }));
            menu.push(MenuEntry::Separator);
        }
    }
    menu.push(item(TrayAction::Show(Page::Sessions), TrayWord::Open));
    menu.push(item(TrayAction::Show(Page::NewTask), TrayWord::NewTask));
    menu.push(item(TrayAction::OpenChatGpt, TrayWord::OpenChatGpt));
    menu.push(MenuEntry::Separator);
    if let Some(checked) = facts.start_at_login {
        let label = TrayWord::StartAtLogin.text(language).to_owned();
        menu.push(MenuEntry::Check { action: TrayAction::StartAtLogin, label, checked });
    }
    menu.push(MenuEntry::Item {
        action: TrayAction::Quit,
        label: quit(rests_after_quit(&overview.sessions), language),
    });
    menu
}

/// What ends C2C says, in the tray and in the window: also how many sessions rest until it is started again.
#[must_use]
pub fn quit(rests: u32, language: Language) -> String {
    match rests {
        0 => TrayWord::Quit.text(language).to_owned(),
        1 => TrayWord::QuitOne.text(language).to_owned(),
        count => TrayWord::QuitMany.with(language, &[("count", &count.to_string())]),
    }
}

/// How many of these sessions rest until the app is started again.
#[must_use]
pub fn rests_after_quit(sessions: &[SessionRow]) -> u32 {
    u32::try_from(sessions.iter().filter(|row| is_ended_by_quit(row)).count()).unwrap_or(u32::MAX)
}

/// A session that the app runs, unless it rests already.
fn is_ended_by_quit(row: &SessionRow) -> bool {
    let ends_by_itself = row.reason.as_deref() == Some(PauseCode::ChatGptWait.as_str());
    let rests = match row.activity {
        Activity::Paused => !ends_by_itself,
        Activity::Done | Activity::Stopped | Activity::Foreign => true,
        _ => false,
    };
    row.in_app && !rests
}

/// What can be done about a session from the menu. What needs a look first only leads to the window.
fn commands(row: &SessionRow, language: Language) -> Vec<MenuEntry> {
    let entry = |action: &Action| {
        let id = || row.session.clone();
        let (action, word) = match action {
            Action::Pause => (TrayAction::Pause(id()), TrayWord::Pause),
            Action::Continue => (TrayAction::Continue(id()), TrayWord::Continue),
            Action::Reply => (show(row, Some(Focus::Reply)), TrayWord::Reply),
            Action::Approve => (show(row, Some(Focus::Approve)), TrayWord::Approve),
            Action::Reject => (show(row, Some(Focus::Reject)), TrayWord::Reject),
            Action::ContinueByHand | Action::Stop | Action::Handoff | Action::Undo | Action::OpenChatGpt => {
                return None;
            }
        };
        Some(MenuEntry::Item { action, label: word.text(language).to_owned() })
    };
    row.actions.iter().filter_map(entry).collect()
}

fn show(row: &SessionRow, focus: Option<Focus>) -> TrayAction {
    TrayAction::Show(Page::Session(row.session.clone(), focus))
}

fn label(row: &SessionRow, language: Language) -> String {
    let workspace = short(&row.workspace_name);
    let activity = activity(row).text(language);
    if row.iteration == 0 {
        return TrayWord::Session.with(language, &[("workspace", &workspace), ("activity", activity)]);
    }
    let (iteration, limit) = (row.iteration.to_string(), row.max_iterations.to_string());
    let fields =
        [("workspace", workspace.as_str()), ("activity", activity), ("iteration", &iteration), ("limit", &limit)];
    TrayWord::SessionCounted.with(language, &fields)
}

fn activity(row: &SessionRow) -> TrayWord {
    match (row.need, row.activity) {
        (Some(Need::Approval), _) => TrayWord::NeedsApproval,
        (Some(Need::Answer), _) => TrayWord::NeedsAnswer,
        (Some(Need::Carry), _) => TrayWord::NeedsCarrying,
        (Some(Need::Chore), _) => TrayWord::NeedsChore,
        (Some(Need::Failure), _) => TrayWord::NeedsFailure,
        (Some(Need::Owner), _) => TrayWord::NeedsOwner,
        (None, Activity::Looking) => TrayWord::Looking,
        (None, Activity::Sending) => TrayWord::Sending,
        (None, Activity::Waiting) => TrayWord::Waiting,
        (None, Activity::Approving) => TrayWord::Approving,
        (None, Activity::Working) => TrayWord::Working,
        (None, Activity::Recording) => TrayWord::Recording,
        (None, Activity::Blocked) => TrayWord::Blocked,
        (None, Activity::Paused) => TrayWord::Paused,
        (None, Activity::Stopping) => TrayWord::Stopping,
        (None, Activity::Done) => TrayWord::Done,
        (None, Activity::Stopped) => TrayWord::Stopped,
        (None, Activity::Foreign) => TrayWord::Foreign,
    }
}

/// On one line, and not longer than a menu is wide.
fn short(name: &str) -> String {
    let plain: String = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match plain.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", plain[..end].trim_end()),
        None => plain,
    }
}

#[cfg(test)]
mod tests;
