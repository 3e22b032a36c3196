//! The environment as a value.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use super::*;

#[test]
fn every_variable_is_listed_once_and_says_what_it_is_for() {
    let names: BTreeSet<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), NAMES.len());
    assert!(NAMES.iter().all(|(name, about)| !name.is_empty() && about.len() > 5));
}

#[test]
fn what_was_set_last_counts_and_what_is_empty_does_not() {
    let mut environment = Environment::from_pairs([("A", "1"), ("A", "2"), ("B", "")]);
    assert_eq!(environment.get("A"), Some(OsStr::new("2")));
    assert_eq!(environment.get("B"), None);
    assert_eq!(environment.get("C"), None);
    assert_eq!(environment.iter().count(), 2, "an empty variable is passed on all the same");
    environment.remove("A");
    assert_eq!(environment.get("A"), None);
}

#[test]
fn it_prints_names_and_no_values() {
    let environment = Environment::from_pairs([("OPENAI_API_KEY", "sk-secret")]);
    assert_eq!(format!("{environment:?}"), "{\"OPENAI_API_KEY\"}");
}

#[test]
fn the_process_has_a_path() {
    assert!(Environment::from_process().get("PATH").is_some());
}

#[cfg(unix)]
#[test]
fn names_that_differ_in_case_differ() {
    let environment = Environment::from_pairs([("path", "x")]);
    assert_eq!(environment.get("PATH"), None);
}

#[cfg(unix)]
#[test]
fn a_relative_path_counts_as_not_set() {
    let environment = Environment::from_pairs([("HOME", "ada"), ("XDG_DATA_HOME", "/data"), ("TMPDIR", "./x")]);
    assert_eq!(environment.home(), None);
    assert_eq!(environment.absolute_path("XDG_DATA_HOME").as_deref(), Some(Path::new("/data")));
    assert_eq!(environment.absolute_path("TMPDIR"), None);
}

#[cfg(unix)]
mod programs {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn put(path: &Path, mode: u32) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_program_is_found_in_the_order_of_path() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        put(&at("one/tool"), 0o644);
        std::fs::create_dir_all(at("two/tool")).unwrap();
        put(&at("three/tool"), 0o755);
        put(&at("four/tool"), 0o755);
        let path = std::env::join_paths([at("none"), at("one"), at("two"), at("three"), at("four")]).unwrap();
        let environment = Environment::from_pairs([("PATH", path)]);
        // Neither a file that is no program nor a folder counts.
        assert_eq!(environment.find_program("tool"), Some(at("three/tool")));
        assert_eq!(environment.find_program("other"), None);
        assert_eq!(Environment::default().find_program("tool"), None);
    }

    #[test]
    fn nothing_is_found_by_way_of_the_current_folder() {
        let environment = Environment::from_pairs([("PATH", ":.:target")]);
        assert_eq!(environment.find_program("Cargo.toml"), None);
        for name in ["./tool", "a/tool", "", "..", "."] {
            assert_eq!(environment.find_program(name), None, "{name}");
        }
    }

    #[test]
    fn an_absolute_path_is_taken_when_a_program_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let (tool, text) = (folder.path().join("tool"), folder.path().join("text"));
        put(&tool, 0o755);
        put(&text, 0o644);
        assert_eq!(Environment::default().find_program(&tool), Some(tool));
        assert_eq!(Environment::default().find_program(&text), None);
        assert_eq!(Environment::default().find_program(folder.path().join("none")), None);
    }
}
