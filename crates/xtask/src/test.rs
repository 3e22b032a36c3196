//! `cargo xtask test`: every check there is, each timed, with a table at the end. One target folder
//! serves them all; a failing step does not keep the others from being tried.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;
use crate::{cross, print, tidy, ui};

/// The end-to-end tests; everything else is tested before them.
const END_TO_END: &str = "c2c-tests";

/// What the tests are told: the pinned Codex, and where they may keep data folders.
struct Place {
    codex: PathBuf,
    homes: PathBuf,
    nextest: PathBuf,
}

/// One step and how it went.
struct Step {
    name: &'static str,
    passed: bool,
    took: Duration,
}

/// The steps that were tried, in their order.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Steps {
    fn run(&mut self, name: &'static str, check: impl FnOnce() -> Result<(), Error>) {
        talk(&format!("\n== {name}"));
        let start = Instant::now();
        let outcome = check();
        if let Err(error) = &outcome {
            talk(&format!("{name}: {error}"));
        }
        self.0.push(Step { name, passed: outcome.is_ok(), took: start.elapsed() });
    }
}

/// Runs all checks.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Error> {
    let start = Instant::now();
    let place = set_up(workspace)?;
    let mut steps = Steps(vec![Step { name: "set-up", passed: true, took: start.elapsed() }]);
    let cargo = |arguments: &[&str]| {
        let mut command = process::command("cargo", &workspace.root);
        command.args(arguments);
        command
    };
    steps.run("tidy", || match tidy::run(workspace)? {
        code if code == ExitCode::SUCCESS => Ok(()),
        _ => Err(Error::Failed { command: "cargo xtask tidy".to_owned(), code: Some(1) }),
    });
    steps.run("format", || process::succeed(&mut cargo(&["fmt", "--all", "--check"])));
    steps.run("lints", || {
        let arguments = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
        process::succeed(&mut cargo(&arguments))
    });
    steps.run("page", || ui::build(workspace));
    steps.run("programs", || {
        // All in one call: packages that are built apart are built with other features.
        let programs = ["-p", "c2c-cli", "-p", "c2c-testkit", "-p", "c2c-app"];
        process::succeed(cargo(&["build", "--quiet", "--locked"]).args(programs))?;
        // A test program that the tests start; nextest builds no examples.
        process::succeed(&mut cargo(&["build", "--quiet", "--locked", "-p", "c2c-computer-use", "--examples"]))
    });
    steps.run("tests", || {
        process::succeed(&mut nextest(
            &place,
            &workspace.root,
            &["--no-fail-fast", "--workspace", "--exclude", END_TO_END, "--test-threads", &threads(3, 2)],
        ))
    });
    // They mostly wait for programs that work in their own time, so there is room for something beside them.
    steps.run("end-to-end built", || {
        process::succeed(&mut nextest(&place, &workspace.root, &["--no-run", "--package", END_TO_END]))
    });
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| other_builds(workspace));
        let tests = ["--no-fail-fast", "--package", END_TO_END, "--test-threads", &threads(3, 2)];
        steps.run("end-to-end", || process::succeed(&mut nextest(&place, &workspace.root, &tests)));
        match beside.join() {
            Ok(others) => steps.0.extend(others.0),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    steps.run("examples", || process::succeed(&mut cargo(&["test", "--quiet", "--workspace", "--doc", "--locked"])));
    steps.run("wasm", || {
        let mut check = cargo(&["check", "--locked", "--target", "wasm32-unknown-unknown"]);
        process::succeed(check.args(tidy::level_0().flat_map(|name| ["-p", name])))
    });
    steps.run("documentation", || {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
        process::succeed(doc.env("RUSTDOCFLAGS", "--deny warnings"))
    });
    print(&table(&steps.0, start.elapsed()))?;
    let passed = steps.0.iter().all(|step| step.passed);
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What else is made of the code, in a target folder of its own: cargo lets one build at a time into a folder.
fn other_builds(workspace: &Workspace) -> Steps {
    let mut steps = Steps::default();
    steps.run("no window", || cross::no_window(workspace));
    steps.run("windows", || cross::windows(workspace));
    steps.run("macos", || cross::macos(workspace));
    steps
}

fn set_up(workspace: &Workspace) -> Result<Place, Error> {
    setup::system(Purpose::Test)?;
    setup::rust_parts(workspace)?;
    setup::page(workspace)?;
    setup::npm(workspace)?;
    let place = Place {
        codex: setup::codex(workspace)?,
        homes: setup::homes(workspace).join("test-homes"),
        nextest: setup::nextest(workspace)?,
    };
    let made = std::fs::create_dir_all(&place.homes);
    made.map_err(|source| Error::Io { doing: format!("making `{}`", place.homes.display()), source })?;
    Ok(place)
}

/// How many tests run at once, as so many for so many processors. More than one for each: a test with a browser works
/// for a third of its time and waits for the rest.
fn threads(tests: usize, processors: usize) -> String {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    (all * tests).div_ceil(processors).to_string()
}

fn nextest(place: &Place, root: &Path, arguments: &[&str]) -> Command {
    let mut command = process::command(&place.nextest, root);
    command.args(["nextest", "run", "--locked"]).args(arguments);
    command.env("C2C_CODEX", &place.codex).env("C2C_TEST_HOMES", &place.homes);
    command
}

/// `took` is less than the steps together: some ran beside others.
fn table(steps: &[Step], took: Duration) -> String {
    let row = |name: &str, passed: bool, took: Duration| {
        let outcome = if passed { "passed" } else { "failed" };
        format!("{name:<18}{outcome:<8}{:>8.1} s\n", took.as_secs_f32())
    };
    let mut table = String::from("\n");
    table.extend(steps.iter().map(|step| row(step.name, step.passed, step.took)));
    let failed = steps.iter().filter(|step| !step.passed).count();
    table += &row("all", failed == 0, took);
    table + &format!("steps: {} passed, {failed} failed\n", steps.len() - failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_what_failed() {
        let step = |name, passed, seconds| Step { name, passed, took: Duration::from_secs(seconds) };
        let expected = "
tidy              passed       1.0 s
lints             failed      70.0 s
all               failed      70.5 s
steps: 1 passed, 1 failed
";
        let steps = [step("tidy", true, 1), step("lints", false, 70)];
        assert_eq!(table(&steps, Duration::from_millis(70_500)), expected);
    }
}
