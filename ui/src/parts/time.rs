//! Times, in the reader's language and time zone.

use std::cell::RefCell;
use std::collections::HashMap;

use c2c_ipc::words::Language;
use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::context;
use crate::model::age::age;

/// How much of a date is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// The day.
    Day,
    /// Day and time.
    Full,
}

thread_local! {
    /// The functions that write dates. Making one takes far longer than using it, and a list writes hundreds.
    static FORMATS: RefCell<HashMap<(Language, Style), Function>> = RefCell::default();
}

/// A date as the language writes it.
pub(crate) fn date(at_ms: f64, style: Style, language: Language) -> String {
    let format = FORMATS
        .with_borrow_mut(|formats| formats.entry((language, style)).or_insert_with(|| format(style, language)).clone());
    let text = format.call1(&JsValue::UNDEFINED, &Date::new(&at_ms.into()));
    text.ok().and_then(|text| text.as_string()).unwrap_or_default()
}

fn format(style: Style, language: Language) -> Function {
    let options = Object::new();
    let pairs: &[(&str, &str)] = match (style, language) {
        (Style::Day, Language::English) => &[("dateStyle", "medium")],
        // As unmistakable, and no wider than a column.
        (Style::Day, Language::Chinese) => &[("dateStyle", "short")],
        (Style::Full, _) => &[("dateStyle", "medium"), ("timeStyle", "short")],
    };
    for (name, value) in pairs {
        // A plain object takes every key.
        drop(Reflect::set(&options, &(*name).into(), &(*value).into()));
    }
    Intl::DateTimeFormat::new(&Array::of1(&language.tag().into()), &options).format()
}

/// How long ago, or the day; the whole date as a title.
#[component]
pub(crate) fn Ago(#[prop(into)] at_ms: Signal<i64>) -> impl IntoView {
    let context = context();
    let at = move || at_ms.get() as f64;
    let text = Memo::new(move |_| {
        let language = context.language.get();
        age(at(), context.now.get(), language).unwrap_or_else(|| date(at(), Style::Day, language))
    });
    view! { <time class="ago" title=move || date(at(), Style::Full, context.language.get())>{text}</time> }
}
