//! What is found where, on all three systems.

use super::*;

fn linux() -> Environment {
    Environment::from_pairs([("PATH", "/home/ann/bin:relative:/usr/bin:/snap/bin"), ("HOME", "/home/ann")])
}

fn windows() -> Environment {
    Environment::from_pairs([
        ("ProgramFiles", r"C:\Program Files"),
        ("ProgramFiles(x86)", r"C:\Program Files (x86)"),
        ("LOCALAPPDATA", r"C:\Users\ann\AppData\Local"),
    ])
}

fn mac() -> Environment {
    Environment::from_pairs([("HOME", "/Users/ann")])
}

/// What is found when these are there.
fn found(system: System, environment: &Environment, choice: &Choice, there: &[(&str, Looked)]) -> String {
    let look = |path: &Path| {
        there.iter().find(|(known, _)| Path::new(known) == path).map_or(Looked::Missing, |(_, looked)| *looked)
    };
    match find(system, environment, choice, look) {
        Ok(found) => format!("{}: {}", found.name(), found.program.display()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn on_linux_path_is_looked_through_before_the_usual_places() {
    let find = |there: &[(&str, Looked)]| found(System::Linux, &linux(), &Choice::Any, there);
    let program = Looked::Program;
    let all = [
        ("/home/ann/bin/google-chrome", "Google Chrome"),
        ("/usr/bin/google-chrome", "Google Chrome"),
        ("/opt/google/chrome/chrome", "Google Chrome"),
        ("/usr/bin/chromium", "Chromium"),
        ("/usr/bin/chromium-browser", "Chromium"),
        ("/usr/lib/chromium/chromium", "Chromium"),
        ("/usr/bin/microsoft-edge-stable", "Microsoft Edge"),
        ("/usr/bin/microsoft-edge", "Microsoft Edge"),
        ("/opt/microsoft/msedge/msedge", "Microsoft Edge"),
        ("/usr/bin/brave-browser", "Brave"),
        ("/opt/brave.com/brave/brave", "Brave"),
    ];
    for first in 0..all.len() {
        let there: Vec<_> = all[first..].iter().rev().map(|(path, _)| (*path, program)).collect();
        assert_eq!(find(&there), format!("{}: {}", all[first].1, all[first].0));
    }
    assert_eq!(find(&[("relative/chromium", program)]), "no browser that C2C can use is installed");
    assert_eq!(
        found(System::Linux, &Environment::default(), &Choice::Any, &[("/usr/bin/chromium", program)]),
        find(&[])
    );
}

#[test]
fn what_snap_and_flatpak_bring_is_passed_over_and_named_when_nothing_else_is_there() {
    let find = |there: &[(&str, Looked)]| found(System::Linux, &linux(), &Choice::Any, there);
    let snap = ("/usr/bin/chromium-browser", Looked::Snap);
    assert_eq!(
        find(&[snap]),
        "no browser that C2C can use is installed: `/usr/bin/chromium-browser` is a Snap package, which cannot use \
         a profile outside of its own folders"
    );
    assert_eq!(find(&[snap, ("/usr/bin/brave", Looked::Program)]), "Brave: /usr/bin/brave");
    for flatpak in [
        "/var/lib/flatpak/exports/bin/com.google.Chrome",
        "/home/ann/.local/share/flatpak/exports/bin/com.brave.Browser",
    ] {
        assert!(find(&[(flatpak, Looked::Flatpak)]).contains("is a Flatpak package"), "{flatpak}");
    }
    assert_eq!(
        found(System::Linux, &linux(), &Choice::Make(Make::Chromium), &[snap]),
        "the browser `chromium` of the setting `browser` cannot be used: `/usr/bin/chromium-browser` is a Snap \
         package, which cannot use a profile outside of its own folders"
    );
    assert_eq!(
        found(
            System::Linux,
            &linux(),
            &Choice::Program("/snap/bin/brave".into()),
            &[("/snap/bin/brave", Looked::Snap)]
        ),
        "the browser `/snap/bin/brave` of the setting `browser` cannot be used: it is a Snap package, which cannot use \
         a profile outside of its own folders"
    );
}

#[test]
fn on_a_mac_the_bundles_of_everybody_come_before_the_person_s() {
    let find = |there: &[&str]| {
        let there: Vec<_> = there.iter().map(|path| (*path, Looked::Program)).collect();
        found(System::Mac, &mac(), &Choice::Any, &there)
    };
    let own = "/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    let all = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    assert_eq!(find(&[own, all]), format!("Google Chrome: {all}"));
    assert_eq!(find(&[own]), format!("Google Chrome: {own}"));
    for (name, path) in [
        ("Chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("Microsoft Edge", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
        ("Brave", "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"),
    ] {
        assert_eq!(find(&[path]), format!("{name}: {path}"));
    }
}

#[test]
fn on_windows_three_folders_are_looked_at() {
    let find = |environment: &Environment, there: &[&str]| {
        let there: Vec<_> = there.iter().map(|path| (*path, Looked::Program)).collect();
        found(System::Windows, environment, &Choice::Any, &there)
    };
    for (name, path) in [
        ("Google Chrome", r"C:\Program Files\Google\Chrome\Application\chrome.exe"),
        ("Google Chrome", r"C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe"),
        ("Chromium", r"C:\Users\ann\AppData\Local\Chromium\Application\chrome.exe"),
        ("Microsoft Edge", r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe"),
        ("Brave", r"C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe"),
    ] {
        assert_eq!(find(&windows(), &[path]), format!("{name}: {path}"));
        assert_eq!(find(&Environment::default(), &[path]), "no browser that C2C can use is installed");
    }
}

#[test]
fn the_person_s_choice_is_one_make_or_one_program_and_nothing_else() {
    let there = [("/usr/bin/google-chrome", Looked::Program), ("/usr/bin/chromium", Looked::Program)];
    let find = |choice: &Choice| found(System::Linux, &linux(), choice, &there);
    assert_eq!(find(&Choice::Make(Make::Chromium)), "Chromium: /usr/bin/chromium");
    assert_eq!(
        find(&Choice::Make(Make::Edge)),
        "the browser `edge` of the setting `browser` cannot be used: Microsoft Edge is not installed where it usually is"
    );
    assert_eq!(find(&Choice::Program("/usr/bin/chromium".into())), "Chromium: /usr/bin/chromium");
    assert_eq!(
        find(&Choice::Program("/opt/vivaldi".into())),
        "the browser `/opt/vivaldi` of the setting `browser` cannot be used: there is no such program"
    );
    let other = [("/opt/vivaldi", Looked::Program)];
    assert_eq!(
        found(System::Linux, &linux(), &Choice::Program("/opt/vivaldi".into()), &other),
        "vivaldi: /opt/vivaldi"
    );
}

#[test]
fn the_setting_is_a_name_or_a_path() {
    assert_eq!(Choice::from_setting(None), Choice::Any);
    for make in Make::ALL {
        assert_eq!(Choice::from_setting(Some(make.key())), Choice::Make(make));
    }
    assert_eq!(Choice::from_setting(Some("/opt/x")), Choice::Program("/opt/x".into()));
}

#[test]
fn the_make_is_told_by_the_program_s_name() {
    for (path, make) in [
        ("/usr/bin/chromium", Some(Make::Chromium)),
        ("/usr/lib/chromium/chromium", Some(Make::Chromium)),
        ("/opt/google/chrome/chrome", Some(Make::Chrome)),
        (r"C:\Users\ann\AppData\Local\Chromium\Application\chrome.exe", Some(Make::Chromium)),
        (r"C:\Program Files\Google\Chrome\Application\chrome.exe", Some(Make::Chrome)),
        ("/opt/microsoft/msedge/msedge", Some(Make::Edge)),
        ("/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", Some(Make::Brave)),
        ("/opt/vivaldi/vivaldi", None),
    ] {
        assert_eq!(Make::of_program(Path::new(path)), make, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_script_that_leads_to_snap_is_one_of_snap() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let environment = Environment::default();
    let look = |path: &Path| look_here(&environment, path);
    assert_eq!(look(&program("a", "#!/bin/sh\nexec /snap/bin/chromium \"$@\"\n")), Looked::Snap);
    assert_eq!(look(&program("b", "#!/bin/sh\nexec /usr/lib/chromium/chromium \"$@\"\n")), Looked::Program);
    assert_eq!(look(&folder.path().join("c")), Looked::Missing);
    std::fs::write(folder.path().join("d"), "no program").unwrap();
    assert_eq!(look(&folder.path().join("d")), Looked::Missing);
}
