//! The person between C2C and ChatGPT: reads `c2c status`, brings the answer to `c2c reply`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::process;

/// Carries messages for one workspace.
#[derive(Debug)]
pub(crate) struct Carrier {
    c2c: PathBuf,
    workspace: PathBuf,
}

/// What `c2c status` shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Status {
    /// The session has ended.
    pub(crate) is_over: bool,
    /// The message that waits for an answer.
    pub(crate) open: Option<Open>,
    /// Where the connector is.
    pub(crate) connector: Option<Address>,
}

/// A message that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) number: u64,
    pub(crate) text: String,
}

/// The connector's address and token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) url: String,
    pub(crate) bearer: String,
}

impl Carrier {
    pub(crate) fn new(c2c: &Path, workspace: &Path) -> Self {
        Self { c2c: c2c.to_owned(), workspace: workspace.to_owned() }
    }

    /// What the session shows now.
    pub(crate) fn status(&self) -> io::Result<Status> {
        read_status(&self.ask(&["status", "--json"], "")?)
    }

    /// Brings an answer back.
    pub(crate) fn reply(&self, text: &str) -> io::Result<()> {
        let answer = self.ask(&["reply", "--json"], text)?;
        match answer["outcome"].as_str() {
            Some("done" | "queued") => Ok(()),
            _ => Err(io::Error::other(format!("`c2c reply` did not take the answer: {answer}"))),
        }
    }

    fn ask(&self, arguments: &[&str], input: &str) -> io::Result<Value> {
        let mut child = process::command(&self.c2c, &self.workspace)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            let said = format!("`c2c {}` failed: {} {}", arguments.join(" "), stdout.trim(), stderr.trim());
            return Err(io::Error::other(said));
        }
        serde_json::from_str(stdout.trim()).map_err(io::Error::other)
    }
}

fn read_status(status: &Value) -> io::Result<Status> {
    let session = status["session"]["status"].as_str().unwrap_or_default();
    let open = &status["open_message"];
    let open = match (open["number"].as_u64(), open["text"].as_str()) {
        (Some(number), Some(text)) => Some(Open { number, text: text.to_owned() }),
        _ => None,
    };
    let connector = &status["connector"];
    let connector = match (connector["url"].as_str(), connector["token_file"].as_str()) {
        (Some(url), Some(file)) => {
            let bearer = fs::read_to_string(file)?.trim().to_owned();
            Some(Address { url: url.to_owned(), bearer })
        }
        _ => None,
    };
    Ok(Status { is_over: matches!(session, "done" | "failed" | "stopped"), open, connector })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_open_message_and_the_connector_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let token_file = folder.path().join("token");
        fs::write(&token_file, "secret\n").unwrap();
        let status = json!({
            "session": {"status": "active"},
            "open_message": {"number": 2, "text": "[C2C]\n"},
            "connector": {"url": "http://127.0.0.1:1/w/x/mcp", "token_file": token_file},
        });
        let address = Address { url: "http://127.0.0.1:1/w/x/mcp".to_owned(), bearer: "secret".to_owned() };
        let open = Open { number: 2, text: "[C2C]\n".to_owned() };
        let expected = Status { is_over: false, open: Some(open), connector: Some(address) };
        assert_eq!(read_status(&status).unwrap(), expected);
        let over = Status { is_over: true, open: None, connector: None };
        assert_eq!(read_status(&json!({"session": {"status": "done"}})).unwrap(), over);
    }
}
