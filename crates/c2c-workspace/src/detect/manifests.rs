//! What single manifests say. TOML and the like are read line by line: only plain keys of known tables count.

use serde_json::Value;

use super::Evidence;
use crate::path::RelPath;

/// True for a file that [`read`] understands.
pub(super) fn is_manifest(name: &str) -> bool {
    matches!(
        name,
        "Cargo.toml"
            | "package.json"
            | "pyproject.toml"
            | "requirements.txt"
            | "setup.py"
            | "Pipfile"
            | "go.mod"
            | "pom.xml"
            | "build.gradle"
            | "build.gradle.kts"
            | "Gemfile"
            | "composer.json"
            | "Makefile"
            | "makefile"
            | "GNUmakefile"
            | "justfile"
            | "Justfile"
            | ".justfile"
            | "CMakeLists.txt"
            | "deno.json"
            | "mix.exs"
            | "Package.swift"
            | "pubspec.yaml"
    ) || [".csproj", ".fsproj", ".vbproj", ".sln", ".slnx"].iter().any(|end| name.ends_with(end))
}

/// Adds what a manifest says.
pub(super) fn read(path: &RelPath, text: &str, evidence: &mut Evidence) {
    match path.name() {
        "Cargo.toml" => cargo(path, text, evidence),
        "package.json" => package_json(path, text, evidence),
        "deno.json" => kind(evidence, "deno", Some("deno")),
        "pyproject.toml" => pyproject(path, text, evidence),
        "requirements.txt" | "setup.py" | "Pipfile" => {
            kind(evidence, "python", Some(if path.name() == "Pipfile" { "pipenv" } else { "pip" }));
            frameworks(text, &PYTHON, evidence);
        }
        "go.mod" => go(path, text, evidence),
        "pom.xml" => jvm(path, text, "maven", evidence),
        "build.gradle" | "build.gradle.kts" => jvm(path, text, "gradle", evidence),
        "Gemfile" => {
            kind(evidence, "ruby", Some("bundler"));
            frameworks(text, &[("rails", "Rails"), ("sinatra", "Sinatra"), ("rspec", "RSpec")], evidence);
        }
        "composer.json" => composer(path, text, evidence),
        "Makefile" | "makefile" | "GNUmakefile" => make(path, text, evidence),
        "justfile" | "Justfile" | ".justfile" => just(path, text, evidence),
        "CMakeLists.txt" => kind(evidence, "cmake", None),
        "mix.exs" => {
            kind(evidence, "elixir", Some("mix"));
            frameworks(text, &[(":phoenix", "Phoenix")], evidence);
            evidence.add_script("test", "mix test", path);
        }
        "Package.swift" => kind(evidence, "swift", Some("swiftpm")),
        "pubspec.yaml" => kind(evidence, "dart", Some("pub")),
        _ => dotnet(path, text, evidence),
    }
}

const PYTHON: [(&str, &str); 8] = [
    ("django", "Django"),
    ("flask", "Flask"),
    ("fastapi", "FastAPI"),
    ("pytest", "pytest"),
    ("torch", "PyTorch"),
    ("tensorflow", "TensorFlow"),
    ("numpy", "NumPy"),
    ("sqlalchemy", "SQLAlchemy"),
];

fn kind(evidence: &mut Evidence, kind: &'static str, manager: Option<&'static str>) {
    evidence.kinds.insert(kind);
    if let Some(manager) = manager {
        evidence.add_manager(manager);
    }
}

/// A project's name counts from the root's own manifest only.
fn name(path: &RelPath, found: Option<&str>, evidence: &mut Evidence) {
    let at_root = path.parent().is_some_and(|parent| parent.is_root());
    if let Some(found) = found.filter(|found| at_root && (1..=120).contains(&found.len()))
        && evidence.name.is_none()
    {
        evidence.name = Some(found.to_owned());
    }
}

/// Frameworks whose word stands in a text, as a word of its own.
fn frameworks(text: &str, known: &[(&str, &'static str)], evidence: &mut Evidence) {
    let lower = text.to_lowercase();
    let part_of_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    for (word, framework) in known {
        let stands = lower.match_indices(word).any(|(at, _)| {
            !part_of_word(lower[..at].chars().next_back()) && !part_of_word(lower[at + word.len()..].chars().next())
        });
        if stands {
            evidence.frameworks.insert(framework);
        }
    }
}

/// `(table, key, value)` of the plain lines of a TOML text.
fn toml_lines(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut table = "";
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(inner) = line.strip_prefix('[') {
            table = inner.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
            return None;
        }
        let (key, value) = line.split_once('=')?;
        (!key.starts_with('#')).then(|| (table, key.trim().trim_matches('"'), value.trim()))
    })
}

