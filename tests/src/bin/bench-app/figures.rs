//! What is measured, in which order, and how it is told.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use c2c_tests::measure::{Report, Times};
use flate2::{Compression, write::GzEncoder};

use crate::Outcome;
use crate::processes::{has_web_process, pss_mb, ticks};
use crate::room::{Room, beside};

/// What a program does at first after its start, or after its window came or went, is not counted.
const CALM: Duration = Duration::from_secs(5);
/// The system counts processor time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

/// What is measured, and how much of it.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    is_quick: bool,
    only: Option<String>,
    report: Report,
}

impl Options {
    pub(crate) fn from(arguments: &[String]) -> Self {
        let at = arguments.iter().position(|argument| argument == "--only");
        Self {
            is_quick: arguments.iter().any(|argument| argument == "--quick"),
            only: at.and_then(|at| arguments.get(at + 1)).cloned(),
            report: Report::from_arguments(arguments.iter().cloned()),
        }
    }

    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

/// Measures all that is asked for.
pub(crate) fn measure(options: &Options) -> Outcome<()> {
    if options.wants("size") {
        sizes(options.report)?;
    }
    if options.wants("start") {
        start(options)?;
    }
    if options.wants("window") {
        window(options)?;
    }
    if options.wants("memory") {
        memory(options.report)?;
    }
    if options.wants("idle") {
        idle(options)?;
    }
    Ok(())
}

fn sizes(report: Report) -> Outcome<()> {
    let program = fs::metadata(beside("c2c-app")?)?.len();
    report.figure("size: program", program as f64 / 1e6, "MB");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    let mut found = fs::read_dir(&page)?.filter_map(Result::ok).map(|entry| entry.path());
    let wasm = found.find(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    let wasm = fs::read(wasm.ok_or("there is no wasm in `ui/dist`: run `cargo xtask ui`")?)?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&wasm)?;
    report.figure("size: wasm of the page", wasm.len() as f64 / 1e3, "kB");
    report.figure("size: wasm of the page, gzipped", gzip.finish()?.len() as f64 / 1e3, "kB");
    Ok(())
}

fn start(options: &Options) -> Outcome<()> {
    let mut times = Vec::new();
    // The first round reads the program from the disk and does not count.
    for round in 0..=if options.is_quick { 3 } else { 15 } {
        let mut room = Room::new()?;
        let began = Instant::now();
        room.start(&["--hidden"])?;
        room.wait_for_tray()?;
        if round > 0 {
            times.push(began.elapsed());
        }
        room.quit()?;
    }
    tell(options.report, "start of the process to the icon in the tray", times)
}

fn window(options: &Options) -> Outcome<()> {
    let mut room = Room::new()?;
    room.start(&["--hidden"])?;
    room.wait_for_tray()?;
    sleep(CALM);
    let mut times = Vec::new();
    for round in 0..=if options.is_quick { 2 } else { 10 } {
        room.press("Open C2C")?;
        let took = room.until_window_shows_something()?;
        if round > 0 {
            times.push(took);
        }
        room.close_window()?;
        sleep(Duration::from_secs(1));
    }
    room.quit()?;
    tell(options.report, "press on Open C2C to the first content", times)
}

fn memory(report: Report) -> Outcome<()> {
    let mut room = Room::new()?;
    let app = room.start(&["--hidden"])?;
    room.wait_for_tray()?;
    sleep(CALM);
    report.figure("memory: in the tray, window not opened yet", pss_mb(app)?, "MB");
    report.figure("web processes before the window was opened", count(has_web_process(app)?), "");
    room.press("Open C2C")?;
    room.until_window_shows_something()?;
    sleep(CALM);
    report.figure("memory: with the window", pss_mb(app)?, "MB");
    room.close_window()?;
    sleep(CALM);
    report.figure("memory: in the tray, window closed", pss_mb(app)?, "MB");
    report.figure("web processes after the window was closed", count(has_web_process(app)?), "");
    room.quit()
}

fn count(is_there: bool) -> f64 {
    f64::from(u8::from(is_there))
}

fn idle(options: &Options) -> Outcome<()> {
    let mut room = Room::new()?;
    let app = room.start(&["--hidden"])?;
    room.wait_for_tray()?;
    sleep(CALM * 2);
    let (began, before) = (Instant::now(), ticks(app)?);
    sleep(Duration::from_secs(if options.is_quick { 20 } else { 120 }));
    let share = (ticks(app)? - before) / TICKS_PER_SECOND / began.elapsed().as_secs_f64();
    options.report.figure("processor while nothing happens, % of a core", share * 100.0, "%");
    room.quit()
}

fn tell(report: Report, name: &str, times: Vec<Duration>) -> Outcome<()> {
    report.line(name, &Times::from_samples(times).ok_or("nothing was measured")?, &[]);
    Ok(())
}

/// A file for what programs say that nobody reads.
pub(crate) fn unread(path: &Path) -> Outcome<File> {
    Ok(File::options().create(true).append(true).open(path)?)
}
