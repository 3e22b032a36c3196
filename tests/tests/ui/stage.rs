//! The stage: the built page on loopback with the app's policy, one Chromium, and a window in it.

use std::ffi::OsString;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Path as Name, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use playwright_rs::protocol::{AriaRole, Browser, BrowserContextOptions, GetByRoleOptions, Locator, Page, Viewport};
use playwright_rs::{LaunchOptions, Playwright};
use serde_json::Value;

use crate::engine::Engine;

/// How long a test waits for what it expects.
const PATIENCE: Duration = Duration::from_secs(15);

/// What the stage is built of.
struct Parts {
    dist: PathBuf,
    npm: PathBuf,
    chromium: PathBuf,
}

/// The stage.
pub(crate) struct Stage {
    browser: Browser,
    address: String,
    parts: Parts,
}

/// Runs a test on a stage; says what is missing where there can be none.
pub(crate) fn play<F, T>(test: F)
where
    F: FnOnce(Stage) -> T,
    T: Future<Output = ()>,
{
    let parts = match parts() {
        Ok(parts) => parts,
        Err(missing) => {
            eprintln!("not tested: {}", missing.0);
            return;
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        // Ends last.
        let (_playwright, stage) = build(parts).await;
        let browser = stage.browser.clone();
        test(stage).await;
        browser.close().await.unwrap();
    });
}

/// What these tests need and do not find, and what installs it.
struct Missing(String);

fn parts() -> Result<Parts, Missing> {
    let root = root();
    let dist = root.join("ui/dist");
    if !dist.join("index.html").is_file() {
        return Err(Missing("the page is not built; `cargo xtask ui` builds it".to_owned()));
    }
    let npm = root.join("target/npm/node_modules");
    if !npm.join("playwright-core/cli.js").is_file() {
        return Err(Missing("playwright-core is not installed; `cargo xtask test` installs it".to_owned()));
    }
    let program = |name: &str| {
        let path = variable("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
        found.ok_or_else(|| Missing(format!("{name} is not installed")))
    };
    program("node")?;
    Ok(Parts { dist, npm, chromium: program("chromium")? })
}

/// A variable of the environment.
#[expect(clippy::disallowed_methods, reason = "the one place of these tests that reads the environment")]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The target folder: the test's program lies in it.
pub(crate) fn target() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().to_owned()
}

/// The app's policy, as its configuration has it.
fn policy() -> String {
    let text = std::fs::read_to_string(root().join("src-tauri/tauri.conf.json")).unwrap();
    let configuration: Value = serde_json::from_str(&text).unwrap();
    match &configuration["app"]["security"]["csp"] {
        Value::String(policy) => policy.clone(),
        Value::Object(directives) => directives
            .iter()
            .map(|(name, sources)| format!("{name} {}", sources.as_str().unwrap()))
            .collect::<Vec<_>>()
            .join("; "),
        other => panic!("the app has no policy: {other}"),
    }
}

async fn build(parts: Parts) -> (Playwright, Stage) {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let served = (parts.dist.clone(), policy());
    let router = Router::new().route("/", get(index)).route("/{*name}", get(file)).with_state(served);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let playwright = Playwright::launch().await.unwrap();
    let options = LaunchOptions::new()
        .executable_path(parts.chromium.to_str().unwrap().to_owned())
        .headless(true)
        .args(vec!["--no-sandbox".to_owned(), "--force-color-profile=srgb".to_owned()]);
    let browser = playwright.chromium().launch_with_options(options).await.unwrap();
    (playwright, Stage { browser, address, parts })
}

async fn index(state: State<(PathBuf, String)>) -> impl IntoResponse {
    file(state, Name("index.html".to_owned())).await
}

async fn file(State((dist, policy)): State<(PathBuf, String)>, Name(name): Name<String>) -> impl IntoResponse {
    let kind = match Path::new(&name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    match std::fs::read(dist.join(&name)) {
        Ok(bytes) => {
            let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_SECURITY_POLICY, policy)];
            (headers, bytes).into_response()
        }
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// How a window looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) is_dark: bool,
}

impl Look {
    pub(crate) const USUAL: Self = Self { width: 1120, height: 760, is_dark: false };
}

