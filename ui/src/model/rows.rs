//! The arithmetic of a list that shows a few of many rows.

use std::ops::Range;

/// How many rows are fetched at once.
pub(crate) const STRETCH: u32 = 100;
/// How many stretches are kept.
pub(crate) const MOST_STRETCHES: usize = 24;
/// How many rows above and below are fetched before they have a slot: a scroll meets rows that are there.
const AHEAD: u32 = 60;
/// How many rows above and below are ready before they are seen.
const OVERSCAN: u32 = 8;

/// How many slots a view of this height needs.
pub(crate) fn slots(view_height: f64, row_height: f64) -> u32 {
    (view_height / row_height.max(1.0)).ceil() as u32 + 1 + 2 * OVERSCAN
}

/// The first row that has a slot.
pub(crate) fn first(scroll_top: f64, row_height: f64, slots: u32, total: u32) -> u32 {
    let top = (scroll_top.max(0.0) / row_height.max(1.0)).floor() as u32;
    top.saturating_sub(OVERSCAN).min(total.saturating_sub(slots))
}

/// The row that a slot shows: the one from `first` on whose number has the slot's rest.
pub(crate) fn row_of_slot(slot: u32, first: u32, slots: u32) -> u32 {
    let slots = slots.max(1);
    first + (slot + slots - first % slots) % slots
}

/// The stretches that hold the rows from `first` on, and those a little above and below.
pub(crate) fn stretches(first: u32, slots: u32, total: u32) -> Range<u32> {
    let begin = first.saturating_sub(AHEAD) / STRETCH;
    let end = first.saturating_add(slots).saturating_add(AHEAD).min(total);
    begin..end.div_ceil(STRETCH).max(begin)
}

/// Where a key takes the marked row.
pub(crate) fn moved(key: &str, marked: Option<u32>, total: u32, page: u32) -> Option<u32> {
    let last = total.checked_sub(1)?;
    let page = page.max(1);
    let at = match (key, marked) {
        ("Home", _) => 0,
        ("End", _) => last,
        ("ArrowDown" | "PageDown", None) => 0,
        ("ArrowUp" | "PageUp", None) => last,
        ("ArrowDown", Some(row)) => row.saturating_add(1),
        ("ArrowUp", Some(row)) => row.saturating_sub(1),
        ("PageDown", Some(row)) => row.saturating_add(page),
        ("PageUp", Some(row)) => row.saturating_sub(page),
        _ => return None,
    };
    Some(at.min(last))
}

/// Where the list must be scrolled so that a row is seen; none when it is.
pub(crate) fn scroll_to(row: u32, row_height: f64, scroll_top: f64, view_height: f64) -> Option<f64> {
    let top = f64::from(row) * row_height;
    if top < scroll_top {
        Some(top)
    } else if top + row_height > scroll_top + view_height {
        Some(top + row_height - view_height)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_that_is_seen_has_one_slot() {
        let (height, row, total) = (600.0, 40.0, 100_000);
        let slots = slots(height, row);
        for top in [0.0, 13.0, 40.0, 3_999_000.0, 4_000_000.0 - height, 1e9] {
            let first = first(top, row, slots, total);
            let rows: BTreeSet<u32> = (0..slots).map(|slot| row_of_slot(slot, first, slots)).collect();
            assert_eq!(rows, (first..first + slots).collect());
            assert!(first + slots <= total);
            let seen = (top.min(4_000_000.0 - height) / row) as u32;
            assert!(rows.contains(&seen), "{top}");
        }
    }

    #[test]
    fn a_scroll_by_one_row_changes_one_slot() {
        let slots = 30;
        let changed =
            (0..slots).filter(|slot| row_of_slot(*slot, 500, slots) != row_of_slot(*slot, 501, slots)).count();
        assert_eq!(changed, 1);
    }

    #[test]
    fn the_stretches_of_a_view() {
        assert_eq!(stretches(0, 30, 100_000), 0..1);
        assert_eq!(stretches(10, 30, 100_000), 0..1);
        assert_eq!(stretches(11, 30, 100_000), 0..2);
        assert_eq!(stretches(159, 30, 100_000), 0..3);
        assert_eq!(stretches(160, 30, 100_000), 1..3);
        assert_eq!(stretches(0, 30, 0), 0..0);
        assert_eq!(stretches(99_970, 30, 100_000), 999..1_000);
    }

    #[test]
    fn keys_move_within_the_list() {
        assert_eq!(moved("ArrowDown", None, 5, 3), Some(0));
        assert_eq!(moved("ArrowDown", Some(4), 5, 3), Some(4));
        assert_eq!(moved("ArrowUp", Some(0), 5, 3), Some(0));
        assert_eq!(moved("PageDown", Some(1), 5, 3), Some(4));
        assert_eq!(moved("PageUp", Some(4), 5, 3), Some(1));
        assert_eq!(moved("End", None, 100_000, 3), Some(99_999));
        assert_eq!(moved("Home", Some(3), 5, 3), Some(0));
        assert_eq!(moved("a", Some(3), 5, 3), None);
        assert_eq!(moved("ArrowDown", None, 0, 3), None);
    }

    #[test]
    fn a_marked_row_is_brought_into_view() {
        assert_eq!(scroll_to(0, 40.0, 100.0, 400.0), Some(0.0));
        assert_eq!(scroll_to(5, 40.0, 100.0, 400.0), None);
        assert_eq!(scroll_to(20, 40.0, 100.0, 400.0), Some(440.0));
    }
}
