//! The rows that are seen. A row that is scrolled out is used again for one that is scrolled in.

use std::sync::Arc;

use c2c_ipc::app::{Page, SessionRow};
use c2c_ipc::words::{ListWord, WindowWord, Word as _};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;

use super::store::Store;
use crate::model::rows;
use crate::model::state::state;
use crate::model::text::one_line;
use crate::parts::time::{Style, date};
use crate::parts::{Context, context, t};

/// Where the list is.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    top: f64,
    height: f64,
    row: f64,
}

/// The list.
#[component]
pub(super) fn List(store: Store) -> impl IntoView {
    let (view, probe) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let place = RwSignal::new(Place { top: 0.0, height: 600.0, row: 40.0 });
    let marked = RwSignal::new(None::<u32>);
    let look = move || {
        let (Some(view), Some(probe)) = (view.get_untracked(), probe.get_untracked()) else { return };
        let row = f64::from(probe.offset_height()).max(1.0);
        place.set(Place { top: f64::from(view.scroll_top()), height: f64::from(view.client_height()), row });
    };
    Effect::new(move |_| {
        if view.get().is_some() {
            look();
        }
    });
    let resized = window_event_listener(ev::resize, move |_| look());
    on_cleanup(move || resized.remove());

    let total = Memo::new(move |_| store.total.get().unwrap_or(0));
    let slots = Memo::new(move |_| {
        let place = place.get();
        rows::slots(place.height, place.row).min(total.get())
    });
    let first = Memo::new(move |_| {
        let place = place.get();
        rows::first(place.top, place.row, slots.get(), total.get())
    });
    let row_height = Memo::new(move |_| place.get().row);
    Effect::new(move |_| store.want(rows::stretches(first.get(), slots.get(), total.get())));

    let key = move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let at = place.get_untracked();
        if event.key() == "Enter" {
            open(marked.get_untracked().and_then(|number| store.row(number)));
            return;
        }
        let page = (at.height / at.row) as u32;
        let Some(to) = rows::moved(&event.key(), marked.get_untracked(), total.get_untracked(), page.max(2) - 1) else {
            return;
        };
        event.prevent_default();
        marked.set(Some(to));
        if let (Some(top), Some(view)) = (rows::scroll_to(to, at.row, at.top, at.height), view.get_untracked()) {
            view.set_scroll_top(top as i32);
        }
    };
    let mark_first = move |_| {
        if marked.get_untracked().is_none() {
            marked.set(Some(first.get_untracked()));
        }
    };
    view! {
        <div class="row row-head" aria-hidden="true">
            <span class="cell-state">{t(ListWord::State)}</span>
            <span class="cell-goal">{t(ListWord::Goal)}</span>
            <span class="cell-workspace">{t(ListWord::Workspace)}</span>
            <span class="cell-iteration">{t(ListWord::Iteration)}</span>
            <span class="cell-age">{t(ListWord::Changed)}</span>
        </div>
        <div
            class="list"
            node_ref=view
            role="listbox"
            tabindex="0"
            aria-label=t(WindowWord::Sessions)
            aria-activedescendant=move || marked.get().map(row_id)
            on:scroll=move |_| look()
            on:keydown=key
            on:focus=mark_first
        >
            <div class="row probe" node_ref=probe aria-hidden="true"></div>
            <div
                class="list-space"
                role="presentation"
                style:height=move || format!("{}px", f64::from(total.get()) * row_height.get())
            >
                <For each=move || 0..slots.get() key=|slot| *slot let:slot>
                    <Row store number_of_slot=slot first slots total row_height marked />
                </For>
            </div>
        </div>
    }
}

fn row_id(number: u32) -> String {
    format!("session-{number}")
}

fn open(row: Option<Arc<SessionRow>>) {
    if let Some(row) = row {
        Context::go(&Page::Session(row.session.clone(), None));
    }
}

/// One slot: shows one row after the other.
#[component]
fn Row(
    store: Store,
    number_of_slot: u32,
    first: Memo<u32>,
    slots: Memo<u32>,
    total: Memo<u32>,
    row_height: Memo<f64>,
    marked: RwSignal<Option<u32>>,
) -> impl IntoView {
    let context = context();
    let number = Memo::new(move |_| rows::row_of_slot(number_of_slot, first.get(), slots.get()));
    let row = Memo::new(move |_| {
        store.came.track();
        store.row(number.get())
    });
    let of = move |text: fn(&SessionRow) -> String| Memo::new(move |_| row.with(|row| row.as_deref().map(text)));
    let goal = of(|row| one_line(&row.goal));
    let workspace = of(|row| one_line(&row.workspace_name));
    let root = of(|row| one_line(&row.root));
    let state = Memo::new(move |_| row.with(|row| row.as_deref().map(state)));
    let dot = move || format!("dot {}", state.get().map_or("none", |(_, tone)| tone.class()));
    let iteration = move || {
        let row = row.get()?;
        let (iteration, limit) = (row.iteration.to_string(), row.max_iterations.to_string());
        let fields = [("iteration", iteration.as_str()), ("limit", limit.as_str())];
        Some(ListWord::IterationOf.with(context.language.get(), &fields))
    };
    let at = Memo::new(move |_| row.with(|row| row.as_ref().map(|row| row.updated_at_ms as f64)));
    let age = Memo::new(move |_| {
        let language = context.language.get();
        let at = at.get()?;
        let age = crate::model::age::age(at, context.now.get(), language);
        Some(age.unwrap_or_else(|| date(at, Style::Day, language)))
    });
    let is_marked = Memo::new(move |_| marked.get() == Some(number.get()));
    view! {
        <div
            class="row"
            class:marked=is_marked
            class:waiting=move || row.with(Option::is_none)
            role="option"
            id=move || row_id(number.get())
            aria-selected=move || is_marked.get().to_string()
            aria-posinset=move || (number.get() + 1).to_string()
            aria-setsize=move || total.get().to_string()
            style:transform=move || format!("translateY({}px)", f64::from(number.get()) * row_height.get())
            on:click=move |_| {
                marked.set(Some(number.get_untracked()));
                open(row.get_untracked());
            }
        >
            <span class="cell-state">
                <span class=dot aria-hidden="true"></span>
                <span>{move || state.get().map(|(word, _)| word.text(context.language.get()))}</span>
            </span>
            <span class="cell-goal">
                <bdi title=goal>{goal}</bdi>
            </span>
            <span class="cell-workspace">
                <bdi title=root>{workspace}</bdi>
            </span>
            <span class="cell-iteration">{iteration}</span>
            <span class="cell-age">{age}</span>
        </div>
    }
}
