//! What is written is read again, in whatever dress; and nothing that is read brings the reader down.

use c2c_protocol::{Draft, Expectation, Section, State, Status, TaskId, Value, parse, render};
use proptest::prelude::*;
use serde_json::Value as Json;

/// A word that is neither a name, a mark, nor an escape.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{2,8}",
        "[äöüß]{2,4}",
        "[一二三目标]{1,4}",
        Just("`src/a_b.rs`".to_owned()),
        Just("27".to_owned())
    ]
}

fn sentence() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 1..8).prop_map(|words| format!("so {}", words.join(" ")))
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0_u32..20, Just(u32::MAX)]
}

prop_compose! {
    fn plan()(
        texts in proptest::array::uniform5(sentence()),
        actions in proptest::collection::vec(sentence(), 1..5),
        iteration in number(),
        task in "[A-Za-z0-9][A-Za-z0-9-]{0,20}",
    ) -> Draft {
        let [goal, rationale, files, tests, success_criteria] = texts;
        Draft::new(State::Plan, task.parse::<TaskId>().unwrap(), iteration)
            .with(Section::Goal, goal)
            .with(Section::Rationale, rationale)
            .with(Section::Actions, actions)
            .with(Section::FilesLikelyInvolved, files)
            .with(Section::Tests, tests)
            .with(Section::SuccessCriteria, success_criteria)
    }
}

prop_compose! {
    fn blocked()(
        reason in sentence(),
        needs in proptest::collection::vec(sentence(), 1..4),
        iteration in number(),
    ) -> Draft {
        let task: TaskId = "c2c_f81a".parse().unwrap();
        Draft::new(State::Blocked, task, iteration).with(Section::Reason, reason).with(Section::Needs, needs)
    }
}

fn message() -> impl Strategy<Value = Draft> {
    prop_oneof![plan(), blocked()]
}

#[track_caller]
fn reads_as(text: &str, draft: &Draft) {
    let parsed = parse(text, &Expectation::any());
    let message = parsed.message.unwrap_or_else(|| panic!("{:?}: {:?}\n{text}", parsed.status, parsed.errors));
    let sections: Vec<(String, Value)> =
        message.sections.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    assert_eq!((message.state, &message.task, message.iteration), (draft.state, &draft.task, draft.iteration));
    assert_eq!(sections, draft.sections, "{text}");
}

/// Ways in which a page or a model dresses a message.
#[derive(Debug, Clone, Copy)]
enum Dress {
    Fenced,
    Tildes,
    Quoted,
    CarriageReturns,
    BoldNames,
    Headings,
    LowerCase,
    Emoji,
    FullWidthColons,
    NonBreaking,
    ZeroWidth,
    Brackets,
    IdeographicCommas,
    TrailingSpaces,
    Indented,
    Breaks,
    Chatter,
    Escapes,
}

const DRESSES: [Dress; 18] = [
    Dress::BoldNames,
    Dress::Headings,
    Dress::LowerCase,
    Dress::Emoji,
    Dress::FullWidthColons,
    Dress::Brackets,
    Dress::IdeographicCommas,
    Dress::Escapes,
    Dress::NonBreaking,
    Dress::ZeroWidth,
    Dress::TrailingSpaces,
    Dress::Indented,
    Dress::Fenced,
    Dress::Tildes,
    Dress::Chatter,
    Dress::Quoted,
    Dress::Breaks,
    Dress::CarriageReturns,
];

fn each_line(text: &str, change: impl Fn(&str) -> String) -> String {
    text.split('\n').map(change).collect::<Vec<_>>().join("\n")
}

/// Changes the lines that are a section's name alone.
fn each_name(text: &str, change: impl Fn(&str) -> String) -> String {
    each_line(text, |line| match line.trim_start().strip_suffix([':', '：']) {
        Some(name) if !name.is_empty() && name.chars().all(|sign| sign.is_ascii_uppercase() || sign == '_') => {
            change(name)
        }
        _ => line.to_owned(),
    })
}

