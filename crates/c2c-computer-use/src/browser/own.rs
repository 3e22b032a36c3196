//! Starts, finds and ends C2C's browser.
//!
//! Who the browser is, its profile says: the main process holds the profile's lock. What C2C noted about
//! it is looked at second, so that a crash between start and note leaves nothing unknown.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use c2c_os::command::Command;
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{BrowserBook, BrowserError, BrowserProcess, Clock, Closed, OpenRequest, Opened, OpenedHow};

use super::places::{Choice, Found, Make, System, find, look_here};
use super::switches::{ACCESSIBILITY_VARIABLE, FORCE_ACCESSIBILITY, Rights, page, switches};
use super::{marks, profile};

/// How long a browser may take until it holds its profile; a first start on a slow disk takes long.
const START: Duration = Duration::from_secs(60);
/// How long a program that ended well may leave nobody at work on the profile. A wrapper ends before its browser has
/// the profile, but not before it has begun it.
const WRAPPER: Duration = Duration::from_secs(3);
/// How long a second start may take to hand its page over. Chromium gives up on a hanging browser, and ends
/// it, after 20 s.
const HAND_OVER: Duration = Duration::from_secs(30);
/// How long an orderly end may take.
const END: Duration = Duration::from_secs(20);
/// How often is looked.
const PAUSE: Duration = Duration::from_millis(50);
/// A browser that cannot show a window ends within this time after it took its profile.
const SETTLED: Duration = Duration::from_millis(300);

/// What is C2C's business and none of a browser's. Its own marks would even have it ended as a left-over.
const NOT_FOR_BROWSERS: &[&str] =
    &["C2C_HOME", "C2C_CODEX", "C2C_LOG", "C2C_EFFECT", "OPENAI_API_KEY", "CODEX_API_KEY"];

/// What C2C's browser needs to know.
#[derive(Clone)]
pub struct BrowserConfig {
    /// The environment of this process.
    pub environment: Environment,
    /// C2C's data folder, which holds the profile.
    pub data: DataFolder,
    /// The browser that the person chose.
    pub choice: Choice,
    /// The person's own switches, checked.
    pub switches: Vec<String>,
    /// ChatGPT's own page, such as `https://chatgpt.com/`.
    pub home: String,
    /// Where the browser is noted.
    pub book: Arc<dyn BrowserBook>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for BrowserConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("BrowserConfig")
            .field("data", &self.data)
            .field("choice", &self.choice)
            .field("switches", &self.switches)
            .field("home", &self.home)
            .finish_non_exhaustive()
    }
}

/// The browser that C2C owns. All calls block, up to a minute.
#[derive(Debug, Clone)]
pub struct OwnBrowser {
    config: BrowserConfig,
}

impl OwnBrowser {
    /// The browser of this data folder. Nothing is looked at yet.
    #[must_use]
    pub fn new(config: BrowserConfig) -> Self {
        Self { config }
    }

    /// What it was made with.
    #[must_use]
    pub fn config(&self) -> &BrowserConfig {
        &self.config
    }

    /// The browser that would be started.
    ///
    /// # Errors
    /// [`BrowserError::NotFound`] and [`BrowserError::NamedNotFound`].
    pub fn found(&self) -> Result<Found, BrowserError> {
        let environment = &self.config.environment;
        find(System::current(), environment, &self.config.choice, |path| look_here(environment, path))
    }

    /// The profile, if it may lie where it lies.
    ///
    /// # Errors
    /// [`BrowserError::OpenProfile`].
    pub fn profile(&self) -> Result<PathBuf, BrowserError> {
        profile::check(&self.config.environment, &self.config.data)
    }

    /// A browser by name and version, such as `Chromium 156`. The version is known once it ran with the
    /// profile.
    #[must_use]
    pub fn subject(&self, found: &Found) -> String {
        let version = profile::last_version(&self.config.data.browser_dir());
        match version.as_deref().and_then(|version| version.split('.').next()) {
            Some(major) => format!("{} {major}", found.name()),
            None => found.name(),
        }
    }

