//! The list of sessions: of many only those that are seen are there.

mod list;
mod row;
mod store;

use c2c_ipc::app::Page;
use c2c_ipc::words::{ListWord, WindowWord, Word as _};
use leptos::prelude::*;

use super::Heading;
use crate::model::text::grouped;
use crate::parts::fault::{Empty, Fault, Loading};
use crate::parts::{context, t};
use list::List;
use store::Store;

/// The page.
#[component]
pub(crate) fn Sessions() -> impl IntoView {
    let context = context();
    let store = Store::new(context);
    let heading = Signal::derive(move || WindowWord::Sessions.text(context.language.get()).to_owned());
    let count = move || {
        store.total.get().map(|total| match total {
            1 => ListWord::CountOne.text(context.language.get()).to_owned(),
            total => ListWord::Count.with(context.language.get(), &[("count", &grouped(total.into()))]),
        })
    };
    let body = Memo::new(move |_| match store.total.get() {
        Some(0) if store.is_filtered() => Body::NoMatch,
        Some(0) => Body::Empty,
        Some(_) => Body::List,
        None if store.error.with(Option::is_some) => Body::Failed,
        None if store.slow.get() => Body::Slow,
        None => Body::Nothing,
    });
    let again = Callback::new(move |()| store.again());
    view! {
        <div class="page page-list">
            <header class="bar">
                <Heading text=heading />
                <p class="count" role="status">{count}</p>
                <Filter store />
            </header>
            {move || {
                (store.error.with(Option::is_some) && store.total.get().is_some())
                    .then(|| {
                        view! {
                            <div class="stale" role="status">
                                <span>{t(WindowWord::CouldNotReload)}</span>
                                <button type="button" on:click=move |_| store.again()>{t(WindowWord::TryAgain)}</button>
                            </div>
                        }
                    })
            }}
            {move || match body.get() {
                Body::Nothing => ().into_any(),
                Body::Slow => view! { <Loading /> }.into_any(),
                Body::Failed => {
                    store.error.get_untracked().map(|error| view! { <Fault error again /> }).into_any()
                }
                Body::Empty => {
                    view! {
                        <Empty title=Signal::derive(t(ListWord::Empty)) hint=Signal::derive(t(ListWord::EmptyHint))>
                            <a class="button primary" href=format!("#{}", Page::NewTask)>
                                {t(WindowWord::NewTask)}
                            </a>
                        </Empty>
                    }
                        .into_any()
                }
                Body::NoMatch => {
                    view! {
                        <Empty title=Signal::derive(t(ListWord::NoMatch)) hint=Signal::derive(t(ListWord::NoMatchHint))>
                            <button type="button" on:click=move |_| store.show_all()>
                                {t(ListWord::ShowAll)}
                            </button>
                        </Empty>
                    }
                        .into_any()
                }
                Body::List => view! { <List store /> }.into_any(),
            }}
        </div>
    }
}

/// What stands under the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    Nothing,
    Slow,
    Failed,
    Empty,
    NoMatch,
    List,
}

#[component]
fn Filter(store: Store) -> impl IntoView {
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && !store.query.get_untracked().is_empty() {
            event.prevent_default();
            store.query.set(String::new());
        }
    };
    view! {
        <div class="filter" role="search">
            <input
                type="search"
                class="filter-box"
                aria-label=t(ListWord::Filter)
                placeholder=t(ListWord::FilterHint)
                autocomplete="off"
                spellcheck="false"
                prop:value=move || store.query.get()
                on:input=move |event| store.query.set(event_target_value(&event))
                on:keydown=escape
            />
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || store.open_only.get()
                    on:change=move |event| store.open_only.set(event_target_checked(&event))
                />
                <span>{t(ListWord::OpenOnly)}</span>
            </label>
        </div>
    }
}
