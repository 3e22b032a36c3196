//! The committed schema, and the shapes that readers outside rely on.

use std::collections::BTreeMap;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::*;

mod examples;

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> (String, Value) {
    (T::schema_name().into_owned(), generator.root_schema_for::<T>().to_value())
}

#[test]
fn the_committed_schema_is_the_one_in_the_code() {
    let mut generator =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator();
    let all: BTreeMap<String, Value> = [
        schema::<app::AppView>(&mut generator),
        schema::<app::Call>(&mut generator),
        schema::<app::ChosenFolderView>(&mut generator),
        schema::<app::DiffView>(&mut generator),
        schema::<app::LookView>(&mut generator),
        schema::<app::OutputTextView>(&mut generator),
        schema::<app::OverviewView>(&mut generator),
        schema::<app::PreviewView>(&mut generator),
        schema::<app::SessionPageView>(&mut generator),
        schema::<app::SessionsView>(&mut generator),
        schema::<app::SettingsView>(&mut generator),
        schema::<app::StartedView>(&mut generator),
        schema::<app::TemplateView>(&mut generator),
        schema::<app::TemplatesView>(&mut generator),
        schema::<app::WorkspacesView>(&mut generator),
        schema::<ChatGptCloseView>(&mut generator),
        schema::<ChatGptOpenView>(&mut generator),
        schema::<ChatGptStatusView>(&mut generator),
        schema::<CommandAnswer>(&mut generator),
        schema::<ErrorShape>(&mut generator),
        schema::<ParseView>(&mut generator),
        schema::<RecordView>(&mut generator),
        schema::<RenderView>(&mut generator),
        schema::<ServeView>(&mut generator),
        schema::<SessionEnd>(&mut generator),
        schema::<SessionView>(&mut generator),
        schema::<StatusView>(&mut generator),
        schema::<StepLine>(&mut generator),
        schema::<TextView>(&mut generator),
        schema::<UndoView>(&mut generator),
        schema::<WorkspaceView>(&mut generator),
    ]
    .into();
    insta::with_settings!({ snapshot_path => "../schemas", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!("ipc", all);
    });
}

#[track_caller]
fn check<T>(value: &T, expected: &Value)
where
    T: serde::Serialize + for<'a> serde::Deserialize<'a> + PartialEq + std::fmt::Debug,
{
    assert_eq!(&serde_json::to_value(value).unwrap(), expected);
    assert_eq!(&serde_json::from_value::<T>(expected.clone()).unwrap(), value);
}

#[test]
fn a_step_names_itself() {
    check(
        &StepLine::Message {
            number: 1,
            direction: "out".to_owned(),
            state: "INIT".to_owned(),
            task_id: "c2c_1".to_owned(),
            iteration: 0,
            delivery: "inserted".to_owned(),
            text: "[C2C]\n".to_owned(),
            conversation_url: None,
            project_url: None,
        },
        &json!({
            "step": "message", "number": 1, "direction": "out", "state": "INIT", "task_id": "c2c_1", "iteration": 0,
            "delivery": "inserted", "text": "[C2C]\n"
        }),
    );
    check(
        &StepLine::ExecutionEnded { iteration: 2, outcome: "completed".to_owned(), message: None },
        &json!({ "step": "execution_ended", "iteration": 2, "outcome": "completed" }),
    );
}

#[test]
fn the_last_line_starts_with_the_state_and_the_iterations() {
    let end = SessionEnd {
        state: "DONE".to_owned(),
        iterations: 2,
        session: "ses_1".to_owned(),
        task_id: "c2c_1".to_owned(),
        text: String::new(),
    };
    assert_eq!(
        serde_json::to_string(&end).unwrap(),
        r#"{"state":"DONE","iterations":2,"session":"ses_1","task_id":"c2c_1"}"#
    );
}

#[test]
fn a_section_is_text_or_a_list() {
    check(
        &ParseView {
            status: ParseStatus::Message,
            state: Some("PLAN".to_owned()),
            task_id: Some("c2c_1".to_owned()),
            iteration: Some(1),
            sections: BTreeMap::from([
                ("GOAL".to_owned(), SectionView::Text("g".to_owned())),
                ("ACTIONS".to_owned(), SectionView::List(vec!["a".to_owned(), "b".to_owned()])),
            ]),
            errors: vec![],
        },
        &json!({
            "status": "message", "state": "PLAN", "task_id": "c2c_1", "iteration": 1,
            "sections": { "GOAL": "g", "ACTIONS": ["a", "b"] }, "errors": []
        }),
    );
}

#[test]
fn what_is_not_known_is_left_out_except_of_a_reply() {
    check(
        &ParseView {
            status: ParseStatus::None,
            state: None,
            task_id: None,
            iteration: None,
            sections: BTreeMap::new(),
            errors: vec![ParseErrorView {
                expected: "a block that starts with `[C2C]`".to_owned(),
                found: "none".to_owned(),
                start: 0,
                end: 0,
            }],
        },
        &json!({
            "status": "none", "state": null, "task_id": null, "iteration": null, "sections": {},
            "errors": [{ "expected": "a block that starts with `[C2C]`", "found": "none", "start": 0, "end": 0 }]
        }),
    );
    check(
        &ConversationView {
            mode: "long-chat".to_owned(),
            url: None,
            project_url: None,
            title: None,
            connector_name: None,
            booted: false,
        },
        &json!({ "mode": "long-chat", "booted": false }),
    );
}

#[test]
fn an_error_always_has_a_code_and_a_message() {
    let shape = ErrorShape {
        code: "conflict".to_owned(),
        reason: None,
        message: "`/w` has a session".to_owned(),
        causes: vec![],
        hints: vec!["run `c2c status`".to_owned()],
    };
    check(&shape, &json!({ "code": "conflict", "message": "`/w` has a session", "hints": ["run `c2c status`"] }));
}

#[test]
fn every_parse_status_has_the_name_it_is_written_with() {
    for status in [ParseStatus::Message, ParseStatus::Incomplete, ParseStatus::Invalid, ParseStatus::None] {
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
    }
}

#[test]
fn a_call_names_itself_and_takes_nothing_that_it_does_not_know() {
    let call = |value: Value| serde_json::from_value::<app::Call>(value);
    let stop =
        app::Call::Command(app::CommandParams { session: "ses_1".to_owned(), command: app::SessionCommand::Stop {} });
    check(&stop, &json!({ "call": "command", "session": "ses_1", "command": { "kind": "stop" } }));
    check(&app::Call::Overview(app::OverviewParams {}), &json!({ "call": "overview" }));
    for wrong in [
        json!({ "call": "format_disk" }),
        json!({ "call": "overview", "all": true }),
        json!({ "call": "command", "session": "ses_1", "command": { "kind": "stop", "now": true } }),
        json!({ "call": "session_page" }),
        json!({ "call": "sessions", "offset": -1, "limit": 1 }),
    ] {
        assert!(call(wrong.clone()).is_err(), "{wrong}");
    }
}
