//! Which frame is which window.

use super::super::x11::Bounds as XBounds;
use super::*;

fn window(id: u64, title: &str, x: i32) -> XWindow {
    let bounds = XBounds { x, y: 0, width: 100, height: 100 };
    XWindow { id: WindowId(id), pid: 1, title: title.to_owned(), bounds, is_minimised: false }
}

fn frame(number: u32, title: &str, x: i32, is_active: bool) -> Frame {
    let bounds = Some(Bounds { x, y: 0, width: 100, height: 100 });
    Frame { title: title.to_owned(), bounds, is_active, handle: Handle::for_tests(number) }
}

fn pairs(shown: &[XWindow], frames: &[Frame], active: u64) -> Vec<(u64, usize)> {
    let (shown, all): (Vec<_>, Vec<_>) = (shown.iter().collect(), frames.iter().collect());
    let at = |found: &Frame| frames.iter().position(|frame| frame.handle == found.handle).unwrap();
    let mut pairs: Vec<_> =
        pair(&shown, &all, Some(WindowId(active))).into_iter().map(|(id, frame)| (id.0, at(frame))).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn one_window_and_one_frame_are_a_pair_whatever_they_say() {
    assert_eq!(pairs(&[window(1, "a", 0)], &[frame(1, "b", 500, true)], 9), [(1, 0)]);
}

#[test]
fn windows_are_told_apart_by_title_place_and_who_is_in_front() {
    let (a, b) = (window(1, "ChatGPT", 0), window(2, "ChatGPT", 500));
    assert_eq!(pairs(&[a, b], &[frame(1, "ChatGPT", 500, false), frame(2, "ChatGPT", 0, false)], 9), [(1, 1), (2, 0)]);
    let (a, b) = (window(1, "ChatGPT", 0), window(2, "Other", 0));
    assert_eq!(pairs(&[a, b], &[frame(1, "Other", 0, false), frame(2, "ChatGPT", 0, false)], 9), [(1, 1), (2, 0)]);
    let (a, b) = (window(1, "ChatGPT", 0), window(2, "ChatGPT", 0));
    assert_eq!(pairs(&[a, b], &[frame(1, "ChatGPT", 0, false), frame(2, "ChatGPT", 0, true)], 1), [(1, 1), (2, 0)]);
}

#[test]
fn what_cannot_be_told_apart_is_no_pair() {
    let (a, b) = (window(1, "ChatGPT", 0), window(2, "ChatGPT", 0));
    assert_eq!(pairs(&[a, b], &[frame(1, "ChatGPT", 0, false), frame(2, "ChatGPT", 0, false)], 9), []);
}
