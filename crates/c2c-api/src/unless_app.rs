//! A terminal's notices on the desktop, while no app shows them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use c2c_ports::{Asked, Clock, Notice, Notifier, SessionId};
use c2c_store::{LeaseKind, Store, StoreError};

use crate::config::Config;
use crate::leases;

/// Tells `notifier` unless the app runs: it shows the notices of all sessions, in its own language and with buttons. It
/// opens the store itself when it is first needed: adapters are made before the product is open, and with it its store.
pub struct UnlessApp {
    path: PathBuf,
    clock: Arc<dyn Clock>,
    store: Mutex<Option<Arc<Store>>>,
    notifier: Arc<dyn Notifier>,
}

impl std::fmt::Debug for UnlessApp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("UnlessApp").field("path", &self.path).finish_non_exhaustive()
    }
}

impl UnlessApp {
    /// A notifier for the sessions in the store of this data folder.
    #[must_use]
    pub fn new(config: &Config, clock: Arc<dyn Clock>, notifier: Arc<dyn Notifier>) -> Self {
        Self { path: config.data.store_file(), clock, store: Mutex::default(), notifier }
    }

    fn app_runs(&self) -> Result<bool, StoreError> {
        let mut kept = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let store = match &*kept {
            Some(store) => Arc::clone(store),
            None => Arc::clone(kept.insert(Arc::new(Store::open(&self.path, Arc::clone(&self.clock))?))),
        };
        drop(kept);
        let lease = store.read(|tx| tx.lease(LeaseKind::App, leases::APP))?;
        Ok(lease.is_some_and(|lease| leases::is_live(&lease, self.clock.now_ms())))
    }
}

impl Notifier for UnlessApp {
    fn notify(&self, notice: &Notice) {
        match self.app_runs() {
            Ok(true) => {}
            Ok(false) => self.notifier.notify(notice),
            Err(error) => {
                tracing::info!(error = &error as &dyn std::error::Error, "whether the app runs cannot be told");
                self.notifier.notify(notice);
            }
        }
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.notifier.settle(session, asked);
    }
}
