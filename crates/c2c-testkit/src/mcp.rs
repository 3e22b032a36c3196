//! A small MCP client over streamable HTTP, written from the protocol's text so that it shares
//! nothing with the server: one request a connection, JSON or event-stream answers.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// The protocol version that is asked for.
pub const PROTOCOL_VERSION: &str = "2025-11-25";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What went wrong between client and server.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// An address that this client cannot use.
    #[error("`{url}` is not an http address with host, port and path")]
    Address {
        /// The address.
        url: String,
    },
    /// No connection, or it broke.
    #[error("no answer from `{url}`")]
    Unreachable {
        /// The address.
        url: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The server refused the request.
    #[error("HTTP status {status}: {body}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// What it said.
        body: String,
    },
    /// The answer is not what the protocol says.
    #[error("the answer has no {expected}: {found}")]
    Malformed {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A JSON-RPC error.
    #[error("JSON-RPC error {code}: {message}")]
    Rpc {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
    },
}

/// A connected client.
#[derive(Debug)]
pub struct Client {
    url: String,
    host: String,
    path: String,
    bearer: String,
    version: Option<String>,
    next_id: u64,
}

impl Client {
    /// A client for `url`, not initialized yet.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub fn new(url: &str, bearer: &str) -> Result<Self, McpError> {
        let (host, path) = url
            .strip_prefix("http://")
            .and_then(|rest| rest.find('/').map(|slash| rest.split_at(slash)))
            .filter(|(host, _)| host.contains(':'))
            .ok_or_else(|| McpError::Address { url: url.to_owned() })?;
        Ok(Self {
            url: url.to_owned(),
            host: host.to_owned(),
            path: path.to_owned(),
            bearer: bearer.to_owned(),
            version: None,
            next_id: 1,
        })
    }

    /// Agrees on a version; the answer is what the server says about itself.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn initialize(&mut self) -> Result<Value, McpError> {
        let client = json!({"name": "c2c-testkit planner", "version": env!("CARGO_PKG_VERSION")});
        let params = json!({"protocolVersion": PROTOCOL_VERSION, "capabilities": {}, "clientInfo": client});
        let result = self.request("initialize", &params)?;
        self.version = result["protocolVersion"].as_str().map(str::to_owned);
        self.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(result)
    }

    /// The tools that the server offers.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn list_tools(&mut self) -> Result<Vec<Value>, McpError> {
        let result = self.request("tools/list", &json!({}))?;
        let tools = result["tools"].as_array().cloned();
        tools.ok_or_else(|| McpError::Malformed { expected: "`tools`", found: result.to_string() })
    }

    /// Calls a tool; the answer is the whole result, `isError` ones included.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn call_tool(&mut self, name: &str, arguments: &Value) -> Result<Value, McpError> {
        self.request("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, McpError> {
        let id = self.next_id;
        self.next_id += 1;
        let body = self.post(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let malformed = |expected| McpError::Malformed { expected, found: body.clone() };
        let answer: Value = serde_json::from_str(message(&body)).map_err(|_| malformed("JSON"))?;
        if let Some(error) = answer.get("error") {
            let message = error["message"].as_str().unwrap_or_default().to_owned();
            return Err(McpError::Rpc { code: error["code"].as_i64().unwrap_or_default(), message });
        }
        if answer["id"] != id {
            return Err(malformed("matching `id`"));
        }
        answer.get("result").cloned().ok_or_else(|| malformed("`result`"))
    }

    fn post(&self, body: &Value) -> Result<String, McpError> {
        let body = body.to_string();
        let version = self.version.iter().map(|version| format!("MCP-Protocol-Version: {version}\r\n"));
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.path,
            self.host,
            self.bearer,
            version.collect::<String>(),
            body.len()
        );
        let exchange = || -> io::Result<Vec<u8>> {
            let mut stream = TcpStream::connect(&self.host)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_nodelay(true)?;
            stream.write_all(format!("{head}{body}").as_bytes())?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer)?;
            Ok(answer)
        };
        let answer = exchange().map_err(|source| McpError::Unreachable { url: self.url.clone(), source })?;
        let (status, body) =
            read_answer(&answer).ok_or_else(|| McpError::Malformed { expected: "HTTP head", found: lossy(&answer) })?;
        if (200..300).contains(&status) { Ok(body) } else { Err(McpError::Status { status, body }) }
    }
}

/// Status and body of an HTTP answer that was read to its end.
fn read_answer(answer: &[u8]) -> Option<(u16, String)> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(&answer[..end]).ok()?, &answer[end + 4..]);
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_ascii_lowercase().contains("\r\ntransfer-encoding: chunked");
    let body = if chunked { join_chunks(body)? } else { body.to_vec() };
    Some((status, lossy(&body)))
}

fn join_chunks(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    loop {
        let line = body.windows(2).position(|window| window == b"\r\n")?;
        let size = std::str::from_utf8(&body[..line]).ok()?.split(';').next()?.trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        let start = line + 2;
        joined.extend_from_slice(body.get(start..start + size)?);
        if size == 0 {
            return Some(joined);
        }
        body = body.get(start + size + 2..)?;
    }
}

/// The JSON of a body: itself, or the last non-empty data of an event stream.
fn message(body: &str) -> &str {
    let mut data = body.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    data.rfind(|data| !data.is_empty()).unwrap_or(body)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_needs_host_port_and_path() {
        assert!(Client::new("http://127.0.0.1:1/w/x/mcp", "t").is_ok());
        for url in ["https://127.0.0.1:1/mcp", "http://127.0.0.1:1", "http://localhost/mcp"] {
            assert!(matches!(Client::new(url, "t"), Err(McpError::Address { .. })), "{url}");
        }
    }

    #[test]
    fn bodies_come_whole_or_in_chunks() {
        let plain = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(read_answer(plain), Some((200, "{}".to_owned())));
        let chunked =
            b"HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\n";
        assert_eq!(read_answer(chunked), Some((401, "abc".to_owned())));
        assert_eq!(read_answer(b"nonsense"), None);
    }

    #[test]
    fn the_message_of_an_event_stream_is_its_data() {
        assert_eq!(message("{\"a\":1}"), "{\"a\":1}");
        assert_eq!(message("id: 0\ndata:\n\nevent: message\ndata: {\"a\":1}\n\n"), "{\"a\":1}");
    }

    #[test]
    fn a_server_that_is_not_there_is_unreachable() {
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap().port();
        let mut client = Client::new(&format!("http://127.0.0.1:{port}/mcp"), "t").unwrap();
        assert!(matches!(client.initialize(), Err(McpError::Unreachable { .. })));
    }
}
