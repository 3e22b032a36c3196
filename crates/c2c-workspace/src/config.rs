//! `.c2c.json` and `.c2cignore`: what a workspace says about how it wants to be worked on.
//!
//! Both files lie where Codex and strangers can write, so they may only tighten what the person set up. What loosens is
//! held back until the person has accepted the two files' content by its hash. For `.c2cignore` the accepted content
//! itself is not kept: a rule that was taken away is noticed because the hash no longer fits, and
//! within a running process it keeps counting (see [`crate::Policy::tighten`]).

use std::io::Read as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::content::hex;
use crate::path::RelPath;
use crate::policy::{IGNORE_FILE, ignore_text};
use crate::root::Root;
use crate::tool_error::{ErrorCode, ToolError};

/// The file's name, at the workspace root.
pub const CONFIG_FILE: &str = ".c2c.json";
/// Largest `.c2c.json` that is read, in bytes.
const LARGEST: u64 = 256 << 10;
/// Keys that `.c2c.json` may have.
const KEYS: [&str; 5] = ["name", "connectorName", "maxIterations", "planApproval", "replyDeadlineMinutes"];

/// When a plan waits for the person. Ordered from loose to strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlanApproval {
    /// No plan waits.
    Never,
    /// The first plan of a session waits.
    First,
    /// Every plan waits.
    Every,
}

impl PlanApproval {
    /// The value as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::First => "first",
            Self::Every => "every",
        }
    }
}

/// What the person set up for themselves; a workspace may only be stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// Iterations after which a session pauses and asks.
    pub max_iterations: u32,
    /// When a plan waits.
    pub plan_approval: PlanApproval,
    /// Minutes after which a missing reply pauses the session.
    pub reply_deadline_minutes: u32,
}

impl Default for Own {
    fn default() -> Self {
        Self { max_iterations: 12, plan_approval: PlanApproval::First, reply_deadline_minutes: 60 }
    }
}

/// What is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Config {
    /// What the workspace calls itself.
    pub name: Option<String>,
    /// What the connector is called in ChatGPT.
    pub connector_name: Option<String>,
    /// Iterations after which a session pauses and asks.
    pub max_iterations: u32,
    /// When a plan waits.
    pub plan_approval: PlanApproval,
    /// Minutes after which a missing reply pauses the session.
    pub reply_deadline_minutes: u32,
}

/// A value that was not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Which key; empty for the file as a whole.
    pub key: String,
    /// What would be right.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// A value that loosens and waits for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldBack {
    /// Which key, or `.c2cignore`.
    pub key: String,
    /// What it asks for.
    pub asked: String,
    /// What is in force instead.
    pub in_force: String,
}

/// The configuration of a workspace, as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// What is in force.
    pub config: Config,
    /// Names the content of both files; what the person accepts. None when neither file is there.
    pub hash: Option<String>,
    /// Values that were not used.
    pub problems: Vec<Problem>,
    /// Values that wait for the person.
    pub held_back: Vec<HeldBack>,
}

/// Reads the configuration. It never fails: what cannot be used is reported, and the person's own settings count.
#[must_use]
pub fn load(root: &Root, own: &Own, accepted_hash: Option<&str>) -> Loaded {
    let mut problems = Vec::new();
    let text = read(root).unwrap_or_else(|problem| {
        problems.push(problem);
        String::new()
    });
    let rules = ignore_text(root).unwrap_or_else(|error| {
        let problem =
            Problem { key: IGNORE_FILE.to_owned(), expected: "a readable file".to_owned(), found: error.message };
        problems.push(problem);
        String::new()
    });
    let hash = content_hash(&text, &rules);
    let accepted = hash.is_some() && hash.as_deref() == accepted_hash;
    let mut reader = Reader { own, accepted, problems, held_back: Vec::new() };
    let object = if text.is_empty() { Map::new() } else { parse(&text, &mut reader.problems) };
    let config = reader.config(&object);
    if accepted_hash.is_some() && !accepted {
        reader.held_back.push(HeldBack {
            key: IGNORE_FILE.to_owned(),
            asked: "its content, or that of `.c2c.json`, is not what was accepted".to_owned(),
            in_force: "the rules that are there now".to_owned(),
        });
    }
    Loaded { config, hash, problems: reader.problems, held_back: reader.held_back }
}

