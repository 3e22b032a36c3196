//! Id types, all made by one macro. Randomness is an argument.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Text that is not an id of the wanted kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an id of the form `{prefix}_…` (letters and digits after the prefix)")]
pub struct IdError {
    /// What was given.
    pub text: String,
    /// The prefix that was expected, without the underscore.
    pub prefix: &'static str,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The prefix before the underscore.
            pub const PREFIX: &'static str = $prefix;

            /// An id from eight random bytes.
            #[must_use]
            pub fn from_random(bytes: [u8; 8]) -> Self {
                Self(format!(concat!($prefix, "_{:016x}"), u64::from_be_bytes(bytes)))
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                let rest = text.strip_prefix(concat!($prefix, "_")).unwrap_or("");
                let fits = (1..=64).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
                if fits { Ok(Self(text.to_owned())) } else { Err(IdError { text: text.to_owned(), prefix: $prefix }) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

id!(
    /// One workspace (a project folder) that C2C knows.
    WorkspaceId,
    "ws"
);
id!(
    /// One run of the loop for one goal.
    SessionId,
    "ses"
);
id!(
    /// One effect in the journal: something done to the world exactly once.
    EffectId,
    "eff"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_text() {
        let id = SessionId::from_random([0, 1, 2, 3, 4, 5, 6, 255]);
        assert_eq!(id.as_str(), "ses_00010203040506ff");
        assert_eq!(id.as_str().parse(), Ok(id));
    }

    #[test]
    fn an_id_of_another_kind_is_refused() {
        for text in ["", "ses", "ses_", "eff_1", "ses_../x", "ses_a b"] {
            assert!(text.parse::<SessionId>().is_err(), "{text}");
        }
        assert!(format!("ses_{}", "a".repeat(64)).parse::<SessionId>().is_ok());
        assert!(format!("ses_{}", "a".repeat(65)).parse::<SessionId>().is_err());
    }
}
