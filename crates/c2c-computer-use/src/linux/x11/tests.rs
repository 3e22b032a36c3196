//! Which display the person sits at.

use c2c_os::environment::Environment;

use super::display_of;
use crate::desk::Lacking;

#[track_caller]
fn check(variables: &[(&str, &str)], expected: Result<&str, Lacking>) {
    let environment = Environment::from_pairs(variables.iter().copied());
    assert_eq!(display_of(&environment), expected.map(str::to_owned));
}

#[test]
fn an_x11_session_has_the_display_it_names() {
    check(&[("DISPLAY", ":0")], Ok(":0"));
    check(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "x11")], Ok(":0"));
    check(&[("DISPLAY", ":1"), ("XDG_SESSION_TYPE", "tty")], Ok(":1"));
}

#[test]
fn a_wayland_window_inside_an_x11_session_changes_nothing() {
    check(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "x11"), ("WAYLAND_DISPLAY", "wayland-1")], Ok(":0"));
}

#[test]
fn xwayland_is_no_x11_session() {
    check(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "wayland")], Err(Lacking::X11));
    check(&[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")], Err(Lacking::X11));
    check(&[("WAYLAND_DISPLAY", "wayland-0")], Err(Lacking::X11));
    check(&[("XDG_SESSION_TYPE", "wayland")], Err(Lacking::X11));
}

#[test]
fn without_any_display_nothing_can_be_driven() {
    check(&[], Err(Lacking::Display));
    check(&[("DISPLAY", "")], Err(Lacking::Display));
    check(&[("XDG_SESSION_TYPE", "tty")], Err(Lacking::Display));
}
