//! Private files: whole, private, and written once when asked.

use std::path::{Path, PathBuf};

use super::*;

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    (folder, path)
}

/// The names in the folder: nothing temporary may be left.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_written_is_read() {
    let (folder, path) = file();
    assert_eq!(read(&path).unwrap(), None);
    for content in [&b"one"[..], b"", b"\0\xff\r\n"] {
        write(&path, content).unwrap();
        assert_eq!(read(&path).unwrap().as_deref(), Some(content));
    }
    assert_eq!(names(folder.path()), ["token"]);
}

#[test]
fn a_second_new_file_does_not_replace_the_first() {
    let (folder, path) = file();
    assert!(write_new(&path, b"first").unwrap());
    assert!(!write_new(&path, b"second").unwrap());
    assert_eq!(read(&path).unwrap().as_deref(), Some(&b"first"[..]));
    assert_eq!(names(folder.path()), ["token"]);
}

#[test]
fn of_many_who_write_a_new_file_one_does() {
    let (folder, path) = file();
    let written: Vec<usize> = std::thread::scope(|scope| {
        let path = &path;
        let writers: Vec<_> =
            (0..8).map(|n| scope.spawn(move || (n, write_new(path, n.to_string().as_bytes()).unwrap()))).collect();
        let results = writers.into_iter().map(|writer| writer.join().unwrap());
        results.filter(|(_, wrote)| *wrote).map(|(n, _)| n).collect()
    });
    let content = read(&path).unwrap().unwrap();
    assert_eq!(written.iter().map(ToString::to_string).collect::<Vec<_>>(), [String::from_utf8(content).unwrap()]);
    assert_eq!(names(folder.path()), ["token"]);
}

#[test]
fn readers_never_see_half_a_file() {
    let (_folder, path) = file();
    let contents = [vec![b'a'; 300_000], vec![b'b'; 200_000]];
    write(&path, &contents[0]).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for n in 0..40 {
                write(&path, &contents[n % 2]).unwrap();
            }
        });
        while !writer.is_finished() {
            let content = read(&path).unwrap().unwrap();
            assert!(contents.contains(&content), "{} bytes", content.len());
        }
    });
}

#[test]
fn a_file_of_the_limit_is_read_and_a_larger_one_is_not() {
    let (_folder, path) = file();
    let open = fs::File::create(&path).unwrap();
    open.set_len(MAX_BYTES).unwrap();
    assert_eq!(read(&path).unwrap().map(|content| content.len() as u64), Some(MAX_BYTES));
    open.set_len(MAX_BYTES + 1).unwrap();
    let error = read(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` is too large", path.display()));
}

#[test]
fn a_refusal_names_the_file_and_leaves_nothing() {
    let (folder, path) = file();
    let missing = folder.path().join("none/token");
    let error = write(&missing, b"x").unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` cannot be written", missing.display()));
    fs::create_dir(&path).unwrap();
    assert!(write(&path, b"x").is_err());
    assert!(read(&path).is_err());
    assert!(!write_new(&path, b"x").unwrap(), "something is there");
    assert_eq!(names(folder.path()), ["token"]);
}

#[cfg(unix)]
#[test]
fn new_and_replaced_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, path) = file();
    let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
    fs::write(&path, "loose").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    write(&path, b"x").unwrap();
    assert_eq!(mode(), 0o600);
    fs::remove_file(&path).unwrap();
    write_new(&path, b"x").unwrap();
    assert_eq!(mode(), 0o600);
    fs::remove_file(&path).unwrap();
    drop(create(&path).unwrap());
    assert_eq!(mode(), 0o600);
}

#[test]
fn a_created_file_begins_empty() {
    let (_folder, path) = file();
    write(&path, b"old content").unwrap();
    io::Write::write_all(&mut create(&path).unwrap(), b"new").unwrap();
    assert_eq!(read(&path).unwrap().as_deref(), Some(&b"new"[..]));
}
