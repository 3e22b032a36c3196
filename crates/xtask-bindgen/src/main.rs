//! Makes, of a page's wasm, what a browser loads: `xtask-bindgen PAGE.wasm FOLDER`.
//!
//! A program of its own, so that the other development commands are built without it. Its library has exactly the
//! version of the `wasm-bindgen` that the page uses, or it refuses.

use std::io::Write as _;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else { return failed("Usage: xtask-bindgen PAGE.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(false).remove_name_section(true).remove_producers_section(true);
    // For browsers that load modules; what is made finds its wasm by itself.
    let made = bindgen.web(true).and_then(|bindgen| bindgen.omit_default_module_path(false).generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{error:#}")),
    }
}

fn failed(text: &str) -> ExitCode {
    // Without a standard error there is nobody to tell.
    drop(writeln!(std::io::stderr().lock(), "{text}"));
    ExitCode::FAILURE
}
