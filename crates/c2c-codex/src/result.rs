//! The structured result that the model is asked for, and reading it. Pure.
//!
//! Codex hands the schema on to the provider and does not check the answer (measured: a final text
//! that is no JSON ends with exit code 0), so the answer is read here and may be missing.

use c2c_ports::Reported;
use serde_json::{Value, json};

/// The schema of [`Reported`] in the strict form that providers take: every property required,
/// none besides.
pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "status": {
                "type": "string",
                "enum": ["ok", "failed", "blocked"],
                "description": "ok: every action is done and its tests pass. failed: done, but something fails. blocked: it could not be done."
            },
            "summary": { "type": "string", "description": "What was done, in a few sentences." },
            "test_command": { "type": "string", "description": "The test command that was run, exactly as run; empty when none was." },
            "tests": { "type": "string", "description": "The outcome of the tests in one line, such as `27 passed`; empty when none ran." },
            "known_issues": {
                "type": "array",
                "items": { "type": "string" },
                "description": "What is known to be wrong or missing still; empty when nothing."
            }
        },
        "required": ["status", "summary", "test_command", "tests", "known_issues"],
        "additionalProperties": false
    })
}

/// The result in `final_message`; none when that is anything but such a result.
pub(crate) fn read(final_message: &str) -> Option<Reported> {
    serde_json::from_str(final_message.trim()).ok()
}

#[cfg(test)]
mod tests;
