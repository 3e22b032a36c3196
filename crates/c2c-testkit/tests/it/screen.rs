//! The desktop of one's own: what a command finds there, and that nothing outlives it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use c2c_testkit::screen::Screen;

use crate::{program, wait_for};

/// Runs a shell script on a desktop; its exit code and its lines.
fn run(arguments: &[&str], script: &str) -> (Option<i32>, Vec<String>) {
    let mut command = program(Path::new("/"));
    command.env("WAYLAND_DISPLAY", "wayland-7").env("NO_AT_BRIDGE", "1").env("DISPLAY", ":12345");
    let output = command.arg("screen").args(arguments).args(["--", "sh", "-c", script]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().map(str::to_owned).collect())
}

/// The processes that have `text` in their environment.
fn belonging(text: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let environments = processes.filter_map(|process| fs::read(process.path().join("environ")).ok());
    let has = |environment: &Vec<u8>| environment.windows(text.len()).any(|part| part == text.as_bytes());
    environments.filter(has).count()
}

#[test]
fn a_command_has_a_desktop_of_its_own_and_its_exit_code_comes_back() {
    let script = "echo \"$DISPLAY\"; echo \"${WAYLAND_DISPLAY-none} ${NO_AT_BRIDGE-none}\"; \
        stat --format=%a \"$XDG_RUNTIME_DIR\"; echo \"$XDG_RUNTIME_DIR\"; \
        dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress; \
        sleep 600 & exit 7";
    let (code, lines) = run(&[], script);
    assert_eq!(code, Some(7));
    assert!(lines[0].starts_with(':') && lines[0] != ":12345", "{lines:?}");
    assert_eq!(lines[1..3], ["none none", "700"]);
    assert!(lines[4].contains(&lines[3]), "the accessibility bus is another one: {lines:?}");
    assert_eq!(belonging(&lines[3]), 0);
    assert!(!Path::new(&lines[3]).exists());
}

#[test]
fn a_killed_screen_takes_everything_with_it() {
    let mut command = program(Path::new("/"));
    command.args(["screen", "--", "sh", "-c", "sleep 600 & echo \"$XDG_RUNTIME_DIR\"; wait"]);
    let mut screen = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut folder = String::new();
    BufReader::new(screen.stdout.take().unwrap()).read_line(&mut folder).unwrap();
    assert!(belonging(folder.trim()) >= 5);
    screen.kill().unwrap();
    screen.wait().unwrap();
    wait_for("the end of everything", || belonging(folder.trim()) == 0 && !Path::new(folder.trim()).exists());
}

#[test]
fn the_keyboard_is_the_one_that_was_asked_for() {
    let (code, lines) = run(&["--layout", "fr"], "setxkbmap -query");
    assert_eq!(code, Some(0));
    assert!(lines.iter().any(|line| line.starts_with("layout:") && line.ends_with(" fr")), "{lines:?}");
}

#[test]
fn a_test_has_a_screen_until_it_drops_it() {
    let screen = Screen::start().unwrap();
    let folder = screen.folder().to_owned();
    let mut query = crate::command(Path::new("setxkbmap"), &folder);
    assert!(screen.dress(query.arg("-query")).output().unwrap().status.success());
    assert!(belonging(&folder.display().to_string()) >= 4);
    drop(screen);
    assert_eq!(belonging(&folder.display().to_string()), 0);
}

#[test]
fn without_a_display_the_visible_one_is_refused() {
    let mut command = program(Path::new("/"));
    let output = command.env_remove("DISPLAY").args(["screen", "--visible", "--", "true"]).output().unwrap();
    let expected = "Error: no display is there: `DISPLAY` is not set; leave out `--visible`\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
}
