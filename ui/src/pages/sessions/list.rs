//! The rows that are seen. A row that is scrolled out is used again for one that is scrolled in.

use std::sync::Arc;

use c2c_ipc::app::{Page, SessionRow};
use c2c_ipc::words::{ListWord, WindowWord};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;

use super::row::{Row, Slots, row_id};
use super::store::Store;
use crate::model::rows;
use crate::parts::{Context, t};

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
    // Sizes change with the window only. A scroll asks for nothing but how far it is: more would lay the page out anew
    // in the middle of a frame.
    let measure = move || {
        let (Some(view), Some(probe)) = (view.get_untracked(), probe.get_untracked()) else { return };
        let row = f64::from(probe.offset_height()).max(1.0);
        place.set(Place { top: f64::from(view.scroll_top()), height: f64::from(view.client_height()), row });
    };
    let scrolled = move || {
        if let Some(view) = view.get_untracked() {
            place.update(|place| place.top = f64::from(view.scroll_top()));
        }
    };
    Effect::new(move |_| {
        if view.get().is_some() {
            measure();
        }
    });
    let resized = window_event_listener(ev::resize, move |_| measure());
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
    let by = Slots { first, count: slots, total, row_height, marked };
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
            on:scroll=move |_| scrolled()
            on:keydown=key
            on:focus=mark_first
        >
            <div class="row probe" node_ref=probe aria-hidden="true"></div>
            <div
                class="list-space"
                role="presentation"
                style:height=move || format!("{}px", f64::from(total.get()) * row_height.get())
            >
                <For each=move || 0..slots.get() key=|slot| *slot let:at>
                    <Row store at slots=by open />
                </For>
            </div>
        </div>
    }
}

fn open(row: Option<Arc<SessionRow>>) {
    if let Some(row) = row {
        Context::go(&Page::Session(row.session.clone(), None));
    }
}
