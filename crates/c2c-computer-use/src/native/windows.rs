//! Windows: UI Automation for what is in windows, Win32 for the windows.
//!
//! A window's whole tree comes in one call, with every property that is recorded, so a recording is of
//! one moment and costs one trip to the browser.

use std::time::{Duration, Instant};

use uiautomation::patterns::{UIInvokePattern, UIScrollItemPattern, UISelectionItemPattern, UITogglePattern};
use uiautomation::{UIAutomation, UIElement};
use xcap::Window as Capture;

use crate::desk::{Chord, DeskError, Lacking, Owner, Picture, WindowId};
use crate::idle::LastInput;
use crate::picture;
use crate::tree::{NodeId, Recorded, Recording};

#[path = "windows/calls.rs"]
mod calls;
#[path = "windows/page.rs"]
mod page;

use page::Reader;

const PRESSING: &str = "pressing a button";
const FOCUSING: &str = "giving the focus to a part of the page";
const SCROLLING: &str = "scrolling a part of the page into view";
const TAKING: &str = "taking a picture of the window";

/// Ticks of the counter of input are up to 16 ms long, and our presses are noted at once.
const TICK: Duration = Duration::from_millis(32);

/// UIA's errors, by their numbers in `UIAutomationCoreApi.h`.
const NOT_ENABLED: i32 = 0x8004_0200_u32.cast_signed();
const NOT_AVAILABLE: i32 = 0x8004_0201_u32.cast_signed();

/// The system, as one thread uses it.
pub(super) struct System {
    automation: UIAutomation,
    reader: Reader,
    /// The window that was recorded last, and the elements of the recording.
    recorded: Option<(WindowId, Vec<UIElement>)>,
    last_input: LastInput,
}

impl System {
    pub(super) fn connect() -> Result<Self, DeskError> {
        const DOING: &str = "connecting to UI Automation";
        // Places on the screen in physical pixels, whatever the display's scale.
        calls::count_in_pixels();
        let automation = UIAutomation::new().map_err(|error| failed(DOING, &error))?;
        let reader = Reader::new(&automation).map_err(|error| failed(DOING, &error))?;
        Ok(Self { automation, reader, recorded: None, last_input: LastInput::with_slack(TICK) })
    }

