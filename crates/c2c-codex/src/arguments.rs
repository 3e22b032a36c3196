//! The command lines that Codex is started with. Pure.

use std::ffi::OsString;
use std::path::Path;

use c2c_ports::Sandbox;

/// Settings that hold for every run, whatever the person's own or the project's configuration
/// says. They come last, and the last one counts (measured).
///
/// - Approvals: nobody is there to give any.
/// - Retries: with the default a turn whose provider cannot be reached never fails.
/// - The sandbox: no network, and nothing to write in but the workspace and the temporary folders.
const FIXED_SETTINGS: [&str; 4] = [
    r#"approval_policy="never""#,
    "features.unbounded_connection_retries=false",
    "sandbox_workspace_write.network_access=false",
    "sandbox_workspace_write.writable_roots=[]",
];

/// One run of `codex exec`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExecLine<'a> {
    pub(crate) root: &'a Path,
    pub(crate) sandbox: Sandbox,
    pub(crate) schema_file: &'a Path,
    pub(crate) last_message_file: &'a Path,
    /// `key=value`, as after `-c`.
    pub(crate) settings: &'a [String],
    /// The thread to go on with.
    pub(crate) thread_id: Option<&'a str>,
}

impl ExecLine<'_> {
    /// The arguments after the program's name. The prompt comes from standard input.
    ///
    /// All options stand before `resume`: the subcommand itself refuses `-s` and `-C`, but obeys
    /// them there. Without them a resumed thread falls back to a read-only sandbox in the current
    /// folder (measured).
    ///
    /// `--ignore-rules`, because a rule with the decision `allow` lets its command run outside the
    /// sandbox without asking (measured): neither the project nor an earlier "always allow" may
    /// widen what this run may do.
    pub(crate) fn arguments(self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["exec".into(), "--json".into()];
        arguments.extend(["-C".into(), self.root.into(), "-s".into(), self.sandbox.as_str().into()]);
        arguments.push("--ignore-rules".into());
        arguments.extend(["--output-schema".into(), self.schema_file.into()]);
        arguments.extend(["--output-last-message".into(), self.last_message_file.into()]);
        for setting in self.settings.iter().map(String::as_str).chain(FIXED_SETTINGS) {
            arguments.extend(["-c".into(), setting.into()]);
        }
        if let Some(thread_id) = self.thread_id {
            arguments.extend(["resume".into(), thread_id.into()]);
        }
        arguments.push("-".into());
        arguments
    }
}

/// The arguments of `codex sandbox` for one shell command line. The profiles have no network,
/// except where there is no sandbox at all.
pub(crate) fn sandbox_arguments(root: &Path, sandbox: Sandbox, shell: &[OsString]) -> Vec<OsString> {
    let profile = match sandbox {
        Sandbox::ReadOnly => ":read-only",
        Sandbox::WorkspaceWrite => ":workspace",
        Sandbox::DangerFullAccess => ":danger-full-access",
    };
    let mut arguments: Vec<OsString> = vec!["sandbox".into(), "-P".into(), profile.into(), "-C".into(), root.into()];
    arguments.push("--".into());
    arguments.extend(shell.iter().cloned());
    arguments
}

/// The command line that prints `first_line`, joins standard error to standard output, and runs
/// `command`.
pub(crate) fn shell(first_line: &str, command: &str) -> Vec<OsString> {
    if cfg!(windows) {
        // Codex runs commands through PowerShell there.
        let script = format!("Write-Output '{first_line}'; & {{ {command}\n }} 2>&1; exit $LASTEXITCODE");
        return ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command"]
            .into_iter()
            .map(OsString::from)
            .chain([script.into()])
            .collect();
    }
    let script = format!("exec 2>&1\necho {first_line}\n{command}");
    vec!["bash".into(), "-c".into(), script.into()]
}

/// Whether `text` has the form of a thread id (a UUID). Anything else after `resume` would be
/// taken for the name of a thread, or for an option.
pub(crate) fn is_thread_id(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests;
