//! What kind of project a workspace is: told from the manifests at its root and one level below.
//!
//! Nothing is executed and no tool is asked; manifests are read as text, and only their known keys are looked at.

mod manifests;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content;
use crate::encoding;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::ToolError;
use crate::walk::{Item, Options, Walk};
use crate::workspace::Workspace;

/// Largest manifest that is read, in bytes.
const LARGEST_MANIFEST: u64 = 1 << 20;
/// Entries that are looked at.
const MOST_ENTRIES: usize = 5_000;
/// Manifests that are read.
const MOST_MANIFESTS: usize = 40;
/// Scripts that are listed.
const MOST_SCRIPTS: usize = 60;

/// A command that the project names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Script {
    /// Its name in the manifest.
    pub name: String,
    /// How it is called.
    pub command: String,
    /// The manifest that names it.
    pub source: String,
}

/// What a workspace is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Detected {
    /// The project's own name, or the folder's.
    pub name: String,
    /// What the root's manifest makes it: `rust`, `node`, `python`, …; `mixed` for several, `unknown` for none.
    pub kind: String,
    /// Languages, most files first.
    pub languages: Vec<String>,
    /// Frameworks among the dependencies, sorted.
    pub frameworks: Vec<String>,
    /// `cargo`, `pnpm`, `uv`, …; absent when nothing tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_manager: Option<String>,
    /// Commands that the project names.
    pub scripts: Vec<Script>,
}

/// Everything found so far.
#[derive(Default)]
struct Evidence {
    name: Option<String>,
    kinds: BTreeSet<&'static str>,
    /// Files by language.
    languages: BTreeMap<&'static str, usize>,
    frameworks: BTreeSet<&'static str>,
    package_managers: Vec<&'static str>,
    scripts: Vec<Script>,
}

/// Looks what a workspace is. Stops early when time is over; what was found so far is the answer.
///
/// # Errors
/// When the root itself cannot be listed.
pub fn detect(workspace: &Workspace, limits: &Limits) -> Result<Detected, ToolError> {
    let policy = workspace.policy()?;
    let options = Options { start: RelPath::root(), depth: Some(2), include_ignored: false, after: None };
    let mut evidence = Evidence::default();
    let mut manifests = Vec::new();
    let walk = Walk::new(workspace.root(), &policy, limits, options)?;
    for item in walk.take(MOST_ENTRIES) {
        let Item::Entry(entry) = item else { continue };
        if entry.kind != EntryKind::File {
            continue;
        }
        if let Some(language) = language_of(entry.path.name()) {
            *evidence.languages.entry(language).or_default() += 1;
        }
        evidence.look_at_name(&entry.path);
        if manifests::is_manifest(entry.path.name()) {
            manifests.push(entry.path);
        }
    }
    // The root's own manifests first: they name the project.
    manifests.sort_by_key(|path| path.components().count());
    for path in manifests.iter().take(MOST_MANIFESTS) {
        if limits.is_over() {
            break;
        }
        if let Some(text) = manifest_text(workspace, path) {
            manifests::read(path, &text, &mut evidence);
        }
    }
    Ok(evidence.into_detected(workspace))
}

fn manifest_text(workspace: &Workspace, path: &RelPath) -> Option<String> {
    let open = workspace.root().open_seen_file(path).ok()?;
    let bytes = content::read_bytes(open.file, open.size, LARGEST_MANIFEST, path).ok()?;
    let (text, _) = encoding::decode(&bytes)?;
    content::redact(text, path).ok().map(|(text, _)| text)
}

