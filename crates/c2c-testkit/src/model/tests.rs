//! What the server decides for a request.

use super::*;

fn plan() -> Value {
    json!({"input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "ACTIONS:\n1. Run `ls`.\n"}]}]})
}

#[test]
fn a_plan_is_carried_out() {
    let (_, reply) = decide("/v1/responses", "POST", &plan());
    let Reply::Items(items) = reply else { panic!("{reply:?}") };
    assert!(matches!(&items[..], [Item::Call { tool, .. }] if tool == "exec_command"), "{items:?}");
}

#[test]
fn the_path_decides_about_failures() {
    assert_eq!(decide("/fail/drop/responses", "POST", &plan()).1, Reply::Drop);
    assert!(matches!(decide("/fail/drop/after/1/responses", "POST", &plan()).1, Reply::Items(_)));
    assert!(matches!(decide("/fail/nonsense/responses", "POST", &plan()).1, Reply::Http { status: 404, .. }));
}

#[test]
fn other_requests_find_nothing() {
    assert!(matches!(decide("/v1/chat", "POST", &plan()).1, Reply::Http { status: 404, .. }));
    assert!(matches!(decide("/v1/models", "GET", &Value::Null).1, Reply::Http { status: 200, .. }));
}

#[test]
fn a_prompt_without_an_action_gets_an_answer_that_says_so() {
    let (_, reply) = decide("/v1/responses", "POST", &json!({"input": "hello"}));
    assert_eq!(reply, Reply::Items(vec![Item::Say("There is no numbered action to carry out.".to_owned())]));
}

#[test]
fn the_stream_has_the_events_of_the_real_one() {
    let items = [Item::Say("one two".to_owned())];
    let events = [vec![reply::created("resp_1", &json!("m"))], reply::completed("1", &items)].concat();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event.lines().next()).collect();
    assert_eq!(
        kinds,
        [
            "event: response.created",
            "event: response.output_item.added",
            "event: response.output_text.delta",
            "event: response.output_text.delta",
            "event: response.output_item.done",
            "event: response.completed",
        ]
    );
}
