//! Whatever is asked for, and wherever links lead: only what lies in the root is opened.
#![expect(clippy::unwrap_used, reason = "the tree is made for the check")]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::address::Address;
use crate::path::RelPath;
use crate::policy::Policy;
use crate::root::{EntryKind, Root};
use crate::tool_error::ErrorCode;

/// Where links with a target of the input's stand.
const LINKS: [&str; 2] = ["link", "folder/link"];

thread_local! {
    /// One tree for all inputs; it goes with the thread.
    static PLACE: RefCell<Place> = RefCell::new(Place::new());
}

pub(super) fn check(input: &[u8]) {
    let (asked, target) = match input.iter().position(|byte| *byte == 0) {
        Some(at) => (&input[..at], Some(&input[at + 1..])),
        None => (input, None),
    };
    for bytes in [input, asked] {
        let text = str::from_utf8(bytes).map(RelPath::parse);
        let paths = [RelPath::from_bytes(bytes).ok(), text.ok().and_then(Result::ok)];
        for path in paths.iter().flatten() {
            is_one_spelling(path);
            PLACE.with_borrow_mut(|place| {
                place.lead(target);
                place.ask(path);
            });
        }
    }
    if let Ok(Ok(address)) = str::from_utf8(asked).map(|text| Address::parse(text, "ws")) {
        is_one_spelling(&address.path);
        assert_eq!(Address::parse(&address.url("ws"), "ws").ok().as_ref(), Some(&address));
    }
}

/// What holds for the text of every path.
fn is_one_spelling(path: &RelPath) {
    assert_eq!(RelPath::parse(path.as_str()).ok().as_ref(), Some(path), "read again");
    let os = path.to_os();
    let normal = |part: Component<'_>| matches!(part, Component::Normal(_)) || path.is_root();
    assert!(os.is_relative() && os.components().all(normal), "{os:?}");
    assert!(!os.as_os_str().as_bytes().contains(&0));
    assert_eq!(os.components().count(), path.components().count().max(1));
    assert_eq!(RelPath::from_bytes(os.as_os_str().as_bytes()).ok().as_ref(), Some(path), "as git prints it");
    let names = os.components().filter(|_| !path.is_root()).map(|part| part.as_os_str().to_owned());
    let built = names.fold(RelPath::root(), |folder, name| folder.child(&name));
    assert_eq!(&built, path, "name by name");
    let Some(parent) = path.parent() else { return };
    assert!(path.is_beneath(&parent) && !parent.is_beneath(path));
    let below = path.beneath(&parent);
    assert_eq!(below.to_os().as_os_str(), os.file_name().unwrap_or_default());
    assert_eq!(path.ancestors_and_self().last().as_ref(), Some(path));
    let address = Address { path: path.clone(), lines: Some((3, 7)) };
    assert_eq!(Address::parse(&address.id(), "ws").ok().as_ref(), Some(&address));
}

/// A tree with all that leads out of it, and what surrounds it.
struct Place {
    outer: TempDir,
    root: Root,
    /// Device and number of each file and folder that may be opened.
    inside: BTreeSet<(u64, u64)>,
    target: Option<Vec<u8>>,
}

impl Place {
    fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("root");
        for folder in
            ["root/folder/sub", "root/.git/objects", "root/workspace:", "root/a b", "outside/sub", "root-evil"]
        {
            fs::create_dir_all(outer.path().join(folder)).unwrap();
        }
        for file in ["outside.txt", "outside/a.txt", "outside/sub/a.txt", "root-evil/a.txt", "root/.git/config"] {
            fs::write(outer.path().join(file), "outside\n").unwrap();
        }
        for file in ["a.txt", "folder/a.txt", "folder/sub/a.txt", "workspace:/a.txt", "a b/\u{e4}.txt"] {
            fs::write(root.join(file), "inside\n").unwrap();
        }
        fs::write(root.join(OsStr::from_bytes(b"\xff\\x.txt")), "inside\n").unwrap();
        let mut inside = BTreeSet::new();
        collect(&root, &mut inside);
        // What may not be opened is made after the others were counted.
        fs::hard_link(outer.path().join("outside.txt"), root.join("hard.txt")).unwrap();
        for (target, link) in [
            ("../outside", "out"),
            ("../outside.txt", "out.txt"),
            ("..", "up"),
            (".", "self"),
            ("loop", "loop"),
            ("folder", "in"),
            ("/proc/self/root", "proc"),
            ("/", "top"),
            ("../../outside", "folder/out"),
        ] {
            symlink(target, root.join(link)).unwrap();
        }
        symlink(outer.path().join("outside"), root.join("far")).unwrap();
        let root = Root::open(&root).unwrap();
        Self { outer, root, inside, target: None }
    }

    /// Has the links lead where the input says. `@` at the start stands for the folder around the root.
    fn lead(&mut self, target: Option<&[u8]>) {
        let target = target.filter(|target| !target.is_empty() && !target.contains(&0) && target.len() < 1_000);
        if self.target.as_deref() == target {
            return;
        }
        for link in LINKS.map(|link| self.root.path().join(link)) {
            if self.target.is_some() {
                fs::remove_file(&link).unwrap();
            }
            if let Some(target) = target {
                let target = match target.strip_prefix(b"@") {
                    Some(rest) => [self.outer.path().as_os_str().as_bytes(), b"/", rest].concat(),
                    None => target.to_vec(),
                };
                symlink(PathBuf::from(std::ffi::OsString::from_vec(target)), &link).unwrap();
            }
        }
        self.target = target.map(<[u8]>::to_vec);
    }

    fn ask(&self, path: &RelPath) {
        let file = self.root.open_file(path);
        if let Ok(open) = &file {
            self.lies_inside(path, &open.file.metadata().unwrap());
        }
        let folder = self.root.open_folder(path);
        if let Ok(dir) = folder {
            self.lies_inside(path, &dir.into_std_file().metadata().unwrap());
        }
        let seen = self.root.look(path);
        if let Ok(seen) = &seen {
            let parent = path.parent().unwrap_or_default();
            self.lies_inside(&parent, &fs::metadata(self.root.path().join(parent.to_os())).unwrap());
            assert!(file.is_err() || seen.kind == EntryKind::File);
        }
        let target = self.root.link_target(path);
        assert!(target.is_err() || seen.is_ok_and(|seen| seen.kind == EntryKind::Symlink));
        if path.is_git() {
            let code = file.map(|_| ()).map_err(|error| error.code);
            assert!(code == Err(ErrorCode::Withheld) && target.is_err());
            assert!(!Policy::default().verdict(path, EntryKind::File).is_allowed());
        }
    }

    fn lies_inside(&self, path: &RelPath, metadata: &Metadata) {
        assert!(self.inside.contains(&(metadata.dev(), metadata.ino())), "`{path}` leads out of the root");
    }
}

fn collect(folder: &Path, found: &mut BTreeSet<(u64, u64)>) {
    let metadata = fs::metadata(folder).unwrap();
    found.insert((metadata.dev(), metadata.ino()));
    if metadata.is_dir() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.file_name() != Some(OsStr::new(".git"))).for_each(|path| collect(&path, found));
    }
}
