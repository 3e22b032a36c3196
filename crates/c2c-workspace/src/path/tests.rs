//! What is a path of a workspace, and what is not.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(given: &str, expected: &str) {
    assert_eq!(RelPath::parse(given).unwrap().as_str(), expected);
}

#[track_caller]
fn refuse(given: &str, code: ErrorCode) {
    assert_eq!(RelPath::parse(given).unwrap_err().code, code, "{given:?}");
}

#[test]
fn one_spelling_comes_out_of_many() {
    check(".", ".");
    check("workspace:/", ".");
    check("workspace://src", "src");
    check("workspace:/src/a.rs", "src/a.rs");
    check("./src/./a.rs", "src/a.rs");
    check("src/", "src");
    check("a b/ü \"quote\"\n", "a b/ü \"quote\"\n");
    check("~/x", "~/x");
    check("...", "...");
}

#[test]
fn a_path_that_leads_out_is_refused() {
    for given in ["/etc/passwd", "..", "../x", "src/../../x", "a/..", "workspace:/../x", "//server/share"] {
        refuse(given, ErrorCode::OutsideWorkspace);
    }
}

#[test]
fn what_is_no_path_is_refused() {
    for given in
        ["", "a//b", "a\0b", "a\\b", "a\\..\\b", "\\x2fetc", "\\x2e\\x2e/x", "\\x0", "\\x+f", "workspace:///a", "\\"]
    {
        refuse(given, ErrorCode::InvalidPath);
    }
    refuse(&"x".repeat(4_097), ErrorCode::InvalidPath);
    assert!(RelPath::parse(&"x".repeat(4_096)).is_ok());
}

#[test]
fn an_error_shows_control_characters_escaped_and_stays_short() {
    let error = RelPath::parse("a\0b\u{1b}[31m").unwrap_err();
    assert_eq!(error.message, "`a\\0b\\u{1b}[31m` is not a path of the workspace: it has a NUL");
    assert!(RelPath::parse(&"x".repeat(50_000)).unwrap_err().message.len() < 200);
}

#[test]
fn git_is_known_in_every_spelling() {
    for name in [".git", ".GIT", "a/.Git/config", ".g\u{200c}it", ".git.", ".git ", "git~1", "GIT~1/x", ".gıt"] {
        assert!(RelPath { text: name.to_owned() }.is_git(), "{name:?}");
    }
    for name in [".gitignore", "git", ".github/x", "a.git", ".gitmodules"] {
        assert!(!RelPath::parse(name).unwrap().is_git(), "{name:?}");
    }
}

#[test]
fn a_folder_is_no_prefix_of_its_neighbour() {
    let folder = RelPath::parse("src").unwrap();
    assert!(RelPath::parse("src/a").unwrap().is_beneath(&folder));
    assert!(folder.is_beneath(&folder));
    assert!(!RelPath::parse("src-evil/a").unwrap().is_beneath(&folder));
    assert!(folder.is_beneath(&RelPath::root()));
}

#[test]
fn the_order_keeps_a_folder_together() {
    let mut paths: Vec<RelPath> =
        ["a-b", "a/z", "a", "a/b/c", "b"].iter().map(|path| RelPath::parse(path).unwrap()).collect();
    paths.sort();
    let shown: Vec<&str> = paths.iter().map(RelPath::as_str).collect();
    assert_eq!(shown, ["a", "a/b/c", "a/z", "a-b", "b"]);
}

#[test]
fn the_way_down_names_each_folder_and_the_path() {
    let way: Vec<String> = RelPath::parse("a/b/c").unwrap().ancestors_and_self().map(|path| path.to_string()).collect();
    assert_eq!(way, ["a", "a/b", "a/b/c"]);
    assert_eq!(RelPath::root().ancestors_and_self().count(), 0);
    assert_eq!(RelPath::parse("a/b").unwrap().parent().unwrap().as_str(), "a");
    assert_eq!(RelPath::parse("a").unwrap().parent(), Some(RelPath::root()));
    assert_eq!(RelPath::root().parent(), None);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_can_be_asked_for() {
    use std::os::unix::ffi::OsStrExt as _;
    let name = OsStr::from_bytes(b"a\xff\\b");
    let path = RelPath::root().child(name);
    assert_eq!(path.as_str(), "a\\xff\\\\b");
    assert_eq!(RelPath::parse(path.as_str()).unwrap(), path);
    assert_eq!(path.to_os().as_os_str(), name);
}

#[cfg(unix)]
#[test]
fn a_folder_named_like_the_alias_of_the_root_is_a_folder() {
    let folder = RelPath::root().child(OsStr::new("workspace:"));
    let path = folder.child(OsStr::new("x"));
    assert_eq!((folder.as_str(), path.as_str()), ("workspace\\x3a", "workspace\\x3a/x"));
    assert_eq!((path.to_os(), path.beneath(&folder).as_str()), (PathBuf::from("workspace:/x"), "x"));
    assert_eq!(RelPath::from_bytes(b"workspace:/x").unwrap(), path);
    for given in ["workspace\\x3a/x", "./workspace:/x", "workspace:/workspace:/x"] {
        check(given, "workspace\\x3a/x");
    }
    check("workspace:/x", "x");
    check("a/workspace:/x", "a/workspace:/x");
    check("a/workspace\\x3a", "a/workspace:");
    let inner = RelPath::parse("a/workspace:/x").unwrap().beneath(&RelPath::parse("a").unwrap());
    assert_eq!(inner, path);
    refuse(&format!("./workspace:{}", "/x".repeat(2_042)), ErrorCode::InvalidPath);
}

proptest! {
    #[test]
    fn any_text_is_refused_or_stays_inside(given in "[./\\\\a-b:\u{0}x0-9~ ]{0,12}") {
        if let Ok(path) = RelPath::parse(&given) {
            let os = path.to_os();
            prop_assert!(os.components().all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir)), "{os:?}");
            prop_assert_eq!(RelPath::parse(path.as_str()).unwrap(), path);
        }
    }

    #[test]
    fn every_name_of_a_file_system_has_one_spelling(bytes in proptest::collection::vec(1_u8..=255, 1..12)) {
        prop_assume!(!bytes.contains(&b'/') && bytes != b"." && bytes != b"..");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            let path = RelPath::root().child(OsStr::from_bytes(&bytes));
            let again = RelPath::parse(path.as_str()).unwrap();
            let os = again.to_os();
            prop_assert_eq!(os.as_os_str().as_bytes(), &bytes[..]);
            prop_assert_eq!(again, path);
        }
    }
}
