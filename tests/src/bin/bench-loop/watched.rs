//! The desktop with a notebook: what was asked of it, when, and how long it took.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use c2c_computer_use::desk::{Chord, Desk, DeskError, Glance, Keyed, Owner, Picture, Presence, WindowId};
use c2c_computer_use::tree::{NodeId, Recording};

/// One thing that was asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) what: &'static str,
    pub(crate) at: Instant,
    pub(crate) took: Duration,
}

/// What was asked, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notebook(Arc<Mutex<Vec<Asked>>>);

impl Notebook {
    /// Everything since the last call.
    pub(crate) fn take(&self) -> Vec<Asked> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A desk that writes down what it is asked.
pub(crate) struct Watched<D> {
    pub(crate) desk: D,
    pub(crate) notebook: Notebook,
}

impl<D> Watched<D> {
    fn note<T>(&mut self, what: &'static str, act: impl FnOnce(&mut D) -> T) -> T {
        let at = Instant::now();
        let done = act(&mut self.desk);
        let asked = Asked { what, at, took: at.elapsed() };
        self.notebook.0.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
        done
    }
}

impl<D: Desk> Desk for Watched<D> {
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        self.note("windows", |desk| desk.windows(owner))
    }

    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        self.note("record", |desk| desk.record(window))
    }

    fn glance(&mut self, window: WindowId, node: NodeId) -> Result<Glance, DeskError> {
        self.note("glance", |desk| desk.glance(window, node))
    }

    fn press(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.note("press", |desk| desk.press(window, node))
    }

    fn focus(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.note("focus", |desk| desk.focus(window, node))
    }

    fn scroll_to(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.note("scroll", |desk| desk.scroll_to(window, node))
    }

    fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.note("activate", |desk| desk.activate(window))
    }

    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.note("focus back", |desk| desk.give_focus_back(window))
    }

    fn front(&mut self) -> Result<Option<WindowId>, DeskError> {
        self.note("front", Desk::front)
    }

    fn give_focus_to(&mut self, before: WindowId, window: WindowId) -> Result<(), DeskError> {
        self.note("focus to", |desk| desk.give_focus_to(before, window))
    }

    fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.note("in front?", |desk| desk.is_in_front(window))
    }

    fn presence(&mut self) -> Result<Presence, DeskError> {
        self.note("presence", Desk::presence)
    }

    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        self.note("keys", |desk| desk.press_keys(window, chord))
    }

    fn lend_clipboard(&mut self, text: &str) -> Result<(), DeskError> {
        self.note("lend", |desk| desk.lend_clipboard(text))
    }

    fn clipboard_text(&mut self) -> Result<Option<String>, DeskError> {
        self.note("clipboard", Desk::clipboard_text)
    }

    fn return_clipboard(&mut self, copied: Option<&str>) -> Result<(), DeskError> {
        self.note("return", |desk| desk.return_clipboard(copied))
    }

    fn picture(&mut self, window: WindowId) -> Result<Picture, DeskError> {
        self.note("picture", |desk| desk.picture(window))
    }

    fn close(&mut self, window: WindowId) -> Result<(), DeskError> {
        self.note("close", |desk| desk.close(window))
    }
}
