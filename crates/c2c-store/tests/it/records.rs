//! Iterations, outputs and calls.

use c2c_ports::{ChangeKind, ChangedFile};
use c2c_store::{
    Call, ExitStatus, Iteration, NewCall, NewOutput, Output, OutputSource, OutputStatus, StoreError, TestSource,
};

use crate::support::{Fixture, START_MS, add_session, session_id, workspace_id};

fn iteration(n: u32) -> Iteration {
    Iteration {
        workspace_id: workspace_id(1),
        session_id: Some(session_id(1)),
        task_id: "c2c_1".to_owned(),
        iteration: n,
        plan: "[C2C]".to_owned(),
        changed_files: vec![
            ChangedFile { path: "a b/ü".to_owned(), change: ChangeKind::Added, insertions: Some(3), deletions: None },
            ChangedFile { path: "x".to_owned(), change: ChangeKind::Deleted, insertions: None, deletions: Some(1) },
        ],
        tests: "27 passed".to_owned(),
        test_source: TestSource::Seen,
        exit_status: ExitStatus::Ok,
        notes: "n".to_owned(),
        head: Some("0123".to_owned()),
        dirty_before: vec!["d".to_owned()],
        before_snapshot: Some("b".to_owned()),
        after_snapshot: Some("a".to_owned()),
        patch: vec![0, 255, 10, 13],
        thread_id: Some("t".to_owned()),
        started_at_ms: 5,
        ended_at_ms: 6,
        undone_at_ms: None,
    }
}

fn new_output(n: u32) -> NewOutput {
    NewOutput {
        id: format!("out_{n:016x}"),
        workspace_id: workspace_id(1),
        task_id: "c2c_1".to_owned(),
        iteration: 1,
        command: "cargo test".to_owned(),
        exit_code: Some(-1),
        text: "abc".to_owned(),
        status: OutputStatus::Readable,
        reason: None,
        size_bytes: 9_000_000_000,
        source: OutputSource::Seen,
    }
}

fn new_call(tool: &str) -> NewCall {
    NewCall {
        workspace_id: workspace_id(1),
        tool: tool.to_owned(),
        arguments: "{}".to_owned(),
        client: "planner".to_owned(),
        ok: false,
        code: Some("not_found".to_owned()),
        answer_bytes: 12,
        duration_us: 345,
    }
}

#[test]
fn an_iteration_comes_back_whole_and_can_be_replaced() {
    let (fixture, workspace, _) = Fixture::with_session();
    let read = |n| fixture.store.read(|tx| tx.iteration(&workspace.id, "c2c_1", n)).unwrap();
    fixture.store.write(|tx| tx.put_iteration(&iteration(1))).unwrap();
    assert_eq!(read(1), Some(iteration(1)));
    let bare = Iteration {
        session_id: None,
        changed_files: Vec::new(),
        test_source: TestSource::NotSeen,
        exit_status: ExitStatus::Blocked,
        head: None,
        before_snapshot: None,
        after_snapshot: None,
        patch: Vec::new(),
        thread_id: None,
        undone_at_ms: Some(7),
        ..iteration(1)
    };
    fixture.store.write(|tx| tx.put_iteration(&bare)).unwrap();
    assert_eq!(read(1), Some(bare));
    assert_eq!(read(2), None);
}

#[test]
fn iterations_are_listed_newest_first() {
    let (fixture, workspace, _) = Fixture::with_session();
    add_session(&fixture.store, 2);
    let put = |iteration: &Iteration| fixture.store.write(|tx| tx.put_iteration(iteration)).unwrap();
    put(&iteration(1));
    put(&iteration(2));
    put(&Iteration { task_id: "c2c_2".to_owned(), ..iteration(1) });
    put(&Iteration { workspace_id: workspace_id(2), ..iteration(9) });
    // Replacing one does not make it newer.
    put(&iteration(1));
    let list = |task: Option<&str>, limit| -> Vec<(String, u32)> {
        let rows = fixture.store.read(|tx| tx.iterations(&workspace.id, task, limit)).unwrap();
        rows.into_iter().map(|row| (row.task_id, row.iteration)).collect()
    };
    let of = |task: &str, n| (task.to_owned(), n);
    assert_eq!(list(None, 9), [of("c2c_2", 1), of("c2c_1", 2), of("c2c_1", 1)]);
    assert_eq!(list(None, 1), [of("c2c_2", 1)]);
    assert_eq!(list(Some("c2c_1"), 9), [of("c2c_1", 2), of("c2c_1", 1)]);
}

#[test]
fn an_iteration_is_undone_once() {
    let (fixture, workspace, _) = Fixture::with_session();
    let undo = |n| fixture.store.write(|tx| tx.mark_undone(&workspace.id, "c2c_1", n));
    fixture.store.write(|tx| tx.put_iteration(&iteration(1))).unwrap();
    undo(1).unwrap();
    let row = fixture.store.read(|tx| tx.iteration(&workspace.id, "c2c_1", 1)).unwrap();
    assert_eq!(row, Some(Iteration { undone_at_ms: Some(START_MS), ..iteration(1) }));
    let again = undo(1);
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    let missing = undo(2);
    assert!(matches!(missing, Err(StoreError::NotFound { what: "iteration", .. })), "{missing:?}");
}

