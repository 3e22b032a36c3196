//! Random work trees and edits for the tests against git. The same seed gives the same repository.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::git_repo::{Hash, Repo};

/// Which names and contents a tree may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every name; content that is UTF-8, so that a diff as text says all of it.
    Text,
    /// Names of which git and we write the same; any content.
    AnyContent,
}

/// A small generator: variety is needed, not randomness.
#[derive(Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

const PLAIN_NAMES: &[&[u8]] = &[
    b"a",
    b"b.txt",
    b"with space",
    b"-dash",
    b"quote\"s'",
    b"back\\slash",
    b"tab\tand\nline",
    b"\x01\x7f",
    b"*[glob]?",
    b"percent%20",
    b"workspace:",
    b"A",
    b"a.ignored",
];
const OTHER_NAMES: &[&[u8]] =
    &["ü".as_bytes(), "日本 語".as_bytes(), "u\u{308}".as_bytes(), b"\xff\xfe", b"caf\xe9\t", "𝄞\"".as_bytes()];
const LINES: &[&[u8]] = &[
    b"one\n",
    b"two\n",
    b"three words here\n",
    b"\n",
    b"carriage\r\n",
    b"lone\rreturn\n",
    b"\tindented  \n",
    "ünï – 日本\n".as_bytes(),
    b"diff --git a/x b/x\n",
    b"--- a/x\n",
    b"+++ b/x\n",
    b"@@ -1 +1 @@\n",
    b"\\ No newline at end of file\n",
    b"* Unmerged path x\n",
    b"Binary files a/x and b/x differ\n",
    b":100644 100644 1 2 M\tx\n",
    b"-- \n",
    b"\x0c\n",
    b"rename from x\n",
];
const ODD_LINES: &[&[u8]] = &[b"caf\xe9\n", b"\xff\xfe\n", b"\xed\xa0\x80\n", b"\xe6\x97\n"];

/// A repository that is being made.
#[derive(Debug)]
pub(crate) struct RandomTree {
    pub(crate) repo: Repo,
    pub(crate) dice: Dice,
    kind: Kind,
}

impl RandomTree {
    /// With two commits, one or none, and then edits of which some are staged.
    pub(crate) fn new(seed: u64, kind: Kind, commits: usize) -> Self {
        let hash = if seed.is_multiple_of(3) { Hash::Sha256 } else { Hash::Sha1 };
        let mut tree = Self { repo: Repo::empty(hash), dice: Dice::new(seed), kind };
        tree.repo.write(".gitignore", "*.ignored\n");
        for _ in 0..6 + tree.dice.below(8) {
            tree.add();
        }
        for number in 0..commits {
            tree.repo.commit_all(&format!("commit {number}"));
            for _ in 0..2 + tree.dice.below(5) {
                tree.edit();
            }
        }
        for path in tree.files() {
            if tree.dice.one_in(3) {
                tree.stage(&path);
            }
        }
        for _ in 0..2 + tree.dice.below(5) {
            tree.edit();
        }
        tree
    }

