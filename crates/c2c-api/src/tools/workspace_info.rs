//! `workspace_info`: which project this is, and what holds here.

use c2c_workspace::detect::{Script, detect};
use c2c_workspace::git::{RepositoryInfo, repository_info};
use c2c_workspace::limits::CALL_TIME;
use c2c_workspace::page::{DEFAULT_BYTES, MOST_BYTES};
use c2c_workspace::{ToolError, Withheld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Call;

/// Input of `workspace_info`: nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkspaceInfoParams {}

/// What one call may ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct CallLimits {
    /// `max_bytes` when it is absent.
    pub default_max_bytes: u32,
    /// The largest `max_bytes`.
    pub largest_max_bytes: u32,
    /// Seconds that one call may take.
    pub call_seconds: u64,
}

/// Answer of `workspace_info`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct WorkspaceInfoResponse {
    /// The project's name.
    pub name: String,
    /// The workspace's id.
    pub id: String,
    /// What paths may begin with; all of them are relative to the root.
    pub root: String,
    /// What it is, such as `rust`, `node`, `mixed` or `unknown`.
    pub kind: String,
    /// Languages, most files first.
    pub languages: Vec<String>,
    /// Frameworks among the dependencies.
    pub frameworks: Vec<String>,
    /// The package manager; absent when nothing tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_manager: Option<String>,
    /// Commands that the project names.
    pub scripts: Vec<Script>,
    /// The repository, or why there is none.
    pub git: RepositoryInfo,
    /// What the connector is called in ChatGPT.
    pub connector_name: String,
    /// The newest protocol version that the connector offers.
    pub protocol_version: String,
    /// What one call may ask for.
    pub limits: CallLimits,
    /// Always false: this answer is short.
    pub truncated: bool,
    /// Always empty.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Tells what this workspace is.
///
/// # Errors
/// `TIMED_OUT`, `WITHHELD` when `.c2cignore` cannot be read.
pub(super) fn workspace_info(call: &Call<'_>, _: &WorkspaceInfoParams) -> Result<WorkspaceInfoResponse, ToolError> {
    let detected = detect(&call.workspace, call.limits)?;
    let mut withheld = Vec::new();
    let scripts = detected.scripts.into_iter().map(|script| {
        let redacted = c2c_redact::text::redact(&script.command);
        if !redacted.findings.is_empty() {
            withheld.push(Withheld::new(&script.source, format!("a secret in the script `{}`", script.name)));
        }
        Script { command: redacted.text, ..script }
    });
    let scripts = scripts.collect();
    Ok(WorkspaceInfoResponse {
        name: call.row.name.clone(),
        id: call.row.id.to_string(),
        root: "workspace:/".to_owned(),
        kind: detected.kind,
        languages: detected.languages,
        frameworks: detected.frameworks,
        package_manager: detected.package_manager,
        scripts,
        git: repository_info(call.app.git(), &call.workspace, call.limits)?,
        connector_name: call.row.connector_name.clone(),
        protocol_version: call.app.settings().protocol_version,
        limits: CallLimits {
            default_max_bytes: DEFAULT_BYTES,
            largest_max_bytes: MOST_BYTES,
            call_seconds: CALL_TIME.as_secs(),
        },
        truncated: false,
        next: String::new(),
        withheld,
    })
}
