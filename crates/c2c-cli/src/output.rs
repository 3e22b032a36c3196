//! Where words go: standard output carries answers, standard error everything said about them.
//!
//! No colour codes. A reader that has gone (a closed pipe) is no fault of ours and is not reported.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use c2c_ipc::ErrorShape;
use serde::Serialize;

use crate::escape::shown;

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON value a line.
    Json,
}

/// The two streams of this process.
pub(crate) struct Output {
    format: Format,
    answers: Mutex<Box<dyn Write + Send>>,
    talk: Mutex<Box<dyn Write + Send>>,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Output").field("format", &self.format).finish_non_exhaustive()
    }
}

impl Output {
    /// The process's own streams.
    pub(crate) fn of_process(format: Format) -> Self {
        Self::new(format, Box::new(io::stdout()), Box::new(io::stderr()))
    }

    pub(crate) fn new(format: Format, answers: Box<dyn Write + Send>, talk: Box<dyn Write + Send>) -> Self {
        Self { format, answers: Mutex::new(answers), talk: Mutex::new(talk) }
    }

    /// How answers are written.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// An answer: `value` as one line of JSON, or `text` of it.
    pub(crate) fn answer<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        match self.format {
            Format::Text => write_line(&self.answers, &text(value)),
            Format::Json => match serde_json::to_string(value) {
                Ok(line) => write_line(&self.answers, &line),
                Err(error) => tracing::error!(%error, "an answer cannot be written as JSON"),
            },
        }
    }

    /// Text that is itself what was asked for, in either format.
    pub(crate) fn plain(&self, text: &str) {
        write_line(&self.answers, text);
    }

    /// Something to know, for a person.
    pub(crate) fn say(&self, text: &str) {
        write_line(&self.talk, &shown(text));
    }

    /// An error: for people on standard error, as JSON on standard output, where the answer would be.
    pub(crate) fn error(&self, shape: &ErrorShape) {
        match self.format {
            Format::Text => write_line(&self.talk, &error_text(shape)),
            Format::Json => self.answer(&ErrorLine { error: shape }, |_| String::new()),
        }
    }

    /// An error of the connector's, which ChatGPT would get instead of an answer: it is named by its code too.
    pub(crate) fn refusal(&self, shape: &ErrorShape) {
        match self.format {
            Format::Text => {
                let message = format!("{}: {}", shape.code, shape.message);
                write_line(&self.talk, &error_text(&ErrorShape { message, ..shape.clone() }));
            }
            Format::Json => self.error(shape),
        }
    }
}

#[derive(Debug, Serialize)]
struct ErrorLine<'a> {
    error: &'a ErrorShape,
}

/// An error as a person reads it.
pub(crate) fn error_text(shape: &ErrorShape) -> String {
    let mut text = format!("Error: {}", shown(&shape.message));
    if !shape.causes.is_empty() {
        text.push_str("\nCaused by:");
        for cause in &shape.causes {
            text.push_str("\n  ");
            text.push_str(&shown(cause).replace('\n', "\n    "));
        }
    }
    for hint in &shape.hints {
        text.push_str("\nHint: ");
        text.push_str(&shown(hint));
    }
    text
}

fn write_line(stream: &Mutex<Box<dyn Write + Send>>, text: &str) {
    let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = if text.ends_with('\n') { "" } else { "\n" };
    let written = write!(stream, "{text}{ended}").and_then(|()| stream.flush());
    if let Err(error) = written {
        tracing::debug!(%error, "nobody reads this stream");
    }
}

#[cfg(test)]
mod tests;
