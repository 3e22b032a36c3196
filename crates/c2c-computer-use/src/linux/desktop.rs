//! The Linux desktop: X11 for windows and keys, AT-SPI for what is in them, a keeper for the clipboard.

use std::collections::{HashMap, HashSet};

use c2c_os::environment::Environment;
use c2c_os::process::{self, ProcessIdentity};

use super::accessibility::{Accessibility, Frame, Handle, Record};
use super::presence::{Services, presence};
use super::x11::{Screen, XWindow};
use crate::app::InstalledApp;
use crate::clipboard::Lender;
use crate::desk::{Chord, Desk, DeskError, Glance, Keyed, Lacking, Owner, Picture, Presence, WindowId};
use crate::tree::{Bounds, NodeId, Recorded, Recording};

/// How far apart the two ideas of where a window is may lie, in pixels: what a window manager draws
/// around it may be counted by one of them.
const BOUNDS_OFF: i32 = 64;

/// The desktop of this session.
#[derive(Debug)]
pub struct LinuxDesk {
    screen: Screen,
    services: Services,
    accessibility: Accessibility,
    lender: Lender,
    windows: HashMap<WindowId, Window>,
    /// Windows that could not be told apart at the last look.
    alike: HashSet<WindowId>,
}

/// A window as both sides know it.
#[derive(Debug)]
struct Window {
    frame: Frame,
    record: Option<Record>,
}

/// What was found out about which frame is which window.
#[derive(Debug, Default)]
struct Pairs<'a> {
    found: HashMap<WindowId, &'a Frame>,
    /// Windows that several frames fit equally well.
    alike: HashSet<WindowId>,
}

impl LinuxDesk {
    /// The desktop that `environment` names. `lender` lends its clipboard.
    ///
    /// # Errors
    /// [`DeskError::Lacks`] when there is no X11 display or no accessibility bus.
    pub fn connect(environment: &Environment, lender: Lender) -> Result<Self, DeskError> {
        Ok(Self {
            screen: Screen::connect(environment)?,
            services: Services::new(environment),
            accessibility: Accessibility::connect(environment)?,
            lender,
            windows: HashMap::new(),
            alike: HashSet::new(),
        })
    }

    fn windows_of(&mut self, owner: ProcessIdentity) -> Result<Vec<WindowId>, DeskError> {
        if !process::is_alive(&owner) {
            return Ok(Vec::new());
        }
        let shown = self.screen.windows_of(owner.pid)?;
        let frames = self.accessibility.frames(owner.pid)?;
        if frames.is_empty() && !shown.is_empty() {
            return Err(DeskError::Lacks { what: Lacking::Tree });
        }
        let active = self.screen.active()?;
        // A frame that is known already stays its window's, whatever titles say now, and when that window has
        // closed, it is no other one's.
        let known: HashMap<WindowId, Handle> =
            self.windows.iter().map(|(id, window)| (*id, window.frame.handle.clone())).collect();
        let kept = |window: &XWindow| {
            known.get(&window.id).and_then(|handle| frames.iter().find(|frame| frame.handle == *handle))
        };
        let new_windows: Vec<&XWindow> = shown.iter().filter(|window| kept(window).is_none()).collect();
        let is_known = |frame: &Frame| known.values().any(|handle| *handle == frame.handle);
        let new_frames: Vec<&Frame> = frames.iter().filter(|frame| !is_known(frame)).collect();
        let pairs = pair(&new_windows, &new_frames, active);
        let mut found = Vec::new();
        for window in &shown {
            self.alike.remove(&window.id);
            let Some(frame) = kept(window).or_else(|| pairs.found.get(&window.id).copied()) else {
                if pairs.alike.contains(&window.id) {
                    self.windows.remove(&window.id);
                    self.alike.insert(window.id);
                    found.push(window.id);
                }
                continue;
            };
            let record = self.windows.remove(&window.id).and_then(|window| window.record);
            self.windows.insert(window.id, Window { frame: frame.clone(), record });
            found.push(window.id);
        }
        Ok(found)
    }

    /// The windows of the processes whose program is `app`. The system says what program a process runs; a
    /// window or a process that only calls itself so is none of it.
    fn windows_of_app(&mut self, app: &InstalledApp) -> Result<Vec<WindowId>, DeskError> {
        let mut owners: Vec<ProcessIdentity> = Vec::new();
        self.screen.windows_where(|pid| {
            if owners.iter().all(|owner| owner.pid != pid)
                && let Some(owner) = process::identity(pid)
                && process::program(&owner).is_some_and(|program| app.is_run_by(&program))
            {
                owners.push(owner);
            }
            false
        })?;
        let (mut found, mut lacks) = (Vec::new(), None);
        for owner in owners {
            match self.windows_of(owner) {
                Ok(windows) => found.extend(windows),
                Err(error @ DeskError::Lacks { .. }) => lacks = Some(error),
                Err(error) => return Err(error),
            }
        }
        match lacks {
            Some(error) if found.is_empty() => Err(error),
            _ => Ok(found),
        }
    }

    fn frame(&self, window: WindowId) -> Result<&Frame, DeskError> {
        if self.alike.contains(&window) {
            return Err(DeskError::Lacks { what: Lacking::Difference });
        }
        self.windows.get(&window).map(|window| &window.frame).ok_or(DeskError::WindowGone)
    }

