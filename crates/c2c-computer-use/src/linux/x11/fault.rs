//! X11's errors as a desk's.

use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::ErrorKind;

use crate::desk::DeskError;

/// Names what was being done when a request failed.
pub(super) trait Faulty<T> {
    /// A window that is gone is [`DeskError::WindowGone`]; a refusal surely did nothing; a broken
    /// connection may have.
    fn doing(self, doing: &'static str) -> Result<T, DeskError>;
}

impl<T> Faulty<T> for Result<T, ConnectionError> {
    fn doing(self, doing: &'static str) -> Result<T, DeskError> {
        self.map_err(|error| DeskError::Failed { doing, reason: error.to_string() })
    }
}

impl<T> Faulty<T> for Result<T, ReplyError> {
    fn doing(self, doing: &'static str) -> Result<T, DeskError> {
        self.map_err(|error| match error {
            ReplyError::ConnectionError(error) => DeskError::Failed { doing, reason: error.to_string() },
            ReplyError::X11Error(error) if matches!(error.error_kind, ErrorKind::Window | ErrorKind::Drawable) => {
                DeskError::WindowGone
            }
            ReplyError::X11Error(error) => DeskError::Refused { doing, reason: format!("{:?}", error.error_kind) },
        })
    }
}
