//! Reading files, compared with their bytes.

use super::*;
use crate::testing::{Tree, all_pages, awkward_names, limits, no_time};

fn read(tree: &Tree, params: &ReadFileParams) -> Result<ReadFileResponse, ErrorCode> {
    read_file(&tree.workspace(), params, &limits()).map_err(|error| error.code)
}

fn of(path: &str) -> ReadFileParams {
    ReadFileParams { path: path.to_owned(), ..ReadFileParams::default() }
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    content::hex(&sha2::Sha256::digest(bytes))
}

#[test]
fn a_file_is_read_with_all_its_fields() {
    let tree = Tree::with(&[("src/a.rs", "one\r\ntwo\rlone\nthree")]);
    assert_eq!(
        read(&tree, &of("workspace:/src/a.rs")).unwrap(),
        ReadFileResponse {
            path: "src/a.rs".to_owned(),
            size: 19,
            encoding: "UTF-8".to_owned(),
            total_lines: 3,
            content: "one\r\ntwo\rlone\nthree".to_owned(),
            start_line: 1,
            end_line: 3,
            start_byte: 0,
            end_byte: 19,
            hash: sha256(b"one\r\ntwo\rlone\nthree"),
            truncated: false,
            next: String::new(),
            withheld: Vec::new(),
        }
    );
}

#[test]
fn an_empty_file_is_empty() {
    let tree = Tree::with(&[("empty", "")]);
    let response = read(&tree, &ReadFileParams { start_line: Some(1), ..of("empty") }).unwrap();
    assert_eq!((response.content.as_str(), response.total_lines, response.truncated), ("", 0, false));
    assert_eq!((response.start_line, response.end_line), (1, 1));
}

#[test]
fn lines_are_counted_from_one_and_the_last_is_included() {
    let tree = Tree::with(&[("a", "1\n2\n3\n4\n")]);
    let lines = |start, end| {
        let params = ReadFileParams { start_line: start, end_line: end, ..of("a") };
        read(&tree, &params).map(|response| (response.content, response.start_line, response.end_line))
    };
    assert_eq!(lines(Some(2), Some(3)), Ok(("2\n3\n".to_owned(), 2, 3)));
    assert_eq!(lines(None, Some(1)), Ok(("1\n".to_owned(), 1, 1)));
    assert_eq!(lines(Some(4), None), Ok(("4\n".to_owned(), 4, 4)));
    assert_eq!(lines(Some(4), Some(99)), Ok(("4\n".to_owned(), 4, 4)));
    assert_eq!(lines(Some(5), None), Err(ErrorCode::InvalidArgument));
    assert_eq!(lines(Some(3), Some(2)), Err(ErrorCode::InvalidArgument));
    assert_eq!(lines(Some(0), None), Err(ErrorCode::InvalidArgument));
}

#[test]
fn a_byte_within_a_character_begins_with_the_character() {
    let tree = Tree::with(&[("a", "äöü")]);
    let from = |start| {
        let params = ReadFileParams { start_byte: Some(start), ..of("a") };
        read(&tree, &params).map(|response| (response.content, response.start_byte))
    };
    assert_eq!(from(2), Ok(("öü".to_owned(), 2)));
    assert_eq!(from(3), Ok(("öü".to_owned(), 2)));
    assert_eq!(from(6), Ok((String::new(), 6)));
    assert_eq!(from(7), Err(ErrorCode::InvalidArgument));
    let both = ReadFileParams { start_byte: Some(0), start_line: Some(1), ..of("a") };
    assert_eq!(read(&tree, &both), Err(ErrorCode::InvalidArgument));
}

#[test]
fn a_cursor_that_no_page_had_is_refused() {
    let tree = Tree::with(&[("a", "äöü")]);
    let hash = sha256("äöü".as_bytes());
    let at = |start: u64, end: u64| {
        let params = ReadFileParams { cursor: Some(format!("read:{start},{end}:{hash}")), ..of("a") };
        read(&tree, &params).map(|response| response.content)
    };
    assert_eq!(at(2, 6), Ok("öü".to_owned()));
    for (start, end) in [(6, 6), (7, 9), (2, 7), (4, 2), (1, 6), (2, 3), (0, u64::MAX), (u64::MAX, u64::MAX)] {
        assert_eq!(at(start, end), Err(ErrorCode::InvalidArgument), "{start} to {end}");
    }
}