#[test]
fn an_iteration_of_nobody_is_refused_by_name() {
    let (fixture, _, _) = Fixture::with_session();
    let put = |iteration: &Iteration| fixture.store.write(|tx| tx.put_iteration(iteration)).unwrap_err();
    let strange = put(&Iteration { session_id: Some(session_id(9)), ..iteration(1) });
    assert!(matches!(strange, StoreError::NotFound { what: "session", .. }), "{strange:?}");
    let homeless = put(&Iteration { workspace_id: workspace_id(9), ..iteration(1) });
    assert!(matches!(homeless, StoreError::NotFound { what: "workspace", .. }), "{homeless:?}");
}

#[test]
fn an_output_comes_back_with_its_hash_and_is_kept_once() {
    let (fixture, workspace, _) = Fixture::with_session();
    let add = |new: &NewOutput| fixture.store.write(|tx| tx.add_output(new));
    add(&new_output(1)).unwrap();
    fixture.clock.advance(1);
    add(&NewOutput { text: "another".to_owned(), ..new_output(1) }).unwrap();
    let new = new_output(1);
    let wanted = Output {
        id: new.id.clone(),
        workspace_id: workspace.id.clone(),
        task_id: new.task_id,
        iteration: 1,
        command: new.command,
        exit_code: Some(-1),
        text: "abc".to_owned(),
        status: OutputStatus::Readable,
        reason: None,
        size_bytes: 9_000_000_000,
        sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(),
        source: OutputSource::Seen,
        created_at_ms: START_MS,
    };
    assert_eq!(fixture.store.read(|tx| tx.output(&workspace.id, &new.id)).unwrap(), Some(wanted));
    assert_eq!(fixture.store.read(|tx| tx.output(&workspace_id(2), &new.id)).unwrap(), None);
    let homeless = add(&NewOutput { workspace_id: workspace_id(9), ..new_output(2) });
    assert!(matches!(homeless, Err(StoreError::NotFound { what: "workspace", .. })), "{homeless:?}");
}

#[test]
fn outputs_are_paged_newest_first_without_gap_or_repetition() {
    let (fixture, workspace, _) = Fixture::with_session();
    let restricted = |n| NewOutput {
        exit_code: None,
        status: OutputStatus::Restricted,
        reason: Some("binary".to_owned()),
        source: OutputSource::Rerun,
        task_id: "c2c_2".to_owned(),
        ..new_output(n)
    };
    // All in one millisecond, with ids in another order.
    for n in [5, 1, 4, 2, 3] {
        let new = if n % 2 == 0 { restricted(n) } else { new_output(n) };
        fixture.store.write(|tx| tx.add_output(&new)).unwrap();
    }
    let page = |task: Option<&str>, limit, before: Option<&str>| -> Vec<String> {
        let rows = fixture.store.read(|tx| tx.outputs(&workspace.id, task, limit, before)).unwrap();
        rows.into_iter().map(|row| row.id).collect()
    };
    let id = |n: u32| format!("out_{n:016x}");
    assert_eq!(page(None, 2, None), [id(3), id(2)]);
    assert_eq!(page(None, 2, Some(&id(2))), [id(4), id(1)]);
    assert_eq!(page(None, 2, Some(&id(1))), [id(5)]);
    assert_eq!(page(None, 2, Some(&id(5))), [""; 0]);
    assert_eq!(page(None, 2, Some("out_none")), [""; 0]);
    assert_eq!(page(Some("c2c_2"), 9, None), [id(2), id(4)]);
    assert_eq!(page(Some("c2c_2"), 9, Some(&id(3))), [id(2), id(4)]);
}

#[test]
fn calls_come_back_newest_first_and_are_counted() {
    let (fixture, workspace, _) = Fixture::with_session();
    add_session(&fixture.store, 2);
    let mut ids = Vec::new();
    for tool in ["read_file", "git_diff", "search_workspace"] {
        ids.push(fixture.store.write(|tx| tx.add_call(&new_call(tool))).unwrap());
        fixture.clock.advance(10);
    }
    fixture.store.write(|tx| tx.add_call(&NewCall { workspace_id: workspace_id(2), ..new_call("fetch") })).unwrap();
    let wanted = Call {
        id: ids[1],
        workspace_id: workspace.id.clone(),
        tool: "git_diff".to_owned(),
        arguments: "{}".to_owned(),
        client: "planner".to_owned(),
        ok: false,
        code: Some("not_found".to_owned()),
        answer_bytes: 12,
        duration_us: 345,
        at_ms: START_MS + 10,
    };
    let since = |since_ms, limit| fixture.store.read(|tx| tx.calls(&workspace.id, since_ms, limit)).unwrap();
    assert_eq!(since(START_MS + 10, 9).get(1), Some(&wanted));
    let tools = |calls: Vec<Call>| calls.into_iter().map(|call| call.tool).collect::<Vec<_>>();
    assert_eq!(tools(since(0, 9)), ["search_workspace", "git_diff", "read_file"]);
    assert_eq!(tools(since(0, 1)), ["search_workspace"]);
    assert_eq!(tools(since(START_MS + 11, 9)), ["search_workspace"]);
    let count = |since_ms| fixture.store.read(|tx| tx.count_calls_since(&workspace.id, since_ms)).unwrap();
    assert_eq!([0, START_MS + 10, START_MS + 11, START_MS + 21].map(count), [3, 2, 1, 0]);
    let homeless = fixture.store.write(|tx| tx.add_call(&NewCall { workspace_id: workspace_id(9), ..new_call("x") }));
    assert!(matches!(homeless, Err(StoreError::NotFound { what: "workspace", .. })), "{homeless:?}");
}
