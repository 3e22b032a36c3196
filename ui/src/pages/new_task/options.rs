//! How the task is carried out: who carries the messages, in which conversation, and what is behind "more".

use c2c_ipc::app::{ApprovalChoice, PreviewView, SandboxChoice};
use c2c_ipc::words::{TaskWord, Word as _};
use leptos::prelude::*;

use super::{Task, Wrong};
use crate::model::form::{Chat, Field};
use crate::parts::select::{Select, choice_of, value_of};
use crate::parts::t;

/// Who carries the messages.
#[component]
pub(super) fn Carrier(task: Task) -> impl IntoView {
    let can_drive = Memo::new(move |_| task.context.app.with(|app| app.as_ref().is_none_or(|app| app.drives_window)));
    Effect::new(move |_| {
        if !can_drive.get() && !task.rest.with_untracked(|rest| rest.by_hand) {
            task.choose(|form| form.by_hand = true);
        }
    });
    let by_hand = Memo::new(move |_| task.rest.with(|rest| rest.by_hand));
    let radio = move |hand: bool, id: &'static str, label: TaskWord, hint: TaskWord| {
        let is_off = move || !hand && !can_drive.get();
        let hint = move || {
            let word = if is_off() { TaskWord::NoWindowHere } else { hint };
            word.text(task.context.language.get())
        };
        view! {
            <label class="radio" class:off=is_off>
                <input
                    type="radio"
                    name="carrier"
                    id=id
                    aria-describedby=format!("{id}-hint")
                    prop:checked=move || by_hand.get() == hand
                    disabled=is_off
                    on:change=move |_| task.choose(|form| form.by_hand = hand)
                />
                <span class="radio-text">
                    <span>{t(label)}</span>
                    <span class="hint" id=format!("{id}-hint")>{hint}</span>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="field">
            <legend>{t(TaskWord::Carrier)}</legend>
            {radio(false, "carrier-window", TaskWord::CarrierWindow, TaskWord::CarrierWindowHint)}
            {radio(true, "carrier-manual", TaskWord::CarrierManual, TaskWord::CarrierManualHint)}
            <Wrong id="carrier-wrong" fault=task.fault(Field::Carrier) />
        </fieldset>
    }
}

/// Which conversation.
#[component]
pub(super) fn Chats(task: Task) -> impl IntoView {
    let language = task.context.language;
    let choices = Signal::derive(move || {
        [
            (Chat::Current, TaskWord::ChatCurrent),
            (Chat::New, TaskWord::ChatNew),
            (Chat::At, TaskWord::ChatAt),
            (Chat::InProject, TaskWord::ChatInProject),
        ]
        .map(|(chat, word)| (value_of(&chat), word.text(language.get()).to_owned()))
        .to_vec()
    });
    let chosen = Signal::derive(move || task.rest.with(|rest| value_of(&rest.chat)));
    let has_address = Memo::new(move |_| task.rest.with(|rest| matches!(rest.chat, Chat::At | Chat::InProject)));
    let example = move || match task.rest.with(|rest| rest.chat) {
        Chat::InProject => "https://chatgpt.com/g/g-p-…/project",
        _ => "https://chatgpt.com/c/…",
    };
    let fault = task.fault(Field::Address);
    view! {
        <div class="field">
            <label for="chat">{t(TaskWord::Chat)}</label>
            <Select
                id="chat"
                choices
                chosen
                on_pick=Callback::new(move |value: String| {
                    task.choose(|form| form.chat = choice_of(&value).unwrap_or_default());
                })
            />
            {move || {
                has_address
                    .get()
                    .then(|| {
                        view! {
                            <label class="below" for="address">{t(TaskWord::ChatAddress)}</label>
                            <input
                                type="text"
                                inputmode="url"
                                id="address"
                                autocomplete="off"
                                spellcheck="false"
                                placeholder=example
                                aria-describedby="address-wrong"
                                aria-invalid=move || fault.get().is_some().to_string()
                                prop:value=move || task.rest.with(|rest| rest.address.clone())
                                on:input=move |event| {
                                    let address = event_target_value(&event);
                                    task.choose(|form| form.address = address);
                                }
                            />
                            <Wrong id="address-wrong" fault />
                        }
                    })
            }}
        </div>
    }
}

