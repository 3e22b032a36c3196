//! Boxes for answers: the person's own to ChatGPT's question, or ChatGPT's, carried by hand.

use c2c_ipc::app::{Action, Focus, SessionCommand, TemplatesParams, TemplatesView};
use c2c_ipc::words::{SessionWord, Word as _};
use leptos::html;
use leptos::prelude::*;

use super::super::Shown;
use super::super::commands::{Commands, Outcome};
use super::super::head::OpenChatGpt;
use crate::model::keys::Keys;
use crate::model::text::{one_line, visible};
use crate::parts::copy::Copy;
use crate::parts::draft::Draft;
use crate::parts::keys::{key_name, sends};
use crate::parts::live::Live;
use crate::parts::{context, t};

/// The words around a box.
#[derive(Debug, Clone, Copy)]
struct Words {
    label: SessionWord,
    hint: Signal<Option<SessionWord>>,
    send: SessionWord,
    empty: SessionWord,
}

/// A box, kept until its text was taken. The keys for it send.
#[component]
fn AnswerBox(
    shown: Shown,
    focus: Signal<Option<Focus>>,
    draft: Draft,
    id: &'static str,
    words: Words,
    rows: u32,
) -> impl IntoView {
    let context = context();
    let language = context.language;
    let commands = Commands::new(shown);
    let area = NodeRef::<html::Textarea>::new();
    let is_empty = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(area) = area.get().filter(|_| focus.get() == Some(Focus::Reply)) {
            drop(area.focus());
        }
    });
    let send = move || {
        let text = draft.text.get_untracked();
        is_empty.set(text.trim().is_empty());
        if !text.trim().is_empty() {
            commands.give(SessionCommand::Reply { text }, move || draft.clear());
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if sends(context, &event) {
            event.prevent_default();
            send();
        }
    };
    view! {
        <div class="field">
            <label for=id>{t(words.label)}</label>
            <textarea
                id=id
                rows=rows.to_string()
                node_ref=area
                aria-describedby=format!("{id}-hint {id}-wrong")
                aria-invalid=move || is_empty.get().to_string()
                prop:value=move || draft.text.get()
                on:input=move |event| {
                    is_empty.set(false);
                    draft.set(event_target_value(&event));
                }
                on:keydown=key
            ></textarea>
            <p class="wrong" id=format!("{id}-wrong") role="alert">
                {move || is_empty.get().then(|| words.empty.text(language.get()))}
            </p>
        </div>
        <div class="buttons">
            <button
                type="button"
                class="primary"
                title=key_name(Keys::Send)
                disabled=move || commands.busy.get()
                on:click=move |_| send()
            >
                {t(words.send)}
            </button>
            <span class="hint" id=format!("{id}-hint")>{move || words.hint.get().map(|hint| hint.text(language.get()))}</span>
        </div>
        <Outcome commands />
    }
}

/// ChatGPT's question and the box for the answer.
#[component]
pub(super) fn Blocked(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let attention = shown.part(|view| view.attention.clone());
    let text = move || attention.with(|attention| attention.as_ref().map(|attention| visible(&attention.said)));
    let needs = move || {
        let needs = attention.with(|attention| attention.as_ref().map(|attention| attention.details.clone()));
        let needs = needs.filter(|needs| !needs.is_empty())?;
        let lines = needs.iter().map(|line| view! { <li><bdi>{visible(line)}</bdi></li> }).collect_view();
        Some(view! {
            <p>{t(SessionWord::BlockedNeeds)}</p>
            <ul class="needs">{lines}</ul>
        })
    };
    let is_by_hand = shown.part(|view| view.details.carrier == "manual");
    let draft = Draft::new(&format!("reply.{}", shown.id()));
    let words = Words {
        label: SessionWord::Answer,
        hint: Signal::derive(move || {
            Some(if is_by_hand.get() { SessionWord::AnswerHintByHand } else { SessionWord::AnswerHint })
        }),
        send: SessionWord::SendAnswer,
        empty: SessionWord::AnswerEmpty,
    };
    view! {
        <h2 class="need-title">{t(SessionWord::BlockedTitle)}</h2>
        <p class="said"><bdi>{text}</bdi></p>
        {needs}
        <AnswerBox shown focus draft id="reply" words rows=4 />
    }
}

