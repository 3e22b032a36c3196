//! Finding the text box and the buttons of a conversation.
//!
//! The page has more text boxes than one: search, the canvas, a message being edited, the stand-in
//! shown before the page has loaded, Work beside Chat. So the first box is never taken. A box must
//! stand where a composer stands (outside of turns, side bars, searches and dialogs, together with
//! the buttons that belong to one), and only then do names decide. When nothing fits or several do,
//! that is an answer of its own.

use std::fmt;

use crate::names::{self, Language, Meaning};
use crate::read;
use crate::tree::{NodeId, Role, State, Tree};
use crate::turns::{self, Author, Turn};

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    /// It.
    Found(T),
    /// Nothing fits.
    Nothing {
        /// Why.
        why: Missing,
    },
    /// Several fit, and choosing would be a guess.
    Several {
        /// Their nodes.
        what: Vec<NodeId>,
    },
}

impl<T> Outcome<T> {
    /// It, if it was found.
    #[must_use]
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            Self::Nothing { .. } | Self::Several { .. } => None,
        }
    }
}

/// Why nothing fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// There is no page in the tree, or nothing in it, and it is not loading: accessibility was off when it
    /// started.
    NoPage,
    /// The page has not finished loading.
    NotLoaded,
    /// The page is in the other mode.
    OtherMode,
    /// There is a page, but no text box for messages.
    NoComposer,
    /// There is no such button.
    NoButton,
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoPage => "the window shows no page that can be read",
            Self::NotLoaded => "the page has not finished loading",
            Self::OtherMode => "the page is set to the other one of Chat and Work",
            Self::NoComposer => "the page has no text box for messages",
            Self::NoButton => "the button is not there",
        })
    }
}

/// Which of the page's two modes is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Chat.
    #[default]
    Chat,
    /// Work.
    Work,
}

/// The text box for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Composer {
    /// The box itself.
    pub text_box: NodeId,
    /// The container with its buttons; Send, Stop and attachments are looked for in it alone.
    pub surface: NodeId,
}

/// A button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Button {
    /// The node.
    pub node: NodeId,
    /// Whether it can be pressed now.
    pub enabled: bool,
    /// How it was known.
    pub by: By,
}

/// How a button was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// By its id or class.
    Id,
    /// By its name.
    Name,
    /// By where it stands: its name is in a language of which it was never captured.
    Place,
}

/// The buttons that stand beside a composer and nowhere else.
const BESIDE: &[Meaning] = &[Meaning::Send, Meaning::Stop, Meaning::Voice, Meaning::AddFiles];

/// Finds the text box for messages of `mode`.
#[must_use]
pub fn composer(tree: &Tree, mode: Mode) -> Outcome<Composer> {
    if !tree.is_readable() && !is_native(tree) {
        let why = if tree.is_busy() { Missing::NotLoaded } else { Missing::NoPage };
        return Outcome::Nothing { why };
    }
    let shown = mode_of(tree);
    if shown.is_some_and(|shown| shown != mode) {
        return Outcome::Nothing { why: Missing::OtherMode };
    }
    let turns = turns::turns(tree);
    let boxes: Vec<NodeId> = tree.ids().filter(|id| is_candidate(tree, *id, &turns)).collect();
    let of_mode: Vec<NodeId> = boxes.iter().copied().filter(|id| may_be_of(tree, *id, mode, shown)).collect();
    let placed: Vec<Composer> = of_mode.iter().filter_map(|id| placed(tree, *id, &boxes, &turns)).collect();
    let chosen: Vec<Composer> = match placed.len() {
        0 => {
            let named = of_mode.iter().copied().filter(|id| is_named(tree, *id));
            named.map(|text_box| Composer { text_box, surface: parent(tree, text_box) }).collect()
        }
        1 => placed,
        _ => {
            let named: Vec<Composer> = placed.iter().copied().filter(|found| is_named(tree, found.text_box)).collect();
            if named.len() == 1 { named } else { placed }
        }
    };
    match chosen.as_slice() {
        [] if is_loading(tree) => Outcome::Nothing { why: Missing::NotLoaded },
        [] => Outcome::Nothing { why: Missing::NoComposer },
        [one] => Outcome::Found(*one),
        several => Outcome::Several { what: several.iter().map(|found| found.text_box).collect() },
    }
}

