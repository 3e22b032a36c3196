//! macOS: the Accessibility API for windows and what is in them.
//!
//! Every part of a window costs one call to its program, which brings all its attributes and its
//! children.

use std::collections::HashMap;

use c2c_os::process;
use objc2_application_services::AXError;
use objc2_core_graphics::{
    CGEvent, CGEventFlags, CGEventSource, CGEventSourceStateID, CGEventType, CGPreflightScreenCaptureAccess,
};
use xcap::Window as Capture;

use crate::desk::{Chord, DeskError, Lacking, Owner, Picture, WindowId};
use crate::picture;
use crate::tree::{Bounds, NodeId, Recorded, Recording};

#[path = "macos/calls.rs"]
mod calls;
#[path = "macos/page.rs"]
mod page;

use calls::Element;
use page::Reader;

const LOOKING: &str = "looking for windows";
const PRESSING: &str = "pressing a button";
const FOCUSING: &str = "giving the focus to a part of the page";
const SCROLLING: &str = "scrolling a part of the page into view";
const ASKING: &str = "asking which window has the keyboard";
const ACTIVATING: &str = "bringing the window to the front";
const TAKING: &str = "taking a picture of the window";
const CLOSING: &str = "closing the window";

/// How long one call to a program may take, in seconds.
const PATIENCE_S: f32 = 5.0;
/// Kinds of windows that float over others and are no place for a page.
const NO_PLACES: &[&str] = &["AXFloatingWindow", "AXSystemFloatingWindow", "AXUnknown"];
/// Places of keys on the keyboard, from `HIToolbox/Events.h`. V lies elsewhere with Dvorak's layout
/// only.
const V: u16 = 9;
const RETURN: u16 = 36;
/// Any input.
const ANY: CGEventType = CGEventType(u32::MAX);

/// The system, as one thread uses it.
pub(super) struct System {
    everywhere: Element,
    reader: Reader,
    applications: HashMap<u32, Element>,
    /// Every window that was given out. Its id is its place here, from 1.
    windows: Vec<Shown>,
    /// The window that was recorded last, and the elements of the recording.
    recorded: Option<(WindowId, Vec<Element>)>,
}

#[derive(Clone)]
struct Shown {
    pid: u32,
    /// The window; the application itself where it has none.
    element: Element,
}

impl System {
    pub(super) fn connect() -> Result<Self, DeskError> {
        let everywhere = Element::everywhere();
        // The first answer may be an old one, so another process is really asked, too.
        if !calls::is_trusted() || !is_trusted_indeed(&everywhere) {
            return Err(DeskError::Lacks { what: Lacking::MacAccessibility });
        }
        let reader = Reader::new();
        Ok(Self { everywhere, reader, applications: HashMap::new(), windows: Vec::new(), recorded: None })
    }