/// The inside of a TOML string at the start of a value.
fn toml_string(value: &str) -> Option<&str> {
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split(quote).next()
}

fn cargo(path: &RelPath, text: &str, evidence: &mut Evidence) {
    const KNOWN: [(&str, &str); 10] = [
        ("tokio", "Tokio"),
        ("axum", "axum"),
        ("actix-web", "Actix Web"),
        ("rocket", "Rocket"),
        ("tauri", "Tauri"),
        ("leptos", "Leptos"),
        ("yew", "Yew"),
        ("bevy", "Bevy"),
        ("clap", "clap"),
        ("diesel", "Diesel"),
    ];
    kind(evidence, "rust", Some("cargo"));
    for (table, key, value) in toml_lines(text) {
        if table == "package" && key == "name" {
            name(path, toml_string(value), evidence);
        }
        if table.ends_with("dependencies")
            && let Some((_, framework)) = KNOWN.iter().find(|(known, _)| key.split('.').next() == Some(known))
        {
            evidence.frameworks.insert(framework);
        }
    }
    if path.parent().is_some_and(|parent| parent.is_root()) {
        evidence.add_script("build", "cargo build", path);
        evidence.add_script("test", "cargo test", path);
    }
}

fn package_json(path: &RelPath, text: &str, evidence: &mut Evidence) {
    const KNOWN: [(&str, &str); 18] = [
        ("react", "React"),
        ("next", "Next.js"),
        ("vue", "Vue"),
        ("nuxt", "Nuxt"),
        ("svelte", "Svelte"),
        ("@sveltejs/kit", "SvelteKit"),
        ("@angular/core", "Angular"),
        ("solid-js", "Solid"),
        ("astro", "Astro"),
        ("express", "Express"),
        ("fastify", "Fastify"),
        ("@nestjs/core", "NestJS"),
        ("electron", "Electron"),
        ("vite", "Vite"),
        ("vitest", "Vitest"),
        ("jest", "Jest"),
        ("@playwright/test", "Playwright"),
        ("tailwindcss", "Tailwind CSS"),
    ];
    evidence.kinds.insert("node");
    let Ok(Value::Object(package)) = serde_json::from_str::<Value>(text) else {
        return;
    };
    name(path, package.get("name").and_then(Value::as_str), evidence);
    let stated = package.get("packageManager").and_then(Value::as_str).and_then(|stated| stated.split('@').next());
    let stated = ["pnpm", "yarn", "bun", "npm"].into_iter().find(|known| stated == Some(known));
    if let Some(stated) = stated {
        evidence.package_managers.retain(|manager| *manager != stated);
        evidence.package_managers.insert(0, stated);
    }
    let locked = ["pnpm", "yarn", "bun"].into_iter().find(|known| evidence.package_managers.contains(known));
    let manager = stated.or(locked).unwrap_or("npm");
    evidence.add_manager(manager);
    for table in ["dependencies", "devDependencies", "peerDependencies"] {
        let Some(Value::Object(dependencies)) = package.get(table) else {
            continue;
        };
        evidence
            .frameworks
            .extend(KNOWN.iter().filter(|(known, _)| dependencies.contains_key(*known)).map(|(_, name)| *name));
    }
    if let Some(Value::Object(scripts)) = package.get("scripts") {
        for script in scripts.keys() {
            evidence.add_script(script, &format!("{manager} run {script}"), path);
        }
    }
}

fn pyproject(path: &RelPath, text: &str, evidence: &mut Evidence) {
    evidence.kinds.insert("python");
    let has_table = |start: &str| text.lines().any(|line| line.trim_start().starts_with(start));
    let by_table = [("[tool.poetry", "poetry"), ("[tool.pdm", "pdm"), ("[tool.uv", "uv")];
    let manager = by_table.into_iter().find(|(start, _)| has_table(start)).map(|(_, manager)| manager);
    for (table, key, value) in toml_lines(text) {
        if (table == "project" || table == "tool.poetry") && key == "name" {
            name(path, toml_string(value), evidence);
        }
        let is_script = matches!(table, "project.scripts" | "tool.poetry.scripts" | "tool.pdm.scripts");
        if is_script && toml_string(value).is_some() {
            let call = match manager {
                Some("poetry") => format!("poetry run {key}"),
                Some("pdm") => format!("pdm run {key}"),
                Some("uv") => format!("uv run {key}"),
                _ => key.to_owned(),
            };
            evidence.add_script(key, &call, path);
        }
    }
    if evidence.package_managers.is_empty() || manager.is_some() {
        evidence.add_manager(manager.unwrap_or("pip"));
    }
    frameworks(text, &PYTHON, evidence);
}

