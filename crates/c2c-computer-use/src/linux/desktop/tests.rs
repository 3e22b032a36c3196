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
        pair(&shown, &all, Some(WindowId(active))).found.into_iter().map(|(id, frame)| (id.0, at(frame))).collect();
    pairs.sort_unstable();
    pairs
}

fn alike(shown: &[XWindow], frames: &[Frame], active: u64) -> Vec<u64> {
    let (shown, frames): (Vec<_>, Vec<_>) = (shown.iter().collect(), frames.iter().collect());
    let mut alike: Vec<_> = pair(&shown, &frames, Some(WindowId(active))).alike.into_iter().map(|id| id.0).collect();
    alike.sort_unstable();
    alike
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
fn what_differs_in_nothing_but_its_size_is_told_apart_by_it() {
    let mut large = window(1, "ChatGPT", 0);
    large.bounds.width = 400;
    let mut frame_of_large = frame(1, "ChatGPT", 0, false);
    frame_of_large.bounds = Some(Bounds { x: 0, y: 0, width: 410, height: 130 });
    let small = window(2, "ChatGPT", 0);
    assert_eq!(pairs(&[large, small], &[frame(2, "ChatGPT", 0, false), frame_of_large], 9), [(1, 1), (2, 0)]);
}

#[test]
fn what_cannot_be_told_apart_is_no_pair_and_is_said_to_be_alike() {
    let windows = [1, 2, 3].map(|id| window(id, "ChatGPT", 0));
    let frames = [1, 2, 3].map(|number| frame(number, "ChatGPT", 0, false));
    assert_eq!(pairs(&windows, &frames, 9), []);
    assert_eq!(alike(&windows, &frames, 9), [1, 2, 3]);
    // The one in front is known by that; the others are alike none the less.
    let front = [frame(1, "ChatGPT", 0, false), frame(2, "ChatGPT", 0, true), frame(3, "ChatGPT", 0, false)];
    assert_eq!((pairs(&windows, &front, 3), alike(&windows, &front, 3)), (vec![(3, 1)], vec![1, 2]));
    // A frame that is still to come is waited for.
    assert_eq!(alike(&windows, &frames[..1], 9), [0; 0]);
}
