//! What a page shows of the engine, kept up to date: asked for once, and again when something changed.

use std::time::Duration;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::Ask;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context;
use crate::backend;

/// How long nothing is shown before it is said that something loads.
pub(crate) const PATIENCE: Duration = Duration::from_millis(150);

/// A value of the engine's.
#[derive(Debug)]
pub(crate) struct Live<T: Send + Sync + 'static> {
    /// The last one that came.
    pub(crate) value: RwSignal<Option<T>>,
    /// Why the last call failed; none when it did not.
    pub(crate) error: RwSignal<Option<ErrorShape>>,
    /// Whether the first one takes its time.
    pub(crate) slow: RwSignal<bool>,
    again: RwSignal<u32>,
}

impl<T: Send + Sync + 'static> Clone for Live<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Live<T> {}

impl<T: Send + Sync + 'static> Live<T> {
    /// Asks with these parameters, whenever something changed. At most one call is under way; what changed in the
    /// meantime leads to one more.
    pub(crate) fn new<P>(params: P) -> Self
    where
        P: Ask<Answer = T> + Clone + 'static,
    {
        let live = Self {
            value: RwSignal::new(None),
            error: RwSignal::new(None),
            slow: RwSignal::new(false),
            again: RwSignal::new(0),
        };
        let changed = context().changed;
        let (under_way, stale) = (StoredValue::new(false), StoredValue::new(false));
        let params = StoredValue::new_local(params);
        Effect::new(move |_| {
            changed.track();
            live.again.track();
            if under_way.get_value() {
                stale.set_value(true);
                return;
            }
            under_way.set_value(true);
            spawn_local(async move {
                loop {
                    let Some(params) = params.try_get_value() else { return };
                    let answer = backend::ask(params).await;
                    match answer {
                        Ok(value) => {
                            live.error.try_set(None);
                            live.value.try_set(Some(value));
                        }
                        Err(error) => {
                            live.error.try_set(Some(error));
                        }
                    }
                    live.slow.try_set(false);
                    if stale.try_get_value() != Some(true) {
                        under_way.try_set_value(false);
                        return;
                    }
                    stale.set_value(false);
                }
            });
        });
        set_timeout(
            move || {
                let waits = live.value.try_with_untracked(Option::is_none).unwrap_or(false)
                    && live.error.try_with_untracked(Option::is_none).unwrap_or(false);
                if waits {
                    live.slow.try_set(true);
                }
            },
            PATIENCE,
        );
        live
    }

    /// Asks again.
    pub(crate) fn again(self) {
        self.again.try_update(|again| *again += 1);
    }
}
