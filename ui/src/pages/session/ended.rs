//! How it ended: the outcome, and what ChatGPT says of it.

use c2c_ipc::app::Activity;
use c2c_ipc::words::SessionWord;
use leptos::prelude::*;

use super::Shown;
use crate::parts::icon::{Draw, Icon};
use crate::parts::safe::Untrusted;
use crate::parts::t;

/// The outcome; nothing while the session is open.
#[component]
pub(super) fn Ended(shown: Shown) -> impl IntoView {
    let activity = shown.part(|view| Some(view.row.activity));
    let summary = shown.part(|view| view.summary.clone().unwrap_or_default());
    move || match activity.get() {
        Some(Activity::Done) => view! {
            <section class="ended good" aria-labelledby="ended">
                <h2 id="ended">
                    <Draw icon=Icon::Check />
                    {t(SessionWord::DoneTitle)}
                </h2>
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
                <p>{t(SessionWord::StoppedHint)}</p>
            </section>
        }
        .into_any(),
        _ => ().into_any(),
    }
}
