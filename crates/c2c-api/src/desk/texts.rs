//! The texts with which a workspace's conversations begin.

use c2c_ipc::app::{SaveTemplateParams, TemplateKind, TemplateView, TemplateWarning, TemplatesView};
use c2c_store::TemplateKind as Kind;

use super::checks;
use crate::app::App;
use crate::error::ApiError;
use crate::place::Place;
use crate::templates;

/// The texts of one workspace.
pub(super) fn templates(app: &App, root: &str) -> Result<TemplatesView, ApiError> {
    let place = Place::open(app, &checks::root(root)?)?;
    Ok(TemplatesView {
        workspace_name: place.workspace.name.clone(),
        root: place.workspace.root.clone(),
        boot_prompt: view(app, &place, TemplateKind::BootPrompt)?,
        instructions: view(app, &place, TemplateKind::Instructions)?,
    })
}

/// Keeps an edited text, or goes back to the original.
pub(super) fn save_template(app: &App, params: &SaveTemplateParams) -> Result<TemplateView, ApiError> {
    let place = Place::open(app, &checks::root(&params.root)?)?;
    templates::save(app, &place, kept(params.kind), params.text.as_deref())?;
    view(app, &place, params.kind)
}

fn kept(kind: TemplateKind) -> Kind {
    match kind {
        TemplateKind::BootPrompt => Kind::BootPrompt,
        TemplateKind::Instructions => Kind::Instructions,
    }
}

fn view(app: &App, place: &Place, kind: TemplateKind) -> Result<TemplateView, ApiError> {
    let original = templates::original(place, kept(kind))?;
    let edited = templates::edited(app, place, kept(kind))?;
    let mut warnings = Vec::new();
    if let Some(template) = &edited {
        if template.original != original {
            warnings.push(TemplateWarning::OriginalChanged);
        }
        if !templates::names_connector(&template.text, &place.workspace.connector_name) {
            warnings.push(TemplateWarning::OtherConnector);
        }
    }
    let is_edited = edited.is_some();
    let text = edited.map_or_else(|| original.clone(), |template| template.text);
    Ok(TemplateView {
        kind,
        characters: text.chars().count() as u64,
        text,
        most_characters: templates::MOST_CHARACTERS as u64,
        original,
        edited: is_edited,
        warnings,
    })
}
