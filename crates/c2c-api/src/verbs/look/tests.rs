//! What is shown is what the connector answers, and looking leaves no trace.

use c2c_store::{NewOutput, OutputSource, OutputStatus};
use c2c_workspace::Limits;

use super::*;
use crate::testing::{Fixture, git};
use crate::tools::Caller;

fn path(path: &str) -> LookWhat {
    LookWhat::Path { path: path.to_owned() }
}

fn changes(mode: Option<ChangesMode>) -> LookWhat {
    LookWhat::Changes { mode, base: None, from: None, to: None, path: None }
}

fn search(query: &str) -> LookWhat {
    LookWhat::Search {
        query: query.to_owned(),
        regex: false,
        case_sensitive: false,
        path: None,
        glob: None,
        context: None,
    }
}

fn seen(fixture: &Fixture, what: &LookWhat) -> Look {
    look(&fixture.app, fixture.root(), what, None).unwrap()
}

/// Looks, and holds it against the connector's answer to the very same call.
#[track_caller]
fn check(fixture: &Fixture, what: &LookWhat, tool: &str) -> LookAnswer {
    let looked = seen(fixture, what);
    assert_eq!(looked.tool, tool, "{what:?}");
    let caller = Caller { client: "tester".to_owned(), limits: Limits::default() };
    let workspace = fixture.place().workspace.id;
    let called = tools::call(&fixture.app, &workspace, &looked.tool, looked.arguments.clone(), &caller);
    assert_eq!(looked.answer, called, "{what:?}");
    let view = looked.parts();
    match called {
        Ok(answer) => assert_eq!(view.bytes, answer.text.len() as u64),
        Err(error) => assert_eq!(view.bytes, serde_json::to_string(&error).unwrap().len() as u64),
    }
    view
}

#[track_caller]
fn refused(fixture: &Fixture, what: &LookWhat, tool: &str, expected: &str) {
    let view = check(fixture, what, tool);
    let LookBody::Refused { code, message, .. } = view.body else { panic!("{view:?}") };
    assert_eq!(code, expected, "{message}");
}

fn output(fixture: &Fixture, id: u64, text: &str, reason: Option<&str>) -> String {
    let status = if reason.is_some() { OutputStatus::Restricted } else { OutputStatus::Readable };
    let output = NewOutput {
        id: format!("out_{id:016x}"),
        workspace_id: fixture.place().workspace.id,
        task_id: "one".to_owned(),
        iteration: 1,
        command: "cargo test".to_owned(),
        exit_code: Some(0),
        text: text.to_owned(),
        status,
        reason: reason.map(str::to_owned),
        size_bytes: text.len() as u64,
        source: OutputSource::Seen,
    };
    fixture.app.store().write(|tx| tx.add_output(&output)).unwrap();
    output.id
}

#[test]
fn a_file_is_shown_as_the_connector_gives_it() {
    let fixture = Fixture::new();
    let token = format!("ghp_{}", "a1B2".repeat(9));
    std::fs::write(fixture.root().join("config.txt"), format!("one\ntoken = {token}\n")).unwrap();
    std::fs::write(fixture.root().join("long.txt"), "a line of a long file\n".repeat(5_000)).unwrap();
    let view = check(&fixture, &path("config.txt"), "read_file");
    assert_eq!((view.withheld[0].place.as_str(), view.truncated), ("config.txt:2", false));
    let LookBody::File { content, total_lines: 2, .. } = view.body else { panic!("{view:?}") };
    assert!(content.contains("[REDACTED:") && !content.contains(&token), "{content}");
    let view = check(&fixture, &path("long.txt"), "read_file");
    assert!(view.truncated && !view.next.is_empty() && view.bytes > 30_000);
}

