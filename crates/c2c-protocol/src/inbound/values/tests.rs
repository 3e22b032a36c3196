//! Values of headers.

use super::*;

#[test]
fn a_state_may_be_decorated_and_translated() {
    for value in [
        "PLAN",
        "plan",
        "`PLAN`",
        "**PLAN**",
        "✅ PLAN",
        "PLAN（计划）",
        "PLAN.",
        "\"PLAN\"",
        "PLAN (next)",
        "计划 PLAN",
    ] {
        assert_eq!(state(value), Some(State::Plan), "{value:?}");
    }
}

#[test]
fn two_states_or_other_words_are_no_state() {
    for value in [
        "",
        "DONE | BLOCKED",
        "PLAN / DONE",
        "PLAN or DONE",
        "DONE (or BLOCKED)",
        "RESUME",
        "PLANNED",
        "PLAN it",
        "P L A N",
    ] {
        assert_eq!(state(value), None, "{value:?}");
    }
    assert_eq!(state(&format!("PLAN {}", "x".repeat(300))), None);
}

#[test]
fn a_task_may_be_decorated() {
    for value in ["c2c_1", "`c2c_1`", "**c2c_1**", "c2c_1.", "c2c_1 (dark mode)", "'c2c_1'", "\"c2c_1\""] {
        assert_eq!(task(value, None).as_ref().map(TaskId::as_str), Some("c2c_1"), "{value:?}");
    }
    for value in ["", "c2c 1", "c2c/1", "任务"] {
        assert_eq!(task(value, None), None, "{value:?}");
    }
}

#[test]
fn the_wanted_task_settles_what_is_decoration() {
    let plain: TaskId = "a".parse().unwrap();
    let underlined: TaskId = "_a_".parse().unwrap();
    assert_eq!(task("_a_", Some(&plain)), Some(plain));
    assert_eq!(task("_a_", Some(&underlined)), Some(underlined));
}

#[test]
fn an_iteration_is_a_whole_number() {
    for value in ["1", "01", "#1", "**1**", "1.", "１", "1 (first)", "`1`"] {
        assert_eq!(iteration(value), Some(1), "{value:?}");
    }
    for value in ["", "one", "1/12", "1.5", "-1", "+1", "1 2", "4294967296"] {
        assert_eq!(iteration(value), None, "{value:?}");
    }
    assert_eq!(iteration("4294967295"), Some(u32::MAX));
}

#[test]
fn headers_on_one_line_are_parted() {
    assert_eq!(next_key("PLAN | TASK_ID: x"), ("PLAN", Some((Key::TaskId, "x"))));
    assert_eq!(next_key("PLAN task id： x"), ("PLAN", Some((Key::TaskId, "x"))));
    assert_eq!(next_key("PLAN **ITERATION:** 1"), ("PLAN", Some((Key::Iteration, "1"))));
    assert_eq!(next_key("the estate: x"), ("the estate: x", None));
    assert_eq!(next_key("PLAN TASK_ID x"), ("PLAN TASK_ID x", None));
}
