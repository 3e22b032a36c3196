//! A product to stand behind the transport, and a client that sends exactly the bytes it is told to.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use c2c_connector::{Bearer, Connector, ListenConfig, Running, ToolCall, ToolHost, ToolSpec, Unanswered};
use c2c_ports::WorkspaceId;
use c2c_workspace::{ErrorCode, ToolError};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The bearer of all tests.
pub(crate) const BEARER: &str = "test-bearer-0123456789abcdef";
/// The one workspace there is.
pub(crate) const WORKSPACE: &str = "ws_00000000000000a1";
/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A product whose tools are made for tests: `echo`, `fail`, `fault`, `wait`.
#[derive(Debug, Default)]
pub(crate) struct TestHost {
    tools: Vec<ToolSpec>,
    pub(crate) calls: Mutex<Vec<(String, String)>>,
    pub(crate) unanswered: Mutex<Vec<Unanswered>>,
    /// Lets waiting calls go on.
    open: (Mutex<bool>, Condvar),
    pub(crate) waiting: Mutex<usize>,
    pub(crate) saw_cancel: AtomicBool,
}

impl TestHost {
    /// Lets every waiting call end.
    pub(crate) fn release(&self) {
        *self.open.0.lock().unwrap() = true;
        self.open.1.notify_all();
    }

    fn wait(&self, call: &ToolCall) -> Result<Value, ToolError> {
        *self.waiting.lock().unwrap() += 1;
        let mut open = self.open.0.lock().unwrap();
        let end = Instant::now() + PATIENCE;
        while !*open && Instant::now() < end {
            if call.limits.cancelled.load(Ordering::Relaxed) {
                self.saw_cancel.store(true, Ordering::Relaxed);
                return Err(ToolError::timed_out("waiting"));
            }
            open = self.open.1.wait_timeout(open, Duration::from_millis(5)).unwrap().0;
        }
        Ok(json!({ "waited": true }))
    }
}

fn spec(name: &str) -> ToolSpec {
    let object = |properties: Value| -> Map<String, Value> {
        json!({ "type": "object", "properties": properties, "required": ["text"], "additionalProperties": false })
            .as_object()
            .unwrap()
            .clone()
    };
    ToolSpec {
        name: name.to_owned(),
        title: name.to_uppercase(),
        description: format!("The tool {name}."),
        input_schema: object(json!({ "text": { "type": "string" } })),
        output_schema: object(json!({ "text": { "type": "string" }, "next": { "type": "string" } })),
    }
}

impl ToolHost for TestHost {
    fn catalogue(&self) -> Vec<ToolSpec> {
        self.tools.clone()
    }

    fn has_workspace(&self, workspace: &WorkspaceId) -> bool {
        workspace.as_str() == WORKSPACE
    }

    fn call(&self, _workspace: &WorkspaceId, call: ToolCall) -> Result<Value, ToolError> {
        self.calls.lock().unwrap().push((call.name.clone(), call.client.clone()));
        match call.name.as_str() {
            "echo" => Ok(json!({ "text": call.arguments.get("text").cloned().unwrap_or_default(), "next": "" })),
            "fail" => Err(ToolError::not_found("src/x.rs")),
            "fault" => Err(ToolError::internal("reading", &std::io::Error::other("/home/alice/secret"))),
            _ => self.wait(&call),
        }
    }

    fn unanswered(&self, _workspace: &WorkspaceId, call: Unanswered) {
        self.unanswered.lock().unwrap().push(call);
    }
}

/// A connector that serves, and what stands behind it.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) host: Arc<TestHost>,
}

/// Serves with the usual settings, changed as the test wants.
pub(crate) async fn serve(change: impl FnOnce(&mut ListenConfig)) -> Server {
    serve_tools(["echo", "fail", "fault", "wait"].map(spec).into(), change).await
}

/// Serves other tools than the usual ones.
pub(crate) async fn serve_tools(tools: Vec<ToolSpec>, change: impl FnOnce(&mut ListenConfig)) -> Server {
    let mut config = ListenConfig::on_port(0, Bearer::new(BEARER).unwrap());
    change(&mut config);
    let host = Arc::new(TestHost { tools, ..TestHost::default() });
    let running = Connector::bind(config, Arc::clone(&host) as Arc<dyn ToolHost>).await.unwrap();
    Server { running, host }
}

impl Server {
    /// The address of the workspace's connector.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/w/{WORKSPACE}/mcp", self.running.local_addr())
    }

    /// A connection of its own.
    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.running.local_addr()).await.unwrap()
    }

    /// Sends a request on a connection of its own.
    pub(crate) async fn send(&self, request: &Request) -> Response {
        let mut stream = self.connect().await;
        stream.write_all(&request.bytes()).await.unwrap();
        response(&mut stream).await
    }

    /// Sends a JSON-RPC request and gives the response's body.
    pub(crate) async fn rpc(&self, method: &str, params: &Value) -> Value {
        let response = self.send(&Request::rpc(method, params)).await;
        assert_eq!(response.status, 200, "{}", response.body);
        response.json()
    }

    /// Calls a tool and gives the result.
    pub(crate) async fn call(&self, tool: &str, arguments: &Value) -> Value {
        self.rpc("tools/call", &json!({ "name": tool, "arguments": arguments })).await["result"].clone()
    }
}

/// A request, header by header.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    /// A complete and allowed JSON-RPC request.
    pub(crate) fn rpc(method: &str, params: &Value) -> Self {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let headers = [
            ("Host", "127.0.0.1:7391".to_owned()),
            ("Authorization", format!("Bearer {BEARER}")),
            ("Content-Type", "application/json".to_owned()),
            ("Accept", "application/json, text/event-stream".to_owned()),
            ("User-Agent", "test-client/1".to_owned()),
            ("Content-Length", body.len().to_string()),
        ];
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { method: "POST", target: format!("/w/{WORKSPACE}/mcp"), headers, body }
    }

    /// A request without a body.
    pub(crate) fn bare(method: &'static str) -> Self {
        let mut request = Self::rpc("ping", &json!({})).without("Content-Length").without("Content-Type");
        request.method = method;
        request.body.clear();
        request
    }

    pub(crate) fn to(mut self, target: &str) -> Self {
        target.clone_into(&mut self.target);
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// Replaces a header.
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        self.without(name).and(name, value)
    }

    /// Adds a header beside those of the same name.
    pub(crate) fn and(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let headers: String = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("{} {} HTTP/1.1\r\n{headers}\r\n{}", self.method, self.target, self.body).into_bytes()
    }
}

/// A response, taken apart.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Reads one response. An end of the connection before a response has the status 0.
pub(crate) async fn response(stream: &mut TcpStream) -> Response {
    tokio::time::timeout(PATIENCE, read_response(stream)).await.expect("no response in time")
}

async fn read_response(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    loop {
        if let Some(response) = parsed(&bytes) {
            return response;
        }
        match stream.read(&mut buffer).await {
            Ok(count) if count > 0 => bytes.extend_from_slice(&buffer[..count]),
            _ => return Response { status: 0, headers: BTreeMap::new(), body: String::new() },
        }
    }
}

fn parsed(bytes: &[u8]) -> Option<Response> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers.get("content-length").and_then(|length| length.parse().ok())?;
    (body.len() >= length).then(|| Response { status, headers, body: body[..length].to_owned() })
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what} did not happen");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The codes of the calls that did not reach their tool.
pub(crate) fn codes(host: &TestHost) -> Vec<ErrorCode> {
    host.unanswered.lock().unwrap().iter().map(|call| call.code).collect()
}