#[test]
fn every_name_of_the_file_system_can_be_read() {
    let tree = Tree::new();
    for name in awkward_names() {
        tree.write(&name, b"content");
        let path = RelPath::root().child(&name);
        assert_eq!(
            read(&tree, &of(path.as_str())).map(|response| response.content).as_deref(),
            Ok("content"),
            "{name:?}"
        );
    }
}

#[test]
fn encodings_are_recognised_and_named() {
    let tree = Tree::new();
    let utf16: Vec<u8> = "\u{feff}Grüße\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16_be: Vec<u8> = "\u{feff}Grüße\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [
        ("Grüße\n".as_bytes(), "UTF-8"),
        ("\u{feff}Grüße\n".as_bytes(), "UTF-8 with BOM"),
        (&utf16, "UTF-16LE"),
        (&utf16_be, "UTF-16BE"),
        (b"Gr\xfc\xdfe\n", "ISO-8859-1"),
    ] {
        tree.write("a", bytes);
        let response = read(&tree, &of("a")).unwrap();
        assert_eq!((response.content.as_str(), response.encoding.as_str()), ("Grüße\n", encoding));
        assert_eq!((response.size, response.hash), (bytes.len() as u64, sha256(bytes)));
    }
}

#[test]
fn binary_content_is_recognised() {
    let tree = Tree::new();
    for bytes in [&b"a\0b"[..], b"\xff\xfe\x00\x00\x00\x00\x01\x02", b"\x89PNG\r\n\x1a\n\x00", b"\x80\x01\x02\x03\x04"]
    {
        tree.write("a", bytes);
        assert_eq!(read(&tree, &of("a")), Err(ErrorCode::BinaryFile), "{bytes:?}");
    }
}

