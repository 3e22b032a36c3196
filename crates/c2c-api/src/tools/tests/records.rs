//! The tools over what was recorded: pages, filters, and what is withheld.

use c2c_ports::{ChangeKind, ChangedFile};
use c2c_store::{ExitStatus, Iteration, NewOutput, OutputSource, OutputStatus, TestSource};

use super::*;

fn changed(path: &str) -> ChangedFile {
    ChangedFile { path: path.to_owned(), change: ChangeKind::Modified, insertions: Some(1), deletions: Some(0) }
}

fn iteration(workspace: &WorkspaceId, task: &str, number: u32) -> Iteration {
    Iteration {
        workspace_id: workspace.clone(),
        session_id: None,
        task_id: task.to_owned(),
        iteration: number,
        plan: String::new(),
        changed_files: vec![changed("value.txt")],
        tests: format!("{number} passed"),
        test_source: TestSource::Seen,
        exit_status: ExitStatus::Ok,
        notes: format!("note {number}"),
        head: None,
        dirty_before: vec![],
        before_snapshot: None,
        after_snapshot: None,
        patch: vec![],
        thread_id: None,
        started_at_ms: 0,
        ended_at_ms: 951_782_400_000,
        undone_at_ms: None,
    }
}

fn output(workspace: &WorkspaceId, id: u64, number: u32, text: &str) -> NewOutput {
    NewOutput {
        id: format!("out_{id:016x}"),
        workspace_id: workspace.clone(),
        task_id: "one".to_owned(),
        iteration: number,
        command: "cargo test".to_owned(),
        exit_code: Some(0),
        text: text.to_owned(),
        status: OutputStatus::Readable,
        reason: None,
        size_bytes: text.len() as u64,
        source: OutputSource::Seen,
    }
}

struct Recorded {
    fixture: Fixture,
    workspace: WorkspaceId,
}

impl Recorded {
    fn new() -> Self {
        let fixture = Fixture::new();
        let workspace = fixture.place().workspace.id;
        Self { fixture, workspace }
    }

    fn put(&self, iteration: &Iteration) {
        self.fixture.app.store().write(|tx| tx.put_iteration(iteration)).unwrap();
    }

    fn iterations(&self, task: &str, count: u32) {
        for number in 1..=count {
            self.put(&iteration(&self.workspace, task, number));
        }
    }

    fn add(&self, output: &NewOutput) {
        self.fixture.app.store().write(|tx| tx.add_output(output)).unwrap();
    }

    fn ask(&self, name: &str, arguments: Value) -> Value {
        ask(&self.fixture, name, arguments).unwrap_or_else(|error| panic!("{name}: {error}")).structured
    }

    fn code(&self, name: &str, arguments: Value) -> ErrorCode {
        ask(&self.fixture, name, arguments).unwrap_err().code
    }
}

fn numbers(summary: &Value) -> Vec<u64> {
    summary["records"].as_array().unwrap().iter().map(|record| record["iteration"].as_u64().unwrap()).collect()
}

