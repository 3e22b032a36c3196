//! What can be opened beneath a root.

use std::io::Read as _;

use super::*;

fn path(text: &str) -> RelPath {
    RelPath::parse(text).unwrap()
}

fn text_of(root: &Root, name: &str) -> Result<String, ErrorCode> {
    let mut open = root.open_file(&path(name)).map_err(|error| error.code)?;
    let mut text = String::new();
    open.file.read_to_string(&mut text).unwrap();
    Ok(text)
}

#[test]
fn a_root_must_be_an_absolute_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    assert!(matches!(Root::open(Path::new("src")), Err(RootError::Relative { .. })));
    assert!(matches!(Root::open(&folder.path().join("none")), Err(RootError::NotFound { .. })));
    assert!(matches!(Root::open(&folder.path().join("file")), Err(RootError::NotAFolder { .. })));
    let root = Root::open(folder.path()).unwrap();
    assert_eq!(root.path(), folder.path().canonicalize().unwrap());
}

#[test]
fn files_and_folders_are_opened_and_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
    std::fs::write(folder.path().join("a/b/c.txt"), "hello").unwrap();
    let root = Root::open(folder.path()).unwrap();
    assert_eq!(text_of(&root, "a/b/c.txt").unwrap(), "hello");
    assert_eq!(root.look(&path("a/b/c.txt")).unwrap(), Seen { kind: EntryKind::File, size: 5 });
    assert_eq!(text_of(&root, "a/b"), Err(ErrorCode::NotAFile));
    assert_eq!(text_of(&root, "a/x"), Err(ErrorCode::NotFound));
    assert_eq!(text_of(&root, "a/b/c.txt/d"), Err(ErrorCode::NotFound));
    assert_eq!(root.open_folder(&path("a/b/c.txt")).unwrap_err().code, ErrorCode::NotADirectory);
    assert_eq!(root.open_folder(&path("a/none")).unwrap_err().code, ErrorCode::NotFound);
    assert!(root.open_folder(&RelPath::root()).is_ok());
    assert!(root.open_folder(&path("a/b")).is_ok());
}

#[test]
fn git_s_own_folder_is_never_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("sub/.GIT")).unwrap();
    std::fs::write(folder.path().join("sub/.GIT/config"), "x").unwrap();
    std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").unwrap();
    let root = Root::open(folder.path()).unwrap();
    assert_eq!(text_of(&root, "sub/.GIT/config"), Err(ErrorCode::Withheld));
    assert_eq!(text_of(&root, ".git"), Err(ErrorCode::Withheld));
    assert_eq!(root.open_folder(&path("sub/.GIT")).unwrap_err().code, ErrorCode::Withheld);
}

#[cfg(unix)]
#[test]
fn a_link_is_named_and_not_followed() {
    use std::os::unix::fs::symlink;
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("root");
    std::fs::create_dir_all(inner.join("real")).unwrap();
    std::fs::create_dir_all(inner.join(".git")).unwrap();
    std::fs::create_dir_all(outer.path().join("root-evil")).unwrap();
    std::fs::write(outer.path().join("root-evil/s.txt"), "secret").unwrap();
    std::fs::write(inner.join("real/a.txt"), "a").unwrap();
    std::fs::write(inner.join(".git/config"), "c").unwrap();
    symlink("../root-evil", inner.join("out")).unwrap();
    symlink("../root-evil/s.txt", inner.join("out.txt")).unwrap();
    symlink(outer.path().join("root-evil"), inner.join("absolute")).unwrap();
    symlink("real", inner.join("in")).unwrap();
    symlink("real/a.txt", inner.join("in.txt")).unwrap();
    symlink(".git", inner.join("meta")).unwrap();
    symlink("/proc/self", inner.join("magic")).unwrap();
    let root = Root::open(&inner).unwrap();
    for out in ["out/s.txt", "out.txt", "absolute/s.txt", "meta/config", "magic/environ", "out/not-yet-there"] {
        assert_eq!(text_of(&root, out), Err(ErrorCode::OutsideWorkspace), "{out}");
    }
    let error = root.open_file(&path("in/a.txt")).unwrap_err();
    insta::assert_snapshot!(error.to_string() + " / " + &error.hint, @"INVALID_PATH: `in` is a link to `real`; links are shown and not followed / ask for `real/a.txt`");
    assert_eq!(text_of(&root, "in.txt"), Err(ErrorCode::InvalidPath));
    assert_eq!(root.open_folder(&path("in")).unwrap_err().code, ErrorCode::InvalidPath);
    assert_eq!(root.open_folder(&path("out")).unwrap_err().code, ErrorCode::OutsideWorkspace);
    assert_eq!(root.look(&path("in")).unwrap().kind, EntryKind::Symlink);
    assert_eq!(root.link_target(&path("out")).unwrap(), "../root-evil");
    assert_eq!(RelPath::parse("in/../../root-evil/s.txt").unwrap_err().code, ErrorCode::OutsideWorkspace);
}

