//! The command line of the app.

use c2c_ipc::app::Page;

/// What is said to somebody who asks, or who asks wrongly.
pub(crate) const USAGE: &str = "\
Usage: c2c-app [OPTIONS] [COMMAND]

C2C in the tray. Without a command it opens its window.

  open ADDRESS   Open the window on a page: / | /new | /templates | /settings | /session/ID
                 (the id of a session or of its task)

  --hidden       Only be in the tray, as at login
  --home FOLDER  Keep everything in this folder, as with C2C_HOME
  --version      Say the version
";

/// What a start of the app asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The window, on this page if one is named.
    Show(Option<Page>),
    /// Only the tray.
    Hidden,
    /// The usage.
    Help,
    /// The version.
    Version,
}

/// A command line that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{argument}` is no argument of `c2c-app`")]
pub(crate) struct Misused {
    argument: String,
}

/// The option that names the data folder: an entry for the start at login has no environment of its own.
pub(crate) const HOME: &str = "--home";

/// The data folder that the command line names, if it does, and the rest of it.
pub(crate) fn home(arguments: &[String]) -> (Option<&str>, Vec<&str>) {
    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let at = words.iter().position(|word| *word == HOME).filter(|at| at + 1 < words.len());
    let named = at.map(|at| {
        let folder = words.remove(at + 1);
        words.remove(at);
        folder
    });
    (named, words)
}

/// Reads what follows the program's name.
pub(crate) fn wish(arguments: &[String]) -> Result<Wish, Misused> {
    let misused = |argument: &str| Misused { argument: argument.to_owned() };
    match home(arguments).1.as_slice() {
        [] => Ok(Wish::Show(None)),
        ["--hidden"] => Ok(Wish::Hidden),
        ["--help" | "-h"] => Ok(Wish::Help),
        ["--version" | "-V"] => Ok(Wish::Version),
        ["open"] => Ok(Wish::Show(Some(Page::Sessions))),
        ["open", address] => address.parse().map(|page| Wish::Show(Some(page))).map_err(|_| misused(address)),
        ["open" | "--hidden" | "--help" | "-h" | "--version" | "-V", .., last] => Err(misused(last)),
        [first, ..] => Err(misused(first)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Result<Wish, &str>) {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(wish(&arguments), expected.map_err(|argument| Misused { argument: argument.to_owned() }), "{line}");
    }

    #[test]
    fn a_command_line_is_a_wish() {
        check("", Ok(Wish::Show(None)));
        check("--hidden", Ok(Wish::Hidden));
        check("open", Ok(Wish::Show(Some(Page::Sessions))));
        check("open /session/ses_1", Ok(Wish::Show(Some(Page::Session("ses_1".to_owned(), None)))));
        check("open /session/c2c_f81a", Ok(Wish::Show(Some(Page::Session("c2c_f81a".to_owned(), None)))));
        check("--version", Ok(Wish::Version));
        check("--hidden --home /other", Ok(Wish::Hidden));
        check("--home /other", Ok(Wish::Show(None)));
    }

    #[test]
    fn what_means_nothing_is_named() {
        check("hidden", Err("hidden"));
        check("open https://example.com", Err("https://example.com"));
        check("open /new /settings", Err("/settings"));
        check("--hidden --now", Err("--now"));
        check("--home", Err("--home"));
    }

    #[test]
    fn the_data_folder_can_be_named() {
        let named = |line: &str| {
            let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            home(&arguments).0.map(str::to_owned)
        };
        assert_eq!(named("--hidden --home /other").as_deref(), Some("/other"));
        assert_eq!((named("--hidden"), named("--home")), (None, None));
    }
}
