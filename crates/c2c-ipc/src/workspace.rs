//! A workspace as it was detected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer of `c2c workspace`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkspaceView {
    /// Its id.
    pub id: String,
    /// Its name, from `.c2c.json`, a manifest, or the folder.
    pub name: String,
    /// Its root, absolute.
    pub root: String,
    /// What it is, such as `rust`, `node` or `unknown`.
    pub kind: String,
    /// Languages found.
    pub languages: Vec<String>,
    /// Frameworks found.
    pub frameworks: Vec<String>,
    /// The package manager; absent when none was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_manager: Option<String>,
    /// Scripts that its manifests name.
    pub scripts: Vec<ScriptView>,
    /// The name its connector should have in ChatGPT.
    pub connector_name: String,
    /// The connector's address while some process serves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector_url: Option<String>,
    /// The iteration limit in force.
    pub max_iterations: u32,
    /// The plan approval in force: `first`, `every`, `never`.
    pub approval: String,
    /// What is wrong with `.c2c.json`; the rest of it is used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemView>,
    /// The hash of a `.c2c.json` that would loosen something and waits to be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaccepted_config: Option<String>,
}

/// One script of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScriptView {
    /// Its name.
    pub name: String,
    /// The command behind it.
    pub command: String,
}

/// One thing that is wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemView {
    /// The setting.
    pub key: String,
    /// What is wrong and what is used instead.
    pub text: String,
}
