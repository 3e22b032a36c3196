//! The first message of a new conversation.

use c2c_ipc::TextView;
use c2c_store::TemplateKind;

use crate::app::App;
use crate::error::ApiError;
use crate::place::Place;
use crate::templates;

/// The boot prompt for this workspace's conversations, as the person edited it where they did.
///
/// # Errors
/// `User` when the connector's name cannot stand in it.
pub fn boot_prompt(app: &App, place: &Place) -> Result<TextView, ApiError> {
    let text = text(app, place)?;
    Ok(TextView { characters: text.chars().count() as u64, text })
}

pub(crate) fn text(app: &App, place: &Place) -> Result<String, ApiError> {
    templates::in_use(app, place, TemplateKind::BootPrompt)
}
