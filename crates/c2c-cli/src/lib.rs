//! The `c2c` command as a library: reads the process, runs one command, and renders what comes of it.
//!
//! The program is `main.rs`. It is a library so that the kill tests can be the very same program
//! with an observer among its adapters.

mod adapters;
mod arguments;
mod escape;
mod manual;
mod output;
mod preview;
mod run;
mod shutdown;
mod text;

use std::process::ExitCode;
use std::sync::Arc;

use c2c_api::{Adapters, ApiError, ErrorKind};
use c2c_ipc::ErrorShape;
use c2c_os::environment::Environment;
use clap::Parser as _;

use arguments::Arguments;
use output::{Format, Output};
use run::Process;

/// A fault in C2C.
const INTERNAL: u8 = 255;
/// A command line that means nothing.
const MISUSED: u8 = 2;
/// Something that the person can change.
const REFUSED: u8 = 1;

/// What a program does to its adapters before they are used.
pub type Join = fn(Adapters) -> Adapters;

/// The program, from the command line to the exit code.
pub fn main_with(join: Join) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused(&error),
    };
    let format = if arguments.shared.json { Format::Json } else { Format::Text };
    let output = Arc::new(Output::of_process(format));
    match begin(arguments, &output, join) {
        Ok(code) => code,
        Err(error) => failed(&error, &output),
    }
}

fn begin(arguments: Arguments, output: &Arc<Output>, join: Join) -> Result<ExitCode, ApiError> {
    #[expect(clippy::disallowed_methods, reason = "the current folder is read here and nowhere else")]
    let current_dir = std::env::current_dir().map_err(|error| {
        ApiError::new(ErrorKind::User, "the current folder is gone").hint("change into another folder").because(error)
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| ApiError::new(ErrorKind::Internal, "the runtime cannot be started").because(error))?;
    let process = Process { environment: Environment::from_process(), current_dir, join };
    let ended = runtime.block_on(run::run(arguments, process, output));
    // A tool call that is under way reads only; it need not be waited for.
    runtime.shutdown_background();
    ended
}

/// Help and versions as clap prints them; a wrong use in the form that was asked for.
fn misused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let message = error.render().to_string();
        let mut lines = message.trim().lines().map(|line| line.trim_start_matches("error: ").to_owned());
        let shape = ErrorShape {
            code: "usage".to_owned(),
            reason: None,
            message: lines.next().unwrap_or_default(),
            causes: Vec::new(),
            hints: lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect(),
        };
        Output::of_process(Format::Json).error(&shape);
        return ExitCode::from(MISUSED);
    }
    error.exit()
}

fn failed(error: &ApiError, output: &Output) -> ExitCode {
    let reference = c2c_os::random::bytes::<4>().map_or(0, u32::from_be_bytes);
    let reference = format!("ref_{reference:08x}");
    error.log(&reference);
    output.error(&error.shape(&reference));
    ExitCode::from(if error.kind == ErrorKind::Internal { INTERNAL } else { REFUSED })
}
