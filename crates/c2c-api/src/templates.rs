//! The texts with which a workspace's conversations begin: C2C's own, or as the person edited them.

use c2c_ipc::app::Reason;
use c2c_protocol::templates::{self, ProjectFields};
use c2c_store::{Template, TemplateKind};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;

/// The most characters of either text: ChatGPT takes no more as a Project's instructions, and a first message of that
/// length goes into its message box as it is.
pub(crate) const MOST_CHARACTERS: usize = templates::INSTRUCTIONS_MAX;

/// What C2C's messages cannot do without: an edited text must still tell ChatGPT how they look.
const CONTRACT: [&str; 4] = ["[C2C]", "STATE:", "TASK_ID:", "ITERATION:"];

/// C2C's own text for the workspace.
///
/// # Errors
/// `User` when a name cannot stand in it.
pub(crate) fn original(place: &Place, kind: TemplateKind) -> Result<String, ApiError> {
    Ok(match kind {
        TemplateKind::BootPrompt => templates::boot_prompt(&place.workspace.connector_name)?,
        TemplateKind::Instructions => templates::project_instructions(&ProjectFields {
            workspace_name: place.workspace.name.clone(),
            connector_name: place.workspace.connector_name.clone(),
            project_type: place.detected.kind.clone(),
            languages: place.detected.languages.clone(),
            frameworks: place.detected.frameworks.clone(),
        })?,
    })
}

/// The edited text, where there is one.
///
/// # Errors
/// When the store cannot be read.
pub(crate) fn edited(app: &App, place: &Place, kind: TemplateKind) -> Result<Option<Template>, ApiError> {
    Ok(app.store().read(|tx| tx.template(&place.workspace.id, kind))?)
}

/// The text in use.
///
/// # Errors
/// `User` when C2C's own is used and a name cannot stand in it; when the store cannot be read.
pub(crate) fn in_use(app: &App, place: &Place, kind: TemplateKind) -> Result<String, ApiError> {
    match edited(app, place, kind)? {
        Some(template) => Ok(template.text),
        None => original(place, kind),
    }
}

/// Keeps an edited text; none, or one that is C2C's own, goes back to that.
///
/// # Errors
/// `User` for a text that ChatGPT could not take, or that lacks what C2C needs in it.
pub(crate) fn save(app: &App, place: &Place, kind: TemplateKind, text: Option<&str>) -> Result<(), ApiError> {
    let original = original(place, kind)?;
    let text = text.map(|text| checked(text, &place.workspace.connector_name)).transpose()?;
    let template = text.filter(|text| *text != original).map(|text| Template { text, original });
    Ok(app.store().write(|tx| tx.set_template(&place.workspace.id, kind, template.as_ref()))?)
}

/// Whether a text names the connector.
pub(crate) fn names_connector(text: &str, connector: &str) -> bool {
    text.contains(connector.trim())
}

fn checked(text: &str, connector: &str) -> Result<String, ApiError> {
    let refused = |reason, message: String| Err(ApiError::new(ErrorKind::User, message).reason(reason));
    // Before anything is copied: a character has at most four bytes.
    if text.len() > 8 * MOST_CHARACTERS {
        return refused(Reason::TemplateTooLong, format!("the text may have {MOST_CHARACTERS} characters"));
    }
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.is_empty() {
        return refused(Reason::TemplateEmpty, "the text is empty".to_owned());
    }
    let characters = text.chars().count();
    if characters > MOST_CHARACTERS {
        let message = format!("the text has {characters} characters and may have {MOST_CHARACTERS}");
        return refused(Reason::TemplateTooLong, message);
    }
    if text.contains(|letter: char| letter.is_control() && letter != '\n' && letter != '\t') {
        return refused(Reason::InvalidInput, "the text has a control character in it".to_owned());
    }
    let missing = CONTRACT.into_iter().find(|part| !text.contains(part));
    let missing = missing.or_else(|| (!names_connector(&text, connector)).then_some(connector));
    match missing {
        Some(part) => refused(
            Reason::TemplateIncomplete,
            format!("the text lacks `{part}`, without which ChatGPT's answers cannot be used"),
        ),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn place(fixture: &Fixture) -> Place {
        fixture.place()
    }

    #[test]
    fn an_edited_text_is_used_until_it_is_reset() {
        let fixture = Fixture::new();
        let place = place(&fixture);
        for kind in TemplateKind::ALL.iter().copied() {
            let own = original(&place, kind).unwrap();
            let mine = format!("{own}\n\nAnswer in Chinese: 中文.");
            save(&fixture.app, &place, kind, Some(&mine.replace('\n', "\r\n"))).unwrap();
            assert_eq!(in_use(&fixture.app, &place, kind).unwrap(), mine);
            assert_eq!(edited(&fixture.app, &place, kind).unwrap().unwrap().original, own);
            save(&fixture.app, &place, kind, Some(&own)).unwrap();
            assert_eq!(edited(&fixture.app, &place, kind).unwrap(), None, "C2C's own is no edited one");
            save(&fixture.app, &place, kind, Some(&mine)).unwrap();
            save(&fixture.app, &place, kind, None).unwrap();
            assert_eq!(in_use(&fixture.app, &place, kind).unwrap(), own);
        }
    }

    #[test]
    fn a_text_that_cannot_do_its_work_is_refused_and_the_last_one_kept() {
        let fixture = Fixture::new();
        let place = place(&fixture);
        let kind = TemplateKind::BootPrompt;
        let own = original(&place, kind).unwrap();
        save(&fixture.app, &place, kind, Some(&format!("{own} Please."))).unwrap();
        let long = format!("{own}{}", "界".repeat(MOST_CHARACTERS));
        let huge = "a".repeat(1 << 20);
        for (text, reason) in [
            ("", Reason::TemplateEmpty),
            (" \n\t", Reason::TemplateEmpty),
            (long.as_str(), Reason::TemplateTooLong),
            (huge.as_str(), Reason::TemplateTooLong),
            (&own.replace("[C2C]", "[C3C]"), Reason::TemplateIncomplete),
            (&own.replace("TASK_ID:", "TASK:"), Reason::TemplateIncomplete),
            (&own.replace(&place.workspace.connector_name, "another"), Reason::TemplateIncomplete),
            (&format!("{own}\u{1b}[31m"), Reason::InvalidInput),
        ] {
            let refused = save(&fixture.app, &place, kind, Some(text)).unwrap_err();
            assert_eq!(refused.reason, Some(reason), "{refused:?}");
            assert!(in_use(&fixture.app, &place, kind).unwrap().ends_with(" Please."));
        }
    }

    #[test]
    fn c2c_s_own_texts_hold_what_is_asked_of_edited_ones() {
        let fixture = Fixture::new();
        let place = place(&fixture);
        for kind in TemplateKind::ALL.iter().copied() {
            let own = original(&place, kind).unwrap();
            assert_eq!(checked(&own, &place.workspace.connector_name).unwrap(), own);
        }
    }
}
