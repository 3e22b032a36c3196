//! The shapes that other processes see.

use c2c_protocol::{Checkpoint, Expectation, ProtocolState, Section, State, parse};

#[test]
fn a_message_as_json() {
    let text =
        "[C2C]\nSTATE: BLOCKED\nTASK_ID: c2c_f81a\nITERATION: 2\nREASON: No token.\nNEEDS:\n- a token\nRISKS: none";
    let parsed = parse(text, &Expectation::any());
    insta::assert_snapshot!(serde_json::to_string_pretty(&parsed.view()).unwrap(), @r#"
    {
      "status": "message",
      "state": "BLOCKED",
      "task_id": "c2c_f81a",
      "iteration": 2,
      "sections": {
        "REASON": "No token.",
        "NEEDS": [
          "a token"
        ],
        "RISKS": "none"
      },
      "errors": []
    }
    "#);
}

#[test]
fn an_invalid_message_as_json_keeps_what_was_read() {
    let parsed = parse("[C2C]\nSTATE: DONE\nITERATION: 2\nSUMMARY: Reached.\n", &Expectation::any());
    insta::assert_snapshot!(serde_json::to_string_pretty(&parsed.view()).unwrap(), @r#"
    {
      "status": "invalid",
      "state": "DONE",
      "task_id": null,
      "iteration": 2,
      "sections": {
        "SUMMARY": "Reached."
      },
      "errors": [
        {
          "expected": "the header TASK_ID",
          "found": "no TASK_ID",
          "start": 0,
          "end": 48
        }
      ]
    }
    "#);
}

#[test]
fn no_message_as_json() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&parse("Hello", &Expectation::any()).view()).unwrap(), @r#"
    {
      "status": "none",
      "state": null,
      "task_id": null,
      "iteration": null,
      "sections": {},
      "errors": [
        {
          "expected": "a line `[C2C]` that begins a message",
          "found": "no such line",
          "start": 0,
          "end": 5
        }
      ]
    }
    "#);
}

#[test]
fn a_checkpoint_as_json() {
    let checkpoint = Checkpoint {
        protocol_state: ProtocolState::ExecutedLocal,
        waiting_for: String::new(),
        goal: "Dark mode.".to_owned(),
        completed_subtasks: vec!["The toggle.".to_owned()],
        known_issues: Vec::new(),
        next_step: "Send EXECUTED.".to_owned(),
        iteration: 2,
    };
    let json = serde_json::to_string(&checkpoint).unwrap();
    insta::assert_snapshot!(json, @r#"{"protocol_state":"EXECUTED_LOCAL","waiting_for":"","goal":"Dark mode.","completed_subtasks":["The toggle."],"known_issues":[],"next_step":"Send EXECUTED.","iteration":2}"#);
    assert_eq!(serde_json::from_str::<Checkpoint>(&json).unwrap(), checkpoint);
}

#[test]
fn names_are_read_as_they_are_written() {
    for state in State::ALL {
        assert_eq!(state.as_str().parse(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
    }
    for state in ProtocolState::ALL {
        assert_eq!(state.as_str().parse(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
    }
    for section in Section::ALL {
        assert_eq!(Section::from_name(section.as_str()), Some(section));
    }
    assert!("RESUME".parse::<State>().is_err());
    assert!("RESUME".parse::<ProtocolState>().is_err());
    assert_eq!(Section::from_name("RISKS"), None);
}

#[test]
fn views_by_state_fit_only_their_state() {
    let text = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 2\nSUMMARY: Reached.\n";
    let message = parse(text, &Expectation::any()).message.unwrap();
    assert_eq!(message.done(), Some("Reached."));
    assert_eq!((message.plan(), message.blocked(), message.error()), (None, None, None));
}
