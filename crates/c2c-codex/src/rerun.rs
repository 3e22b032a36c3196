//! One command again, in Codex's own sandbox: `codex sandbox`.
//!
//! Measured with 0.171.0: the profiles `:workspace` and `:read-only` have no network, the exit code
//! is the command's own, and a sandbox that cannot be started says so on standard error with exit
//! code 1, which a command can have too. So the shell prints a line of its own first: without it
//! the command never ran.

use std::io;
use std::time::Duration;

use c2c_os::command::{Command, Stream};
use c2c_os::process;
use c2c_ports::{CommandRun, ExecutorError, Rerun};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Child;

use crate::arguments::{sandbox_arguments, shell};
use crate::ending::{self, MARK};
use crate::exec::{CodexExec, not_started, unwatched};
use crate::{messages, mounts};

/// The most that is kept of the output, in bytes: its beginning and its end.
const MAX_HEAD_BYTES: usize = 256 * 1024;
const MAX_TAIL_BYTES: usize = 768 * 1024;
/// The most that is kept of what Codex itself says.
const MAX_STDERR_BYTES: usize = 16 * 1024;
/// How long the pipe may stay open after the end; only a process that escaped can hold it.
const PIPE_GRACE: Duration = Duration::from_secs(2);

pub(crate) async fn rerun(codex: &CodexExec, rerun: Rerun<'_>) -> Result<CommandRun, ExecutorError> {
    let program = codex.program_for(rerun.root).await?;
    let random = c2c_os::random::bytes::<8>().map_err(|error| unwatched(io::Error::other(error)))?;
    let mark = format!("rerun_{:016x}", u64::from_be_bytes(random));
    let absent = mounts::absent(rerun.root);
    let child = Command::new(program, rerun.root)
        .args(sandbox_arguments(rerun.root, rerun.sandbox, &shell(&mark, rerun.command)))
        .inherit_all(&codex.config.environment)
        .env(MARK, &mark)
        .stdout(Stream::Pipe)
        .stderr(Stream::Pipe)
        .own_group()
        .kill_on_drop()
        .spawn_tokio()
        .map_err(not_started)?;
    let ran = run(child, &mark, Duration::from_secs(rerun.deadline_s)).await;
    ending::sweep(&mark, &[]).await?;
    mounts::clear(rerun.root, &absent);
    let ran = ran?;
    let rest = ran.output.strip_prefix(&mark);
    let Some(output) = rest.and_then(|rest| rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))) else {
        let source = io::Error::other(messages::own_words(&ran.stderr, MAX_STDERR_BYTES));
        return Err(ExecutorError::Io { doing: "cannot run a command in Codex's sandbox".to_owned(), source });
    };
    Ok(CommandRun { command: rerun.command.to_owned(), exit_code: ran.exit_code, output: output.to_owned() })
}

struct Ran {
    exit_code: Option<i32>,
    output: String,
    stderr: String,
}

async fn run(mut child: Child, mark: &str, deadline: Duration) -> Result<Ran, ExecutorError> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let output = tokio::spawn(keep(stdout, MAX_HEAD_BYTES, MAX_TAIL_BYTES));
    let words = tokio::spawn(keep(stderr, 0, MAX_STDERR_BYTES));
    let exit_code = match tokio::time::timeout(deadline, child.wait()).await {
        Ok(status) => status.map_err(unwatched)?.code(),
        Err(_) => {
            let process = child.id().and_then(process::identity);
            if let Some(process) = process {
                let family = ending::end(process).await?;
                ending::sweep(mark, &family).await?;
            }
            child.wait().await.map_err(unwatched)?;
            None
        }
    };
    Ok(Ran { exit_code, output: kept(output).await, stderr: kept(words).await })
}

async fn kept(reading: tokio::task::JoinHandle<Kept>) -> String {
    let stop = reading.abort_handle();
    match tokio::time::timeout(PIPE_GRACE, reading).await {
        Ok(Ok(kept)) => kept.text(),
        _ => {
            stop.abort();
            String::new()
        }
    }
}

/// The beginning and the end of a stream.
#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: std::collections::VecDeque<u8>,
    left_out: u64,
}

async fn keep(stream: Option<impl AsyncRead + Unpin>, max_head: usize, max_tail: usize) -> Kept {
    let mut kept = Kept::default();
    let Some(mut stream) = stream else { return kept };
    let mut chunk = vec![0; 64 * 1024];
    while let Ok(count) = stream.read(&mut chunk).await {
        let Some(bytes) = chunk.get(..count).filter(|bytes| !bytes.is_empty()) else {
            break;
        };
        let room = max_head.saturating_sub(kept.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        kept.head.extend_from_slice(head);
        kept.tail.extend(rest);
        let surplus = kept.tail.len().saturating_sub(max_tail);
        kept.tail.drain(..surplus);
        kept.left_out += surplus as u64;
    }
    kept
}

impl Kept {
    /// As text; bytes that are no UTF-8 are replaced.
    fn text(self) -> String {
        let tail: Vec<u8> = self.tail.into();
        if self.left_out == 0 {
            let whole = [self.head, tail].concat();
            return String::from_utf8_lossy(&whole).into_owned();
        }
        let (head, tail) = (String::from_utf8_lossy(&self.head), String::from_utf8_lossy(&tail));
        format!("{head}\n[{} bytes left out]\n{tail}", self.left_out)
    }
}

#[cfg(test)]
mod tests;
