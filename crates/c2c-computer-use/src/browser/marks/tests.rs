//! Whose process it is.

use super::*;

fn arguments(list: &[&str]) -> Vec<OsString> {
    list.iter().map(OsString::from).collect()
}

#[test]
fn the_lock_names_its_holder() {
    let holder = |text: &str| lock_holder(Path::new(text));
    assert_eq!(holder("laptop-4711"), Some(4711));
    assert_eq!(holder("my-old-laptop-4711"), Some(4711));
    for bad in ["laptop", "laptop-", "laptop-x", "laptop-0", "laptop-1", "laptop--5x", ""] {
        assert_eq!(holder(bad), None, "{bad}");
    }
}

#[test]
fn the_profile_is_found_in_arguments_and_in_their_joined_form() {
    let profile = Path::new("/data/browser");
    for list in [
        &["chrome", "--user-data-dir=/data/browser", "--x"][..],
        &["/usr/lib/chromium --app=u --user-data-dir=/data/browser --force-renderer-accessibility"],
        &["/usr/lib/chromium --user-data-dir=/data/browser"],
        &["/usr/lib/chromium --user-data-dir=/data/browser  "],
        &["--user-data-dir=/data/browser --x"],
    ] {
        assert!(has_profile(&arguments(list), profile), "{list:?}");
    }
    for list in [
        &["chrome", "--user-data-dir=/data/browser2"][..],
        &["chrome", "--user-data-dir=/data/browser/x"],
        &["chrome --user-data-dir=/data/browser old --x"],
        &["chrome --user-data-dir=/data --x"],
        &["chrome --not--user-data-dir=/data/browser"],
        &["grep", "/data/browser"],
        &[],
    ] {
        assert!(!has_profile(&arguments(list), profile), "{list:?}");
    }
    assert!(has_profile(&arguments(&["c --user-data-dir=/my data/b --x"]), Path::new("/my data/b")));
}

#[test]
fn a_switch_is_told_from_a_longer_one() {
    let joined = arguments(&["chrome --force-renderer-accessibility=basic --no-first-run"]);
    assert!(!has_switch(&joined, "--force-renderer-accessibility"));
    assert!(has_switch(&joined, "--no-first-run"));
    assert!(has_switch(&arguments(&["chrome", "--force-renderer-accessibility"]), "--force-renderer-accessibility"));
}

#[test]
fn a_main_process_has_no_type() {
    assert!(is_main(&arguments(&["chrome", "--app=u"])));
    assert!(!is_main(&arguments(&["chrome", "--type=renderer"])));
    assert!(!is_main(&arguments(&["chrome --type=zygote --no-sandbox"])));
}
