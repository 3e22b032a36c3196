//! A choice out of a few.

use leptos::html;
use leptos::prelude::*;

/// A value and what it is called.
pub(crate) type Choice = (String, String);

/// The native control. It shows `chosen`, also after something else was picked and refused: then `refused` counts on.
#[component]
pub(crate) fn Select(
    id: &'static str,
    #[prop(into)] choices: Signal<Vec<Choice>>,
    #[prop(into)] chosen: Signal<String>,
    #[prop(into, optional)] refused: Signal<u32>,
    #[prop(optional)] described_by: Option<&'static str>,
    on_pick: Callback<String>,
) -> impl IntoView {
    let select = NodeRef::<html::Select>::new();
    let choices = Memo::new(move |_| choices.get());
    let options = move || {
        let option = |(value, label): Choice| view! { <option value=value>{label}</option> };
        choices.get().into_iter().map(option).collect_view()
    };
    Effect::new(move |_| {
        choices.track();
        refused.track();
        let chosen = chosen.get();
        if let Some(select) = select.get() {
            select.set_value(&chosen);
        }
    });
    view! {
        <span class="select">
            <select
                id=id
                node_ref=select
                aria-describedby=described_by
                on:change=move |event| on_pick.run(event_target_value(&event))
            >
                {options}
            </select>
        </span>
    }
}

/// The value of a choice as it is sent, for the control.
pub(crate) fn value_of<T: serde::Serialize>(choice: &T) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The choice that a control's value stands for; none for the empty one.
pub(crate) fn choice_of<T: serde::de::DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(value.to_owned())).ok()
}
