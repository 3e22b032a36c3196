//! What the session needs from the person, with the buttons for it.

mod answer;
mod approval;

use c2c_ipc::AttentionView;
use c2c_ipc::app::{Action, Activity, Focus, Need as Kind, SessionCommand, SessionPageView};
use c2c_ipc::words::{SessionWord, Word as _, pause};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::Shown;
use super::commands::{Commands, Outcome};
use super::head::OpenChatGpt;
use crate::model::age::until;
use crate::model::shown::unsaid;
use crate::model::text::visible;
use crate::parts::{context, t};
use answer::{Blocked, Carry, Message, Paste};
use approval::Approval;

/// What is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Asked {
    #[default]
    Nothing,
    Approval,
    Answer,
    Carry,
    Pause,
    Owner,
}

fn asked(view: &SessionPageView) -> Asked {
    match view.row.need {
        Some(Kind::Approval) => Asked::Approval,
        Some(Kind::Answer) => Asked::Answer,
        Some(Kind::Carry) => Asked::Carry,
        Some(Kind::Owner) => Asked::Owner,
        Some(Kind::Chore | Kind::Failure) => Asked::Pause,
        None if view.row.activity == Activity::Paused => Asked::Pause,
        None => Asked::Nothing,
    }
}

/// The actions that have their buttons in the panel.
pub(super) fn in_panel(view: &SessionPageView) -> &'static [Action] {
    match asked(view) {
        Asked::Nothing => &[],
        Asked::Approval => &[Action::Approve, Action::Reject],
        Asked::Answer | Asked::Carry => &[Action::Reply],
        Asked::Pause => &[Action::Continue, Action::ContinueByHand, Action::OpenChatGpt, Action::Reply],
        Asked::Owner => &[Action::Continue, Action::ContinueByHand],
    }
}

/// The panel; nothing while the session goes on by itself.
#[component]
pub(super) fn Need(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let asked = shown.part(asked);
    let is_failure = shown.part(|view| view.row.need == Some(Kind::Failure));
    let is_wanted = shown.part(|view| view.row.need.is_none());
    // A panel that goes takes the focus with it: it goes on at the top.
    Effect::new(move |before: Option<Asked>| {
        let now = asked.get();
        if before.is_some_and(|before| before != now) {
            request_animation_frame(keep_focus);
        }
        now
    });
    move || {
        let asked = asked.get();
        if asked == Asked::Nothing {
            return ().into_any();
        }
        let body = match asked {
            Asked::Nothing => ().into_any(),
            Asked::Approval => view! { <Approval shown focus /> }.into_any(),
            Asked::Answer => view! { <Blocked shown focus /> }.into_any(),
            Asked::Carry => view! { <Carry shown focus /> }.into_any(),
            Asked::Pause | Asked::Owner => view! { <Paused shown asked focus /> }.into_any(),
        };
        view! {
            <section
                class="need"
                class:bad=is_failure
                class:quiet=is_wanted
                aria-label=t(SessionWord::NeedsYou)
            >
                {body}
            </section>
        }
        .into_any()
    }
}

/// Gives the focus to the page's heading where nothing has it.
fn keep_focus() {
    let is_lost = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    let heading = document().query_selector("main h1").ok().flatten().filter(|_| is_lost);
    if let Some(heading) = heading.and_then(|heading| heading.dyn_into::<web_sys::HtmlElement>().ok()) {
        drop(heading.focus());
    }
}

/// Why it pauses, and how it goes on.
#[component]
fn Paused(shown: Shown, asked: Asked, focus: Signal<Option<Focus>>) -> impl IntoView {
    let context = context();
    let language = context.language;
    let commands = Commands::new(shown);
    let attention = shown.part(|view| view.attention.clone());
    let words = Memo::new(move |_| attention.with(|attention| pause(&attention.as_ref()?.reason)));
    let title = move || match (words.get(), attention.get()) {
        (Some((title, _)), _) => title.text(language.get()).to_owned(),
        (None, Some(attention)) if asked == Asked::Pause => visible(&attention.text),
        _ if asked == Asked::Owner => SessionWord::OwnerTitle.text(language.get()).to_owned(),
        _ => SessionWord::PausedTitle.text(language.get()).to_owned(),
    };
    let hint = move || match (words.get(), attention.get()) {
        (Some((_, hint)), _) => hint.text(language.get()).to_owned(),
        (None, Some(attention)) if asked == Asked::Pause => visible(&attention.hint),
        _ if asked == Asked::Owner => SessionWord::OwnerHint.text(language.get()).to_owned(),
        _ => String::new(),
    };
    let goes_on = move || {
        let at = attention.with(|attention| attention.as_ref().and_then(|attention| attention.until_ms))?;
        let when = until(at as f64, context.now.get(), language.get());
        Some(view! { <p>{SessionWord::GoesOn.with(language.get(), &[("when", &when)])}</p> })
    };
    // What the engine says of it is said in the window's words already.
    let said = Memo::new(move |_| {
        let attention: AttentionView = attention.get()?;
        let (title, hint) = words.get().filter(|_| !attention.said.is_empty())?;
        let language = language.get();
        unsaid(&[title.text(language), hint.text(language)], vec![visible(&attention.said)]).pop()
    });
    let actions = shown.part(|view| view.row.actions.clone());
    let has = move |action: Action| actions.with(|actions| actions.contains(&action));
    let give = move |by_hand: bool| commands.give(SessionCommand::Continue { by_hand }, || {});
    view! {
        <h2 class="need-title">{title}</h2>
        <p>{hint}</p>
        {goes_on}
        {move || said.get().map(|said| view! { <p class="said"><bdi>{said}</bdi></p> })}
        <div class="buttons">
            {move || {
                has(Action::Continue)
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="primary"
                                disabled=move || commands.busy.get()
                                on:click=move |_| give(false)
                            >
                                {t(SessionWord::Continue)}
                            </button>
                        }
                    })
            }}
            {move || (asked == Asked::Pause && has(Action::OpenChatGpt)).then(|| view! { <OpenChatGpt shown /> })}
            {move || {
                has(Action::ContinueByHand)
                    .then(|| {
                        view! {
                            <button type="button" disabled=move || commands.busy.get() on:click=move |_| give(true)>
                                {t(SessionWord::ContinueByHand)}
                            </button>
                        }
                    })
            }}
        </div>
        <Outcome commands />
        {move || (asked == Asked::Pause).then(|| view! { <Bring shown focus /> })}
    }
}

/// The way around a pause: the message once more, where the person carries it, and a box for ChatGPT's answer.
#[component]
fn Bring(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let carries = shown.part(|view| view.carry.is_some());
    let replies = shown.part(|view| view.row.actions.contains(&Action::Reply));
    move || match (carries.get(), replies.get()) {
        (true, replies) => view! {
            <Message shown />
            {replies
                .then(|| {
                    view! {
                        <p class="then">{t(SessionWord::CarryThen)}</p>
                        <Paste shown focus />
                    }
                })}
        }
        .into_any(),
        (false, true) => {
            let is_open = focus.get_untracked() == Some(Focus::Reply);
            view! {
                <details class="disclosure" open=is_open>
                    <summary>{t(SessionWord::BringHere)}</summary>
                    <p class="hint">{t(SessionWord::BringHint)}</p>
                    <Paste shown focus />
                </details>
            }
            .into_any()
        }
        (false, false) => ().into_any(),
    }
}
