//! How it ended: the outcome, and what ChatGPT says of it.

use c2c_ipc::app::{Activity, SessionPageView};
use c2c_ipc::words::{SessionWord, Word as _};
use leptos::prelude::*;

use super::Shown;
use crate::parts::icon::{Draw, Icon};
use crate::parts::safe::Untrusted;
use crate::parts::{context, t};

/// The outcome; nothing while the session is open.
#[component]
pub(super) fn Ended(shown: Shown) -> impl IntoView {
    let activity = shown.part(|view| Some(view.row.activity));
    let summary = shown.part(|view| view.summary.clone().unwrap_or_default());
    let undone = shown.part(undone);
    let language = context().language;
    let taken_back = move || {
        let iterations = undone.get();
        (!iterations.is_empty()).then(|| {
            let text = move || SessionWord::TakenBack.with(language.get(), &[("iterations", &iterations)]);
            view! { <p class="warning">{text}</p> }
        })
    };
    move || match activity.get() {
        Some(Activity::Done) => view! {
            <section class="ended good" aria-labelledby="ended">
                <h2 id="ended">
                    <Draw icon=Icon::Check />
                    {t(SessionWord::DoneTitle)}
                </h2>
                {taken_back}
                {move || {
                    summary
                        .with(|summary| !summary.is_empty())
                        .then(|| {
                            view! {
                                <p class="hint">{t(SessionWord::DoneBy)}</p>
                                <p class="summary">
                                    <Untrusted text=summary />
                                </p>
                            }
                        })
                }}
            </section>
        }
        .into_any(),
        Some(Activity::Stopped) => view! {
            <section class="ended" aria-labelledby="ended">
                <h2 id="ended">{t(SessionWord::StoppedTitle)}</h2>
                {taken_back}
                {move || undone.with(String::is_empty).then(|| view! { <p>{t(SessionWord::StoppedHint)}</p> })}
            </section>
        }
        .into_any(),
        _ => ().into_any(),
    }
}

/// The iterations that were taken back, the first one first.
fn undone(view: &SessionPageView) -> String {
    let undone = view.iterations.iter().rev().filter(|iteration| iteration.undone_at_ms.is_some());
    undone.map(|iteration| iteration.iteration.to_string()).collect::<Vec<_>>().join(", ")
}