impl Evidence {
    /// Lock files and the like tell by being there.
    fn look_at_name(&mut self, path: &RelPath) {
        const BY_NAME: [(&str, &str); 16] = [
            ("Cargo.lock", "cargo"),
            ("pnpm-lock.yaml", "pnpm"),
            ("yarn.lock", "yarn"),
            ("bun.lock", "bun"),
            ("bun.lockb", "bun"),
            ("package-lock.json", "npm"),
            ("uv.lock", "uv"),
            ("poetry.lock", "poetry"),
            ("pdm.lock", "pdm"),
            ("Pipfile.lock", "pipenv"),
            ("go.sum", "go"),
            ("Gemfile.lock", "bundler"),
            ("composer.lock", "composer"),
            ("packages.lock.json", "dotnet"),
            ("gradlew", "gradle"),
            ("mvnw", "maven"),
        ];
        let name = path.name();
        if path.parent().is_some_and(|parent| parent.is_root())
            && let Some((_, manager)) = BY_NAME.iter().find(|(file, _)| *file == name)
        {
            self.add_manager(manager);
        }
    }

    fn add_manager(&mut self, manager: &'static str) {
        if !self.package_managers.contains(&manager) {
            self.package_managers.push(manager);
        }
    }

    fn add_script(&mut self, name: &str, command: &str, source: &RelPath) {
        if self.scripts.len() < MOST_SCRIPTS {
            let border = command.floor_char_boundary(200);
            let command = command[..border].to_owned();
            self.scripts.push(Script { name: name.to_owned(), command, source: source.to_string() });
        }
    }

    fn into_detected(self, workspace: &Workspace) -> Detected {
        let mut languages: Vec<(&str, usize)> = self.languages.into_iter().collect();
        languages.sort_by_key(|(name, files)| (std::cmp::Reverse(*files), *name));
        let folder = workspace.root().path().file_name().map(|name| name.to_string_lossy().into_owned());
        let mut kinds = self.kinds.into_iter();
        let kind = match (kinds.next(), kinds.next()) {
            (None, _) => "unknown",
            (Some(only), None) => only,
            (Some(_), Some(_)) => "mixed",
        };
        Detected {
            name: self.name.or(folder).unwrap_or_default(),
            kind: kind.to_owned(),
            languages: languages.into_iter().map(|(name, _)| name.to_owned()).collect(),
            frameworks: self.frameworks.into_iter().map(str::to_owned).collect(),
            package_manager: self.package_managers.first().map(|manager| (*manager).to_owned()),
            scripts: self.scripts,
        }
    }
}

fn language_of(name: &str) -> Option<&'static str> {
    const BY_EXTENSION: [(&str, &str); 44] = [
        ("rs", "Rust"),
        ("ts", "TypeScript"),
        ("tsx", "TypeScript"),
        ("mts", "TypeScript"),
        ("cts", "TypeScript"),
        ("js", "JavaScript"),
        ("jsx", "JavaScript"),
        ("mjs", "JavaScript"),
        ("cjs", "JavaScript"),
        ("py", "Python"),
        ("pyi", "Python"),
        ("go", "Go"),
        ("java", "Java"),
        ("kt", "Kotlin"),
        ("kts", "Kotlin"),
        ("cs", "C#"),
        ("fs", "F#"),
        ("vb", "Visual Basic"),
        ("rb", "Ruby"),
        ("php", "PHP"),
        ("c", "C"),
        ("h", "C"),
        ("cc", "C++"),
        ("cpp", "C++"),
        ("cxx", "C++"),
        ("hpp", "C++"),
        ("swift", "Swift"),
        ("m", "Objective-C"),
        ("scala", "Scala"),
        ("ex", "Elixir"),
        ("exs", "Elixir"),
        ("erl", "Erlang"),
        ("hs", "Haskell"),
        ("dart", "Dart"),
        ("lua", "Lua"),
        ("r", "R"),
        ("jl", "Julia"),
        ("zig", "Zig"),
        ("sh", "Shell"),
        ("ps1", "PowerShell"),
        ("sql", "SQL"),
        ("vue", "Vue"),
        ("svelte", "Svelte"),
        ("html", "HTML"),
    ];
    let (_, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    BY_EXTENSION.iter().find(|(known, _)| *known == extension).map(|(_, language)| *language)
}

#[cfg(test)]
mod tests;
