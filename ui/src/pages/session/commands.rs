//! Asking something of the session, and what came of it.

use c2c_ipc::app::{CommandParams, SessionCommand};
use c2c_ipc::words::Word as _;
use c2c_ipc::{CommandAnswer, ErrorShape};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Shown;
use crate::backend;
use crate::model::state::did;
use crate::model::text::visible;
use crate::parts::fault::Fault;
use crate::parts::{Context, context};

/// One place from which commands are given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Commands {
    context: Context,
    shown: Shown,
    /// Whether one is under way.
    pub(super) busy: RwSignal<bool>,
    error: RwSignal<Option<ErrorShape>>,
    answer: RwSignal<Option<CommandAnswer>>,
}

impl Commands {
    /// A place on this page.
    pub(super) fn new(shown: Shown) -> Self {
        Self {
            context: context(),
            shown,
            busy: RwSignal::new(false),
            error: RwSignal::new(None),
            answer: RwSignal::new(None),
        }
    }

    /// Gives a command; `done` is called when it was taken.
    pub(super) fn give(self, command: SessionCommand, done: impl FnOnce() + 'static) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        let params = CommandParams { session: self.shown.id(), command };
        spawn_local(async move {
            let answer = backend::ask(params).await;
            self.busy.try_set(false);
            match answer {
                Ok(answer) => {
                    self.error.try_set(None);
                    self.context.say(&self.said(&answer));
                    self.answer.try_set(Some(answer));
                    done();
                    self.shown.live.again();
                }
                Err(error) => {
                    self.answer.try_set(None);
                    self.error.try_set(Some(error));
                    // It may be that the page is behind.
                    self.shown.live.again();
                }
            }
        });
    }

    fn said(self, answer: &CommandAnswer) -> String {
        let language = self.context.language.get_untracked();
        did(&answer.command, &answer.outcome)
            .map_or_else(|| visible(&answer.text), |word| word.text(language).to_owned())
    }
}

/// What came of the last command, where it is more than that it was done.
#[component]
pub(super) fn Outcome(commands: Commands) -> impl IntoView {
    let language = commands.context.language;
    let answer = move || {
        let answer = commands.answer.get().filter(|answer| answer.outcome != "done")?;
        let text = did(&answer.command, &answer.outcome).map(|word| word.text(language.get()).to_owned());
        Some(view! { <p class="outcome"><bdi>{text.unwrap_or_else(|| visible(&answer.text))}</bdi></p> })
    };
    view! {
        {answer}
        {move || commands.error.get().map(|error| view! { <Fault error pressed=true /> })}
    }
}
