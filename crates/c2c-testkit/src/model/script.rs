//! Scripted steps: `@model [step, …]` in a prompt, one answer of the model each.
//!
//! A step is `{"say": text}`, `{"call": tool, "args": {…}}`, `{"custom": tool, "input": text}`,
//! `{"calls": [step, …]}`, `{"item": {…}}`, `{"http": status, "body": {…}}`,
//! `{"failed": {"code", "message"}}`, `{"drop": true}` or `{"hang": true}`; `"reasoning": text` and
//! `"delay_ms": n` may stand beside any of them.

use std::time::Duration;

use serde_json::{Value, json};

use super::reply::{Item, Reply};

/// The step that is due after `outputs` tool outputs.
pub(crate) fn due(steps: &[Value], outputs: usize) -> Value {
    let mut left = outputs;
    for step in steps {
        if left == 0 {
            return step.clone();
        }
        left = left.saturating_sub(step["calls"].as_array().map_or(1, Vec::len).max(1));
    }
    json!({"say": "The script has no further step."})
}

/// How long a step waits before it is answered.
pub(crate) fn delay(step: &Value) -> Duration {
    Duration::from_millis(step["delay_ms"].as_u64().unwrap_or(0))
}

/// What a step answers.
pub(crate) fn reply(step: &Value) -> Reply {
    if let Some(status) = step["http"].as_u64() {
        let status = u16::try_from(status).unwrap_or(500);
        return Reply::Http { status, body: step["body"].clone() };
    }
    if let Some(failed) = step.get("failed") {
        let text = |name: &str| failed[name].as_str().unwrap_or_default().to_owned();
        return Reply::Failed { code: text("code"), message: text("message") };
    }
    if step["drop"] == true {
        return Reply::Drop;
    }
    if step["hang"] == true {
        return Reply::Hang;
    }
    let reasoning = step["reasoning"].as_str().map(|text| Item::Reason(text.to_owned()));
    let one = std::slice::from_ref(step);
    let items = step["calls"].as_array().map_or(one, Vec::as_slice).iter().map(item);
    Reply::Items(reasoning.into_iter().chain(items).collect())
}

fn item(step: &Value) -> Item {
    let text = |name: &str| step[name].as_str().map(str::to_owned);
    if let Some(tool) = text("call") {
        Item::Call { tool, arguments: step.get("args").cloned().unwrap_or_else(|| json!({})) }
    } else if let Some(tool) = text("custom") {
        Item::Free { tool, input: text("input").unwrap_or_default() }
    } else if let Some(raw) = step.get("item") {
        Item::Raw(raw.clone())
    } else {
        Item::Say(text("say").unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_due_after_the_outputs_of_those_before() {
        let steps = [json!({"calls": [{"call": "a"}, {"call": "b"}]}), json!({"call": "c"}), json!({"say": "end"})];
        assert_eq!(due(&steps, 0), steps[0]);
        assert_eq!(due(&steps, 2), steps[1]);
        assert_eq!(due(&steps, 3), steps[2]);
        assert_eq!(due(&steps[..2], 3)["say"], "The script has no further step.");
    }

    #[test]
    fn steps_become_replies() {
        let call = Item::Call { tool: "exec_command".to_owned(), arguments: json!({"cmd": "ls"}) };
        let step = json!({"call": "exec_command", "args": {"cmd": "ls"}, "reasoning": "hm"});
        assert_eq!(reply(&step), Reply::Items(vec![Item::Reason("hm".to_owned()), call]));
        assert_eq!(reply(&json!({"http": 500, "body": 1})), Reply::Http { status: 500, body: json!(1) });
        assert_eq!(reply(&json!({"drop": true})), Reply::Drop);
        let failed = Reply::Failed { code: "x".to_owned(), message: "y".to_owned() };
        assert_eq!(reply(&json!({"failed": {"code": "x", "message": "y"}})), failed);
        assert_eq!(delay(&json!({"delay_ms": 5})), Duration::from_millis(5));
    }
}
