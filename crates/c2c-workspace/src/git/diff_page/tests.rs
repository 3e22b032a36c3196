//! Tests of cutting a diff into pages.

use proptest::prelude::*;

use super::*;

fn file(path: &str) -> DiffFile {
    DiffFile {
        path: path.to_owned(),
        old_path: None,
        change: Change::Modified,
        binary: false,
        insertions: Some(1),
        deletions: Some(0),
        withheld: None,
        encoding: None,
        filter: None,
    }
}

fn whole(texts: &[String]) -> WholeDiff {
    let items = texts.iter().enumerate().map(|(number, text)| (file(&format!("f{number}")), text.clone())).collect();
    WholeDiff { items, ..WholeDiff::default() }
}

/// All pages of `texts`: their texts and the files on them.
fn pages(texts: &[String], max_bytes: usize) -> (Vec<String>, Vec<String>) {
    let (mut found, mut files, mut cursor) = (Vec::new(), Vec::new(), None);
    loop {
        let page = whole(texts).page("diff", "a b", cursor.as_deref(), max_bytes).unwrap();
        found.push(page.text);
        files.extend(page.files.into_iter().map(|file| file.path));
        assert!(found.len() < 100_000, "pages make progress");
        if page.next.is_empty() {
            return (found, files);
        }
        cursor = Some(page.next);
    }
}

#[test]
fn a_page_ends_at_a_line_where_one_fits() {
    let texts = vec!["one\n".repeat(500), "two\n".repeat(500)];
    let (found, files) = pages(&texts, 1_024);
    assert!(found.iter().all(|page| page.ends_with('\n') && page.len() <= 1_024));
    assert_eq!((found.concat(), files), (texts.concat(), vec!["f0".to_owned(), "f1".to_owned()]));
}

#[test]
fn a_place_that_is_none_gives_an_empty_page() {
    let texts = vec!["one\n".to_owned()];
    let hash = whole(&texts).page("diff", "a b", None, 1_024).unwrap().content_hash;
    let cursor = Cursor::new("diff", &[7, 9, 1], &hash[..16]).to_string();
    let page = whole(&texts).page("diff", "a b", Some(&cursor), 1_024).unwrap();
    assert_eq!((page.text.as_str(), page.next.as_str()), ("", ""));
    let inside = Cursor::new("diff", &[0, 999, 1], &hash[..16]).to_string();
    assert_eq!(whole(&texts).page("diff", "a b", Some(&inside), 1_024).unwrap().text, "");
}

#[test]
fn a_page_is_bound_to_the_whole_and_to_what_it_is_between() {
    let cursor = |texts: &[String], about: &str| {
        let page = whole(texts).page("diff", about, None, 1_024).unwrap();
        page.next
    };
    let texts = vec!["one\n".repeat(500)];
    let next = cursor(&texts, "a b");
    let changed = vec!["one\n".repeat(499) + "two\n"];
    for (texts, about) in [(&changed, "a b"), (&texts, "a c")] {
        let error = whole(texts).page("diff", about, Some(&next), 1_024).unwrap_err();
        assert_eq!(error.code, crate::ErrorCode::ChangedMeanwhile);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_put_together_equal_the_whole(texts in prop::collection::vec("[a-zä𝄞\n]{0,3000}", 0..6), max_bytes in 1_024_usize..3_000) {
        let (found, files) = pages(&texts, max_bytes);
        prop_assert_eq!(found.concat(), texts.concat());
        prop_assert_eq!(files.len(), texts.len());
    }
}
