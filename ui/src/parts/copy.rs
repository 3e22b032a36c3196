//! A button that copies a text, byte for byte.

use std::time::Duration;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::CopyParams;
use c2c_ipc::words::{WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context;
use super::fault::Fault;
use crate::backend;

/// How long the button says that it did.
const SAYS: Duration = Duration::from_secs(2);

/// The button.
#[component]
pub(crate) fn Copy(#[prop(into)] text: Signal<String>, #[prop(into)] label: Signal<&'static str>) -> impl IntoView {
    let context = context();
    let done = RwSignal::new(false);
    let error = RwSignal::new(None::<ErrorShape>);
    let copy = move |_| {
        spawn_local(async move {
            match backend::ask(CopyParams { text: text.get_untracked() }).await {
                Ok(()) => {
                    error.try_set(None);
                    done.try_set(true);
                    context.say(context.word(WindowWord::Copied));
                    set_timeout(
                        move || {
                            done.try_set(false);
                        },
                        SAYS,
                    );
                }
                Err(failed) => {
                    error.try_set(Some(failed));
                }
            }
        });
    };
    let shown = move || if done.get() { WindowWord::Copied.text(context.language.get()) } else { label.get() };
    view! {
        <button type="button" on:click=copy>
            {shown}
        </button>
        {move || error.get().map(|error| view! { <Fault error pressed=true /> })}
    }
}