/// SHA-256 over both files, each behind its length, in hexadecimal.
fn content_hash(config: &str, rules: &str) -> Option<String> {
    if config.is_empty() && rules.is_empty() {
        return None;
    }
    let mut hash = Sha256::new();
    for text in [config, rules] {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    Some(hex(&hash.finalize()))
}

fn read(root: &Root) -> Result<String, Problem> {
    let problem = |found: &str| Problem {
        key: String::new(),
        expected: "a JSON object of at most 256 KiB".to_owned(),
        found: found.to_owned(),
    };
    let open = RelPath::parse(CONFIG_FILE).and_then(|path| root.open_file(&path));
    let open = match open {
        Ok(open) => open,
        Err(ToolError { code: ErrorCode::NotFound, .. }) => return Ok(String::new()),
        Err(error) => return Err(problem(&error.message)),
    };
    let mut bytes = Vec::new();
    match open.file.take(LARGEST + 1).read_to_end(&mut bytes) {
        Ok(length) if length as u64 <= LARGEST => String::from_utf8(bytes).map_err(|_| problem("not UTF-8")),
        Ok(_) => Err(problem("a larger file")),
        Err(_) => Err(problem("a file that cannot be read")),
    }
}

/// The object in the file; what is wrong with the file as a whole, and keys nobody knows, are reported.
fn parse(text: &str, problems: &mut Vec<Problem>) -> Map<String, Value> {
    let whole = |found: String| Problem { key: String::new(), expected: "a JSON object".to_owned(), found };
    let object = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) => object,
        Ok(other) => {
            problems.push(whole(shown(&other)));
            return Map::new();
        }
        Err(error) => {
            problems.push(whole(error.to_string()));
            return Map::new();
        }
    };
    for (key, value) in object.iter().filter(|(key, _)| !KEYS.contains(&key.as_str())) {
        let expected = format!("one of {}", KEYS.join(", "));
        problems.push(Problem { key: key.clone(), expected, found: shown(value) });
    }
    object
}

/// A value in a message: short, and on one line.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    let border = text.floor_char_boundary(60);
    if border < text.len() { format!("{}…", &text[..border]) } else { text }
}

struct Reader<'a> {
    own: &'a Own,
    accepted: bool,
    problems: Vec<Problem>,
    held_back: Vec<HeldBack>,
}

impl Reader<'_> {
    fn config(&mut self, object: &Map<String, Value>) -> Config {
        let own = *self.own;
        let max_iterations = self.number(object, "maxIterations", 1, 1_000);
        let reply_deadline = self.number(object, "replyDeadlineMinutes", 1, 10_080);
        let approval = self.approval(object);
        Config {
            name: self.text(object, "name"),
            connector_name: self.text(object, "connectorName"),
            max_iterations: self.tighter(
                "maxIterations",
                max_iterations,
                own.max_iterations,
                |asked, own| asked <= own,
                u32::to_string,
            ),
            plan_approval: self.tighter(
                "planApproval",
                approval,
                own.plan_approval,
                |asked, own| asked >= own,
                |approval| approval.as_str().to_owned(),
            ),
            // Waiting shorter pauses sooner: the strict direction.
            reply_deadline_minutes: self.tighter(
                "replyDeadlineMinutes",
                reply_deadline,
                own.reply_deadline_minutes,
                |asked, own| asked <= own,
                u32::to_string,
            ),
        }
    }

    fn problem<T>(&mut self, key: &str, expected: &str, found: &Value) -> Option<T> {
        let found = shown(found);
        self.problems.push(Problem { key: key.to_owned(), expected: expected.to_owned(), found });
        None
    }

    fn text(&mut self, object: &Map<String, Value>, key: &str) -> Option<String> {
        let value = object.get(key)?;
        match value.as_str().map(str::trim) {
            Some(text) if (1..=80).contains(&text.chars().count()) && !text.chars().any(char::is_control) => {
                Some(text.to_owned())
            }
            _ => self.problem(key, "a text of 1 to 80 characters on one line", value),
        }
    }

    fn number(&mut self, object: &Map<String, Value>, key: &str, least: u32, most: u32) -> Option<u32> {
        let value = object.get(key)?;
        match value.as_u64().and_then(|number| u32::try_from(number).ok()) {
            Some(number) if (least..=most).contains(&number) => Some(number),
            _ => self.problem(key, &format!("a whole number from {least} to {most}"), value),
        }
    }

    fn approval(&mut self, object: &Map<String, Value>) -> Option<PlanApproval> {
        let value = object.get("planApproval")?;
        match value.as_str() {
            Some("never") => Some(PlanApproval::Never),
            Some("first") => Some(PlanApproval::First),
            Some("every") => Some(PlanApproval::Every),
            _ => self.problem("planApproval", "\"first\", \"every\" or \"never\"", value),
        }
    }

    fn tighter<T: Copy>(
        &mut self,
        key: &str,
        asked: Option<T>,
        own: T,
        is_tighter: impl Fn(T, T) -> bool,
        show: impl Fn(&T) -> String,
    ) -> T {
        match asked {
            None => own,
            Some(asked) if self.accepted || is_tighter(asked, own) => asked,
            Some(asked) => {
                self.held_back.push(HeldBack { key: key.to_owned(), asked: show(&asked), in_force: show(&own) });
                own
            }
        }
    }
}

#[cfg(test)]
mod tests;
