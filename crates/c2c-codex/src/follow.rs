//! Follows an event file that is being written.

use std::fs::File;
use std::io::{self, Read as _};

use crate::events::Transcript;

/// Longer lines are passed over. Codex cuts an output at 1 MiB, which escaping can make 6 MiB.
pub(crate) const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
const CHUNK_BYTES: usize = 64 * 1024;

/// An event file read so far, with what it said.
#[derive(Debug)]
pub(crate) struct EventFile {
    file: File,
    /// The line that is not complete yet.
    piece: Vec<u8>,
    /// In the middle of a line that is too long.
    passing_over: bool,
    read_bytes: u64,
    transcript: Transcript,
}

impl EventFile {
    pub(crate) fn new(file: File) -> Self {
        Self { file, piece: Vec::new(), passing_over: false, read_bytes: 0, transcript: Transcript::default() }
    }

    /// Reads what has come since the last time. Blocks for as long as the disk does.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            let count = match self.file.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.read_bytes += count as u64;
            self.take(chunk.get(..count).unwrap_or_default());
        }
    }

    /// Whether anything at all has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.read_bytes == 0
    }

    /// What was said so far.
    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// What was said, when nothing more will come.
    pub(crate) fn finish(mut self) -> Transcript {
        if !self.passing_over {
            self.transcript.last_piece(&self.piece);
        }
        self.transcript
    }

    fn take(&mut self, mut bytes: &[u8]) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = bytes.split_at(end);
            bytes = rest.get(1..).unwrap_or_default();
            self.keep(line);
            if self.passing_over {
                self.passing_over = false;
            } else {
                self.transcript.line(&self.piece);
            }
            self.piece.clear();
        }
        self.keep(bytes);
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.passing_over {
            return;
        }
        if self.piece.len() + bytes.len() > MAX_LINE_BYTES {
            self.passing_over = true;
            self.transcript.damaged_lines += 1;
            self.piece = Vec::new();
        } else {
            self.piece.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests;
