//! What can be read and pressed on this desktop, as lines for a person.
//!
//! It looks and presses nothing: windows are recorded where they are, and neither brought to the front
//! nor changed. Of a page it says the origin, and of the clipboard whether it answers, never what
//! they hold.

use c2c_os::process::ProcessIdentity;
use c2c_ports::{BrowserProcess, Chore, ProbeLine};

use crate::app::{AppLook, InstalledApp, look};
use crate::browser::{Looked, WindowLook};
use crate::desk::{Desk, DeskError, Lacking, Owner, Presence, WindowId};
use crate::moods::{Mood, moods};
use crate::page::{Qualification, Site, Unfit, Wanted, is_not_reached, qualify};
use crate::tree::{Limits, Tree};
use crate::turns;

/// Connects to the desktop.
type Connect = Box<dyn Fn() -> Result<Box<dyn Desk>, DeskError> + Send + Sync>;

/// Looks at the real desktop.
pub struct DeskLook {
    connect: Connect,
    site: Option<Site>,
}

impl std::fmt::Debug for DeskLook {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DeskLook").field("site", &self.site).finish_non_exhaustive()
    }
}

impl DeskLook {
    /// `connect` is called at each look, so that what was mended since is seen. Without a `site` no window of
    /// the app can be ChatGPT's.
    #[must_use]
    pub fn new(
        site: Option<Site>,
        connect: impl Fn() -> Result<Box<dyn Desk>, DeskError> + Send + Sync + 'static,
    ) -> Self {
        Self { connect: Box::new(connect), site }
    }

    fn app(&self, desk: &mut dyn Desk, app: &InstalledApp) -> AppLook {
        match &self.site {
            Some(site) => look(desk, site, app),
            None => AppLook::Failed { reason: "the setting `chatgpt_origin` names no place".to_owned() },
        }
    }
}

impl WindowLook for DeskLook {
    fn look(&self, browser: Option<&BrowserProcess>, app: Option<&InstalledApp>) -> Looked {
        let owner = browser.map(owner);
        match (self.connect)() {
            Ok(mut desk) => {
                let app = app.map(|app| self.app(desk.as_mut(), app));
                Looked { app, lines: lines(desk.as_mut(), owner.as_ref(), self.site.as_ref()) }
            }
            Err(error) => {
                let lines = vec![bad("desktop", &error)];
                Looked { app: app.map(|_| AppLook::from(error)), lines }
            }
        }
    }

    fn desktop(&self) -> Result<(), DeskError> {
        (self.connect)().map(|_| ())
    }

    fn windows(&self, browser: &BrowserProcess) -> Option<usize> {
        let mut desk = (self.connect)().ok()?;
        desk.windows(&owner(browser)).ok().map(|windows| windows.len())
    }

    fn look_at_app(&self, app: &InstalledApp) -> AppLook {
        match (self.connect)() {
            Ok(mut desk) => self.app(desk.as_mut(), app),
            Err(error) => AppLook::from(error),
        }
    }
}

fn owner(browser: &BrowserProcess) -> Owner {
    Owner::Browser(ProcessIdentity { pid: browser.pid, start_time: browser.process_start })
}

/// What `desk` answers, and what the windows of `owner` show of `site`. Nothing about windows when nothing runs.
pub fn lines(desk: &mut dyn Desk, owner: Option<&Owner>, site: Option<&Site>) -> Vec<ProbeLine> {
    let mut found = vec![ProbeLine::good("desktop", "answers"), person(desk), clipboard(desk)];
    let Some(owner) = owner else { return found };
    match desk.windows(owner) {
        Ok(windows) if windows.is_empty() => {
            found.push(ProbeLine::bad("windows", "none is open", "`c2c chatgpt open` opens one."));
        }
        Ok(windows) => {
            found.extend(pages(desk, &windows, site));
            found.extend(windows.first().map(|window| picture(desk, *window)));
        }
        Err(error) => found.push(bad("windows", &error)),
    }
    found
}

fn person(desk: &mut dyn Desk) -> ProbeLine {
    const WHAT: &str = "person";
    match desk.presence() {
        Ok(Presence { is_locked: true, .. }) => {
            ProbeLine::bad(WHAT, "the screen is locked", "Unlock it: messages wait until then.")
        }
        Ok(Presence { idle_ms: Some(idle_ms), .. }) => {
            ProbeLine::good(WHAT, format!("last used keyboard or mouse {} s ago, screen not locked", idle_ms / 1000))
        }
        Ok(Presence { idle_ms: None, .. }) => ProbeLine::good(
            WHAT,
            "screen not locked; the system does not tell when keyboard or mouse were used, so no message waits for that",
        ),
        Err(error) => bad(WHAT, &error),
    }
}

fn clipboard(desk: &mut dyn Desk) -> ProbeLine {
    match desk.clipboard_text() {
        Ok(Some(_)) => ProbeLine::good("clipboard", "answers, holds a text"),
        Ok(None) => ProbeLine::good("clipboard", "answers, holds no text"),
        Err(error) => bad("clipboard", &error),
    }
}

