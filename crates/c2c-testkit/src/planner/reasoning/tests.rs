//! The planner against a made-up connector.

use std::collections::VecDeque;

use super::*;

/// Answers tools from a script and notes what was asked.
#[derive(Default)]
struct Scripted {
    answers: VecDeque<(&'static str, Value)>,
    calls: Vec<String>,
}

impl Scripted {
    fn new(answers: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        Self { answers: answers.into_iter().collect(), calls: Vec::new() }
    }
}

impl Connector for Scripted {
    fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Unavailable> {
        self.calls.push(format!("{tool} {arguments}"));
        let at = self.answers.iter().position(|(name, _)| *name == tool);
        let answer = at.and_then(|at| self.answers.remove(at));
        answer.map(|(_, value)| value).ok_or(Unavailable { reason: format!("no {tool}") })
    }
}

fn received(state: &str, iteration: u32) -> Received {
    Received { state: state.to_owned(), task_id: "c2c_1".to_owned(), iteration }
}

fn project() -> Scripted {
    Scripted::new([
        ("workspace_info", json!({"name": "demo"})),
        ("current_task", json!({"goal": "Make it pass."})),
        ("list_directory", json!({"entries": []})),
        ("find_files", json!({"files": [{"path": "spec-12/a_test.sh"}]})),
        ("read_file", json!({"content": "expect label 'amber-1'\nexpect seal \"$(work)\"\n"})),
        (
            "search_workspace",
            json!({"matches": [
                {"path": "README.md", "text": "the label= line"},
                {"path": "conf/a.conf", "text": "label=unset\n"},
            ]}),
        ),
    ])
}

fn executed(output: &str, exit_code: i32, diff: &str) -> Scripted {
    Scripted::new([
        ("git_diff", json!({"diff": diff})),
        ("test_status", json!({"available": true})),
        ("execution_summary", json!({"records": []})),
        (
            "execution_output",
            json!({"items": [
                {"id": "out_0", "task_id": "c2c_1", "iteration": 1, "status": "readable", "command": "cat x", "exit_code": 0},
                {"id": "out_1", "task_id": "c2c_1", "iteration": 1, "status": "readable",
                 "command": "/bin/bash -c 'sh spec-12/a_test.sh'", "exit_code": exit_code},
            ]}),
        ),
        ("execution_output", json!({"text": "x"})),
        ("execution_output", json!({"text": output})),
        ("search_workspace", json!({"matches": [{"path": "conf/a.conf", "text": "seal=none"}]})),
    ])
}

fn changes(answer: Answer) -> Vec<String> {
    match answer {
        Answer::Plan { changes, .. } => changes.iter().map(|c| format!("{}: {} -> {}", c.path, c.old, c.new)).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_plan_quotes_what_the_test_file_says() {
    let mut connector = project();
    let answer = Planner::new(2).answer(&received("INIT", 0), &mut connector);
    assert_eq!(changes(answer), ["conf/a.conf: label=unset -> label=amber-1"]);
    let tools: Vec<&str> = connector.calls.iter().filter_map(|call| call.split(' ').next()).collect();
    let expected = ["workspace_info", "current_task", "list_directory", "find_files", "read_file", "search_workspace"];
    assert_eq!(tools, expected);
}

#[test]
fn without_a_connector_it_is_blocked() {
    let answer = Planner::new(2).answer(&received("INIT", 0), &mut Scripted::default());
    assert!(matches!(answer, Answer::Blocked { reason, .. } if reason.contains("no workspace_info")));
}

#[test]
fn a_second_plan_quotes_what_the_test_run_said_and_then_it_is_done() {
    let mut planner = Planner::new(2);
    planner.answer(&received("INIT", 0), &mut project());
    let failing = "ok: label\nnot ok: seal: expected `77`, found `none`\n1 passed, 1 failed\n";
    let answer = planner.answer(&received("EXECUTED", 1), &mut executed(failing, 1, "+label=amber-1\n"));
    assert_eq!(changes(answer), ["conf/a.conf: seal=none -> seal=77"]);
    let mut passing = executed("2 passed, 0 failed\n", 0, "+label=amber-1\n+seal=77\n");
    let answer = planner.answer(&received("EXECUTED", 1), &mut passing);
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

#[test]
fn a_pass_without_the_asked_change_is_not_done() {
    let mut planner = Planner::new(2);
    planner.answer(&received("INIT", 0), &mut project());
    let answer = planner.answer(&received("EXECUTED", 1), &mut executed("2 passed, 0 failed\n", 0, "+other=1\n"));
    assert!(matches!(answer, Answer::Blocked { reason, .. } if reason.contains("does not add `label=amber-1`")));
}

#[test]
fn a_closing_line_that_contradicts_the_exit_code_is_not_done() {
    let mut planner = Planner::new(2);
    planner.answer(&received("INIT", 0), &mut project());
    let answer = planner.answer(&received("EXECUTED", 1), &mut executed("2 passed, 0 failed\n", 1, "+label=amber-1\n"));
    assert!(matches!(answer, Answer::Blocked { .. }), "{answer:?}");
}

#[test]
fn it_gives_up_after_its_last_plan() {
    let mut planner = Planner::new(1);
    planner.answer(&received("INIT", 0), &mut project());
    let failing = "not ok: seal: expected `77`, found `none`\n1 passed, 1 failed\n";
    let answer = planner.answer(&received("EXECUTED", 1), &mut executed(failing, 1, ""));
    assert!(matches!(answer, Answer::Blocked { reason, .. } if reason.contains("After 1 plans")));
}