/// The mode that the page is in, where it has both.
#[must_use]
pub fn mode_of(tree: &Tree) -> Option<Mode> {
    let radios: Vec<NodeId> =
        tree.ids().filter(|id| tree.node(*id).role == Role::Radio && tree.is_shown(*id)).collect();
    let named = |meaning| radios.iter().copied().find(|id| names::is(meaning, label(tree, *id)));
    let (chat, work) = match (named(Meaning::Chat), named(Meaning::Work)) {
        (Some(chat), Some(work)) => (chat, work),
        (chat, work) => modes_by_place(tree, &radios, chat, work)?,
    };
    match (tree.node(chat).is(State::Checked), tree.node(work).is(State::Checked)) {
        (true, false) => Some(Mode::Chat),
        (false, true) => Some(Mode::Work),
        _ => None,
    }
}

/// In languages whose names for Chat and Work were never captured: the only two radio buttons in the form of a text
/// box are these, Chat first. Where one has a known name, the other is the other.
fn modes_by_place(
    tree: &Tree,
    radios: &[NodeId],
    chat: Option<NodeId>,
    work: Option<NodeId>,
) -> Option<(NodeId, NodeId)> {
    let is_box = |id: NodeId| tree.node(id).role == Role::TextBox;
    let in_form = |id: &NodeId| {
        let form = tree.ancestors(*id).find(|around| tree.node(*around).role == Role::Form);
        form.is_some_and(|form| tree.descendants(form).any(is_box))
    };
    let pair: Vec<NodeId> = radios.iter().copied().filter(in_form).collect();
    let [first, second] = pair.as_slice() else { return None };
    let is_turned = chat == Some(*second) || work == Some(*first);
    Some(if is_turned { (*second, *first) } else { (*first, *second) })
}

/// Finds the button that sends what `composer` holds: by its name, or in a language of which that
/// was never captured by its id or as the last button of the form. The latter two only while no
/// answer can be running: the same place, with the same id, then holds Stop.
#[must_use]
pub fn send(tree: &Tree, composer: &Composer) -> Outcome<Button> {
    let buttons = buttons(tree, composer.surface);
    let named = named(tree, &buttons, Meaning::Send);
    if !matches!(named, Outcome::Nothing { .. }) {
        return named;
    }
    let turns = turns::turns(tree);
    let name_is_known = languages(tree, &buttons, &turns)
        .any(|language| names::NAMES.iter().any(|name| name.meaning == Meaning::Send && name.language == language));
    let is_quiet =
        turns.last().is_none_or(|turn| turn.author == Author::Assistant && read::copy_button(tree, turn).is_some());
    if name_is_known || !is_quiet {
        return Outcome::Nothing { why: Missing::NoButton };
    }
    let with_id = buttons.iter().find(|id| tree.node(**id).attribute("id") == "composer-submit-button");
    let is_form = tree.node(composer.surface).role == Role::Form;
    let last = buttons.last().filter(|id| is_form && **id > composer.text_box);
    match (with_id, last) {
        (Some(with_id), _) => Outcome::Found(button(tree, *with_id, By::Id)),
        (None, Some(last)) => Outcome::Found(button(tree, *last, By::Place)),
        (None, None) => Outcome::Nothing { why: Missing::NoButton },
    }
}

/// Finds the button that stops the running answer. Only the composer is looked at: reading aloud and
/// dictation are stopped elsewhere.
#[must_use]
pub fn stop(tree: &Tree, composer: &Composer) -> Outcome<Button> {
    named(tree, &buttons(tree, composer.surface), Meaning::Stop)
}

/// Finds the button of `meaning` anywhere on the page, such as Retry or the one for another chat.
#[must_use]
pub fn anywhere(tree: &Tree, meaning: Meaning) -> Outcome<Button> {
    named(tree, &buttons(tree, tree.root()), meaning)
}

/// The languages of what is known on the page: buttons beside the composer, headings of turns.
fn languages(tree: &Tree, buttons: &[NodeId], turns: &[Turn]) -> impl Iterator<Item = Language> {
    let of_buttons = buttons.iter().flat_map(|id| BESIDE.iter().map(|meaning| (*meaning, *id)));
    let headings = turns.iter().filter(|turn| turn.has_heading);
    let of_headings =
        headings.flat_map(|turn| [Meaning::YouSaid, Meaning::ChatGptSaid].map(|meaning| (meaning, turn.first)));
    of_buttons
        .chain(of_headings)
        .filter_map(|(meaning, id)| names::find(meaning, label(tree, id)).map(|name| name.language))
}

