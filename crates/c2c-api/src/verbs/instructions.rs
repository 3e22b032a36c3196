//! The instructions of a ChatGPT Project for one workspace.

use c2c_ipc::TextView;
use c2c_protocol::templates::ProjectFields;

use crate::error::ApiError;
use crate::place::Place;

/// The instructions that bind a ChatGPT Project to this workspace.
///
/// # Errors
/// `User` when a name cannot stand in them.
pub fn instructions(place: &Place) -> Result<TextView, ApiError> {
    let text = c2c_protocol::templates::project_instructions(&ProjectFields {
        workspace_name: place.workspace.name.clone(),
        connector_name: place.workspace.connector_name.clone(),
        project_type: place.detected.kind.clone(),
        languages: place.detected.languages.clone(),
        frameworks: place.detected.frameworks.clone(),
    })?;
    Ok(TextView { characters: text.chars().count() as u64, text })
}
