//! Who ends what runs on a desktop, however its owner ends.
//!
//! A shell outside the owner's process group reads from a pipe that only the owner holds. When the
//! pipe closes, because the owner is done or because it was killed, the shell ends every process
//! that has the desktop's folder in its environment, and takes the folder away. The owner's own
//! death signal would not do: it ends nothing that a child of a child started.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::process;

/// Takes the folder as its first argument. Nothing of it can be asked to stop before its work is done.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
while read -r _; do :; done
belonging() { grep -lF -- "$1" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }
for signal in TERM TERM KILL KILL KILL; do
    found=$(belonging "$1")
    [ -n "$found" ] || break
    kill -s "$signal" $found 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -n "$(belonging "$1")" ] || break 2
        sleep 0.05
    done
done
rm -rf -- "$1"
"#;

/// The shell that waits for its owner's end.
#[derive(Debug)]
pub(super) struct Guard {
    shell: Child,
}

impl Guard {
    /// Starts to watch over the programs that have `folder` in their environment.
    pub(super) fn start(folder: &Path) -> io::Result<Self> {
        let mut shell = process::command("sh", Path::new("/"));
        shell.args(["-c", SCRIPT, "sh"]).arg(folder).env_remove(super::BELONGS_TO).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { shell: shell.spawn()? })
    }

    /// Ends everything and waits for that.
    pub(super) fn end(&mut self) {
        drop(self.shell.stdin.take());
        // It fails only when it was waited for already.
        let _waited = self.shell.wait();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.end();
    }
}
