//! What every piece of work on the window shares: the desk, the place, the time, and how to look.

use std::collections::HashMap;

use c2c_ports::{Outgoing, SessionId, WindowError, WindowWait};

use super::album::Album;
use super::errors;
use super::link::{Link, Unwanted};
use super::{Place, Time};
use crate::desk::{Desk, DeskError, Lacking, WindowId};
use crate::find::{self, Mode};
use crate::moods::{Mood, Next, Now, Policy, next};
use crate::names::{self, Meaning};
use crate::normalise::{self, Composer};
use crate::page::{Address, Qualification, Site, Unfit, Wanted, durable_url, qualify};
use crate::send_plan::{Around, LOAD_MS, Person, Press};
use crate::tree::{Limits, NodeId, Role, Tree};
use crate::turns::{self, Turn};

/// How long a page may ask for a login before the person is told: it shows one in passing, too.
const LOG_IN_MS: i64 = 6_000;
/// How long a window may show no tree before that is said. A page that loads shows one in 2 s.
const TREE_MS: i64 = 15_000;
/// How often a look that failed is tried, and after how long.
const LOOKS: u32 = 4;
const LOOK_AGAIN_MS: u64 = 1_000;
/// How often a page that loads is looked at.
const LOADING_MS: u64 = 300;

/// Why a piece of work ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something stands in the way.
    Error(WindowError),
    /// Nobody waits for it any more.
    Unwanted,
}

impl From<WindowError> for Stop {
    fn from(error: WindowError) -> Self {
        Self::Error(error)
    }
}

impl From<DeskError> for Stop {
    fn from(error: DeskError) -> Self {
        Self::Error(errors::of_desk(&error))
    }
}

impl From<Unwanted> for Stop {
    fn from(_: Unwanted) -> Self {
        Self::Unwanted
    }
}

/// How the window is to be used.
#[derive(Debug, Clone)]
pub struct DriveConfig {
    /// ChatGPT's site.
    pub site: Site,
    /// Chat or Work.
    pub mode: Mode,
    /// How long keyboard and mouse must have been left alone before a send, in milliseconds.
    pub idle_ms: u64,
}

/// What one look at a window found.
pub(super) struct View {
    pub(super) tree: Tree,
    pub(super) turns: Vec<Turn>,
    /// When the look ended, and how long it took.
    pub(super) at_ms: i64,
    pub(super) took_ms: i64,
}

impl View {
    pub(super) fn url(&self) -> Option<&str> {
        self.tree.document_url()
    }
}

/// Everything that work on the window needs. It lives on one thread.
pub(super) struct Hands {
    pub(super) desk: Box<dyn Desk>,
    pub(super) place: Box<dyn Place>,
    pub(super) time: Box<dyn Time>,
    pub(super) config: DriveConfig,
    pub(super) album: Album,
    /// The windows in which this process began conversations whose address was not known then.
    pub(super) begun: HashMap<SessionId, WindowId>,
}

impl Hands {
    pub(super) fn new(
        desk: Box<dyn Desk>,
        place: Box<dyn Place>,
        time: Box<dyn Time>,
        config: DriveConfig,
        album: Album,
    ) -> Self {
        Self { desk, place, time, config, album, begun: HashMap::new() }
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.time.now_ms()
    }

    /// Records the window and finds its turns.
    pub(super) fn look(&mut self, window: WindowId) -> Result<View, DeskError> {
        let began_ms = self.now_ms();
        let mut attempt = 1;
        let recording = loop {
            match self.desk.record(window) {
                // A browser that is busy for a moment is no reason to stop: looking changes nothing.
                Err(DeskError::Failed { .. }) if attempt < LOOKS => {
                    attempt += 1;
                    self.time.sleep_ms(LOOK_AGAIN_MS);
                }
                recording => break recording?,
            }
        };
        let tree = recording
            .tree(Limits::default())
            .map_err(|error| DeskError::Failed { doing: "reading the page", reason: error.to_string() })?;
        let at_ms = self.now_ms();
        Ok(View { turns: turns::turns(&tree), tree, at_ms, took_ms: (at_ms - began_ms).max(0) })
    }

    /// What a tree does not tell.
    pub(super) fn around(&mut self, window: WindowId, press: Press) -> Result<Around, DeskError> {
        let presence = self.desk.presence()?;
        let person = match presence.idle_ms {
            _ if presence.is_locked => Person::Locked,
            Some(idle_ms) if idle_ms < self.config.idle_ms => Person::Active,
            _ => Person::Idle,
        };
        Ok(Around { person, is_in_front: self.desk.is_in_front(window)?, press })
    }

    /// What happens next in `mood`.
    pub(super) fn next(&self, mood: &Mood, outgoing: &Outgoing, has_retried: bool) -> Next {
        let policy = Policy { allow_connector: outgoing.allowed_connector.clone(), has_retried };
        next(mood, &policy, Now { ms: self.now_ms(), offset_minutes: self.time.offset_minutes() })
    }

