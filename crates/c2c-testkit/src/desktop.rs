//! The command line of what stands for a desktop.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use c2c_testkit::screen::{self, Layout, Screen};
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a command on a desktop of its own, and end everything that it left there.
    ///
    /// The desktop is an X server without a screen, a session bus with the accessibility bus, and a
    /// window manager. The exit code is the command's.
    Screen {
        /// Use the display that is there.
        #[arg(long, conflicts_with_all = ["layout", "size"])]
        visible: bool,
        /// The keyboard.
        #[arg(long, value_enum, default_value_t)]
        layout: Layout,
        /// Width and height in pixels.
        #[arg(long, default_value = "1280x900", value_parser = size)]
        size: (u16, u16),
        /// The command and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

pub(crate) fn run(command: Command) -> io::Result<ExitCode> {
    match command {
        Command::Screen { visible, layout, size, command } => {
            let screen = if visible { Screen::visible()? } else { Screen::with(screen::Options { size, layout })? };
            let code = screen::run(&screen, &command, Path::new("."))?;
            screen.end();
            Ok(code)
        }
    }
}

fn size(text: &str) -> Result<(u16, u16), io::Error> {
    let numbers = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    numbers.ok_or_else(|| io::Error::other("write width and height as 1280x900"))
}
