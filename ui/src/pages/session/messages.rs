//! The messages between C2C and ChatGPT, in order.

use c2c_ipc::MessageView;
use c2c_ipc::words::{SessionWord, WindowWord, Word as _};
use leptos::prelude::*;

use super::Shown;
use crate::model::gist::gist_of;
use crate::model::state::delivery;
use crate::model::text::{one_line, visible};
use crate::parts::copy::Copy;
use crate::parts::icon::{Draw, Icon};
use crate::parts::keyed;
use crate::parts::time::Ago;
use crate::parts::{context, t};

/// How many are shown at first, from the newest, and how many more each time.
const AT_FIRST: usize = 30;
const AT_A_TIME: usize = 100;

/// All messages.
#[component]
pub(super) fn Messages(shown: Shown) -> impl IntoView {
    let language = context().language;
    let all = shown.part(|view| view.messages.clone());
    let is_by_hand = shown.part(|view| view.details.carrier == "manual");
    let (numbers, by_number) = keyed::keyed(all, |message| message.number);
    let most = RwSignal::new(AT_FIRST);
    let hidden = Memo::new(move |_| numbers.with(Vec::len).saturating_sub(most.get()));
    let seen = move || numbers.with(|numbers| numbers[hidden.get().min(numbers.len())..].to_vec());
    view! {
        <section class="part" aria-labelledby="messages">
            <h2 id="messages">{t(SessionWord::Messages)}</h2>
            {move || numbers.with(Vec::is_empty).then(|| view! { <p class="none">{t(SessionWord::MessagesEmpty)}</p> })}
            {move || {
                (hidden.get() > 0)
                    .then(|| {
                        let earlier = move || {
                            match hidden.get().min(AT_A_TIME) {
                                1 => SessionWord::EarlierOne.text(language.get()).to_owned(),
                                count => SessionWord::Earlier.with(language.get(), &[("count", &count.to_string())]),
                            }
                        };
                        view! {
                            <button type="button" class="link" on:click=move |_| most.update(|most| *most += AT_A_TIME)>
                                {earlier}
                            </button>
                        }
                    })
            }}
            <ol class="messages">
                <For each=seen key=|number| *number let:number>
                    <Message message=keyed::row(by_number, number) number is_by_hand />
                </For>
            </ol>
        </section>
    }
}

#[component]
fn Message(message: Memo<Option<MessageView>>, number: u32, is_by_hand: Memo<bool>) -> impl IntoView {
    let language = context().language;
    let is_open = RwSignal::new(false);
    let part = move |pick: fn(&MessageView) -> String| {
        Memo::new(move |_| message.with(|message| message.as_ref().map(pick)).unwrap_or_default())
    };
    let (direction, state, sent) =
        (part(|one| one.direction.clone()), part(|one| one.state.clone()), part(|one| one.delivery.clone()));
    let iteration = Memo::new(move |_| message.with(|one| one.as_ref().map_or(0, |one| one.iteration)));
    let at = Memo::new(move |_| message.with(|one| one.as_ref().map_or(0, |one| one.created_at_ms)));
    let text = part(|one| one.text.clone());
    let gist = part(|one| one_line(gist_of(&one.state, &one.text)));
    let rejects = Memo::new(move |_| message.with(|one| one.as_ref().is_some_and(|one| one.rejects_plan)));
    let is_in = Memo::new(move |_| direction.get() == "in");
    let way = move || if is_in.get() { SessionWord::FromChatGpt } else { SessionWord::ToChatGpt }.text(language.get());
    let icon = move || {
        if is_in.get() {
            view! { <Draw icon=Icon::In /> }
        } else {
            view! { <Draw icon=Icon::Out /> }
        }
    };
    let name = move || {
        let state = state.get();
        let word = if rejects.get() { Some(SessionWord::StateRejected) } else { crate::model::state::message(&state) };
        let name = word.map_or_else(|| visible(&state), |word| word.text(language.get()).to_owned());
        if iteration.get() == 0 { name } else { format!("{name} {}", iteration.get()) }
    };
    let how = move || {
        let (word, tone) = delivery(&direction.get(), &sent.get(), is_by_hand.get())?;
        let dot = format!("dot {}", tone.class());
        let is_read = is_in.get();
        Some(view! {
            <span class="delivery">
                {(!is_read).then(|| view! { <span class=dot aria-hidden="true"></span> })}
                <span>{word.text(language.get())}</span>
            </span>
        })
    };
    let label = move || SessionWord::MessageNumber.with(language.get(), &[("number", &number.to_string())]);
    view! {
        <li class="message" class:incoming=is_in>
            <button
                type="button"
                class="opener"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)
            >
                <span class="way" title=way>{icon}</span>
                <span class="aloud">{way}</span>
                <span class="message-name">{name}</span>
                <bdi class="gist">{gist}</bdi>
                {how}
                <Ago at_ms=at />
            </button>
            {move || {
                is_open
                    .get()
                    .then(|| {
                        view! {
                            <div class="message-body">
                                <pre class="message-text mono" tabindex="0" role="region" aria-label=label>
                                    <bdi>{move || text.with(|text| visible(text))}</bdi>
                                </pre>
                                <div class="buttons">
                                    <Copy text label=Signal::derive(t(WindowWord::Copy)) />
                                    <span class="quiet">{label}</span>
                                </div>
                            </div>
                        }
                    })
            }}
        </li>
    }
}
