//! The top of the page: where, in which state, the goal, and what can be asked at any time.

use c2c_ipc::app::{Action, Page, SessionCommand};
use c2c_ipc::words::{ListWord, SessionWord, WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Shown;
use super::commands::{Commands, Outcome};
use super::need::in_panel;
use crate::backend;
use crate::model::keys::Keys;
use crate::model::state::state;
use crate::model::text::one_line;
use crate::pages::Heading;
use crate::parts::confirm::Confirm;
use crate::parts::fault::Fault;
use crate::parts::icon::{Draw, Icon};
use crate::parts::keys::key_name;
use crate::parts::safe::Untrusted;
use crate::parts::time::Ago;
use crate::parts::{context, t};

/// A goal longer than this is folded, in characters.
const LONG_GOAL: usize = 320;

/// The way back to the list.
#[component]
pub(super) fn BackLink() -> impl IntoView {
    view! {
        <a class="back" href=format!("#{}", Page::Sessions) title=key_name(Keys::Leave)>
            <Draw icon=Icon::Back />
            <span>{t(WindowWord::Sessions)}</span>
        </a>
    }
}

/// The top of the page.
#[component]
pub(super) fn Head(shown: Shown) -> impl IntoView {
    let language = context().language;
    let workspace = shown.part(|view| view.row.workspace_name.clone());
    let heading = Signal::derive(move || {
        let workspace = workspace.with(|name| one_line(name));
        SessionWord::SessionIn.with(language.get(), &[("workspace", &workspace)])
    });
    let state = shown.part(|view| Some(state(&view.row)));
    let dot = move || format!("dot {}", state.get().map_or("none", |(_, tone)| tone.class()));
    let iteration = shown.part(|view| (view.row.iteration, view.row.max_iterations));
    let count = move || {
        let (iteration, limit) = iteration.get();
        let fields = [("iteration", iteration.to_string()), ("limit", limit.to_string())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        (iteration > 0).then(|| view! { <span class="tag">{t(ListWord::Iteration)}" "{ListWord::IterationOf.with(language.get(), &fields)}</span> })
    };
    let updated = shown.part(|view| view.row.updated_at_ms);
    view! {
        <header class="session-head">
            <div class="session-title">
                <Heading text=heading />
                <p class="state" role="status">
                    <span class=dot aria-hidden="true"></span>
                    <span>{move || state.get().map(|(word, _)| word.text(language.get()))}</span>
                </p>
                {count}
                <span class="quiet"><Ago at_ms=updated /></span>
            </div>
            <Goal shown />
            <Buttons shown />
        </header>
    }
}

#[component]
fn Goal(shown: Shown) -> impl IntoView {
    let language = context().language;
    let goal = shown.part(|view| view.details.goal.clone());
    let whole = RwSignal::new(false);
    let is_long = Memo::new(move |_| goal.with(|goal| goal.chars().count() > LONG_GOAL || goal.lines().count() > 4));
    view! {
        <p class="goal" class:folded=move || is_long.get() && !whole.get()>
            <Untrusted text=goal />
        </p>
        {move || {
            is_long
                .get()
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="link"
                            aria-expanded=move || whole.get().to_string()
                            on:click=move |_| whole.update(|whole| *whole = !*whole)
                        >
                            {move || {
                                let word = if whole.get() { SessionWord::HideGoal } else { SessionWord::ShowGoal };
                                word.text(language.get())
                            }}
                        </button>
                    }
                })
        }}
    }
}

/// A question that is asked before the command is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Stop,
    Handoff,
}

/// The commands that do not belong to what the session needs now.
#[component]
fn Buttons(shown: Shown) -> impl IntoView {
    let language = context().language;
    let commands = Commands::new(shown);
    let asks = RwSignal::new(None::<Asks>);
    let actions = shown.part(|view| {
        let taken = in_panel(view);
        view.row.actions.iter().copied().filter(|action| !taken.contains(action)).collect::<Vec<_>>()
    });
    let has = move |action: Action| actions.with(|actions| actions.contains(&action));
    let give = move |command: SessionCommand| commands.give(command, || {});
    let button = move |action: Action, word: SessionWord, press: fn() -> SessionCommand| {
        move || {
            has(action).then(|| {
                view! {
                    <button type="button" disabled=move || commands.busy.get() on:click=move |_| give(press())>
                        {t(word)}
                    </button>
                }
            })
        }
    };
    let question = move |action: Action, word: SessionWord, question: Asks| {
        move || {
            has(action)
                .then(|| view! { <button type="button" on:click=move |_| asks.set(Some(question))>{t(word)}</button> })
        }
    };
    let no = Callback::new(move |()| asks.set(None));
    let confirm = move |word: SessionWord, yes: SessionWord, command: fn() -> SessionCommand| {
        let give = Callback::new(move |()| {
            commands.give(command(), move || {
                asks.try_set(None);
            });
        });
        view! {
            <Confirm
                question=Signal::derive(move || word.text(language.get()).to_owned())
                yes=Signal::derive(move || yes.text(language.get()).to_owned())
                busy=commands.busy
                on_yes=give
                on_no=no
            />
        }
    };
    view! {
        <div class="buttons">
            {button(Action::Continue, SessionWord::Continue, || SessionCommand::Continue { by_hand: false })}
            {button(Action::Pause, SessionWord::Pause, || SessionCommand::Pause {})}
            {move || has(Action::OpenChatGpt).then(|| view! { <OpenChatGpt shown /> })}
            {button(Action::ContinueByHand, SessionWord::ContinueByHand, || SessionCommand::Continue { by_hand: true })}
            {question(Action::Handoff, SessionWord::Handoff, Asks::Handoff)}
            {question(Action::Stop, SessionWord::Stop, Asks::Stop)}
        </div>
        {move || match asks.get() {
            Some(Asks::Stop) => {
                confirm(SessionWord::StopAsk, SessionWord::StopNow, || SessionCommand::Stop {}).into_any()
            }
            Some(Asks::Handoff) => {
                confirm(SessionWord::HandoffAsk, SessionWord::HandoffNow, || SessionCommand::Handoff {}).into_any()
            }
            None => ().into_any(),
        }}
        <Outcome commands />
    }
}

/// Shows the session's conversation.
#[component]
pub(super) fn OpenChatGpt(shown: Shown) -> impl IntoView {
    let error = RwSignal::new(None);
    let open = move |_| {
        spawn_local(async move {
            let params = c2c_ipc::app::OpenChatGptParams { session: Some(shown.id()) };
            error.try_set(backend::ask(params).await.err());
        });
    };
    view! {
        <button type="button" on:click=open>{t(SessionWord::OpenConversation)}</button>
        {move || error.get().map(|error| view! { <Fault error pressed=true /> })}
    }
}