/// What one window shows.
struct Page {
    line: ProbeLine,
    /// Whether it is a page of somebody else: no fault where another window shows ChatGPT.
    is_elsewhere: bool,
}

impl From<ProbeLine> for Page {
    fn from(line: ProbeLine) -> Self {
        Self { line, is_elsewhere: false }
    }
}

fn pages(desk: &mut dyn Desk, windows: &[WindowId], site: Option<&Site>) -> Vec<ProbeLine> {
    let pages: Vec<Page> = windows.iter().map(|window| page(desk, *window, site)).collect();
    let is_there = pages.iter().any(|page| page.line.ok);
    let lines = pages.into_iter().map(|Page { line, is_elsewhere }| match is_elsewhere && is_there {
        true => ProbeLine::good(line.what, format!("{}; it is left alone", line.text)),
        false => line,
    });
    lines.collect()
}

fn page(desk: &mut dyn Desk, window: WindowId, site: Option<&Site>) -> Page {
    const WHAT: &str = "page";
    let recording = match desk.record(window) {
        Ok(recording) => recording,
        Err(error) => return bad(WHAT, &error).into(),
    };
    let parts = recording.nodes.len();
    match recording.tree(Limits::default()) {
        Ok(tree) if tree.document_url().is_some_and(is_not_reached) => ProbeLine::bad(
            WHAT,
            "could not be loaded: ChatGPT cannot be reached",
            "Check your connection, then load the page again in the window.",
        )
        .into(),
        Ok(tree) if tree.is_readable() => whose(&tree, parts, site),
        Ok(_) => bad(WHAT, &DeskError::Lacks { what: Lacking::Tree }).into(),
        Err(error) => bad(WHAT, &DeskError::Failed { doing: "reading the window", reason: error.to_string() }).into(),
    }
}

/// Whose page it is, and whether somebody is logged in there.
fn whose(tree: &Tree, parts: usize, site: Option<&Site>) -> Page {
    const WHAT: &str = "page";
    let url = tree.document_url().unwrap_or_default();
    let Some(origin) = origin(url) else {
        let text = format!("read {parts} parts, but not whose page it is");
        return ProbeLine::bad(WHAT, text, "Bring the window to ChatGPT's page with `c2c chatgpt open`.").into();
    };
    let read = format!("read {parts} parts of `{origin}`");
    let Some(site) = site else { return ProbeLine::good(WHAT, read).into() };
    let asks = match qualify(site, Some(url), Wanted::Begun) {
        Qualification::NotQualified { why: Unfit::OtherOrigin { .. } } => {
            let text = format!("{read}, which is not where ChatGPT is: `{}`", site.origin());
            let hint = format!(
                "Close that window, then `c2c chatgpt open --url {}/`; the setting `chatgpt_origin` names the place.",
                site.origin()
            );
            return Page { line: ProbeLine::bad(WHAT, text, hint), is_elsewhere: true };
        }
        Qualification::NotQualified { why: Unfit::LogIn } => Some(Chore::LogIn),
        Qualification::NotQualified { .. } => None,
        Qualification::Qualified { .. } => moods(tree, &turns::turns(tree)).iter().find_map(keeps_out),
    };
    if let Some(chore) = asks {
        let why = if chore == Chore::LogIn { "nobody is logged in" } else { "it asks for you" };
        return ProbeLine::bad(WHAT, format!("{read}: {why}"), chore.instruction()).into();
    }
    ProbeLine::good(WHAT, read).into()
}

/// What the person has to do before anything can be sent there.
fn keeps_out(mood: &Mood) -> Option<Chore> {
    match mood {
        Mood::LogIn => Some(Chore::LogIn),
        Mood::HumanCheck => Some(Chore::HumanCheck),
        Mood::AccountBlocked => Some(Chore::Account),
        _ => None,
    }
}

/// Pictures are only for the person who looks into what went wrong: without them all else works.
fn picture(desk: &mut dyn Desk, window: WindowId) -> ProbeLine {
    const WHAT: &str = "picture";
    match desk.picture(window) {
        Ok(_) => ProbeLine::good(WHAT, "can be taken"),
        Err(DeskError::Refused { reason, .. }) => ProbeLine::good(WHAT, format!("cannot be taken now: {reason}")),
        Err(error) => bad(WHAT, &error),
    }
}

/// A line of what is wrong, with the setting that mends it where it is known.
fn bad(what: &str, error: &DeskError) -> ProbeLine {
    let hint = match error {
        DeskError::Lacks { what } => what.hint(),
        DeskError::WindowGone | DeskError::NodeGone => "It was closed just now: look again.".to_owned(),
        DeskError::Refused { .. } | DeskError::Failed { .. } => {
            "Look again in a moment. If it stays, carry the messages yourself: `c2c start --manual`.".to_owned()
        }
    };
    ProbeLine::bad(what, error.to_string(), hint)
}

/// Scheme and host of a web address; none of any other.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"))?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next().filter(|host| !host.is_empty())?;
    Some(format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests;