impl Stage {
    /// A window on an address, such as `/settings`, before this engine.
    pub(crate) async fn open(&self, engine: &Engine, address: &str) -> Window {
        self.open_as(engine, address, Look::USUAL).await
    }

    /// The same, of a size and in colours.
    pub(crate) async fn open_as(&self, engine: &Engine, address: &str, look: Look) -> Window {
        let options = BrowserContextOptions::builder()
            .viewport(Viewport { width: look.width, height: look.height })
            .color_scheme(if look.is_dark { "dark" } else { "light" }.to_owned())
            .locale("en-US".to_owned())
            .timezone_id("UTC".to_owned())
            .build();
        let context = self.browser.new_context_with_options(options).await.unwrap();
        let page = context.new_page().await.unwrap();
        page.add_init_script(&engine.script()).await.unwrap();
        page.goto(&format!("{}/#{address}", self.address), None).await.unwrap();
        Window { page }
    }

    /// A file of one of npm's packages.
    pub(crate) fn npm(&self, name: &str) -> String {
        std::fs::read_to_string(self.parts.npm.join(name)).unwrap()
    }
}

/// One window.
pub(crate) struct Window {
    pub(crate) page: Page,
}

impl Window {
    /// What an expression of the page's says.
    pub(crate) async fn eval(&self, expression: &str) -> Value {
        self.page.evaluate::<(), Value>(expression, None).await.unwrap()
    }

    /// Waits until an expression of the page's is true.
    pub(crate) async fn wait(&self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while self.eval(&format!("!!({expression})")).await != Value::Bool(true) {
            if Instant::now() > end {
                let text = self.eval("document.body.innerText").await;
                panic!("never true: {expression}\nthe page says: {}", text.as_str().unwrap_or_default());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until the page shows a text.
    pub(crate) async fn see(&self, text: &str) {
        self.wait(&format!("document.body.innerText.includes({})", Value::from(text))).await;
    }

    /// Waits until the page does not show a text.
    pub(crate) async fn miss(&self, text: &str) {
        self.wait(&format!("!document.body.innerText.includes({})", Value::from(text))).await;
    }

    /// Waits until the focus is on what a selector names.
    pub(crate) async fn focused(&self, selector: &str) {
        self.wait(&format!("document.activeElement && document.activeElement.matches({})", Value::from(selector)))
            .await;
    }

    pub(crate) fn button(&self, name: &str) -> Locator {
        self.role(AriaRole::Button, name)
    }

    pub(crate) fn role(&self, role: AriaRole, name: &str) -> Locator {
        self.page.get_by_role(role, Some(GetByRoleOptions::default().name(name).exact(true)))
    }

    /// Presses a button by its name.
    pub(crate) async fn press(&self, name: &str) {
        self.button(name).first().click(None).await.unwrap();
    }

    /// Writes into what a selector names.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        self.page.locator(selector).fill(text, None).await.unwrap();
    }

    pub(crate) async fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.page.keyboard().press(key, None).await.unwrap();
        }
    }

    /// The calls of a name that came, with their parameters.
    pub(crate) async fn calls(&self, name: &str) -> Vec<Value> {
        let calls = self.eval("window.__engine.calls").await;
        calls.as_array().unwrap().iter().filter(|call| call["call"] == name).cloned().collect()
    }

    /// Waits for a call, and gives the last one of its name.
    pub(crate) async fn called(&self, name: &str) -> Value {
        self.wait(&format!("window.__engine.calls.some((call) => call.call === '{name}')")).await;
        self.calls(name).await.pop().unwrap()
    }

    /// Changes what the engine knows, and has it say so.
    pub(crate) async fn change(&self, script: &str) {
        self.eval(&format!("((state) => {{ {script} }})(window.__engine.state), window.__engine.emit('changed')"))
            .await;
    }

    /// The same without a word of it.
    pub(crate) async fn know(&self, script: &str) {
        self.eval(&format!("((state) => {{ {script} }})(window.__engine.state)")).await;
    }

    /// That nothing went against the policy.
    pub(crate) async fn lawful(&self) {
        assert_eq!(self.eval("window.__engine.violations").await, serde_json::json!([]));
    }
}
