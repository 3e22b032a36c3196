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
    insta::assert_snapshot!(refused(home.c2c(&START)), @"
    Error: the Codex program was not found (looked in `HOME/bin`)
    Hint: install it with `npm install -g @openai/codex`, then `codex login`
    Hint: or name the program in the variable `C2C_CODEX`
    ");
    let ran = home.c2c(&["status"]);
    assert!(ran.stdout.contains("Session     none"), "nothing was begun: {}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn with_a_codex_that_is_too_old() {
    let mut home = Home::with_repository();
    home.put_codex("0.99.0");
    insta::assert_snapshot!(refused(home.c2c(&START)), @"
    Error: Codex 0.99.0 is too old; 0.160.1 or newer is needed
    Hint: update it with `npm install -g @openai/codex@latest`
    ");
}

#[test]
fn in_a_workspace_that_contains_the_data_folder() {
    let mut home = Home::with_repository();
    home.set("C2C_HOME", home.path("shop/data"));
    insta::assert_snapshot!(refused(home.c2c(&START)), @"
    Error: the workspace `HOME/shop` contains C2C's data folder `HOME/shop/data`
    Hint: name a project folder inside it with `-w FOLDER`, such as the repository to work in
    Hint: or move C2C's data folder elsewhere with the variable `C2C_HOME`: Codex may write in a workspace
    ");
}

#[test]
fn in_a_workspace_that_lies_in_codex_s_folder() {
    let mut home = Home::with_repository();
    home.set("CODEX_HOME", home.path(""));
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"
    Error: the workspace `HOME/shop` lies in Codex's own folder `HOME`
    Hint: name a project folder elsewhere with `-w FOLDER`
    Hint: or move Codex's own folder elsewhere with the variable `CODEX_HOME`: Codex may write in a workspace
    ");
}

#[test]
fn in_a_folder_that_is_no_repository() {
    let home = Home::new();
    // The tests' own folder lies in the repository of C2C itself.
    std::fs::write(home.path("shop/.git"), "nothing\n").unwrap();
    insta::assert_snapshot!(refused(home.c2c(&START)), @"
    Error: the workspace has no git repository that is read: `.git` is not what git writes
    Hint: run `git init` in it, or name another folder with `-w FOLDER`
    Hint: C2C shows and takes back what Codex changes through git, so a session needs a repository
    ");
}

#[test]
fn in_a_folder_that_is_not_there() {
    insta::assert_snapshot!(refused(Home::new().c2c(&["-w", "../none", "status"])), @"
    Error: the folder `HOME/shop/../none` is not there
    Hint: name the project folder with `-w FOLDER`
    ");
    let home = Home::new();
    std::fs::write(home.path("file"), "").unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["-w", "../file", "status"])), @"
    Error: the workspace cannot be opened
    Caused by:
      `HOME/shop/../file` is not a folder
    Hint: name the project folder with `-w FOLDER`
    ");
}

#[test]
fn with_a_data_folder_that_is_a_file() {
    let home = Home::new();
    std::fs::write(home.path("data"), "mine\n").unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"
    Error: C2C's data folder cannot be `HOME/data`
    Caused by:
      `HOME/data` is not a folder
    Hint: move that file away, or set `C2C_HOME` to another folder
    ");
    assert_eq!(std::fs::read_to_string(home.path("data")).unwrap(), "mine\n");
}

#[test]
fn with_a_store_of_a_newer_version() {
    let home = Home::with_repository();
    assert_eq!(home.c2c(&["workspace"]).code, Some(0));
    let file = home.path("data/c2c.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // The number that SQLite keeps for programs: bytes 60 to 63 of the file.
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"
    Error: the store `HOME/data/c2c.sqlite` has version 999; this version of C2C knows versions up to 4
    Hint: update `c2c` to the version that wrote it
    Hint: or set `C2C_HOME` to another folder for this version; nothing was changed
    ");
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "it was not touched");
}

#[test]
fn with_a_damaged_store() {
    let home = Home::new();
    std::fs::create_dir(home.path("data")).unwrap();
    let file = home.path("data/c2c.sqlite");
    std::fs::write(&file, "not a database\n".repeat(100)).unwrap();
    insta::assert_snapshot!(refused(home.c2c(&["status"])), @"
    Error: the store `HOME/data/c2c.sqlite` is damaged: file is not a database
    Hint: put a copy of `HOME/data/c2c.sqlite` back, or move the file away to begin with an empty store
    Hint: your project folders are not touched by either
    ");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database"), "it was not touched");
}

#[test]
fn without_a_session() {
    let home = Home::with_repository();
    insta::assert_snapshot!(refused(home.c2c(&["pause"])), @r#"
    Error: there is no session in `HOME/shop`
    Hint: begin one with `c2c start --goal "…"`
    Hint: or name another project folder with `-w FOLDER`
    "#);
    insta::assert_snapshot!(refused(home.c2c_with("  \n", &["reply"])), @r#"
    Error: there is no session in `HOME/shop`
    Hint: begin one with `c2c start --goal "…"`
    Hint: or name another project folder with `-w FOLDER`
    "#);
    insta::assert_snapshot!(refused(home.c2c(&["undo"])), @"
    Error: there is no session here
    Hint: see the recorded iterations with `c2c status`
    ");
    insta::assert_snapshot!(refused(home.c2c(&["reply", "--file", "none.txt"])), @r#"
    Error: there is no session in `HOME/shop`
    Hint: begin one with `c2c start --goal "…"`
    Hint: or name another project folder with `-w FOLDER`
    "#);
}

#[test]
fn with_a_bad_setting_the_rest_counts() {
    let home = Home::with_repository();
    std::fs::create_dir(home.path("data")).unwrap();
    std::fs::write(home.path("data/settings.json"), r#"{"approval":"maybe","max_iterations":7}"#).unwrap();
    let ran = home.c2c(&["workspace", "--json"]);
    assert!(ran.stdout.contains(r#""max_iterations":7"#) && ran.stdout.contains(r#""approval":"first""#), "{ran:?}");
}

#[test]
fn settings_that_are_not_used_are_named_by_what_uses_them_and_in_the_log() {
    let home = Home::with_repository();
    std::fs::create_dir(home.path("data")).unwrap();
    let settings = home.path("data/settings.json");
    std::fs::write(&settings, r#"{"browser":"firefox","chatgpt_origin":"http://chatgpt.com","idle_ms":-4}"#).unwrap();
    for line in [&["chatgpt", "status"][..], &["chatgpt", "close"], &["workspace"]] {
        let ran = home.c2c(line);
        for key in ["browser", "chatgpt_origin", "idle_ms"] {
            assert!(ran.stderr.contains(&format!("Warning: the setting `{key}` is not used: expected ")), "{ran:?}");
        }
    }
    let ran = home.c2c(&["workspace", "--json"]);
    assert_eq!(ran.stdout.matches(r#"{"step":"warning","text":"the setting `"#).count(), 3, "{ran:?}");
    assert_eq!(ran.stderr, "");
    std::fs::write(&settings, "{ no json").unwrap();
    let ran = home.c2c(&["chatgpt", "status"]);
    assert!(ran.stderr.contains("Warning: `settings.json` is not used: expected a JSON object"), "{ran:?}");
    let logs = std::fs::read_dir(home.path("data/logs")).unwrap();
    let log: String = logs.map(|log| std::fs::read_to_string(log.unwrap().path()).unwrap()).collect();
    for key in ["idle_ms", "settings.json"] {
        assert!(log.contains("a setting is not used") && log.contains(key), "{log}");
    }
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
    let ran = Home::with_repository().c2c(&["pause", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    insta::assert_snapshot!(ran.stdout, @r#"{"error":{"code":"not_found","reason":"no_session","message":"there is no session in `HOME/shop`","hints":["begin one with `c2c start --goal \"…\"`","or name another project folder with `-w FOLDER`"]}}"#);
}

/// A limit on the size of files stands for a full disk: writing fails the same way.
#[cfg(unix)]
#[test]
fn on_a_full_disk_nothing_that_was_kept_is_lost() {
    let home = Home::with_repository();
    let kept = home.c2c(&["session", "set", "--task", "c2c_1", "--goal", "Kept", "--json"]);
    assert_eq!(kept.code, Some(0), "{kept:?}");
    let goal = "more ".repeat(20_000);
    let text = refused(home.c2c_in_little_room(&["session", "set", "--goal", &goal]));
    insta::assert_snapshot!(text, @"
    Error: there is no room left for the store `HOME/data/c2c.sqlite`
    Hint: make room on the disk that holds `HOME/data/c2c.sqlite`, then run the same command again
    Hint: what was kept before is not lost
    ");
    let after = home.c2c(&["session", "--json"]);
    assert!(after.stdout.contains(r#""goal":"Kept""#), "{after:?}");
}
