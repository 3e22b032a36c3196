//! What Codex did, iteration by iteration.

use c2c_ipc::app::{Action, SessionCommand};
use c2c_ipc::words::{SessionWord, Word as _};
use c2c_ipc::{IterationView, OutputView};
use leptos::prelude::*;

use super::Shown;
use super::commands::{Commands, Outcome};
use super::files::{Files, Outputs};
use crate::model::state::{exit, tests_source};
use crate::model::text::visible;
use crate::parts::confirm::Confirm;
use crate::parts::keyed;
use crate::parts::time::Ago;
use crate::parts::{context, t};

/// All iterations, the newest first.
#[component]
pub(super) fn Iterations(shown: Shown) -> impl IntoView {
    let all = shown.part(|view| view.iterations.clone());
    let (numbers, by_number) = keyed::keyed(all, |iteration| iteration.iteration);
    let outputs = shown.part(|view| view.outputs.clone());
    let undoable = shown.part(|view| {
        // Where nothing changed there is nothing to take back.
        let stands =
            |iteration: &&IterationView| iteration.undone_at_ms.is_none() && !iteration.changed_files.is_empty();
        let newest = view.iterations.iter().find(stands);
        newest.filter(|_| view.row.actions.contains(&Action::Undo)).map(|iteration| iteration.iteration)
    });
    view! {
        <section class="part" aria-labelledby="iterations">
            <h2 id="iterations">{t(SessionWord::Iterations)}</h2>
            {move || {
                numbers.with(Vec::is_empty).then(|| view! { <p class="none">{t(SessionWord::IterationsEmpty)}</p> })
            }}
            <For each=move || numbers.get() key=|number| *number let:number>
                <Iteration shown iteration=keyed::row(by_number, number) outputs undoable />
            </For>
        </section>
    }
}

#[component]
fn Iteration(
    shown: Shown,
    iteration: Memo<Option<IterationView>>,
    outputs: Memo<Vec<OutputView>>,
    undoable: Memo<Option<u32>>,
) -> impl IntoView {
    let language = context().language;
    let part = move |pick: fn(&IterationView) -> String| {
        Memo::new(move |_| iteration.with(|one| one.as_ref().map(pick)).unwrap_or_default())
    };
    let number = iteration.with_untracked(|one| one.as_ref().map_or(0, |one| one.iteration));
    let title = move || SessionWord::IterationNumber.with(language.get(), &[("iteration", &number.to_string())]);
    let exit_status = part(|one| one.exit_status.clone());
    let state = move || {
        let status = exit_status.get();
        let (text, tone) = match exit(&status) {
            Some((word, tone)) => (word.text(language.get()).to_owned(), tone.class()),
            None => (visible(&status), "quiet"),
        };
        let dot = format!("dot {tone}");
        view! {
            <span class="state">
                <span class=dot aria-hidden="true"></span>
                <span><bdi>{text}</bdi></span>
            </span>
        }
    };
    let is_undone =
        Memo::new(move |_| iteration.with(|one| one.as_ref().is_some_and(|one| one.undone_at_ms.is_some())));
    let ended = Memo::new(move |_| iteration.with(|one| one.as_ref().map_or(0, |one| one.ended_at_ms)));
    let tests = part(|one| one.tests.clone());
    let source = part(|one| one.test_source.clone());
    let source = move || {
        let source = source.get();
        tests_source(&source).map_or_else(|| visible(&source), |word| word.text(language.get()).to_owned())
    };
    let notes = part(|one| one.notes.clone());
    let files =
        Memo::new(move |_| iteration.with(|one| one.as_ref().map(|one| one.changed_files.clone())).unwrap_or_default());
    let ids = Memo::new(move |_| iteration.with(|one| one.as_ref().map(|one| one.outputs.clone())).unwrap_or_default());
    let own = Memo::new(move |_| {
        let ids = ids.get();
        outputs.with(|all| all.iter().filter(|output| ids.contains(&output.id)).cloned().collect::<Vec<_>>())
    });
    let can_undo = Memo::new(move |_| undoable.get() == Some(number));
    view! {
        <article class="iteration" class:undone=is_undone>
            <header class="section-head">
                <h3>{title}</h3>
                {state}
                {move || is_undone.get().then(|| view! { <span class="tag">{t(SessionWord::Undone)}</span> })}
                <span class="quiet push"><Ago at_ms=ended /></span>
            </header>
            {move || {
                tests
                    .with(|tests| !tests.is_empty())
                    .then(|| {
                        view! {
                            <p class="tests">
                                <span class="key">{t(SessionWord::Tests)}</span>
                                <bdi>{move || tests.with(|tests| visible(tests))}</bdi>
                                <span class="tag">{source}</span>
                            </p>
                        }
                    })
            }}
            {move || {
                notes
                    .with(|notes| !notes.is_empty())
                    .then(|| {
                        view! {
                            <p class="notes">
                                <span class="key">{t(SessionWord::Notes)}</span>
                                <bdi>{move || notes.with(|notes| visible(notes))}</bdi>
                            </p>
                        }
                    })
            }}
            <Files shown number files />
            <Outputs shown outputs=own />
            {move || can_undo.get().then(|| view! { <Undo shown number count=files.with_untracked(Vec::len) /> })}
        </article>
    }
}

#[component]
fn Undo(shown: Shown, number: u32, count: usize) -> impl IntoView {
    let language = context().language;
    let commands = Commands::new(shown);
    let asks = RwSignal::new(false);
    let iteration = number.to_string();
    let question = {
        let iteration = iteration.clone();
        Signal::derive(move || {
            let files = match count {
                1 => SessionWord::FilesOne.text(language.get()).to_owned(),
                count => SessionWord::Files.with(language.get(), &[("count", &count.to_string())]),
            };
            SessionWord::UndoAsk.with(language.get(), &[("files", &files), ("iteration", &iteration)])
        })
    };
    let yes = Signal::derive(move || SessionWord::UndoNow.with(language.get(), &[("iteration", &iteration)]));
    let on_yes = Callback::new(move |()| {
        commands.give(SessionCommand::Undo { iteration: number }, move || {
            asks.try_set(false);
        });
    });
    view! {
        {move || {
            if asks.get() {
                view! {
                    <Confirm question yes busy=commands.busy on_yes on_no=Callback::new(move |()| asks.set(false)) />
                }
                    .into_any()
            } else {
                view! {
                    <div class="buttons">
                        <button type="button" on:click=move |_| asks.set(true)>{t(SessionWord::Undo)}</button>
                    </div>
                }
                    .into_any()
            }
        }}
        <Outcome commands />
    }
}
