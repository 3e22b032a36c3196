//! The process that keeps a clipboard's content and brings it back.
//!
//! It takes requests from its standard input. The end of that input is the order to bring everything
//! back: so it happens even if the lender was killed.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use c2c_os::environment::Environment;

#[cfg(any(windows, target_os = "macos"))]
use super::plain::PlainBoard as PlatformBoard;
use super::protocol::{self, Answer, BoardError, Request};
#[cfg(target_os = "linux")]
use super::x11::X11Board as PlatformBoard;

/// How long other programs that want the clipboard may wait while no request is there.
const PAUSE: Duration = Duration::from_millis(2);

/// How long a paste may take to arrive once its keys are pressed.
pub(super) const LATE_PASTE: Duration = Duration::from_secs(3);

/// A clipboard.
pub(super) trait Board {
    /// Keeps what is there and puts `text` there.
    fn lend(&mut self, text: &str) -> Result<(), BoardError>;

    /// Puts `text` there in the place of whatever is there.
    fn copy(&mut self, text: &str) -> Result<(), BoardError>;

    /// The text that is there; none when it is something else.
    fn text(&mut self) -> Result<Option<String>, BoardError>;

    /// Puts back what was kept if the clipboard still holds what was lent, or `copied`, or nothing.
    /// Whether it did.
    fn give_back(&mut self, copied: Option<&str>) -> Result<bool, BoardError>;

    /// Does what other programs have asked for meanwhile. Does not block.
    fn attend(&mut self);

    /// Does what other programs ask for, for as long as a paste that was begun may take: a program that
    /// was told to paste must not get what was kept.
    fn linger(&mut self);

    /// Does what other programs ask for until somebody else copies something.
    fn stay(&mut self);
}

/// Keeps a clipboard, as `input` says, and answers on `output`. Returns when it has brought everything
/// back and is not needed any more: on X11, when somebody else copies something or the display ends.
///
/// `environment` names the display. The caller's process must not end before this returns.
///
/// # Errors
/// When an answer cannot be written; everything is brought back all the same.
pub fn run(
    environment: &Environment,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> Result<(), io::Error> {
    match PlatformBoard::new(environment) {
        Ok(mut board) => serve(&mut board, &requests(input), &mut output),
        Err(error) => {
            tracing::debug!(%error, "there is no clipboard");
            protocol::write(&mut output, &Answer::from(error))
        }
    }
}

/// Reads requests on a thread of their own, so that the clipboard is attended meanwhile. What cannot be
/// understood ends them, as the end of input does.
fn requests(mut input: impl BufRead + Send + 'static) -> Receiver<Request> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        while let Ok(Some(request)) = protocol::read(&mut input) {
            if sender.send(request).is_err() {
                return;
            }
        }
    });
    receiver
}

/// One lending, from the first request to the end of it.
fn serve(board: &mut impl Board, requests: &Receiver<Request>, output: &mut impl Write) -> Result<(), io::Error> {
    let mut is_lent = false;
    loop {
        let request = match requests.recv_timeout(PAUSE) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => {
                board.attend();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => {
                if is_lent {
                    bring_back(board);
                }
                return Ok(());
            }
        };
        let answer = match request {
            Request::Lend { .. } if is_lent => Answer::Refused { reason: "something is lent already".to_owned() },
            Request::Lend { text } => {
                let lent = board.lend(&text);
                is_lent = lent.is_ok();
                lent.map_or_else(Answer::from, |()| Answer::Lent)
            }
            Request::Copy { .. } if is_lent => Answer::Refused { reason: "something is lent already".to_owned() },
            Request::Copy { text } => {
                let copied = board.copy(&text);
                let stays = copied.is_ok();
                let written = protocol::write(&mut *output, &copied.map_or_else(Answer::from, |()| Answer::Copied));
                if stays {
                    board.stay();
                }
                return written;
            }
            Request::Text => board.text().map_or_else(Answer::from, |text| Answer::Text { text }),
            Request::Return { .. } if !is_lent => Answer::Returned { is_restored: false },
            Request::Return { copied } => {
                let returned = board.give_back(copied.as_deref());
                let is_restored = matches!(returned, Ok(true));
                let answer = returned.map_or_else(Answer::from, |is_restored| Answer::Returned { is_restored });
                let written = protocol::write(&mut *output, &answer);
                if is_restored {
                    board.stay();
                }
                return written;
            }
        };
        if let Err(error) = protocol::write(&mut *output, &answer) {
            // Nobody is there any more.
            if is_lent {
                bring_back(board);
            }
            return Err(error);
        }
    }
}

/// Brings back what was kept for a lender that has gone, perhaps right after it had pressed the keys.
fn bring_back(board: &mut impl Board) {
    board.linger();
    if matches!(board.give_back(None), Ok(true)) {
        board.stay();
    }
}

#[cfg(test)]
mod tests;
