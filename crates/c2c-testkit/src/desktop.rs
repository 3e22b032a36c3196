//! The command line of what stands for a desktop.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use c2c_testkit::screen::{self, Layout, Screen};
use c2c_testkit::{app_window, desk_services, notifications, thief, tray};
use clap::{Subcommand, ValueEnum};

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
    /// Open a window that comes in the way, as lines of standard input say.
    ///
    /// focus | steal EVERY_MS COUNT | cover | uncover | popup | popdown | title TEXT |
    /// minimise WINDOW | activate WINDOW | desktop WINDOW N | close WINDOW | list | copy TEXT | clipboard |
    /// sleep MS | quit.
    /// A window is given by its number or a part of its title. Every key and button that reaches
    /// the thief is told as a line of JSON.
    Thief {
        /// What it calls itself.
        #[arg(long, default_value = "Thief")]
        title: String,
        /// Take the lines from this file.
        #[arg(long)]
        script: Option<PathBuf>,
    },
    /// Answer on the session bus whether the screen is locked and how long nobody touched it.
    ///
    /// Lines of standard input set the answers: freedesktop on|off, gnome on|off, idle MS,
    /// silent on|off (asked and never answering). It ends with standard input.
    DeskServices {
        /// The services that are there; all of them when none is named.
        #[arg(long, value_enum, value_delimiter = ',')]
        only: Vec<desk_services::Service>,
    },
    /// Show notifications on the session bus: each is told as a line of JSON.
    ///
    /// Lines of standard input act as the person does: press ID ACTION, dismiss ID. silent on|off: it is
    /// asked and never answers. It ends with standard input.
    Notifications {
        /// What it can do; actions, body and body-markup when nothing is named.
        #[arg(long, value_delimiter = ',')]
        capabilities: Option<Vec<String>>,
    },
    /// Be the tray of the session bus: each icon that comes is told as a line of JSON.
    ///
    /// Lines of standard input act: look (says what all icons show), press LABEL (in a submenu: LABEL > LABEL),
    /// leave (there is no tray any more), come. It ends with standard input.
    Tray {
        /// Be there only when told to come.
        #[arg(long)]
        late: bool,
    },
    /// Be an installed ChatGPT app: a window of a browser of its own on the page.
    AppWindow {
        /// The page.
        #[arg(long)]
        url: String,
        /// The folder of its profile; made when missing, and kept.
        #[arg(long)]
        profile: PathBuf,
        /// Have no accessibility tree, whatever it is told.
        #[arg(long)]
        no_tree: bool,
        /// Be the program at this path; the browser is put there when nothing is.
        #[arg(long, value_name = "PATH")]
        program: Option<PathBuf>,
        /// Handed on to the browser.
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
}

pub(crate) fn run(command: Command) -> io::Result<ExitCode> {
    match command {
        Command::Screen { visible, layout, size, command } => {
            let screen = if visible { Screen::visible()? } else { Screen::with(screen::Options { size, layout })? };
            let code = screen::run(&screen, &command, Path::new("."))?;
            screen.end();
            return Ok(code);
        }
        Command::Thief { title, script } => thief::run(&thief::Options { title, script })?,
        Command::DeskServices { only } => {
            let all = desk_services::Service::value_variants();
            crate::serve(desk_services::serve(if only.is_empty() { all } else { &only }))?;
        }
        Command::Notifications { capabilities } => {
            let usual = notifications::Options::default();
            let capabilities = capabilities.unwrap_or(usual.capabilities);
            crate::serve(notifications::serve(notifications::Options { capabilities }))?;
        }
        Command::Tray { late } => crate::serve(tray::serve(late))?,
        Command::AppWindow { url, profile, no_tree, program, arguments } => {
            app_window::become_app(&app_window::Options { url, profile, program, has_tree: !no_tree, arguments })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn size(text: &str) -> Result<(u16, u16), io::Error> {
    let numbers = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    numbers.ok_or_else(|| io::Error::other("write width and height as 1280x900"))
}
