//! `cargo xtask bench redact`: how fast secrets are looked for, and how often ordinary text is taken for one.
//!
//! Every file of a tree that is text is scanned by itself. The tree is taken to hold no secrets, so every line hit counts
//! as wrong; what really is one (test keys, examples) makes the figures worse than they are. `--tree PATH` names the
//! tree, else it is the sources of the crates that cargo has unpacked; `--samples N` shows so many hits of each rule.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use c2c_os::environment::Environment;
use c2c_redact::text::{scan, withholds};
use c2c_tests::measure::{Report, peak_memory, print, processor_time};

/// Files over this size are not read, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;
/// How much of a line a sample shows, in bytes on either side.
const SHOWN: usize = 60;

/// What was asked for.
struct Options {
    tree: PathBuf,
    samples: usize,
}

/// What was seen.
#[derive(Default)]
struct Seen {
    files: usize,
    bytes: usize,
    lines: usize,
    /// Lines hit, by rule; a file that is withheld counts once.
    hits: BTreeMap<&'static str, Vec<String>>,
    withheld_files: usize,
    time: Duration,
    /// Of the processor, with the reading of the files.
    processor: Option<Duration>,
    slowest: Option<(Duration, PathBuf)>,
}

fn main() -> ExitCode {
    let report = Report::from_arguments(std::env::args().skip(1));
    let Some(options) = options() else {
        print("Usage: bench-redact [--tree PATH] [--samples N] [--json]");
        return ExitCode::FAILURE;
    };
    let mut seen = Seen::default();
    // The rules are read and compiled before the time is taken.
    scan("password = key");
    let before = processor_time();
    walk(&options.tree, &mut seen);
    seen.processor = before.and_then(|before| Some(processor_time()? - before));
    if seen.lines == 0 {
        print(&format!("There is no text in {}.", options.tree.display()));
        return ExitCode::FAILURE;
    }
    tell(report, &options, &seen);
    ExitCode::SUCCESS
}

fn options() -> Option<Options> {
    let environment = Environment::from_process();
    let cargo = environment.get("CARGO_HOME").map(PathBuf::from).or_else(|| Some(environment.home()?.join(".cargo")));
    let mut options = Options { tree: cargo?.join("registry/src"), samples: 0 };
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str()? {
            "--tree" => options.tree = arguments.next()?.into(),
            "--samples" => options.samples = arguments.next()?.to_str()?.parse().ok()?,
            "--json" => {}
            _ => return None,
        }
    }
    Some(options)
}

fn walk(folder: &Path, seen: &mut Seen) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let Ok(about) = path.symlink_metadata() else {
            continue;
        };
        if about.is_dir() && path.file_name() != Some(OsStr::new(".git")) {
            walk(&path, seen);
        } else if about.is_file()
            && about.len() <= MAX_FILE
            && let Ok(text) = std::fs::read_to_string(&path)
            && !text.contains('\0')
        {
            look(&path, &text, seen);
        }
    }
}

fn look(path: &Path, text: &str, seen: &mut Seen) {
    let start = Instant::now();
    let findings = scan(text);
    let took = start.elapsed();
    seen.files += 1;
    seen.bytes += text.len();
    seen.lines += text.lines().count();
    seen.time += took;
    if seen.slowest.as_ref().is_none_or(|(slowest, _)| *slowest < took) {
        seen.slowest = Some((took, path.to_owned()));
    }
    if let Some(key) = findings.iter().find(|finding| withholds(finding.rule)) {
        seen.withheld_files += 1;
        seen.hits.entry(key.rule).or_default().push(path.display().to_string());
        return;
    }
    for finding in findings {
        let from = text.floor_char_boundary(finding.range.start.saturating_sub(SHOWN));
        let to = text.ceil_char_boundary(text.len().min(finding.range.end + SHOWN));
        let line = text[..finding.range.start].lines().count();
        let sample = format!(
            "{}:{line}: {:?}⟦{:?}⟧{:?}",
            path.display(),
            &text[from..finding.range.start],
            &text[finding.range.clone()],
            &text[finding.range.end..to]
        );
        let lines = text[finding.range].lines().count();
        let hits = seen.hits.entry(finding.rule).or_default();
        hits.extend(std::iter::repeat_n(sample, lines));
    }
}

fn tell(report: Report, options: &Options, seen: &Seen) {
    let per_lines = |count: usize| count as f64 * 10_000.0 / seen.lines as f64;
    let hit: usize = seen.hits.values().map(Vec::len).sum();
    report.figure("files", seen.files as f64, "");
    report.figure("lines", seen.lines as f64, "");
    report.figure("text", seen.bytes as f64 / 1e6, "MB");
    report.figure("speed", seen.bytes as f64 / 1e6 / seen.time.as_secs_f64(), "MB/s");
    if let Some(processor) = seen.processor {
        let speed = seen.bytes as f64 / 1e6 / processor.as_secs_f64();
        report.figure("speed by processor time, with reading", speed, "MB/s");
    }
    if let Some((slowest, path)) = &seen.slowest {
        report.figure(&format!("slowest file: {}", name(path)), slowest.as_secs_f64() * 1e3, "ms");
    }
    if let Some(peak) = peak_memory() {
        report.figure("memory at its peak", peak as f64 / 1e6, "MB");
    }
    report.figure("files withheld", seen.withheld_files as f64, "");
    report.figure("lines hit", hit as f64, "");
    report.figure("lines hit in 10,000", per_lines(hit), "");
    let mut rules: Vec<_> = seen.hits.iter().collect();
    rules.sort_by_key(|(_, hits)| std::cmp::Reverse(hits.len()));
    for (rule, hits) in rules {
        report.figure(&format!("  {rule}"), per_lines(hits.len()), &format!("in 10,000, {} lines", hits.len()));
        // Spread over all of them, since neighbours are alike.
        let step = hits.len().div_ceil(options.samples.max(1));
        hits.iter().step_by(step).take(options.samples).for_each(|sample| print(&format!("      {sample}")));
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
