//! The corpus of the fuzz target is replayed: every kind of input that it knows, and whatever it once found.

use std::path::Path;

#[test]
fn the_corpus_of_redaction_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus/redaction");
    let mut inputs: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(inputs.len() > 10, "{inputs:?}");
    for input in inputs {
        println!("{}", input.display());
        super::check(&std::fs::read(input).unwrap());
    }
}
