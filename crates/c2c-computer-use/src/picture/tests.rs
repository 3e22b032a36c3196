//! PNG files.

use std::io::Cursor;

use super::png;

#[test]
fn a_picture_can_be_read_again_pixel_for_pixel() {
    let rgba: Vec<u8> = (0..=255).chain(0..=255).chain(0..=255).chain(0..=255).collect();
    let picture = png(16, 16, &rgba).unwrap();
    let mut reader = ::png::Decoder::new(Cursor::new(picture.png)).read_info().unwrap();
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut read).unwrap();
    assert_eq!(read, rgba);
}

#[test]
fn too_few_pixels_and_none_at_all_are_refused() {
    assert!(png(2, 2, &[0; 15]).is_err());
    assert!(png(0, 2, &[]).is_err());
}
