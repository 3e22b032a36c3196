//! Finding the window for a message: the installed app's where it can be read, else one of C2C's browser.
//!
//! A window counts by who owns it and by the address of its document. The app is never in the way: where it
//! cannot be read, or does not come to where the message belongs, the browser is used.

use c2c_ports::{Outgoing, WindowError, WindowWait};

use super::errors;
use super::hands::{Hands, Start, Stop, View, wanted};
use super::link::Link;
use crate::app::AppLook;
use crate::desk::{DeskError, Lacking, Owner, WindowId};
use crate::find;
use crate::names::{self, Meaning};
use crate::normalise::{self, Composer};
use crate::page::{Qualification, Unfit, Wanted, is_not_reached, qualify};
use crate::send_plan::{LOAD_MS, TREE_MS};
use crate::tree::{NodeId, Role};

/// How long a page may ask for a login before the person is told: it shows one in passing, too.
const LOG_IN_MS: i64 = 6_000;
/// How long a page that could not be loaded is given: some browsers try again by themselves.
const NOT_REACHED_MS: i64 = 10_000;
/// How long the app may take to show a new conversation before the browser is used.
const APP_MS: i64 = 10_000;
/// How often a page that loads is looked at.
const LOADING_MS: u64 = 300;

/// What looking at all windows found.
#[derive(Default)]
struct Survey {
    /// The window that shows the right page.
    fits: Option<(WindowId, View)>,
    /// A window of the app whose conversation may go.
    app: Option<WindowId>,
    /// A window of the browser whose conversation may go.
    free: Option<WindowId>,
    /// Why the first other one does not fit.
    unfit: Option<Unfit>,
    /// Whether one asks for a login.
    log_in: bool,
    /// The windows of the browser whose page could not be loaded.
    not_reached: Vec<WindowId>,
    /// Whether the app is at ChatGPT, though not where the message belongs.
    is_app_elsewhere: bool,
    /// What shows nothing.
    blank: Blank,
    /// Whether there are windows that cannot be told apart.
    is_alike: bool,
}

/// Whether a window of the browser shows nothing, from the least to the most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Blank {
    /// None does.
    #[default]
    No,
    /// One does, and says that it is loading.
    Loading,
    /// One does.
    NoTree,
}

/// How long what is searched for.
struct Search {
    began_ms: i64,
    /// When a page was opened in the browser.
    opened_ms: Option<i64>,
    /// Since when a window shows nothing.
    no_tree_ms: Option<i64>,
    /// Since when the app is on its way to a new conversation.
    app_ms: Option<i64>,
}

/// What to do next in a search.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Wait,
    LeadApp(WindowId),
    Open,
    GiveUp,
}

impl Search {
    fn next(&mut self, seen: &Survey, now_ms: i64) -> Next {
        match self.app_ms {
            None => {
                if let Some(window) = seen.app.filter(|_| self.opened_ms.is_none()) {
                    self.app_ms = Some(now_ms);
                    return Next::LeadApp(window);
                }
            }
            Some(app_ms) if self.opened_ms.is_none() && now_ms - app_ms < APP_MS => return Next::Wait,
            Some(_) => {}
        }
        if seen.blank == Blank::NoTree {
            self.no_tree_ms.get_or_insert(now_ms);
        } else {
            self.no_tree_ms = None;
        }
        let since_ms = self.opened_ms.unwrap_or(self.began_ms);
        let (since_ms, patience_ms) = match (self.opened_ms, seen.blank) {
            (Some(_), _) if seen.log_in => (since_ms, LOG_IN_MS),
            (Some(_), _) if !seen.not_reached.is_empty() => (since_ms, NOT_REACHED_MS),
            (None, Blank::No) => return Next::Open,
            (None, Blank::NoTree) => (self.no_tree_ms.unwrap_or(since_ms), TREE_MS),
            (Some(_), Blank::NoTree) if seen.unfit.is_none() => (self.no_tree_ms.unwrap_or(since_ms), TREE_MS),
            (_, _) => (since_ms, LOAD_MS),
        };
        if now_ms - since_ms < patience_ms {
            return Next::Wait;
        }
        // Other windows of the browser can be read: one more may be, too.
        if self.opened_ms.is_none() && seen.unfit.is_some() { Next::Open } else { Next::GiveUp }
    }
}