    pub(super) fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        let processes = match owner {
            Owner::Browser(process) => Vec::from_iter(process::is_alive(process).then_some(process.pid)),
            Owner::App { app } => {
                let found =
                    app.processes().map_err(|error| DeskError::Failed { doing: LOOKING, reason: error.to_string() })?;
                found.into_iter().map(|process| process.pid).collect()
            }
        };
        let mut ids = Vec::new();
        for pid in processes {
            let application = self.application(pid);
            let windows = match application.elements("AXWindows") {
                Ok(windows) => windows,
                // It shows nothing to accessibility, or has just ended.
                Err(AXError::NoValue | AXError::AttributeUnsupported | AXError::InvalidUIElement) => continue,
                Err(AXError::CannotComplete) if !is_trusted_indeed(&self.everywhere) => {
                    return Err(DeskError::Lacks { what: Lacking::MacAccessibility });
                }
                Err(error) => return Err(failed(LOOKING, error)),
            };
            for element in windows.into_iter().filter(is_place) {
                ids.push(self.id_of(Shown { pid, element }));
            }
        }
        Ok(ids)
    }

    pub(super) fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        let shown = self.shown(window)?;
        let (recording, elements) = self.reader.record(&shown.element)?;
        self.recorded = Some((window, elements));
        Ok(recording)
    }

    /// A part of the last recording as it is now; none when it is gone.
    pub(super) fn look_again(&mut self, window: WindowId, node: NodeId) -> Result<Option<Recorded>, DeskError> {
        match self.element(window, node) {
            Ok(element) => self.reader.look_again(element),
            Err(_) => Ok(None),
        }
    }

    pub(super) fn press_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.element(window, node)?.perform("AXPress").map_err(|error| failed(PRESSING, error))
    }

    pub(super) fn focus_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.element(window, node)?.set("AXFocused", true).map_err(|error| failed(FOCUSING, error))
    }

    pub(super) fn scroll_to_part(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        self.element(window, node)?.perform("AXScrollToVisible").map_err(|error| failed(SCROLLING, error))
    }

    pub(super) fn front(&mut self) -> Result<Option<WindowId>, DeskError> {
        let application = match self.everywhere.element("AXFocusedApplication") {
            Ok(Some(application)) => application,
            Ok(None) | Err(AXError::NoValue | AXError::CannotComplete) => return Ok(None),
            Err(error) => return Err(failed(ASKING, error)),
        };
        let Some(pid) = application.pid() else { return Ok(None) };
        // The system's own proxy of an application does not show all of it.
        let application = Element::application(pid);
        let focused = application.element("AXFocusedWindow").unwrap_or_default();
        Ok(Some(self.id_of(Shown { pid, element: focused.unwrap_or(application) })))
    }

    pub(super) fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError> {
        let Shown { pid, element } = self.shown(window)?;
        let application = self.application(pid);
        let ask = |error| gone(failed(ASKING, error));
        if !application.flag("AXFrontmost").map_err(ask)? {
            return Ok(false);
        }
        if element == application {
            return Ok(true);
        }
        match application.element("AXFocusedWindow") {
            Ok(focused) => Ok(focused == Some(element)),
            Err(AXError::NoValue) => Ok(false),
            Err(error) => Err(ask(error)),
        }
    }

    /// Whether the window is there and not minimised.
    pub(super) fn may_come_back(&self, window: WindowId) -> bool {
        let Ok(shown) = self.shown(window) else { return false };
        match shown.element.flag("AXMinimized") {
            Ok(is_minimised) => !is_minimised,
            Err(error) => matches!(error, AXError::NoValue | AXError::AttributeUnsupported),
        }
    }

    /// Programs in the background may not activate others in newer versions of macOS; accessibility may.
    pub(super) fn bring_forward(&mut self, window: WindowId) -> Result<(), DeskError> {
        let Shown { pid, element } = self.shown(window)?;
        let application = self.application(pid);
        if element.flag("AXMinimized").unwrap_or(false) {
            element.set("AXMinimized", false).map_err(|error| gone(failed(ACTIVATING, error)))?;
        }
        application.set("AXFrontmost", true).map_err(|error| gone(failed(ACTIVATING, error)))?;
        if element != application {
            element.perform("AXRaise").map_err(|error| gone(failed(ACTIVATING, error)))?;
            if let Err(error) = element.set("AXMain", true) {
                tracing::debug!(error = error.0, "a window cannot be made the main one");
            }
        }
        Ok(())
    }

    /// The hardware's own count: what programs press, C2C too, does not touch it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is checked before")]
    pub(super) fn idle_ms(&self) -> Option<u64> {
        let seconds = CGEventSource::seconds_since_last_event_type(CGEventSourceStateID::HIDSystemState, ANY);
        let milliseconds = seconds * 1000.0;
        (milliseconds.is_finite() && (0.0..1e15).contains(&milliseconds)).then_some(milliseconds as u64)
    }

    pub(super) fn is_locked(&self) -> Result<bool, DeskError> {
        calls::is_locked().ok_or(DeskError::Lacks { what: Lacking::Display })
    }

    pub(super) fn holds_modifier(&self) -> bool {
        let held = CGEventSource::flags_state(CGEventSourceStateID::HIDSystemState);
        let modifiers = CGEventFlags::MaskShift
            | CGEventFlags::MaskControl
            | CGEventFlags::MaskAlternate
            | CGEventFlags::MaskCommand;
        held.intersects(modifiers)
    }

    /// Gives the keys to the window's process, and to no other.
    pub(super) fn press(&mut self, window: WindowId, chord: Chord) -> Result<(), DeskError> {
        let refused = |reason: &str| DeskError::Refused { doing: "pressing keys", reason: reason.to_owned() };
        let pid = i32::try_from(self.shown(window)?.pid).map_err(|_| DeskError::WindowGone)?;
        let (key, flags) = match chord {
            Chord::Paste => (V, CGEventFlags::MaskCommand),
            Chord::Send => (RETURN, CGEventFlags::empty()),
        };
        let event = |is_down| {
            let event = CGEvent::new_keyboard_event(None, key, is_down);
            CGEvent::set_flags(event.as_deref(), flags);
            event.ok_or_else(|| refused("macOS makes no keyboard events"))
        };
        let (down, up) = (event(true)?, event(false)?);
        CGEvent::post_to_pid(pid, Some(&down));
        CGEvent::post_to_pid(pid, Some(&up));
        Ok(())
    }

    /// macOS does not tell which of the pictures that can be taken is of which accessible window, so
    /// process and place must be the same, and of one only.
    pub(super) fn picture(&self, window: WindowId) -> Result<Picture, DeskError> {
        if !CGPreflightScreenCaptureAccess() {
            return Err(DeskError::Lacks { what: Lacking::MacScreenRecording });
        }
        let Shown { pid, element } = self.shown(window)?;
        let place = element.bounds().ok_or(DeskError::WindowGone)?;
        let failed = |error: xcap::XCapError| DeskError::Failed { doing: TAKING, reason: error.to_string() };
        let is_it = |found: &Capture| found.pid().is_ok_and(|found| found == pid) && bounds(found) == Some(place);
        let mut found = Capture::all().map_err(failed)?.into_iter().filter(is_it);
        match (found.next(), found.next()) {
            (Some(found), None) => {
                let image = found.capture_image().map_err(failed)?;
                picture::png(image.width(), image.height(), image.as_raw())
            }
            (None, _) => Err(DeskError::Refused { doing: TAKING, reason: "it is not on the screen".to_owned() }),
            (Some(_), Some(_)) => {
                let reason = "two windows of the program lie in the same place".to_owned();
                Err(DeskError::Refused { doing: TAKING, reason })
            }
        }
    }

    pub(super) fn close(&self, window: WindowId) -> Result<(), DeskError> {
        let button = self.shown(window)?.element.element("AXCloseButton");
        let button = button.map_err(|error| gone(failed(CLOSING, error)))?;
        let refused = || DeskError::Refused { doing: CLOSING, reason: "it has no button for that".to_owned() };
        button.ok_or_else(refused)?.perform("AXPress").map_err(|error| gone(failed(CLOSING, error)))
    }

    /// The application of a process, which is told that somebody reads its windows.
    fn application(&mut self, pid: u32) -> Element {
        let make = || {
            let application = Element::application(pid);
            application.limit(PATIENCE_S);
            // Chromium and Electron make a tree only when asked. The first is Electron's own word, the
            // second what VoiceOver says. Other programs know neither, and refuse.
            for wish in ["AXManualAccessibility", "AXEnhancedUserInterface"] {
                if let Err(error) = application.set(wish, true) {
                    tracing::debug!(pid, wish, error = error.0, "the program knows no such wish");
                }
            }
            application
        };
        self.applications.entry(pid).or_insert_with(make).clone()
    }

    fn id_of(&mut self, wanted: Shown) -> WindowId {
        let known = self.windows.iter().position(|shown| shown.pid == wanted.pid && shown.element == wanted.element);
        let place = known.unwrap_or_else(|| {
            self.windows.push(wanted);
            self.windows.len() - 1
        });
        WindowId(place as u64 + 1)
    }

    fn shown(&self, window: WindowId) -> Result<Shown, DeskError> {
        let place = window.0.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.windows.get(place)).cloned().ok_or(DeskError::WindowGone)
    }

    fn element(&self, window: WindowId, node: NodeId) -> Result<&Element, DeskError> {
        let recorded = self.recorded.as_ref().filter(|(recorded, _)| *recorded == window);
        recorded.and_then(|(_, elements)| elements.get(node.0 as usize)).ok_or(DeskError::NodeGone)
    }
}

