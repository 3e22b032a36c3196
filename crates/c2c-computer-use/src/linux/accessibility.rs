//! Windows through AT-SPI, the accessibility of Linux: reading them, and using what is in them.
//!
//! One connection that one thread uses. Nothing is kept between calls but connections: a recording is
//! always what the browser says now.

use std::time::Duration;

use c2c_os::environment::Environment;
use tokio::time::timeout;
use zbus::names::OwnedUniqueName;
use zbus::{ObjectPath, OwnedObjectPath, OwnedVariant};

use crate::desk::{DeskError, Glance, Lacking};
use crate::tree::{Bounds, Limits, Recorded, Recording};

mod node;
mod page;
mod pieces;
mod wire;
mod words;

use page::{RecordError, Whole};
use pieces::Pieces;
use wire::{Peer, Wire, WireError};
use words::{ACTION, COMPONENT, PRESSING, PROPERTIES, ROOT, SCROLL_ANYWHERE, States};

/// How long a recording may take. A conversation of a thousand turns that are all in the page takes
/// some seconds.
const RECORDING: Duration = Duration::from_secs(30);

/// How often a window is read again because it changed meanwhile.
const ATTEMPTS: usize = 3;

/// How many actions of a node are looked at; Chromium gives two.
const ACTIONS_MAX: i32 = 8;

const READING: &str = "reading the window";
const PRESSING_IT: &str = "pressing a button";
const FOCUSING: &str = "giving the focus to a part of the page";
const SCROLLING: &str = "scrolling a part of the page into view";

/// The accessibility bus.
#[derive(Debug)]
pub struct Accessibility {
    wire: Wire,
}

/// One top-level window of a process, as accessibility shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Its title.
    pub title: String,
    /// Where it is on the screen, in physical pixels, as far as the program knows; without what the
    /// window manager draws around it.
    pub bounds: Option<Bounds>,
    /// Whether the program thinks that it has the keyboard.
    pub is_active: bool,
    /// The node.
    pub handle: Handle,
}

/// A node, for as long as it is there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Handle {
    application: OwnedUniqueName,
    path: OwnedObjectPath,
}

#[cfg(test)]
impl Handle {
    /// Some node.
    pub(super) fn for_tests(number: u32) -> Self {
        let (application, path) = (format!(":1.{number}"), format!("/node/{number}"));
        Self { application: application.try_into().unwrap(), path: path.try_into().unwrap() }
    }
}

/// A window as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its nodes in reading order.
    pub recording: Recording,
    /// The handle of each.
    pub handles: Vec<Handle>,
}

impl Accessibility {
    /// Connects to the accessibility bus of the session that `environment` names.
    ///
    /// # Errors
    /// [`Lacking::AccessibilityBus`] when none answers.
    pub fn connect(environment: &Environment) -> Result<Self, DeskError> {
        let failed = |source: std::io::Error| DeskError::Failed {
            doing: "connecting to the accessibility service",
            reason: source.to_string(),
        };
        let wire = Wire::connect(environment).map_err(failed)?;
        wire.map(|wire| Self { wire }).ok_or(DeskError::Lacks { what: Lacking::AccessibilityBus })
    }