impl Survey {
    fn error(&self) -> WindowError {
        let login = || {
            match self.is_app_elsewhere {
            true => WindowError::Person {
                chore: c2c_ports::Chore::LogIn,
                reason: "the ChatGPT app does not show this session's conversation any more, and nobody is logged in in C2C's browser".to_owned(),
            },
            false => errors::of_unfit(&Unfit::LogIn),
        }
        };
        match (&self.unfit, self.blank) {
            _ if self.log_in => login(),
            _ if !self.not_reached.is_empty() => errors::of_unfit(&Unfit::NotReached),
            _ if self.is_alike => errors::of_desk(&DeskError::Lacks { what: Lacking::Difference }),
            (Some(unfit), _) => errors::of_unfit(unfit),
            (None, Blank::NoTree) => errors::of_desk(&DeskError::Lacks { what: Lacking::Tree }),
            (None, Blank::Loading) => WindowError::Unavailable {
                reason: "its page does not load".to_owned(),
                hint: "Look at its window, and whether the network is there; `c2c continue` goes on.".to_owned(),
            },
            (None, Blank::No) => WindowError::Unavailable {
                reason: "its window is not open".to_owned(),
                hint: "`c2c chatgpt open` opens it; `c2c continue` goes on.".to_owned(),
            },
        }
    }
}

impl Hands {
    /// The window that shows where `outgoing` belongs, and what it shows. Opened when there is none.
    pub(super) fn window_for(&mut self, outgoing: &Outgoing, link: &dyn Link) -> Result<(WindowId, View), Stop> {
        self.leads_somewhere(outgoing)?;
        let mut search = Search { began_ms: self.now_ms(), opened_ms: None, no_tree_ms: None, app_ms: None };
        let mut front = None;
        let mut not_reached = Vec::new();
        loop {
            let mut seen = self.survey(outgoing)?;
            not_reached.extend(&seen.not_reached);
            if let Some((window, view)) = seen.fits.take() {
                link.waits(None);
                self.close_not_reached(not_reached);
                if let Some(front) = front {
                    self.desk.give_focus_to(front, window)?;
                }
                return Ok((window, view));
            }
            match search.next(&seen, self.now_ms()) {
                Next::Wait => {}
                Next::LeadApp(window) => {
                    // It is the person's own window: not while they use it.
                    self.wait_for_idle(window, link)?;
                    let was_pressed = self.begin_new_chat(window)?;
                    search.app_ms = Some(self.now_ms() - if was_pressed { 0 } else { APP_MS });
                }
                Next::Open => {
                    front = self.open_for(outgoing, &seen)?;
                    search.opened_ms = Some(self.now_ms());
                }
                Next::GiveUp => return Err(seen.error().into()),
            }
            if link.is_unwanted() {
                return Err(Stop::Unwanted);
            }
            link.waits(Some(WindowWait::Page));
            self.time.sleep_ms(LOADING_MS);
        }
    }

    /// Refuses an address that is no conversation's or no Project's: it is not opened, since it may be anybody's.
    fn leads_somewhere(&self, outgoing: &Outgoing) -> Result<(), Stop> {
        let site = &self.config.site;
        let start = Start::of(site, outgoing);
        let lost = match wanted(outgoing, &start) {
            Wanted::At { url } if site.conversation_url(url).is_none() => url,
            Wanted::Nowhere { url } => url,
            _ => return Ok(()),
        };
        Err(errors::of_unfit(&Unfit::WantedIsNone { url: lost.to_owned() }).into())
    }

    /// Closes windows whose page could not be loaded, where that is still so: nothing can be lost with them, and each
    /// try would leave another one.
    fn close_not_reached(&mut self, mut windows: Vec<WindowId>) {
        windows.sort_unstable();
        windows.dedup();
        for window in windows {
            let shown = self.look_once(window);
            if !shown.is_ok_and(|view| view.url().is_some_and(is_not_reached)) {
                continue;
            }
            if let Err(error) = self.desk.close(window) {
                tracing::debug!(%error, "a window whose page could not be loaded could not be closed");
            }
        }
    }

