//! The bearer for clients of the connector on this machine, kept in a private file.

use std::fmt;

use c2c_os::private_file;

use crate::config::Config;
use crate::error::{ApiError, ErrorKind};

/// Random bytes in a token.
const BYTES: usize = 32;

/// The secret. It never shows itself.
#[derive(Clone, PartialEq, Eq)]
pub struct ConnectorToken(String);

impl ConnectorToken {
    /// The token of this data folder; made the first time it is asked for.
    ///
    /// # Errors
    /// `Config` when its file cannot be read or written, or holds no text.
    pub fn load(config: &Config) -> Result<Self, ApiError> {
        let path = config.data.connector_token_file();
        if private_file::read(&path)?.is_none() {
            let bytes = c2c_os::random::bytes::<BYTES>()?;
            let text = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
            // Another process may be first; then its token counts.
            private_file::write_new(&path, format!("{text}\n").as_bytes())?;
        }
        let bytes = private_file::read(&path)?.unwrap_or_default();
        let text = String::from_utf8(bytes).map_err(|_| unusable(&path))?;
        let text = text.trim();
        if text.is_empty() { Err(unusable(&path)) } else { Ok(Self(text.to_owned())) }
    }

    /// The secret itself, for whoever compares it or sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ConnectorToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

fn unusable(path: &std::path::Path) -> ApiError {
    ApiError::new(ErrorKind::Config, format!("the file `{}` holds no token", path.display()))
        .hint("delete it: a new token is made the next time the connectors are served")
}

#[cfg(test)]
mod tests {
    use c2c_os::environment::Environment;

    use super::*;

    fn config(home: &std::path::Path) -> Config {
        Config::load(Environment::from_pairs([("C2C_HOME", home.as_os_str())])).unwrap()
    }

    #[test]
    fn a_token_is_made_once_and_shows_nothing() {
        let home = tempfile::tempdir().unwrap();
        let config = config(home.path());
        let first = ConnectorToken::load(&config).unwrap();
        assert_eq!(first.expose().len(), 2 * BYTES);
        assert_eq!(ConnectorToken::load(&config).unwrap(), first);
        assert_eq!(format!("{first:?}"), "[redacted]");
    }

    #[test]
    fn a_file_without_a_token_is_named() {
        let home = tempfile::tempdir().unwrap();
        let config = config(home.path());
        private_file::write(&config.data.connector_token_file(), b" \n").unwrap();
        let error = ConnectorToken::load(&config).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Config);
        assert!(error.hints[0].contains("delete it"), "{error:?}");
    }
}
