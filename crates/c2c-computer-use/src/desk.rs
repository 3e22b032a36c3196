//! The desktop, as far as driving a window needs it: one trait with plain types.
//!
//! Everything that decides is pure and lives elsewhere; a [`Desk`] only does what it is told, and says
//! what came of it. There is one for each platform, and a scripted one for tests. A desk is used from
//! one thread, and every call may block for as long as the platform takes, some hundred milliseconds
//! for a recording.

use std::fmt;

use c2c_os::process::ProcessIdentity;

use crate::app::InstalledApp;
use crate::tree::{NodeId, Recording};

/// Whose windows qualify.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The browser that C2C started: this very process, not just its name.
    Browser(ProcessIdentity),
    /// The installed ChatGPT app: every process whose program is the app's, whatever its windows are called.
    App {
        /// The app.
        app: InstalledApp,
    },
}

/// One window, as long as it is there. Only good for the desk that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u64);

impl fmt::Display for WindowId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#x}", self.0)
    }
}

/// Who is at the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    /// How long keyboard and mouse have not been touched by a person, in milliseconds; none when the
    /// system does not tell. What C2C pressed itself does not count.
    pub idle_ms: Option<u64>,
    /// Whether the screen is locked.
    pub is_locked: bool,
}

/// What came of pressing keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyed {
    /// They went into the window.
    Pressed,
    /// The window did not have the keyboard: nothing was pressed.
    NotInFront,
}

/// Keys that are pressed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chord {
    /// Pastes the clipboard.
    Paste,
    /// Sends the message: Return.
    Send,
}

/// What a short look at one node of the last recording found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glance {
    /// It is as it was recorded.
    Same,
    /// It is gone, or its name or state is another.
    Changed,
}

/// A picture of one window.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// A PNG file.
    pub png: Vec<u8>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Picture({} bytes)", self.png.len())
    }
}

/// What is missing on this machine, to be said with the exact setting that mends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lacking {
    /// No display is there.
    Display,
    /// The session is Wayland's, where no program may press keys or see windows.
    X11,
    /// No accessibility service answers.
    AccessibilityBus,
    /// The window shows no tree: accessibility was off when its program started.
    Tree,
    /// Several windows have the same title, place and size, so it cannot be told which of them shows what.
    Difference,
    /// macOS does not let C2C use accessibility.
    MacAccessibility,
    /// macOS does not let C2C record the screen.
    MacScreenRecording,
    /// The window belongs to a program with more rights than C2C.
    Elevated,
    /// No part of this build drives windows on this system.
    System,
}

/// Why a desk could not do something.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The machine lacks something.
    #[error("{}", .what.message())]
    Lacks {
        /// What.
        what: Lacking,
    },
    /// The window is gone.
    #[error("the window was closed")]
    WindowGone,
    /// The node is not there any more, or does not take part in what was asked.
    #[error("the part of the page is not there any more")]
    NodeGone,
    /// The platform refused: surely nothing happened.
    #[error("{doing}: the system refused: {reason}")]
    Refused {
        /// What was being done.
        doing: &'static str,
        /// The platform's words.
        reason: String,
    },
    /// It failed, and may have happened or not.
    #[error("{doing} failed: {reason}")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// The platform's words.
        reason: String,
    },
}

impl Lacking {
    /// What is missing, as a sentence without its point.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Display => "there is no display",
            Self::X11 => "this is a Wayland session, where programs may neither press keys nor see other windows",
            Self::AccessibilityBus => "no accessibility service answers",
            Self::Tree => "the window shows nothing to accessibility",
            Self::Difference => {
                "several of its windows look the same from outside, in the same place: C2C cannot tell them apart"
            }
            Self::MacAccessibility => "macOS does not let C2C use accessibility",
            Self::MacScreenRecording => "macOS does not let C2C record the screen",
            Self::Elevated => "the window belongs to a program with more rights than C2C",
            Self::System => "this build cannot drive windows on this system",
        }
    }

    /// What mends it.
    fn remedy(self) -> &'static str {
        match self {
            Self::Display => "Run C2C in a desktop session.",
            Self::X11 => "Log in to an X11 session (`GNOME on Xorg`, `Plasma (X11)`).",
            Self::AccessibilityBus => "Install `at-spi2-core` and log in again.",
            Self::Tree => {
                "Close that window and let `c2c chatgpt open` start it: accessibility must be on before the program starts."
            }
            Self::Difference => "Close all but one of them, or move one of them well aside; `c2c continue` goes on.",
            Self::MacAccessibility => {
                "System Settings > Privacy & Security > Accessibility (newer: Device Control and Data Access): switch C2C, or the terminal it runs in, off and on again."
            }
            Self::MacScreenRecording => {
                "System Settings > Privacy & Security > Screen & System Audio Recording: switch C2C on and start it again."
            }
            Self::Elevated => "Start the browser without administrator rights.",
            Self::System => "Windows are driven on Linux, Windows and macOS.",
        }
    }

    /// What to do about it where no session has begun.
    #[must_use]
    pub fn hint(self) -> String {
        self.or_by_hand("Or carry the messages yourself: `c2c start --manual`.")
    }

    /// What to do about it in a session: there `c2c start` is refused.
    #[must_use]
    pub fn hint_in_session(self) -> String {
        self.or_by_hand("Then `c2c continue`, or carry the messages yourself with `c2c continue --manual`.")
    }

    /// The manual way is named where it alone may be left: a single window can be mended.
    fn or_by_hand(self, way: &str) -> String {
        match self {
            Self::Display | Self::X11 | Self::AccessibilityBus | Self::System => format!("{} {way}", self.remedy()),
            _ => self.remedy().to_owned(),
        }
    }
}

