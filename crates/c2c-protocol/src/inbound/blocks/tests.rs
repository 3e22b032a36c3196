//! Where blocks begin and end, and what belongs to them.

use super::*;

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    scan(text, |block| blocks.push(block));
    blocks
}

/// The blocks' words, how they end, and their sections' names.
#[track_caller]
fn check(text: &str, expected: &[(&str, End, &[&str])]) {
    let blocks = blocks(text);
    let found: Vec<(&str, End, Vec<&str>)> = blocks
        .iter()
        .map(|block| {
            let names = block.sections.iter().map(|section| section.name.as_str()).collect();
            (&text[block.range.clone()], block.end, names)
        })
        .collect();
    let expected: Vec<(&str, End, Vec<&str>)> =
        expected.iter().map(|(words, end, names)| (*words, *end, names.to_vec())).collect();
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn a_block_runs_from_its_marker_to_the_last_words() {
    check(
        "chatter\n[C2C]\nSTATE: DONE\n\nSUMMARY:\nx\n\n",
        &[("[C2C]\nSTATE: DONE\n\nSUMMARY:\nx", End::Text, &["SUMMARY"])],
    );
    check("  [C2C]  \n", &[("[C2C]", End::Text, &[])]);
    check("no block", &[]);
}

#[test]
fn a_marker_ends_the_block_before_it() {
    check("[C2C]\nGOAL: x\n[C2C]\n", &[("[C2C]\nGOAL: x", End::Within, &["GOAL"]), ("[C2C]", End::Text, &[])]);
}

#[test]
fn the_end_of_the_fence_around_it_ends_a_block() {
    check("```\n[C2C]\nGOAL: x\n```\nGOAL: y", &[("[C2C]\nGOAL: x", End::Within, &["GOAL"])]);
    check("```\n[C2C]\nGOAL: x\n", &[("[C2C]\nGOAL: x", End::Text, &["GOAL"])]);
    check("~~~\n```\n[C2C]\nGOAL: x\n```\n~~~\nTESTS: y", &[("[C2C]\nGOAL: x", End::Within, &["GOAL"])]);
    check("> ```\n> [C2C]\n> GOAL: x\n> ```\ny", &[("> [C2C]\n> GOAL: x", End::Within, &["GOAL"])]);
}

#[test]
fn a_fence_that_ended_before_the_marker_is_not_around_it() {
    check("```\ncode\n```\n[C2C]\nGOAL:\n```\nx\n```\ny", &[("[C2C]\nGOAL:\n```\nx\n```\ny", End::Text, &["GOAL"])]);
}

#[test]
fn a_fence_around_the_headers_alone_does_not_end_the_block() {
    check(
        "```\n[C2C]\nSTATE: DONE\n```\nSUMMARY: x",
        &[("[C2C]\nSTATE: DONE\n```\nSUMMARY: x", End::Text, &["SUMMARY"])],
    );
    check("```\n[C2C]\nSTATE: DONE\n```\n", &[("[C2C]\nSTATE: DONE", End::Within, &[])]);
}

#[test]
fn a_marker_is_text_inside_a_fence_of_a_section_and_under_a_list_mark() {
    check("[C2C]\nGOAL:\n~~~\n[C2C]\n~~~\n", &[("[C2C]\nGOAL:\n~~~\n[C2C]\n~~~", End::Text, &["GOAL"])]);
    check("[C2C]\nACTIONS:\n1. x\n [C2C]\n", &[("[C2C]\nACTIONS:\n1. x\n [C2C]", End::Text, &["ACTIONS"])]);
    let two: &[(&str, End, &[&str])] =
        &[("[C2C]\nACTIONS:\n1. x", End::Within, &["ACTIONS"]), ("[C2C]", End::Text, &[])];
    check("[C2C]\nACTIONS:\n1. x\n[C2C]\n", two);
    let text: &[(&str, End, &[&str])] = &[("[C2C]\nGOAL:\nx", End::Within, &["GOAL"]), ("[C2C]", End::Text, &[])];
    check("[C2C]\nGOAL:\nx\n     [C2C]\n", text);
}

#[test]
fn code_in_an_item_of_a_fenced_message_does_not_end_it() {
    let text = "```\n[C2C]\nACTIONS:\n1. x\n   ```\n   y\n   ```\n2. z\n```\nTESTS: no";
    check(text, &[("[C2C]\nACTIONS:\n1. x\n   ```\n   y\n   ```\n2. z", End::Within, &["ACTIONS"])]);
}

#[test]
fn a_name_that_comes_twice_goes_on() {
    let block = blocks("[C2C]\nGOAL: x\nTESTS: y\nGOAL: z\n").remove(0);
    assert_eq!(block.sections.len(), 2);
    assert_eq!(body::text(&block.sections[0].rows), "x\nz");
}

#[test]
fn a_name_in_another_style_does_not_go_on() {
    let block = blocks("[C2C]\nGOAL: x\nTESTS: y\nGoal: z\n").remove(0);
    assert_eq!(body::text(&block.sections[1].rows), "y\nGoal: z");
}

#[test]
fn only_the_first_two_different_values_of_a_header_are_kept() {
    let block = blocks("[C2C]\nSTATE: PLAN\nSTATE: PLAN\nSTATE: DONE\nSTATE: ERROR\n").remove(0);
    let values: Vec<&str> = block.headers.iter().map(|header| header.value.as_str()).collect();
    assert_eq!(values, ["PLAN", "DONE"]);
}

#[test]
fn a_header_inside_a_section_counts_only_if_it_did_not_come_yet() {
    let block = blocks("[C2C]\nSTATE: ERROR\nREASON: x\nSTATE: PLAN\nITERATION: 1\n").remove(0);
    let headers: Vec<(Key, &str)> = block.headers.iter().map(|header| (header.key, header.value.as_str())).collect();
    assert_eq!(headers, [(Key::State, "ERROR"), (Key::Iteration, "1")]);
    assert_eq!(body::text(&block.sections[0].rows), "x\nSTATE: PLAN");
}

#[test]
fn more_than_sixty_four_sections_are_text() {
    let mut text = "[C2C]\n".to_owned();
    for number in 0..70 {
        text.push_str(&format!("PART {number}: x\n"));
    }
    let block = blocks(&text).remove(0);
    assert_eq!(block.sections.len(), UNKNOWN_SECTIONS_MAX);
    assert_eq!(body::text(&block.sections[63].rows).lines().count(), 7);
}

#[test]
fn numbered_headings_are_items_unless_the_names_are_numbered() {
    let names = |text: &str| -> Vec<String> {
        blocks(text).remove(0).sections.into_iter().map(|section| section.name).collect()
    };
    assert_eq!(
        names("[C2C]\n### Goal\nx\n### Actions\n### 1. Add\n### 2. Use\n### Tests\ny"),
        ["GOAL", "ACTIONS", "TESTS"]
    );
    assert_eq!(names("[C2C]\n### 1. Goal\nx\n### 2. Risks\n### 3. Tests\ny"), ["GOAL", "RISKS", "TESTS"]);
}

#[test]
fn headers_may_be_bullets_and_sections_not() {
    let text = "[C2C]\n- STATE: PLAN\n- ITERATION: 1\n\nACTIONS:\n- a\n- Tests: b\n\nTESTS: c";
    let block = blocks(text).remove(0);
    assert_eq!(body::items(&block.sections[0].rows), ["a", "Tests: b"]);
    assert_eq!(block.sections.len(), 2);
}