fn dressed(text: &str, dress: Dress) -> String {
    match dress {
        Dress::Fenced => format!("```text\n{text}\n```\n"),
        Dress::Tildes => format!("~~~~\n{text}\n~~~~\n"),
        Dress::Quoted => each_line(text, |line| format!("> {line}")),
        Dress::CarriageReturns => text.replace('\n', "\r\n"),
        Dress::BoldNames => each_name(text, |name| format!("**{name}:**")),
        Dress::Headings => each_name(text, |name| format!("### {name}")),
        Dress::LowerCase => each_name(text, |name| format!("{}:", name.to_lowercase().replace('_', " "))),
        Dress::Emoji => each_name(text, |name| format!("🎯 {name} (目标):")),
        Dress::FullWidthColons => text.replace(':', "："),
        Dress::NonBreaking => text.replace(' ', "\u{a0}"),
        Dress::ZeroWidth => each_line(text, |line| format!("\u{200b}{line}\u{feff}")),
        Dress::Brackets => text.replace(". so ", ") so "),
        Dress::IdeographicCommas => text.replace(". so ", "、so "),
        Dress::TrailingSpaces => each_line(text, |line| format!("{line}  ")),
        Dress::Indented => each_line(text, |line| format!("    {line}")),
        Dress::Breaks => text.replace('\n', "<br>"),
        Dress::Chatter => format!("Here it is.\n\n{text}"),
        Dress::Escapes => {
            each_line(text, |line| if line.contains('`') { line.to_owned() } else { line.replace('_', "\\_") })
        }
    }
}

prop_compose! {
    /// Any of the dresses, each at most once, in an order that a page could give them.
    fn dresses()(worn in proptest::collection::vec(any::<bool>(), DRESSES.len())) -> Vec<Dress> {
        DRESSES.into_iter().zip(worn).filter(|(_, worn)| *worn).map(|(dress, _)| dress).collect()
    }
}

/// Text made of what the reader looks for, and of anything else.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("[C2C]\n".to_owned()),
        Just("STATE: PLAN\n".to_owned()),
        Just("STATE: DO".to_owned()),
        Just("TASK_ID: c2c_f81a\n".to_owned()),
        Just("ITERATION: 1\n".to_owned()),
        Just("ACTIONS:\n1. a\n".to_owned()),
        Just("**Goal：** ".to_owned()),
        Just("SUMMARY: x\n".to_owned()),
        Just("```".to_owned()),
        Just("~~~\n".to_owned()),
        Just("> ".to_owned()),
        Just("\r\n".to_owned()),
        Just("<br>".to_owned()),
        Just("&#x85;&lt;&#".to_owned()),
        Just("【1†é".to_owned()),
        Just("\u{e200}".to_owned()),
        Just("\\".to_owned()),
        Just("\u{200d}\u{85}\u{9b}".to_owned()),
        Just("１. ".to_owned()),
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Whether no string in `value` has a control character but the end of a line. The values are looked at and not their
/// JSON, where a backslash that the text itself has would look like one that escapes.
fn is_printable(value: &Json) -> bool {
    match value {
        Json::String(text) => !text.chars().any(|c| c.is_control() && c != '\n'),
        Json::Array(items) => items.iter().all(is_printable),
        Json::Object(fields) => fields.values().all(is_printable),
        _ => true,
    }
}

proptest! {
    // A failing case belongs into the corpus, with a name, and not into a file of seeds.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_rendered_is_read(draft in message()) {
        let text = render(&draft);
        prop_assume!(text.is_ok());
        reads_as(&text.unwrap(), &draft);
    }

    #[test]
    fn what_is_dressed_up_is_read_the_same(draft in message(), dresses in dresses()) {
        let text = render(&draft);
        prop_assume!(text.is_ok());
        let text = dresses.into_iter().fold(text.unwrap(), |text, dress| dressed(&text, dress));
        reads_as(&text, &draft);
    }

    #[test]
    fn any_text_is_read_without_harm(text in hostile()) {
        let expect = Expectation::after(State::Init, 0).for_task("c2c_f81a".parse().unwrap());
        let parsed = parse(&text, &expect);
        for error in &parsed.errors {
            prop_assert!(error.start <= error.end && error.end <= text.len());
            prop_assert!(text.is_char_boundary(error.start) && text.is_char_boundary(error.end));
        }
        prop_assert_eq!(parsed.status == Status::Message, parsed.message.is_some());
        prop_assert_eq!(parsed.status == Status::Message, parsed.errors.is_empty());
        let view = serde_json::to_value(parsed.view()).unwrap();
        prop_assert!(is_printable(&view), "{}", view);
    }
}
