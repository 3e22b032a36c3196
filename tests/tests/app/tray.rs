//! The tray and the window: which is there, and when.

use serde_json::json;

use crate::desk::{Desk, terminate, wait, web_processes};

#[test]
fn a_hidden_start_is_a_tray_without_a_window_and_its_menu_ends_it() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    let mut app = desk.app(&["--hidden"]);
    let icon = tray.icon();
    assert_eq!((&icon["status"], &icon["title"]), (&json!("Active"), &json!("C2C")));
    let expected = json!([
        {"label": "Open C2C"},
        {"label": "New task…"},
        {"label": "Open ChatGPT"},
        "--",
        {"label": "Start at login", "checked": false},
        {"label": "Quit C2C"},
    ]);
    assert_eq!(icon["menu"], expected);
    let picture = icon["icon"].as_str().unwrap();
    assert!(std::path::Path::new(picture).is_file(), "{picture}");
    assert_eq!((desk.windows("C2C").len(), web_processes(&app)), (0, 0));
    tray.order("press Quit C2C");
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn a_closed_window_leaves_the_tray_and_nothing_of_the_web_engine() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    let mut app = desk.app(&[]);
    let window = desk.await_window();
    // The page's, and the one for its network.
    wait("the web engine", || (web_processes(&app) == 2).then_some(()));
    desk.close(window);
    desk.await_no_window();
    wait("the end of the web engine", || (web_processes(&app) == 0).then_some(()));
    assert_eq!(app.ended(), None);
    tray.icon();
    tray.order("press Open C2C");
    desk.await_window();
    wait("the web engine", || (web_processes(&app) == 2).then_some(()));
    terminate(&app);
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn without_a_tray_there_is_a_window_and_the_tray_is_taken_when_it_comes() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&["--late"]);
    let mut app = desk.app(&["--hidden"]);
    desk.await_window();
    assert!(tray.order("look")["items"].as_array().unwrap().is_empty());
    tray.order("come");
    tray.icon();
    tray.order("leave");
    tray.order("come");
    tray.icon();
    let log = desk.log();
    assert_eq!(log.matches("this desktop shows no tray").count(), 2, "{log}");
    tray.order("press Quit C2C");
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn a_tray_that_goes_while_there_is_no_window_leaves_the_window() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    let mut app = desk.app(&["--hidden"]);
    tray.icon();
    assert!(desk.windows("C2C").is_empty());
    tray.order("leave");
    desk.await_window();
    terminate(&app);
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn without_the_tray_library_there_is_a_window_and_no_panic() {
    let Some(desk) = Desk::new() else { return };
    let _tray = desk.tray(&[]);
    // Libraries that cannot be opened, where they are looked for first.
    let libraries = desk.home.join("libraries");
    std::fs::create_dir(&libraries).unwrap();
    for name in ["libayatana-appindicator3.so.1", "libappindicator3.so.1"] {
        std::fs::write(libraries.join(name), "").unwrap();
    }
    let mut app = desk.app_command(&["--hidden"]);
    let mut app = crate::stage::Running(app.env("LD_LIBRARY_PATH", &libraries).spawn().unwrap());
    desk.await_window();
    let log = desk.log();
    assert_eq!(log.matches("the library libayatana-appindicator3 is not installed").count(), 1, "{log}");
    terminate(&app);
    assert_eq!(app.wait(), Some(0));
}
