//! The protocol's side: what we are, which tools there are, and results as clients want them.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{header, request::Parts};
use c2c_ports::WorkspaceId;
use c2c_workspace::{ErrorCode, ToolError};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, Implementation,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

use crate::calls::{Asked, Calls};
use crate::instructions::INSTRUCTIONS;
use crate::tool_host::{ToolSpec, printable};
use crate::versions::Versions;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) tools: Vec<Tool>,
    pub(crate) calls: Calls,
    pub(crate) versions: Versions,
}

/// Serves one request.
#[derive(Clone)]
pub(crate) struct Handler(pub(crate) Arc<Shared>);

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        // No `listChanged`: without a stream nothing could be announced, and clients that see it wait for one.
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("c2c", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
            .with_protocol_version(self.0.versions.newest_with_handshake())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(self.0.versions.list())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.check_version(&context)?;
        Ok(ListToolsResult::with_all_items(self.0.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.tools.iter().find(|tool| tool.name == name).cloned()
    }

    /// What the library could not read as a request that it knows: another method, or other parameters.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            "tools/call" => ErrorData::invalid_params(
                "the parameters do not fit: `name` is the name of a tool as a string, and `arguments` an object",
                None,
            ),
            "tools/list" | "initialize" => {
                ErrorData::invalid_params(format!("the parameters of `{}` do not fit", request.method), None)
            }
            method => ErrorData::new(rmcp::model::ErrorCode::METHOD_NOT_FOUND, printable(method), None),
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.check_version(&context)?;
        let asked = asked(request, &context)?;
        if !self.0.tools.iter().any(|tool| tool.name == asked.tool) {
            self.0.calls.refuse(&asked, ErrorCode::InvalidArgument, Duration::ZERO);
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", printable(&asked.tool)), None));
        }
        let result = match self.0.calls.run(asked, &context.ct).await {
            Ok(answer) => CallToolResult::structured(answer),
            Err(error) => CallToolResult::structured_error(shown(error)),
        };
        Ok(result.into())
    }
}

impl Handler {
    /// A request may name its version in a header; the library takes every version it knows, we only ours.
    fn check_version(&self, context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
        match context.protocol_version() {
            Some(version) if !self.0.versions.include(&version) => {
                Err(ErrorData::unsupported_protocol_version(version, self.0.versions.list()))
            }
            _ => Ok(()),
        }
    }
}

/// Takes from a request what a call needs. The gate has put the workspace beside it.
fn asked(request: CallToolRequestParams, context: &RequestContext<RoleServer>) -> Result<Asked, ErrorData> {
    let parts = context.extensions.get::<Parts>();
    let workspace = parts.and_then(|parts| parts.extensions.get::<WorkspaceId>());
    let Some((parts, workspace)) = parts.zip(workspace) else {
        return Err(ErrorData::internal_error("the request names no workspace", None));
    };
    let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    Ok(Asked {
        workspace: workspace.clone(),
        tool: request.name.into_owned(),
        arguments: request.arguments.unwrap_or_default(),
        client: printable(agent.unwrap_or("unknown")),
    })
}

/// An error as the client sees it. The cause of a fault goes to the log, under a reference that the client gets.
fn shown(error: ToolError) -> Value {
    let mut shown = json!({ "code": error.code, "message": error.message, "hint": error.hint });
    if let Some(detail) = error.detail {
        let reference = c2c_os::random::bytes::<4>().map_or(0, u32::from_be_bytes);
        let reference = format!("{reference:08x}");
        tracing::error!(reference, detail, "a tool failed");
        shown["reference"] = Value::String(reference);
    }
    shown
}

/// The catalogue as it is advertised.
pub(crate) fn tools(catalogue: Vec<ToolSpec>) -> Vec<Tool> {
    catalogue.into_iter().map(tool).collect()
}

fn tool(spec: ToolSpec) -> Tool {
    let annotations = ToolAnnotations::with_title(spec.title.clone())
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(spec.name, spec.description, Arc::new(spec.input_schema))
        .with_title(spec.title)
        .with_raw_output_schema(Arc::new(admitting_errors(spec.output_schema)))
        .with_annotations(annotations)
}

/// An output schema that an error's `{code, message, hint}` meets too.
///
/// The official TypeScript client (1.32) holds the structured content of errors against the tool's output schema, and
/// throws the error away when it does not fit. So nothing is required of the object as a whole.
fn admitting_errors(mut schema: Map<String, Value>) -> Map<String, Value> {
    schema.remove("required");
    schema.remove("additionalProperties");
    schema
}
