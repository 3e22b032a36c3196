//! Changed files with their diffs, and released outputs with their text: each fetched when it is opened.

use c2c_ipc::app::{DiffParams, DiffView, OutputParams, OutputTextView};
use c2c_ipc::words::{SessionWord, Word as _};
use c2c_ipc::{ChangedFileView, OutputView};
use leptos::prelude::*;

use super::Shown;
use crate::model::age::size;
use crate::model::diff::lines;
use crate::model::state::change;
use crate::model::text::{one_line, visible};
use crate::parts::fault::Loaded;
use crate::parts::icon::{Draw, Icon};
use crate::parts::keyed;
use crate::parts::live::Live;
use crate::parts::{context, t};

/// How many lines of a diff are shown at first.
const FIRST_LINES: usize = 300;

/// The changed files of an iteration.
#[component]
pub(super) fn Files(shown: Shown, number: u32, files: Memo<Vec<ChangedFileView>>) -> impl IntoView {
    let (paths, by_path) = keyed::keyed(files, |file| file.path.clone());
    view! {
        {move || paths.with(Vec::is_empty).then(|| view! { <p class="none">{t(SessionWord::NoFiles)}</p> })}
        <ul class="files" aria-label=t(SessionWord::ChangedFiles)>
            <For each=move || paths.get() key=Clone::clone let:path>
                <File shown number file=keyed::row(by_path, path.clone()) path />
            </For>
        </ul>
    }
}

#[component]
fn File(shown: Shown, number: u32, path: String, file: Memo<Option<ChangedFileView>>) -> impl IntoView {
    let language = context().language;
    let is_open = RwSignal::new(false);
    let kind = Memo::new(move |_| file.with(|file| file.as_ref().map(|file| file.change.clone())).unwrap_or_default());
    let letter = move || change(&kind.get()).map_or("?", |(_, letter)| letter);
    let word = move || {
        change(&kind.get()).map_or_else(|| visible(&kind.get()), |(word, _)| word.text(language.get()).to_owned())
    };
    let class = move || format!("change {}", change(&kind.get()).map_or("", |(_, letter)| letter));
    let counts = move || {
        let (added, removed) = file.with(|file| {
            let file = file.as_ref();
            (file.and_then(|file| file.insertions), file.and_then(|file| file.deletions))
        });
        let count = |count: Option<u32>, sign: &str, class: &'static str, one: SessionWord, more: SessionWord| {
            count.filter(|count| *count > 0).map(|count| {
                let word = if count == 1 { one } else { more };
                let label = word.with(language.get(), &[("count", &count.to_string())]);
                view! { <span class=class title=label>{format!("{sign}{count}")}</span> }
            })
        };
        view! {
            <span class="counts">
                {count(added, "+", "plus", SessionWord::InsertionsOne, SessionWord::Insertions)}
                {count(removed, "−", "minus", SessionWord::DeletionsOne, SessionWord::Deletions)}
            </span>
        }
    };
    let shown_path = one_line(&path);
    let path = StoredValue::new(path);
    view! {
        <li>
            <button
                type="button"
                class="opener"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)
            >
                <Draw icon=Icon::Chevron />
                <span class=class aria-hidden="true">{letter}</span>
                <span class="aloud">{word}</span>
                <bdi class="path" title=shown_path.clone()>{shown_path.clone()}</bdi>
                {counts}
            </button>
            {move || is_open.get().then(|| view! { <Diff shown number path=path.get_value() /> })}
        </li>
    }
}

