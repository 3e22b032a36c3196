//! A CODEX_HOME for a provider on this machine: Codex asks nobody else, and its sandbox lets
//! commands write in the workspace only.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

/// The model's name in the configuration.
pub const MODEL: &str = "stand-in";

/// Writes `config.toml` and `models.json` into `folder`, for the provider at `provider_url`.
///
/// # Errors
/// When the files cannot be written.
pub fn write(folder: &Path, provider_url: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let folder = std::path::absolute(folder)?;
    let models = folder.join("models.json");
    fs::write(&models, catalogue().to_string())?;
    fs::write(folder.join("config.toml"), configuration(&models, provider_url))
}

/// The configuration. Plug-ins, update checks and telemetry are off because they reach for the
/// network at start; endless reconnecting is off because a provider that is down has to be noticed.
fn configuration(models: &Path, provider_url: &str) -> String {
    // A TOML basic string and a JSON string escape alike.
    let models = json!(models.display().to_string());
    let provider_url = json!(provider_url);
    format!(
        r#"model = "{MODEL}"
model_provider = "{MODEL}"
model_catalog_json = {models}
approval_policy = "never"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
allow_login_shell = false

[model_providers.{MODEL}]
name = "{MODEL}"
base_url = {provider_url}
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false

[feedback]
enabled = false

[otel]
exporter = "none"
metrics_exporter = "none"
trace_exporter = "none"

[features]
plugins = false
remote_plugin = false
apps = false
goals = false
unbounded_connection_retries = false
"#
    )
}

fn catalogue() -> Value {
    let effort = |name: &str| json!({"effort": name, "description": name});
    json!({"models": [{
        "slug": MODEL,
        "display_name": "Stand-in",
        "description": "Carries out numbered actions",
        "default_reasoning_level": "medium",
        "supported_reasoning_levels": [effort("low"), effort("medium"), effort("high")],
        "shell_type": "unified_exec",
        "visibility": "list",
        "supported_in_api": true,
        "priority": 1,
        "base_instructions": "Carry out the numbered actions of the prompt and nothing else.",
        "apply_patch_tool_type": "freeform",
        "truncation_policy": {"mode": "tokens", "limit": 20_000},
        "context_window": 200_000,
        "max_context_window": 200_000,
        "effective_context_window_percent": 95,
        "experimental_supported_tools": [],
        "input_modalities": ["text"],
        "supports_parallel_tool_calls": true,
        "supports_reasoning_summaries": true,
        "support_verbosity": false,
    }]})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_name_the_provider_and_each_other() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        write(folder.path(), "http://127.0.0.1:9/v1")?;
        let config = fs::read_to_string(folder.path().join("config.toml"))?;
        assert!(config.contains("base_url = \"http://127.0.0.1:9/v1\""));
        assert!(config.contains(&format!("model_catalog_json = \"{}\"", folder.path().join("models.json").display())));
        let models: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("models.json"))?)?;
        assert_eq!(models["models"][0]["slug"], MODEL);
        Ok(())
    }
}
