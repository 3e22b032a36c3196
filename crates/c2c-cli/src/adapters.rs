//! What this program brings to the adapters that all programs join: the person at this terminal.

use std::sync::Arc;

use c2c_adapters::Own;
use c2c_api::{Adapters, Config, Heeding, UnlessApp};
use c2c_os::clock::SystemClock;
use c2c_ports::{Both, Notifier};

use crate::manual::{Teller, by_hand};
use crate::output::Output;

/// The adapters of this program.
pub(crate) fn adapters(config: &Config, output: &Arc<Output>) -> Adapters {
    let manual = Arc::new(by_hand(Arc::clone(output), copy(config)));
    c2c_adapters::adapters(config, Own { manual, notifier: notifier(config, output) })
}

/// Tells the person on this terminal and, if they like and no app does, through the desktop.
fn notifier(config: &Config, output: &Arc<Output>) -> Arc<dyn Notifier> {
    let terminal = Teller::new(Arc::clone(output));
    match c2c_adapters::notices(None) {
        Some(desktop) => {
            let unless_app = Arc::new(UnlessApp::new(config, Arc::new(SystemClock), desktop));
            Arc::new(Both(terminal, Heeding::new(config.live.clone(), unless_app)))
        }
        None => Arc::new(terminal),
    }
}

/// Puts messages on the clipboard, where there is one.
fn copy(config: &Config) -> crate::manual::Copy {
    let environment = config.environment.clone();
    Box::new(move |text| {
        let copied = c2c_adapters::copy(&environment, text);
        if let Err(error) = &copied {
            tracing::info!(%error, "the message is not on the clipboard");
        }
        copied.is_ok()
    })
}
