//! Nodes as they come in, put together to a recording.

use std::collections::HashMap;

use zbus::OwnedObjectPath;

use crate::tree::{Limits, Recorded, Recording, Shape, TreeError};

/// Nodes that know their parents. A parent comes before its children, and those in their order;
/// otherwise the order is free.
#[derive(Debug)]
pub(super) struct Pieces {
    limits: Limits,
    nodes: Vec<Piece>,
    places: HashMap<OwnedObjectPath, usize>,
    bytes: usize,
}

#[derive(Debug)]
struct Piece {
    path: OwnedObjectPath,
    recorded: Recorded,
    children: Vec<usize>,
}

impl Pieces {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, nodes: Vec::new(), places: HashMap::new(), bytes: 0 }
    }

    /// How many nodes may still come.
    pub(super) fn room(&self) -> usize {
        self.limits.nodes.saturating_sub(self.nodes.len())
    }

    /// That there are more nodes than may be.
    pub(super) fn too_many(&self) -> TreeError {
        TreeError::TooBig { what: "nodes", limit: self.limits.nodes }
    }

    /// Adds a node below `parent`, or the root when that is none. Says whether it has a place: a node
    /// whose parent was left out, or that is there already, has none.
    ///
    /// # Errors
    /// When there are too many nodes, too deep ones, or too much text.
    pub(super) fn add(
        &mut self,
        parent: Option<&OwnedObjectPath>,
        path: OwnedObjectPath,
        mut recorded: Recorded,
    ) -> Result<bool, TreeError> {
        let place = parent.and_then(|parent| self.places.get(parent)).copied();
        let fits = if parent.is_some() { place.is_some() } else { self.nodes.is_empty() };
        if !fits || self.places.contains_key(&path) {
            return Ok(false);
        }
        if self.room() == 0 {
            return Err(self.too_many());
        }
        self.bytes += recorded.name.len() + recorded.value.len();
        if self.bytes > self.limits.bytes {
            return Err(TreeError::TooBig { what: "bytes of text", limit: self.limits.bytes });
        }
        let index = self.nodes.len();
        if let Some(parent) = place.and_then(|place| self.nodes.get_mut(place)) {
            parent.children.push(index);
            recorded.depth = parent.recorded.depth + 1;
            if recorded.depth > self.limits.depth {
                return Err(TreeError::TooBig { what: "levels", limit: usize::from(self.limits.depth) });
            }
        }
        self.places.insert(path.clone(), index);
        self.nodes.push(Piece { path, recorded, children: Vec::new() });
        Ok(true)
    }

    /// The recording in reading order, and the path of each of its nodes.
    pub(super) fn into_recording(mut self) -> (Recording, Vec<OwnedObjectPath>) {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut paths = Vec::with_capacity(self.nodes.len());
        let mut open = vec![0];
        while let Some(piece) = open.pop().and_then(|index| self.nodes.get_mut(index)) {
            open.extend(piece.children.iter().rev());
            nodes.push(std::mem::take(&mut piece.recorded));
            paths.push(piece.path.clone());
        }
        (Recording { shape: Shape::AtSpi, nodes }, paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> OwnedObjectPath {
        OwnedObjectPath::try_from(format!("/{name}")).unwrap()
    }

    fn node(name: &str) -> Recorded {
        Recorded { name: name.to_owned(), ..Recorded::default() }
    }

    fn add(pieces: &mut Pieces, parent: Option<&str>, name: &str) -> Result<bool, TreeError> {
        pieces.add(parent.map(path).as_ref(), path(name), node(name))
    }

    fn limits(nodes: usize, depth: u16, bytes: usize) -> Pieces {
        Pieces::new(Limits { nodes, depth, bytes })
    }

    #[test]
    fn pieces_come_out_in_reading_order() {
        let mut pieces = Pieces::new(Limits::default());
        for (parent, name) in
            [(None, "a"), (Some("a"), "b"), (Some("a"), "c"), (Some("b"), "d"), (Some("c"), "e"), (Some("b"), "f")]
        {
            assert!(matches!(add(&mut pieces, parent, name), Ok(true)));
        }
        let (recording, paths) = pieces.into_recording();
        let found: Vec<(u16, &str)> = recording.nodes.iter().map(|node| (node.depth, node.name.as_str())).collect();
        assert_eq!(found, [(0, "a"), (1, "b"), (2, "d"), (2, "f"), (1, "c"), (2, "e")]);
        assert_eq!(paths, ["a", "b", "d", "f", "c", "e"].map(path));
        recording.tree(Limits::default()).unwrap();
    }

    #[test]
    fn a_node_without_a_place_is_left_out() {
        let mut pieces = Pieces::new(Limits::default());
        assert!(matches!(add(&mut pieces, None, "a"), Ok(true)));
        assert!(matches!(add(&mut pieces, Some("gone"), "b"), Ok(false)));
        assert!(matches!(add(&mut pieces, Some("b"), "c"), Ok(false)));
        assert!(matches!(add(&mut pieces, Some("a"), "a"), Ok(false)));
        assert!(matches!(add(&mut pieces, None, "d"), Ok(false)));
        assert_eq!(pieces.into_recording().0.nodes.len(), 1);
    }

    #[test]
    fn too_much_is_refused() {
        let mut pieces = limits(2, 9, 99);
        assert!(matches!(add(&mut pieces, None, "a"), Ok(true)));
        assert!(matches!(add(&mut pieces, Some("a"), "b"), Ok(true)));
        assert_eq!(
            add(&mut pieces, Some("a"), "c").unwrap_err().to_string(),
            "the accessibility tree has more than 2 nodes"
        );
        let mut pieces = limits(9, 1, 99);
        assert!(matches!(add(&mut pieces, None, "a"), Ok(true)));
        assert!(matches!(add(&mut pieces, Some("a"), "b"), Ok(true)));
        assert_eq!(
            add(&mut pieces, Some("b"), "c").unwrap_err().to_string(),
            "the accessibility tree has more than 1 levels"
        );
        let mut pieces = limits(9, 9, 2);
        assert!(matches!(add(&mut pieces, None, "aa"), Ok(true)));
        assert_eq!(
            add(&mut pieces, Some("aa"), "b").unwrap_err().to_string(),
            "the accessibility tree has more than 2 bytes of text"
        );
    }
}