    /// The windows of process `pid`; none when it shows nothing to accessibility.
    ///
    /// # Errors
    /// When the bus or the process does not answer.
    pub fn frames(&mut self, pid: u32) -> Result<Vec<Frame>, DeskError> {
        let failed = |error: WireError| failed("looking for windows", &error);
        let mut frames = Vec::new();
        for application in self.wire.applications(pid).map_err(failed)? {
            let peer = self.wire.peer(&application);
            let root = OwnedObjectPath::from(ObjectPath::from_static_str_unchecked(ROOT));
            let found = self.wire.wait(async {
                let paths = node::if_there(node::children(&peer, &root).await)?.unwrap_or_default();
                node::each(paths, |path| frame(&peer, &application, path)).await
            });
            match found {
                Ok(found) => frames.extend(found.into_iter().flatten()),
                // It has ended, or its direct connection has: the next look tells.
                Err(WireError::Lost) => self.wire.forget(&application),
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(frames)
    }

    /// Records a window. What vanishes meanwhile is left out, as is what the browser does not show of
    /// itself.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the browser does not answer in time or shows too much.
    pub fn record(&mut self, frame: &Frame) -> Result<Record, DeskError> {
        let Handle { application, path } = &frame.handle;
        let peer = self.wire.peer(application);
        let recording = async {
            let mut attempt = 1;
            loop {
                let mut pieces = Pieces::new(Limits::default());
                let whole = page::record(&peer, path, &mut pieces).await?;
                if whole == Whole::Yes || attempt == ATTEMPTS {
                    return Ok(pieces.into_recording());
                }
                attempt += 1;
            }
        };
        let recorded = self.wire.wait(async { timeout(RECORDING, recording).await });
        match recorded {
            Ok(Ok((recording, paths))) => {
                let handle = |path| Handle { application: application.clone(), path };
                Ok(Record { recording, handles: paths.into_iter().map(handle).collect() })
            }
            Ok(Err(RecordError::WindowGone)) => Err(DeskError::WindowGone),
            Ok(Err(RecordError::Wire(error))) => {
                self.after(application, &error);
                Err(failed(READING, &error))
            }
            Ok(Err(error @ RecordError::Tree(_))) => {
                Err(DeskError::Failed { doing: READING, reason: error.to_string() })
            }
            Err(_) => {
                let reason = format!("it took longer than {} s", RECORDING.as_secs());
                Err(DeskError::Failed { doing: READING, reason })
            }
        }
    }

    /// Whether a node still has the name and states that were recorded.
    ///
    /// # Errors
    /// When the browser does not answer. A node that is gone is [`Glance::Changed`].
    pub fn glance(&mut self, handle: &Handle, recorded: &Recorded) -> Result<Glance, DeskError> {
        let peer = self.wire.peer(&handle.application);
        let found = self
            .wire
            .wait(async { tokio::try_join!(node::name(&peer, &handle.path), node::states(&peer, &handle.path)) });
        match found {
            Ok((name, states)) => {
                let is_same = !states.has(States::DEFUNCT)
                    && name == recorded.name
                    && recorded.states.as_ref().is_none_or(|recorded| *recorded == states.names());
                Ok(if is_same { Glance::Same } else { Glance::Changed })
            }
            Err(error @ (WireError::Lost | WireError::Silent)) => {
                self.after(&handle.application, &error);
                Err(failed("looking at a part of the page", &error))
            }
            Err(_) => Ok(Glance::Changed),
        }
    }

    /// Presses a button or a link.
    ///
    /// # Errors
    /// [`DeskError::NodeGone`] and [`DeskError::Refused`] when surely nothing was pressed.
    pub fn press(&mut self, handle: &Handle) -> Result<(), DeskError> {
        let peer = self.wire.peer(&handle.application);
        let action = self.wire.wait(action(&peer, &handle.path));
        match action {
            Ok(Some(action)) => self.ask(handle, PRESSING_IT, ACTION, "DoAction", &action),
            Ok(None) => Err(DeskError::Refused { doing: PRESSING_IT, reason: "it cannot be pressed".to_owned() }),
            Err(WireError::Absent) => Err(DeskError::NodeGone),
            Err(error) => {
                self.after(&handle.application, &error);
                Err(DeskError::Refused { doing: PRESSING_IT, reason: error.to_string() })
            }
        }
    }

    /// Gives the keyboard focus inside the window to a node.
    ///
    /// # Errors
    /// When it was refused.
    pub fn focus(&mut self, handle: &Handle) -> Result<(), DeskError> {
        self.ask(handle, FOCUSING, COMPONENT, "GrabFocus", &())
    }

    /// Scrolls a node into view.
    ///
    /// # Errors
    /// When it was refused.
    pub fn scroll_to(&mut self, handle: &Handle) -> Result<(), DeskError> {
        self.ask(handle, SCROLLING, COMPONENT, "ScrollTo", &SCROLL_ANYWHERE)
    }

    /// Calls what says yes or no.
    fn ask<B: serde::Serialize + zbus::DynamicType>(
        &mut self,
        handle: &Handle,
        doing: &'static str,
        interface: &'static str,
        method: &'static str,
        body: &B,
    ) -> Result<(), DeskError> {
        let peer = self.wire.peer(&handle.application);
        let answer: Result<bool, WireError> = self.wire.wait(peer.call(&handle.path, interface, method, body));
        match answer {
            Ok(true) => Ok(()),
            Ok(false) => Err(DeskError::Refused { doing, reason: "the program did not do it".to_owned() }),
            Err(WireError::Absent) => Err(DeskError::NodeGone),
            Err(WireError::Refused { reason }) => Err(DeskError::Refused { doing, reason }),
            Err(error) => {
                self.after(&handle.application, &error);
                Err(DeskError::Failed { doing, reason: error.to_string() })
            }
        }
    }

    /// A direct connection that broke is not used again.
    fn after(&mut self, application: &OwnedUniqueName, error: &WireError) {
        if matches!(error, WireError::Lost) {
            self.wire.forget(application);
        }
    }
}

async fn frame(peer: &Peer, application: &OwnedUniqueName, path: OwnedObjectPath) -> Result<Frame, WireError> {
    let (name, states, bounds) =
        tokio::join!(node::name(peer, &path), node::states(peer, &path), node::bounds(peer, &path));
    Ok(Frame {
        title: name?,
        bounds: node::if_there(bounds)?,
        is_active: states?.has(States::ACTIVE),
        handle: Handle { application: application.clone(), path },
    })
}

/// The number of the action that presses a node.
async fn action(peer: &Peer, path: &OwnedObjectPath) -> Result<Option<i32>, WireError> {
    // `GetActions` has no names in Chromium, and a number too high is an error in its log.
    let count: OwnedVariant = peer.call(path, PROPERTIES, "Get", &(ACTION, "NActions")).await?;
    for number in 0..i32::try_from(count).unwrap_or(0).min(ACTIONS_MAX) {
        let name: String = peer.call(path, ACTION, "GetName", &number).await?;
        if PRESSING.contains(&name.as_str()) {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

fn failed(doing: &'static str, error: &WireError) -> DeskError {
    match error {
        WireError::Lost => DeskError::WindowGone,
        error => DeskError::Failed { doing, reason: error.to_string() },
    }
}