    /// The browser that runs with C2C's profile, if there is one and it can be read. One that C2C did not
    /// note, but that was started just as C2C starts it, is noted now.
    ///
    /// # Errors
    /// [`BrowserError::Foreign`] when somebody else started it without what makes it readable; when the
    /// note cannot be read or written.
    pub fn running(&self) -> Result<Option<BrowserProcess>, BrowserError> {
        let profile = self.config.data.browser_dir();
        let Some(main) = main_process(&profile)? else { return Ok(None) };
        let noted = self.config.book.noted()?;
        if let Some(noted) = noted.filter(|noted| identity(noted) == main) {
            return Ok(Some(noted));
        }
        // Its environment tells nothing: Chromium overwrites it when it writes its arguments anew.
        let started = process::arguments(&main).unwrap_or_default();
        if !marks::has_switch(&started, FORCE_ACCESSIBILITY) {
            return Err(BrowserError::Foreign { pid: main.pid });
        }
        self.note(main, &self.found()?.program, &profile).map(Some)
    }

    /// Makes sure that the browser runs, and shows the page that is asked for.
    ///
    /// # Errors
    /// See [`BrowserError`].
    pub fn open(&self, request: &OpenRequest) -> Result<Opened, BrowserError> {
        let profile = profile::prepare(&self.config.environment, &self.config.data)?;
        let (browser, how) = match (self.running()?, &request.url) {
            (Some(running), None) => (running, OpenedHow::Running),
            (Some(running), Some(url)) => self.show(&running, url)?,
            (None, url) => {
                let program = self.found()?.program;
                let url = url.as_deref().unwrap_or(&self.config.home);
                (self.start(&program, &profile, url)?, OpenedHow::Started)
            }
        };
        let found = Found { make: Make::of_program(&browser.program), program: browser.program.clone() };
        Ok(Opened { how, subject: self.subject(&found), notes: notes(&browser), browser })
    }

    /// Ends the browser in an orderly way, so that it keeps its login, and waits for its end.
    ///
    /// # Errors
    /// [`BrowserError::Slow`] when it does not end; [`BrowserError::Foreign`] leaves what C2C did not start
    /// alone.
    pub fn close(&self) -> Result<Closed, BrowserError> {
        let Some(running) = self.running()? else { return Ok(Closed::NotRunning) };
        let main = identity(&running);
        if !process::terminate(&main).map_err(unknown)? {
            return Ok(Closed::NotRunning);
        }
        let deadline = Instant::now() + END;
        while process::is_alive(&main) {
            if Instant::now() > deadline {
                let waited_s = END.as_secs();
                return Err(BrowserError::Slow { program: running.program, doing: "was asked to end", waited_s });
            }
            std::thread::sleep(PAUSE);
        }
        Ok(Closed::Ended)
    }

