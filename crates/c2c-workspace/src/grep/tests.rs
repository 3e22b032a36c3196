//! Patterns in single texts, compared with a search line by line.

use proptest::prelude::*;

use super::*;

fn pattern(query: &str, manner: Manner) -> Pattern {
    Pattern::new(query, manner).unwrap()
}

const REGEX: Manner = Manner { regex: true, case_sensitive: true, whole_word: false, multiline: false };

fn wanted(context: usize) -> Wanted {
    Wanted { skip: 0, keep: 1_000, context }
}

#[track_caller]
fn check(query: &str, manner: Manner, text: &str, expected: &[(usize, usize)]) {
    let (hits, count) = pattern(query, manner).hits(text, wanted(0));
    let found: Vec<(usize, usize)> = hits.iter().map(|hit| (hit.line, hit.column)).collect();
    assert_eq!((found.as_slice(), count), (expected, expected.len() as u64), "{query:?} in {text:?}");
}

#[test]
fn each_line_is_found_once_at_its_first_match() {
    check("a", REGEX, "xaa\nb\na", &[(1, 2), (3, 1)]);
    check("$", REGEX, "a\n\nb\n", &[(1, 2), (2, 1), (3, 2)]);
    check("^", REGEX, "\n", &[(1, 1)]);
    check(r"\s", REGEX, "a\nb c\n", &[(2, 2)]);
    check("[^x]+", REGEX, "xx\nab\n", &[(2, 1)]);
}

#[test]
fn a_match_over_a_line_end_needs_multiline() {
    check(r"a\nb", REGEX, "a\nb\n", &[]);
    check(r"a\nb", Manner { multiline: true, ..REGEX }, "a\nb\na\nb", &[(1, 1), (3, 1)]);
    let (hits, _) = pattern(r"b\nc", Manner { multiline: true, ..REGEX }).hits("a\nxb\ncy\nd", wanted(1));
    assert_eq!(
        (hits[0].text.as_str(), &hits[0].before[..], &hits[0].after[..]),
        ("xb\ncy", &["a".to_owned()][..], &["d".to_owned()][..])
    );
}

#[test]
fn matches_are_skipped_and_kept_by_number_and_all_are_counted() {
    let (hits, count) = pattern("x", REGEX).hits("x\nx\nx\nx\nx", Wanted { skip: 1, keep: 2, context: 0 });
    assert_eq!((hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), count), (vec![2, 3], 5));
}

#[test]
fn context_ends_at_the_ends_of_the_text() {
    let (hits, _) = pattern("x", REGEX).hits("x\nb\nx", wanted(5));
    assert_eq!((&hits[0].before[..], &hits[0].after[..]), (&[][..], &["b".to_owned(), "x".to_owned()][..]));
    assert_eq!((&hits[1].before[..], &hits[1].after[..]), (&["x".to_owned(), "b".to_owned()][..], &[][..]));
}

#[test]
fn a_match_longer_than_what_is_shown_is_cut() {
    let text = "y".repeat(5_000);
    let (hits, _) = pattern("y+", REGEX).hits(&text, wanted(0));
    assert!(hits[0].text.len() <= LONGEST_LINE + "…".len(), "{}", hits[0].text.len());
}

proptest! {
    #[test]
    fn a_literal_is_found_in_exactly_the_lines_that_hold_it(text in "[abä\n\r]{0,60}", query in "[abä]{1,3}") {
        let (hits, count) = pattern(&query, Manner { case_sensitive: true, ..Manner::default() }).hits(&text, wanted(0));
        let expected: Vec<(usize, usize)> = text
            .split('\n')
            .enumerate()
            .filter_map(|(index, line)| line.find(&query).map(|at| (index + 1, line[..at].chars().count() + 1)))
            .collect();
        prop_assert_eq!(count, expected.len() as u64);
        prop_assert_eq!(hits.iter().map(|hit| (hit.line, hit.column)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_pattern_and_no_text_make_it_fail(text in ".{0,40}|[\n\r a]{0,20}", query in r"[a-c.*+?^$|()\[\]\\ sSwbzA]{1,8}", multiline: bool) {
        if let Ok(pattern) = Pattern::new(&query, Manner { multiline, ..REGEX }) {
            let (hits, count) = pattern.hits(&text, wanted(2));
            prop_assert!(hits.len() as u64 == count);
        }
    }
}
