//! What the scripted engine knows. Written as the types that cross the border, so that it cannot drift from them.

use std::collections::BTreeMap;

use c2c_ipc::app::{
    AppView, ChosenFolderView, DiffView, LookView, OutputTextView, PreviewView, SessionPageView, SessionRow,
    SettingsView, StartedView, TemplatesView, WorkspacesView,
};
use c2c_ipc::{ChatGptOpenView, CommandAnswer, ErrorShape};
use serde::Serialize;

use crate::fixtures;

/// The engine's script.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Engine {
    pub(crate) app: AppView,
    pub(crate) settings: SettingsView,
    pub(crate) rows: Vec<SessionRow>,
    /// How many rows there are: beyond those above they repeat.
    pub(crate) total: u32,
    pub(crate) pages: BTreeMap<String, SessionPageView>,
    pub(crate) diffs: BTreeMap<String, DiffView>,
    pub(crate) outputs: BTreeMap<String, OutputTextView>,
    /// The answer to a command, by its kind.
    pub(crate) commands: BTreeMap<String, CommandAnswer>,
    /// How the session's page is after a command, by its kind.
    pub(crate) after: BTreeMap<String, SessionPageView>,
    pub(crate) workspaces: WorkspacesView,
    pub(crate) chosen: ChosenFolderView,
    /// By folder; the one of the empty name is for the others.
    pub(crate) previews: BTreeMap<String, PreviewView>,
    /// By kind, what it names, and cursor; by kind alone; and one for the rest, of the empty name.
    pub(crate) looks: BTreeMap<String, LookView>,
    pub(crate) started: StartedView,
    pub(crate) templates: TemplatesView,
    pub(crate) opened: ChatGptOpenView,
    /// The calls that fail, by name.
    pub(crate) failures: BTreeMap<String, ErrorShape>,
    /// The calls that take their time, by name, in milliseconds.
    pub(crate) delays: BTreeMap<String, u32>,
    /// The error for what is not there.
    pub(crate) nothing: ErrorShape,
    /// Whether the app freezes the prototype of objects.
    pub(crate) freeze: bool,
}

impl Engine {
    /// An engine with a bit of everything.
    pub(crate) fn new() -> Self {
        let rows = fixtures::rows();
        Self {
            app: fixtures::app(),
            settings: fixtures::settings(),
            total: u32::try_from(rows.len()).unwrap(),
            rows,
            pages: fixtures::pages(),
            diffs: fixtures::diffs(),
            outputs: fixtures::outputs(),
            commands: fixtures::commands(),
            after: BTreeMap::new(),
            workspaces: fixtures::workspaces(),
            chosen: ChosenFolderView { root: Some("/home/me/src/blog".to_owned()) },
            previews: BTreeMap::from([(String::new(), fixtures::preview())]),
            looks: crate::looks::looks(),
            started: StartedView { session: "ses_work".to_owned() },
            templates: fixtures::templates(),
            opened: fixtures::opened(),
            failures: BTreeMap::new(),
            delays: BTreeMap::new(),
            nothing: fixtures::error("not_found", Some("no_session"), "there is no session `ses_x`"),
            freeze: true,
        }
    }

    /// The script that stands in for the app's bridge.
    pub(crate) fn script(&self) -> String {
        include_str!("engine.js").replacen("ENGINE", &serde_json::to_string(self).unwrap(), 1)
    }

    pub(crate) fn fails(mut self, call: &str, error: ErrorShape) -> Self {
        self.failures.insert(call.to_owned(), error);
        self
    }

    pub(crate) fn takes(mut self, call: &str, ms: u32) -> Self {
        self.delays.insert(call.to_owned(), ms);
        self
    }

    /// Without sessions, folders, or anything else that a first start lacks.
    pub(crate) fn fresh() -> Self {
        Self {
            rows: Vec::new(),
            total: 0,
            pages: BTreeMap::new(),
            workspaces: WorkspacesView { workspaces: Vec::new() },
            ..Self::new()
        }
    }
}
