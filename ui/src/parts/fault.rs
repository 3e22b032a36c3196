//! What is shown instead of content: that it loads, that there is none, or what went wrong.

use c2c_ipc::ErrorShape;
use c2c_ipc::words::WindowWord;
use js_sys::{Function, Object, Reflect};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::live::Live;
use super::{context, t};
use crate::model::shown::shown;

/// An error with what can be done, and the engine's own words. One that answers a press (`pressed`) is brought into
/// sight: the person looks for what came of it.
#[component]
pub(crate) fn Fault(
    error: ErrorShape,
    #[prop(optional)] again: Option<Callback<()>>,
    #[prop(optional)] pressed: bool,
) -> impl IntoView {
    let context = context();
    let place = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get().filter(|_| pressed) {
            request_animation_frame(move || bring_into_sight(&place));
        }
    });
    let shown = Memo::new(move |_| shown(&error, context.language.get()));
    let details = move || {
        let details = shown.get().details;
        (!details.is_empty()).then(|| {
            let lines = details.into_iter().map(|line| view! { <li><bdi>{line}</bdi></li> }).collect_view();
            view! { <ul class="said">{lines}</ul> }
        })
    };
    view! {
        <div class="fault" role="alert" node_ref=place>
            <p class="fault-title">{move || shown.get().title}</p>
            {move || Some(shown.get().hint).filter(|hint| !hint.is_empty()).map(|hint| view! { <p>{hint}</p> })}
            {details}
            {again
                .map(|again| {
                    view! {
                        <button type="button" on:click=move |_| again.run(())>
                            {t(WindowWord::TryAgain)}
                        </button>
                    }
                })}
        </div>
    }
}

/// Scrolls as far as is needed to see all of an element, and not at all where it is seen.
fn bring_into_sight(element: &web_sys::Element) {
    let options = Object::new();
    // A plain object takes every key, and every element scrolls.
    drop(Reflect::set(&options, &"block".into(), &"nearest".into()));
    let scroll: Option<Function> =
        Reflect::get(element, &"scrollIntoView".into()).ok().and_then(|scroll| scroll.dyn_into().ok());
    if let Some(scroll) = scroll {
        drop(Function::call1(&scroll, element, &options));
    }
}

/// That something loads.
#[component]
pub(crate) fn Loading() -> impl IntoView {
    view! {
        <p class="loading" role="status">
            <span class="spinner" aria-hidden="true"></span>
            {t(WindowWord::Loading)}
        </p>
    }
}

/// That there is nothing, and what can be done.
#[component]
pub(crate) fn Empty(
    #[prop(into)] title: Signal<&'static str>,
    #[prop(into)] hint: Signal<&'static str>,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="empty">
            <p class="empty-title">{title}</p>
            <p>{hint}</p>
            {children()}
        </div>
    }
}

/// Content once it is there; before that loading or the error, and above it that it could not be brought up to date.
#[component]
pub(crate) fn Loaded<T, F, V>(live: Live<T>, content: F) -> impl IntoView
where
    T: Send + Sync + 'static,
    F: Fn() -> V + Send + 'static,
    V: IntoView + 'static,
{
    let there = Memo::new(move |_| live.value.with(Option::is_some));
    let again = Callback::new(move |()| live.again());
    view! {
        {move || {
            live.error.get().map(|error| {
                if there.get() {
                    view! {
                        <div class="stale" role="status">
                            <span>{t(WindowWord::CouldNotReload)}</span>
                            <button type="button" on:click=move |_| live.again()>{t(WindowWord::TryAgain)}</button>
                        </div>
                    }
                        .into_any()
                } else {
                    view! { <Fault error again /> }.into_any()
                }
            })
        }}
        {move || (live.slow.get() && !there.get()).then(|| view! { <Loading /> })}
        {move || there.get().then(&content)}
    }
    .into_any()
}
