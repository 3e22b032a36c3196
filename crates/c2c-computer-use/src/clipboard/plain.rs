//! The clipboard of Windows and macOS, where the system itself holds what was copied.
//!
//! One kind of the content is kept, the one that says most: files, a text with its HTML, a text, or a
//! picture. What a program has copied in kinds of its own alone cannot be read, and is lost.

use std::path::PathBuf;

#[cfg(target_os = "macos")]
use arboard::SetExtApple as _;
#[cfg(windows)]
use arboard::SetExtWindows as _;
use arboard::{Clipboard, Error, ImageData};
use c2c_os::environment::Environment;

use super::keeper::{Board, LATE_PASTE};
use super::protocol::BoardError;

/// What was there.
enum Kept {
    Nothing,
    Files(Vec<PathBuf>),
    Html { html: String, text: Option<String> },
    Text(String),
    Image(ImageData<'static>),
}

/// The system's clipboard.
pub(super) struct PlainBoard {
    clipboard: Clipboard,
    lent: String,
    kept: Kept,
}

impl PlainBoard {
    /// The environment does not matter here.
    pub(super) fn new(_: &Environment) -> Result<Self, BoardError> {
        let clipboard = Clipboard::new().map_err(|error| failed(&error))?;
        Ok(Self { clipboard, lent: String::new(), kept: Kept::Nothing })
    }

    fn read_all(&mut self) -> Result<Kept, BoardError> {
        if let Some(files) = found(self.clipboard.get().file_list())?.filter(|files| !files.is_empty()) {
            return Ok(Kept::Files(files));
        }
        let text = self.text()?;
        if text.is_none()
            && let Some(image) = found(self.clipboard.get_image())?
        {
            return Ok(Kept::Image(image));
        }
        let html = found(self.clipboard.get().html())?;
        Ok(match (html, text) {
            (Some(html), text) => Kept::Html { html, text },
            (None, Some(text)) => Kept::Text(text),
            (None, None) => Kept::Nothing,
        })
    }
}

impl Board for PlainBoard {
    fn lend(&mut self, text: &str) -> Result<(), BoardError> {
        let kept = self.read_all().map_err(|error| BoardError::Refused(error.to_string()))?;
        let set = self.clipboard.set().exclude_from_history().text(text);
        set.map_err(|error| failed(&error))?;
        text.clone_into(&mut self.lent);
        self.kept = kept;
        Ok(())
    }

    fn copy(&mut self, text: &str) -> Result<(), BoardError> {
        self.clipboard.set_text(text).map_err(|error| failed(&error))
    }

    fn text(&mut self) -> Result<Option<String>, BoardError> {
        found(self.clipboard.get_text())
    }

    fn give_back(&mut self, copied: Option<&str>) -> Result<bool, BoardError> {
        match self.text()? {
            Some(text) if text == self.lent || Some(text.as_str()) == copied => {}
            _ => return Ok(false),
        }
        let set = self.clipboard.set();
        let restored = match std::mem::replace(&mut self.kept, Kept::Nothing) {
            Kept::Nothing => {
                drop(set);
                self.clipboard.clear()
            }
            Kept::Files(files) => set.file_list(&files),
            Kept::Html { html, text } => set.html(html, text),
            Kept::Text(text) => set.text(text),
            Kept::Image(image) => set.image(image),
        };
        restored.map(|()| true).map_err(|error| failed(&error))
    }

    fn attend(&mut self) {}

    fn linger(&mut self) {
        std::thread::sleep(LATE_PASTE);
    }

    fn stay(&mut self) {}
}

/// What is there; none when it is of another kind.
fn found<T>(read: Result<T, Error>) -> Result<Option<T>, BoardError> {
    match read {
        Ok(content) => Ok(Some(content)),
        Err(Error::ContentNotAvailable | Error::ConversionFailure) => Ok(None),
        Err(error) => Err(failed(&error)),
    }
}

fn failed(error: &Error) -> BoardError {
    BoardError::Failed(error.to_string())
}
