//! The catalogue as it is fixed, and calls with their record.

use std::collections::BTreeMap;

use c2c_workspace::Limits;
use serde_json::json;

use super::*;
use crate::testing::Fixture;

mod records;
mod task;

const NAMES: [&str; 15] = [
    "workspace_info",
    "current_task",
    "list_directory",
    "find_files",
    "read_file",
    "search_workspace",
    "git_status",
    "git_diff",
    "git_log",
    "git_show",
    "test_status",
    "execution_summary",
    "execution_output",
    "search",
    "fetch",
];

#[test]
fn the_catalogue_has_the_fifteen_tools() {
    assert_eq!(catalogue().iter().map(|tool| tool.name).collect::<Vec<_>>(), NAMES);
}

#[test]
fn the_committed_schemas_are_those_in_the_code() {
    let all: BTreeMap<&str, Value> = catalogue()
        .iter()
        .map(|tool| (tool.name, json!({ "input": tool.input_schema, "output": tool.output_schema })))
        .collect();
    insta::with_settings!({ snapshot_path => "../../schemas", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!("tools", all);
    });
}

#[test]
fn every_schema_is_flat_and_every_input_closed() {
    for tool in catalogue() {
        assert_eq!(schema::not_flat(&tool.input_schema), Vec::<String>::new(), "input of {}", tool.name);
        assert_eq!(schema::not_flat(&tool.output_schema), Vec::<String>::new(), "answer of {}", tool.name);
        assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
        assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        let text = json!([tool.input_schema, tool.output_schema]).to_string();
        for word in ["$ref", "$defs", "anyOf", "oneOf", "\"null\""] {
            assert!(!text.contains(word), "{word} in {}", tool.name);
        }
    }
}

