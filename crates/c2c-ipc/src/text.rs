//! A text that is itself the answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer of `c2c instructions` and `c2c boot-prompt`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextView {
    /// The text, ready to be pasted.
    pub text: String,
    /// Its length in characters.
    pub characters: u64,
}