#[test]
fn what_is_not_given_is_refused_with_the_connectors_own_words() {
    let fixture = Fixture::new();
    let write = |name: &str, bytes: &[u8]| std::fs::write(fixture.root().join(name), bytes).unwrap();
    write(".env", b"PASSWORD=x\n");
    write("ignored.txt", b"x\n");
    write(".c2cignore", b"ignored.txt\n");
    write("binary.bin", b"a\0b");
    std::fs::File::create(fixture.root().join("big.txt")).unwrap().set_len(33 << 20).unwrap();
    for (name, code) in [
        (".env", "WITHHELD"),
        ("ignored.txt", "WITHHELD"),
        (".git/config", "WITHHELD"),
        ("binary.bin", "BINARY_FILE"),
        ("big.txt", "TOO_BIG"),
        ("none.txt", "NOT_FOUND"),
        ("../shop/value.txt", "OUTSIDE_WORKSPACE"),
    ] {
        refused(&fixture, &path(name), "read_file", code);
    }
    let view = check(&fixture, &path("."), "list_directory");
    let LookBody::Folder { entries, .. } = &view.body else { panic!("{view:?}") };
    assert!(entries.iter().any(|entry| entry.path == "value.txt"));
    assert!(view.withheld.iter().any(|entry| entry.place == "ignored.txt"), "{view:?}");
    // A search and a diff leave the same things out.
    let view = check(&fixture, &search("x"), "search_workspace");
    assert!(view.withheld.iter().any(|entry| entry.place == ".env"), "{view:?}");
    let view = check(&fixture, &changes(None), "git_diff");
    assert!(view.withheld.iter().any(|entry| entry.place == ".env"), "{view:?}");
}

#[test]
fn changes_are_shown_as_the_connector_gives_them_with_and_without_a_repository() {
    let fixture = Fixture::new();
    std::fs::write(fixture.root().join("value.txt"), "two\n").unwrap();
    let view = check(&fixture, &changes(None), "git_diff");
    let LookBody::Changes { files, diff, insertions: 1, deletions: 1, .. } = view.body else { panic!("{view:?}") };
    assert_eq!((files[0].path.as_str(), files[0].change.as_str()), ("value.txt", "modified"));
    assert!(diff.contains("-one\n+two\n"), "{diff}");
    let view = check(&fixture, &changes(Some(ChangesMode::Staged)), "git_diff");
    assert!(matches!(view.body, LookBody::Changes { total: 0, .. }), "{view:?}");
    refused(&fixture, &changes(Some(ChangesMode::Base)), "git_diff", "INVALID_ARGUMENT");
    std::fs::remove_dir_all(fixture.root().join(".git")).unwrap();
    refused(&fixture, &changes(None), "git_diff", "NOT_A_REPOSITORY");
    git(fixture.root(), &["init", "-q"]);
    let view = check(&fixture, &changes(None), "git_diff");
    assert!(matches!(view.body, LookBody::Changes { total: 1, .. }), "without a commit all is new: {view:?}");
    let log = LookWhat::Call { tool: "git_log".to_owned(), arguments: "{}".to_owned() };
    refused(&fixture, &log, "git_log", "NO_COMMITS");
}

#[test]
fn outputs_are_shown_as_the_connector_gives_them() {
    let fixture = Fixture::new();
    let (readable, empty) = (output(&fixture, 1, "1 passed\n", None), output(&fixture, 2, "", None));
    let held = output(&fixture, 3, "", Some("it holds a private key"));
    let view = check(&fixture, &LookWhat::Outputs {}, "execution_output");
    assert_eq!(view.withheld[0].place, held);
    let LookBody::Outputs { outputs } = view.body else { panic!("{view:?}") };
    assert_eq!(outputs.len(), 3);
    for (id, expected) in [(readable, "1 passed\n"), (empty, "")] {
        let view = check(&fixture, &LookWhat::Output { id: id.clone() }, "execution_output");
        let LookBody::Output { output, text } = view.body else { panic!("{view:?}") };
        assert_eq!((output.id, text.as_str()), (id, expected));
    }
    refused(&fixture, &LookWhat::Output { id: held }, "execution_output", "OUTPUT_RESTRICTED");
    refused(&fixture, &LookWhat::Output { id: "none".to_owned() }, "execution_output", "NOT_FOUND");
}