    /// The conversation's lasting address, if the window shows one.
    pub(super) fn durable(&self, view: &View) -> Option<String> {
        view.url().and_then(|url| durable_url(&self.config.site, url))
    }

    /// Shows a minimised window again, behind the one that has the focus, when nobody uses keyboard and mouse: its
    /// page draws nothing new until then. What fails is tried again with the next look.
    pub(super) fn show_again(&mut self, window: WindowId) {
        let is_wanted = self.desk.is_minimised(window).unwrap_or(false)
            && self.around(window, Press::NotTried).is_ok_and(|around| around.person == Person::Idle);
        if is_wanted {
            let shown = self.desk.activate(window).and_then(|()| self.desk.give_focus_back(window));
            if let Err(error) = shown {
                tracing::debug!(%error, "the minimised window could not be shown");
            }
        }
    }

    /// Waits until nobody uses keyboard and mouse and the screen is not locked.
    pub(super) fn wait_for_idle(&mut self, window: WindowId, link: &dyn Link) -> Result<(), Stop> {
        loop {
            let wait = match self.around(window, Press::NotTried)?.person {
                Person::Idle => {
                    link.waits(None);
                    return Ok(());
                }
                Person::Active => WindowWait::Idle,
                Person::Locked => WindowWait::Unlock,
            };
            link.waits(Some(wait));
            if link.is_unwanted() {
                return Err(Stop::Unwanted);
            }
            self.time.sleep_ms(LOADING_MS);
        }
    }

    /// The window that shows where `outgoing` belongs, and what it shows. Opened when there is none.
    pub(super) fn window_for(&mut self, outgoing: &Outgoing, link: &dyn Link) -> Result<(WindowId, View), Stop> {
        let began_ms = self.now_ms();
        let (mut opened_ms, mut front) = (None, None);
        loop {
            let mut seen = self.survey(outgoing)?;
            if let Some((window, view)) = seen.fits.take() {
                link.waits(None);
                if let Some(front) = front {
                    self.desk.give_focus_to(front, window)?;
                }
                return Ok((window, view));
            }
            let waited_ms = self.now_ms() - opened_ms.unwrap_or(began_ms);
            match opened_ms {
                // A program that has just started shows a window before its tree.
                None if seen.unreadable && waited_ms < TREE_MS => {}
                None if seen.unreadable && seen.unfit.is_none() => return Err(seen.error(Some(waited_ms)).into()),
                None => {
                    front = self.open_for(outgoing, &seen)?;
                    opened_ms = Some(self.now_ms());
                }
                Some(_) if waited_ms >= seen.patience_ms() => return Err(seen.error(Some(waited_ms)).into()),
                Some(_) => {}
            }
            if link.is_unwanted() {
                return Err(Stop::Unwanted);
            }
            link.waits(Some(WindowWait::Page));
            self.time.sleep_ms(LOADING_MS);
        }
    }

    /// Opens the page for `outgoing`, in a window whose conversation may go where there is one. The window
    /// that was in front, where it is not any more.
    fn open_for(&mut self, outgoing: &Outgoing, seen: &Survey) -> Result<Option<WindowId>, Stop> {
        let is_new = outgoing.conversation_url.is_none() && !outgoing.begun;
        if !is_new && outgoing.conversation_url.is_none() {
            return Err(seen.error(None).into());
        }
        let reused = is_new && outgoing.project_url.is_none() && self.begin_new_chat(seen)?;
        if reused { Ok(None) } else { self.open(outgoing) }
    }

    /// Opens the page for `outgoing` in a window of its own, which may take a while to appear and comes to
    /// the front by itself. The window that was there.
    pub(super) fn open(&mut self, outgoing: &Outgoing) -> Result<Option<WindowId>, Stop> {
        let front = self.desk.front()?;
        self.place.open(&self.target(outgoing))?;
        Ok(front)
    }

    /// Whether a window shows where `outgoing` belongs.
    pub(super) fn fits(&self, outgoing: &Outgoing, view: &View) -> bool {
        let project = outgoing.project_url.as_deref().and_then(|url| project_of(&self.config.site, url));
        let wanted = wanted(outgoing, project.as_deref());
        matches!(qualify(&self.config.site, view.url(), wanted), Qualification::Qualified { .. })
    }

