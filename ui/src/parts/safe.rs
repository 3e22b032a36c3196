//! Untrusted text on the page: always a text node, isolated, with nothing hidden in it.

use leptos::prelude::*;

use crate::model::text::visible;

/// Untrusted text with its lines.
#[component]
pub(crate) fn Untrusted(#[prop(into)] text: Signal<String>) -> impl IntoView {
    view! { <bdi>{move || text.with(|text| visible(text))}</bdi> }
}
