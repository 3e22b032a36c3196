//! The way out of C2C: a button where no tray has one, and the keys.

use c2c_ipc::app::{AppView, QuitParams, TrayPresence, quit};
use c2c_ipc::words::{WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::confirm::Confirm;
use super::keys::key_name;
use super::{Context, context};
use crate::backend;
use crate::model::keys::Keys;

/// Ends C2C, or asks first where sessions would rest: the keys do not say so.
pub(crate) fn press(context: Context) {
    if context.app.with_untracked(rests) == 0 {
        end();
    } else {
        context.quits.set(true);
    }
}

fn rests(app: &Option<AppView>) -> u32 {
    app.as_ref().map_or(0, |app| app.rests_after_quit)
}

fn end() {
    // The window goes with it.
    spawn_local(async { drop(backend::ask(QuitParams {}).await) });
}

/// The button that ends C2C where there is no tray, and the question that the keys ask.
#[component]
pub(crate) fn Quit() -> impl IntoView {
    let context = context();
    let label = Signal::derive(move || quit(context.app.with(rests), context.language.get()));
    let has_tray =
        Memo::new(move |_| context.app.with(|app| app.as_ref().is_none_or(|app| app.tray == TrayPresence::Shown)));
    let question = Signal::derive(move || WindowWord::QuitAsk.text(context.language.get()).to_owned());
    move || {
        if context.quits.get() {
            let on_no = Callback::new(move |()| context.quits.set(false));
            view! { <Confirm question yes=label busy=Signal::derive(|| false) on_yes=Callback::new(|()| end()) on_no /> }
                .into_any()
        } else if has_tray.get() {
            ().into_any()
        } else {
            view! {
                <button type="button" title=key_name(Keys::Quit) on:click=|_| end()>
                    {label}
                </button>
            }
            .into_any()
        }
    }
}
