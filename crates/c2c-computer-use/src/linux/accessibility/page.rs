//! Recording a window: the browser's own part level by level, and the page in few questions.
//!
//! A call takes the browser longer than a question about all nodes takes for each of them. So what
//! most nodes have in common (states, frequent roles) is asked once for the whole page, and a node is
//! asked itself only for what is left.

use std::collections::HashSet;

use zbus::zvariant::OwnedObjectPath;

use super::node::{self, Found, Known};
use super::pieces::Pieces;
use super::wire::{Peer, Reference, WireError};
use super::words::{COLLECTION, COMMON_ROLES, PASSWORD, Rule, States, WEB_PAGE};
use crate::tree::TreeError;

/// The order of the tree.
const IN_READING_ORDER: u32 = 1;

/// Why a window could not be recorded.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    /// The window is not there any more.
    #[error("the window was closed")]
    WindowGone,
    /// The application does not answer as it should.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// There is too much.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

/// Whether everything that was found has a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// It has.
    Yes,
    /// The page changed while it was read.
    No,
}

/// Which part is read level by level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What lies around pages: without anything that is not shown, up to the pages.
    Browser,
    /// A page: everything.
    Page,
}

/// Records the window at `frame` into `pieces`.
pub(super) async fn record(peer: &Peer, frame: &OwnedObjectPath, pieces: &mut Pieces) -> Result<Whole, RecordError> {
    let root = node::if_there(node::read(peer, frame, Known::default()).await)?.ok_or(RecordError::WindowGone)?;
    pieces.add(None, root.path, root.recorded)?;
    let pages = levels(peer, frame, Part::Browser, pieces).await?;
    let mut whole = Whole::Yes;
    for page in pages {
        if sweep(peer, &page, pieces).await? == Whole::No {
            whole = Whole::No;
        }
    }
    Ok(whole)
}

/// Reads what lies below `top`, level by level, and gives the pages that it stopped at.
async fn levels(
    peer: &Peer,
    top: &OwnedObjectPath,
    part: Part,
    pieces: &mut Pieces,
) -> Result<Vec<OwnedObjectPath>, RecordError> {
    let mut pages = Vec::new();
    let mut parents = vec![top.clone()];
    while !parents.is_empty() {
        let children = node::each(&parents, |path| node::children(peer, path)).await?;
        let level: Vec<(&OwnedObjectPath, OwnedObjectPath)> = parents
            .iter()
            .zip(children)
            .flat_map(|(parent, children)| children.into_iter().flatten().map(move |child| (parent, child)))
            .take(pieces.room() + 1)
            .collect();
        let states = node::each(&level, |(_, path)| node::states(peer, path)).await?;
        let shown = level.into_iter().zip(states).filter_map(|((parent, path), states)| {
            let states = states.filter(|states| part == Part::Page || states.has(States::VISIBLE))?;
            Some((parent, path, Known { states: Some(states), role: None }))
        });
        let shown: Vec<_> = shown.collect();
        let found = node::each(&shown, |(_, path, known)| node::read(peer, path, *known)).await?;
        let mut next = Vec::new();
        for ((parent, path, _), found) in shown.into_iter().zip(found) {
            let Some(found) = found else { continue };
            let is_page = part == Part::Browser && found.recorded.role == WEB_PAGE;
            let is_closed = found.recorded.role == PASSWORD;
            if pieces.add(Some(parent), found.path, found.recorded)? && !is_closed {
                if is_page { pages.push(path) } else { next.push(path) }
            }
        }
        parents = next;
    }
    Ok(pages)
}

/// Reads what lies below the page at `page`, all of it at once.
async fn sweep(peer: &Peer, page: &OwnedObjectPath, pieces: &mut Pieces) -> Result<Whole, RecordError> {
    let count = i32::try_from(pieces.room() + 1).unwrap_or(i32::MAX);
    let ask = async |rule| matches(peer, page, rule, count).await;
    let Some(all) = node::if_there(ask(Rule::everything()).await)? else {
        // No such questions can be asked here.
        levels(peer, page, Part::Page, pieces).await?;
        return Ok(Whole::Yes);
    };
    if all.len() > pieces.room() {
        return Err(pieces.too_many().into());
    }
    let rules = [States::USUAL, States::SHOWING, States::FOCUSABLE].map(Rule::all_of).into_iter();
    let rules = rules.chain([Rule::any_of(States::SPECIAL)]).chain(COMMON_ROLES.iter().copied().map(Rule::with_role));
    let sets = node::each(rules, ask).await?;
    let sets: Vec<HashSet<OwnedObjectPath>> =
        sets.into_iter().map(|set| set.unwrap_or_default().into_iter().collect()).collect();
    let found = node::each(&all, |path| node::read(peer, path, known(&sets, path))).await?;
    let mut whole = Whole::Yes;
    let mut closed: HashSet<OwnedObjectPath> = HashSet::new();
    for found in found {
        let Some(Found { path, parent: Some(parent), recorded }) = found else {
            whole = Whole::No;
            continue;
        };
        if closed.contains(&parent) {
            closed.insert(path);
            continue;
        }
        if recorded.role == PASSWORD {
            closed.insert(path.clone());
        }
        if !pieces.add(Some(&parent), path, recorded)? {
            whole = Whole::No;
        }
    }
    Ok(whole)
}

/// What the answers to the questions about all nodes say about one.
fn known(sets: &[HashSet<OwnedObjectPath>], path: &OwnedObjectPath) -> Known {
    let [usual, showing, focusable, special, roles @ ..] = sets else { return Known::default() };
    let role = roles.iter().zip(COMMON_ROLES).find(|(set, _)| set.contains(path)).map(|(_, role)| role.name);
    let states = (usual.contains(path) && !special.contains(path)).then(|| {
        let mut states = States::USUAL;
        for (set, state) in [(showing, States::SHOWING), (focusable, States::FOCUSABLE)] {
            if set.contains(path) {
                states = states.with(state);
            }
        }
        states
    });
    Known { role, states }
}

async fn matches(
    peer: &Peer,
    page: &OwnedObjectPath,
    rule: Rule,
    count: i32,
) -> Result<Vec<OwnedObjectPath>, WireError> {
    let question = (rule, IN_READING_ORDER, count, true);
    let found: Vec<Reference> = peer.call(page, COLLECTION, "GetMatches", &question).await?;
    Ok(found.into_iter().map(|(_, path)| path).collect())
}
