//! The commands that a Codex session uses to drive the protocol itself, one process each.

use serde_json::{Value, json};

use crate::home::Home;

fn json(home: &Home, input: &str, arguments: &[&str]) -> Value {
    let ran = home.c2c_with(input, &[arguments, &["--json"]].concat());
    assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn a_task_is_driven_from_its_first_message_to_done() {
    let home = Home::with_repository();
    json(
        &home,
        "",
        &["session", "set", "--task", "c2c_f81a", "--goal", "Implement dark mode", "--protocol-state", "INIT"],
    );
    let init = json(&home, "", &["message", "render", "init"]);
    let text = init["text"].as_str().unwrap();
    assert!(
        text.starts_with("[C2C]\nSTATE: INIT\nTASK_ID: c2c_f81a\nITERATION: 0\n\nGOAL:\nImplement dark mode\n"),
        "{text}"
    );
    let done = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 1\n\nSUMMARY:\nIt works.\n";
    let parsed = json(&home, done, &["message", "parse", "--task", "c2c_f81a", "--iteration", "1"]);
    assert_eq!(
        parsed,
        json!({
            "status": "message", "state": "DONE", "task_id": "c2c_f81a", "iteration": 1,
            "sections": { "SUMMARY": "It works." }, "errors": []
        })
    );
    std::fs::write(home.path("shop/test.log"), "27 passed\n").unwrap();
    let record = json(
        &home,
        "",
        &[
            "record",
            "--task",
            "c2c_f81a",
            "--iteration",
            "1",
            "--changed-files",
            "value.txt",
            "--tests",
            "27 passed",
            "--exit-status",
            "ok",
            "--command",
            "cargo test",
            "--output-file",
            "test.log",
            "--exit-code",
            "0",
        ],
    );
    assert_eq!(
        (&record["iteration"]["test_source"], &record["output"]["status"]),
        (&json!("reported"), &json!("readable"))
    );
    let session = json(&home, "", &["session"]);
    assert_eq!(session["session"]["iteration"], 1);
    let view = json(&home, "", &["session", "set", "--mode", "project", "--url", "https://chatgpt.com/c/1"]);
    assert_eq!(
        (&view["conversation"]["mode"], &view["checkpoint"]["protocol_state"]),
        (&json!("project"), &json!("INIT"))
    );
    let view = json(&home, "", &["session", "set", "--protocol-state", "DONE", "--clear-checkpoint"]);
    assert_eq!((&view["session"]["status"], view.get("checkpoint")), (&json!("done"), None));
    let status = json(&home, "", &["status"]);
    assert_eq!(status["iterations"][0]["tests"], "27 passed");
}

#[test]
fn the_repository_around_the_current_folder_is_the_workspace() {
    let home = Home::with_repository();
    std::fs::create_dir_all(home.path("shop/src/deep")).unwrap();
    let outer = json(&home, "", &["workspace"]);
    let inner = json(&home, "", &["workspace", "-w", "src/deep/../.."]);
    assert_eq!(outer["id"], inner["id"]);
    assert_eq!(outer["name"], "shop");
}

#[test]
fn texts_to_paste_are_printed_alone() {
    let home = Home::with_repository();
    for command in ["instructions", "boot-prompt"] {
        let ran = home.c2c(&[command]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{command}");
        assert!(ran.stdout.contains("C2C shop") && !ran.stdout.contains("\x1b["), "{}", ran.stdout);
    }
    let ran = home.c2c(&["completions", "bash"]);
    assert!(ran.stdout.contains("_c2c()"), "{}", ran.stdout);
}

#[test]
fn nothing_is_coloured_when_nobody_looks() {
    let home = Home::with_repository();
    for line in [&["--help"][..], &["status"], &["nonsense"], &["pause"]] {
        let ran = home.c2c(line);
        assert!(!ran.stdout.contains('\x1b') && !ran.stderr.contains('\x1b'), "{line:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_data_folder_and_what_is_in_it_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::with_repository();
    json(&home, "", &["workspace"]);
    let mode = |name: &str| home.path(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("data"), mode("data/c2c.sqlite")), (0o700, 0o600));
}