#[component]
fn Diff(shown: Shown, number: u32, path: String) -> impl IntoView {
    let language = context().language;
    let label = {
        let path = one_line(&path);
        move || SessionWord::DiffOf.with(language.get(), &[("file", &path)])
    };
    let live = Live::<DiffView>::new(DiffParams { session: shown.id(), iteration: number, path });
    let whole = RwSignal::new(false);
    let diff = Memo::new(move |_| live.value.get());
    let text = move || {
        diff.with(|diff| {
            let text = diff.as_ref().map_or("", |diff| diff.text.as_str());
            let most = if whole.get() { usize::MAX } else { FIRST_LINES };
            let shown = lines(text).into_iter().take(most);
            shown.map(|(line, text)| view! { <span class=line.class()>{visible(text)}{"\n"}</span> }).collect_view()
        })
    };
    let more = Memo::new(move |_| {
        diff.with(|diff| diff.as_ref().is_some_and(|diff| diff.text.lines().count() > FIRST_LINES)) && !whole.get()
    });
    let is_cut = Memo::new(move |_| diff.with(|diff| diff.as_ref().is_some_and(|diff| diff.cut)));
    let is_empty = Memo::new(move |_| diff.with(|diff| diff.as_ref().is_some_and(|diff| diff.text.trim().is_empty())));
    view! {
        <Loaded
            live
            content=move || {
                view! {
                    {if is_empty.get_untracked() {
                        view! { <p class="none">{t(SessionWord::DiffEmpty)}</p> }.into_any()
                    } else {
                        view! { <pre class="diff mono" tabindex="0" role="region" aria-label=label.clone()>{text}</pre> }.into_any()
                    }}
                    {move || {
                        more.get()
                            .then(|| {
                                view! {
                                    <button type="button" class="link" on:click=move |_| whole.set(true)>
                                        {t(SessionWord::DiffMore)}
                                    </button>
                                }
                            })
                    }}
                    {move || (is_cut.get() && !more.get()).then(|| view! { <p class="none">{t(SessionWord::DiffCut)}</p> })}
                }
            }
        />
    }
}

/// The outputs of an iteration.
#[component]
pub(super) fn Outputs(shown: Shown, outputs: Memo<Vec<OutputView>>) -> impl IntoView {
    let (ids, by_id) = keyed::keyed(outputs, |output| output.id.clone());
    let is_empty = Memo::new(move |_| ids.with(Vec::is_empty));
    move || {
        (!is_empty.get()).then(|| {
            view! {
                <h4>{t(SessionWord::Outputs)}</h4>
                <ul class="files">
                    <For each=move || ids.get() key=Clone::clone let:id>
                        <Output shown output=keyed::row(by_id, id.clone()) id />
                    </For>
                </ul>
            }
        })
    }
}

#[component]
fn Output(shown: Shown, id: String, output: Memo<Option<OutputView>>) -> impl IntoView {
    let language = context().language;
    let is_open = RwSignal::new(false);
    let command = Memo::new(move |_| {
        output.with(|output| output.as_ref().map(|output| one_line(&output.command))).unwrap_or_default()
    });
    let is_held =
        Memo::new(move |_| output.with(|output| output.as_ref().is_some_and(|output| output.status != "readable")));
    let code = Memo::new(move |_| output.with(|output| output.as_ref().and_then(|output| output.exit_code)));
    let bytes = Memo::new(move |_| output.with(|output| output.as_ref().map_or(0, |output| output.size_bytes)));
    let reason = Memo::new(move |_| output.with(|output| output.as_ref().and_then(|output| output.reason.clone())));
    let id = StoredValue::new(id);
    view! {
        <li>
            <button
                type="button"
                class="opener"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)
            >
                <Draw icon=Icon::Chevron />
                <bdi class="path" title=command>{command}</bdi>
                {move || is_held.get().then(|| view! { <span class="tag">{t(SessionWord::OutputHeld)}</span> })}
                <span class="counts">
                    {move || {
                        code.get().map(|code| SessionWord::OutputExit.with(language.get(), &[("code", &code.to_string())]))
                    }} <span class="quiet">{move || size(bytes.get(), language.get())}</span>
                </span>
            </button>
            {move || {
                is_open
                    .get()
                    .then(|| {
                        view! {
                            {move || reason.get().map(|reason| view! { <p class="said"><bdi>{visible(&reason)}</bdi></p> })}
                            <OutputText shown id=id.get_value() command />
                        }
                    })
            }}
        </li>
    }
}

#[component]
fn OutputText(shown: Shown, id: String, command: Memo<String>) -> impl IntoView {
    let language = context().language;
    let live = Live::<OutputTextView>::new(OutputParams { session: shown.id(), output: id });
    let text =
        Memo::new(move |_| live.value.with(|view| view.as_ref().map(|view| visible(&view.text))).unwrap_or_default());
    let label = move || SessionWord::OutputOf.with(language.get(), &[("command", &command.get())]);
    view! {
        <Loaded
            live
            content=move || {
                if text.with_untracked(String::is_empty) {
                    view! { <p class="none">{t(SessionWord::OutputEmpty)}</p> }.into_any()
                } else {
                    view! { <pre class="output mono" tabindex="0" role="region" aria-label=label><bdi>{text}</bdi></pre> }.into_any()
                }
            }
        />
    }
}