    /// Looks at every window of ours.
    fn survey(&mut self, outgoing: &Outgoing) -> Result<Survey, Stop> {
        let mut survey = Survey::default();
        let Some(owner) = self.place.owner()? else { return Ok(survey) };
        let windows = match self.desk.windows(&owner) {
            Ok(windows) => windows,
            Err(DeskError::Lacks { what: Lacking::Tree }) => {
                survey.unreadable = true;
                return Ok(survey);
            }
            Err(error) => return Err(error.into()),
        };
        for window in windows {
            match self.look(window) {
                Ok(view) if view.tree.is_readable() => self.survey_page(outgoing, window, view, &mut survey),
                Ok(_) => survey.unreadable = true,
                // It closed just now.
                Err(DeskError::WindowGone | DeskError::NodeGone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(survey)
    }

    fn survey_page(&self, outgoing: &Outgoing, window: WindowId, view: View, survey: &mut Survey) {
        let project = outgoing.project_url.as_deref().and_then(|url| project_of(&self.config.site, url));
        let wanted = wanted(outgoing, project.as_deref());
        match qualify(&self.config.site, view.url(), wanted) {
            Qualification::Qualified { .. } if self.is_ours(outgoing, window) => {
                survey.fits.get_or_insert((window, view));
            }
            Qualification::Qualified { .. } => {}
            Qualification::NotQualified { why } => {
                survey.log_in |= why == Unfit::LogIn;
                if self.can_begin_anew(&view) {
                    survey.free.get_or_insert(window);
                }
                survey.unfit.get_or_insert(why);
            }
        }
    }

    /// Whether a page that could be anybody's new conversation is this session's.
    fn is_ours(&self, outgoing: &Outgoing, window: WindowId) -> bool {
        outgoing.conversation_url.is_some() || !outgoing.begun || self.begun.get(&outgoing.session_id) == Some(&window)
    }

    /// Whether another conversation may take this one's place in the window: it can be opened again,
    /// nothing is half written there, and nothing is being answered.
    pub(super) fn can_begin_anew(&self, view: &View) -> bool {
        let Some(composer) = find::composer(&view.tree, self.config.mode).found() else { return false };
        let content = normalise::content(&view.tree, &composer);
        let is_empty = matches!(normalise::judge(&content, "", None), Composer::Empty | Composer::Ours);
        let is_quiet = matches!(find::stop(&view.tree, &composer), find::Outcome::Nothing { .. });
        self.durable(view).is_some() && is_empty && is_quiet
    }

    /// Presses "New chat" in a window whose conversation may go; whether one was pressed.
    fn begin_new_chat(&mut self, survey: &Survey) -> Result<bool, Stop> {
        let Some(window) = survey.free else { return Ok(false) };
        let view = self.look(window)?;
        // It is a link in some generations of the page, and stands in a side bar.
        let is_new_chat = |id: &NodeId| {
            let node = view.tree.node(*id);
            let can_be_pressed = matches!(node.role, Role::Button | Role::Link) && view.tree.is_shown(*id);
            can_be_pressed && names::is(Meaning::NewChat, find::label(&view.tree, *id))
        };
        let Some(new_chat) = view.tree.ids().find(is_new_chat) else { return Ok(false) };
        match self.desk.press(window, new_chat) {
            Ok(()) => Ok(true),
            Err(DeskError::WindowGone | DeskError::NodeGone | DeskError::Refused { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The address to open for `outgoing`.
    fn target(&self, outgoing: &Outgoing) -> String {
        let known = outgoing.conversation_url.clone().or_else(|| outgoing.project_url.clone());
        known.unwrap_or_else(|| format!("{}/", self.config.site.origin()))
    }

    /// Every window of ours, without a judgement.
    pub(super) fn windows(&mut self) -> Result<Vec<WindowId>, Stop> {
        let Some(owner) = self.place.owner()? else { return Ok(Vec::new()) };
        Ok(self.desk.windows(&owner)?)
    }
}

/// Where `outgoing` belongs.
pub(super) fn wanted<'a>(outgoing: &'a Outgoing, project: Option<&'a str>) -> Wanted<'a> {
    match (&outgoing.conversation_url, outgoing.begun) {
        (Some(url), _) => Wanted::At { url },
        (None, true) => Wanted::Begun,
        (None, false) => Wanted::New { project },
    }
}

/// The id of the Project at `url`.
pub(super) fn project_of(site: &Site, url: &str) -> Option<String> {
    match site.address(url) {
        Some(Address::Project { id }) => Some(id),
        _ => None,
    }
}

/// What looking at all windows found.
#[derive(Default)]
struct Survey {
    /// The window that shows the right page.
    fits: Option<(WindowId, View)>,
    /// A window whose conversation may go.
    free: Option<WindowId>,
    /// Why the first other one does not fit.
    unfit: Option<Unfit>,
    /// Whether one asks for a login.
    log_in: bool,
    /// Whether one shows no tree.
    unreadable: bool,
}

impl Survey {
    fn patience_ms(&self) -> i64 {
        match self {
            Self { log_in: true, .. } => LOG_IN_MS,
            Self { unreadable: true, unfit: None, .. } => TREE_MS,
            _ => LOAD_MS,
        }
    }

    fn error(&self, waited_ms: Option<i64>) -> WindowError {
        match (&self.unfit, waited_ms) {
            (_, Some(_)) if self.log_in => errors::of_unfit(&Unfit::LogIn),
            (None, _) if self.unreadable => errors::of_desk(&DeskError::Lacks { what: Lacking::Tree }),
            (Some(unfit), _) => errors::of_unfit(unfit),
            (None, _) => WindowError::Unavailable {
                reason: "its window is not open".to_owned(),
                hint: "`c2c chatgpt open` opens it; `c2c continue` goes on.".to_owned(),
            },
        }
    }
}
