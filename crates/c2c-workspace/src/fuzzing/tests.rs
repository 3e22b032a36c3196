//! The corpora of the fuzz targets are replayed: every kind of input that they know, and whatever they once found.

use std::path::Path;

#[track_caller]
fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus").join(target);
    let mut inputs: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(inputs.len() > 10, "{inputs:?}");
    for input in inputs {
        println!("{}", input.display());
        check(&std::fs::read(input).unwrap());
    }
}

#[cfg(unix)]
#[test]
fn the_corpus_of_the_path_guard_holds() {
    replay("path-guard", super::path_guard);
}

#[test]
fn the_corpus_of_diff_pages_holds() {
    replay("diff-pages", super::diff_pages);
}

#[test]
fn the_corpus_of_decoding_holds() {
    replay("decoding", super::decoding);
}
