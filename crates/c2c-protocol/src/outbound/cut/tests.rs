//! Cuts fall between words, show, and never exceed the limit.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, limit: usize, expected: &str) {
    let (cut, _) = keep_start(text, limit);
    assert_eq!(cut, expected);
    assert!(cut.len() <= limit);
}

#[test]
fn a_text_that_fits_is_whole() {
    assert_eq!(keep_start("dark mode", 9), ("dark mode".to_owned(), Cut::Whole));
    assert_eq!(keep_start("dark mode", 8).1, Cut::Cut);
}

#[test]
fn a_cut_falls_between_words() {
    check("implement dark mode", 18, "implement dark…");
    check("implement dark mode", 17, "implement dark…");
    check("implement dark mode", 16, "implement…");
}

#[test]
fn a_word_that_ends_at_the_limit_is_kept() {
    check("implement dark mode", "implement dark".len() + 3, "implement dark…");
}

#[test]
fn a_text_without_spaces_is_cut_between_characters() {
    check("深色模式需要保存用户的选择", 12, "深色模…");
    check("深色模式需要保存用户的选择", 14, "深色模…");
    check("深色模式需要保存用户的选择", 15, "深色模式…");
}

#[test]
fn a_far_border_is_not_used() {
    let text = format!("a {}", "b".repeat(200));
    assert_eq!(keep_start(&text, 103).0.len(), 103);
}

#[test]
fn marks_stay_with_their_character() {
    let text = "xe\u{0301}e\u{0301}e\u{0301}";
    check(text, 1 + 3 + 3 + 1, "xe\u{0301}…");
    let family = "👨\u{200D}👩\u{200D}👧 home";
    check(family, 8 + 3, "…");
}

#[test]
fn there_is_no_room_for_the_mark_below_three_bytes() {
    check("dark", 2, "");
    check("dark", 3, "…");
}

#[test]
fn characters_are_counted_when_characters_are_asked_for() {
    assert_eq!(characters("äöüäöü", 6), "äöüäöü");
    assert_eq!(characters("äöüäöüä", 6), "äöüäö…");
}

#[test]
fn the_newest_items_are_kept() {
    let items: Vec<String> = ["first", "second", "third"].map(str::to_owned).to_vec();
    assert_eq!(list_bytes(&items), "- first\n- second\n- third".len());
    assert_eq!(keep_newest(&items, 24), (items.clone(), Cut::Whole));
    let kept = |limit: usize| keep_newest(&items, limit).0;
    assert_eq!(kept(22), ["…", "second", "third"]);
    assert_eq!(kept(21), ["…", "third"]);
    assert_eq!(kept(12), ["…", "t…"]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_cut_exceeds_its_limit(text in any::<String>(), limit in 0_usize..200) {
        let (cut, result) = keep_start(&text, limit);
        prop_assert!(cut.len() <= limit);
        prop_assert_eq!(result == Cut::Whole, cut == text);
    }

    #[test]
    fn no_list_exceeds_its_limit(items in proptest::collection::vec("[a-zé ]{0,30}", 0..8), limit in 16_usize..200) {
        let (kept, result) = keep_newest(&items, limit);
        prop_assert!(list_bytes(&kept) <= limit, "{:?}", kept);
        prop_assert_eq!(result == Cut::Whole, kept == items);
    }
}
