//! From a tree and what is known around it to a [`Sight`].

use c2c_ports::Outgoing;

use super::{Focus, LastUser, Person, Press, SendButton, Sight, Spot};
use crate::find::{self, Mode, Outcome};
use crate::moods;
use crate::normalise;
use crate::page::{self, Qualification, Site, Wanted};
use crate::read::{self, Reading};
use crate::tree::{NodeId, State, Tree};
use crate::turns::{self, Turn};

/// What is to be sent, and where.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// ChatGPT's site.
    pub site: &'a Site,
    /// The conversation.
    pub wanted: Wanted<'a>,
    /// Chat or Work.
    pub mode: Mode,
    /// The message.
    pub outgoing: &'a Outgoing,
}

/// What the tree does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// Who is at the keyboard.
    pub person: Person,
    /// Whether the window is the one in front, so that its focus is the keyboard's.
    pub is_in_front: bool,
    /// What became of pressing Send.
    pub press: Press,
}

/// What `tree` shows of what `ask` needs.
#[must_use]
pub fn sight(tree: &Tree, ask: Ask<'_>, around: Around) -> Sight {
    let turns = turns::turns(tree);
    let composer = find::composer(tree, ask.mode);
    let unfit = match page::qualify(ask.site, tree.document_url(), ask.wanted) {
        Qualification::Qualified { .. } => None,
        Qualification::NotQualified { why } => Some(why),
    };
    let found = composer.clone().found();
    let is_focused = found.is_some_and(|found| has_focus(tree, found.text_box)) && around.is_in_front;
    Sight {
        unfit,
        moods: moods::moods(tree, &turns),
        person: around.person,
        focus: if is_focused { Focus::OnComposer } else { Focus::Elsewhere },
        composer: match composer {
            Outcome::Found(found) => {
                let content = normalise::content(tree, &found);
                Spot::Found(normalise::judge(&content, &ask.outgoing.text, ask.outgoing.mention.as_deref()))
            }
            Outcome::Nothing { why } => Spot::Missing(why),
            Outcome::Several { .. } => Spot::Several,
        },
        send: match found.map(|found| find::send(tree, &found)) {
            Some(Outcome::Found(button)) if button.enabled => SendButton::Enabled,
            Some(Outcome::Found(_)) => SendButton::Disabled,
            _ => SendButton::Missing,
        },
        press: around.press,
        is_answering: found.is_some_and(|found| !matches!(find::stop(tree, &found), Outcome::Nothing { .. })),
        last_user: last_user(tree, &turns, ask),
        turns: turns.len(),
    }
}

fn has_focus(tree: &Tree, text_box: NodeId) -> bool {
    tree.subtree(text_box).any(|id| tree.node(id).is(State::Focused))
}

fn last_user(tree: &Tree, turns: &[Turn], ask: Ask<'_>) -> LastUser {
    let Some(turn) = turns::last_user(turns) else { return LastUser::None };
    match read::message(tree, turn) {
        Reading::Incomplete { .. } => LastUser::Unreadable,
        Reading::Complete { text } if !read::is_ours(&text, ask.outgoing) => LastUser::Other,
        Reading::Complete { .. } => {
            let is_last = turns.last() == Some(turn);
            if is_last { LastUser::Ours } else { LastUser::OursAnswered }
        }
    }
}