    /// A node of the last recording.
    fn node(&self, window: WindowId, node: NodeId) -> Result<(&Handle, &Recorded), DeskError> {
        let record = self.windows.get(&window).and_then(|window| window.record.as_ref());
        let record = record.ok_or(DeskError::WindowGone)?;
        let at = node.0 as usize;
        record.handles.get(at).zip(record.recording.nodes.get(at)).ok_or(DeskError::NodeGone)
    }
}

/// Which frame is which window: by title, by who is in front, by place and size, and by what is left then.
/// What fits nothing, or several, is no pair.
fn pair<'a>(shown: &[&XWindow], frames: &[&'a Frame], active: Option<WindowId>) -> Pairs<'a> {
    let mut pairs = Pairs::default();
    if let ([window], [frame]) = (shown, frames) {
        pairs.found.insert(window.id, *frame);
        return pairs;
    }
    let fits = |window: &XWindow, frame: &Frame| {
        let front = active.is_none_or(|active| frame.is_active == (active == window.id));
        window.title == frame.title && front && is_near(window, frame.bounds)
    };
    // What a window manager draws may count on one side, so the size only tells apart what nothing else does.
    let fits_well = |window: &XWindow, frame: &Frame| fits(window, frame) && is_as_large(window, frame.bounds);
    let (mut windows, mut frames) = (shown.to_vec(), frames.to_vec());
    while let Some((id, frame)) = only(&windows, &frames, fits).or_else(|| only(&windows, &frames, fits_well)) {
        windows.retain(|window| window.id != id);
        frames.retain(|other| other.handle != frame.handle);
        pairs.found.insert(id, frame);
    }
    let is_alike = |window: &&&XWindow| frames.iter().filter(|frame| fits(window, frame)).count() > 1;
    pairs.alike = windows.iter().filter(is_alike).map(|window| window.id).collect();
    pairs
}

/// A window and a frame that fit each other and no other.
fn only<'a>(
    windows: &[&XWindow],
    frames: &[&'a Frame],
    fits: impl Fn(&XWindow, &Frame) -> bool,
) -> Option<(WindowId, &'a Frame)> {
    windows.iter().find_map(|window| {
        let mut fitting = frames.iter().filter(|frame| fits(window, frame));
        let frame = *fitting.next().filter(|_| fitting.next().is_none())?;
        let is_only = windows.iter().filter(|other| fits(other, frame)).count() == 1;
        is_only.then_some((window.id, frame))
    })
}

fn is_near(window: &XWindow, bounds: Option<Bounds>) -> bool {
    let Some(bounds) = bounds else { return true };
    // A minimised window has no place that both agree on.
    let near = |one: i32, other: i32| (one - other).abs() <= BOUNDS_OFF;
    window.is_minimised || (near(window.bounds.x, bounds.x) && near(window.bounds.y, bounds.y))
}

fn is_as_large(window: &XWindow, bounds: Option<Bounds>) -> bool {
    let Some(bounds) = bounds else { return true };
    let near = |one: u32, other: i32| (i64::from(one) - i64::from(other)).abs() <= i64::from(BOUNDS_OFF);
    near(window.bounds.width, bounds.width) && near(window.bounds.height, bounds.height)
}

impl Desk for LinuxDesk {
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        match owner {
            Owner::Browser(identity) => self.windows_of(*identity),
            Owner::App { app } => self.windows_of_app(app),
        }
    }

    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        let frame = self.frame(window)?.clone();
        let record = self.accessibility.record(&frame)?;
        let recording = record.recording.clone();
        if let Some(window) = self.windows.get_mut(&window) {
            window.record = Some(record);
        }
        Ok(recording)
    }

    fn glance(&mut self, window: WindowId, node: NodeId) -> Result<Glance, DeskError> {
        let (handle, recorded) = self.node(window, node)?;
        let (handle, recorded) = (handle.clone(), recorded.clone());
        self.accessibility.glance(&handle, &recorded)
    }

    fn press(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let handle = self.node(window, node)?.0.clone();
        self.accessibility.press(&handle)
    }

    fn focus(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let handle = self.node(window, node)?.0.clone();
        self.accessibility.focus(&handle)
    }

    fn scroll_to(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let handle = self.node(window, node)?.0.clone();
        self.accessibility.scroll_to(&handle)
    }

    fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.screen.activate(window)
    }

    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.screen.give_focus_back(window)
    }

    fn front(&mut self) -> Result<Option<WindowId>, DeskError> {
        self.screen.active()
    }

    fn give_focus_to(&mut self, before: WindowId, window: WindowId) -> Result<(), DeskError> {
        self.screen.give_focus_to(before, window)
    }

    fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.screen.is_in_front(window)
    }

    fn is_minimised(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.screen.is_minimised(window)
    }

    fn presence(&mut self) -> Result<Presence, DeskError> {
        presence(&mut self.screen, &mut self.services)
    }

    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        self.screen.press_keys(window, chord)
    }

    fn lend_clipboard(&mut self, text: &str) -> Result<(), DeskError> {
        self.lender.lend(text)
    }

    fn clipboard_text(&mut self) -> Result<Option<String>, DeskError> {
        self.lender.text()
    }

    fn return_clipboard(&mut self, copied: Option<&str>) -> Result<(), DeskError> {
        self.lender.give_back(copied).map(drop)
    }

    fn picture(&mut self, window: WindowId) -> Result<Picture, DeskError> {
        self.screen.picture(window)
    }

    fn close(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.screen.close(window)
    }
}

#[cfg(test)]
mod tests;
