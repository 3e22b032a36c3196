//! Pictures show one window and nothing else.

use std::io::Cursor;
use std::time::Instant;

use c2c_computer_use::desk::{DeskError, Picture};

use crate::display::{Display, wait_for};
use crate::window::Window;

const RED: u32 = 0x00ff_1020;

fn pixels(picture: Picture) -> Vec<[u8; 4]> {
    let mut reader = png::Decoder::new(Cursor::new(picture.png)).read_info().unwrap();
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut read).unwrap();
    read.as_chunks::<4>().0.to_vec()
}

#[test]
fn a_picture_shows_the_window_alone() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let window = Window::open(&display, "red", RED);
    screen.activate(window.id()).unwrap();
    let started = Instant::now();
    let picture = screen.picture(window.id()).unwrap();
    eprintln!("a picture of 300 x 200 in {:?}", started.elapsed());
    assert_eq!(pixels(picture), vec![[0xff, 0x10, 0x20, 0xff]; 300 * 200]);
}

#[test]
fn a_covered_window_is_refused_and_shows_no_other_ones_pixels() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let (window, cover) = (Window::open(&display, "red", RED), Window::open(&display, "blue", 0xff));
    screen.activate(cover.id()).unwrap();
    window.move_to(100, 100);
    cover.move_to(150, 150);
    wait_for("the refusal", || match screen.picture(window.id()) {
        Err(DeskError::Refused { .. }) => Some(()),
        Ok(picture) => {
            assert!(pixels(picture).iter().all(|pixel| *pixel == [0xff, 0x10, 0x20, 0xff]));
            None
        }
        Err(error) => panic!("{error}"),
    });
    screen.activate(window.id()).unwrap();
    wait_for("a picture", || screen.picture(window.id()).ok());
}

#[test]
fn a_window_that_is_partly_off_the_screen_is_refused() {
    let Some(display) = Display::without_window_manager(&[]) else { return };
    let window = Window::open(&display, "red", RED);
    window.move_to(1100, 100);
    assert!(matches!(display.screen().picture(window.id()), Err(DeskError::Refused { .. })));
}

#[test]
fn a_minimised_window_is_refused() {
    let Some(display) = Display::start() else { return };
    let window = Window::open(&display, "red", RED);
    window.minimise(&display);
    assert!(matches!(display.screen().picture(window.id()), Err(DeskError::Refused { .. })));
}
