//! Which lines carry a part of the frame.

use super::*;

#[track_caller]
fn section(line: &str, expected: Section, value: &str) {
    let named = named(line).unwrap_or_else(|| panic!("{line:?} has no name"));
    assert_eq!((named.name, named.value), (Name::Known(expected), value), "{line:?}");
}

#[track_caller]
fn header(line: &str, expected: Key, value: &str) {
    let named = named(line).unwrap_or_else(|| panic!("{line:?} has no name"));
    assert_eq!((named.name, named.value), (Name::Key(expected), value), "{line:?}");
}

#[track_caller]
fn is_text(line: &str) {
    assert!(!reads_as_frame(line), "{line:?} is {:?}", named(line));
}

#[test]
fn the_marker_is_found_behind_decoration() {
    for line in [
        "[C2C]",
        "  [c2c]  ",
        "**[C2C]**",
        "# [C2C]",
        "> [C2C]",
        "`[C2C]`",
        "\\[C2C\\]",
        "🤖 [C2C]",
        "[ C2C ]",
        "[C2C]:",
        "［C2C］",
        "【C2C】",
        "- [C2C]",
        "\"[C2C]\"",
        "__[C2C]__",
        "~~[C2C]~~",
        "## **[C2C]** ##",
    ] {
        assert!(is_marker(line), "{line:?}");
    }
}

#[test]
fn the_marker_is_alone_on_its_line() {
    for line in
        ["", "C2C", "[C2C", "[C2C] STATE: PLAN", "see [C2C]", "[C2CC]", "[C2]", "1. [C2C]", "[C2C](x)", "[[C2C]]"]
    {
        assert!(!is_marker(line), "{line:?}");
    }
}

#[test]
fn headers_are_found_in_every_dress() {
    header("STATE: PLAN", Key::State, "PLAN");
    header("**STATE:** PLAN", Key::State, "PLAN");
    header("**STATE: PLAN**", Key::State, "PLAN");
    header("- `TASK_ID`: `c2c_1`", Key::TaskId, "`c2c_1`");
    header("task id： c2c_1", Key::TaskId, "c2c_1");
    header("TASK\\_ID: c2c\\_1", Key::TaskId, "c2c\\_1");
    header("ITERATION（轮次）：1", Key::Iteration, "1");
    header("Task-ID :c2c_1", Key::TaskId, "c2c_1");
}

#[test]
fn sections_are_found_in_every_dress() {
    section("GOAL:", Section::Goal, "");
    section("Goal: dark mode", Section::Goal, "dark mode");
    section("### Success criteria", Section::SuccessCriteria, "");
    section("**FILES LIKELY INVOLVED**", Section::FilesLikelyInvolved, "");
    section("🎯 **GOAL:** dark **mode**", Section::Goal, "dark **mode**");
    section("目标 (GOAL)：", Section::Goal, "");
    section("GOAL / Objectif :", Section::Goal, "");
    section("## 2. Rationale", Section::Rationale, "");
    section("TESTS", Section::Tests, "");
    section("ＧＯＡＬ：x", Section::Goal, "x");
    section("TESTS: a: b", Section::Tests, "a: b");
    section("GOAL:*.rs", Section::Goal, "*.rs");
}

#[test]
fn sentences_are_text() {
    is_text("");
    is_text("Tests");
    is_text("goal");
    is_text("The goal: dark mode");
    is_text("Run the tests: all of them");
    is_text("运行 tests：全部");
    is_text("see [C2C] STATE: PLAN");
    is_text("STATE - DONE");
    is_text("… TESTS");
    is_text("Goals: many");
    is_text("state.rs: the states");
    is_text("GOAL / TESTS: both");
    is_text(&format!("{}: x", "goal ".repeat(40)));
}

#[test]
fn unknown_names_are_kept_in_capitals() {
    let kept = |line: &str| named(line).map(|named| named.name);
    assert_eq!(kept("RISKS:"), Some(Name::Unknown("RISKS".to_owned())));
    assert_eq!(kept("## Out of scope"), Some(Name::Unknown("OUT_OF_SCOPE".to_owned())));
    assert_eq!(kept("**风险：**"), Some(Name::Unknown("风险".to_owned())));
    assert_eq!(kept("NOTE: x"), None);
    assert_eq!(kept("https://x"), Some(Name::Unknown("HTTPS".to_owned())));
    assert_eq!(kept("a, b: c"), None);
    assert_eq!(kept("**Done!**"), None);
}

#[test]
fn an_unknown_name_is_a_section_only_in_the_style_of_the_known_ones() {
    let style = |line: &str| named(line).unwrap().style;
    let makes = |line: &str, known: &str| style(line).makes_section(Some(style(known)));
    assert!(makes("RISKS: x", "GOAL:"));
    assert!(!makes("Risks: x", "GOAL:"));
    assert!(!makes("Risks: x", "Goal:"), "plain words are never a name");
    assert!(!makes("https://x", "goal:"));
    assert!(makes("### Risks", "### Goal"));
    assert!(!makes("#### Risks", "### Goal"));
    assert!(!makes("### Risks", "GOAL:"));
    assert!(makes("**Risks:** x", "**Goal:**"));
    assert!(!makes("**Risks:** x", "**GOAL:**"));
    assert!(!makes("**RISKS**", "**GOAL:**"));
}
