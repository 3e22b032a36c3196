//! Keys on this system.

use leptos::prelude::*;

use super::{Context, context};
use crate::model::keys::{self, Held, Keys};

/// What the keys of a command are called here.
pub(crate) fn key_name(keys: Keys) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    let context = context();
    move || context.app.with(|app| keys::name(keys, app.as_ref().map_or("", |app| app.system.as_str())))
}

/// Whether a press gives a command with the key that it has.
pub(crate) fn commands(context: Context, event: &web_sys::KeyboardEvent) -> bool {
    let held = Held { control: event.ctrl_key(), meta: event.meta_key() };
    context.app.with_untracked(|app| keys::commands(held, app.as_ref().map_or("", |app| app.system.as_str())))
}

/// Whether a press sends what was written.
pub(crate) fn sends(context: Context, event: &web_sys::KeyboardEvent) -> bool {
    event.key() == "Enter" && !event.is_composing() && commands(context, event)
}
