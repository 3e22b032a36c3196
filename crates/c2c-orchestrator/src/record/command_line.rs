//! Which of Codex's commands is the test that was asked for. Pure text; nothing is run here.

use c2c_ports::Execution;

/// Whether `run`, as Codex gives it, is `wanted`: the same command line, or a chain whose last
/// part it is (so that the exit code is its own). A pipe after it hides its exit code and does not
/// count.
#[must_use]
pub fn is_same_command(run: &str, wanted: &str) -> bool {
    let (run, wanted) = (collapsed(&unwrapped(run)), collapsed(&unwrapped(wanted)));
    if wanted.is_empty() {
        return false;
    }
    run == wanted || last_part(&run).is_some_and(|part| part == wanted)
}

/// The test commands to look for: what the model says it ran, and what the plan's TESTS name, in
/// backquotes or as a whole line.
pub(super) fn candidates(tests: &str, execution: &Execution) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |command: &str| {
        let command = collapsed(command);
        if !command.is_empty() && !found.contains(&command) {
            found.push(command);
        }
    };
    if let Some(reported) = &execution.reported {
        add(&reported.test_command);
    }
    for line in tests.lines() {
        // Every second piece between backquotes is inside them.
        line.split('`').skip(1).step_by(2).for_each(&mut add);
        add(line.trim_start_matches(|c: char| c.is_ascii_digit() || "-*.)• ".contains(c)));
    }
    found
}

/// The command inside `bash -lc '…'`, as Codex wraps it; any other text as it is.
pub(super) fn unwrapped(command: &str) -> String {
    let command = command.trim();
    let Some((shell, rest)) = command.split_once(' ') else {
        return command.to_owned();
    };
    let name = shell.rsplit(['/', '\\']).next().unwrap_or(shell);
    let Some((flag, script)) = rest.trim_start().split_once(' ') else {
        return command.to_owned();
    };
    if !matches!(name, "bash" | "sh" | "zsh" | "dash") || !matches!(flag, "-c" | "-lc") {
        return command.to_owned();
    }
    unquoted(script.trim()).unwrap_or_else(|| command.to_owned())
}

/// One shell word without its quotes; none when it is not exactly one word.
fn unquoted(text: &str) -> Option<String> {
    let mut word = String::with_capacity(text.len());
    let mut characters = text.chars();
    let mut quote = None;
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '\\') => word.push(characters.next()?),
            (None, space) if space.is_whitespace() => return None,
            (_, other) => word.push(other),
        }
    }
    quote.is_none().then_some(word)
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands after the last `&&` or `;`.
fn last_part(command: &str) -> Option<&str> {
    let and = command.rfind("&& ").map(|at| at + 3);
    let semicolon = command.rfind("; ").map(|at| at + 2);
    and.max(semicolon).map(|at| command[at..].trim())
}
