//! The schema and what is read by it.

use c2c_ports::ResultStatus;

use super::*;

fn reported() -> Reported {
    Reported {
        status: ResultStatus::Ok,
        summary: "Done.".to_owned(),
        test_command: "cargo test".to_owned(),
        tests: "27 passed".to_owned(),
        known_issues: vec!["none of note".to_owned()],
    }
}

#[test]
fn a_result_survives_text() {
    let text = serde_json::to_string_pretty(&reported()).unwrap();
    assert_eq!(read(&format!("\n{text}\n")), Some(reported()));
}

#[test]
fn anything_else_is_no_result() {
    for text in [
        "",
        "All done.",
        "{}",
        "[]",
        r#"{"status":"fine","summary":"","test_command":"","tests":"","known_issues":[]}"#,
        r#"{"status":"ok","summary":"","test_command":"","tests":""}"#,
        r#"{"status":"ok","summary":1,"test_command":"","tests":"","known_issues":[]}"#,
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn the_schema_is_strict_and_names_every_field() {
    let schema = schema();
    let names = |value: &Value| -> Vec<String> {
        let mut names: Vec<String> = match value {
            Value::Object(fields) => fields.keys().cloned().collect(),
            Value::Array(items) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        names.sort();
        names
    };
    let fields = names(&serde_json::to_value(reported()).unwrap());
    assert_eq!(names(&schema["properties"]), fields);
    assert_eq!(names(&schema["required"]), fields);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn the_schema_knows_every_verdict() {
    for status in [ResultStatus::Ok, ResultStatus::Failed, ResultStatus::Blocked] {
        let name = serde_json::to_value(status).unwrap();
        let schema = schema();
        let verdicts = schema["properties"]["status"]["enum"].as_array().unwrap();
        assert!(verdicts.contains(&name), "{name}");
        assert_eq!(verdicts.len(), 3);
    }
}
