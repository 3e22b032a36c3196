//! Names, limits and warnings of a workspace.

use super::*;
use crate::testing::{Fixture, environment, git};

#[test]
fn a_name_from_outside_is_short_and_on_one_line() {
    for (given, expected) in [("shop", "shop"), ("a\nb\x1bc", "a b c"), ("  ", "workspace"), ("\n", "workspace")] {
        assert_eq!(plain_name(given), expected);
    }
    assert_eq!(plain_name(&"ä".repeat(200)).chars().count(), LONGEST_NAME);
}

#[test]
fn the_workspace_s_own_name_and_connector_count() {
    let fixture = Fixture::new();
    std::fs::write(fixture.root().join(".c2c.json"), r#"{"name":"Web shop","connectorName":"My shop"}"#).unwrap();
    let place = fixture.place();
    assert_eq!((place.workspace.name.as_str(), place.workspace.connector_name.as_str()), ("Web shop", "My shop"));
}

#[test]
fn a_workspace_keeps_its_id_however_it_is_named() {
    let fixture = Fixture::new();
    let id = fixture.place().workspace.id;
    let around = fixture.root().join("../shop/.");
    assert_eq!(Place::open(&fixture.app, &around).unwrap().workspace.id, id);
    let other = fixture.another();
    assert_eq!(Place::open(&other, fixture.root()).unwrap().workspace.id, id);
}

#[test]
fn warnings_name_settings_and_the_workspace_s_file() {
    let fixture = Fixture::new();
    std::fs::write(fixture.root().join(".c2c.json"), r#"{"maxIterations":0,"planApproval":"never"}"#).unwrap();
    let bad = [BadSetting { key: "port".to_owned(), code: FaultCode::Value, expected: "a number" }];
    insta::assert_snapshot!(fixture.place().warnings(&bad).join("\n"), @"
    the setting `port` is not used: expected a number
    `maxIterations` of the workspace: expected a whole number from 1 to 1000, found 0; it is not used
    `planApproval` of the workspace: asks for never, which would loosen a limit; in force is first
    ");
}

#[test]
fn a_settings_file_is_what_the_workspace_is_measured_by() {
    let fixture = Fixture::new();
    let environment = environment(fixture.base());
    let data = fixture.base().join("data/settings.json");
    std::fs::write(&data, r#"{"max_iterations":5,"approval":"never","reply_deadline_min":2,"sandbox":"read-only"}"#)
        .unwrap();
    let config = crate::Config::load(environment).unwrap();
    let app = App::open(config, fixture.app.adapters().clone()).unwrap();
    let expected = SessionLimits {
        approval: ApprovalMode::Never,
        sandbox: Sandbox::ReadOnly,
        max_iterations: 5,
        reply_deadline_s: 120,
    };
    assert_eq!(Place::open(&app, fixture.root()).unwrap().limits(), expected);
    std::fs::write(fixture.root().join(".c2c.json"), r#"{"maxIterations":6,"planApproval":"first"}"#).unwrap();
    let tightened = SessionLimits { approval: ApprovalMode::First, ..expected };
    assert_eq!(Place::open(&app, fixture.root()).unwrap().limits(), tightened);
}

#[test]
fn a_repository_without_a_commit_will_do_and_a_plain_folder_will_not() {
    let fixture = Fixture::new();
    let empty = fixture.base().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let place = Place::open(&fixture.app, &empty).unwrap();
    assert_eq!(place.require_repository(&fixture.app).unwrap_err().kind, ErrorKind::Precondition);
    git(&empty, &["init", "-q"]);
    place.require_repository(&fixture.app).unwrap();
    fixture.place().require_repository(&fixture.app).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;
    let fixture = Fixture::new();
    let odd = fixture.base().join(std::ffi::OsStr::from_bytes(b"odd\xff"));
    std::fs::create_dir(&odd).unwrap();
    let error = Place::open(&fixture.app, &odd).unwrap_err();
    assert_eq!((error.kind, error.hints.as_slice()), (ErrorKind::User, &["rename the folder".to_owned()][..]));
}
