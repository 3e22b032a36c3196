//! The `c2c` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    c2c_cli::main_with(|adapters| adapters)
}
