//! Everything a request must pass before the protocol sees it: host and origin, path and method, who asks, which
//! workspace, and how much is sent how slowly.

mod access;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use c2c_ports::WorkspaceId;

use crate::bearer::Bearer;
use crate::hosts::Allowed;
use crate::tool_host::ToolHost;

/// What the gate needs to judge a request.
pub(crate) struct Gate {
    pub(crate) allowed: Allowed,
    pub(crate) bearer: Bearer,
    pub(crate) host: Arc<dyn ToolHost>,
    pub(crate) max_body_bytes: usize,
    pub(crate) body_time: Duration,
}

/// Lets a request through with its workspace as an extension and its body read, or answers it.
pub(crate) async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.judge(request).await {
        Ok(request) => next.run(request).await,
        Err(refused) => {
            let reason = refused.extensions().get::<Reason>().map_or("", |reason| reason.0);
            tracing::info!(status = refused.status().as_u16(), reason, "a request was refused");
            refused
        }
    }
}

impl Gate {
    async fn judge(&self, request: Request) -> Result<Request, Response> {
        if let Err(refusal) = self.allowed.check(request.uri(), request.headers()) {
            return Err(answer(StatusCode::FORBIDDEN, refusal.as_str()));
        }
        let Some(workspace) = workspace_of(request.uri().path()) else {
            return Err(answer(StatusCode::NOT_FOUND, "there is nothing at this path"));
        };
        if request.method() != Method::POST {
            let mut response =
                answer(StatusCode::METHOD_NOT_ALLOWED, "this endpoint offers no stream and no session: use POST");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
            return Err(response);
        }
        access::check(&self.bearer, request.headers()).map_err(access::Denial::response)?;
        if !self.has_workspace(&workspace).await {
            return Err(answer(StatusCode::NOT_FOUND, "there is no such workspace"));
        }
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(workspace);
        let body = self.read(body).await?;
        Ok(Request::from_parts(parts, body))
    }

    async fn has_workspace(&self, workspace: &WorkspaceId) -> bool {
        let (host, workspace) = (Arc::clone(&self.host), workspace.clone());
        tokio::task::spawn_blocking(move || host.has_workspace(&workspace)).await.unwrap_or(false)
    }

    /// The whole body, if it is not too long and comes in time.
    async fn read(&self, body: Body) -> Result<Body, Response> {
        match tokio::time::timeout(self.body_time, to_bytes(body, self.max_body_bytes)).await {
            Ok(Ok(bytes)) => Ok(Body::from(bytes)),
            Ok(Err(error)) if is_too_long(&error) => {
                Err(closing(answer(StatusCode::PAYLOAD_TOO_LARGE, "the request body is too long")))
            }
            Ok(Err(_)) => Err(closing(answer(StatusCode::BAD_REQUEST, "the request body could not be read"))),
            Err(_) => Err(closing(answer(StatusCode::REQUEST_TIMEOUT, "the request body came too slowly"))),
        }
    }
}

/// The workspace that a path names. Nothing is decoded or tidied up: another spelling is another path.
fn workspace_of(path: &str) -> Option<WorkspaceId> {
    path.strip_prefix("/w/")?.strip_suffix("/mcp")?.parse().ok()
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if cause.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = cause.source();
    }
    false
}

/// What is left of a body that was not read must not be taken for the next request.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Why a request was refused, for the log.
#[derive(Debug, Clone, Copy)]
struct Reason(&'static str);

/// A refusal in plain words, without anything of the request in it.
fn answer(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.extensions_mut().insert(Reason(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::workspace_of;

    #[test]
    fn only_the_one_path_names_a_workspace() {
        assert_eq!(workspace_of("/w/ws_1a/mcp").map(|id| id.to_string()).as_deref(), Some("ws_1a"));
        for path in [
            "/",
            "/w//mcp",
            "/w/ws_1a",
            "/w/ws_1a/mcp/",
            "/w/ws_1a/mcp/x",
            "/w/ws_1a/x/mcp",
            "/w/../ws_1a/mcp",
            "/w/ws_1a/../mcp",
            "/w/%77s_1a/mcp",
            "//w/ws_1a/mcp",
            "/W/ws_1a/mcp",
            "/w/ws_1a/MCP",
            "/w/ws_1a;x/mcp",
            "/w/ses_1a/mcp",
            "/mcp",
        ] {
            assert_eq!(workspace_of(path), None, "{path}");
        }
    }
}
