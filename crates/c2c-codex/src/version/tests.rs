//! Reading versions.

use super::*;

#[track_caller]
fn check(output: &str, expected: Option<&str>) {
    let version = Version::from_output(output).map(|version| version.to_string());
    assert_eq!(version.as_deref(), expected, "{output:?}");
}

#[test]
fn the_version_is_read_from_what_codex_prints() {
    check("codex-cli 0.171.0\n", Some("0.171.0"));
    check("codex-cli 0.160.1", Some("0.160.1"));
    check("WARNING: proceeding\ncodex-cli 1.2.3-alpha.4+5\n", Some("1.2.3"));
}

#[test]
fn other_text_has_no_version() {
    for text in ["", "codex-cli", "codex 1.2", "codex 1.2.3.4", "codex a.b.c", "codex -1.2.3", "1.2.99999999999"] {
        check(text, None);
    }
}

#[test]
fn versions_compare_by_number() {
    let version = |text| Version::from_output(text).unwrap();
    assert!(version("0.9.9") < version("0.10.0"));
    assert!(version("1.0.0") > MEASURED);
    assert!(version("0.160.0") < MINIMUM);
    assert_eq!(version("0.160.1"), MINIMUM);
    assert_eq!(version("0.171.0"), MEASURED);
}