/// One desktop. All calls block.
pub trait Desk: Send {
    /// The windows of `owner` that are on the screen or minimised, the frontmost first where that is
    /// known. A process that has the owner's id but started at another time owns nothing. A window that
    /// cannot be told from another is among them; recording it is [`Lacking::Difference`].
    ///
    /// # Errors
    /// [`DeskError::Lacks`] when windows cannot be seen at all.
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError>;

    /// Records the window's whole accessibility tree. Node ids given to the other calls are places in
    /// the window's last recording.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`], or when the tree cannot be read.
    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError>;

    /// Looks at one node of the last recording, cheaply: name and state.
    ///
    /// # Errors
    /// When the platform does not answer; a node that is gone is [`Glance::Changed`].
    fn glance(&mut self, window: WindowId, node: NodeId) -> Result<Glance, DeskError>;

    /// Presses a button or link of the last recording through accessibility. Needs no focus.
    ///
    /// # Errors
    /// [`DeskError::Refused`] and [`DeskError::NodeGone`] when surely nothing was pressed.
    fn press(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError>;

    /// Gives the keyboard focus inside the window to a node of the last recording.
    ///
    /// # Errors
    /// When it was refused.
    fn focus(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError>;

    /// Scrolls a node of the last recording into view.
    ///
    /// # Errors
    /// When it was refused.
    fn scroll_to(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError>;

    /// Brings the window to the front, and remembers the window that was there.
    ///
    /// # Errors
    /// When the window is gone. Whether it worked tells [`Desk::is_in_front`].
    fn activate(&mut self, window: WindowId) -> Result<(), DeskError>;

    /// Brings the window that [`Desk::activate`] found in front back there, unless another one has
    /// come to the front since.
    ///
    /// # Errors
    /// When the platform refuses.
    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError>;

    /// The window in front, whosoever it is; none when it is none, or when this desktop cannot tell.
    ///
    /// # Errors
    /// When the platform refuses.
    fn front(&mut self) -> Result<Option<WindowId>, DeskError> {
        Ok(None)
    }

    /// Brings `before`, which may be anybody's, to the front where `window` came there by itself. Does
    /// nothing when another window is in front by now, or `before` is gone or minimised.
    ///
    /// # Errors
    /// When the platform refuses.
    fn give_focus_to(&mut self, before: WindowId, window: WindowId) -> Result<(), DeskError> {
        let _ = (before, window);
        Ok(())
    }

    /// Whether keys that are pressed now go into the window.
    ///
    /// # Errors
    /// When it cannot be told.
    fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError>;

    /// Whether the window is minimised: its page then draws nothing new. No where that is not known.
    ///
    /// # Errors
    /// When the window is gone.
    fn is_minimised(&mut self, window: WindowId) -> Result<bool, DeskError> {
        let _ = window;
        Ok(false)
    }

    /// Who is at the machine.
    ///
    /// # Errors
    /// When it cannot be told.
    fn presence(&mut self) -> Result<Presence, DeskError>;

    /// Presses keys into the window, if it has the keyboard at that very moment.
    ///
    /// # Errors
    /// When the platform refuses.
    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError>;

    /// Keeps what is on the clipboard (text, image, files) and puts `text` there. What is kept comes
    /// back even if this process dies.
    ///
    /// # Errors
    /// When the clipboard cannot be used; it then is as it was.
    fn lend_clipboard(&mut self, text: &str) -> Result<(), DeskError>;

    /// The text on the clipboard; none when it holds something else.
    ///
    /// # Errors
    /// When the clipboard cannot be used.
    fn clipboard_text(&mut self) -> Result<Option<String>, DeskError>;

    /// Gives the clipboard back what was kept, unless somebody has copied something else meanwhile: it
    /// must still hold what was lent, or `copied`. Does nothing when nothing was lent.
    ///
    /// # Errors
    /// When the clipboard cannot be used.
    fn return_clipboard(&mut self, copied: Option<&str>) -> Result<(), DeskError>;

    /// A picture of this window and of nothing else.
    ///
    /// # Errors
    /// When it cannot be taken.
    fn picture(&mut self, window: WindowId) -> Result<Picture, DeskError>;

    /// Asks the window to close.
    ///
    /// # Errors
    /// When it is gone.
    fn close(&mut self, window: WindowId) -> Result<(), DeskError>;
}