    /// Opens the page for `outgoing`, in a window whose conversation may go where there is one. The window
    /// that was in front, where it is not any more.
    fn open_for(&mut self, outgoing: &Outgoing, seen: &Survey) -> Result<Option<WindowId>, Stop> {
        if outgoing.begun && outgoing.conversation_url.is_none() {
            return Err(seen.error().into());
        }
        let reused = match seen.free {
            Some(window) if is_new_chat(outgoing) => self.begin_new_chat(window)?,
            _ => false,
        };
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
        let start = Start::of(&self.config.site, outgoing);
        let wanted = wanted(outgoing, &start);
        matches!(qualify(&self.config.site, view.url(), wanted), Qualification::Qualified { .. })
    }

    /// Looks at the windows of all owners until one fits.
    fn survey(&mut self, outgoing: &Outgoing) -> Result<Survey, Stop> {
        let mut survey = Survey::default();
        let mut owners = self.place.owners()?;
        // A conversation is mostly where it was begun: the app is only looked at first for a new one.
        if outgoing.begun || outgoing.conversation_url.is_some() {
            owners.reverse();
        }
        for owner in owners {
            match owner {
                Owner::App { .. } => self.survey_app(outgoing, &owner, &mut survey),
                Owner::Browser(_) => self.survey_browser(outgoing, &owner, &mut survey)?,
            }
            if survey.fits.is_some() {
                break;
            }
        }
        Ok(survey)
    }

