//! Which protocol versions are spoken.

use std::str::FromStr;

use rmcp::model::ProtocolVersion;

/// The protocol versions up to a newest one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versions {
    newest: ProtocolVersion,
}

/// A text that names no protocol version we know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a protocol version; known are {known}")]
pub struct VersionError {
    /// What was given.
    pub text: String,
    /// The versions we know, with commas.
    pub known: String,
}

impl Versions {
    /// The versions, oldest first.
    pub(crate) fn list(&self) -> &'static [ProtocolVersion] {
        ProtocolVersion::known_up_to(&self.newest)
    }

    /// What is answered to a client that asks for a version we do not speak.
    pub(crate) fn newest_with_handshake(&self) -> ProtocolVersion {
        self.list().iter().rfind(|version| version.has_initialize()).cloned().unwrap_or_default()
    }

    pub(crate) fn include(&self, version: &ProtocolVersion) -> bool {
        self.list().contains(version)
    }
}

impl Default for Versions {
    /// Up to 2025-11-25: some clients refuse a server that answers to newer ones.
    fn default() -> Self {
        Self { newest: ProtocolVersion::V_2025_11_25 }
    }
}

impl FromStr for Versions {
    type Err = VersionError;

    /// Reads the newest version to speak, such as `2026-07-28`.
    fn from_str(text: &str) -> Result<Self, VersionError> {
        let known = ProtocolVersion::KNOWN_VERSIONS;
        known.iter().find(|version| version.as_str() == text).map(|newest| Self { newest: newest.clone() }).ok_or_else(
            || VersionError {
                text: text.to_owned(),
                known: known.iter().map(ProtocolVersion::as_str).collect::<Vec<_>>().join(", "),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_by_default_is_2025_11_25() {
        let versions: Vec<&str> = Versions::default().list().iter().map(ProtocolVersion::as_str).collect();
        assert_eq!(versions, ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]);
    }

    #[test]
    fn a_setting_allows_more_or_fewer() {
        assert_eq!("2026-07-28".parse::<Versions>().unwrap().list().len(), 5);
        assert_eq!("2025-03-26".parse::<Versions>().unwrap().list().len(), 2);
        insta::assert_snapshot!("2099-01-01".parse::<Versions>().unwrap_err(), @"`2099-01-01` is not a protocol version; known are 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28");
    }
}
