//! The side of a lending that wants it.

use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;

use super::protocol::{self, Answer, Request};
use crate::desk::{DeskError, Lacking};

/// How long a keeper may take for one answer. Reading what is on the clipboard may take it three times
/// 3 s, when programs are slow.
const PATIENCE: Duration = Duration::from_secs(12);

/// What a keeper needs to find the clipboard.
const VARIABLES: &[&str] = &[
    "DISPLAY",
    "XAUTHORITY",
    "XDG_SESSION_TYPE",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "HOME",
    "PATH",
    "C2C_HOME",
    "USERPROFILE",
    "LOCALAPPDATA",
    "APPDATA",
    "SystemRoot",
    "TEMP",
    "TMP",
];

/// Lends the clipboard through keepers that it starts. When it is dropped, or its process dies,
/// everything that is lent comes back.
#[derive(Debug)]
pub struct Lender {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Environment,
    lent: Option<Keeper>,
}

/// One keeper. Its input ends with this value: then it brings everything back.
#[derive(Debug)]
struct Keeper {
    input: ChildStdin,
    answers: Receiver<Answer>,
}

impl Lender {
    /// `program` (absolute) with `arguments` must be a program that calls [`super::keeper::run`] on its
    /// standard input and output. From `environment` it gets what names the display.
    #[must_use]
    pub fn new<A: Into<OsString>>(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
        environment: Environment,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), arguments, environment, lent: None }
    }

    /// Keeps what is on the clipboard and puts `text` there. What is lent already comes back first.
    ///
    /// # Errors
    /// [`DeskError::Refused`] when what is there cannot be kept; in all cases the clipboard is, or
    /// becomes again, as it was.
    pub fn lend(&mut self, text: &str) -> Result<(), DeskError> {
        const DOING: &str = "lending the clipboard";
        self.give_back(None)?;
        let mut keeper = self.start(DOING)?;
        match keeper.ask(&Request::Lend { text: text.to_owned() }, DOING)? {
            Answer::Lent => {
                self.lent = Some(keeper);
                Ok(())
            }
            other => Err(unexpected(other, DOING)),
        }
    }

    /// Puts `text` on the clipboard for good, also when this process ends.
    ///
    /// # Errors
    /// When the clipboard cannot be used.
    pub fn copy(&mut self, text: &str) -> Result<(), DeskError> {
        const DOING: &str = "copying to the clipboard";
        match self.start(DOING)?.ask(&Request::Copy { text: text.to_owned() }, DOING)? {
            Answer::Copied => Ok(()),
            other => Err(unexpected(other, DOING)),
        }
    }

    /// The text on the clipboard; none when it holds something else.
    ///
    /// # Errors
    /// When the clipboard cannot be used.
    pub fn text(&mut self) -> Result<Option<String>, DeskError> {
        const DOING: &str = "reading the clipboard";
        let answer = match &mut self.lent {
            Some(keeper) => keeper.ask(&Request::Text, DOING)?,
            None => self.start(DOING)?.ask(&Request::Text, DOING)?,
        };
        match answer {
            Answer::Text { text } => Ok(text),
            other => Err(unexpected(other, DOING)),
        }
    }

    /// Puts back what was kept, unless somebody has copied something else meanwhile: the clipboard must
    /// still hold what was lent, or `copied`, or nothing. Whether it is back; false too when nothing
    /// was lent.
    ///
    /// # Errors
    /// When the clipboard cannot be used.
    pub fn give_back(&mut self, copied: Option<&str>) -> Result<bool, DeskError> {
        const DOING: &str = "giving the clipboard back";
        let Some(mut keeper) = self.lent.take() else { return Ok(false) };
        match keeper.ask(&Request::Return { copied: copied.map(str::to_owned) }, DOING)? {
            Answer::Returned { is_restored } => Ok(is_restored),
            other => Err(unexpected(other, DOING)),
        }
    }

    fn start(&self, doing: &'static str) -> Result<Keeper, DeskError> {
        let refused = |reason: String| DeskError::Refused { doing, reason };
        // Any folder that does not keep a disk from being taken away.
        let folder = self.program.ancestors().last().unwrap_or(Path::new("/"));
        let command = Command::new(&self.program, folder)
            .args(&self.arguments)
            .inherit(&self.environment, VARIABLES)
            .stdin(Stream::Pipe)
            .stdout(Stream::Pipe)
            .own_group();
        let mut child = command.spawn().map_err(|error| refused(error.to_string()))?;
        let input = child.stdin.take().ok_or_else(|| refused("the keeper has no input".to_owned()))?;
        Ok(Keeper { input, answers: answers(child) })
    }
}

impl Keeper {
    fn ask(&mut self, request: &Request, doing: &'static str) -> Result<Answer, DeskError> {
        let failed = |reason: String| DeskError::Failed { doing, reason };
        let written = protocol::write(&mut self.input, request);
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => Err(failed("the keeper does not answer".to_owned())),
            Err(RecvTimeoutError::Disconnected) => {
                let reason = written.err().map(|error| error.to_string());
                Err(failed(reason.unwrap_or_else(|| "the keeper has ended".to_owned())))
            }
        }
    }
}

/// Passes on a keeper's answers, and waits for its end, so that it leaves nothing behind in the system's
/// list of processes. It may live on for hours.
fn answers(mut child: Child) -> Receiver<Answer> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        if let Some(output) = child.stdout.take() {
            let mut output = BufReader::new(output);
            while let Ok(Some(answer)) = protocol::read(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        }
        drop(sender);
        if let Err(error) = child.wait() {
            tracing::debug!(%error, "a clipboard keeper cannot be waited for");
        }
    });
    receiver
}

fn unexpected(answer: Answer, doing: &'static str) -> DeskError {
    match answer {
        Answer::Refused { reason } => DeskError::Refused { doing, reason },
        Answer::Failed { reason } => DeskError::Failed { doing, reason },
        Answer::Lacks { is_wayland } => {
            DeskError::Lacks { what: if is_wayland { Lacking::X11 } else { Lacking::Display } }
        }
        Answer::Lent | Answer::Copied | Answer::Text { .. } | Answer::Returned { .. } => {
            DeskError::Failed { doing, reason: "the keeper answers something else".to_owned() }
        }
    }
}
