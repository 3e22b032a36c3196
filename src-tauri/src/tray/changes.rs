//! What differs between two menus, so that an open menu does not close because a word changed. Pure.

use c2c_ipc::app::MenuEntry;

/// Something that can be changed in a menu as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change<'a> {
    /// The entry says this now.
    Label(&'a str),
    /// The entry is on or off now.
    Checked(bool),
}

/// The changes from one menu to another, each with the entry's place: entries of a submenu come after the submenu
/// itself. None when they are built differently, and so the menu has to be made anew.
pub(super) fn changes<'a>(old: &[MenuEntry], new: &'a [MenuEntry]) -> Option<Vec<(usize, Change<'a>)>> {
    let mut changes = Vec::new();
    collect(old, new, &mut 0, &mut changes)?;
    Some(changes)
}

fn collect<'a>(
    old: &[MenuEntry],
    new: &'a [MenuEntry],
    place: &mut usize,
    changes: &mut Vec<(usize, Change<'a>)>,
) -> Option<()> {
    if old.len() != new.len() {
        return None;
    }
    for (old, new) in old.iter().zip(new) {
        let here = *place;
        *place += 1;
        let mut relabel = |old: &str, new: &'a str| {
            if old != new {
                changes.push((here, Change::Label(new)));
            }
        };
        match (old, new) {
            (MenuEntry::Separator, MenuEntry::Separator) => {}
            (MenuEntry::Item { action: own, label }, MenuEntry::Item { action, label: wanted }) if own == action => {
                relabel(label, wanted);
            }
            (
                MenuEntry::Check { action: own, label, checked },
                MenuEntry::Check { action, label: wanted, checked: is_on },
            ) if own == action => {
                relabel(label, wanted);
                if checked != is_on {
                    changes.push((here, Change::Checked(*is_on)));
                }
            }
            (MenuEntry::Submenu { label, entries }, MenuEntry::Submenu { label: wanted, entries: wished }) => {
                relabel(label, wanted);
                collect(entries, wished, place, changes)?;
            }
            _ => return None,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use c2c_ipc::app::TrayAction;

    use super::*;

    fn item(session: &str, label: &str) -> MenuEntry {
        MenuEntry::Item { action: TrayAction::Pause(session.to_owned()), label: label.to_owned() }
    }

    fn menu(label: &str, inner: &str, checked: bool) -> Vec<MenuEntry> {
        vec![
            MenuEntry::Submenu { label: label.to_owned(), entries: vec![item("a", inner), item("b", "Pause")] },
            MenuEntry::Separator,
            MenuEntry::Check { action: TrayAction::StartAtLogin, label: "Start at login".to_owned(), checked },
        ]
    }

    #[test]
    fn the_same_menu_has_no_changes() {
        assert_eq!(changes(&menu("a", "b", true), &menu("a", "b", true)), Some(vec![]));
    }

    #[test]
    fn words_and_checks_change_in_place() {
        let new = menu("shop: Codex works", "Pause", true);
        let expected =
            vec![(0, Change::Label("shop: Codex works")), (1, Change::Label("Pause")), (4, Change::Checked(true))];
        assert_eq!(changes(&menu("shop: sends", "Wait", false), &new), Some(expected));
    }

    #[test]
    fn a_menu_that_is_built_differently_is_made_anew() {
        let old = menu("a", "b", true);
        assert_eq!(changes(&old, &old[..2]), None);
        assert_eq!(changes(&[item("a", "Pause")], &[item("b", "Pause")]), None);
        assert_eq!(changes(&[item("a", "Pause")], &[MenuEntry::Separator]), None);
    }
}
