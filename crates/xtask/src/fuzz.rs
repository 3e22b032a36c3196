//! `cargo xtask fuzz`: builds the fuzz targets and has libFuzzer look for inputs that break what they promise.
//!
//! Everything it makes lies in `fuzz` of the target folder; only `--minimise` changes the corpora of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;

/// The targets, and the longest input that each gets, in bytes.
const TARGETS: &[(&str, usize)] =
    &[("path-guard", 4_200), ("redaction", 2_048), ("diff-pages", 8_192), ("decoding", 12_000)];

/// How rustc instruments what it builds, as cargo-fuzz has it: these flags are stable.
const FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "--cfg=fuzzing",
];
/// What takes longer than this on one input is a finding, in seconds.
const LONGEST_S: u32 = 60;
/// The most inputs that minimising keeps beside those with a name.
const MOST_KEPT: usize = 40;
/// Larger inputs are not kept, in bytes.
const LARGEST_KEPT: u64 = 2_048;

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Request {
    targets: Vec<(&'static str, usize)>,
    minutes: u32,
    jobs: u32,
    task: Task,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Task {
    Look,
    Replay(PathBuf),
    Minimise,
}

/// Runs the targets that are asked for, one after the other.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    let request = request(arguments)?;
    setup::system(Purpose::Fuzz)?;
    let place = Place::new(workspace)?;
    place.build(workspace, &request.targets)?;
    let mut broken = 0;
    for (target, longest) in &request.targets {
        match &request.task {
            Task::Look => broken += u32::from(!place.look(target, *longest, &request)?),
            Task::Minimise => place.minimise(target)?,
            Task::Replay(input) => {
                renew(&place.temporary(target))?;
                process::succeed(place.program(target).arg(input))?;
            }
        }
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn request(arguments: &[String]) -> Result<Request, Error> {
    let names = || TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("|");
    let usage = || Error::Usage {
        text: format!("Usage: cargo xtask fuzz [{}] [--minutes N] [--jobs N] [--replay PATH | --minimise]", names()),
    };
    let mut request = Request { targets: TARGETS.to_vec(), minutes: 5, jobs: 1, task: Task::Look };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(usage);
        let number = |text: &String| text.parse().ok().filter(|number| *number > 0).ok_or_else(usage);
        match argument.as_str() {
            "--minutes" => request.minutes = number(value()?)?,
            "--jobs" => request.jobs = number(value()?)?,
            "--replay" => request.task = Task::Replay(PathBuf::from(value()?)),
            "--minimise" => request.task = Task::Minimise,
            name => request.targets = vec![*TARGETS.iter().find(|(target, _)| *target == name).ok_or_else(usage)?],
        }
    }
    if matches!(request.task, Task::Replay(_)) && request.targets.len() > 1 {
        return Err(usage());
    }
    Ok(request)
}

/// Where things lie.
struct Place {
    /// `tests/fuzz` in the repository, with corpora and dictionaries.
    sources: PathBuf,
    /// `fuzz` in the target folder.
    work: PathBuf,
    host: String,
}

impl Place {
    fn new(workspace: &Workspace) -> Result<Self, Error> {
        let mut rustc = process::command("rustc", &workspace.root);
        let host = process::answer(rustc.args(["--print", "host-tuple"]));
        let host = host.ok_or(Error::Failed { command: process::describe(&rustc), code: None })?;
        Ok(Self { sources: workspace.root.join("tests/fuzz"), work: workspace.target.join("fuzz"), host })
    }

    fn build(&self, workspace: &Workspace, targets: &[(&str, usize)]) -> Result<(), Error> {
        talk("Building the fuzz targets; the first time takes minutes");
        let mut cargo = process::command("cargo", &workspace.root);
        cargo.args(["build", "--quiet", "--locked", "--profile", "fuzz", "-p", "c2c-fuzz", "--features", "libfuzzer"]);
        // With a target of its own, programs that only run while building are not instrumented.
        cargo.args(["--target", &self.host]);
        targets.iter().for_each(|(target, _)| {
            cargo.arg("--bin").arg(format!("fuzz-{target}"));
        });
        cargo.env("CARGO_TARGET_DIR", &self.work).env("RUSTFLAGS", FLAGS.join(" "));
        process::succeed(&mut cargo)
    }

    /// The program of a target, with a folder of its own for what it puts into temporary folders.
    fn program(&self, target: &str) -> Command {
        let program = self.work.join(&self.host).join("fuzz").join(format!("fuzz-{target}"));
        let mut command = process::command(program, &self.work);
        command.env("TMPDIR", self.temporary(target)).env("RUST_BACKTRACE", "1");
        command
    }

    fn temporary(&self, target: &str) -> PathBuf {
        self.work.join("temporary").join(target)
    }

    fn corpus(&self, target: &str) -> PathBuf {
        self.sources.join("corpus").join(target)
    }

    /// Whether nothing was found.
    fn look(&self, target: &str, longest: usize, request: &Request) -> Result<bool, Error> {
        let (inputs, found) = (self.work.join("corpus").join(target), self.work.join("found").join(target));
        for folder in [&inputs, &found] {
            make(folder)?;
        }
        renew(&self.temporary(target))?;
        let mut program = self.program(target);
        program.arg(&inputs).arg(self.corpus(target));
        program.arg(format!("-max_total_time={}", u64::from(request.minutes) * 60));
        program.arg(format!("-max_len={longest}")).arg(format!("-timeout={LONGEST_S}"));
        program.arg(format!("-artifact_prefix={}/", found.display())).arg("-print_final_stats=1");
        let dictionary = self.sources.join("dictionaries").join(format!("{target}.txt"));
        if dictionary.is_file() {
            program.arg(format!("-dict={}", dictionary.display()));
        }
        if request.jobs > 1 {
            program.arg(format!("-fork={}", request.jobs));
        }
        let before = files(&found)?;
        talk(&format!("{target}: {} min, new inputs in {}", request.minutes, inputs.display()));
        let outcome = process::succeed(&mut program);
        renew(&self.temporary(target))?;
        let new: Vec<PathBuf> = files(&found)?.into_iter().filter(|file| !before.contains(file)).collect();
        for file in &new {
            talk(&format!("{target}: found {}", file.display()));
            talk(&format!("Hint: cargo xtask fuzz {target} --replay {}", file.display()));
        }
        match outcome {
            Ok(()) => Ok(true),
            Err(Error::Failed { .. }) if !new.is_empty() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Replaces the inputs of the repository that have no name of their own by few that reach as much as all there are.
    fn minimise(&self, target: &str) -> Result<(), Error> {
        let (corpus, inputs, few) =
            (self.corpus(target), self.work.join("corpus").join(target), self.work.join("few").join(target));
        make(&corpus)?;
        make(&inputs)?;
        renew(&few)?;
        renew(&self.temporary(target))?;
        let (named, unnamed): (Vec<PathBuf>, Vec<PathBuf>) =
            files(&corpus)?.into_iter().partition(|file| is_named(file));
        for file in &named {
            copy(file, &few)?;
        }
        // Counts of how often a line is reached would keep hundreds.
        let mut merge = self.program(target);
        merge.args(["-set_cover_merge=1", "-use_counters=0"]).arg(&few).arg(&inputs).arg(&corpus);
        process::succeed(&mut merge)?;
        let mut kept: Vec<(u64, PathBuf)> =
            files(&few)?.into_iter().filter(|file| !is_named(file)).map(|file| (size(&file), file)).collect();
        kept.retain(|(size, _)| *size <= LARGEST_KEPT);
        kept.sort();
        kept.truncate(MOST_KEPT);
        for file in &unnamed {
            fs::remove_file(file).map_err(|source| failed("removing", file, source))?;
        }
        for (_, file) in &kept {
            copy(file, &corpus)?;
        }
        talk(&format!(
            "{target}: {} inputs with a name and {} others in {}",
            named.len(),
            kept.len(),
            corpus.display()
        ));
        renew(&self.temporary(target))
    }
}

/// Whether a person gave an input its name; libFuzzer takes the hash of its content.
fn is_named(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.len() != 40 || !name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(u64::MAX, |metadata| metadata.len())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut files: Vec<PathBuf> = listed.map_err(|source| failed("listing", folder, source))?;
    files.sort();
    Ok(files)
}

fn make(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| failed("making", folder, source))
}

/// Makes a folder that is empty.
fn renew(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).map_err(|source| failed("emptying", folder, source))?;
    }
    make(folder)
}

fn copy(file: &Path, folder: &Path) -> Result<(), Error> {
    let to = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, &to).map(|_| ()).map_err(|source| failed("copying to", &to, source))
}

fn failed(doing: &str, path: &Path, source: std::io::Error) -> Error {
    Error::Io { doing: format!("{doing} `{}`", path.display()), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str]) -> Option<Request> {
        request(&arguments.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>()).ok()
    }

    #[test]
    fn a_target_and_a_time_can_be_asked_for() {
        let all = Request { targets: TARGETS.to_vec(), minutes: 5, jobs: 1, task: Task::Look };
        assert_eq!(asked(&[]), Some(all.clone()));
        let one = Request { targets: vec![TARGETS[1]], minutes: 30, jobs: 2, ..all.clone() };
        assert_eq!(asked(&["redaction", "--minutes", "30", "--jobs", "2"]), Some(one));
        assert_eq!(asked(&["--minimise"]), Some(Request { task: Task::Minimise, ..all }));
        for wrong in [&["nothing"][..], &["--minutes"], &["--minutes", "0"], &["--replay", "x"]] {
            assert_eq!(asked(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn an_input_that_libfuzzer_named_is_told_from_one_with_a_name() {
        assert!(!is_named(Path::new("a/da39a3ee5e6b4b0d3255bfef95601890afd80709")));
        assert!(is_named(Path::new("a/a-colon-in-a-name")));
    }
}
