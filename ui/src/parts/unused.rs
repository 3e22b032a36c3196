//! A setting that is not used, and why.

use c2c_ipc::app::SettingFault;
use c2c_ipc::words::{WindowWord, Word as _, fault as words_of};
use leptos::prelude::*;

use crate::model::text::visible;
use crate::parts::context;

/// Why it is not used and what counts instead; what would be right, in the engine's own words, behind it.
#[component]
pub(crate) fn Unused(fault: SettingFault) -> impl IntoView {
    let language = context().language;
    let SettingFault { code, key, detail } = fault;
    let (key, detail) = (visible(&key), visible(&detail));
    let has_detail = !detail.is_empty();
    let named = key.clone();
    let said = move || match words_of(&code) {
        Some((said, hint)) => {
            let language = language.get();
            let stop = WindowWord::Sentences.with(language, &[("first", &said.with(language, &[("key", &named)]))]);
            format!("{stop}{}", hint.text(language))
        }
        None => named.clone(),
    };
    // A fault of the whole file is mended in the file.
    let app = context().app;
    let is_whole = key.is_empty();
    let file = move || {
        let file = app.with(|app| app.as_ref().filter(|_| is_whole).map(|app| visible(&app.settings.file)))?;
        Some(view! { " "<bdi class="path">{file}</bdi> })
    };
    let more = move || WindowWord::DetailOf.with(language.get(), &[("detail", &detail)]);
    view! {
        <bdi>{said}</bdi>
        {file}
        {has_detail.then(|| view! { <bdi class="hint">" "{more}</bdi> })}
    }
}
