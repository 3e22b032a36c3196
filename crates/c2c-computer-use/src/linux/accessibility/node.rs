//! Reading one node.

use std::collections::{BTreeMap, HashMap};

use futures_util::{StreamExt, stream};
use zbus::{DeserializeDict, OwnedObjectPath, OwnedVariant, Type};

use super::wire::{Peer, Reference, WireError};
use super::words::{
    ACCESSIBLE, BOXES, COMPONENT, DOCUMENT, ON_SCREEN, PROPERTIES, States, TEXT, WEB_PAGE, WITH_BOUNDS,
};
use crate::tree::{Bounds, Recorded};

/// How many calls are under way at a time: enough that the browser never waits for the next, few
/// enough that nothing piles up in sockets.
const AT_ONCE: usize = 128;

/// The properties of a node that are used.
#[derive(Debug, Default, DeserializeDict, Type)]
#[zvariant(signature = "a{sv}", rename_all = "PascalCase")]
pub(super) struct Properties {
    name: Option<String>,
    parent: Option<Reference>,
    child_count: Option<i32>,
    attributes: Option<HashMap<String, String>>,
}

/// A node that was read.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) path: OwnedObjectPath,
    pub(super) parent: Option<OwnedObjectPath>,
    pub(super) recorded: Recorded,
}

/// What is known of a node before it is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// Its role.
    pub(super) role: Option<&'static str>,
    /// Its states.
    pub(super) states: Option<States>,
}

/// Does the same for many nodes, many at a time. The answers are in the order of the nodes. What is
/// not there any more, or does not answer as it should, is none.
///
/// # Errors
/// When the application has gone or hangs.
pub(super) async fn each<T, A, F: Future<Output = Result<A, WireError>>>(
    nodes: impl IntoIterator<Item = T>,
    call: impl FnMut(T) -> F,
) -> Result<Vec<Option<A>>, WireError> {
    let mut answers = Vec::new();
    let mut stream = stream::iter(nodes).map(call).buffered(AT_ONCE);
    while let Some(answer) = stream.next().await {
        answers.push(if_there(answer)?);
    }
    Ok(answers)
}

/// The answer of a node that is still there.
pub(super) fn if_there<A>(answer: Result<A, WireError>) -> Result<Option<A>, WireError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error @ (WireError::Lost | WireError::Silent)) => Err(error),
        Err(error) => {
            tracing::trace!(%error, "a node is left out");
            Ok(None)
        }
    }
}

/// Reads a node, with its bounds, text and address where these matter.
pub(super) async fn read(peer: &Peer, path: &OwnedObjectPath, known: Known) -> Result<Found, WireError> {
    let (properties, role, states) = tokio::join!(properties(peer, path), role(peer, path, known), async {
        match known.states {
            Some(states) => Ok(states),
            None => self::states(peer, path).await,
        }
    });
    let (properties, role, states) = (properties?, role?, states?);
    let mut recorded = Recorded {
        name: properties.name.unwrap_or_default(),
        states: Some(states.names()),
        attributes: match properties.attributes {
            Some(attributes) => attributes.into_iter().collect(),
            // Older bridges have no such property.
            None => peer.call::<_, BTreeMap<String, String>>(path, ACCESSIBLE, "GetAttributes", &()).await?,
        },
        role,
        ..Recorded::default()
    };
    if states.has(States::SHOWING) && WITH_BOUNDS.contains(&recorded.role.as_str()) {
        recorded.bounds = if_there(bounds(peer, path).await)?;
    }
    // What has children has its text in these.
    let is_leaf = properties.child_count.is_none_or(|count| count == 0);
    if states.has(States::EDITABLE) && is_leaf && BOXES.contains(&recorded.role.as_str()) {
        recorded.value = if_there(text(peer, path).await)?.unwrap_or_default();
    }
    if recorded.role == WEB_PAGE {
        let of_document: Result<BTreeMap<String, String>, _> = peer.call(path, DOCUMENT, "GetAttributes", &()).await;
        recorded.attributes.extend(if_there(of_document)?.unwrap_or_default());
    }
    Ok(Found { path: path.clone(), parent: properties.parent.map(|(_, parent)| parent), recorded })
}

/// The name of a node. All properties would have the browser gather the attributes, too.
pub(super) async fn name(peer: &Peer, path: &OwnedObjectPath) -> Result<String, WireError> {
    let name: OwnedVariant = peer.call(path, PROPERTIES, "Get", &(ACCESSIBLE, "Name")).await?;
    // One that is no text is none.
    Ok(String::try_from(name).unwrap_or_default())
}

/// The states of a node.
pub(super) async fn states(peer: &Peer, path: &OwnedObjectPath) -> Result<States, WireError> {
    let words: Vec<u32> = peer.call(path, ACCESSIBLE, "GetState", &()).await?;
    Ok(States::of(&words))
}

/// The children of a node.
pub(super) async fn children(peer: &Peer, path: &OwnedObjectPath) -> Result<Vec<OwnedObjectPath>, WireError> {
    let children: Vec<Reference> = peer.call(path, ACCESSIBLE, "GetChildren", &()).await?;
    Ok(children.into_iter().map(|(_, path)| path).collect())
}

/// The rectangle of a node, if it has one.
pub(super) async fn bounds(peer: &Peer, path: &OwnedObjectPath) -> Result<Bounds, WireError> {
    let (x, y, width, height) =
        peer.call::<_, ((i32, i32, i32, i32),)>(path, COMPONENT, "GetExtents", &ON_SCREEN).await?.0;
    Ok(Bounds { x, y, width, height })
}

async fn properties(peer: &Peer, path: &OwnedObjectPath) -> Result<Properties, WireError> {
    peer.call(path, PROPERTIES, "GetAll", &ACCESSIBLE).await
}

async fn role(peer: &Peer, path: &OwnedObjectPath, known: Known) -> Result<String, WireError> {
    match known.role {
        Some(role) => Ok(role.to_owned()),
        None => peer.call(path, ACCESSIBLE, "GetRoleName", &()).await,
    }
}

async fn text(peer: &Peer, path: &OwnedObjectPath) -> Result<String, WireError> {
    // From the first character to the last.
    peer.call(path, TEXT, "GetText", &(0_i32, -1_i32)).await
}