#[test]
fn pages_are_followed_to_the_end_also_of_a_folder() {
    let fixture = Fixture::new();
    for number in 0..450 {
        std::fs::write(fixture.root().join(format!("file-{number:03}.txt")), "x\n").unwrap();
    }
    let (mut cursor, mut names) = (None::<String>, Vec::new());
    for _ in 0..10 {
        let view = look(&fixture.app, fixture.root(), &path("."), cursor.as_deref()).unwrap().parts();
        let LookBody::Folder { entries, .. } = view.body else { panic!("{view:?}") };
        names.extend(entries.into_iter().map(|entry| entry.path));
        cursor = Some(view.next).filter(|next| !next.is_empty());
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((names.len(), cursor), (451, None), "all files, and `value.txt`");
    let wrong = look(&fixture.app, fixture.root(), &path("value.txt"), Some("list::x")).unwrap();
    assert_eq!((wrong.tool.as_str(), wrong.code()), ("read_file", Some(ErrorCode::InvalidArgument)));
}

#[test]
fn looking_is_no_call_and_leaves_a_new_folder_unknown() {
    let fixture = Fixture::new();
    let known = || fixture.app.store().read(|tx| tx.workspaces()).unwrap().len();
    for what in [path("value.txt"), path("."), changes(None), search("one"), LookWhat::Outputs {}] {
        seen(&fixture, &what).answer.unwrap();
    }
    assert_eq!(known(), 0);
    let workspace = fixture.place().workspace.id;
    for what in [path("value.txt"), path("none"), changes(None), search("one"), LookWhat::Outputs {}] {
        seen(&fixture, &what);
    }
    assert_eq!(fixture.app.store().read(|tx| tx.calls(&workspace, 0, 10)).unwrap(), []);
}

#[test]
fn any_call_is_shown_as_it_was_made_and_no_other_arguments_are() {
    let fixture = Fixture::new();
    let call = |tool: &str, arguments: &str| LookWhat::Call { tool: tool.to_owned(), arguments: arguments.to_owned() };
    let view = check(&fixture, &call("git_log", r#"{"limit":1}"#), "git_log");
    assert!(matches!(&view.body, LookBody::Other { text } if text.contains("First")), "{view:?}");
    check(&fixture, &call("read_file", r#"{"path":"value.txt","start_line":1}"#), "read_file");
    refused(&fixture, &call("read_file", r#"{"paths":1}"#), "read_file", "INVALID_ARGUMENT");
    refused(&fixture, &call("write_file", "{}"), "write_file", "INVALID_ARGUMENT");
    for wrong in ["", "[]", "{\"path\":", "1"] {
        let error = look(&fixture.app, fixture.root(), &call("read_file", wrong), None).unwrap_err();
        assert_eq!(error.reason, Some(Reason::InvalidInput), "{wrong}");
    }
}

#[test]
fn a_path_is_taken_as_it_is_typed_in_a_folder_of_the_workspace() {
    let tool_path = |base: &str, given: &str| tool_path(Path::new("/w"), Path::new(base), Path::new(given));
    assert_eq!(tool_path("/w", "src/main.rs"), "src/main.rs");
    assert_eq!(tool_path("/w/src", "main.rs"), "src/main.rs");
    assert_eq!(tool_path("/w/src", "../README.md"), "README.md");
    assert_eq!(tool_path("/w/src", "."), "src");
    assert_eq!(tool_path("/w", "./"), ".");
    assert_eq!(tool_path("/w/src", "/w/a b.txt"), "a b.txt");
    assert_eq!(tool_path("/w/src", "../../etc/passwd"), "../../etc/passwd", "the tool refuses it");
    assert_eq!(tool_path("/w", "/etc/passwd"), "/etc/passwd");
    assert_eq!(tool_path("/w/src", "workspace:/x"), "workspace:/x");
}

#[test]
fn the_window_gets_the_same_as_text_with_what_is_left_out() {
    let fixture = Fixture::new();
    std::fs::write(fixture.root().join(".env"), "A=1\n").unwrap();
    std::fs::write(fixture.root().join("odd\u{202e}\nname.txt"), "one\n\u{202e}two\n").unwrap();
    let shown = |what: &LookWhat| {
        let looked = seen(&fixture, what);
        let (parts, view) = (looked.parts(), looked.parts().view());
        assert_eq!((&view.withheld, view.bytes, &view.next), (&parts.withheld, parts.bytes, &parts.next));
        view
    };
    let file = shown(&path("odd\u{202e}\nname.txt"));
    assert_eq!((file.text.as_str(), file.refused), ("one\n\u{202e}two\n", None), "the window makes it visible");
    let folder = shown(&path("."));
    assert!(folder.text.lines().any(|line| line.ends_with("odd\u{202e} name.txt")), "{folder:?}");
    assert_eq!(folder.withheld[0].place, ".env");
    let refused = shown(&path(".env"));
    let error = refused.refused.unwrap();
    assert_eq!((error.code.as_str(), refused.text.as_str()), ("WITHHELD", ""));
    assert!(!error.message.is_empty() && error.hints.len() == 1, "{error:?}");
    let id = output(&fixture, 1, "1 passed\n", None);
    let listed = shown(&LookWhat::Outputs {});
    assert_eq!((listed.outputs.len(), &listed.outputs[0].id), (1, &id));
    assert!(listed.text.contains("cargo test"), "{listed:?}");
    let read = shown(&LookWhat::Output { id });
    assert_eq!((read.text.as_str(), read.outputs.len()), ("1 passed\n", 0));
}
