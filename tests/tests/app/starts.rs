//! Starting the app: again, beside another, and where there is nothing to be shown on.

use crate::desk::Desk;
use crate::stage::Running;

#[test]
fn another_start_hands_its_wish_to_the_first_and_ends() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    let mut app = desk.app(&["--hidden"]);
    tray.icon();
    assert_eq!(desk.app(&["--hidden"]).wait(), Some(0));
    assert!(desk.windows("C2C").is_empty());
    assert_eq!(desk.app(&["open", "/settings"]).wait(), Some(0));
    desk.await_window();
    assert_eq!(app.ended(), None);
    assert_eq!(tray.order("look")["items"].as_array().unwrap().len(), 1);
    tray.order("press Quit C2C");
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn a_start_right_after_a_kill_is_a_start() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    for _ in 0..5 {
        let mut app = desk.app(&["--hidden"]);
        tray.hear("the app", |row| row["registered"].is_string());
        app.0.kill().unwrap();
        app.0.wait().unwrap();
        let mut next = desk.app(&[]);
        tray.hear("the next app", |row| row["registered"].is_string());
        desk.await_window();
        assert_eq!(next.ended(), None);
        crate::desk::terminate(&next);
        assert_eq!(next.wait(), Some(0));
        desk.await_no_window();
    }
}

#[test]
fn another_data_folder_has_an_app_of_its_own() {
    let Some(desk) = Desk::new() else { return };
    let mut tray = desk.tray(&[]);
    let _first = desk.app(&["--hidden"]);
    tray.hear("the first icon", |row| row["registered"].is_string());
    let mut second = desk.app_command(&["--hidden"]);
    let mut second = Running(second.env("C2C_HOME", desk.home.join("other")).spawn().unwrap());
    tray.hear("the second icon", |row| row["registered"].is_string());
    assert_eq!(second.ended(), None);
}

#[test]
fn without_a_session_bus_the_app_starts_with_its_window() {
    let Some(desk) = Desk::new() else { return };
    let mut app = desk.app_command(&[]);
    app.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    let mut app = Running(app.spawn().unwrap());
    desk.await_window();
    assert_eq!(app.ended(), None);
    crate::desk::terminate(&app);
    assert_eq!(app.wait(), Some(0));
}

#[test]
fn without_a_display_the_app_says_what_to_do() {
    let Some(desk) = Desk::new() else { return };
    for display in [None, Some(":4077")] {
        let mut app = desk.app_command(&[]);
        match display {
            Some(display) => app.env("DISPLAY", display),
            None => app.env_remove("DISPLAY"),
        };
        let output = app.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let expected = "Error: C2C's app needs a desktop, and there is no display that it can open\n\
            Hint: start it on a desktop, or use the command `c2c`, which needs none\n";
        assert!(said.ends_with(expected), "{said}");
    }
}

#[test]
fn a_wrong_command_line_is_answered_with_the_usage() {
    let Some(desk) = Desk::new() else { return };
    let output = desk.app_command(&["open", "https://example.com"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("Error: `https://example.com` is no argument of `c2c-app`"), "{said}");
}
