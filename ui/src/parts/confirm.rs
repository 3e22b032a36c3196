//! A question before something final, on the page itself.

use c2c_ipc::words::WindowWord;
use leptos::html;
use leptos::prelude::*;

use super::t;

/// The question with its two buttons. The focus goes to Cancel; Escape cancels.
#[component]
pub(crate) fn Confirm(
    #[prop(into)] question: Signal<String>,
    #[prop(into)] yes: Signal<String>,
    #[prop(into)] busy: Signal<bool>,
    on_yes: Callback<()>,
    on_no: Callback<()>,
) -> impl IntoView {
    let cancel = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(cancel) = cancel.get() {
            // It is on the page by now.
            drop(cancel.focus());
        }
    });
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            on_no.run(());
        }
    };
    view! {
        <div class="confirm" role="group" aria-label=move || question.get() on:keydown=key>
            <p>{move || question.get()}</p>
            <div class="buttons">
                <button type="button" class="danger" disabled=move || busy.get() on:click=move |_| on_yes.run(())>
                    <bdi>{move || yes.get()}</bdi>
                </button>
                <button type="button" node_ref=cancel on:click=move |_| on_no.run(())>
                    {t(WindowWord::Cancel)}
                </button>
            </div>
        </div>
    }
}
