//! Which answer belongs to which call.

use serde::{Serialize, de::DeserializeOwned};

use super::Call;

/// The parameters of a call, and the answer that it gets.
pub trait Ask: Into<Call> {
    /// The answer.
    type Answer: Serialize + DeserializeOwned;
}