    pub(super) fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        let windows = calls::windows()
            .map_err(|error| DeskError::Failed { doing: "looking for windows", reason: error.message() })?;
        let ours: Vec<(WindowId, u32)> = windows.into_iter().filter(|(_, pid)| is_owned(*pid, owner)).collect();
        if let Some((_, pid)) = ours.first()
            && calls::is_elevated(*pid)
            && !calls::is_elevated(std::process::id())
        {
            // Keys and accessibility would be dropped without a word.
            return Err(DeskError::Lacks { what: Lacking::Elevated });
        }
        Ok(ours.into_iter().map(|(window, _)| window).collect())
    }

    pub(super) fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        if !calls::is_there(window) {
            return Err(DeskError::WindowGone);
        }
        let (recording, elements) = self.reader.record(&self.automation, window)?;
        self.recorded = Some((window, elements));
        Ok(recording)
    }

    /// A part of the last recording as it is now; none when it is gone.
    pub(super) fn look_again(&mut self, window: WindowId, node: NodeId) -> Result<Option<Recorded>, DeskError> {
        match self.element(window, node) {
            Ok(element) => Ok(self.reader.look_again(element)),
            Err(_) => Ok(None),
        }
    }

    pub(super) fn press_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let element = self.element(window, node)?;
        let pressed = if let Ok(invoke) = element.get_pattern::<UIInvokePattern>() {
            invoke.invoke()
        } else if let Ok(choice) = element.get_pattern::<UISelectionItemPattern>() {
            choice.select()
        } else if let Ok(toggle) = element.get_pattern::<UITogglePattern>() {
            toggle.toggle()
        } else {
            return Err(match element.get_control_type() {
                Ok(_) => DeskError::Refused { doing: PRESSING, reason: "it cannot be pressed".to_owned() },
                Err(_) => DeskError::NodeGone,
            });
        };
        pressed.map_err(|error| failed(PRESSING, &error))
    }

    pub(super) fn focus_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.element(window, node)?.set_focus().map_err(|error| failed(FOCUSING, &error))
    }

    pub(super) fn scroll_to_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let element = self.element(window, node)?;
        let scroll = element.get_pattern::<UIScrollItemPattern>();
        let scroll =
            scroll.map_err(|error| DeskError::Refused { doing: SCROLLING, reason: error.message().to_owned() })?;
        scroll.scroll_into_view().map_err(|error| failed(SCROLLING, &error))
    }

    pub(super) fn front(&self) -> Result<Option<WindowId>, DeskError> {
        Ok(calls::front())
    }

    pub(super) fn is_in_front(&self, window: WindowId) -> Result<bool, DeskError> {
        if !calls::is_there(window) {
            return Err(DeskError::WindowGone);
        }
        Ok(calls::front() == Some(window) && !calls::is_minimised(window))
    }

    /// Whether the window is there and not minimised.
    pub(super) fn may_come_back(&self, window: WindowId) -> bool {
        calls::is_there(window) && !calls::is_minimised(window)
    }

    pub(super) fn bring_forward(&mut self, window: WindowId) -> Result<(), DeskError> {
        if !calls::is_there(window) {
            return Err(DeskError::WindowGone);
        }
        // Only a program that had the last input may bring a window to the front: an empty movement of
        // the mouse, which nobody notices, makes us that.
        self.idle_ms();
        calls::move_mouse_by_nothing();
        self.last_input.pressed(Instant::now());
        calls::bring_forward(window);
        Ok(())
    }

    pub(super) fn idle_ms(&mut self) -> Option<u64> {
        let asked_at = Instant::now();
        calls::ms_since_input().map(|counted_ms| self.last_input.idle_ms(asked_at, counted_ms))
    }

    /// Whether keys go somewhere else than to the person's windows: to a lock, or to the question
    /// whether a program may have more rights.
    pub(super) fn is_locked(&self) -> Result<bool, DeskError> {
        Ok(calls::is_locked())
    }

    pub(super) fn holds_modifier(&self) -> bool {
        calls::holds_modifier()
    }

    pub(super) fn press(&mut self, _: WindowId, chord: Chord) -> Result<(), DeskError> {
        // What the person did until now must be known before our own presses hide it.
        self.idle_ms();
        let keys: &[u16] = match chord {
            Chord::Paste => &[calls::CONTROL, calls::V],
            Chord::Send => &[calls::RETURN],
        };
        let pressed = calls::press(keys);
        self.last_input.pressed(Instant::now());
        pressed.map_err(|error| DeskError::Refused { doing: "pressing keys", reason: error.to_string() })
    }

    pub(super) fn picture(&self, window: WindowId) -> Result<Picture, DeskError> {
        let failed = |error: xcap::XCapError| DeskError::Failed { doing: TAKING, reason: error.to_string() };
        if calls::is_minimised(window) {
            return Err(DeskError::Refused { doing: TAKING, reason: "the window is minimised".to_owned() });
        }
        // Window handles have 32 bits that mean something, on every Windows.
        let is_it = |found: &Capture| found.id().is_ok_and(|id| u64::from(id) == window.0 & u64::from(u32::MAX));
        let found = Capture::all().map_err(failed)?.into_iter().find(is_it).ok_or(DeskError::WindowGone)?;
        let image = found.capture_image().map_err(failed)?;
        picture::png(image.width(), image.height(), image.as_raw())
    }

    pub(super) fn close(&self, window: WindowId) -> Result<(), DeskError> {
        match calls::ask_to_close(window) {
            Ok(()) => Ok(()),
            Err(_) if !calls::is_there(window) => Err(DeskError::WindowGone),
            Err(error) => Err(DeskError::Refused { doing: "closing the window", reason: error.message() }),
        }
    }

    fn element(&self, window: WindowId, node: NodeId) -> Result<&UIElement, DeskError> {
        let recorded = self.recorded.as_ref().filter(|(recorded, _)| *recorded == window);
        recorded.and_then(|(_, elements)| elements.get(node.0 as usize)).ok_or(DeskError::NodeGone)
    }
}

fn is_owned(pid: u32, owner: &Owner) -> bool {
    match owner {
        Owner::Browser(process) => process.pid == pid && c2c_os::process::is_alive(process),
        Owner::App { app } => calls::program_of(pid).is_some_and(|found| app.is_run_by(found.as_ref())),
    }
}

/// What an error of a call means. Others than these may come after the program has done it.
fn failed(doing: &'static str, error: &uiautomation::Error) -> DeskError {
    let reason = || format!("{} ({:#x})", error.message().trim(), error.code());
    match error.code() {
        NOT_AVAILABLE => DeskError::NodeGone,
        NOT_ENABLED => DeskError::Refused { doing, reason: reason() },
        _ => DeskError::Failed { doing, reason: reason() },
    }
}
