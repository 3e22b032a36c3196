//! Texts of many encodings, and bytes that are none.

use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251};
use proptest::prelude::*;

use super::*;

fn named(bytes: &[u8]) -> Option<(String, &'static str)> {
    decode(bytes).map(|(text, encoding)| (text.into_owned(), encoding.as_str()))
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

/// What people of the countries write into a source file.
const OLDER: &[(&Known, &str)] = &[
    (GBK, "// 读取配置文件\nlet name = \"用户名称\"; // 默认值为空\n"),
    (GBK, "说明：请先安装依赖。\n"),
    (SHIFT_JIS, "// 設定ファイルを読み込む\nlet name = \"ユーザー名\";\n"),
    (SHIFT_JIS, "これはテストです。\n"),
    (BIG5, "// 讀取設定檔案，如果沒有就使用預設值\n"),
    (EUC_KR, "// 설정 파일을 읽는다\n"),
    (WINDOWS_1251, "// Читает файл настроек пользователя\n"),
    (WINDOWS_1252, "// “Grüße” – schöne Zeichen für ältere Dateien…\n"),
];

#[test]
fn older_encodings_are_guessed_decoded_and_named() {
    for (known, text) in OLDER {
        let (bytes, _, lossy) = known.encode(text);
        assert!(!lossy, "{text}");
        assert_eq!(named(&bytes), Some(((*text).to_owned(), known.name())), "{}", known.name());
    }
    assert_eq!(named(b"Gr\xfc\xdfe\n"), Some(("Grüße\n".to_owned(), "ISO-8859-1")));
    assert_eq!(named(b"caf\xe9 cr\xe8me\n"), Some(("café crème\n".to_owned(), "ISO-8859-1")));
}

#[test]
fn a_guess_is_made_from_lines_far_down_too() {
    let (line, _, _) = GBK.encode("// 读取配置文件\n");
    let bytes = [&b"fn main() {}\n".repeat(20_000)[..], &line].concat();
    assert_eq!(named(&bytes).map(|(_, encoding)| encoding), Some("GBK"));
}

#[test]
fn bytes_that_a_guess_does_not_fit_are_characters_of_their_own() {
    // Enough of GBK to be sure of it, and then bytes that no GBK has.
    let (text, _, _) = GBK.encode("说明：请先安装依赖，然后运行。\n");
    let bytes = [&text.repeat(ENOUGH_TO_GUESS / text.len() + 2)[..], b"\xff\xff end\n"].concat();
    let (text, encoding) = decode(&bytes).unwrap();
    assert_eq!(encoding, Encoding::Latin1);
    assert_eq!(text.chars().count(), bytes.len());
}

#[test]
fn utf_16_is_known_with_and_without_its_mark() {
    assert_eq!(named(b"\xff\xfeh\0i\0"), Some(("hi".to_owned(), "UTF-16LE")));
    assert_eq!(named(b"\xfe\xff\0h\0i"), Some(("hi".to_owned(), "UTF-16BE")));
    assert_eq!(named(b"\xff\xfe"), Some((String::new(), "UTF-16LE")));
    for text in ["name = value\r\n", "Größe = 3\n", "名称 = \"value\"; // 说明 of it\n"] {
        assert_eq!(named(&utf16(text, u16::to_le_bytes)), Some((text.to_owned(), "UTF-16LE")));
        assert_eq!(named(&utf16(text, u16::to_be_bytes)), Some((text.to_owned(), "UTF-16BE")));
    }
}

#[test]
fn what_only_looks_like_utf_16_is_binary() {
    let numbers = |from: u16| (from..from + 200).flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for bytes in [
        b"\xff\xfe\0\0\0\0\0\0".to_vec(),
        b"\xff\xfe\x00\xd8\x00\xd8\x00\xd8".to_vec(),
        b"a\0b".to_vec(),
        b"a\0b\0c".to_vec(),
        b"ab\0c".to_vec(),
        b"a\0\x01\0b\0".to_vec(),
        b"a\0b\0\0\xd8".to_vec(),
        numbers(1),
        numbers(300),
    ] {
        assert_eq!(named(&bytes), None, "{bytes:?}");
    }
}

#[test]
fn a_secret_in_plain_text_among_utf_16_is_not_shown_as_other_characters() {
    let token = format!("\nghp_{}\n", "k7Qe".repeat(9));
    for start in [utf16("\u{feff}log", u16::to_le_bytes), utf16(&"log ".repeat(30), u16::to_le_bytes)] {
        assert_eq!(named(&[start.as_slice(), token.as_bytes()].concat()), None);
        assert_eq!(named(&start).map(|named| named.1), Some("UTF-16LE"));
    }
    // A secret in UTF-16 itself is text, in which it is found.
    let same = format!("\u{feff}{token}");
    assert_eq!(named(&utf16(&same, u16::to_le_bytes)).map(|named| named.0), Some(token));
}

#[test]
fn git_looks_for_a_nul_in_the_first_bytes_only() {
    let mut bytes = vec![b'a'; 9_000];
    bytes[8_000] = 0;
    assert!(decode(&bytes).is_some());
    bytes[7_999] = 0;
    assert!(decode(&bytes).is_none());
}

proptest! {
    #[test]
    fn any_bytes_are_text_or_not_and_utf_8_stays_as_it_is(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Some((text, encoding)) = decode(&bytes) {
            match encoding {
                Encoding::Utf8 => prop_assert_eq!(text.as_bytes(), &bytes[..]),
                Encoding::Latin1 => prop_assert_eq!(text.chars().count(), bytes.len()),
                Encoding::Legacy(known) => prop_assert!(!known.decode_without_bom_handling(&bytes).1),
                _ => {}
            }
        }
    }

    #[test]
    fn a_text_of_utf_16_is_binary_or_itself(text in "\\PC{2,60}") {
        let bytes = utf16(&text, u16::to_le_bytes);
        if looks_binary(&bytes) && let Some((decoded, _)) = decode(&bytes) {
            prop_assert_eq!(decoded, text);
        }
    }
}
