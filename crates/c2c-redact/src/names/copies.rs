//! Copies of a file: what editors, file managers and people put before and after its name.

/// What stands after the name of a copy, the longer first. Letters are small.
const SUFFIXES: &[&str] = &[
    " - copy",
    " copy",
    "~",
    ".bak",
    ".backup",
    ".bkp",
    ".old",
    ".orig",
    ".original",
    ".save",
    ".saved",
    ".sav",
    ".prev",
    ".new",
    ".copy",
    ".tmp",
    ".temp",
    ".swp",
    ".swo",
    ".swn",
    ".rej",
    ".dec",
    ".decrypted",
    ".txt",
    ".disabled",
    ".off",
    "_bak",
    "_backup",
    "_old",
    "_orig",
    "_copy",
    "-bak",
    "-backup",
    "-old",
    "-orig",
    "-copy",
];
/// What stands before it.
const PREFIXES: &[&str] = &[".#", "#", "~$", "copy of ", "copy_of_", "copy-of-", "backup of ", "old_", "old-", "bak_"];
/// How many of them are taken away one after the other: `.env.bak~`, `.env copy (2)`.
const MOST: usize = 3;

/// What the file was called that a name may be a copy of, the nearest first. The name is in small letters.
pub(super) fn originals(name: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut last = vec![name.to_owned()];
    for _ in 0..MOST {
        last = last.iter().flat_map(|name| [without(name), without_in_stem(name)]).flatten().collect();
        names.extend_from_slice(&last);
    }
    names
}

/// A name without one mark of a copy.
fn without(name: &str) -> Option<String> {
    let bare = SUFFIXES
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .or_else(|| without_number(name))
        .or_else(|| PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).map(|bare| bare.trim_end_matches('#')))
        // The swap file of `x` is `.x.swp`, and that of `.env` is `.env.swp` or `..env.swp`.
        .or_else(|| name.strip_prefix('.').filter(|bare| bare.starts_with('.')))?;
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// The same before the ending: `secrets (1).yml`, `secrets - copy.json`.
fn without_in_stem(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
    Some(format!("{}.{ending}", without(stem)?))
}

/// A name without a number after it: `.env (1)`, `.env copy 2`, `.npmrc.1`, `.pgpass.20240131`.
fn without_number(name: &str) -> Option<&str> {
    let bare = name.strip_suffix(')').unwrap_or(name);
    let bare = bare.trim_end_matches(|digit: char| digit.is_ascii_digit() || digit == '-');
    let sign = if name.ends_with(')') { '(' } else { '.' };
    let marked = bare.strip_suffix(sign).or_else(|| bare.strip_suffix("copy ").map(|_| bare));
    marked.filter(|_| bare.len() < name.len()).map(|bare| bare.trim_end_matches(' '))
}