    fn start(&self, program: &Path, profile: &Path, url: &str) -> Result<BrowserProcess, BrowserError> {
        let child = self.command(program, self.switches(profile), profile, url)?;
        let deadline = Instant::now() + START;
        let mut ended = None;
        loop {
            if let Some(main) = main_process(profile)? {
                std::thread::sleep(SETTLED);
                if process::is_alive(&main) {
                    // Another process of ours may have been faster: then that one is found, and counts.
                    return match self.running()? {
                        Some(running) => Ok(running),
                        None => self.note(main, program, profile),
                    };
                }
            }
            ended = ended.or_else(|| Some((child.ended_within(Duration::ZERO)?, Instant::now())));
            if let Some((status, since)) = ended
                && (!status.success() || (since.elapsed() > WRAPPER && !is_at_work(profile)?))
            {
                return Err(BrowserError::EndedAtOnce { program: program.to_owned(), code: status.code() });
            }
            if Instant::now() > deadline {
                let waited_s = START.as_secs();
                return Err(BrowserError::Slow { program: program.to_owned(), doing: "was started", waited_s });
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Has the running browser show a page: a second start hands it over and ends.
    fn show(&self, running: &BrowserProcess, url: &str) -> Result<(BrowserProcess, OpenedHow), BrowserError> {
        let program = &running.program;
        let switches = running.switches.iter().map(OsString::from).collect();
        let child = self.command(program, switches, &running.profile, url)?;
        let own = process::identity(child.pid());
        let deadline = Instant::now() + HAND_OVER;
        loop {
            if let Some(status) = child.ended_within(PAUSE) {
                if !status.success() {
                    return Err(BrowserError::EndedAtOnce { program: program.clone(), code: status.code() });
                }
                return Ok((running.clone(), OpenedHow::Page));
            }
            // The one that ran may have ended just now: then the second start is the browser.
            if let Some(main) = main_process(&running.profile)?.filter(|main| *main != identity(running)) {
                return Ok((self.note(main, program, &running.profile)?, OpenedHow::Started));
            }
            if Instant::now() > deadline {
                if let Some(own) = own {
                    process::terminate(&own).map_err(unknown)?;
                }
                let waited_s = HAND_OVER.as_secs();
                return Err(BrowserError::Slow { program: program.clone(), doing: "was asked for a page", waited_s });
            }
        }
    }

    fn command(
        &self,
        program: &Path,
        switches: Vec<OsString>,
        profile: &Path,
        url: &str,
    ) -> Result<c2c_os::command::Detached, BrowserError> {
        let mut command = Command::new(program, profile).arg(page(url)).args(switches);
        command = command.inherit_all(&self.config.environment);
        for name in NOT_FOR_BROWSERS {
            command = command.env_remove(name);
        }
        let (name, value) = ACCESSIBILITY_VARIABLE;
        command
            .env(name, value)
            .spawn_detached()
            .map_err(|error| BrowserError::Start { program: program.to_owned(), source: Box::new(error) })
    }

    fn switches(&self, profile: &Path) -> Vec<OsString> {
        let rights = if process::is_root() { Rights::Root } else { Rights::Usual };
        switches(System::current(), profile, rights, &self.config.switches)
    }

    fn note(&self, main: ProcessIdentity, program: &Path, profile: &Path) -> Result<BrowserProcess, BrowserError> {
        let switches = self.switches(profile).iter().map(|switch| switch.to_string_lossy().into_owned()).collect();
        let browser = BrowserProcess {
            pid: main.pid,
            process_start: main.start_time,
            program: program.to_owned(),
            profile: profile.to_owned(),
            switches,
            started_at_ms: self.config.clock.now_ms(),
        };
        self.config.book.note(&browser)?;
        Ok(browser)
    }
}

/// The process that a note names.
#[must_use]
pub fn identity(browser: &BrowserProcess) -> ProcessIdentity {
    ProcessIdentity { pid: browser.pid, start_time: browser.process_start }
}

/// The main process that uses `profile` now: the holder of its lock, if it was started with it.
#[cfg(unix)]
fn main_process(profile: &Path) -> Result<Option<ProcessIdentity>, BrowserError> {
    let Ok(lock) = std::fs::read_link(profile.join("SingletonLock")) else { return Ok(None) };
    let holder = marks::lock_holder(&lock).and_then(process::identity);
    let has_profile = |main: &ProcessIdentity| {
        process::arguments(main).is_some_and(|arguments| marks::has_profile(&arguments, profile))
    };
    Ok(holder.filter(process::is_alive).filter(has_profile))
}

/// The main process that uses `profile` now: on Windows the lock names nobody, so the list tells.
#[cfg(not(unix))]
fn main_process(profile: &Path) -> Result<Option<ProcessIdentity>, BrowserError> {
    let wanted = |arguments: &[OsString]| marks::has_profile(arguments, profile) && marks::is_main(arguments);
    let mut found = process::find_by_arguments(wanted).map_err(unknown)?;
    // A second start that is about to hand its page over began later.
    found.sort_by_key(|process| process.start_time);
    Ok(found.into_iter().next())
}

/// Whether any process was started with the profile, even if it does not hold it yet.
fn is_at_work(profile: &Path) -> Result<bool, BrowserError> {
    let found = process::find_by_arguments(|arguments| marks::has_profile(arguments, profile)).map_err(unknown)?;
    Ok(!found.is_empty())
}

fn unknown(error: process::ProcessError) -> BrowserError {
    BrowserError::Process { source: Box::new(error) }
}

fn notes(browser: &BrowserProcess) -> Vec<String> {
    let mut notes = Vec::new();
    if browser.switches.iter().any(|switch| switch == "--no-sandbox") {
        notes.push("The browser runs without its sandbox (`--no-sandbox`): as root it would not start with it. Better run C2C as yourself.".to_owned());
    }
    notes
}
