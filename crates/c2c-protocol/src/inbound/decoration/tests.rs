//! Decoration comes off, words stay.

use super::*;

#[test]
fn decoration_comes_off_both_ends() {
    for line in [
        "GOAL",
        "**GOAL**",
        "> ## __GOAL__ ##",
        "`GOAL`",
        "- GOAL",
        "1. GOAL",
        "🎯 GOAL 🎯",
        "| GOAL |",
        "“GOAL”",
        "~~GOAL~~",
        "GOAL\\",
    ] {
        assert_eq!(strip(line).1, "GOAL", "{line:?}");
    }
}

#[test]
fn what_was_taken_off_is_told() {
    let lead = |line: &str| strip(line).0;
    assert_eq!(lead("### **x**"), Lead { hashes: 3, emphasis: true, mark: None });
    assert_eq!(lead("- x").mark, Some(Mark::Bullet));
    assert_eq!(lead("> 2) x").mark, Some(Mark::Number));
    assert_eq!(lead("x"), Lead::default());
}

#[test]
fn words_in_any_script_stay() {
    for line in ["目标", "ÄÖ", "[x]", "（x）", "…x", "-flag", "1.5"] {
        assert_eq!(strip(line).1, line, "{line:?}");
    }
}

#[test]
fn marks_are_told_from_words() {
    for (text, kind, rest) in [
        ("- a", Mark::Bullet, "a"),
        ("-", Mark::Bullet, ""),
        ("•a", Mark::Bullet, "a"),
        ("\\- a", Mark::Bullet, "a"),
        ("12. a", Mark::Number, "a"),
        ("1.Add", Mark::Number, "Add"),
        ("1)", Mark::Number, ""),
        ("1\\. a", Mark::Number, "a"),
        ("1、a", Mark::Number, "a"),
        ("（3）a", Mark::Number, "a"),
        ("⑫ a", Mark::Number, "a"),
        ("3\u{20e3} a", Mark::Number, "a"),
    ] {
        assert_eq!(mark(text), Some((kind, rest)), "{text:?}");
    }
    for text in ["", "a", "-a", "**a**", "1", "1 a", "1.5", "1.a", "12345. a", "(a)", "(1", "\\_"] {
        assert_eq!(mark(text), None, "{text:?}");
    }
}
