//! The person's settings: defaults here, their file merged over them.
//!
//! One bad field falls back alone and is named by its key only: a value may be a secret pasted into the
//! wrong place. A file that is no JSON object falls back as a whole.

use std::path::Path;

use c2c_ipc::app::{FaultCode, LanguageChoice, SettingFault, Theme};
use c2c_os::private_file;
use c2c_ports::Sandbox;
use c2c_store::ApprovalMode;
use serde_json::{Map, Value};

mod live;
mod ordered;
mod window;

pub use live::LiveSettings;
pub use window::ChatGptMode;

/// The most iterations that can be set.
pub const MOST_ITERATIONS: u32 = 1000;

/// Minutes of one week: no deadline may be longer.
const WEEK_MIN: u64 = 7 * 24 * 60;

/// What a person can set for all workspaces, in `settings.json` of the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Which plans wait for approval (`approval`: `first`, `every`, `never`).
    pub approval: ApprovalMode,
    /// What Codex may touch (`sandbox`: `read-only`, `workspace-write`, `danger-full-access`).
    pub sandbox: Sandbox,
    /// The iteration limit (`max_iterations`, 1 to 1,000); none leaves it to the workspace, which has 12.
    pub max_iterations: Option<u32>,
    /// Whether each message mentions the connector in ChatGPT (`mention_connector`). Where it is on in the
    /// conversation's tools, that is not needed.
    pub mention_connector: bool,
    /// How long ChatGPT's answer may take (`reply_deadline_min`).
    pub reply_deadline_min: u64,
    /// How long one execution may take (`codex_deadline_min`).
    pub codex_deadline_min: u64,
    /// The connectors' usual port (`port`).
    pub port: u16,
    /// More settings for Codex (`codex_config`: a list of `key=value`, as `codex -c` takes them).
    pub codex_config: Vec<String>,
    /// The newest MCP version that the connector offers (`protocol_version`: `YYYY-MM-DD`).
    pub protocol_version: String,
    /// Where ChatGPT is (`chatgpt_origin`: `scheme://host[:port]`; `http` only for this machine).
    pub chatgpt_origin: String,
    /// Where ChatGPT works in a new conversation (`chatgpt_mode`: `chat`, `work`).
    pub chatgpt_mode: ChatGptMode,
    /// The browser that C2C starts (`browser`: a program's absolute path, or `chrome`, `chromium`, `edge`,
    /// `brave`); none takes the first that is there.
    pub browser: Option<String>,
    /// More switches for it (`browser_switches`: a list of texts that begin with `--`).
    pub browser_switches: Vec<String>,
    /// The installed ChatGPT app (`chatgpt_app`: its absolute path, or `off`); none looks where it usually is.
    pub chatgpt_app: Option<String>,
    /// How many days pictures of the window are kept (`pictures`: `off`, or 1 to 90); none takes no pictures.
    pub picture_days: Option<u8>,
    /// Whether C2C may answer "Allow once" when ChatGPT asks about a call of C2C's own connector
    /// (`allow_read_only_calls`).
    pub allow_read_only_calls: bool,
    /// How long the person must have left keyboard and mouse alone before C2C uses the window, in
    /// milliseconds (`idle_ms`, 0 to 60,000).
    pub idle_ms: u64,
    /// Whether the desktop shows a notification when a session ends or needs the person (`notifications`).
    pub notifications: bool,
    /// The app's language (`language`: `system`, `en`, `zh-CN`).
    pub language: LanguageChoice,
    /// The app's colours (`theme`: `system`, `light`, `dark`).
    pub theme: Theme,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            approval: ApprovalMode::First,
            sandbox: Sandbox::WorkspaceWrite,
            max_iterations: None,
            mention_connector: false,
            reply_deadline_min: 60,
            codex_deadline_min: 60,
            port: 7391,
            codex_config: Vec::new(),
            protocol_version: "2025-11-25".to_owned(),
            chatgpt_origin: "https://chatgpt.com".to_owned(),
            chatgpt_mode: ChatGptMode::Chat,
            browser: None,
            browser_switches: Vec::new(),
            chatgpt_app: None,
            picture_days: None,
            allow_read_only_calls: false,
            idle_ms: 1500,
            notifications: true,
            language: LanguageChoice::System,
            theme: Theme::System,
        }
    }
}

/// A setting that is not used, and what would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    /// Its key; empty for the whole file.
    pub key: String,
    /// Why.
    pub code: FaultCode,
    /// What would be right.
    pub expected: &'static str,
}

impl BadSetting {
    /// One sentence for the person.
    #[must_use]
    pub fn text(&self) -> String {
        if self.key.is_empty() {
            return format!("`settings.json` is not used: expected {}", self.expected);
        }
        format!("the setting `{}` is not used: expected {}", self.key, self.expected)
    }

    /// The same for the window, which says it in its own words.
    pub(crate) fn view(&self) -> SettingFault {
        let detail = if self.code == FaultCode::Value { self.expected } else { "" };
        SettingFault { code: self.code.as_str().to_owned(), key: self.key.clone(), detail: detail.to_owned() }
    }
}

