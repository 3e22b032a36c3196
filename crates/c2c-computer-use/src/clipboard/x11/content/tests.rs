//! What is read of what a program offers.

use super::{Plan, is_borrowed, plan};

fn offered(names: &[&str]) -> Vec<(u32, String)> {
    (100..).zip(names.iter().map(|name| (*name).to_owned())).collect()
}

#[test]
fn everything_that_is_content_must_be_read() {
    let names = ["TIMESTAMP", "TARGETS", "MULTIPLE", "SAVE_TARGETS", "text/html", "UTF8_STRING", "DELETE"];
    assert_eq!(plan(&offered(&names)), Plan { must: vec![104, 105], may: vec![] });
}

#[test]
fn one_picture_must_be_read_and_the_others_may() {
    let names = ["image/bmp", "image/png", "image/jpeg", "text/html"];
    assert_eq!(plan(&offered(&names)), Plan { must: vec![101, 103], may: vec![100, 102] });
    let names = ["image/tiff", "image/bmp"];
    assert_eq!(plan(&offered(&names)), Plan { must: vec![100], may: vec![101] });
}

#[test]
fn a_target_that_is_offered_twice_is_read_once() {
    let twice = [(1, "STRING".to_owned()), (1, "STRING".to_owned())];
    assert_eq!(plan(&twice), Plan { must: vec![1], may: vec![] });
}

#[test]
fn ids_of_the_owners_pictures_in_the_server_are_not_kept() {
    assert!(is_borrowed(20), "PIXMAP");
    assert!(!is_borrowed(31), "STRING");
}
