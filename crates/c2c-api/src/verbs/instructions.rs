//! The instructions of a ChatGPT Project for one workspace.

use c2c_ipc::TextView;
use c2c_store::TemplateKind;

use crate::app::App;
use crate::error::ApiError;
use crate::place::Place;
use crate::templates;

/// The instructions that bind a ChatGPT Project to this workspace, as the person edited them where they did.
///
/// # Errors
/// `User` when a name cannot stand in them.
pub fn instructions(app: &App, place: &Place) -> Result<TextView, ApiError> {
    let text = templates::in_use(app, place, TemplateKind::Instructions)?;
    Ok(TextView { characters: text.chars().count() as u64, text })
}
