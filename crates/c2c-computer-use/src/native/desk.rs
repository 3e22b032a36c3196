//! The desk of Windows and macOS: what both do in the same way.
//!
//! What is weaker here than on X11: neither system can hold all other programs still while it is looked
//! who is in front and keys are pressed. It is looked right before and right after. Windows takes the
//! keys of a chord in at once, but another window may come to the front between the look and the
//! presses. macOS gives them to the one process that is meant, whoever is in front, but to whichever of
//! its windows is the key window then. So a driver looks at the page after every press, as it always
//! does, and a text is only ever pasted.

use std::thread;
use std::time::{Duration, Instant};

use super::system::System;
use super::worker::Worker;
use crate::clipboard::Lender;
use crate::desk::{Chord, Desk, DeskError, Glance, Keyed, Owner, Picture, Presence, WindowId};
use crate::tree::{NodeId, Recorded, Recording};

/// How long most calls may take. A browser that is busy answers late.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a recording may take.
const RECORDING: Duration = Duration::from_secs(30);
/// How long a window may take to come to the front.
const COMING: Duration = Duration::from_secs(1);
/// How long a person may hold a modifier key before it counts as being in the way.
const HANDS_OFF: Duration = Duration::from_millis(600);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// The windows of the system, and its clipboard.
pub struct NativeDesk {
    worker: Worker<Held>,
    lender: Lender,
}

/// What stays on the worker's thread.
struct Held {
    system: System,
    /// The window that was brought to the front last, and the one that was there before.
    before: Option<(WindowId, WindowId)>,
    /// The last recording of the window that was recorded last.
    last: Option<(WindowId, Vec<Recorded>)>,
}

impl std::fmt::Debug for NativeDesk {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("NativeDesk").field("lender", &self.lender).finish_non_exhaustive()
    }
}

impl NativeDesk {
    /// Connects to the system's accessibility. The clipboard goes through `lender`.
    ///
    /// # Errors
    /// [`DeskError::Lacks`] when macOS does not let C2C use accessibility; [`DeskError::Failed`] when
    /// the system does not answer.
    pub fn connect(lender: Lender) -> Result<Self, DeskError> {
        let make = || Ok(Held { system: System::connect()?, before: None, last: None });
        Ok(Self { worker: Worker::start(PATIENCE, make)?, lender })
    }

    fn ask<R: Send + 'static>(
        &self,
        doing: &'static str,
        job: impl FnOnce(&mut Held) -> Result<R, DeskError> + Send + 'static,
    ) -> Result<R, DeskError> {
        self.worker.ask(doing, PATIENCE, job)
    }
}

impl Held {
    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        let recording = self.system.record(window)?;
        self.last = Some((window, recording.nodes.clone()));
        Ok(recording)
    }

    fn glance(&mut self, window: WindowId, node: NodeId) -> Result<Glance, DeskError> {
        let recorded = self.last.as_ref().filter(|(recorded, _)| *recorded == window);
        let Some(recorded) = recorded.and_then(|(_, nodes)| nodes.get(node.0 as usize)) else {
            return Ok(Glance::Changed);
        };
        let now = self.system.look_again(window, node)?;
        let is_same = now.is_some_and(|now| now.name == recorded.name && now.states == recorded.states);
        Ok(if is_same { Glance::Same } else { Glance::Changed })
    }

    fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        if self.system.is_in_front(window)? {
            return Ok(());
        }
        let before = self.system.front()?;
        self.bring_forward(window)?;
        if let Some(before) = before.filter(|before| *before != window) {
            self.before = Some((window, before));
        }
        Ok(())
    }

    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        let Some((_, before)) = self.before.take_if(|(activated, _)| *activated == window) else { return Ok(()) };
        // Somebody else came to the front since, or put the old one away: a person did that.
        if self.system.front()? != Some(window) || !self.system.may_come_back(before) {
            return Ok(());
        }
        match self.bring_forward(before) {
            Err(DeskError::WindowGone) => Ok(()),
            other => other,
        }
    }

    fn bring_forward(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.system.bring_forward(window)?;
        let deadline = Instant::now() + COMING;
        while !self.system.is_in_front(window)? && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        let deadline = Instant::now() + HANDS_OFF;
        // A key that the person holds would make another chord of ours.
        while self.system.holds_modifier() {
            if Instant::now() >= deadline {
                return Ok(Keyed::NotInFront);
            }
            thread::sleep(PAUSE);
        }
        // Nothing can be read where the screen is locked, and keys would go to the lock.
        if self.system.is_locked()? || !self.system.is_in_front(window)? {
            return Ok(Keyed::NotInFront);
        }
        self.system.press(window, chord)?;
        if !self.system.is_in_front(window).unwrap_or(false) {
            // They may have gone in or not: the driver finds out from the page.
            tracing::warn!(%window, "the window lost the keyboard while keys were pressed");
        }
        Ok(Keyed::Pressed)
    }
}

impl Desk for NativeDesk {
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        let owner = owner.clone();
        self.ask("looking for windows", move |held| held.system.windows(&owner))
    }

    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        self.worker.ask("reading the window", RECORDING, move |held| held.record(window))
    }

    fn glance(&mut self, window: WindowId, node: NodeId) -> Result<Glance, DeskError> {
        self.ask("looking at a part of the page", move |held| held.glance(window, node))
    }

    fn press(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.ask("pressing a button", move |held| held.system.press_part(window, node))
    }

    fn focus(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.ask("giving the focus to a part of the page", move |held| held.system.focus_part(window, node))
    }

    fn scroll_to(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.ask("scrolling a part of the page into view", move |held| held.system.scroll_to_part(window, node))
    }

    fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.ask("bringing the window to the front", move |held| held.activate(window))
    }

    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.ask("giving the front back", move |held| held.give_focus_back(window))
    }

    fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.ask("asking which window has the keyboard", move |held| held.system.is_in_front(window))
    }

    fn presence(&mut self) -> Result<Presence, DeskError> {
        self.ask("asking who is at the machine", |held| {
            Ok(Presence { idle_ms: held.system.idle_ms(), is_locked: held.system.is_locked()? })
        })
    }

    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        self.ask("pressing keys", move |held| held.press_keys(window, chord))
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
        self.ask("taking a picture of the window", move |held| held.system.picture(window))
    }

    fn close(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.ask("closing the window", move |held| held.system.close(window))
    }
}
