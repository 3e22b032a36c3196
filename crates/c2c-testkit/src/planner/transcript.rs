//! The record of everything the planner received, and the connection that it came through.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::carrier::{Address, Open};
use super::reasoning::{Connector, Unavailable};
use crate::mcp::{Client, McpError};
use crate::output;

/// What was received so far.
#[derive(Debug)]
pub(crate) struct Transcript {
    path: Option<PathBuf>,
    server: Value,
    tools: Vec<Value>,
    messages: Vec<Value>,
    calls: Vec<Value>,
}

impl Transcript {
    pub(crate) fn new(path: Option<&Path>) -> Self {
        let (messages, calls) = (Vec::new(), Vec::new());
        Self { path: path.map(Path::to_owned), server: Value::Null, tools: Vec::new(), messages, calls }
    }

    /// Notes a message with the answer to it and writes everything down.
    pub(crate) fn received(&mut self, open: &Open, answer: &str) -> io::Result<()> {
        self.messages.push(json!({"number": open.number, "text": open.text, "answer": answer}));
        let Some(path) = &self.path else { return Ok(()) };
        let all = json!({"server": self.server, "tools": self.tools, "messages": self.messages, "calls": self.calls});
        let draft = path.with_extension("draft");
        fs::write(&draft, all.to_string())?;
        fs::rename(draft, path)
    }
}

/// The connector, with every call written down.
#[derive(Debug)]
pub(crate) struct Recorder<'a> {
    address: Option<Address>,
    client: Option<Client>,
    transcript: &'a mut Transcript,
    message: u64,
    lost: bool,
}

impl<'a> Recorder<'a> {
    /// For the calls made on behalf of one message.
    pub(crate) fn new(address: Option<Address>, transcript: &'a mut Transcript, message: u64) -> Self {
        Self { address, client: None, transcript, message, lost: false }
    }

    /// Whether a connector that was there could not be reached any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Forgets what was recorded for this message.
    pub(crate) fn discard(self) {
        self.transcript.calls.retain(|call| call["message"] != self.message);
    }

    fn reached<T>(&mut self, result: Result<T, McpError>) -> Result<T, Unavailable> {
        self.lost |= result.is_err();
        result.map_err(unavailable)
    }

    fn connected(&mut self, address: &Address) -> Result<Client, Unavailable> {
        let client = Client::new(&address.url, &address.bearer);
        let mut client = self.reached(client)?;
        let server = client.initialize();
        self.transcript.server = self.reached(server)?;
        let tools = client.list_tools();
        self.transcript.tools = self.reached(tools)?;
        Ok(client)
    }

    fn client(&mut self) -> Result<&mut Client, Unavailable> {
        if self.client.is_none() {
            let address = self.address.clone();
            let address = address.ok_or(Unavailable { reason: "it is switched off".to_owned() })?;
            self.client = Some(self.connected(&address)?);
        }
        self.client.as_mut().ok_or(Unavailable { reason: "it is switched off".to_owned() })
    }
}

impl Connector for Recorder<'_> {
    fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Unavailable> {
        let result = self.client()?.call_tool(tool, &arguments);
        let result = self.reached(result)?;
        let failed = result["isError"] == true;
        let content = result["structuredContent"].clone();
        let shown = json!({"step": "planner_call", "tool": tool, "arguments": arguments, "ok": !failed});
        output::line(&shown.to_string()).map_err(|error| Unavailable { reason: error.to_string() })?;
        let row = json!({"message": self.message, "tool": tool, "arguments": arguments, "result": result});
        self.transcript.calls.push(row);
        if failed {
            return Err(Unavailable { reason: format!("`{tool}` answered {}", result["content"][0]["text"]) });
        }
        Ok(content)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is used to map an error")]
fn unavailable(error: McpError) -> Unavailable {
    let cause = std::error::Error::source(&error).map(|source| format!(": {source}")).unwrap_or_default();
    Unavailable { reason: format!("{error}{cause}") }
}
