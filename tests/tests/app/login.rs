//! The start at login.

use crate::desk::{Desk, wait};
use crate::stage::{Running, beside};

/// The app on the data folder that it has by itself.
fn usual(desk: &Desk) -> Running {
    Running(desk.app_command(&["--hidden"]).env_remove("C2C_HOME").spawn().unwrap())
}

#[test]
fn an_app_on_another_data_folder_has_an_entry_of_its_own_that_names_it() {
    let Some(desk) = Desk::new() else { return };
    let folder = desk.home.join(".config/autostart");
    let mut tray = desk.tray(&[]);
    let _app = desk.app(&["--hidden"]);
    tray.icon();
    tray.order("press Start at login");
    let ending = format!(" --hidden --home {}", desk.data().canonicalize().unwrap().display());
    wait("the entry", || {
        let entry = std::fs::read_dir(&folder).ok()?.next()?.ok()?;
        let name = entry.file_name().into_string().ok()?;
        assert!(name.starts_with("C2C-"), "{name}");
        let text = std::fs::read_to_string(entry.path()).ok()?;
        text.lines().any(|line| line.starts_with("Exec=") && line.ends_with(&ending)).then_some(())
    });
    tray.icon_that("a check that is on", |icon| icon["menu"][4]["checked"] == true);
}

#[test]
fn the_start_at_login_is_switched_in_the_menu() {
    let Some(desk) = Desk::new() else { return };
    let entry = desk.home.join(".config/autostart/C2C.desktop");
    let mut tray = desk.tray(&[]);
    let _app = usual(&desk);
    let is = |checked: bool| move |icon: &serde_json::Value| icon["menu"][4]["checked"] == checked;
    tray.icon_that("a check that is off", is(false));
    tray.order("press Start at login");
    let text = wait("the entry", || std::fs::read_to_string(&entry).ok().filter(|text| text.contains("Exec=")));
    let expected = format!("Exec={} --hidden", beside("c2c-app").display());
    assert!(text.lines().any(|line| line == expected), "{text}");
    tray.icon_that("a check that is on", is(true));
    tray.order("press Start at login");
    wait("the entry's end", || (!entry.exists()).then_some(()));
    tray.icon_that("a check that is off again", is(false));
}

#[test]
fn an_entry_that_names_another_program_is_mended_at_the_start() {
    let Some(desk) = Desk::new() else { return };
    let folder = desk.home.join(".config/autostart");
    std::fs::create_dir_all(&folder).unwrap();
    let entry = folder.join("C2C.desktop");
    std::fs::write(&entry, "[Desktop Entry]\nType=Application\nName=C2C\nExec=/old/c2c-app --hidden\n").unwrap();
    let mut tray = desk.tray(&[]);
    let _app = usual(&desk);
    tray.icon_that("a check that is on", |icon| icon["menu"][4]["checked"] == true);
    let expected =
        format!("[Desktop Entry]\nType=Application\nName=C2C\nExec={} --hidden\n", beside("c2c-app").display());
    wait("the mended entry", || (std::fs::read_to_string(&entry).unwrap() == expected).then_some(()));
}

#[test]
fn an_image_is_started_and_not_the_folder_that_it_is_mounted_on() {
    let Some(desk) = Desk::new() else { return };
    let image = desk.home.join("C2C 0.1.AppImage");
    std::fs::write(&image, "").unwrap();
    let mut tray = desk.tray(&[]);
    let mut app = desk.app_command(&["--hidden"]);
    let _app = Running(app.env_remove("C2C_HOME").env("APPIMAGE", &image).spawn().unwrap());
    tray.icon();
    tray.order("press Start at login");
    let expected = format!("Exec=\"{}\" --hidden", image.display());
    let entry = desk.home.join(".config/autostart/C2C.desktop");
    wait("the entry", || {
        let text = std::fs::read_to_string(&entry).ok()?;
        text.lines().any(|line| line == expected).then_some(())
    });
}
