//! Tests of released output.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::{Judged, MAX_BYTES, MAX_JUDGED_BYTES, MAX_LINES, Status, decoded, judge};

#[track_caller]
fn readable(raw: &[u8]) -> String {
    let judged = judge(raw, Some("/home/alice"), Some("alice"));
    assert_eq!(judged.status, Status::Readable);
    judged.text
}

#[track_caller]
fn reason(raw: &[u8]) -> String {
    match judge(raw, None, None) {
        Judged { status: Status::Restricted { reason }, text, .. } if text.is_empty() => reason,
        other => panic!("not restricted: {other:?}"),
    }
}

fn token() -> String {
    ["gh", "p_", "k7QeZmW2k7QeZmW2k7QeZmW2k7QeZmW2k7Qe"].concat()
}

#[test]
fn colours_titles_and_links_are_taken_out() {
    let raw = b"\x1b[1;32mok\x1b[0m \x1b]0;title\x07x \x1b]8;;http://h/\x1b\\link\x1b]8;;\x1b\\ \x1b(B\x1b[?25l\x1b[2K\x1b=done\n";
    assert_eq!(readable(raw), "ok x link done\n");
}

#[test]
fn progress_that_overwrites_itself_keeps_its_last_state() {
    assert_eq!(readable(b"10%\r50%\r100%\r\nnext\r\nlast\r"), "100%\nnext\nlast");
    assert_eq!(readable("ab\u{8}c\u{8}\u{8}\u{8}\u{8}xy\n".as_bytes()), "xy\n");
}

#[test]
fn a_colour_inside_a_secret_does_not_save_it() {
    let token = token();
    let raw = format!("{}\x1b[31m{}\u{200b}{}\n", &token[..10], &token[10..20], &token[20..]);
    assert_eq!(readable(raw.as_bytes()), "[REDACTED:github-token,40]\n");
}

#[test]
fn an_unfinished_sequence_swallows_nothing() {
    assert_eq!(readable(b"a\x1b]0;never ends\nb\x1b"), "a0;never ends\nb");
}

#[test]
fn the_home_folder_and_the_user_are_replaced() {
    assert_eq!(
        readable(b"/home/alice/x /home/alicex /home/alice: alice@host alice-laptop malice (alice)\n"),
        "~/x /home/alicex ~: [user]@host [user]-laptop malice ([user])\n"
    );
    let judged =
        judge(br"C:\Users\alice\x C:\\Users\\alice\\y C:/Users/alice/z", Some(r"C:\Users\alice"), Some("alice"));
    assert_eq!(judged.text, r"~\x ~\\y ~/z");
}

#[test]
fn a_name_that_many_machines_share_stays() {
    assert_eq!(judge(b"test result: ok, /root/x", Some("/root"), Some("test")).text, "test result: ok, ~/x");
}

#[test]
fn a_user_named_like_a_rule_does_not_break_the_marks() {
    let judged = judge(format!("{} by github", token()).as_bytes(), None, Some("github"));
    assert_eq!(judged.text, "[REDACTED:github-token,40] by [user]");
}

#[test]
fn secrets_are_replaced_and_counted() {
    let judged = judge(format!("{0}\n{0}\nDB_PASSWORD=hunter22\n", token()).as_bytes(), None, None);
    let counts: Vec<(&str, usize)> = judged.withheld.iter().map(|withheld| (withheld.rule, withheld.count)).collect();
    assert_eq!(counts, [("github-token", 2), ("secret-variable", 1)]);
    assert!(!judged.text.contains("hunter22"));
}

#[test]
fn a_private_key_restricts_the_whole_output() {
    let key = format!("$ cat key\n-----BEGIN {}-----\nMIIEowIBAAKCAQEA7\n", ["RSA PRIV", "ATE KEY"].concat());
    assert_snapshot!(reason(key.as_bytes()), @"it holds a private key (private-key)");
}

