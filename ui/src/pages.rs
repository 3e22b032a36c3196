//! The pages.

pub(crate) mod new_task;
pub(crate) mod preview;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod templates;

use c2c_ipc::words::{Language, WindowWord, Word as _};
use leptos::html;
use leptos::prelude::*;

use crate::parts::context;

/// A page's heading: takes the focus when the page is shown, and names the window.
#[component]
pub(crate) fn Heading(#[prop(into)] text: Signal<String>) -> impl IntoView {
    let heading = NodeRef::<html::H1>::new();
    let language = context().language;
    Effect::new(move |_| {
        if let Some(heading) = heading.get() {
            drop(heading.focus());
        }
    });
    Effect::new(move |_| document().set_title(&title(&text.get(), language.get())));
    view! {
        <h1 tabindex="-1" node_ref=heading>
            <bdi>{move || text.get()}</bdi>
        </h1>
    }
}

fn title(page: &str, language: Language) -> String {
    WindowWord::TitleOf.with(language, &[("page", page)])
}
