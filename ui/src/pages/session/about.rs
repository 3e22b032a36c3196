//! What the session was started with, and what it uses.

use c2c_ipc::app::SessionPageView;
use c2c_ipc::words::{SessionWord, TaskWord, Word as _};
use leptos::prelude::*;

use super::Shown;
use crate::model::text::one_line;
use crate::parts::time::{Style, date};
use crate::parts::{context, t};

/// The facts.
#[component]
pub(super) fn About(shown: Shown) -> impl IntoView {
    let language = context().language;
    let text = move |word: SessionWord, pick: fn(&SessionPageView) -> String, class: &'static str| {
        let value = shown.part(pick);
        view! {
            <dt>{t(word)}</dt>
            <dd><bdi class=class title=value>{value}</bdi></dd>
        }
    };
    let word = move |label: SessionWord, value: Memo<Option<SessionWord>>, other: Memo<String>| {
        let value = move || value.get().map_or_else(|| other.get(), |word| word.text(language.get()).to_owned());
        view! {
            <dt>{t(label)}</dt>
            <dd><bdi>{value}</bdi></dd>
        }
    };
    let time = move |label: SessionWord, at: Memo<Option<i64>>| {
        move || {
            at.get().map(|at| {
                view! {
                    <dt>{t(label)}</dt>
                    <dd>{date(at as f64, Style::Full, language.get())}</dd>
                }
            })
        }
    };
    let carrier = shown.part(|view| match view.details.carrier.as_str() {
        "window" => Some(SessionWord::CarriedByWindow),
        "manual" => Some(SessionWord::CarriedByHand),
        _ => None,
    });
    let title = shown.part(|view| {
        let conversation = view.conversation.as_ref();
        conversation
            .map(|one| one_line(one.title.as_deref().or(one.url.as_deref()).unwrap_or_default()))
            .unwrap_or_default()
    });
    let no_title = Memo::new(move |_| title.with(String::is_empty).then_some(SessionWord::ConversationNone));
    let process = shown.part(|view| view.details.owner.as_ref().map(|owner| owner.pid));
    let run_by = move || match process.get() {
        Some(pid) => SessionWord::Process.with(language.get(), &[("pid", &pid.to_string())]),
        None => SessionWord::RunByNobody.text(language.get()).to_owned(),
    };
    let connector = shown.part(|view| view.connector.as_ref().map(|one| one_line(&one.address)).unwrap_or_default());
    let no_connector = shown.part(|view| view.connector.is_none().then_some(SessionWord::ConnectorOff));
    let is_open = shown.part(|view| view.details.ended_at_ms.is_none());
    let approval = shown.part(|view| view.details.limits.approval.clone());
    let approval = move || match approval.get().as_str() {
        "first" => TaskWord::ApprovalFirst.text(language.get()).to_owned(),
        "every" => TaskWord::ApprovalEvery.text(language.get()).to_owned(),
        "never" => TaskWord::ApprovalNever.text(language.get()).to_owned(),
        other => other.to_owned(),
    };
    let sandbox = shown.part(|view| view.details.limits.sandbox.clone());
    let sandbox = move || match sandbox.get().as_str() {
        "read-only" => TaskWord::SandboxReadOnly.text(language.get()).to_owned(),
        "workspace-write" => TaskWord::SandboxWorkspace.text(language.get()).to_owned(),
        "danger-full-access" => TaskWord::SandboxDanger.text(language.get()).to_owned(),
        other => other.to_owned(),
    };
    let queued = shown.part(|view| one_line(&view.queued_commands.join(", ")));
    view! {
        <aside class="about" aria-labelledby="about">
            <h2 id="about">{t(SessionWord::About)}</h2>
            <dl class="facts">
                {text(SessionWord::Folder, |view| one_line(&view.row.root), "path")}
                {text(SessionWord::Task, |view| one_line(&view.row.task_id), "mono")}
                {word(SessionWord::CarriedBy, carrier, shown.part(|view| view.details.carrier.clone()))}
                {word(SessionWord::Conversation, no_title, title)}
                <dt>{t(SessionWord::Approval)}</dt>
                <dd>{approval}</dd>
                <dt>{t(SessionWord::Sandbox)}</dt>
                <dd>{sandbox}</dd>
                {text(SessionWord::Limit, |view| view.row.max_iterations.to_string(), "")}
                {time(SessionWord::Began, shown.part(|view| Some(view.details.created_at_ms)))}
                {time(SessionWord::Ended, shown.part(|view| view.details.ended_at_ms))}
                {move || {
                    is_open
                        .get()
                        .then(|| {
                            view! {
                                <dt>{t(SessionWord::RunBy)}</dt>
                                <dd>{run_by}</dd>
                                {word(SessionWord::Connector, no_connector, connector)}
                            }
                        })
                }}
            </dl>
            {move || {
                let commands = queued.get();
                (!commands.is_empty())
                    .then(|| view! { <p class="warning">{SessionWord::Queued.with(language.get(), &[("commands", &commands)])}</p> })
            }}
        </aside>
    }
}
