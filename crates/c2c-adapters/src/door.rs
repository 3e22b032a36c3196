//! The connectors' door: the product's tools behind MCP over HTTP.

use std::sync::Arc;

use c2c_api::{App, ConnectorToken, Listen, ListenError, Listening, Port, tools};
use c2c_connector::{Bearer, Connector, ListenConfig, Running, ToolCall, ToolHost, ToolSpec, Unanswered, Versions};
use c2c_ports::{BoxFuture, WorkspaceId};
use c2c_workspace::ToolError;
use serde_json::Value;

/// The connectors over HTTP. It is closed in good order.
#[derive(Debug)]
pub struct HttpDoor;

impl Listen for HttpDoor {
    fn listen(&self, app: Arc<App>, port: Port) -> BoxFuture<'_, Result<Box<dyn Listening>, ListenError>> {
        Box::pin(async move {
            let token = ConnectorToken::load(app.config()).map_err(refused)?;
            let bearer = Bearer::new(token.expose()).map_err(refused)?;
            let mut config = ListenConfig::on_port(port.number(), bearer);
            config.or_free_port = matches!(port, Port::Rather(_));
            config.versions = versions(&app);
            let running = Connector::bind(config, Arc::new(Tools(app))).await.map_err(refused)?;
            Ok(Box::new(Open(running)) as Box<dyn Listening>)
        })
    }
}

/// The versions that the setting allows; one that is not known falls back.
fn versions(app: &App) -> Versions {
    app.config().settings.protocol_version.parse().unwrap_or_else(|error| {
        tracing::warn!(%error, "the setting `protocol_version` is not used");
        Versions::default()
    })
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> ListenError {
    ListenError { source: Box::new(error) }
}

#[derive(Debug)]
struct Open(Running);

impl Listening for Open {
    fn port(&self) -> u16 {
        self.0.local_addr().port()
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(self.0.shutdown())
    }
}

/// The product's tools behind the transport.
#[derive(Debug)]
struct Tools(Arc<App>);

impl ToolHost for Tools {
    fn catalogue(&self) -> Vec<ToolSpec> {
        let spec = |tool: &tools::Tool| ToolSpec {
            name: tool.name.to_owned(),
            title: tool.title.to_owned(),
            description: tool.description.to_owned(),
            input_schema: tool.input_schema.clone(),
            output_schema: tool.output_schema.clone(),
        };
        tools::catalogue().iter().map(spec).collect()
    }

    fn has_workspace(&self, workspace: &WorkspaceId) -> bool {
        tools::has_workspace(&self.0, workspace)
    }

    fn call(&self, workspace: &WorkspaceId, call: ToolCall) -> Result<Value, ToolError> {
        let caller = tools::Caller { client: call.client, limits: call.limits };
        let answer = tools::call(&self.0, workspace, &call.name, Value::Object(call.arguments), &caller)?;
        Ok(answer.structured)
    }

    fn unanswered(&self, workspace: &WorkspaceId, call: Unanswered) {
        tools::refused(&self.0, workspace, &call.tool, &call.client, call.code, call.duration);
    }
}
