//! Where the app is looked for, on all three systems.

use super::*;

fn found(system: System, choice: &AppChoice, there: &[&str]) -> Option<InstalledApp> {
    let environment =
        Environment::from_pairs([("HOME", "/Users/ann"), ("LOCALAPPDATA", r"C:\Users\ann\AppData\Local")]);
    find_app(system, &environment, choice, |path| there.iter().any(|known| Path::new(known) == path))
}

fn program(path: &str) -> Option<InstalledApp> {
    Some(InstalledApp::Program(PathBuf::from(path)))
}

#[test]
fn on_a_mac_it_is_a_bundle_of_everybody_or_of_the_person() {
    let all = "/Applications/ChatGPT.app/Contents/MacOS/ChatGPT";
    let own = "/Users/ann/Applications/ChatGPT.app/Contents/MacOS/ChatGPT";
    assert_eq!(found(System::Mac, &AppChoice::Usual, &[all, own]), program(all));
    assert_eq!(found(System::Mac, &AppChoice::Usual, &[own]), program(own));
    assert_eq!(found(System::Mac, &AppChoice::Usual, &[]), None);
    let elsewhere = AppChoice::Program("/Volumes/x/ChatGPT.app".into());
    let inside = "/Volumes/x/ChatGPT.app/Contents/MacOS/ChatGPT";
    assert_eq!(found(System::Mac, &elsewhere, &[inside]), program(inside));
}

#[test]
fn on_windows_it_is_a_package_whose_data_folder_is_there() {
    let new = r"C:\Users\ann\AppData\Local\Packages\OpenAI.Codex_2p2nqsd0c76g0";
    let old = r"C:\Users\ann\AppData\Local\Packages\OpenAI.ChatGPT-Desktop_2p2nqsd0c76g0";
    let name = |app: Option<InstalledApp>| app.map(|app| app.to_string());
    let usual = |there: &[&str]| name(found(System::Windows, &AppChoice::Usual, there));
    assert_eq!(usual(&[old, new]).unwrap(), "the Store's package `OpenAI.Codex`");
    assert_eq!(usual(&[old]).unwrap(), "the Store's package `OpenAI.ChatGPT-Desktop`");
    assert_eq!(usual(&[]), None);
}

#[test]
fn a_process_of_the_package_is_told_by_its_path() {
    let app = InstalledApp::Package { name: "OpenAI.Codex", publisher: "2p2nqsd0c76g0" };
    let runs = |path: &str| app.is_run_by(Path::new(path));
    assert!(runs(r"C:\Program Files\WindowsApps\OpenAI.Codex_26.930.1_x64__2p2nqsd0c76g0\app\ChatGPT.exe"));
    for other in [
        r"C:\Program Files\WindowsApps\OpenAI.Codex_26.930.1_x64__2p2nqsd0c76g0\app\helper.exe",
        r"C:\Program Files\WindowsApps\OpenAI.Codex_26.930.1_x64__0000000000000\app\ChatGPT.exe",
        r"C:\Program Files\WindowsApps\OpenAI.CodexMore_1_x64__2p2nqsd0c76g0\app\ChatGPT.exe",
        r"C:\Users\ann\ChatGPT.exe",
    ] {
        assert!(!runs(other), "{other}");
    }
    let program = InstalledApp::Program("/opt/chatgpt/chatgpt".into());
    assert!(program.is_run_by(Path::new("/opt/chatgpt/chatgpt")));
    assert!(!program.is_run_by(Path::new("/opt/chatgpt/other")));
}

#[test]
fn on_linux_it_is_only_what_the_person_names() {
    assert_eq!(found(System::Linux, &AppChoice::Usual, &["/usr/bin/chatgpt"]), None);
    let named = AppChoice::Program("/usr/bin/chatgpt".into());
    assert_eq!(found(System::Linux, &named, &["/usr/bin/chatgpt"]), program("/usr/bin/chatgpt"));
    assert_eq!(found(System::Linux, &named, &[]), None);
}

#[test]
fn the_setting_is_off_or_a_path() {
    assert_eq!(AppChoice::from_setting(None), AppChoice::Usual);
    assert_eq!(AppChoice::from_setting(Some("off")), AppChoice::Off);
    assert_eq!(AppChoice::from_setting(Some("/a")), AppChoice::Program("/a".into()));
    let everywhere = "/Applications/ChatGPT.app/Contents/MacOS/ChatGPT";
    assert_eq!(found(System::Mac, &AppChoice::Off, &[everywhere]), None);
}
