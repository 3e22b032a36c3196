//! Both languages say the same, and fields are filled in once.

use std::collections::BTreeSet;

use super::*;
use crate::app::{FaultCode, PauseCode, Reason};

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
        assert!(!chinese.ends_with('.') && !chinese.contains(". "), "{word:?}");
        assert!(!english.contains("please") && !english.contains("simply"), "{word:?}");
    }
}

#[test]
fn both_languages_name_the_same_fields() {
    check_part::<TrayWord>();
    check_part::<NoticeWord>();
    check_part::<NoticeButton>();
    check_part::<WindowWord>();
    check_part::<ListWord>();
    check_part::<StateWord>();
    check_part::<SessionWord>();
    check_part::<TaskWord>();
    check_part::<TemplateWord>();
    check_part::<LookWord>();
    check_part::<ToolWord>();
    check_part::<ToolHint>();
    check_part::<SettingWord>();
    check_part::<FaultWord>();
    check_part::<FaultHint>();
    check_part::<PauseWord>();
    check_part::<PauseHint>();
    check_part::<RefusalWord>();
    check_part::<RefusalHint>();
    check_part::<KindWord>();
    check_part::<KindHint>();
}

#[test]
fn what_is_said_in_the_window_names_no_commands() {
    let hints = PauseHint::ALL.iter().map(|hint| hint.text(Language::English));
    let hints = hints.chain(ToolHint::ALL.iter().map(|hint| hint.text(Language::English)));
    for text in hints.chain(RefusalHint::ALL.iter().map(|hint| hint.text(Language::English))) {
        assert!(text.ends_with('.') && !text.contains("c2c ") && !text.contains('!'), "{text}");
    }
}

#[test]
fn every_code_has_words_and_no_other_has() {
    let codes: Vec<&str> = PauseCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(BTreeSet::from_iter(PAUSE_CODES), codes.iter().collect());
    let codes: Vec<&str> = Reason::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(BTreeSet::from_iter(REFUSAL_CODES), codes.iter().collect());
    let codes: Vec<&str> = FaultCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(BTreeSet::from_iter(FAULT_CODES), codes.iter().collect());
    assert!(kind("internal").is_some() && KIND_CODES.iter().all(|code| kind(code).is_some()));
    assert!(pause("something_new").is_none() && refusal("").is_none());
}

#[test]
fn the_longest_goal_is_said_as_it_is() {
    let (thousands, rest) = (crate::app::MOST_GOAL_BYTES / 1_000, crate::app::MOST_GOAL_BYTES % 1_000);
    let figure = format!(" {thousands},{rest:03} ");
    for language in Language::ALL {
        assert!(TaskWord::PreviewTooLong.text(language).contains(&figure), "{figure}");
        assert!(RefusalHint::GoalTooLong.text(language).contains(&figure), "{figure}");
    }
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
