//! Reads the configuration, the capability and the page that go into the app.

use std::path::Path;
use std::{fs, io};

use tauri_build::{AppManifest, Attributes, WindowsAttributes};

/// Where `cargo xtask ui` puts the page.
const PAGE: &str = "../ui/dist";

/// What is shown by an app that was built without its page.
const PLACEHOLDER: &str = "<!doctype html>
<meta charset=\"utf-8\">
<title>C2C</title>
<p>This app was built without its page. Run <code>cargo xtask ui</code> and build it again.</p>
";

fn main() {
    for path in ["../capabilities", "../icons", PAGE] {
        println!("cargo:rerun-if-changed={path}");
    }
    let windows = WindowsAttributes::new().window_icon_path("../icons/icon.ico");
    let attributes = Attributes::new()
        .app_manifest(AppManifest::new().commands(&["call"]))
        .capabilities_path_pattern("../capabilities/**/*")
        .windows_attributes(windows);
    let built = place_holder().map_err(Into::into).and_then(|()| tauri_build::try_build(attributes));
    if let Err(error) = built {
        // This is how a build script says that it failed.
        println!("cargo:warning={error:#}");
        std::process::exit(1);
    }
}

/// Lets the app be built, and checked, before the page was.
fn place_holder() -> io::Result<()> {
    let index = Path::new(PAGE).join("index.html");
    if index.exists() {
        return Ok(());
    }
    fs::create_dir_all(PAGE)?;
    fs::write(index, PLACEHOLDER)
}
