//! The browser that shows ChatGPT.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer of `c2c chatgpt open`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatGptOpenView {
    /// `started` (the browser was started), `page` (the browser that ran got a window with the page), or
    /// `running` (it runs, and no page was asked for).
    pub how: String,
    /// The browser by name and, once it ran, version, such as `Chromium 156`.
    pub browser: String,
    /// Its program.
    pub program: String,
    /// Its profile folder.
    pub profile: String,
    /// Its main process.
    pub pid: u32,
    /// The page that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Something to know, each a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The answer of `c2c chatgpt status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatGptStatusView {
    /// What is driven, such as `Chromium 156`; absent when nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Whether all is as it must be.
    pub ok: bool,
    /// What was looked at, in order.
    pub lines: Vec<ProbeLineView>,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeLineView {
    /// Its name, such as `browser`.
    pub what: String,
    /// Whether it is as it must be.
    pub ok: bool,
    /// How it is.
    pub text: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The answer of `c2c chatgpt close`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatGptCloseView {
    /// Whether a browser was ended; `false` says that none ran.
    pub closed: bool,
}
