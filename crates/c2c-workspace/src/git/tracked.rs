//! What git's index holds for each path: the names of the objects, by which content is known again.

use std::collections::HashMap;

use sha1::Sha1;
use sha2::{Digest, Sha256};

use crate::git::error::GitError;
use crate::git::hex;
use crate::git::locate::Repository;
use crate::git::program::Git;
use crate::git::settings::Hash;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::limits::Limits;
use crate::path::RelPath;
use crate::workspace::Workspace;

/// The files of an index, by their paths in the workspace.
#[derive(Debug)]
pub(crate) struct Tracked {
    hash: Hash,
    objects: HashMap<RelPath, String>,
}

impl Tracked {
    /// Reads the index.
    pub(crate) fn read(git: &Git, workspace: &Workspace, limits: &Limits) -> Result<Self, GitError> {
        let repository = Repository::find(git, workspace.root(), limits)?;
        let shadow = Shadow::make(git, &repository, limits, None)?;
        let listed = shadow.read(Index::Original, &["ls-files", "--stage", "-z"], Vec::new(), MOST_OUTPUT)?;
        let entries = listed.split(|&byte| byte == 0).filter_map(entry);
        let objects = entries.filter_map(|(object, path)| Some((repository.in_workspace(path)?, object.to_owned())));
        Ok(Self { hash: repository.settings.hash, objects: objects.collect() })
    }

    /// Whether the index holds exactly these bytes for a path. Line ends that git would convert do not count as the
    /// same.
    pub(crate) fn holds(&self, path: &RelPath, bytes: &[u8]) -> bool {
        self.objects.get(path).is_some_and(|object| *object == name_of_blob(self.hash, bytes))
    }
}

/// `100644 <object> 0<tab>path`: a regular file that is not in conflict.
fn entry(record: &[u8]) -> Option<(&str, &[u8])> {
    let tab = memchr::memchr(b'\t', record)?;
    let mut head = std::str::from_utf8(&record[..tab]).ok()?.split(' ');
    let (mode, object, stage) = (head.next()?, head.next()?, head.next()?);
    (mode.starts_with("100") && stage == "0").then_some((object, &record[tab + 1..]))
}

fn name_of_blob(hash: Hash, bytes: &[u8]) -> String {
    fn digest<D: Digest>(bytes: &[u8]) -> String {
        hex(&D::new().chain_update(format!("blob {}\0", bytes.len())).chain_update(bytes).finalize())
    }
    match hash {
        Hash::Sha1 => digest::<Sha1>(bytes),
        Hash::Sha256 => digest::<Sha256>(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_are_named_as_git_names_them() {
        assert_eq!(name_of_blob(Hash::Sha1, b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(name_of_blob(Hash::Sha1, b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
        let empty = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
        assert_eq!(name_of_blob(Hash::Sha256, b""), empty);
    }

    #[test]
    fn only_regular_files_without_a_conflict_count() {
        assert_eq!(entry(b"100755 ab 0\ta b"), Some(("ab", &b"a b"[..])));
        for other in [&b"120000 ab 0\ta"[..], b"160000 ab 0\ta", b"100644 ab 2\ta", b"", b"100644 ab 0"] {
            assert_eq!(entry(other), None);
        }
    }
}