#[test]
fn words_about_a_tool_are_plain_ascii() {
    for tool in catalogue() {
        for text in [tool.name, tool.title, tool.description] {
            assert!(text.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{text}");
        }
        assert!(tool.title.len() <= 40 && tool.description.len() <= 400, "{}", tool.name);
    }
}

#[test]
fn all_answers_but_the_documents_tell_what_is_missing() {
    for tool in catalogue().iter().filter(|tool| !matches!(tool.name, "search" | "fetch")) {
        for field in ["truncated", "next", "withheld"] {
            assert!(tool.output_schema["properties"].get(field).is_some(), "{field} of {}", tool.name);
        }
    }
}

fn caller() -> Caller {
    Caller { client: "tester".to_owned(), limits: Limits::default() }
}

fn ask(fixture: &Fixture, name: &str, arguments: Value) -> Result<ToolAnswer, ToolError> {
    call(&fixture.app, &fixture.place().workspace.id, name, arguments, &caller())
}

#[test]
fn every_answer_mirrors_its_structure_as_text() {
    let fixture = Fixture::new();
    for (name, arguments) in [
        ("workspace_info", json!({})),
        ("current_task", Value::Null),
        ("list_directory", json!({})),
        ("find_files", json!({ "query": "value" })),
        ("read_file", json!({ "path": "value.txt" })),
        ("search_workspace", json!({ "query": "one" })),
        ("git_status", json!({})),
        ("git_diff", json!({})),
        ("git_log", json!({})),
        ("git_show", json!({ "commit": "HEAD" })),
        ("test_status", json!({})),
        ("execution_summary", json!({})),
        ("execution_output", json!({})),
        ("search", json!({ "query": "one" })),
        ("fetch", json!({ "id": "value.txt" })),
    ] {
        let answer = ask(&fixture, name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::from_str::<Value>(&answer.text).unwrap(), answer.structured, "{name}");
        let properties = find(name).unwrap().output_schema["properties"].clone();
        for field in answer.structured.as_object().unwrap().keys() {
            assert!(properties.get(field).is_some(), "`{field}` of {name} is not in its schema");
        }
    }
}

#[test]
fn the_workspace_is_told_without_its_place_on_disk() {
    let fixture = Fixture::new();
    let info = ask(&fixture, "workspace_info", json!({})).unwrap();
    assert_eq!((&info.structured["name"], &info.structured["root"]), (&json!("shop"), &json!("workspace:/")));
    assert_eq!((&info.structured["git"]["available"], &info.structured["git"]["dirty"]), (&json!(true), &json!(false)));
    assert!(!info.text.contains(&fixture.base().display().to_string()), "{}", info.text);
}

#[test]
fn a_folder_that_was_made_anew_is_read_and_one_that_a_link_leads_to_is_not() {
    let fixture = Fixture::new();
    let (root, workspace) = (fixture.root(), fixture.place().workspace.id);
    let read = || call(&fixture.app, &workspace, "read_file", json!({ "path": "value.txt" }), &caller());
    read().unwrap();
    let moved = root.with_extension("moved");
    std::fs::rename(root, &moved).unwrap();
    assert_eq!(read().unwrap_err().code, ErrorCode::NotFound);
    std::fs::create_dir(root).unwrap();
    std::fs::write(root.join("value.txt"), "anew").unwrap();
    assert_eq!(read().unwrap().structured["content"], "anew");
    #[cfg(unix)]
    {
        std::fs::remove_dir_all(root).unwrap();
        std::os::unix::fs::symlink(&moved, root).unwrap();
        assert_eq!(read().unwrap_err().code, ErrorCode::NotFound);
    }
}

#[test]
fn every_call_is_recorded_without_secrets() {
    let fixture = Fixture::new();
    let workspace = fixture.place().workspace.id;
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    ask(&fixture, "search_workspace", json!({ "query": secret })).unwrap();
    ask(&fixture, "read_file", json!({ "path": "none.txt" })).unwrap_err();
    ask(&fixture, "read_file", json!({ "paths": 1 })).unwrap_err();
    ask(&fixture, "search_workspace", json!({ "query": "ä".repeat(900), "path": "x".repeat(4_000) })).unwrap_err();
    let calls = fixture.app.store().read(|tx| tx.calls(&workspace, 0, 10)).unwrap();
    let codes: Vec<_> = calls.iter().rev().map(|call| call.code.as_deref().unwrap_or("ok")).collect();
    assert_eq!(codes[..3], ["ok", "NOT_FOUND", "INVALID_ARGUMENT"]);
    assert!(calls.iter().all(|call| !call.arguments.contains(&secret) && call.arguments.len() <= 2_048));
    assert_eq!((calls[0].client.as_str(), calls[3].ok), ("tester", true));
    assert!(calls[3].answer_bytes > 0);
}

#[test]
fn an_unknown_tool_and_an_unknown_workspace_are_refused() {
    let fixture = Fixture::new();
    assert_eq!(ask(&fixture, "write_file", json!({})).unwrap_err().code, ErrorCode::InvalidArgument);
    let nowhere = WorkspaceId::from_random([9; 8]);
    let error = call(&fixture.app, &nowhere, "git_log", json!({}), &caller()).unwrap_err();
    assert_eq!(error.code, ErrorCode::NotFound);
    assert!(!has_workspace(&fixture.app, &nowhere));
    assert!(has_workspace(&fixture.app, &fixture.place().workspace.id));
}

#[test]
fn an_internal_error_gets_a_reference() {
    let error = referenced("x", ToolError::internal("reading", &std::io::Error::other("detail")));
    assert!(error.message.starts_with("reading failed (reference ref_"), "{}", error.message);
    let other = ToolError::not_found("a");
    assert_eq!(referenced("x", other.clone()), other);
}

#[test]
fn a_task_that_does_not_exist_has_no_tests() {
    let fixture = Fixture::new();
    let status = ask(&fixture, "test_status", json!({ "task_id": "none", "iteration": 1 })).unwrap();
    assert_eq!(status.structured["available"], false);
    for wrong in [json!({ "iteration": 0 }), json!({ "iteration": -1 }), json!({ "iteration": 4_294_967_296_i64 })] {
        assert_eq!(ask(&fixture, "test_status", wrong).unwrap_err().code, ErrorCode::InvalidArgument);
    }
}