impl Settings {
    /// Reads the settings file; one that does not exist is empty.
    #[must_use]
    pub fn load(path: &Path) -> (Self, Vec<BadSetting>) {
        match private_file::read(path) {
            Ok(Some(bytes)) => Self::parse(&bytes),
            Ok(None) => (Self::default(), Vec::new()),
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the settings file cannot be read");
                (
                    Self::default(),
                    vec![BadSetting {
                        key: String::new(),
                        code: FaultCode::Unreadable,
                        expected: "a file that can be read",
                    }],
                )
            }
        }
    }

    /// The settings in `bytes`, with the defaults for what is missing or bad.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> (Self, Vec<BadSetting>) {
        let Ok(Value::Object(fields)) = serde_json::from_slice(bytes) else {
            return (
                Self::default(),
                vec![BadSetting { key: String::new(), code: FaultCode::NotJson, expected: "a JSON object" }],
            );
        };
        let mut reader = Reader { fields, bad: Vec::new() };
        let default = Self::default();
        let settings = Self {
            approval: reader.take("approval", "`first`, `every` or `never`", approval).unwrap_or(default.approval),
            sandbox: reader
                .take("sandbox", "`read-only`, `workspace-write` or `danger-full-access`", sandbox)
                .unwrap_or(default.sandbox),
            max_iterations: reader.take("max_iterations", "a whole number from 1 to 1,000", |value| {
                number(value, 1, u64::from(MOST_ITERATIONS)).and_then(|number| u32::try_from(number).ok())
            }),
            mention_connector: reader
                .take("mention_connector", "`true` or `false`", Value::as_bool)
                .unwrap_or(default.mention_connector),
            reply_deadline_min: reader
                .take("reply_deadline_min", MINUTES, |value| number(value, 1, WEEK_MIN))
                .unwrap_or(default.reply_deadline_min),
            codex_deadline_min: reader
                .take("codex_deadline_min", MINUTES, |value| number(value, 1, WEEK_MIN))
                .unwrap_or(default.codex_deadline_min),
            port: reader
                .take("port", "a whole number from 1 to 65,535", |value| {
                    number(value, 1, 65_535).and_then(|number| u16::try_from(number).ok())
                })
                .unwrap_or(default.port),
            codex_config: reader
                .take("codex_config", "a list of texts of the form `key=value`", codex_config)
                .unwrap_or(default.codex_config),
            protocol_version: reader
                .take("protocol_version", "a date of the form `YYYY-MM-DD`", date)
                .unwrap_or(default.protocol_version),
            chatgpt_origin: reader
                .take("chatgpt_origin", window::ORIGIN, window::origin)
                .unwrap_or(default.chatgpt_origin),
            chatgpt_mode: reader.take("chatgpt_mode", window::MODE, window::mode).unwrap_or(default.chatgpt_mode),
            browser: reader.take("browser", window::BROWSER, window::browser),
            browser_switches: reader
                .take("browser_switches", window::SWITCHES, window::switches)
                .unwrap_or(default.browser_switches),
            chatgpt_app: reader.take("chatgpt_app", window::APP, window::app),
            picture_days: reader.take("pictures", window::PICTURES, window::pictures).flatten(),
            allow_read_only_calls: reader
                .take("allow_read_only_calls", window::YES_OR_NO, Value::as_bool)
                .unwrap_or(default.allow_read_only_calls),
            idle_ms: reader.take("idle_ms", window::IDLE, |value| number(value, 0, 60_000)).unwrap_or(default.idle_ms),
            notifications: reader
                .take("notifications", window::YES_OR_NO, Value::as_bool)
                .unwrap_or(default.notifications),
            language: reader
                .take("language", "`system`, `en` or `zh-CN`", |value| serde_json::from_value(value.clone()).ok())
                .unwrap_or(default.language),
            theme: reader
                .take("theme", "`system`, `light` or `dark`", |value| serde_json::from_value(value.clone()).ok())
                .unwrap_or(default.theme),
        };
        (settings, reader.finish())
    }
}

const MINUTES: &str = "a whole number of minutes from 1 to 10,080";

struct Reader {
    fields: Map<String, Value>,
    bad: Vec<BadSetting>,
}

impl Reader {
    fn take<T>(&mut self, key: &str, expected: &'static str, read: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let value = self.fields.remove(key)?;
        let read = read(&value);
        if read.is_none() {
            self.bad.push(BadSetting { key: key.to_owned(), code: FaultCode::Value, expected });
        }
        read
    }

    fn finish(mut self) -> Vec<BadSetting> {
        let unknown = self.fields.into_iter().map(|(key, _)| key);
        self.bad.extend(unknown.map(|key| BadSetting {
            key,
            code: FaultCode::Unknown,
            expected: "a setting that C2C knows",
        }));
        self.bad
    }
}

fn approval(value: &Value) -> Option<ApprovalMode> {
    value.as_str()?.parse().ok()
}

fn sandbox(value: &Value) -> Option<Sandbox> {
    serde_json::from_value(value.clone()).ok()
}

fn number(value: &Value, least: u64, most: u64) -> Option<u64> {
    value.as_u64().filter(|number| (least..=most).contains(number))
}

fn codex_config(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    texts.iter().all(|text| text.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty())).then_some(texts)
}

fn date(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let fits = text.len() == 10
        && text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    fits.then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
