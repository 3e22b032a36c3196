//! Everything that can be wrong with what C2C is given: a clear message, something to do, nothing lost.

use crate::home::{Home, Ran};

const START: [&str; 4] = ["start", "--goal", "g", "--manual"];

/// What a refusal looks like: nothing on standard output, exit code 1.
#[track_caller]
fn refused(ran: Ran) -> String {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
    ran.stderr
}

#[test]
fn without_codex() {
    let home = Home::with_repository();
    insta::assert_snapshot!(refused(home.c2c(&START)), @"");
    let ran = home.c2c(&["status"]);
    assert!(ran.stdout.contains("Session     none"), "nothing was begun: {}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn with_a_codex_that_is_too_old() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut home = Home::with_repository();
    let program = home.path("old-codex");
    std::fs::write(&program, "#!/bin/sh\necho 'codex-cli 0.99.0'\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    home.set("C2C_CODEX", program);
    insta::assert_snapshot!(refused(home.c2c(&START)), @"");
}

#[test]
fn in_a_workspace_that_contains_the_data_folder() {
    let mut home = Home::with_repository();
    home.set("C2C_HOME", home.path("shop/data"));
    insta::assert_snapshot!(refused(home.c2c(&START)), @"");
}

#[test]
fn in_a_workspace_that_lies_in_codex_s_folder() {
    let mut home = Home::with_repository();
    home.set("CODEX_HOME", home.path(""));
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"");
}

#[test]
fn in_a_folder_that_is_no_repository() {
    let home = Home::new();
    // The tests' own folder lies in the repository of C2C itself.
    std::fs::write(home.path("shop/.git"), "nothing\n").unwrap();
    let text = refused(home.c2c(&["-w", ".", "start", "--goal", "g", "--manual"]));
    assert!(text.starts_with("Error: ") && text.contains("\nHint: "), "{text}");
}

#[test]
fn in_a_folder_that_is_not_there() {
    insta::assert_snapshot!(refused(Home::new().c2c(&["-w", "../none", "status"])), @"");
    let home = Home::new();
    std::fs::write(home.path("file"), "").unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["-w", "../file", "status"])), @"");
}

#[test]
fn with_a_data_folder_that_is_a_file() {
    let home = Home::new();
    std::fs::write(home.path("data"), "mine\n").unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"");
    assert_eq!(std::fs::read_to_string(home.path("data")).unwrap(), "mine\n");
}

#[test]
fn with_a_store_of_a_newer_version() {
    let home = Home::new();
    assert_eq!(home.c2c(&["workspace"]).code, Some(0));
    let file = home.path("data/c2c.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // The number that SQLite keeps for programs: bytes 60 to 63 of the file.
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"");
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "it was not touched");
}

#[test]
fn with_a_damaged_store() {
    let home = Home::new();
    std::fs::create_dir(home.path("data")).unwrap();
    let file = home.path("data/c2c.sqlite");
    std::fs::write(&file, "not a database\n".repeat(100)).unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database"), "it was not touched");
}

#[test]
fn without_a_way_to_carry_messages() {
    insta::assert_snapshot!(refused(Home::with_repository().c2c(&["start", "--goal", "g"])), @"");
}

#[test]
fn without_a_session() {
    let home = Home::with_repository();
    insta::assert_snapshot!(refused(home.c2c(&["pause"])), @"");
    insta::assert_snapshot!(refused(home.c2c_with("  \n", &["reply"])), @"");
    insta::assert_snapshot!(refused(home.c2c(&["undo"])), @"");
    insta::assert_snapshot!(refused(home.c2c(&["reply", "--file", "none.txt"])), @"");
}

#[test]
fn with_a_bad_setting_the_rest_counts() {
    let home = Home::new();
    std::fs::create_dir(home.path("data")).unwrap();
    std::fs::write(home.path("data/settings.json"), r#"{"approval":"maybe","max_iterations":7}"#).unwrap();
    let ran = home.c2c(&["workspace", "--json"]);
    assert!(ran.stdout.contains(r#""max_iterations":7"#) && ran.stdout.contains(r#""approval":"first""#), "{ran:?}");
}

#[test]
fn wrong_usage_ends_with_2() {
    let home = Home::new();
    for line in [&["nonsense"][..], &["start"], &["status", "--jsn"], &["message", "parse", "--iteration", "x"]] {
        let ran = home.c2c(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line:?}");
    }
}

#[test]
fn in_json_an_error_is_a_line_on_standard_output() {
    let ran = Home::new().c2c(&["pause", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    insta::assert_snapshot!(ran.stdout, @"");
}
