//! A copy of a repository's refs as one packed file, read without following links.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::fs::{Dir, OpenOptions};

use crate::git::error::GitError;
use crate::git::folder::GitFolder;
use crate::git::settings::Hash;

/// Refs in files of their own that are read; git packs them long before.
const MOST_LOOSE: usize = 50_000;
/// Folders in folders that are looked into.
const DEEPEST: usize = 32;
/// Largest file of packed refs, in bytes.
const LARGEST_PACKED: u64 = 256 << 20;
/// Largest file of a ref, in bytes.
const LARGEST_LOOSE: u64 = 4_096;

#[derive(Debug, Default)]
struct Refs {
    direct: BTreeMap<Vec<u8>, Vec<u8>>,
    symbolic: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// Copies the refs of `common` into the git folder `target`.
pub(crate) fn copy(common: &GitFolder, hash: Hash, target: &Path) -> Result<(), GitError> {
    let unreadable = |error: io::Error| {
        if error.kind() == io::ErrorKind::FileTooLarge {
            GitError::TooBig { what: "the repository has too many refs to be read".to_owned() }
        } else {
            GitError::damaged("its refs cannot be read")
        }
    };
    let packed = common.read("packed-refs", LARGEST_PACKED).map_err(unreadable)?.unwrap_or_default();
    let mut loose = Refs::default();
    if let Some(folder) = common.folder("refs").map_err(unreadable)? {
        walk(&folder, b"refs", hash, 0, &mut loose).map_err(unreadable)?;
    }
    write(&packed, loose, hash, target).map_err(|source| GitError::io("copying refs", source))
}

fn walk(folder: &Dir, name: &[u8], hash: Hash, depth: usize, refs: &mut Refs) -> io::Result<()> {
    for entry in folder.entries()? {
        let entry = entry?;
        let mut path = name.to_vec();
        path.push(b'/');
        path.extend(entry.file_name().as_encoded_bytes());
        if path.iter().any(|&byte| byte <= b' ' || byte == 0x7f) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() && depth < DEEPEST {
            walk(&folder.open_dir_nofollow(entry.file_name())?, &path, hash, depth + 1, refs)?;
        } else if kind.is_file() {
            let mut options = OpenOptions::new();
            options.read(true).follow(FollowSymlinks::No).nonblock(true);
            // A ref that vanishes while it is read was being packed or deleted.
            let Ok(file) = folder.open_with(entry.file_name(), &options) else { continue };
            let mut content = Vec::new();
            file.take(LARGEST_LOOSE).read_to_end(&mut content)?;
            keep(path, &content, hash, refs);
            if refs.direct.len() + refs.symbolic.len() > MOST_LOOSE {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
        }
    }
    Ok(())
}

fn keep(path: Vec<u8>, content: &[u8], hash: Hash, refs: &mut Refs) {
    let content = content.trim_ascii();
    if let Some(target) = content.strip_prefix(b"ref: ") {
        if target.starts_with(b"refs/") && !target.contains(&b'\n') {
            refs.symbolic.insert(path, target.to_vec());
        }
    } else if is_object_name(content, hash) {
        refs.direct.insert(path, content.to_vec());
    }
}

/// True for a full object name in lower-case hexadecimal.
pub(crate) fn is_object_name(text: &[u8], hash: Hash) -> bool {
    text.len() == hash.digits() && text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn write(packed: &[u8], mut refs: Refs, hash: Hash, target: &Path) -> io::Result<()> {
    for (path, points_to) in &refs.symbolic {
        let Ok(path) = std::str::from_utf8(path) else { continue };
        let file = target.join(path);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, [b"ref: ", points_to.as_slice(), b"\n"].concat())?;
    }
    if refs.direct.is_empty() && !packed.is_empty() {
        return std::fs::write(target.join("packed-refs"), packed);
    }
    for line in packed.split(|&byte| byte == b'\n') {
        let Some((object, name)) = line.split_at_checked(hash.digits()) else { continue };
        if let (true, Some(name)) = (is_object_name(object, hash), name.strip_prefix(b" "))
            && !refs.symbolic.contains_key(name)
        {
            refs.direct.entry(name.to_vec()).or_insert_with(|| object.to_vec());
        }
    }
    let mut text = b"# pack-refs with: sorted \n".to_vec();
    for (name, object) in &refs.direct {
        text.extend_from_slice(object);
        text.push(b' ');
        text.extend_from_slice(name);
        text.push(b'\n');
    }
    std::fs::write(target.join("packed-refs"), text)
}
