//! What is on a clipboard, and in which order to read it. Pure.

use x11rb::protocol::xproto::{Atom, AtomEnum};

use super::Atoms;

/// One kind of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// What programs ask for.
    pub(super) target: Atom,
    /// What kind of property they get for it.
    pub(super) kind: Atom,
    /// How wide its numbers are, in bits: 8, 16 or 32.
    pub(super) format: u8,
    /// Its bytes.
    pub(super) data: Vec<u8>,
}

/// All kinds of the content. Empty when nothing is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Content(pub(super) Vec<Item>);

impl Content {
    /// A text that clipboard managers leave out of their history, marked as lent.
    pub(super) fn text(text: &str, atoms: &Atoms) -> Self {
        let item = |target, kind| Item { target, kind, format: 8, data: text.as_bytes().to_vec() };
        let (hint, lent) = (atoms.HISTORY_HINT, atoms.C2C_LENT);
        Self(vec![
            item(atoms.UTF8_STRING, atoms.UTF8_STRING),
            item(atoms.TEXT_UTF_8, atoms.TEXT_UTF_8),
            item(atoms.TEXT, atoms.UTF8_STRING),
            Item { target: hint, kind: hint, format: 8, data: b"secret".to_vec() },
            Item { target: lent, kind: lent, format: 8, data: Vec::new() },
        ])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, target: Atom) -> Option<&Item> {
        self.0.iter().find(|item| item.target == target)
    }

    /// How much it is, in bytes.
    pub(super) fn size(&self) -> usize {
        self.0.iter().map(|item| item.data.len()).sum()
    }
}

/// The targets to read: first those without which something would be lost, then those that are the same
/// picture in other formats, which the owner may take long to make.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) must: Vec<Atom>,
    pub(super) may: Vec<Atom>,
}

/// Sorts what an owner offers, by the names of the targets.
pub(super) fn plan(offered: &[(Atom, String)]) -> Plan {
    let mut plan = Plan { must: Vec::new(), may: Vec::new() };
    let is_image = |name: &str| name.starts_with("image/");
    // One picture must be kept: PNG loses nothing.
    let best = offered.iter().find(|(_, name)| name == "image/png");
    let best = best.or_else(|| offered.iter().find(|(_, name)| is_image(name))).map(|(target, _)| *target);
    for (target, name) in offered {
        if NO_CONTENT.contains(&name.as_str()) || plan.must.contains(target) || plan.may.contains(target) {
            continue;
        }
        let list = if is_image(name) && Some(*target) != best { &mut plan.may } else { &mut plan.must };
        list.push(*target);
    }
    plan
}

/// Whether a property of this kind names something in the server that ends with its owner.
pub(super) fn is_borrowed(kind: Atom) -> bool {
    let borrowed = [
        AtomEnum::BITMAP,
        AtomEnum::COLORMAP,
        AtomEnum::CURSOR,
        AtomEnum::DRAWABLE,
        AtomEnum::FONT,
        AtomEnum::PIXMAP,
        AtomEnum::VISUALID,
        AtomEnum::WINDOW,
    ];
    borrowed.into_iter().any(|borrowed| u32::from(borrowed) == kind)
}

/// Targets that say something about the others, or do something.
const NO_CONTENT: &[&str] =
    &["TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY"];

#[cfg(test)]
mod tests;
