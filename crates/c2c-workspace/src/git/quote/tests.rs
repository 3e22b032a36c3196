//! Tests of quoted names.

use super::*;

#[test]
fn a_quoted_name_gives_its_bytes() {
    assert_eq!(name(b"plain\trest"), (b"plain".to_vec(), &b"rest"[..]));
    assert_eq!(name(b"\"a\\tb\\\"\\\\\\303\\244\\377\""), (b"a\tb\"\\\xc3\xa4\xff".to_vec(), &b""[..]));
    assert_eq!(name(b"\"a\\nb\"\tc d"), (b"a\nb".to_vec(), &b"c d"[..]));
    assert_eq!(name(b""), (Vec::new(), &b""[..]));
}

#[test]
fn what_only_looks_quoted_is_a_name() {
    for odd in [&b"\"unfinished"[..], b"\"bad\\q\"", b"\"cut\\30"] {
        assert_eq!(name(odd), (odd.to_vec(), &b""[..]));
    }
}

#[test]
fn a_header_keeps_quotes_only_where_they_are_needed() {
    let check = |line: &[u8], expected: &[u8]| assert_eq!(readable_header(line), expected);
    check(b"+++ b/plain.txt\n", b"+++ b/plain.txt\n");
    check(b"diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n", "diff --git a/ä b/ä\n".as_bytes());
    check(b"+++ \"b/\\303\\244 x\"\t\n", "+++ b/ä x\t\n".as_bytes());
    for kept in
        [&b"+++ \"b/new\\nline\"\n"[..], b"+++ \"b/quote\\\"\"\n", b"+++ \"b/back\\\\slash\"\n", b"+++ \"b/\\377\"\n"]
    {
        check(kept, kept);
    }
}
