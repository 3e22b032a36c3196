//! The command lines, whole.

use insta::assert_snapshot;

use super::*;

fn joined(arguments: &[OsString]) -> String {
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    words.join("\n")
}

fn line<'a>(settings: &'a [String], thread_id: Option<&'a str>) -> ExecLine<'a> {
    ExecLine {
        root: Path::new("/src/shop"),
        sandbox: Sandbox::WorkspaceWrite,
        schema_file: Path::new("/data/schema.json"),
        last_message_file: Path::new("/data/last.txt"),
        settings,
        thread_id,
    }
}

#[test]
fn a_new_thread() {
    assert_snapshot!(joined(&line(&[], None).arguments()), @r#"
    exec
    --json
    -C
    /src/shop
    -s
    workspace-write
    --ignore-rules
    --output-schema
    /data/schema.json
    --output-last-message
    /data/last.txt
    -c
    approval_policy="never"
    -c
    features.unbounded_connection_retries=false
    -c
    sandbox_workspace_write.network_access=false
    -c
    sandbox_workspace_write.writable_roots=[]
    -
    "#);
}

#[test]
fn a_resumed_thread_gets_the_same_options_before_the_subcommand() {
    let thread = "01a20000-0000-7000-8000-000000000001";
    let fresh = line(&[], None).arguments();
    let resumed = line(&[], Some(thread)).arguments();
    let (end, same) = fresh.split_last().unwrap();
    assert_eq!(end, "-");
    assert_eq!(&resumed[..same.len()], same);
    assert_eq!(&resumed[same.len()..], ["resume", thread, "-"]);
}

#[test]
fn what_is_fixed_comes_after_the_person_s_settings() {
    let settings = ["sandbox_workspace_write.network_access=true".to_owned(), "model=\"x\"".to_owned()];
    let arguments = line(&settings, None).arguments();
    let place = |wanted: &str| arguments.iter().position(|argument| argument == wanted).unwrap();
    assert!(place(&settings[0]) < place("sandbox_workspace_write.network_access=false"));
    assert!(place(&settings[1]) < place("approval_policy=\"never\""));
}

#[test]
fn every_sandbox_has_its_profile() {
    for (sandbox, profile) in [
        (Sandbox::ReadOnly, ":read-only"),
        (Sandbox::WorkspaceWrite, ":workspace"),
        (Sandbox::DangerFullAccess, ":danger-full-access"),
    ] {
        let arguments = sandbox_arguments(Path::new("/src/shop"), sandbox, &["bash".into(), "-c".into(), "x".into()]);
        assert_eq!(arguments, ["sandbox", "-P", profile, "-C", "/src/shop", "--", "bash", "-c", "x"]);
    }
}

#[cfg(unix)]
#[test]
fn the_shell_says_its_own_line_first() {
    assert_snapshot!(joined(&shell("rerun_1", "cargo test # all\nls")), @"
    bash
    -c
    exec 2>&1
    echo rerun_1
    cargo test # all
    ls
    ");
}

#[test]
fn only_uuids_are_thread_ids() {
    assert!(is_thread_id("01a20000-0000-7000-8000-00000000000F"));
    for text in [
        "",
        "--last",
        "my thread",
        "01a20000-0000-7000-8000-00000000000",
        "01a20000-0000-7000-8000-0000000000001",
        "01a20000_0000-7000-8000-000000000001",
        "g1a20000-0000-7000-8000-000000000001",
    ] {
        assert!(!is_thread_id(text), "{text}");
    }
}
