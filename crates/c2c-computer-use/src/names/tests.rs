//! The table's own order, and how labels fit it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::*;

#[track_caller]
fn check(meaning: Meaning, label: &str, language: Language) {
    assert_eq!(find(meaning, label).map(|name| name.language), Some(language), "{label}");
}

#[test]
fn labels_fit_in_every_language() {
    check(Meaning::Send, "Send prompt", Language::En);
    check(Meaning::Send, "发送", Language::ZhCn);
    check(Meaning::Send, "傳送", Language::ZhTw);
    check(Meaning::Send, "送信", Language::Ja);
    check(Meaning::ChatGptSaid, "ChatGPT hat gesagt:", Language::De);
    check(Meaning::YouSaid, "Vous avez dit :", Language::Fr);
    check(Meaning::YouSaid, "Dijiste:", Language::Es);
    check(Meaning::ChatGptSaid, "O ChatGPT disse:", Language::PtBr);
    check(Meaning::ProjectComposer, "Demo에서 새 채팅", Language::Ko);
}

#[test]
fn case_spaces_marks_and_the_closing_colon_do_not_matter() {
    for label in ["You said:", "you said", " You\u{a0}said : ", "You said：", "\u{200b}YOU  SAID"] {
        check(Meaning::YouSaid, label, Language::En);
    }
    check(Meaning::MaxLength, "You\u{2019}ve reached the maximum length for this conversation, but …", Language::En);
    check(Meaning::HumanCheck, "Just a moment…", Language::En);
    assert_eq!(fold(" \u{201c}A\u{201d}\n\tb… "), "\"a\" b...");
    assert_eq!(fold(":"), "");
}

#[test]
fn a_part_of_a_name_is_not_the_name() {
    for (meaning, label) in [
        (Meaning::Stop, "Stop dictation"),
        (Meaning::Stop, "Stop reading aloud"),
        (Meaning::Send, "Send feedback"),
        (Meaning::Copy, "Copy code"),
        (Meaning::Copy, "Copy message"),
        (Meaning::YouSaid, "You said: hello"),
        (Meaning::Send, ""),
        (Meaning::Send, ":"),
    ] {
        assert!(!is(meaning, label), "{label}");
    }
    assert!(is_any(&[Meaning::Send, Meaning::Stop], "Stop"));
    assert!(!is_any(&[], "Stop"));
}

#[test]
fn lengths_of_time_fit_and_other_words_do_not() {
    for label in [
        "Thought for 12s",
        "Thought for 1m 5s",
        "Thought for 12s Edit",
        "Thought for a few seconds",
        "Reasoning Thought for 12s",
        "Thought for 3 minutes",
        "3m 10s nachgedacht",
        "Réflexion durant 5s",
        "Pensado durante 8s",
        "20s考えました",
        "已处理 12秒",
        "用时 2分5秒",
    ] {
        assert!(is(Meaning::Thought, label), "{label}");
    }
    for label in ["Thought for the day", "Thought for", "Thought for s", "Thought for 12 monkeys", "lange nachgedacht"]
    {
        assert!(!is(Meaning::Thought, label), "{label}");
    }
    assert!(is(Meaning::Running, "Searching 3 websites"));
    assert!(!is(Meaning::Running, "Searching for gold"));
}

#[test]
fn no_entry_is_there_twice_and_every_meaning_has_one() {
    let keys: BTreeSet<_> = NAMES.iter().map(|name| (name.meaning, name.language, name.text)).collect();
    assert_eq!(keys.len(), NAMES.len());
    for meaning in Meaning::ALL {
        assert!(NAMES.iter().any(|name| name.meaning == meaning), "{meaning:?}");
    }
    assert_eq!(Meaning::ALL.into_iter().collect::<BTreeSet<_>>().len(), Meaning::ALL.len());
}

#[test]
fn every_entry_fits_itself() {
    for name in NAMES {
        let label = name.text.replace('#', "12s");
        let label = match name.fit {
            Fit::Start | Fit::Within => format!("{label} more"),
            Fit::End => format!("more {label}"),
            Fit::Whole | Fit::Time => label,
        };
        assert!(is(name.meaning, &label), "{label}");
        assert_eq!(name.text.contains('#'), name.fit == Fit::Time, "{}", name.text);
    }
}

#[test]
fn every_meaning_is_asked_for_somewhere_outside_the_table() {
    let mut sources = String::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let skip = path.ends_with("names") || path.ends_with("names.rs") || path.ends_with("tests.rs");
            if path.is_dir() && !skip {
                folders.push(path);
            } else if !skip {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    for meaning in Meaning::ALL {
        assert!(sources.contains(&format!("Meaning::{meaning:?}")), "{meaning:?}");
    }
}

#[test]
fn what_is_known_of_each_language() {
    let mut counts: BTreeMap<Language, (usize, usize)> = BTreeMap::new();
    for name in NAMES {
        let count = counts.entry(name.language).or_default();
        count.0 += 1;
        count.1 += usize::from(name.confidence == Confidence::High);
    }
    let lines: Vec<String> =
        counts.iter().map(|(language, (all, high))| format!("{language:?} {all}, sure {high}")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    En 89, sure 76
    ZhCn 25, sure 23
    ZhTw 3, sure 3
    Ja 11, sure 11
    De 3, sure 3
    Fr 5, sure 4
    Es 3, sure 3
    PtBr 2, sure 2
    Ko 2, sure 1
    Pl 4, sure 4
    Vi 2, sure 1
    Th 1, sure 1
    ");
}

#[test]
fn every_entry_says_where_it_comes_from() {
    let mut seen: BTreeMap<Source, BTreeSet<Generation>> = BTreeMap::new();
    for name in NAMES {
        seen.entry(name.source).or_default().insert(name.generation);
    }
    insta::assert_debug_snapshot!(seen.keys().collect::<Vec<_>>(), @"
    [
        Composer,
        SendStop,
        Turns,
        Controls,
        Activity,
        Dialogs,
    ]
    ");
}
