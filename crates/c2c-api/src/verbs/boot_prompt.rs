//! The first message of a new conversation.

use c2c_ipc::TextView;

use crate::error::ApiError;
use crate::place::Place;

/// The boot prompt for this workspace's conversations.
///
/// # Errors
/// `User` when the connector's name cannot stand in it.
pub fn boot_prompt(place: &Place) -> Result<TextView, ApiError> {
    let text = text(place)?;
    Ok(TextView { characters: text.chars().count() as u64, text })
}

pub(crate) fn text(place: &Place) -> Result<String, ApiError> {
    Ok(c2c_protocol::templates::boot_prompt(&place.workspace.connector_name)?)
}