/// A box for ChatGPT's answer.
#[component]
pub(super) fn Paste(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let draft = Draft::new(&format!("paste.{}", shown.id()));
    let words = Words {
        label: SessionWord::PasteLabel,
        hint: Signal::derive(|| None),
        send: SessionWord::BringAnswer,
        empty: SessionWord::PasteEmpty,
    };
    view! { <AnswerBox shown focus draft id="reply" words rows=5 /> }
}

/// The message that is to be carried, and the box for the answer.
#[component]
pub(super) fn Carry(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let language = context().language;
    let number = shown.part(|view| view.carry.unwrap_or_default());
    let title = move || SessionWord::CarryTitle.with(language.get(), &[("number", &number.get().to_string())]);
    view! {
        <h2 class="need-title">{title}</h2>
        <Message shown />
        <p class="then">{t(SessionWord::CarryThen)}</p>
        <Paste shown focus />
    }
}

/// The message that is to be carried, with what copies it and where it belongs.
#[component]
pub(super) fn Message(shown: Shown) -> impl IntoView {
    let message = shown.part(|view| {
        let number = view.carry?;
        view.messages.iter().find(|message| message.number == number).cloned()
    });
    let text = Signal::derive(move || {
        message.with(|message| message.as_ref().map(|message| message.text.clone())).unwrap_or_default()
    });
    let can_open = shown.part(|view| {
        let has_own = super::in_panel(view).contains(&Action::OpenChatGpt);
        !has_own && view.row.actions.contains(&Action::OpenChatGpt)
    });
    // Both go together: the message before is the boot prompt, which has no answer of its own.
    let boot = shown.part(|view| {
        let number = view.carry?.checked_sub(1)?;
        let before = view.messages.iter().find(|message| message.number == number && message.state == "BOOT");
        before.map(|message| message.text.clone())
    });
    // A task begins in a conversation that knows the rules from an earlier one.
    let is_earlier = Memo::new(move |_| {
        boot.with(Option::is_none)
            && message.with(|message| message.as_ref().is_some_and(|message| message.state == "INIT"))
    });
    let first = move || match (boot.with(Option::is_some), is_earlier.get()) {
        (true, _) => {
            let text = Signal::derive(move || boot.get().unwrap_or_default());
            view! {
                <p>{t(SessionWord::CarryBoot)}</p>
                <BootPrompt text />
            }
            .into_any()
        }
        (false, true) => view! { <Earlier shown /> }.into_any(),
        (false, false) => view! { <p>{t(SessionWord::CarryFirst)}</p> }.into_any(),
    };
    view! {
        {first}
        <pre class="message-text mono carry-text"><bdi>{move || text.with(|text| visible(text))}</bdi></pre>
        <div class="buttons">
            <Copy text label=Signal::derive(t(SessionWord::CopyMessage)) />
            {move || can_open.get().then(|| view! { <OpenChatGpt shown /> })}
        </div>
    }
}

#[component]
fn BootPrompt(text: Signal<String>) -> impl IntoView {
    view! {
        <div class="buttons">
            <Copy text label=Signal::derive(t(SessionWord::CopyBootPrompt)) />
        </div>
    }
}

/// That the message belongs into the folder's conversation, and what a new one gets first.
#[component]
fn Earlier(shown: Shown) -> impl IntoView {
    let language = context().language;
    let name = shown.part(|view| {
        let conversation = view.conversation.as_ref()?;
        conversation.title.as_deref().or(conversation.url.as_deref()).map(one_line)
    });
    let said = move || match name.get() {
        Some(name) => SessionWord::CarryEarlierNamed.with(language.get(), &[("conversation", &name)]),
        None => SessionWord::CarryEarlier.text(language.get()).to_owned(),
    };
    let root = shown.live.value.with_untracked(|view| view.as_ref().map(|view| view.row.root.clone()));
    let templates = Live::<TemplatesView>::new(TemplatesParams { root: root.unwrap_or_default() });
    let boot = Memo::new(move |_| templates.value.with(|view| view.as_ref().map(|view| view.boot_prompt.text.clone())));
    let anew = move || {
        boot.with(Option::is_some).then(|| {
            let text = Signal::derive(move || boot.get().unwrap_or_default());
            view! {
                <p>{t(SessionWord::CarryAnew)}</p>
                <BootPrompt text />
            }
        })
    };
    view! {
        <p><bdi>{said}</bdi></p>
        {anew}
    }
}
