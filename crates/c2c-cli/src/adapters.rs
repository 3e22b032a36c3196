//! Joins the adapters: the real Codex, git, the person as the carrier of messages, this terminal.

use std::sync::Arc;

use c2c_api::{Adapters, App, Config, ConnectorToken, Listen, ListenError, Listening, Port, tools};
use c2c_codex::{CodexConfig, CodexExec};
use c2c_connector::{Bearer, Connector, ListenConfig, Running, ToolCall, ToolHost, ToolSpec, Unanswered, Versions};
use c2c_os::clock::SystemClock;
use c2c_ports::{BoxFuture, Clock, NoSteps, Notifier, WorkspaceId};
use c2c_workspace::ToolError;
use c2c_workspace::git::{Git, GitChanges};
use serde_json::Value;

use crate::manual::{Manual, Teller};
use crate::output::Output;
use crate::window;

/// The adapters of this program.
pub(crate) fn adapters(config: &Config, output: &Arc<Output>) -> Adapters {
    let executor = CodexExec::new(CodexConfig {
        environment: config.environment.clone(),
        data: config.data.clone(),
        program: None,
        settings: config.settings.codex_config.clone(),
    });
    let git = Arc::new(Git::new(&config.environment, config.data.root().join("scratch")));
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let window::Shown { window, browser } = window::shown(config, &clock);
    Adapters {
        window,
        manual: Arc::new(Manual::new(Arc::clone(output), copy(config))),
        browser,
        executor: Arc::new(executor),
        changes: Arc::new(GitChanges::new(git, config.data.snapshots_dir())),
        notifier: notifier(config, output),
        clock,
        steps: Arc::new(NoSteps),
    }
}

/// Tells the person on this terminal and, if they like, through the desktop.
fn notifier(config: &Config, output: &Arc<Output>) -> Arc<dyn Notifier> {
    let teller = Teller::new(Arc::clone(output));
    #[cfg(feature = "notify")]
    if config.settings.notifications {
        return Arc::new(c2c_ports::Both(teller, c2c_notify::DesktopNotifier::new()));
    }
    #[cfg(not(feature = "notify"))]
    if config.settings.notifications {
        tracing::debug!("this build shows no notifications");
    }
    Arc::new(teller)
}

/// Puts messages on the clipboard, where there is one.
fn copy(config: &Config) -> crate::manual::Copy {
    let environment = config.environment.clone();
    Box::new(move |text| {
        let copied = window::copy(&environment, text);
        if let Err(error) = &copied {
            tracing::info!(%error, "the message is not on the clipboard");
        }
        copied.is_ok()
    })
}

/// The connectors over HTTP.
#[derive(Debug)]
pub(crate) struct HttpDoor;

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
