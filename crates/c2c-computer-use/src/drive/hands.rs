//! What every piece of work on the window shares: the desk, the place, the time, and how to look.

use std::collections::HashMap;

use c2c_ports::{Outgoing, SessionId, WindowError, WindowWait};

use super::album::Album;
use super::errors;
use super::link::{Link, Unwanted};
use super::{Place, Time};
use crate::app::AppLook;
use crate::desk::{Desk, DeskError, WindowId};
use crate::find::Mode;
use crate::moods::{Mood, Next, Now, Policy, next};
use crate::page::{Address, Site, Wanted};
use crate::send_plan::{Around, Person, Press};
use crate::tree::{Limits, Recording, Tree};
use crate::turns::{self, Turn};

/// How often a look that failed is tried, and after how long.
const LOOKS: u32 = 4;
const LOOK_AGAIN_MS: u64 = 1_000;
/// How often it is looked whether the person is idle.
const IDLE_MS: u64 = 300;

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
    /// What the installed app showed at the last look; none before the first.
    pub(super) app: Option<AppLook>,
}

impl Hands {
    pub(super) fn new(
        desk: Box<dyn Desk>,
        place: Box<dyn Place>,
        time: Box<dyn Time>,
        config: DriveConfig,
        album: Album,
    ) -> Self {
        Self { desk, place, time, config, album, begun: HashMap::new(), app: None }
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
        self.view(&recording, began_ms)
    }

    /// As [`Hands::look`], without another try.
    pub(super) fn look_once(&mut self, window: WindowId) -> Result<View, DeskError> {
        let began_ms = self.now_ms();
        let recording = self.desk.record(window)?;
        self.view(&recording, began_ms)
    }

    fn view(&self, recording: &Recording, began_ms: i64) -> Result<View, DeskError> {
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

    /// The conversation's lasting address, if the window shows one: as it is known already where it is the same one,
    /// however the page writes it.
    pub(super) fn durable(&self, outgoing: &Outgoing, view: &View) -> Option<String> {
        let (site, shown) = (&self.config.site, view.url()?);
        let address = site.address(shown)?;
        let is_known = |known: &&String| site.address(known).is_some_and(|known| known.is_same_conversation(&address));
        let known = outgoing.conversation_url.as_ref().filter(is_known).cloned();
        known.or_else(|| site.conversation_url(shown))
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
            self.time.sleep_ms(IDLE_MS);
        }
    }
}

/// Where `outgoing` belongs.
pub(super) fn wanted<'a>(outgoing: &'a Outgoing, start: &'a Start) -> Wanted<'a> {
    match (&outgoing.conversation_url, outgoing.begun, start) {
        (Some(url), ..) => Wanted::At { url },
        (None, true, _) => Wanted::Begun,
        (None, false, Start::Anywhere) => Wanted::New { project: None },
        (None, false, Start::Project(id)) => Wanted::New { project: Some(id) },
        (None, false, Start::Nowhere(url)) => Wanted::Nowhere { url },
    }
}

/// Where a new conversation begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// On ChatGPT's own page.
    Anywhere,
    /// In the Project with this id.
    Project(String),
    /// Nowhere: this address is no Project's.
    Nowhere(String),
}

impl Start {
    pub(super) fn of(site: &Site, outgoing: &Outgoing) -> Self {
        let Some(url) = &outgoing.project_url else { return Self::Anywhere };
        match site.project_url(url).and_then(|url| site.address(&url)) {
            Some(Address::Project { id }) => Self::Project(id),
            _ => Self::Nowhere(url.clone()),
        }
    }
}
