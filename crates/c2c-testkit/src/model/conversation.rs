//! What a request to the model says: the newest instruction and what the tools answered since.

use serde_json::Value;

use super::actions;

/// Marks a scripted instruction: the steps follow as a JSON array.
const SCRIPT_MARK: &str = "@model";

/// The newest instruction of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Instruction {
    /// Steps given one by one.
    Script(Vec<Value>),
    /// A plan with numbered actions.
    Plan(String),
    /// Neither.
    None,
}

/// The part of a conversation that decides what the model does next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Conversation {
    pub(crate) instruction: Instruction,
    /// What the tools answered after the instruction, oldest first.
    pub(crate) outputs: Vec<String>,
}

impl Conversation {
    /// Reads the `input` of a request.
    pub(crate) fn of(request: &Value) -> Self {
        let mut conversation = Self { instruction: Instruction::None, outputs: Vec::new() };
        match &request["input"] {
            Value::String(text) => conversation.instructed(text),
            Value::Array(items) => items.iter().for_each(|item| conversation.item(item)),
            _ => {}
        }
        conversation
    }

    fn item(&mut self, item: &Value) {
        let kind = item["type"].as_str().unwrap_or("message");
        if kind == "message" && item["role"] == "user" {
            self.instructed(&text(&item["content"]));
        } else if kind.ends_with("_output") {
            self.outputs.push(text(&item["output"]));
        }
    }

    fn instructed(&mut self, text: &str) {
        let instruction = match script(text) {
            Some(steps) => Instruction::Script(steps),
            None if !actions::items(text).is_empty() => Instruction::Plan(text.to_owned()),
            None => return,
        };
        *self = Self { instruction, outputs: Vec::new() };
    }
}

/// The text of a content field: a string, a list of parts, or an object around either.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect::<Vec<_>>().join("\n"),
        Value::Object(object) => {
            ["text", "content", "output"].iter().find_map(|name| object.get(*name)).map(text).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// The steps after the last mark that is followed by a JSON array.
fn script(text: &str) -> Option<Vec<Value>> {
    text.rmatch_indices(SCRIPT_MARK).find_map(|(at, mark)| {
        let rest = text[at + mark.len()..].trim_start();
        match serde_json::Deserializer::from_str(rest).into_iter().next() {
            Some(Ok(Value::Array(steps))) => Some(steps),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn user(text: &str) -> Value {
        json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})
    }

    #[test]
    fn the_newest_instruction_counts_with_the_outputs_after_it() {
        let request = json!({"input": [
            user("ACTIONS:\n1. Run `a`"),
            {"type": "function_call", "name": "exec_command"},
            {"type": "function_call_output", "output": "first"},
            user("ACTIONS:\n1. Run `b`"),
            {"type": "function_call_output", "output": "second"},
            {"type": "custom_tool_call_output", "output": [{"type": "input_text", "text": "third"}]},
        ]});
        assert_eq!(
            Conversation::of(&request),
            Conversation {
                instruction: Instruction::Plan("ACTIONS:\n1. Run `b`".to_owned()),
                outputs: vec!["second".to_owned(), "third".to_owned()],
            }
        );
    }

    #[test]
    fn a_message_without_an_instruction_goes_on_with_the_one_before() {
        let request =
            json!({"input": [user("ACTIONS:\n1. Run `a`"), {"type": "x_output", "output": "1"}, user("go on")]});
        assert_eq!(Conversation::of(&request).outputs, ["1"]);
    }

    #[test]
    fn a_script_is_the_array_after_its_mark() {
        let request = json!({"input": "do @model this @model [{\"say\": \"hi\"}] and more"});
        assert_eq!(Conversation::of(&request).instruction, Instruction::Script(vec![json!({"say": "hi"})]));
        assert_eq!(Conversation::of(&json!({"input": "@model [broken"})).instruction, Instruction::None);
    }
}
