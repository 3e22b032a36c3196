//! Recording a window: the browser's own part level by level, and the page in few questions.
//!
//! A call takes the browser longer than a question about all nodes takes for each of them. So what
//! most nodes have in common (states, that they are texts) is asked once for the whole page, and a node is
//! asked itself only for what is left.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use zbus::OwnedObjectPath;

use super::node::{self, Found, Known};
use super::pieces::Pieces;
use super::wire::{Peer, Reference, WireError};
use super::words::{COLLECTION, PASSWORD, Rule, STATIC_TEXT, States, WEB_PAGE};
use crate::tree::TreeError;

/// The order of the tree.
const IN_READING_ORDER: u32 = 1;

/// Up to how long a question about all nodes may take for each of them, and besides, to be cheaper than
/// asking each. It takes Chromium 5 µs; but 30 and more where one node has thousands of children, as the
/// time for one child grows with its place.
const PER_NODE: Duration = Duration::from_micros(30);
const BASE: Duration = Duration::from_millis(5);

/// How long a question about all nodes may take in any case.
const QUESTION: Duration = Duration::from_secs(20);

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
    let began = Instant::now();
    let ask = async |rule| matches(peer, page, rule, count).await;
    let Some(all) = node::if_there(ask(Rule::everything()).await)? else {
        // No such questions can be asked here.
        levels(peer, page, Part::Page, pieces).await?;
        return Ok(Whole::Yes);
    };
    if all.len() > pieces.room() {
        return Err(pieces.too_many().into());
    }
    let is_cheap = began.elapsed() <= BASE + PER_NODE * u32::try_from(all.len()).unwrap_or(u32::MAX);
    let common = if is_cheap { Common::ask(ask).await? } else { Common::default() };
    let found = node::each(&all, |path| node::read(peer, path, common.known(path))).await?;
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

/// Which nodes of a page have what most have.
#[derive(Debug, Default)]
struct Common {
    usual: HashSet<OwnedObjectPath>,
    showing: HashSet<OwnedObjectPath>,
    special: HashSet<OwnedObjectPath>,
    texts: HashSet<OwnedObjectPath>,
}

impl Common {
    async fn ask(ask: impl AsyncFn(Rule) -> Result<Vec<OwnedObjectPath>, WireError>) -> Result<Self, WireError> {
        let set =
            async |rule| -> Result<HashSet<OwnedObjectPath>, WireError> { Ok(ask(rule).await?.into_iter().collect()) };
        let sets = tokio::try_join!(
            set(Rule::all_of(States::USUAL)),
            set(Rule::all_of(States::SHOWING)),
            set(Rule::any_of(States::SPECIAL)),
            set(Rule::of_texts()),
        );
        // Without one of them, the others would say something else.
        let sets = node::if_there(sets)?;
        Ok(sets.map(|(usual, showing, special, texts)| Self { usual, showing, special, texts }).unwrap_or_default())
    }

    /// What they say about one.
    fn known(&self, path: &OwnedObjectPath) -> Known {
        let states = (self.usual.contains(path) && !self.special.contains(path))
            .then(|| if self.showing.contains(path) { States::USUAL.with(States::SHOWING) } else { States::USUAL });
        Known { role: self.texts.contains(path).then_some(STATIC_TEXT), states }
    }
}

async fn matches(
    peer: &Peer,
    page: &OwnedObjectPath,
    rule: Rule,
    count: i32,
) -> Result<Vec<OwnedObjectPath>, WireError> {
    let question = (rule, IN_READING_ORDER, count, true);
    let found: Vec<Reference> = peer.call_within(QUESTION, page, COLLECTION, "GetMatches", &question).await?;
    Ok(found.into_iter().map(|(_, path)| path).collect())
}
