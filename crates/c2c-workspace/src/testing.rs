//! Trees for the tests of this crate.

use std::path::{Path, PathBuf};

use crate::limits::Limits;
use crate::workspace::Workspace;

/// A workspace in a temporary folder, with a neighbour whose name begins like its own.
#[derive(Debug)]
pub(crate) struct Tree {
    outer: tempfile::TempDir,
}

impl Tree {
    pub(crate) fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        std::fs::create_dir(outer.path().join("root")).unwrap();
        std::fs::create_dir(outer.path().join("root-evil")).unwrap();
        std::fs::write(outer.path().join("root-evil/outside.txt"), "outside needle\n").unwrap();
        Self { outer }
    }

    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let tree = Self::new();
        for (path, text) in files {
            tree.write(path, text.as_bytes());
        }
        tree
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.outer.path().join("root")
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: &[u8]) {
        let file = self.root().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }

    pub(crate) fn workspace(&self) -> Workspace {
        Workspace::open("ws", &self.root()).unwrap()
    }
}

/// Names that break others, each a legal name here.
pub(crate) fn awkward_names() -> Vec<std::ffi::OsString> {
    let mut names: Vec<std::ffi::OsString> =
        ["plain.txt", "with space.txt", "ünïcode-日本.txt", "percent%20#L1.txt", "-dash"]
            .into_iter()
            .map(Into::into)
            .collect();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        for name in
            [&b"quote\"s'.txt"[..], b"new\nline.txt", b"bell\x07\x1b[31m.txt", b"back\\slash.txt", b"x:y|z?.txt"]
        {
            names.push(std::ffi::OsString::from_vec(name.to_vec()));
        }
        #[cfg(target_os = "linux")]
        names.push(std::ffi::OsString::from_vec(b"bytes\xff\xfe.txt".to_vec()));
    }
    names
}

/// Limits that do not end in a test.
pub(crate) fn limits() -> Limits {
    Limits::default()
}

/// Limits that are over.
pub(crate) fn no_time() -> Limits {
    let limits = Limits::default();
    limits.cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
    limits
}

/// Calls until there is no `next`, and fails when that takes too many pages.
#[track_caller]
pub(crate) fn all_pages<R>(mut call: impl FnMut(Option<String>) -> R, next: impl Fn(&R) -> String) -> Vec<R> {
    let mut pages = vec![call(None)];
    for _ in 0..100_000 {
        let cursor = next(pages.last().unwrap());
        if cursor.is_empty() {
            return pages;
        }
        pages.push(call(Some(cursor)));
    }
    panic!("the pages do not end");
}