/// Whether another process really lets itself be read. True too when there is none to ask.
fn is_trusted_indeed(everywhere: &Element) -> bool {
    match everywhere.element("AXFocusedApplication") {
        Ok(Some(application)) => !matches!(application.text("AXRole"), Err(AXError::APIDisabled)),
        Ok(None) => true,
        Err(error) => error != AXError::APIDisabled,
    }
}

fn is_place(window: &Element) -> bool {
    let is_window = window.text("AXRole").is_ok_and(|role| role == "AXWindow");
    is_window && !window.text("AXSubrole").is_ok_and(|subrole| NO_PLACES.contains(&subrole.as_str()))
}

fn bounds(window: &Capture) -> Option<Bounds> {
    let side = |side: u32| i32::try_from(side).ok();
    Some(Bounds {
        x: window.x().ok()?,
        y: window.y().ok()?,
        width: side(window.width().ok()?)?,
        height: side(window.height().ok()?)?,
    })
}

/// What an error of a call means. A program that does not answer in time may still do it.
fn failed(doing: &'static str, error: AXError) -> DeskError {
    let reason = || format!("AXError {}", error.0);
    match error {
        AXError::APIDisabled => DeskError::Lacks { what: Lacking::MacAccessibility },
        AXError::InvalidUIElement => DeskError::NodeGone,
        AXError::ActionUnsupported | AXError::AttributeUnsupported | AXError::IllegalArgument | AXError::NoValue => {
            DeskError::Refused { doing, reason: reason() }
        }
        _ => DeskError::Failed { doing, reason: reason() },
    }
}

/// The same of a call about a window.
fn gone(error: DeskError) -> DeskError {
    match error {
        DeskError::NodeGone => DeskError::WindowGone,
        other => other,
    }
}