#[test]
fn the_summary_of_one_record_is_complete() {
    let recorded = Recorded::new();
    recorded.iterations("one", 1);
    recorded.add(&output(&recorded.workspace, 1, 1, "fine\n"));
    insta::assert_json_snapshot!(recorded.ask("execution_summary", json!({})), @r#"
    {
      "next": "",
      "records": [
        {
          "changed_files": [
            {
              "change": "modified",
              "path": "value.txt"
            }
          ],
          "changed_files_count": 1,
          "exit_status": "ok",
          "iteration": 1,
          "notes": "note 1",
          "outputs": [
            "out_0000000000000001"
          ],
          "task_id": "one",
          "test_source": "seen",
          "tests": "1 passed",
          "time": "2000-02-29T00:00:00Z",
          "undone": false
        }
      ],
      "truncated": false,
      "withheld": []
    }
    "#);
}

#[test]
fn records_are_paged_newest_first_by_five() {
    let recorded = Recorded::new();
    recorded.iterations("one", 12);
    let first = recorded.ask("execution_summary", json!({}));
    assert_eq!(numbers(&first), [12, 11, 10, 9, 8]);
    // A record that comes meanwhile does not shift the next page.
    recorded.put(&iteration(&recorded.workspace, "one", 13));
    let second = recorded.ask("execution_summary", json!({ "cursor": first["next"] }));
    assert_eq!(numbers(&second), [7, 6, 5, 4, 3]);
    let last = recorded.ask("execution_summary", json!({ "cursor": second["next"], "limit": 50 }));
    assert_eq!((numbers(&last), &last["truncated"], &last["next"]), (vec![2, 1], &json!(false), &json!("")));
}

#[test]
fn a_task_can_be_asked_for_alone() {
    let recorded = Recorded::new();
    recorded.iterations("one", 2);
    recorded.iterations("two", 1);
    assert_eq!(numbers(&recorded.ask("execution_summary", json!({ "task_id": "one" }))), [2, 1]);
    assert_eq!(numbers(&recorded.ask("execution_summary", json!({ "task_id": "none" }))), Vec::<u64>::new());
}

#[test]
fn a_page_of_records_keeps_to_its_bytes_and_always_shows_one() {
    let recorded = Recorded::new();
    for number in 1..=3 {
        let notes = "word ".repeat(1_000);
        recorded.put(&Iteration { notes, ..iteration(&recorded.workspace, "one", number) });
    }
    let page = recorded.ask("execution_summary", json!({ "max_bytes": 1_024 }));
    assert_eq!((numbers(&page), &page["truncated"]), (vec![3], &json!(true)));
    assert_eq!(numbers(&recorded.ask("execution_summary", json!({ "max_bytes": 1_024, "cursor": page["next"] }))), [2]);
}

#[test]
fn names_and_notes_that_are_sensitive_are_withheld() {
    let recorded = Recorded::new();
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    recorded.put(&Iteration {
        changed_files: vec![changed("value.txt"), changed(".env"), changed("../odd")],
        notes: format!("used {secret}"),
        undone_at_ms: Some(1),
        ..iteration(&recorded.workspace, "one", 1)
    });
    let summary = recorded.ask("execution_summary", json!({}));
    let record = &summary["records"][0];
    assert_eq!(record["changed_files"], json!([{ "path": "value.txt", "change": "modified" }]));
    assert_eq!((&record["changed_files_count"], &record["undone"]), (&json!(3), &json!(true)));
    assert!(!summary.to_string().contains(&secret));
    assert_eq!(summary["withheld"].as_array().unwrap().len(), 3, "{summary}");
}

#[test]
fn the_tests_of_the_last_iteration_are_told_unless_another_is_named() {
    let recorded = Recorded::new();
    recorded.iterations("one", 2);
    recorded.put(&Iteration { test_source: TestSource::NotSeen, ..iteration(&recorded.workspace, "two", 1) });
    recorded.add(&output(&recorded.workspace, 7, 1, "x"));
    let last = recorded.ask("test_status", json!({}));
    assert_eq!(
        (&last["task_id"], &last["source"], &last["output_id"]),
        (&json!("two"), &json!("not seen"), &json!(""))
    );
    let named = recorded.ask("test_status", json!({ "task_id": "one", "iteration": 1 }));
    insta::assert_json_snapshot!(named, @r#"
    {
      "available": true,
      "exit_status": "ok",
      "iteration": 1,
      "next": "",
      "output_id": "out_0000000000000007",
      "source": "seen",
      "task_id": "one",
      "tests": "1 passed",
      "time": "2000-02-29T00:00:00Z",
      "truncated": false,
      "withheld": []
    }
    "#);
    assert_eq!(recorded.ask("test_status", json!({ "task_id": "one", "iteration": 3 }))["available"], false);
}

#[test]
fn outputs_are_listed_newest_first_and_paged() {
    let recorded = Recorded::new();
    for id in 1..=5 {
        recorded.add(&output(&recorded.workspace, id, 1, "x"));
    }
    let ids = |page: &Value| -> Vec<String> {
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["id"].as_str().unwrap().trim_start_matches("out_0").trim_start_matches('0').to_owned())
            .collect()
    };
    let first = recorded.ask("execution_output", json!({ "limit": 2 }));
    assert_eq!((ids(&first), &first["truncated"]), (vec!["5".to_owned(), "4".to_owned()], &json!(true)));
    recorded.add(&output(&recorded.workspace, 6, 1, "x"));
    let second = recorded.ask("execution_output", json!({ "limit": 50, "cursor": first["next"] }));
    assert_eq!((ids(&second), &second["truncated"]), (["3", "2", "1"].map(str::to_owned).to_vec(), &json!(false)));
}

#[test]
fn an_output_is_read_in_pages_that_are_the_whole() {
    let recorded = Recorded::new();
    let text = "line of output ä\n".repeat(300);
    recorded.add(&output(&recorded.workspace, 1, 1, &text));
    let id = "out_0000000000000001";
    let (mut cursor, mut read) = (json!(""), String::new());
    for _ in 0..20 {
        let page = recorded
            .ask("execution_output", json!({ "action": "read", "id": id, "max_bytes": 1_024, "cursor": cursor }));
        let part = page["text"].as_str().unwrap();
        assert!(part.len() <= 1_024 && part.ends_with('\n'));
        read.push_str(part);
        cursor = page["next"].clone();
        if page["truncated"] == false {
            break;
        }
    }
    assert_eq!(read, text);
}

#[test]
fn what_was_replaced_before_an_output_was_kept_is_told() {
    let recorded = Recorded::new();
    let text = "[REDACTED:github-token,40] and [REDACTED:url-password,9] and [REDACTED:url-password,9]\n";
    recorded.add(&output(&recorded.workspace, 1, 1, text));
    let id = "out_0000000000000001";
    let read = recorded.ask("execution_output", json!({ "action": "read", "id": id }));
    let told = json!([
        { "path": id, "reason": "a secret was replaced (github-token)" },
        { "path": id, "reason": "2 secrets were replaced (url-password)" },
    ]);
    assert_eq!((&read["text"], &read["withheld"]), (&json!(text), &told));
}

#[test]
fn a_restricted_output_is_listed_with_its_reason_and_never_read() {
    let recorded = Recorded::new();
    recorded.add(&NewOutput {
        status: OutputStatus::Restricted,
        reason: Some("it holds a private key".to_owned()),
        text: String::new(),
        exit_code: None,
        ..output(&recorded.workspace, 1, 1, "")
    });
    let mut list = recorded.ask("execution_output", json!({}));
    assert_eq!(list["withheld"], json!([{ "path": "out_0000000000000001", "reason": "it holds a private key" }]));
    list["items"][0]["time"] = json!("then");
    insta::assert_json_snapshot!(list["items"][0], @r#"
    {
      "command": "cargo test",
      "id": "out_0000000000000001",
      "iteration": 1,
      "reason": "it holds a private key",
      "size": 0,
      "source": "seen",
      "status": "restricted",
      "task_id": "one",
      "time": "then"
    }
    "#);
    let read = json!({ "action": "read", "id": "out_0000000000000001" });
    assert_eq!(recorded.code("execution_output", read), ErrorCode::OutputRestricted);
}

#[test]
fn an_output_that_is_not_there_or_of_another_workspace_is_not_found() {
    let recorded = Recorded::new();
    let other = WorkspaceId::from_random([7; 8]);
    let store = recorded.fixture.app.store();
    store.write(|tx| tx.upsert_workspace(&other, "/elsewhere", "other", "C2C other")).unwrap();
    recorded.add(&output(&other, 1, 1, "secret of the other"));
    let read = json!({ "action": "read", "id": "out_0000000000000001" });
    assert_eq!(recorded.code("execution_output", read), ErrorCode::NotFound);
    assert_eq!(recorded.code("execution_output", json!({ "action": "read" })), ErrorCode::InvalidArgument);
    assert_eq!(recorded.code("execution_output", json!({ "action": "write" })), ErrorCode::InvalidArgument);
}

#[test]
fn limits_hold_at_n_and_beyond() {
    let recorded = Recorded::new();
    for (name, field, least, most) in [
        ("execution_summary", "limit", 1, 50),
        ("execution_summary", "max_bytes", 1_024, 262_144),
        ("execution_output", "limit", 1, 50),
        ("execution_output", "max_bytes", 1_024, 262_144),
        ("current_task", "max_bytes", 1_024, 262_144),
        ("test_status", "max_bytes", 1_024, 262_144),
    ] {
        recorded.iterations("one", 1);
        let session = c2c_ports::SessionId::from_random([1; 8]);
        open_session(&recorded.fixture, &session);
        for fine in [least, most] {
            recorded.ask(name, json!({ field: fine }));
        }
        for wrong in [least - 1, most + 1] {
            assert_eq!(
                recorded.code(name, json!({ field: wrong })),
                ErrorCode::InvalidArgument,
                "{name} {field} {wrong}"
            );
        }
    }
}

/// A session of another driver, once.
fn open_session(fixture: &Fixture, id: &c2c_ports::SessionId) {
    let place = fixture.place();
    let new = c2c_store::NewSession {
        id: id.clone(),
        workspace_id: place.workspace.id,
        conversation_id: None,
        task_id: "one".to_owned(),
        goal: "g".to_owned(),
        driver: c2c_store::SessionDriver::Codex,
        carrier: c2c_store::Carrier::Manual,
        approval: c2c_store::ApprovalMode::First,
        sandbox: c2c_ports::Sandbox::WorkspaceWrite,
        max_iterations: 1,
        reply_deadline_s: 1,
    };
    // The second time it is there.
    fixture.app.store().write(|tx| tx.create_session(&new)).ok();
}
