//! The phrase grammar.

use super::*;

#[track_caller]
fn check(item: &str, expected: &[Action]) {
    assert_eq!(understand(item).as_deref(), Some(expected), "{item}");
}

fn run(command: &str) -> Action {
    Action::Run { command: command.to_owned() }
}

#[test]
fn a_replacement_can_be_said_in_four_ways() {
    let expected = [Action::replace("conf/a.conf", "size=1", "size=2")];
    check("In `conf/a.conf`, replace `size=1` with `size=2`.", &expected);
    check("in the file `conf/a.conf` change the line `size=1` to `size=2`", &expected);
    check("Replace `size=1` with `size=2` in `conf/a.conf`, because the test wants it.", &expected);
    check("Change `size=1` to `size=2` in `conf/a.conf` (see `tests/a.sh`, which expects it).", &expected);
}

#[test]
fn files_are_created_appended_to_and_deleted() {
    check("Create `a.txt` with the content `hello`.", &[Action::create("a.txt", "hello")]);
    check(
        "Create the file `a.sh` with this content:\n   ```sh\n   if true; then\n     echo 1\n   fi\n   ```\n",
        &[Action::create("a.sh", "if true; then\n  echo 1\nfi\n")],
    );
    check("Append `x=1` to the end of `a.conf`", &[Action::append("a.conf", "x=1")]);
    check("Delete `old.txt`", &[Action::Delete { path: "old.txt".to_owned() }]);
}

#[test]
fn several_sentences_are_several_steps() {
    check("Run `make`, then run `make test`. Look at the result.", &[run("make"), run("make test")]);
    check("Run the tests with `sh t.sh` and report the outcome", &[run("sh t.sh")]);
    check("Delete `a` and run `b`", &[Action::Delete { path: "a".to_owned() }, run("b")]);
}

#[test]
fn a_value_with_backticks_stands_between_two() {
    check("Run `` echo `date` ``", &[run("echo `date`")]);
}

#[test]
fn what_no_phrase_says_is_not_understood() {
    for item in [
        "Make it work.",
        "Refactor `a.rs`",
        "Delete `a` from `b`",
        "Run `a` `b`",
        "In `a`, replace `b`",
        "Run `a`. Rename `b`.",
        "Do not run `a`",
        "",
    ] {
        assert_eq!(understand(item), None, "{item}");
    }
}

#[test]
fn items_are_numbered_at_the_margin_and_keep_their_lines() {
    let plan = "GOAL:\nx\n\nACTIONS:\n1. Run `a`\n   - with care\n   1. nested\n2) Run `b`\n\nTESTS:\n3. Run `c`\n";
    assert_eq!(items(plan), ["Run `a`\n   - with care\n   1. nested", "Run `b`\n"]);
    assert_eq!(items("nothing here"), Vec::<String>::new());
}

#[test]
fn a_heading_inside_a_fence_is_text() {
    let plan = "ACTIONS:\n1. Create `a` with:\n```\nTESTS:\n```\n2. Run `b`\nTESTS:\nnone\n";
    assert_eq!(items(plan).len(), 2);
    assert_eq!(understand(&items(plan)[0]), Some(vec![Action::create("a", "TESTS:\n")]));
}

#[test]
fn a_prompt_can_ask_to_look_first() {
    let prompt = "You were cut off. First look at `git status` and `git diff` to see. Do not run `x`.\nACTIONS:\n";
    assert_eq!(first_looks(prompt), ["git status", "git diff"]);
    assert_eq!(first_looks("Run `x`."), Vec::<String>::new());
}
