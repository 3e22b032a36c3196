//! The desktop of this system.

use c2c_os::environment::Environment;

use crate::clipboard::Lender;
use crate::desk::{Desk, DeskError};

/// The desktop that `environment` names; `lender` lends its clipboard.
///
/// # Errors
/// [`DeskError::Lacks`] with what is missing.
#[cfg(target_os = "linux")]
pub fn desk(environment: &Environment, lender: Lender) -> Result<Box<dyn Desk>, DeskError> {
    Ok(Box::new(crate::linux::LinuxDesk::connect(environment, lender)?))
}

/// The desktop of this person; `lender` lends its clipboard. The environment does not name it here.
///
/// # Errors
/// [`DeskError::Lacks`] with what is missing.
#[cfg(any(windows, target_os = "macos"))]
pub fn desk(_: &Environment, lender: Lender) -> Result<Box<dyn Desk>, DeskError> {
    Ok(Box::new(crate::native::NativeDesk::connect(lender)?))
}

/// The desktop of a system that no part of this build can drive.
///
/// # Errors
/// Always [`DeskError::Lacks`].
#[cfg(not(any(windows, target_os = "linux", target_os = "macos")))]
pub fn desk(_: &Environment, _: Lender) -> Result<Box<dyn Desk>, DeskError> {
    Err(DeskError::Lacks { what: crate::desk::Lacking::System })
}
