//! What different workspaces are taken for.

use super::*;
use crate::testing::{Tree, limits, no_time};

fn detected(files: &[(&str, &str)]) -> Detected {
    detect(&Tree::with(files).workspace(), &limits()).unwrap()
}

fn commands(found: &Detected) -> Vec<&str> {
    found.scripts.iter().map(|script| script.command.as_str()).collect()
}

#[track_caller]
fn check(files: &[(&str, &str)], name: &str, kind: &str, manager: Option<&str>, frameworks: &[&str]) -> Detected {
    let found = detected(files);
    let seen = (found.name.as_str(), found.kind.as_str(), found.package_manager.as_deref());
    assert_eq!(seen, (name, kind, manager));
    assert_eq!(found.frameworks, frameworks);
    found
}

#[test]
fn an_empty_folder_is_unknown_and_called_by_its_name() {
    assert_eq!(detected(&[]), Detected { name: "root".to_owned(), kind: "unknown".to_owned(), ..Detected::default() });
}

#[test]
fn a_cargo_project_is_rust() {
    let toml = "[package]\nname = \"shop\"\n[dependencies]\naxum = \"0.8\"\ntokio.workspace = true\n# clap = \"4\"\n";
    let found = check(
        &[("Cargo.toml", toml), ("Cargo.lock", ""), ("src/main.rs", ""), ("src/lib.rs", ""), ("build.sh", "")],
        "shop",
        "rust",
        Some("cargo"),
        &["Tokio", "axum"],
    );
    assert_eq!(found.languages, ["Rust", "Shell"]);
    assert_eq!(commands(&found), ["cargo build", "cargo test"]);
}

#[test]
fn the_lock_file_names_the_package_manager_of_a_node_project() {
    let package = r#"{"name":"web","scripts":{"dev":"vite","test":"vitest"},"dependencies":{"react":"19"},"devDependencies":{"vite":"7"}}"#;
    for (lock, manager) in
        [("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"), ("package-lock.json", "npm")]
    {
        let found = check(&[("package.json", package), (lock, "")], "web", "node", Some(manager), &["React", "Vite"]);
        assert_eq!(commands(&found), [format!("{manager} run dev"), format!("{manager} run test")]);
    }
    let stated = r#"{"packageManager":"pnpm@10.1.0"}"#;
    check(&[("package.json", stated), ("package-lock.json", "")], "root", "node", Some("pnpm"), &[]);
    check(&[("package.json", "not json")], "root", "node", None, &[]);
}

#[test]
fn python_projects_are_told_apart() {
    let uv = "[project]\nname = \"api\"\ndependencies = [\"fastapi>=0.1\", \"pytest\"]\n[project.scripts]\nserve = \"api:main\"\n[tool.uv]\n";
    let found = check(&[("pyproject.toml", uv), ("api.py", "")], "api", "python", Some("uv"), &["FastAPI", "pytest"]);
    assert_eq!(commands(&found), ["uv run serve"]);
    let poetry = "[tool.poetry]\nname = 'old'\n[tool.poetry.scripts]\nrun = \"old:main\"\n";
    let found = check(&[("pyproject.toml", poetry), ("poetry.lock", "")], "old", "python", Some("poetry"), &[]);
    assert_eq!(commands(&found), ["poetry run run"]);
    check(&[("requirements.txt", "Django==5\nflask-x\n")], "root", "python", Some("pip"), &["Django", "Flask"]);
    check(&[("pyproject.toml", "[project]\n"), ("uv.lock", "")], "root", "python", Some("uv"), &[]);
}

#[test]
fn the_other_ecosystems_are_known() {
    let module = "module example.org/team/tool\nrequire github.com/gin-gonic/gin v1\n";
    check(&[("go.mod", module)], "tool", "go", Some("go"), &["Gin"]);
    let pom = "<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><artifactId>bank</artifactId></project>";
    check(&[("pom.xml", pom)], "bank", "jvm", Some("maven"), &["Spring Boot"]);
    check(&[("build.gradle.kts", "plugins { kotlin(\"jvm\") }")], "root", "jvm", Some("gradle"), &[]);
    let project = "<Project Sdk=\"Microsoft.NET.Sdk.Web\"></Project>";
    check(&[("Site.csproj", project)], "Site", "dotnet", Some("dotnet"), &["ASP.NET Core"]);
    check(&[("Gemfile", "gem 'rails'\n")], "root", "ruby", Some("bundler"), &["Rails"]);
    let composer = r#"{"name":"me/blog","require":{"laravel/framework":"12"},"scripts":{"lint":"pint"}}"#;
    let found = check(&[("composer.json", composer)], "me/blog", "php", Some("composer"), &["Laravel"]);
    assert_eq!(commands(&found), ["composer run lint"]);
    check(&[("mix.exs", "{:phoenix, \"~> 1\"}")], "root", "elixir", Some("mix"), &["Phoenix"]);
}

#[test]
fn targets_and_recipes_are_scripts() {
    let make = "CC := gcc\n.PHONY: all\nall: build\n\techo x: y\nbuild-it:\n%.o: %.c\n";
    let just = "set shell := [\"bash\"]\nversion := \"1\"\n# a comment: x\ntest filter='':\n  cargo test\n@lint:\n  x\n_hidden:\n";
    let found = detected(&[("Makefile", make), ("justfile", just)]);
    assert_eq!(commands(&found), ["make all", "make build-it", "just test", "just lint"]);
}

#[test]
fn several_manifests_make_a_mixed_project_named_by_the_root() {
    let found = check(
        &[("Cargo.toml", "[workspace]\n"), ("web/package.json", r#"{"name":"web"}"#), ("deep/er/go.mod", "module x\n")],
        "root",
        "mixed",
        Some("cargo"),
        &[],
    );
    assert_eq!(commands(&found), ["cargo build", "cargo test"]);
}

#[test]
fn what_is_ignored_or_withheld_does_not_count() {
    let found = detected(&[
        (".gitignore", "node_modules\n"),
        ("node_modules/package.json", "{}"),
        (".c2cignore", "private\n"),
        ("private/go.mod", "module x\n"),
        ("a.py", ""),
    ]);
    assert_eq!((found.kind.as_str(), found.languages), ("unknown", vec!["Python".to_owned()]));
}

#[test]
fn a_call_without_time_gives_what_is_known() {
    let tree = Tree::with(&[("Cargo.toml", "[package]\nname = \"x\"\n")]);
    assert_eq!(detect(&tree.workspace(), &no_time()).unwrap().kind, "unknown");
}
