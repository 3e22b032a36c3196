//! The rows of the list that are there, fetched in stretches.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{SessionRow, SessionsParams};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::backend;
use crate::model::rows::{MOST_STRETCHES, STRETCH};
use crate::parts::Context;
use crate::parts::draft::Draft;
use crate::parts::live::PATIENCE;

/// How long typing rests before something is fetched, and how far apart fetches are while a scroll goes on.
const REST: Duration = Duration::from_millis(60);

/// One stretch of rows.
#[derive(Debug, Clone)]
struct Stretch {
    rows: Vec<Arc<SessionRow>>,
    /// The state of the list it belongs to.
    round: u32,
}

/// The rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Store {
    /// How many there are; none until it is known.
    pub(super) total: RwSignal<Option<u32>>,
    /// Why the last call failed.
    pub(super) error: RwSignal<Option<ErrorShape>>,
    /// Whether the first one takes its time.
    pub(super) slow: RwSignal<bool>,
    /// The words that are looked for.
    pub(super) query: RwSignal<String>,
    /// Whether ended sessions are left out.
    pub(super) open_only: RwSignal<bool>,
    /// Counts what came, so that rows are drawn anew.
    pub(super) came: RwSignal<u32>,
    stretches: StoredValue<BTreeMap<u32, Stretch>>,
    wanted: StoredValue<Range<u32>>,
    round: StoredValue<u32>,
    under_way: StoredValue<bool>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Store {
    /// The list as it was left, asked for anew whenever something changed.
    pub(super) fn new(context: Context) -> Self {
        let (words, open) = (Draft::of_window("filter"), Draft::of_window("open_only"));
        let store = Self {
            total: RwSignal::new(None),
            error: RwSignal::new(None),
            slow: RwSignal::new(false),
            query: words.text,
            open_only: RwSignal::new(!open.text.get_untracked().is_empty()),
            came: RwSignal::new(0),
            stretches: StoredValue::new(BTreeMap::new()),
            wanted: StoredValue::new(0..1),
            round: StoredValue::new(0),
            under_way: StoredValue::new(false),
            timer: StoredValue::new(None),
        };
        Effect::new(move |_| {
            context.changed.track();
            store.outdated();
        });
        Effect::new(move |before: Option<()>| {
            store.query.track();
            let open_only = store.open_only.get();
            if before.is_some() {
                words.keep();
                open.set(if open_only { "1".to_owned() } else { String::new() });
                store.outdated();
            }
        });
        set_timeout(
            move || {
                if store.total.try_get_untracked() == Some(None) {
                    store.slow.try_set(true);
                }
            },
            PATIENCE,
        );
        store
    }

    /// Whether rows are left out.
    pub(super) fn is_filtered(self) -> bool {
        self.open_only.get() || !self.query.get().trim().is_empty()
    }

    /// Leaves no rows out.
    pub(super) fn show_all(self) {
        self.query.set(String::new());
        self.open_only.set(false);
    }

    /// Asks again.
    pub(super) fn again(self) {
        self.outdated();
    }

    /// The row of this number, if it is there.
    pub(super) fn row(self, number: u32) -> Option<Arc<SessionRow>> {
        self.stretches
            .with_value(|stretches| stretches.get(&(number / STRETCH))?.rows.get((number % STRETCH) as usize).cloned())
    }

    /// Says which stretches are seen. They are fetched outside the frame, and while the scroll goes on: of those that
    /// it has passed by then none.
    pub(super) fn want(self, wanted: Range<u32>) {
        self.wanted.set_value(wanted);
        if self.total.get_untracked().is_none() || self.timer.with_value(Option::is_none) {
            self.soon();
        }
    }

    /// What is there belongs to an older state: it is shown until the new one is there.
    fn outdated(self) {
        self.round.update_value(|round| *round += 1);
        self.soon();
    }

    fn soon(self) {
        if self.total.get_untracked().is_none() && self.round.get_value() <= 1 {
            self.fetch();
            return;
        }
        self.timer.update_value(|timer| {
            if let Some(timer) = timer.take() {
                timer.clear();
            }
            let fetch = move || {
                self.timer.try_set_value(None);
                self.fetch();
            };
            *timer = set_timeout_with_handle(fetch, REST).ok();
        });
    }

    /// Fetches what is wanted and not there, one stretch after the other.
    fn fetch(self) {
        if self.under_way.try_get_value() != Some(false) {
            return;
        }
        self.under_way.set_value(true);
        spawn_local(async move {
            while let Some(stretch) = self.missing() {
                let round = self.round.get_value();
                let params = SessionsParams {
                    offset: stretch * STRETCH,
                    limit: STRETCH,
                    query: self.query.get_untracked().trim().to_owned(),
                    open_only: self.open_only.get_untracked(),
                };
                let answer = backend::ask(params).await;
                if self.round.try_get_value().is_none() {
                    return;
                }
                self.slow.set(false);
                match answer {
                    Ok(view) => {
                        self.error.set(None);
                        self.keep(stretch, round, view.rows);
                        self.total.set(Some(view.total));
                        self.came.update(|came| *came = came.wrapping_add(1));
                    }
                    Err(error) => {
                        self.error.set(Some(error));
                        break;
                    }
                }
            }
            self.under_way.set_value(false);
        });
    }

    /// A stretch that is wanted and not there, or older than it should be: of several the one in the middle, where the
    /// reader is.
    fn missing(self) -> Option<u32> {
        let round = self.round.try_get_value()?;
        let wanted = self.wanted.get_value();
        let wanted = if wanted.is_empty() { 0..1 } else { wanted };
        let middle = (wanted.start + wanted.end) / 2;
        self.stretches.with_value(|stretches| {
            let missing = |number: &u32| stretches.get(number).is_none_or(|stretch| stretch.round != round);
            wanted.into_iter().filter(missing).min_by_key(|number| number.abs_diff(middle))
        })
    }

    fn keep(self, number: u32, round: u32, rows: Vec<SessionRow>) {
        let rows = rows.into_iter().map(Arc::new).collect();
        self.stretches.update_value(|stretches| {
            stretches.insert(number, Stretch { rows, round });
            // The farthest go first.
            while stretches.len() > MOST_STRETCHES {
                let farthest = stretches.keys().copied().max_by_key(|other| other.abs_diff(number));
                farthest.map(|farthest| stretches.remove(&farthest));
            }
        });
    }
}