#[test]
fn what_is_no_readable_file_says_why() {
    let tree =
        Tree::with(&[("dir/a", ""), (".git/config", ""), (".env", "A=1"), (".c2cignore", "x.txt\n"), ("x.txt", "")]);
    for (path, code) in [
        ("dir", ErrorCode::NotAFile),
        ("none", ErrorCode::NotFound),
        (".git/config", ErrorCode::Withheld),
        (".env", ErrorCode::Withheld),
        ("x.txt", ErrorCode::Withheld),
        ("../root-evil/outside.txt", ErrorCode::OutsideWorkspace),
        ("dir/../a", ErrorCode::OutsideWorkspace),
        ("/proc/self/environ", ErrorCode::OutsideWorkspace),
        ("a\0", ErrorCode::InvalidPath),
    ] {
        assert_eq!(read(&tree, &of(path)), Err(code), "{path}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_does_not_hold_the_call_up() {
    let tree = Tree::new();
    let dir = std::fs::File::open(tree.root()).unwrap();
    rustix::fs::mknodat(&dir, "pipe", rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    assert_eq!(read(&tree, &of("pipe")), Err(ErrorCode::NotAFile));
}

#[test]
fn a_token_is_replaced_and_its_place_named() {
    let token = format!("ghp_{}", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5");
    let tree = Tree::with(&[("a.txt", &format!("one\ntoken {token}\nthree\n"))]);
    let response = read(&tree, &of("a.txt")).unwrap();
    assert!(!response.content.contains(&token), "{}", response.content);
    assert!(response.content.starts_with("one\ntoken [REDACTED:"), "{}", response.content);
    assert_eq!(response.withheld.len(), 1);
    assert_eq!(response.withheld[0].path, "a.txt:2");
    assert!(response.withheld[0].reason.starts_with("a secret was replaced ("), "{}", response.withheld[0].reason);
    let third = read(&tree, &ReadFileParams { start_line: Some(3), ..of("a.txt") }).unwrap();
    assert_eq!((third.content.as_str(), third.withheld.len()), ("three\n", 0));
}

#[test]
fn a_private_key_withholds_the_whole_file() {
    let body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB\n".repeat(12);
    let kind = "RSA PRIVATE KEY";
    let text = format!("notes\n-----BEGIN {kind}-----\n{body}-----END {kind}-----\n");
    let tree = Tree::with(&[("notes.txt", &text)]);
    assert_eq!(read(&tree, &of("notes.txt")), Err(ErrorCode::Withheld));
}

#[test]
fn pages_put_together_equal_the_whole() {
    let text: String = (0..60).map(|line| format!("{line}: {}\r\n", "äö€😀x".repeat(line))).collect();
    let tree = Tree::with(&[("a", &text), ("one-line", &"ä€x".repeat(1_500))]);
    for path in ["a", "one-line"] {
        let whole = std::fs::read_to_string(tree.root().join(path)).unwrap();
        let pages = all_pages(
            |cursor| read(&tree, &ReadFileParams { cursor, max_bytes: Some(1_024), ..of(path) }).unwrap(),
            |page| page.next.clone(),
        );
        assert_eq!(pages.iter().map(|page| page.content.as_str()).collect::<String>(), whole);
        for pair in pages.windows(2) {
            assert!(pair[0].content.len() <= 1_024 && pair[0].end_byte == pair[1].start_byte && pair[0].truncated);
        }
        assert_eq!(pages.last().unwrap().end_byte, whole.len() as u64);
    }
}

#[test]
fn a_range_of_lines_over_several_pages_ends_where_it_was_asked_to() {
    let text: String = (1..=100).map(|line| format!("line {line} {}\n", "x".repeat(40))).collect();
    let tree = Tree::with(&[("a", &text)]);
    let params = ReadFileParams { start_line: Some(10), end_line: Some(60), max_bytes: Some(1_024), ..of("a") };
    let pages = all_pages(
        |cursor| read(&tree, &ReadFileParams { cursor, ..params.clone() }).unwrap(),
        |page| page.next.clone(),
    );
    let expected: String = text.lines().skip(9).take(51).map(|line| format!("{line}\n")).collect();
    assert_eq!(pages.iter().map(|page| page.content.as_str()).collect::<String>(), expected);
    assert!(pages.len() > 2);
    assert_eq!((pages[0].start_line, pages.last().unwrap().end_line), (10, 60));
}

#[test]
fn a_file_that_changes_between_pages_is_noticed() {
    let tree = Tree::with(&[("a", &"line\n".repeat(1_000))]);
    let first = read(&tree, &ReadFileParams { max_bytes: Some(1_024), ..of("a") }).unwrap();
    tree.write("a", "Line\n".repeat(1_000).as_bytes());
    let second = ReadFileParams { cursor: Some(first.next), ..of("a") };
    assert_eq!(read(&tree, &second), Err(ErrorCode::ChangedMeanwhile));
}

#[test]
fn one_line_of_twenty_megabytes_is_served_in_parts() {
    let tree = Tree::with(&[("big.json", &"0123456789".repeat(2_000_000))]);
    let part = read(&tree, &ReadFileParams { start_byte: Some(19_000_005), ..of("big.json") }).unwrap();
    assert_eq!((part.content.len(), part.total_lines, part.size), (30_000, 1, 20_000_000));
    assert!(part.content.starts_with("5678901") && part.truncated);
}

#[test]
fn a_file_over_the_limit_is_too_big() {
    let tree = Tree::new();
    let file = std::fs::File::create(tree.root().join("huge")).unwrap();
    file.set_len(content::LARGEST_FILE + 1).unwrap();
    assert_eq!(read(&tree, &of("huge")), Err(ErrorCode::TooBig));
}

#[test]
fn a_call_without_time_says_so() {
    let tree = Tree::with(&[("a", "")]);
    let error = read_file(&tree.workspace(), &of("a"), &no_time()).unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
}