fn go(path: &RelPath, text: &str, evidence: &mut Evidence) {
    kind(evidence, "go", Some("go"));
    let module = text.lines().find_map(|line| line.trim().strip_prefix("module "));
    name(path, module.and_then(|module| module.trim().rsplit('/').next()), evidence);
    let known =
        [("gin-gonic/gin", "Gin"), ("labstack/echo", "Echo"), ("gofiber/fiber", "Fiber"), ("go-chi/chi", "chi")];
    frameworks(text, &known, evidence);
    if path.parent().is_some_and(|parent| parent.is_root()) {
        evidence.add_script("build", "go build ./...", path);
        evidence.add_script("test", "go test ./...", path);
    }
}

fn jvm(path: &RelPath, text: &str, manager: &'static str, evidence: &mut Evidence) {
    kind(evidence, "jvm", Some(manager));
    if manager == "maven" {
        // The parent's coordinates come first in a pom and are not the project's own.
        let own = text.split("</parent>").last().unwrap_or(text);
        let artifact = own.split_once("<artifactId>").and_then(|(_, rest)| rest.split('<').next());
        name(path, artifact.map(str::trim), evidence);
    }
    let known = [
        ("spring-boot", "Spring Boot"),
        ("org.springframework.boot", "Spring Boot"),
        ("quarkus", "Quarkus"),
        ("micronaut", "Micronaut"),
        ("com.android.application", "Android"),
        ("junit", "JUnit"),
    ];
    frameworks(text, &known, evidence);
    let test = if manager == "maven" { "mvn test" } else { "gradle test" };
    evidence.add_script("test", test, path);
}

fn composer(path: &RelPath, text: &str, evidence: &mut Evidence) {
    kind(evidence, "php", Some("composer"));
    let Ok(Value::Object(package)) = serde_json::from_str::<Value>(text) else {
        return;
    };
    name(path, package.get("name").and_then(Value::as_str), evidence);
    frameworks(text, &[("laravel/framework", "Laravel"), ("symfony/framework-bundle", "Symfony")], evidence);
    if let Some(Value::Object(scripts)) = package.get("scripts") {
        for script in scripts.keys() {
            evidence.add_script(script, &format!("composer run {script}"), path);
        }
    }
}

fn dotnet(path: &RelPath, text: &str, evidence: &mut Evidence) {
    kind(evidence, "dotnet", Some("dotnet"));
    let stem = path.name().rsplit_once('.').map(|(stem, _)| stem);
    name(path, stem, evidence);
    let known = [
        ("microsoft.net.sdk.web", "ASP.NET Core"),
        ("xunit", "xUnit"),
        ("nunit", "NUnit"),
        ("avalonia", "Avalonia"),
        ("usewpf", "WPF"),
    ];
    frameworks(text, &known, evidence);
    if path.parent().is_some_and(|parent| parent.is_root()) {
        evidence.add_script("test", "dotnet test", path);
    }
}

/// Targets of a Makefile: plain names before a colon at the start of a line.
fn make(path: &RelPath, text: &str, evidence: &mut Evidence) {
    for line in text.lines() {
        let Some((target, rest)) = line.split_once(':') else {
            continue;
        };
        let plain = target.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        if !target.is_empty() && plain && !rest.starts_with('=') {
            evidence.add_script(target, &format!("make {target}"), path);
        }
    }
}

/// Recipes of a justfile: a name, perhaps arguments, a colon, at the start of a line.
fn just(path: &RelPath, text: &str, evidence: &mut Evidence) {
    for line in text.lines().filter(|line| !line.starts_with([' ', '\t', '#', '[', '_'])) {
        let Some((head, rest)) = line.split_once(':') else {
            continue;
        };
        let Some(recipe) = head.split_whitespace().next() else {
            continue;
        };
        let recipe = recipe.trim_start_matches('@');
        let plain = recipe.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        let is_recipe = plain && !rest.starts_with('=') && !matches!(recipe, "set" | "alias" | "export" | "import");
        if is_recipe && !recipe.is_empty() {
            evidence.add_script(recipe, &format!("just {recipe}"), path);
        }
    }
}