/// A choice that something decides where the person does not.
fn with_default<T: PartialEq + serde::Serialize>(
    task: Task,
    choices: &[(T, TaskWord)],
    default: fn(&PreviewView) -> T,
) -> Vec<(String, String)> {
    let language = task.context.language.get();
    let default = task.preview.view.with(|view| view.as_ref().map(default));
    let default = default.and_then(|default| choices.iter().find(|(choice, _)| *choice == default));
    let first = default
        .map_or_else(String::new, |(_, word)| TaskWord::Default.with(language, &[("choice", word.text(language))]));
    let mut all = vec![(String::new(), first)];
    all.extend(choices.iter().map(|(choice, word)| (value_of(choice), word.text(language).to_owned())));
    if all[0].1.is_empty() {
        all[0].1 = "–".to_owned();
    }
    all
}

/// What seldom needs a choice.
#[component]
pub(super) fn More(task: Task) -> impl IntoView {
    let approvals = Signal::derive(move || {
        let choices = [
            (ApprovalChoice::First, TaskWord::ApprovalFirst),
            (ApprovalChoice::Every, TaskWord::ApprovalEvery),
            (ApprovalChoice::Never, TaskWord::ApprovalNever),
        ];
        with_default(task, &choices, |view| view.approval)
    });
    let approval =
        Signal::derive(move || task.rest.with(|rest| rest.approval.as_ref().map(value_of)).unwrap_or_default());
    let sandboxes = Signal::derive(move || {
        let choices = [
            (SandboxChoice::ReadOnly, TaskWord::SandboxReadOnly),
            (SandboxChoice::WorkspaceWrite, TaskWord::SandboxWorkspace),
            (SandboxChoice::DangerFullAccess, TaskWord::SandboxDanger),
        ];
        with_default(task, &choices, |view| view.sandbox)
    });
    let sandbox =
        Signal::derive(move || task.rest.with(|rest| rest.sandbox.as_ref().map(value_of)).unwrap_or_default());
    let is_danger = move || {
        let chosen = task.rest.with(|rest| rest.sandbox);
        chosen.or_else(|| task.preview.view.with(|view| view.as_ref().map(|view| view.sandbox)))
            == Some(SandboxChoice::DangerFullAccess)
    };
    let limit = move || {
        task.preview.view.with(|view| view.as_ref().map(|view| view.max_iterations.to_string())).unwrap_or_default()
    };
    let fault = task.fault(Field::Limit);
    let is_open = task.rest.with_untracked(|rest| rest.sandbox.is_some() || !rest.limit.is_empty());
    view! {
        <div class="field">
            <label for="approval">{t(TaskWord::Approval)}</label>
            <Select
                id="approval"
                choices=approvals
                chosen=approval
                described_by="approval-hint"
                on_pick=Callback::new(move |value: String| task.choose(|form| form.approval = choice_of(&value)))
            />
            <p class="hint" id="approval-hint">{t(TaskWord::ApprovalHint)}</p>
        </div>
        <details class="disclosure more" open=is_open>
            <summary>{t(TaskWord::More)}</summary>
            <div class="field">
                <label for="limit">{t(TaskWord::Limit)}</label>
                <input
                    type="text"
                    inputmode="numeric"
                    class="short"
                    id="limit"
                    autocomplete="off"
                    placeholder=limit
                    aria-describedby="limit-hint limit-wrong"
                    aria-invalid=move || fault.get().is_some().to_string()
                    prop:value=move || task.rest.with(|rest| rest.limit.clone())
                    on:input=move |event| {
                        let limit = event_target_value(&event);
                        task.choose(|form| form.limit = limit);
                    }
                />
                <p class="hint" id="limit-hint">{t(TaskWord::LimitHint)}</p>
                <Wrong id="limit-wrong" fault />
            </div>
            <div class="field">
                <label for="sandbox">{t(TaskWord::Sandbox)}</label>
                <Select
                    id="sandbox"
                    choices=sandboxes
                    chosen=sandbox
                    on_pick=Callback::new(move |value: String| task.choose(|form| form.sandbox = choice_of(&value)))
                />
                {move || is_danger().then(|| view! { <p class="warning">{t(TaskWord::SandboxDangerHint)}</p> })}
            </div>
        </details>
    }
}
