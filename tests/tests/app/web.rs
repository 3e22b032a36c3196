//! The app's window in the real web engine, driven as WebDriver does.

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::desk::{PATIENCE, wait};
use crate::stage::{Running, beside};

/// The name of the engine's driver.
pub(crate) const DRIVER: &str = "WebKitWebDriver";

/// The app with its window. Both end with the value, the app as the driver ends it: at once.
pub(crate) struct Web {
    runtime: Runtime,
    client: Client,
    driver: Running,
}

impl Web {
    /// Starts the app through `driver`, a command for [`DRIVER`] on the desktop with the app's environment.
    #[track_caller]
    pub(crate) fn start(mut driver: Command, arguments: &[&str]) -> Self {
        // Free a moment ago; nobody else on this machine asks for ports so quickly.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        driver.arg(format!("--port={port}")).env("TAURI_WEBVIEW_AUTOMATION", "true").stdin(Stdio::null());
        let driver = Running(driver.spawn().unwrap());
        let options = json!({"webkitgtk:browserOptions": {"binary": beside("c2c-app"), "args": arguments}});
        let capabilities: Capabilities = serde_json::from_value(options).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let address = format!("http://127.0.0.1:{port}");
        let client = wait("a session of the driver", || {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            let connecting = builder.capabilities(capabilities.clone()).connect(&address);
            runtime.block_on(async { tokio::time::timeout(PATIENCE, connecting).await.ok()?.ok() })
        });
        Self { runtime, client, driver }
    }

    /// The element of this XPath, once it is there.
    #[track_caller]
    pub(crate) fn find(&self, xpath: &str) -> Element {
        let found = self.runtime.block_on(async {
            self.client
                .wait()
                .at_most(PATIENCE)
                .every(Duration::from_millis(50))
                .for_element(Locator::XPath(xpath))
                .await
        });
        found.unwrap_or_else(|error| panic!("{xpath}: {error}\n{}", self.shown()))
    }

    /// Presses the element of this XPath. One that the page made anew meanwhile is found again.
    #[track_caller]
    pub(crate) fn press(&self, xpath: &str) {
        wait(xpath, || {
            let element = self.find(xpath);
            self.runtime.block_on(async { element.click().await.ok() })
        });
    }

    /// Presses the button that says this.
    #[track_caller]
    pub(crate) fn press_button(&self, text: &str) {
        self.press(&format!("//button[normalize-space()='{text}' and not(@disabled)]"));
    }

    /// Types into the field of this id. One that the page made anew meanwhile is found again, and is empty.
    #[track_caller]
    pub(crate) fn type_into(&self, id: &str, text: &str) {
        let xpath = format!("//*[@id='{id}']");
        wait(id, || {
            let field = self.find(&xpath);
            let typed = async {
                field.clear().await?;
                field.send_keys(text).await?;
                field.prop("value").await
            };
            self.runtime.block_on(typed).ok().flatten().filter(|value| value == text)
        });
    }

    /// Waits until the page says this somewhere.
    #[track_caller]
    pub(crate) fn await_text(&self, text: &str) {
        self.find(&format!("//body//*[contains(normalize-space(), '{text}')]"));
    }

    /// What the page says now.
    pub(crate) fn shown(&self) -> String {
        let text = self.runtime.block_on(async { self.script("return document.body.innerText").await });
        text.as_str().unwrap_or_default().to_owned()
    }

    /// What a script of the page gives.
    #[track_caller]
    pub(crate) fn evaluate(&self, script: &str) -> Value {
        self.runtime.block_on(async { self.script(script).await })
    }

    async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_default()
    }

    /// The page's address after the `#`.
    pub(crate) fn address(&self) -> String {
        let hash = self.evaluate("return location.hash");
        hash.as_str().unwrap_or_default().trim_start_matches('#').to_owned()
    }

    /// Ends the driver, and the app with it if it still runs.
    pub(crate) fn end(self) {
        let Self { runtime, client, driver } = self;
        // An app that was killed has no session to close.
        runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), client.close()).await.ok() });
        drop(driver);
    }
}
