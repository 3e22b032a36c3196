//! The honest worker.

use insta::assert_snapshot;

use super::*;

const PLAN: &str = "ACTIONS:\n1. In `a.conf`, replace `x=1` with `x=2`.\n2. Run `sh t.sh`.\n\nTESTS:\n`sh t.sh`\n";

fn schema() -> Value {
    json!({"properties": {"status": {}, "summary": {}, "test_command": {}, "tests": {}, "known_issues": {}}})
}

fn ran(code: i32, text: &str) -> String {
    format!("Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{text}")
}

fn patched() -> String {
    "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM a.conf\n".to_owned()
}

fn show(item: Item) -> String {
    match item {
        Item::Call { tool, arguments } => {
            let shown = arguments.get("cmd").unwrap_or(&arguments["session_id"]);
            format!("{tool} {shown}")
        }
        Item::Free { tool, input } => format!("{tool}\n{input}"),
        Item::Say(text) => text,
        other => format!("{other:?}"),
    }
}

fn step(plan: &str, outputs: &[String]) -> String {
    show(next(plan, outputs, Some(&schema())))
}

#[test]
fn an_edit_is_read_then_patched_then_tested() {
    let mut outputs = Vec::new();
    assert_snapshot!(step(PLAN, &outputs), @r#"exec_command "cat -- 'a.conf'""#);
    outputs.push(ran(0, "w=0\nx=1\n"));
    assert_snapshot!(step(PLAN, &outputs), @"
    apply_patch
    *** Begin Patch
    *** Update File: a.conf
    @@
     w=0
    -x=1
    +x=2
    *** End Patch
    ");
    outputs.push(patched());
    assert_snapshot!(step(PLAN, &outputs), @r#"exec_command "sh t.sh""#);
    outputs.push(ran(1, "ok 1\nnot ok 2: expected 5\n1 passed, 1 failed\n"));
    assert_snapshot!(step(PLAN, &outputs), @r#"{"known_issues":["`sh t.sh`: 1 passed, 1 failed"],"status":"failed","summary":"Carried out all 2 steps, and `sh t.sh` fails.","test_command":"sh t.sh","tests":"1 passed, 1 failed"}"#);
}

#[test]
fn work_that_is_there_already_is_not_done_again() {
    let outputs = [ran(0, "w=0\nx=2\n")];
    assert_snapshot!(step(PLAN, &outputs), @r#"exec_command "sh t.sh""#);
}

#[test]
fn an_interrupted_call_is_made_again() {
    assert_snapshot!(step(PLAN, &["aborted by user after 1s".to_owned()]), @r#"exec_command "cat -- 'a.conf'""#);
}

#[test]
fn a_text_that_is_not_in_the_file_blocks() {
    assert_snapshot!(step(PLAN, &[ran(0, "y=1\n")]), @r#"{"known_issues":["Action 1: `a.conf` does not contain `x=1`."],"status":"blocked","summary":"Carried out 0 of 2 steps. Action 1: `a.conf` does not contain `x=1`.","test_command":"","tests":""}"#);
}

#[test]
fn an_action_that_is_not_understood_blocks_before_anything_is_done() {
    let plan = "ACTIONS:\n1. Run `ls`.\n2. Improve `a.conf`.\n";
    assert_snapshot!(step(plan, &[]), @r#"{"known_issues":["Action 2 is not understood: Improve `a.conf`."],"status":"blocked","summary":"Carried out 0 of 0 steps. Action 2 is not understood: Improve `a.conf`.","test_command":"","tests":""}"#);
}

#[test]
fn a_command_that_still_runs_is_waited_for() {
    let plan = "ACTIONS:\n1. Run `slow`.\n";
    let running = "Process running with session ID 7\nOutput:\nhalf\n".to_owned();
    assert_snapshot!(step(plan, std::slice::from_ref(&running)), @"write_stdin 7");
    assert_snapshot!(step(plan, &[running, ran(0, "3 passed\n")]), @r#"{"known_issues":[],"status":"ok","summary":"Carried out all 1 steps.","test_command":"slow","tests":"3 passed"}"#);
}

#[test]
fn a_refused_patch_blocks() {
    let outputs = [ran(0, "x=1\n"), "patch rejected: writing is blocked by read-only sandbox".to_owned()];
    assert!(step(PLAN, &outputs).contains("the patch was refused: patch rejected"));
}

#[test]
fn files_are_created_and_deleted() {
    let plan = "ACTIONS:\n1. Create `new.txt` with the content `hi`.\n2. Delete `old.txt`.\n";
    let mut outputs = vec![ran(1, "cat: new.txt: No such file\n")];
    assert!(step(plan, &outputs).contains("*** Add File: new.txt\n+hi\n"));
    outputs.push(patched());
    outputs.push(ran(0, "x\n"));
    assert!(step(plan, &outputs).contains("*** Delete File: old.txt"));
}

#[test]
fn without_a_format_the_report_is_text() {
    let outputs = [ran(0, "x=2\n"), ran(0, "")];
    assert_snapshot!(show(next(PLAN, &outputs, None)), @"Carried out all 2 steps.");
}

#[test]
fn it_looks_first_where_the_prompt_says_so() {
    let prompt = format!("First look at `git diff`.\n\n{PLAN}");
    assert_snapshot!(step(&prompt, &[]), @r#"exec_command "git diff""#);
    assert_snapshot!(step(&prompt, &[ran(0, "")]), @r#"exec_command "cat -- 'a.conf'""#);
}
