//! What ChatGPT asked of the connector.

use c2c_ipc::app::CallView;
use c2c_ipc::words::{SessionWord, Word as _};
use leptos::prelude::*;

use super::Shown;
use crate::model::age::{duration, size};
use crate::model::text::one_line;
use crate::parts::time::Ago;
use crate::parts::{context, t};

/// How many are shown at first.
const AT_FIRST: usize = 8;

/// All calls, the newest first.
#[component]
pub(super) fn Calls(shown: Shown) -> impl IntoView {
    let language = context().language;
    let calls = shown.part(|view| view.calls.clone());
    let all = RwSignal::new(false);
    let count = Memo::new(move |_| calls.with(Vec::len));
    let call = move |call: CallView| {
        let at = call.at_ms;
        let code = call.code.as_deref().map(one_line).unwrap_or_default();
        let outcome = if call.ok {
            let cost = move || {
                format!("{} · {}", size(call.answer_bytes, language.get()), duration(call.duration_us, language.get()))
            };
            view! { <span class="quiet call-size">{cost}</span> }.into_any()
        } else {
            let said = move || SessionWord::CallFailed.with(language.get(), &[("code", &code)]);
            view! { <bdi class="call-code">{said}</bdi> }.into_any()
        };
        let dot = if call.ok { "dot good" } else { "dot bad" };
        let arguments = one_line(&call.arguments);
        view! {
            <li class="call">
                <span class=dot aria-hidden="true"></span>
                <bdi class="mono call-tool">{one_line(&call.tool)}</bdi>
                <bdi class="mono call-arguments" title=arguments.clone()>{arguments.clone()}</bdi>
                {outcome}
                <Ago at_ms=Signal::derive(move || at) />
            </li>
        }
    };
    view! {
        <section class="part" aria-labelledby="calls">
            <h2 id="calls">{t(SessionWord::Calls)}</h2>
            {move || (count.get() == 0).then(|| view! { <p class="none">{t(SessionWord::CallsEmpty)}</p> })}
            <ul class="calls">
                {move || {
                    let most = if all.get() { usize::MAX } else { AT_FIRST };
                    calls.get().into_iter().take(most).map(call).collect_view()
                }}
            </ul>
            {move || {
                (count.get() > AT_FIRST && !all.get())
                    .then(|| {
                        view! {
                            <button type="button" class="link" on:click=move |_| all.set(true)>
                                {move || SessionWord::CallsAll.with(language.get(), &[("count", &count.get().to_string())])}
                            </button>
                        }
                    })
            }}
        </section>
    }
}