#[test]
fn what_cannot_be_judged_is_restricted() {
    assert_snapshot!(reason(b"\x7fELF\x00\x01"), @"it is binary");
    assert_snapshot!(reason(b"caf\xe9 \xe0 la carte, d\xe9j\xe0 vu"), @"it is not UTF-8");
    assert_snapshot!(reason(b"\xff\xfe\x00\xd8x\x00"), @"it is not valid UTF-16");
    assert_snapshot!(reason(&vec![b'a'; MAX_JUDGED_BYTES + 1]), @"it is over 16 MiB");
    assert!(decoded(&vec![b'a'; MAX_JUDGED_BYTES]).is_ok());
}

#[test]
fn utf_16_and_a_few_broken_characters_can_be_read() {
    assert_eq!(readable(b"\xff\xfeo\x00k\x00"), "ok");
    assert_eq!(readable(b"\xfe\xff\x00o\x00k"), "ok");
    assert_eq!(readable(b"\xef\xbb\xbfok"), "ok");
    assert_eq!(readable(b"cut at the en\xc3"), "cut at the en\u{fffd}");
}

#[test]
fn head_and_tail_of_a_long_output_are_kept() {
    let lines = |count: usize| (1..=count).map(|line| format!("line {line}\n")).collect::<String>();
    assert_eq!(readable(lines(MAX_LINES).as_bytes()), lines(MAX_LINES));
    let judged = judge(lines(MAX_LINES + 1).as_bytes(), None, None);
    assert_eq!(judged.text.lines().count(), MAX_LINES);
    assert_eq!((judged.left_out_lines, judged.left_out_bytes), (2, 18));
    let kept: Vec<&str> = judged.text.lines().collect();
    assert_snapshot!(kept[98..101].join("
"), @r"
    line 99
    [… left out here: 2 lines, 18 bytes …]
    line 102
    ");
    assert_eq!((kept[0], kept[MAX_LINES - 1]), ("line 1", "line 201"));
}

#[test]
fn one_endless_line_is_cut_on_character_borders() {
    let judged = judge("é".repeat(MAX_BYTES).as_bytes(), None, None);
    assert!(judged.text.len() <= MAX_BYTES && judged.text.len() > MAX_BYTES - 400, "{}", judged.text.len());
    assert!(judged.text.starts_with('é') && judged.text.ends_with('é'));
}

#[test]
fn a_secret_across_the_cut_leaves_nothing_behind() {
    let token = token();
    for shift in 0..token.len() {
        let raw = format!("{}{token}{}", "x ".repeat(MAX_BYTES / 4 - 60) + &".".repeat(shift), " y".repeat(MAX_BYTES));
        let text = readable(raw.as_bytes());
        assert!(!text.contains(&token[..10]) && !text.contains(&token[30..]), "shift {shift}");
    }
}

proptest! {
    #[test]
    fn any_bytes_at_all_are_judged(raw in proptest::collection::vec(any::<u8>(), 0..400)) {
        let judged = judge(&raw, Some("/home/alice"), Some("alice"));
        prop_assert!(judged.text.len() <= MAX_BYTES);
        prop_assert!(judged.text.chars().all(|character| !character.is_control() || matches!(character, '\n' | '\t')));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_is_longer_than_the_limits(width in 0usize..900, count in 0usize..400, glyph in "\\PC") {
        let judged = judge(format!("{}\n", glyph.repeat(width)).repeat(count).as_bytes(), None, None);
        prop_assert!(judged.text.len() <= MAX_BYTES && judged.text.lines().count() <= MAX_LINES);
    }
}

#[test]
fn plain_text_behind_the_mark_of_utf16_hides_nothing() {
    let raw = [b"\xff\xfe", token().as_bytes(), b"\n"].concat();
    assert_eq!(reason(&raw), "it begins as UTF-16 and holds a secret in another encoding");
    let same = format!("\u{feff}hello {}\n", token());
    let same: Vec<u8> = same.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(readable(&same), "hello [REDACTED:github-token,40]\n");
}