fn named(tree: &Tree, buttons: &[NodeId], meaning: Meaning) -> Outcome<Button> {
    let fitting: Vec<NodeId> = buttons.iter().copied().filter(|id| names::is(meaning, label(tree, *id))).collect();
    match fitting.as_slice() {
        [] => Outcome::Nothing { why: Missing::NoButton },
        [one] => Outcome::Found(button(tree, *one, By::Name)),
        several => Outcome::Several { what: several.to_vec() },
    }
}

fn button(tree: &Tree, node: NodeId, by: By) -> Button {
    Button { node, enabled: tree.node(node).is_enabled(), by }
}

fn buttons(tree: &Tree, within: NodeId) -> Vec<NodeId> {
    let is_button = |id: &NodeId| matches!(tree.node(*id).role, Role::Button) && tree.is_shown(*id);
    tree.subtree(within).filter(is_button).collect()
}

/// The name of a control, or the text in it.
pub(crate) fn label(tree: &Tree, id: NodeId) -> &str {
    let own = tree.node(id).label();
    if !own.is_empty() {
        return own;
    }
    tree.descendants(id).map(|id| tree.node(id).label()).find(|label| !label.is_empty()).unwrap_or("")
}

fn parent(tree: &Tree, id: NodeId) -> NodeId {
    tree.ancestors(id).next().unwrap_or(id)
}

/// The native macOS app has no page in it.
fn is_native(tree: &Tree) -> bool {
    tree.document().is_none() && tree.ids().any(|id| tree.node(id).role == Role::TextBox)
}

fn is_candidate(tree: &Tree, id: NodeId, turns: &[Turn]) -> bool {
    let node = tree.node(id);
    let elsewhere = |id: NodeId| {
        let role = &tree.node(id).role;
        matches!(role, Role::Search | Role::Navigation | Role::Complementary | Role::Dialog | Role::Menu)
    };
    node.role == Role::TextBox
        && node.is_enabled()
        && tree.is_shown(id)
        && node.attribute("id") != "pending-home-input"
        && !node.has_class("cm-")
        && !names::is(Meaning::EditCode, &node.name)
        && !read::is_in_canvas(tree, id)
        && !tree.ancestors(id).any(elsewhere)
        && !turns.iter().any(|turn| turn.contains(id))
}

fn may_be_of(tree: &Tree, id: NodeId, mode: Mode, shown: Option<Mode>) -> bool {
    let node = tree.node(id);
    let is_works =
        names::is(Meaning::WorkComposer, &node.name) || names::is(Meaning::WorkComposer, node.attribute("placeholder"));
    match mode {
        Mode::Chat => !is_works,
        // Chat is what a page without the two has. Where they are set to Work, the box may keep Chat's name.
        Mode::Work => shown == Some(Mode::Work) || is_works,
    }
}

fn is_named(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    let known = [Meaning::Composer, Meaning::Placeholder, Meaning::ProjectComposer, Meaning::WorkComposer];
    names::is_any(&known, &node.name) || names::is_any(&known, node.attribute("placeholder"))
}

/// Where a box stands like a composer: in a form, or in a container without another box that has a
/// button of a composer too. The surface is the form, or else the largest such container without a
/// turn in it.
fn placed(tree: &Tree, id: NodeId, boxes: &[NodeId], turns: &[Turn]) -> Option<Composer> {
    let is_composer_id = matches!(tree.node(id).attribute("id"), "prompt-textarea" | "mobile-composer-prompt");
    let is_own = |around: &NodeId| {
        let has_other_box = boxes.iter().any(|other| *other != id && tree.is_within(*other, *around));
        let is_too_wide = matches!(tree.node(*around).role, Role::Region | Role::Document | Role::Window);
        !has_other_box && !is_too_wide && !turns.iter().any(|turn| tree.is_within(turn.first, *around))
    };
    let own: Vec<NodeId> = tree.ancestors(id).take_while(is_own).collect();
    if let Some(form) = own.iter().rev().find(|around| tree.node(**around).role == Role::Form) {
        return Some(Composer { text_box: id, surface: *form });
    }
    let surface = *own.last()?;
    let has_button = tree.descendants(surface).any(|id| {
        let node = tree.node(id);
        let has_id = matches!(node.attribute("id"), "composer-submit-button" | "composer-plus-btn");
        node.role == Role::Button && (has_id || names::is_any(BESIDE, &node.name))
    });
    (has_button || is_composer_id).then_some(Composer { text_box: id, surface })
}

fn is_loading(tree: &Tree) -> bool {
    tree.ids().any(|id| tree.node(id).attribute("id") == "pending-home-input") || tree.is_busy()
}

#[cfg(test)]
mod tests;