#[cfg(unix)]
#[test]
fn a_link_says_what_to_ask_for_instead() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().canonicalize().unwrap();
    std::fs::create_dir_all(inner.join("d/e")).unwrap();
    std::fs::write(inner.join("d/e/x.txt"), "x").unwrap();
    let token = format!("ghp_{}", "aB3".repeat(12));
    for (target, link) in [
        ("d", "one"),
        ("../one/e", "d/two"),
        ("loop", "loop"),
        ("pong", "ping"),
        ("ping", "pong"),
        (&format!("d/{token}/x"), "secret"),
        (inner.join("d/e/../e/x.txt").to_str().unwrap(), "absolute"),
        ("/home/person/notes.txt", "outside"),
        ("one/e/../../../up", "up"),
    ] {
        symlink(target, inner.join(link)).unwrap();
    }
    let root = Root::open(&inner).unwrap();
    let told = |name: &str| {
        let error = root.open_file(&path(name)).unwrap_err();
        format!("{}: {} / {}", error.code, error.message, error.hint)
    };
    assert!(
        told("one/e/x.txt").ends_with("`one` is a link to `d`; links are shown and not followed / ask for `d/e/x.txt`")
    );
    assert!(told("d/two/x.txt").ends_with("ask for `d/e/x.txt`"));
    assert!(
        told("absolute")
            .ends_with("a link to `workspace:/d/e/x.txt`; links are shown and not followed / ask for `d/e/x.txt`")
    );
    for circle in ["loop", "loop/a", "ping"] {
        assert!(told(circle).contains("circle") && !told(circle).contains("ask for"), "{}", told(circle));
    }
    assert!(!told("secret").contains(&token) && told("secret").contains("ask for `d/[REDACTED:"), "{}", told("secret"));
    for outside in ["outside", "up"] {
        assert!(
            told(outside).starts_with("OUTSIDE_WORKSPACE") && !told(outside).contains("person"),
            "{}",
            told(outside)
        );
    }
    assert_eq!(root.link_target(&path("outside")).unwrap(), "(outside the workspace)");
}

#[cfg(unix)]
#[test]
fn a_file_with_a_second_name_is_withheld() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one"), "x").unwrap();
    std::fs::hard_link(folder.path().join("one"), folder.path().join("two")).unwrap();
    let root = Root::open(folder.path()).unwrap();
    assert_eq!(text_of(&root, "two"), Err(ErrorCode::Withheld));
    std::fs::remove_file(folder.path().join("one")).unwrap();
    assert_eq!(text_of(&root, "two").unwrap(), "x");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_and_a_socket_do_not_hold_us_up() {
    let folder = tempfile::tempdir().unwrap();
    let dir = std::fs::File::open(folder.path()).unwrap();
    rustix::fs::mknodat(&dir, "pipe", rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    let _listener = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let root = Root::open(folder.path()).unwrap();
    assert_eq!(text_of(&root, "pipe"), Err(ErrorCode::NotAFile));
    assert_eq!(text_of(&root, "socket"), Err(ErrorCode::NotAFile));
    assert!(root.open_file(&path("pipe")).unwrap_err().hint.contains("regular files"));
    assert_eq!(root.look(&path("pipe")).unwrap().kind, EntryKind::Special);
}

#[cfg(unix)]
#[test]
fn the_steps_and_the_one_call_give_the_same() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("a")).unwrap();
    std::fs::write(folder.path().join("a/file"), "x").unwrap();
    symlink("a", folder.path().join("link")).unwrap();
    symlink("a/file", folder.path().join("file-link")).unwrap();
    let root = Root::open(folder.path()).unwrap();
    for (name, opens) in [("a/file", true), ("link/file", false), ("file-link", false), ("a/none", false)] {
        assert_eq!(root.file_by_steps(&path(name)).is_ok(), opens, "{name} by steps");
        assert_eq!(root.open_beneath(&path(name)).is_ok(), opens, "{name} at once");
    }
}

#[test]
fn a_folder_swapped_for_a_link_after_the_root_was_opened_gives_nothing() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("root");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(inner.join("a"), "inside").unwrap();
    let root = Root::open(&inner).unwrap();
    assert!(root.is_in_place());
    std::fs::rename(&inner, outer.path().join("moved")).unwrap();
    assert!(!root.is_in_place());
    std::fs::create_dir_all(&inner).unwrap();
    assert!(!root.is_in_place(), "another folder lies there");
    std::fs::write(inner.join("a"), "other").unwrap();
    assert_eq!(text_of(&root, "a").unwrap(), "inside", "the handle stays with the folder that was opened");
}
