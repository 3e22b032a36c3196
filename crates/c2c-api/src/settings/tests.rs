//! The defaults, each field, and what happens to bad ones.

use c2c_ipc::app::{LanguageChoice, Theme};
use serde_json::json;

use super::*;

#[track_caller]
fn check(file: &Value, expected: &Settings, bad: &[&str]) {
    let (settings, found) = Settings::parse(file.to_string().as_bytes());
    assert_eq!(&settings, expected);
    assert_eq!(found.iter().map(|bad| bad.key.as_str()).collect::<Vec<_>>(), bad);
}

#[test]
fn an_empty_file_changes_nothing() {
    check(&json!({}), &Settings::default(), &[]);
}

#[test]
fn every_field_can_be_set() {
    check(
        &json!({
            "approval": "every", "sandbox": "read-only", "max_iterations": 3, "mention_connector": true,
            "reply_deadline_min": 5,
            "codex_deadline_min": 7, "port": 1, "codex_config": ["model=\"x\""], "protocol_version": "2026-07-28",
            "chatgpt_origin": "http://127.0.0.1:7000", "chatgpt_mode": "work", "browser": "edge",
            "browser_switches": ["--lang=de"], "chatgpt_app": "off", "pictures": 7, "allow_read_only_calls": true,
            "idle_ms": 0, "notifications": false, "language": "zh-CN", "theme": "dark"
        }),
        &Settings {
            approval: ApprovalMode::Every,
            sandbox: Sandbox::ReadOnly,
            max_iterations: Some(3),
            mention_connector: true,
            reply_deadline_min: 5,
            codex_deadline_min: 7,
            port: 1,
            codex_config: vec!["model=\"x\"".to_owned()],
            protocol_version: "2026-07-28".to_owned(),
            chatgpt_origin: "http://127.0.0.1:7000".to_owned(),
            chatgpt_mode: ChatGptMode::Work,
            browser: Some("edge".to_owned()),
            browser_switches: vec!["--lang=de".to_owned()],
            chatgpt_app: Some("off".to_owned()),
            picture_days: Some(7),
            allow_read_only_calls: true,
            idle_ms: 0,
            notifications: false,
            language: LanguageChoice::Chinese,
            theme: Theme::Dark,
        },
        &[],
    );
}

#[test]
fn one_bad_field_falls_back_alone() {
    let expected = Settings { port: 9000, ..Settings::default() };
    check(&json!({ "approval": "sometimes", "port": 9000 }), &expected, &["approval"]);
    check(&json!({ "sandbox": 1, "port": 9000 }), &expected, &["sandbox"]);
    check(&json!({ "language": "zh", "port": 9000 }), &expected, &["language"]);
    check(&json!({ "theme": true, "port": 9000 }), &expected, &["theme"]);
    check(&json!({ "mention_connector": "yes", "port": 9000 }), &expected, &["mention_connector"]);
    check(&json!({ "codex_config": ["no equals sign"], "port": 9000 }), &expected, &["codex_config"]);
    check(&json!({ "codex_config": ["=x"], "port": 9000 }), &expected, &["codex_config"]);
    check(&json!({ "protocol_version": "2026-7-28", "port": 9000 }), &expected, &["protocol_version"]);
    check(&json!({ "chatgpt_origin": "http://chatgpt.com", "port": 9000 }), &expected, &["chatgpt_origin"]);
    check(&json!({ "browser_switches": ["--app=x"], "port": 9000 }), &expected, &["browser_switches"]);
    check(&json!({ "allow_read_only_calls": "yes", "port": 9000 }), &expected, &["allow_read_only_calls"]);
    check(&json!({ "notifications": "off", "port": 9000 }), &expected, &["notifications"]);
    check(&json!({ "idle_ms": 60_001, "port": 9000 }), &expected, &["idle_ms"]);
}

#[test]
fn numbers_have_limits_at_both_ends() {
    let expected = Settings { port: 9000, ..Settings::default() };
    for (key, bad) in [
        ("max_iterations", json!(0)),
        ("max_iterations", json!(1001)),
        ("max_iterations", json!(1.5)),
        ("reply_deadline_min", json!(0)),
        ("reply_deadline_min", json!(10_081)),
        ("codex_deadline_min", json!(-1)),
    ] {
        check(&json!({ key: bad, "port": 9000 }), &expected, &[key]);
    }
    for port in [json!(0), json!(65_536), json!("7391")] {
        check(&json!({ "port": port }), &Settings::default(), &["port"]);
    }
    let most = Settings { max_iterations: Some(1000), reply_deadline_min: 10_080, port: 65_535, ..Settings::default() };
    check(&json!({ "max_iterations": 1000, "reply_deadline_min": 10_080, "port": 65_535 }), &most, &[]);
}

#[test]
fn an_unknown_key_is_named() {
    check(&json!({ "prot": 1 }), &Settings::default(), &["prot"]);
}

#[test]
fn a_file_that_is_no_object_falls_back_as_a_whole() {
    for text in ["", "[]", "{", "\"x\""] {
        let (settings, bad) = Settings::parse(text.as_bytes());
        assert_eq!(settings, Settings::default());
        insta::allow_duplicates! {
            insta::assert_snapshot!(bad[0].text(), @"`settings.json` is not used: expected a JSON object");
        }
    }
}

#[test]
fn the_value_of_a_bad_setting_is_never_repeated() {
    let (_, bad) = Settings::parse(br#"{"port":"sk-secret"}"#);
    insta::assert_snapshot!(bad[0].text(), @"the setting `port` is not used: expected a whole number from 1 to 65,535");
}
