//! The static bearer: a secret that never shows itself and is compared in constant time.

use std::fmt;

use subtle::ConstantTimeEq;

/// The fewest characters a bearer may have.
const MIN_LENGTH: usize = 24;

/// The secret that local clients send as `Authorization: Bearer …`.
#[derive(Clone)]
pub struct Bearer(String);

/// Text that cannot be a bearer. The text itself is not in the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a bearer has at least {MIN_LENGTH} characters of letters, digits and `-._~+/=`")]
pub struct BearerError;

impl Bearer {
    /// Takes a secret.
    ///
    /// # Errors
    /// When it is too short, or could not stand in a header.
    pub fn new(secret: impl Into<String>) -> Result<Self, BearerError> {
        let secret = secret.into();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if secret.len() >= MIN_LENGTH && secret.bytes().all(fits) { Ok(Self(secret)) } else { Err(BearerError) }
    }

    /// Whether this is the same secret. Takes the same time wherever the first difference is.
    pub(crate) fn is(&self, given: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(given).into()
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

impl fmt::Display for Bearer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bearer_shows_nothing() {
        let bearer = Bearer::new("abcdefghijklmnopqrstuvwxyz").unwrap();
        assert_eq!(format!("{bearer} {bearer:?}"), "[redacted] [redacted]");
    }

    #[test]
    fn only_the_same_secret_is_the_same() {
        let bearer = Bearer::new("abcdefghijklmnopqrstuvwxyz").unwrap();
        assert!(bearer.is(b"abcdefghijklmnopqrstuvwxyz"));
        for other in ["", "abcdefghijklmnopqrstuvwxy", "abcdefghijklmnopqrstuvwxyZ", "abcdefghijklmnopqrstuvwxyz "] {
            assert!(!bearer.is(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn short_or_unsendable_secrets_are_refused() {
        assert_eq!(Bearer::new("a".repeat(23)).unwrap_err(), BearerError);
        assert!(Bearer::new("a".repeat(24)).is_ok());
        for secret in ["with a blank in the middle x", "with-a-line-end-in-it-\r\n-x", "not-ascii-é-not-ascii-é-x"] {
            assert_eq!(Bearer::new(secret).unwrap_err(), BearerError, "{secret}");
        }
    }
}
