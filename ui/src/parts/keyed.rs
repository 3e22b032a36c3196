//! Lists whose rows stay while their content changes.

use std::collections::HashMap;
use std::hash::Hash;

use leptos::prelude::*;

/// The keys of a list in order, and each row by its key. A row that stays keeps its elements: focus and scroll
/// positions with them.
pub(crate) fn keyed<T, K, F>(list: Memo<Vec<T>>, key: F) -> (Memo<Vec<K>>, Memo<HashMap<K, T>>)
where
    T: Clone + PartialEq + Send + Sync + 'static,
    K: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&T) -> K + Copy + Send + Sync + 'static,
{
    let keys = Memo::new(move |_| list.with(|list| list.iter().map(key).collect::<Vec<_>>()));
    let by_key = Memo::new(move |_| list.with(|list| list.iter().map(|row| (key(row), row.clone())).collect()));
    (keys, by_key)
}

/// One row of a list by its key; the last one where it is gone.
pub(crate) fn row<T, K>(by_key: Memo<HashMap<K, T>>, key: K) -> Memo<Option<T>>
where
    T: Clone + PartialEq + Send + Sync + 'static,
    K: Clone + Eq + Hash + Send + Sync + 'static,
{
    Memo::new(move |last: Option<&Option<T>>| {
        by_key.with(|rows| rows.get(&key).cloned()).or_else(|| last.cloned().flatten())
    })
}
