//! A plan that waits for a yes or no.

use c2c_ipc::app::{Focus, SessionCommand};
use c2c_ipc::words::{SessionWord, WindowWord, Word as _};
use leptos::html;
use leptos::prelude::*;

use super::super::Shown;
use super::super::commands::{Commands, Outcome};
use super::super::plan::Rest;
use crate::model::keys::Keys;
use crate::model::text::visible;
use crate::parts::draft::Draft;
use crate::parts::keys::{key_name, sends};
use crate::parts::{context, t};

/// The plan's steps with Approve and Reject.
#[component]
pub(super) fn Approval(shown: Shown, focus: Signal<Option<Focus>>) -> impl IntoView {
    let language = context().language;
    let commands = Commands::new(shown);
    let plan = shown.part(|view| view.plan.clone());
    let title = move || {
        let iteration = plan.with(|plan| plan.as_ref().map_or(0, |plan| plan.iteration)).to_string();
        SessionWord::ApprovalTitle.with(language.get(), &[("iteration", &iteration)])
    };
    let steps = move || {
        let steps = plan.with(|plan| plan.as_ref().map(|plan| plan.steps.clone())).unwrap_or_default();
        steps.into_iter().map(|step| view! { <li><bdi>{visible(&step.text)}</bdi></li> }).collect_view()
    };
    let more = move || plan.get().map(|plan| view! { <Rest plan /> });
    let is_blind = Memo::new(move |_| plan.with(|plan| plan.as_ref().is_some_and(|plan| plan.blind)));
    let draft = Draft::new(&format!("reject.{}", shown.id()));
    // The plan that is on the screen: where another one came meanwhile, it is not the one that is answered.
    let number = move || plan.with_untracked(|plan| plan.as_ref().map_or(0, |plan| plan.number));
    let rejects = RwSignal::new(draft.text.with_untracked(|text| !text.is_empty()));
    let approve = NodeRef::<html::Button>::new();
    Effect::new(move |_| match focus.get() {
        Some(Focus::Approve) => {
            if let Some(button) = approve.get() {
                drop(button.focus());
            }
        }
        Some(Focus::Reject) => rejects.set(true),
        _ => {}
    });
    view! {
        <h2 class="need-title">{title}</h2>
        {move || is_blind.get().then(|| view! { <p class="warning">{t(SessionWord::Blind)}</p> })}
        <ol class="steps plain">{steps}</ol>
        {more}
        {move || {
            if rejects.get() {
                view! { <Reject commands draft rejects plan=Signal::derive(number) /> }.into_any()
            } else {
                view! {
                    <div class="buttons">
                        <button
                            type="button"
                            class="primary"
                            node_ref=approve
                            disabled=move || commands.busy.get()
                            on:click=move |_| commands.give(SessionCommand::Approve { plan: number() }, || {})
                        >
                            {t(SessionWord::Approve)}
                        </button>
                        <button type="button" on:click=move |_| rejects.set(true)>{t(SessionWord::Reject)}</button>
                        <span class="hint">{t(SessionWord::ApprovalHint)}</span>
                    </div>
                }
                    .into_any()
            }
        }}
        <Outcome commands />
    }
}

/// The reason against the plan.
#[component]
fn Reject(commands: Commands, draft: Draft, rejects: RwSignal<bool>, plan: Signal<u32>) -> impl IntoView {
    let context = context();
    let language = context.language;
    let area = NodeRef::<html::Textarea>::new();
    let is_empty = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(area) = area.get() {
            drop(area.focus());
        }
    });
    let send = move || {
        let reason = draft.text.get_untracked().trim().to_owned();
        is_empty.set(reason.is_empty());
        if !reason.is_empty() {
            let plan = plan.get_untracked();
            commands.give(SessionCommand::Reject { plan, reason }, move || {
                draft.clear();
                rejects.try_set(false);
            });
        }
    };
    let cancel = move || {
        draft.clear();
        rejects.set(false);
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if sends(context, &event) {
            event.prevent_default();
            send();
        } else if event.key() == "Escape" && draft.text.with_untracked(String::is_empty) {
            event.prevent_default();
            cancel();
        }
    };
    view! {
        <div class="field">
            <label for="reject">{t(SessionWord::RejectWhy)}</label>
            <textarea
                id="reject"
                rows="3"
                node_ref=area
                aria-describedby="reject-hint reject-wrong"
                aria-invalid=move || is_empty.get().to_string()
                prop:value=move || draft.text.get()
                on:input=move |event| {
                    is_empty.set(false);
                    draft.set(event_target_value(&event));
                }
                on:keydown=key
            ></textarea>
            <p class="hint" id="reject-hint">{t(SessionWord::RejectHint)}</p>
            <p class="wrong" id="reject-wrong" role="alert">
                {move || is_empty.get().then(|| SessionWord::RejectEmpty.text(language.get()))}
            </p>
        </div>
        <div class="buttons">
            <button
                type="button"
                class="danger"
                title=key_name(Keys::Send)
                disabled=move || commands.busy.get()
                on:click=move |_| send()
            >
                {t(SessionWord::RejectNow)}
            </button>
            <button type="button" on:click=move |_| cancel()>{t(WindowWord::Cancel)}</button>
        </div>
    }
}
