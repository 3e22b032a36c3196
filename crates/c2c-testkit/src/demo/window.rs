//! The demo's window: the ChatGPT page and a desktop to show it on.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::Sender;

use serde_json::json;

use super::children::{Child, Said};
use super::{Options, Stage};
use crate::process;
use crate::screen::Screen;

/// What keeps a browser from looking for the network on a machine without one, and from its graphics card.
const SWITCHES: &[&str] = &[
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--test-type",
];

/// The page and the desktop, for as long as they are wanted.
pub(super) struct Window {
    _page: Child,
    pub(super) screen: Screen,
}

impl Window {
    /// Starts both, and tells C2C's settings where ChatGPT is.
    pub(super) fn start(stage: &Stage, options: &Options, said: &Sender<Said>) -> io::Result<Self> {
        let is_shown = process::variable("DISPLAY").is_some_and(|display| !display.is_empty());
        let screen = if is_shown { Screen::visible()? } else { Screen::start()? };
        let port_file = stage.folder.join("chatgpt.port");
        let page = page(stage, options, &port_file, said)?;
        let port = stage.port(&port_file, "the ChatGPT page")?;
        settings(&stage.folder.join("c2c-home"), &port)?;
        Ok(Self { _page: page, screen })
    }
}

fn page(stage: &Stage, options: &Options, port_file: &Path, said: &Sender<Said>) -> io::Result<Child> {
    let mut command = process::command(std::env::current_exe()?, &stage.folder);
    stage.lend_environment(&mut command)?;
    command.args(["chatgpt", "--until-stdin-closes", "--port-file"]).arg(port_file);
    command
        .arg("--log")
        .arg(stage.folder.join("chatgpt.jsonl"))
        .arg("--assets")
        .arg(std::path::absolute(&options.assets)?);
    command.arg("--c2c").arg(&stage.c2c).arg("--workspace").arg(&stage.project);
    command.arg("--transcript").arg(stage.transcript());
    command.args(options.garble.then_some("--garble"));
    if options.without_connector {
        command.args(["--set", "connector_use=mentioned"]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    Child::start("chatgpt", command, said)
}

fn settings(home: &Path, port: &str) -> io::Result<()> {
    process::private_folder(home)?;
    let settings = json!({
        "chatgpt_origin": format!("http://127.0.0.1:{port}"), "browser_switches": SWITCHES, "idle_ms": 300,
    });
    fs::write(home.join("settings.json"), settings.to_string())
}
