//! The files of one job, in the effect's folder, and the lock that tells whether its Codex lives.
//!
//! Codex is given the prompt as standard input, and that open file carries a lock. Measured with
//! 0.171.0 and 0.160.1: Codex reads the prompt to its end and keeps the file open as descriptor 0
//! until it exits, and everything it starts has `/dev/null` there. So the lock is held exactly as
//! long as Codex lives, whoever started it and however it ends.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use c2c_os::folders::create_private;
use c2c_os::private_file;
use c2c_os::process::ProcessIdentity;
use c2c_ports::{ExecutorError, Job};

use crate::{mounts, result};

/// The most of standard error that is read.
const MAX_STDERR_BYTES: u64 = 256 * 1024;

/// Where the files of one job are.
#[derive(Debug, Clone)]
pub(crate) struct JobFiles {
    folder: PathBuf,
}

impl JobFiles {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The prompt, which is also the lock.
    pub(crate) fn prompt(&self) -> PathBuf {
        self.folder.join("prompt.md")
    }

    /// Codex's standard output.
    pub(crate) fn events(&self) -> PathBuf {
        self.folder.join("events.jsonl")
    }

    /// Codex's standard error.
    pub(crate) fn stderr(&self) -> PathBuf {
        self.folder.join("stderr.log")
    }

    /// The schema of the structured result.
    pub(crate) fn schema(&self) -> PathBuf {
        self.folder.join("result-schema.json")
    }

    /// Where Codex writes its final text besides.
    pub(crate) fn last_message(&self) -> PathBuf {
        self.folder.join("last-message.txt")
    }

    fn absent(&self) -> PathBuf {
        self.folder.join("absent.json")
    }

    fn child(&self) -> PathBuf {
        self.folder.join("child.json")
    }

    /// Takes the job's lock; none while its Codex, or another process that looks after it, has it.
    pub(crate) fn lock(&self) -> Result<Option<File>, ExecutorError> {
        let path = self.prompt();
        lock(&path).map_err(|source| failed("take the lock", &path, source))
    }

    /// Whether the job was ever prepared.
    pub(crate) fn exist(&self) -> bool {
        self.prompt().exists()
    }

    /// Makes the folder and writes the files. The locked prompt comes back, at its start.
    pub(crate) fn prepare(&self, job: &Job) -> Result<File, ExecutorError> {
        create_private(&self.folder).map_err(|error| failed("make", &self.folder, io::Error::other(error)))?;
        let mut prompt = self.lock()?.ok_or_else(|| self.busy())?;
        // Work that was begun is never done twice, whatever the caller believes.
        if fs::metadata(self.events()).is_ok_and(|events| events.len() > 0) {
            let source = io::Error::new(io::ErrorKind::AlreadyExists, "it has run before");
            return Err(failed("run the job of", &self.folder, source));
        }
        let write = |prompt: &mut File| {
            prompt.set_len(0)?;
            prompt.write_all(job.prompt.as_bytes())?;
            prompt.sync_all()?;
            prompt.rewind()
        };
        write(&mut prompt).map_err(|source| failed("write", &self.prompt(), source))?;
        for stale in [self.child(), self.last_message()] {
            remove(&stale)?;
        }
        let absent = self.absent();
        let names = serde_json::to_vec(&mounts::absent(&job.root));
        let names = names.map_err(|error| failed("write", &absent, error.into()))?;
        private_file::write(&absent, &names).map_err(|error| failed("write", &absent, io::Error::other(error)))?;
        let schema = self.schema();
        private_file::write(&schema, result::schema().to_string().as_bytes())
            .map_err(|error| failed("write", &schema, io::Error::other(error)))?;
        Ok(prompt)
    }

    /// An empty file for one of Codex's output streams.
    pub(crate) fn output(&self, path: &Path) -> Result<File, ExecutorError> {
        private_file::create(path).map_err(|error| failed("write", path, io::Error::other(error)))
    }

    /// Notes which process was started.
    pub(crate) fn note(&self, process: &ProcessIdentity) -> Result<(), ExecutorError> {
        let path = self.child();
        let text = serde_json::to_vec(process).map_err(|error| failed("write", &path, error.into()))?;
        private_file::write(&path, &text).map_err(|error| failed("write", &path, io::Error::other(error)))
    }

    /// The noted process; none when nobody came to note one.
    pub(crate) fn noted(&self) -> Option<ProcessIdentity> {
        let text = private_file::read(&self.child()).ok()??;
        serde_json::from_slice(&text).ok()
    }

    /// Takes away what the sandbox left in the workspace. For when nothing of the job runs any more.
    pub(crate) fn clear_mounts(&self, root: &Path) {
        let text = private_file::read(&self.absent()).ok().flatten().unwrap_or_default();
        let names: Vec<String> = serde_json::from_slice(&text).unwrap_or_default();
        mounts::clear(root, &names);
    }

    /// The event file; none when Codex was never started.
    pub(crate) fn open_events(&self) -> Result<Option<File>, ExecutorError> {
        match File::open(self.events()) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(failed("read", &self.events(), source)),
        }
    }

    /// The end of standard error; nothing when it cannot be read.
    pub(crate) fn stderr_tail(&self) -> String {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(self.stderr())?;
            let length = file.metadata()?.len();
            file.seek(io::SeekFrom::Start(length.saturating_sub(MAX_STDERR_BYTES)))?;
            let mut bytes = Vec::new();
            file.take(MAX_STDERR_BYTES).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
    }

    /// The error for a lock that another process has.
    pub(crate) fn busy(&self) -> ExecutorError {
        let source = io::Error::new(io::ErrorKind::WouldBlock, "another process has it");
        failed("take the lock", &self.prompt(), source)
    }
}

/// An `Io` error about one path.
pub(crate) fn failed(verb: &str, path: &Path, source: io::Error) -> ExecutorError {
    ExecutorError::Io { doing: format!("cannot {verb} `{}`", path.display()), source }
}

fn remove(path: &Path) -> Result<(), ExecutorError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", path, error)),
        _ => Ok(()),
    }
}

/// The lock belongs to the open file, which the child inherits.
#[cfg(unix)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    let lock = c2c_os::lock::FileLock::try_acquire(path).map_err(|error| error.source)?;
    Ok(lock.map(c2c_os::lock::FileLock::into_file))
}

/// A lock on Windows belongs to the process that took it, and keeps the child from reading. What an
/// inherited handle does keep up is the sharing it was opened with: as long as any handle is open,
/// nobody else can open the file for writing.
#[cfg(windows)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    match options.share_mode(FILE_SHARE_READ).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