    fn survey_browser(&mut self, outgoing: &Outgoing, owner: &Owner, survey: &mut Survey) -> Result<(), Stop> {
        let windows = match self.desk.windows(owner) {
            Ok(windows) => windows,
            Err(DeskError::Lacks { what: Lacking::Tree }) => {
                survey.blank = Blank::NoTree;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        for window in windows {
            match self.look(window) {
                Ok(view) => self.survey_page(outgoing, window, view, survey),
                Err(DeskError::Lacks { what: Lacking::Difference }) => survey.is_alike = true,
                // It closed just now.
                Err(DeskError::WindowGone | DeskError::NodeGone) => {}
                Err(error) => return Err(error.into()),
            }
            if survey.fits.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn survey_page(&self, outgoing: &Outgoing, window: WindowId, view: View, survey: &mut Survey) {
        let start = Start::of(&self.config.site, outgoing);
        let wanted = wanted(outgoing, &start);
        match qualify(&self.config.site, view.url(), wanted) {
            Qualification::Qualified { .. } if !self.is_ours(outgoing, window) => {}
            Qualification::Qualified { .. } | Qualification::NotQualified { why: Unfit::NoAddress }
                if !view.tree.is_readable() =>
            {
                let blank = if view.tree.is_busy() { Blank::Loading } else { Blank::NoTree };
                survey.blank = survey.blank.max(blank);
            }
            Qualification::Qualified { .. } => survey.fits = Some((window, view)),
            Qualification::NotQualified { why } => {
                survey.log_in |= why == Unfit::LogIn;
                if why == Unfit::NotReached {
                    survey.not_reached.push(window);
                }
                if self.can_begin_anew(&view) {
                    survey.free.get_or_insert(window);
                }
                survey.unfit.get_or_insert(why);
            }
        }
    }

    /// Looks at the windows of the app. The browser does what the app cannot: nothing that is the matter with
    /// the app stops the work.
    fn survey_app(&mut self, outgoing: &Outgoing, owner: &Owner, survey: &mut Survey) {
        let windows = match self.desk.windows(owner) {
            Ok(windows) => windows,
            Err(error) => return self.app_shows(AppLook::from(error)),
        };
        let mut best = AppLook::NoWindow;
        for window in windows {
            let view = match self.look_once(window) {
                Ok(view) => view,
                Err(error) => {
                    best = best.max(AppLook::from(error));
                    continue;
                }
            };
            let shows = AppLook::of(&view.tree, &self.config.site);
            if shows.is_readable() {
                self.survey_app_page(outgoing, window, view, survey);
            }
            best = best.max(shows);
            if survey.fits.is_some() {
                break;
            }
        }
        survey.is_app_elsewhere = survey.fits.is_none() && best.is_readable();
        self.app_shows(best);
    }

    fn survey_app_page(&self, outgoing: &Outgoing, window: WindowId, view: View, survey: &mut Survey) {
        let is_new = outgoing.conversation_url.is_none() && !outgoing.begun;
        if self.fits(outgoing, &view) && self.is_ours(outgoing, window) {
            // A draft of the person in their own app is no reason to stop: there is the browser.
            if !is_new || self.is_free(&view, &outgoing.text) {
                survey.fits = Some((window, view));
            }
        } else if is_new_chat(outgoing) && self.can_begin_anew(&view) {
            survey.app.get_or_insert(window);
        }
    }

    /// Notes what the app shows, and tells the log when that is another thing than before.
    fn app_shows(&mut self, shows: AppLook) {
        let is_same = |before: &AppLook| std::mem::discriminant(before) == std::mem::discriminant(&shows);
        if !self.app.as_ref().is_some_and(is_same) {
            if shows.is_readable() {
                tracing::info!("the ChatGPT app {shows}: it is used where it shows the conversation");
            } else {
                tracing::info!("the ChatGPT app {shows}: C2C's browser is used");
            }
        }
        self.app = Some(shows);
    }

    /// Whether `window` is one of the app, which the person opened and nobody else may close.
    pub(super) fn is_apps(&mut self, window: WindowId) -> Result<bool, Stop> {
        let is_app = |owner: &Owner| matches!(owner, Owner::App { .. });
        let Some(app) = self.place.owners()?.into_iter().find(is_app) else { return Ok(false) };
        Ok(self.desk.windows(&app).is_ok_and(|windows| windows.contains(&window)))
    }

    /// Whether a page that could be anybody's new conversation is this session's.
    fn is_ours(&self, outgoing: &Outgoing, window: WindowId) -> bool {
        outgoing.conversation_url.is_some() || !outgoing.begun || self.begun.get(&outgoing.session_id) == Some(&window)
    }

    /// Whether another conversation may take this one's place in the window: it can be opened again,
    /// nothing is half written there, and nothing is being answered.
    pub(super) fn can_begin_anew(&self, view: &View) -> bool {
        view.url().is_some_and(|url| self.config.site.conversation_url(url).is_some()) && self.is_free(view, "")
    }

    /// Whether nothing but perhaps `ours` is half written in the page, and nothing is being answered.
    fn is_free(&self, view: &View, ours: &str) -> bool {
        let Some(composer) = find::composer(&view.tree, self.config.mode).found() else { return false };
        let content = normalise::content(&view.tree, &composer);
        let is_empty = matches!(normalise::judge(&content, ours, None), Composer::Empty | Composer::Ours);
        is_empty && matches!(find::stop(&view.tree, &composer), find::Outcome::Nothing { .. })
    }

    /// Presses "New chat" in a window whose conversation may go; whether it was pressed.
    fn begin_new_chat(&mut self, window: WindowId) -> Result<bool, Stop> {
        let view = self.look(window)?;
        if !self.can_begin_anew(&view) {
            return Ok(false);
        }
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

    /// Every window of ours and of the app's, without a judgement.
    pub(super) fn windows(&mut self) -> Result<Vec<WindowId>, Stop> {
        let mut all = Vec::new();
        for owner in self.place.owners()? {
            match (self.desk.windows(&owner), owner) {
                (Ok(windows), _) => all.extend(windows),
                (Err(error), Owner::App { .. }) => self.app_shows(AppLook::from(error)),
                (Err(error), Owner::Browser(_)) => return Err(error.into()),
            }
        }
        Ok(all)
    }
}

/// Whether `outgoing` begins a conversation outside of Projects.
fn is_new_chat(outgoing: &Outgoing) -> bool {
    outgoing.conversation_url.is_none() && !outgoing.begun && outgoing.project_url.is_none()
}
