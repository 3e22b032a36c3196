//! How a command line becomes what a verb takes.

use super::*;

#[test]
fn the_root_is_the_named_folder_or_the_repository_around_us() {
    let base = tempfile::tempdir().unwrap();
    let inner = base.path().join("shop/src/deep");
    std::fs::create_dir_all(&inner).unwrap();
    let nowhere = Path::new("/no-such-folder/deep");
    assert_eq!(root(None, nowhere), nowhere, "no repository: the folder itself");
    std::fs::create_dir(base.path().join("shop/.git")).unwrap();
    assert_eq!(root(None, &inner), base.path().join("shop"));
    assert_eq!(root(Some(Path::new("..")), &inner), inner.join(".."));
    assert_eq!(root(Some(Path::new("/elsewhere")), &inner), Path::new("/elsewhere"));
}

#[test]
fn each_option_and_each_line_is_one_item() {
    let given = ["one\n two \n\n".to_owned(), "three".to_owned()];
    assert_eq!(lines(&given), ["one", "two", "three"]);
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in clap_complete::Shell::value_variants() {
        assert!(completion_script(*shell).contains("boot-prompt"), "{shell}");
    }
}
