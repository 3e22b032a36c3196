//! Both languages say the same, and fields are filled in once.

use std::collections::BTreeSet;

use super::*;

fn fields(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[track_caller]
fn check_part<W: Word + std::fmt::Debug>() {
    for word in W::ALL {
        let [english, chinese] = Language::ALL.map(|language| word.text(language));
        assert_eq!(fields(english), fields(chinese), "{word:?}");
        assert!(!english.trim().is_empty() && !chinese.trim().is_empty(), "{word:?}");
        assert_eq!(english.ends_with('…'), chinese.ends_with('…'), "{word:?}");
        assert!(!english.contains("please") && !english.contains("simply"), "{word:?}");
    }
}

#[test]
fn both_languages_name_the_same_fields() {
    check_part::<TrayWord>();
}

#[test]
fn a_field_is_filled_with_the_value_as_it_is() {
    assert_eq!(fill("{a} and {b}", &[("a", "{b}"), ("b", "<i>")]), "{b} and <i>");
    assert_eq!(fill("{a}{a}", &[("a", "x")]), "xx");
    assert_eq!(fill("open { brace", &[]), "open { brace");
    assert_eq!(fill("{unknown}", &[]), "unknown");
}

#[test]
fn a_locale_has_a_language() {
    for (locale, expected) in [
        ("zh_CN.UTF-8", Language::Chinese),
        ("zh-Hans-CN", Language::Chinese),
        ("ZH", Language::Chinese),
        ("en_US.UTF-8", Language::English),
        ("de", Language::English),
        ("C", Language::English),
        ("", Language::English),
    ] {
        assert_eq!(Language::of_locale(locale), expected, "{locale}");
    }
}
