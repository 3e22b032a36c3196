//! The switches, on all three systems.

use super::*;

fn list(system: System, rights: Rights, more: &[&str]) -> Vec<String> {
    let more: Vec<String> = more.iter().map(|switch| (*switch).to_owned()).collect();
    let switches = switches(system, Path::new("/data/my browser"), rights, &more);
    switches.into_iter().map(|switch| switch.into_string().unwrap()).collect()
}

#[test]
fn the_switches_of_linux_are_these() {
    let expected = [
        "--user-data-dir=/data/my browser",
        "--force-renderer-accessibility",
        "--no-first-run",
        "--no-default-browser-check",
        "--hide-crash-restore-bubble",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--password-store=basic",
        "--disable-features=Translate",
    ];
    assert_eq!(list(System::Linux, Rights::Usual, &[]), expected);
}

#[test]
fn the_sandbox_is_left_out_only_for_root_on_linux() {
    for system in [System::Linux, System::Mac, System::Windows] {
        for rights in [Rights::Usual, Rights::Root] {
            let without = list(system, rights, &[]).contains(&"--no-sandbox".to_owned());
            assert_eq!(without, system == System::Linux && rights == Rights::Root, "{system:?} {rights:?}");
        }
    }
}

#[test]
fn the_keyring_is_a_matter_of_linux_and_occlusion_one_of_windows() {
    let has = |system, part: &str| list(system, Rights::Usual, &[]).iter().any(|switch| switch.contains(part));
    assert_eq!(
        [System::Linux, System::Mac, System::Windows].map(|system| has(system, "password-store")),
        [true, false, false]
    );
    assert_eq!(
        [System::Linux, System::Mac, System::Windows].map(|system| has(system, "CalculateNativeWinOcclusion")),
        [false, false, true]
    );
}

#[test]
fn the_person_s_switches_come_last_and_lists_of_features_are_joined() {
    let more = ["--lang=de", "--disable-features=A,B", "--proxy-server=x:1"];
    let windows = list(System::Windows, Rights::Usual, &more);
    assert!(
        windows.contains(&"--disable-features=Translate,CalculateNativeWinOcclusion,A,B".to_owned()),
        "{windows:?}"
    );
    let all = list(System::Linux, Rights::Usual, &more);
    assert_eq!(all[all.len() - 3..], ["--disable-features=Translate,A,B", "--lang=de", "--proxy-server=x:1"]);
    assert_eq!(all.iter().filter(|switch| switch.starts_with("--disable-features")).count(), 1);
}

#[test]
fn nothing_opens_a_debugging_port_or_weakens_the_web() {
    for system in [System::Linux, System::Mac, System::Windows] {
        for switch in list(system, Rights::Usual, &[]) {
            for bad in [
                "remote-debugging",
                "web-security",
                "load-extension",
                "automation",
                "sandbox",
                "insecure",
                "certificate",
            ] {
                assert!(!switch.contains(bad), "{switch}");
            }
        }
    }
}

#[test]
fn a_page_is_an_app() {
    assert_eq!(page("https://chatgpt.com/"), "--app=https://chatgpt.com/");
}
