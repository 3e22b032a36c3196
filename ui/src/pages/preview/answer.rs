//! An answer of the connector: its text, what is not shown and why, how much it is, and its pages.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::WithheldView;
use c2c_ipc::words::{LookWord, Word as _};
use leptos::html;
use leptos::prelude::*;

use super::{Look, Shown};
use crate::model::age::size;
use crate::model::text::{one_line, visible};
use crate::parts::fault::{Fault, Loading};
use crate::parts::t;

/// The answer, or that it loads, or what stood in the way.
#[component]
pub(super) fn Answer(look: Look) -> impl IntoView {
    let again = Callback::new(move |()| look.look(true));
    let heading = NodeRef::<html::H2>::new();
    // Who goes to another page reads on at its top: the button may be gone.
    let page = Memo::new(move |_| look.shown.with(|shown| shown.as_ref().map_or(1, |shown| shown.page)));
    Effect::new(move |before: Option<u32>| {
        let page = page.get();
        if let (Some(heading), true) = (heading.get_untracked(), before.is_some_and(|before| before < page)) {
            drop(heading.focus());
        }
        page
    });
    view! {
        {move || look.error.get().map(|error| view! { <Fault error again /> })}
        {move || (look.slow.get() && look.shown.with(Option::is_none)).then(|| view! { <Loading /> })}
        <section
            class="look-answer"
            aria-labelledby="answer"
            aria-busy=move || look.busy.get().to_string()
            class:gone=move || look.shown.with(Option::is_none)
        >
            <h2 id="answer" tabindex="-1" node_ref=heading>{t(LookWord::Answer)}</h2>
            {move || look.shown.get().map(|shown| one(look, shown))}
        </section>
    }
}

fn one(look: Look, Shown { view, page, .. }: Shown) -> impl IntoView {
    let language = look.context.language.get();
    let is_empty = view.text.is_empty() && view.refused.is_none();
    // In the window's words, then the connector's own.
    let refused = view.refused.map(|error| ErrorShape {
        message: format!("{}: {}", error.code, error.message),
        causes: error.hints.iter().map(|hint| LookWord::ToChatGpt.with(language, &[("hint", hint)])).collect(),
        ..error
    });
    let text = Some(visible(&view.text)).filter(|text| !text.is_empty());
    let held = |one: WithheldView| {
        view! {
            <li>
                <bdi class="mono">{one_line(&one.place)}</bdi>
                <bdi class="note">{one_line(&one.reason)}</bdi>
            </li>
        }
    };
    let held_title = match view.withheld.len() {
        0 => LookWord::AllShown.text(language).to_owned(),
        count => LookWord::NotShown.with(language, &[("count", &count.to_string())]),
    };
    let about = LookWord::About.with(
        language,
        &[("tool", &one_line(&view.tool)), ("size", &size(view.bytes, language)), ("page", &page.to_string())],
    );
    let next = !view.next.is_empty();
    view! {
        {refused.map(|error| view! { <Fault error /> })}
        {is_empty.then(|| view! { <p class="none">{t(LookWord::Nothing)}</p> })}
        {text
            .map(|text| {
                view! {
                    <pre class="output mono" tabindex="0" role="region" aria-labelledby="answer">
                        <bdi>{text}</bdi>
                    </pre>
                }
            })}
        <div class="look-pages">
            <p class="hint"><bdi>{about}</bdi></p>
            {next
                .then(|| {
                    view! {
                        <button type="button" disabled=move || look.busy.get() on:click=move |_| look.next()>
                            {t(LookWord::NextPage)}
                        </button>
                    }
                })}
        </div>
        <h3>{held_title}</h3>
        <ul class="withheld">{view.withheld.into_iter().map(held).collect_view()}</ul>
    }
}
