//! Messages come out as they went in, and what is no message is refused.

use super::{Answer, Request, read, write};

#[test]
fn messages_come_out_as_they_went_in() {
    let requests = [
        Request::Lend { text: "a\nb\u{0}ü🎉".to_owned() },
        Request::Text,
        Request::Return { copied: None },
        Request::Return { copied: Some("x".repeat(1 << 20)) },
    ];
    let mut bytes = Vec::new();
    for request in &requests {
        write(&mut bytes, request).unwrap();
    }
    let mut input = bytes.as_slice();
    for request in requests {
        assert_eq!(read(&mut input).unwrap(), Some(request));
    }
    assert_eq!(read::<Request>(&mut input).unwrap(), None);
}

#[test]
fn a_message_looks_like_this() {
    let mut bytes = Vec::new();
    write(&mut bytes, &Answer::Returned { is_restored: true }).unwrap();
    assert_eq!(bytes, b"40\n{\"answer\":\"returned\",\"is_restored\":true}\n");
}

#[test]
fn what_is_no_message_is_refused() {
    let broken = ["x\n{}\n", "2\n{}", "3\n{}\n", "1\n{}\n", "99999999999\n{}\n", "-1\n{}\n", "2\n{}\n"];
    for text in broken {
        assert!(read::<Request>(text.as_bytes()).is_err(), "{text:?}");
    }
}