    /// Paths of the work tree that are no folders, relative to the root.
    fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect(&self.repo.root(), Path::new(""), &mut found);
        found.sort();
        found
    }

    fn edit(&mut self) {
        let files = self.files();
        let kind = self.dice.below(10);
        if files.is_empty() || kind == 0 {
            return self.add();
        }
        let path = files[self.dice.below(files.len())].clone();
        if path == Path::new(".gitignore") {
            return;
        }
        let full = self.repo.path(&path);
        match kind {
            1 | 2 => fs::remove_file(full).unwrap(),
            3 | 4 => self.rename(&path),
            5 if !full.is_symlink() => self.repo.set_mode(&path, if self.dice.one_in(2) { 0o755 } else { 0o644 }),
            6 => {
                // A link or a file in its place, or a folder.
                fs::remove_file(full).unwrap();
                if self.dice.one_in(2) {
                    self.put(&path);
                } else {
                    self.put(&path.join("inside"));
                }
            }
            7 => self.stage(&path),
            _ if !full.is_symlink() => self.change(&path),
            _ => {
                fs::remove_file(full).unwrap();
                self.put(&path);
            }
        }
    }

    fn add(&mut self) {
        let mut path = PathBuf::new();
        for _ in 0..=self.dice.below(3) {
            let names = if self.kind == Kind::Text && self.dice.one_in(3) { OTHER_NAMES } else { PLAIN_NAMES };
            path.push(OsStr::from_bytes(self.dice.pick(names)));
        }
        self.put(&path);
    }

    /// Writes a file or makes a link, where nothing is in the way.
    fn put(&mut self, path: &Path) {
        let way: Vec<PathBuf> = path.ancestors().skip(1).map(|folder| self.repo.path(folder)).collect();
        let full = self.repo.path(path);
        if full.symlink_metadata().is_ok() || way.iter().any(|folder| folder.is_symlink() || folder.is_file()) {
            return;
        }
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        if self.dice.one_in(6) {
            let target = self.dice.pick(&["a", "../outside", "/etc/passwd", "nowhere\nat all", "ü"]);
            self.repo.link(target, path);
        } else {
            let content = self.content();
            self.repo.write(path, content);
            if self.dice.one_in(6) {
                self.repo.set_mode(path, 0o755);
            }
        }
    }

    fn content(&mut self) -> Vec<u8> {
        let mut content = Vec::new();
        for _ in 0..self.dice.below(30) {
            content.extend(self.line());
        }
        if self.dice.one_in(4) {
            content.pop();
        }
        if self.kind == Kind::AnyContent && self.dice.one_in(5) {
            content.push(0);
        }
        content
    }

    fn line(&mut self) -> &'static [u8] {
        if self.kind == Kind::AnyContent && self.dice.one_in(8) {
            self.dice.pick(ODD_LINES)
        } else {
            self.dice.pick(LINES)
        }
    }

    /// Takes out, adds or replaces some lines.
    fn change(&mut self, path: &Path) {
        let old = self.repo.read(path);
        let mut new = Vec::new();
        for line in old.split_inclusive(|&byte| byte == b'\n') {
            match self.dice.below(12) {
                0 => {}
                1 => new.extend(self.line()),
                2 => [line, self.line()].into_iter().for_each(|line| new.extend(line)),
                _ => new.extend(line),
            }
        }
        // The same length at the same second: git has to look at the content.
        if old == new {
            new.iter_mut().filter(|byte| **byte == b'e').for_each(|byte| *byte = b'E');
        }
        self.repo.write(path, new);
    }

    fn rename(&mut self, path: &Path) {
        let mut name = path.file_name().unwrap().to_owned();
        name.push(" moved");
        let to = path.with_file_name(name);
        if self.repo.path(&to).symlink_metadata().is_ok() {
            return;
        }
        fs::rename(self.repo.path(path), self.repo.path(&to)).unwrap();
        if self.dice.one_in(2) && !self.repo.path(&to).is_symlink() {
            self.change(&to);
        }
        if self.dice.one_in(2) {
            self.stage(path);
            self.stage(&to);
        }
    }

    /// Puts a path into the index as it is, or takes it out; ignored files stay out.
    fn stage(&mut self, path: &Path) {
        let literal =
            ["--literal-pathspecs".as_ref(), "add".as_ref(), "--all".as_ref(), "--".as_ref(), path.as_os_str()];
        self.repo.try_git(literal);
        if self.dice.one_in(8) {
            let away = [
                "--literal-pathspecs".as_ref(),
                "rm".as_ref(),
                "--quiet".as_ref(),
                "--cached".as_ref(),
                "--".as_ref(),
                path.as_os_str(),
            ];
            self.repo.try_git(away);
        }
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if path != Path::new(".git") {
                collect(root, &path, found);
            }
        } else {
            found.push(path);
        }
    }
}
