//! Where C2C's browser is noted: a row of the store.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use c2c_ports::{BookError, BrowserBook, BrowserProcess, Clock};
use c2c_store::{Store, StoreError};

use crate::config::Config;

/// The browser's row. It opens the store itself when it is first needed: adapters are made before the
/// product is open, and with it its store.
pub struct StoreBook {
    path: PathBuf,
    clock: Arc<dyn Clock>,
    store: Mutex<Option<Arc<Store>>>,
}

impl std::fmt::Debug for StoreBook {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("StoreBook").field("path", &self.path).finish_non_exhaustive()
    }
}

impl StoreBook {
    /// The row in the store of this data folder. Nothing is opened yet.
    #[must_use]
    pub fn new(config: &Config, clock: Arc<dyn Clock>) -> Self {
        Self { path: config.data.store_file(), clock, store: Mutex::default() }
    }

    fn store(&self) -> Result<Arc<Store>, StoreError> {
        let mut kept = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*kept {
            return Ok(Arc::clone(store));
        }
        let opened = Arc::new(Store::open(&self.path, Arc::clone(&self.clock))?);
        *kept = Some(Arc::clone(&opened));
        Ok(opened)
    }
}

impl BrowserBook for StoreBook {
    fn noted(&self) -> Result<Option<BrowserProcess>, BookError> {
        let read = self.store().and_then(|store| store.read(|tx| tx.browser()));
        read.map_err(|error| BookError { doing: "read", source: Box::new(error) })
    }

    fn note(&self, browser: &BrowserProcess) -> Result<(), BookError> {
        let written = self.store().and_then(|store| store.write(|tx| tx.note_browser(browser)));
        written.map_err(|error| BookError { doing: "written", source: Box::new(error) })
    }
}

#[cfg(test)]
mod tests;
