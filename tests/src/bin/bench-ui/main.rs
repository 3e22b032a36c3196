//! `cargo xtask bench ui`: how long frames take while a list of 100,000 sessions is scrolled.
//!
//! The page that `cargo xtask ui` built is served on loopback to a headless Chromium, with the tests' stand-in for the
//! engine before it. It is scrolled by the wheel, by pages, and by dragging the bar from end to end; each for ten
//! seconds, with `--quick` for three. Told are the median, the 99th percentile and the worst frame, and how many took
//! longer than 50 ms.

mod page;
mod sessions;

use std::collections::BTreeMap;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use c2c_tests::measure::{Report, Times};
use serde::Deserialize;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The most that a frame should take.
const MOST: Duration = Duration::from_millis(50);
/// The browsers that will do.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];
/// What the page takes besides scrolling, at most.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the page tells at the end.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    /// The time of each frame in milliseconds, by gait.
    Frames(BTreeMap<String, Vec<f64>>),
    /// Why there is nothing to tell.
    Error(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("Error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &[String]) -> Outcome<()> {
    let report = Report::from_arguments(arguments.iter().cloned());
    let seconds = if arguments.iter().any(|argument| argument == "--quick") { 3 } else { 10 };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let told = runtime.block_on(async {
        let (address, told) = page::serve().await?;
        let profile = tempfile::tempdir()?;
        let browser = Browser::start(&format!("{address}/?seconds={seconds}#/"), profile.path())?;
        let told = tokio::time::timeout(PATIENCE, told).await.map_err(|_| "the page never told its figures")??;
        drop(browser);
        Outcome::Ok(serde_json::from_str(&told)?)
    })?;
    let gaits = match told {
        Told::Frames(gaits) => gaits,
        Told::Error(error) => return Err(error.into()),
    };
    for (gait, name) in [("wheel", "by the wheel"), ("pages", "by pages"), ("drag", "bar dragged")] {
        let frames = gaits.get(gait).map(|frames| frames.iter().map(|ms| Duration::from_secs_f64(ms / 1000.0)));
        let frames: Vec<Duration> = frames.into_iter().flatten().collect();
        let over = frames.iter().filter(|frame| **frame > MOST).count();
        let figures = [("over 50 ms", over as f64), ("frames", frames.len() as f64)];
        let times = Times::from_samples(frames).ok_or_else(|| format!("no frames {name}"))?;
        report.line(&format!("frame, 100,000 sessions, {name}"), &times, &figures);
    }
    Ok(())
}

/// A headless browser; it ends with the value.
struct Browser(Child);

impl Browser {
    #[expect(clippy::disallowed_methods, reason = "the one place of this program that starts another one")]
    fn start(url: &str, profile: &std::path::Path) -> Outcome<Self> {
        for name in BROWSERS {
            let mut browser = Command::new(name);
            browser.args(["--headless=new", "--no-first-run", "--disable-background-networking", "--mute-audio"]);
            // In a container the browser's own sandbox cannot be built; it shows nothing but C2C's page.
            browser.args(["--no-sandbox", "--window-size=1120,760"]);
            browser.arg(format!("--user-data-dir={}", profile.display())).arg(url).current_dir(profile);
            browser.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if let Ok(child) = browser.spawn() {
                return Ok(Self(child));
            }
        }
        Err(format!("none of {} is installed", BROWSERS.join(", ")).into())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[expect(clippy::print_stderr, reason = "a measuring program says there what is not a result")]
fn complain(text: &str) {
    eprintln!("{text}");
}
