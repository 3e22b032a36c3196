//! Joins the adapters for the programs: the real Codex, git, the ChatGPT window with its browser and clipboard, the
//! desktop's notifications, the connectors over HTTP.
//!
//! The command line and the app join the same adapters, so it is done here. What differs is theirs: who carries
//! messages by hand, and how the person is told. Nothing here prints or knows a terminal, a tray or a page.

mod by_hand;
mod door;
mod notices;
mod window;

use std::sync::Arc;

use c2c_api::{Adapters, Config};
use c2c_codex::{CodexConfig, CodexExec};
use c2c_os::clock::SystemClock;
use c2c_ports::{Clock, NoSteps, Notifier, Window};
use c2c_workspace::git::{Git, GitChanges};

pub use by_hand::{ByHand, Show};
pub use door::HttpDoor;
pub use notices::{Answering, Press, Pressed, notices};
pub use window::{KEEPER, NoClipboard, copied, copy, keep_clipboard};

/// What each program brings itself.
pub struct Own {
    /// Has the person carry messages to ChatGPT.
    pub manual: Arc<dyn Window>,
    /// Tells the person.
    pub notifier: Arc<dyn Notifier>,
}

impl std::fmt::Debug for Own {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Own").finish_non_exhaustive()
    }
}

/// All adapters of a program. Nothing is started or looked at yet.
#[must_use]
pub fn adapters(config: &Config, own: Own) -> Adapters {
    let executor = CodexExec::new(CodexConfig {
        environment: config.environment.clone(),
        data: config.data.clone(),
        program: None,
        settings: config.settings.codex_config.clone(),
    });
    let git = Arc::new(Git::new(&config.environment, config.data.root().join("scratch")));
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let window::Shown { window, browser } = window::shown(config, &clock);
    Adapters {
        window,
        manual: own.manual,
        browser,
        executor: Arc::new(executor),
        changes: Arc::new(GitChanges::new(git, config.data.snapshots_dir())),
        notifier: own.notifier,
        clock,
        steps: Arc::new(NoSteps),
    }
}
