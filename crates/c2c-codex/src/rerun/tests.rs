//! What is kept of a long output.

use super::*;

async fn kept_of(bytes: &[u8], max_head: usize, max_tail: usize) -> String {
    keep(Some(bytes), max_head, max_tail).await.text()
}

#[tokio::test]
async fn an_output_that_fits_is_kept_whole() {
    assert_eq!(kept_of(b"", 3, 5).await, "");
    assert_eq!(kept_of(b"12345678", 3, 5).await, "12345678");
}

#[tokio::test]
async fn of_a_longer_one_the_beginning_and_the_end_are_kept() {
    assert_eq!(kept_of(b"123456789", 3, 5).await, "123\n[1 bytes left out]\n56789");
    let long = [b"begin".as_slice(), &vec![b'x'; 1_000_000], b"end"].concat();
    assert_eq!(kept_of(&long, 5, 3).await, "begin\n[1000000 bytes left out]\nend");
}

#[tokio::test]
async fn a_letter_at_the_border_of_beginning_and_end_is_whole_when_nothing_is_missing() {
    assert_eq!(kept_of("aéb".as_bytes(), 2, 2).await, "aéb");
    assert_eq!(kept_of(b"\xff!", 8, 8).await, "\u{fffd}!");
}

#[tokio::test]
async fn no_stream_is_no_output() {
    assert_eq!(keep(None::<&[u8]>, 1, 1).await.text(), "");
}
