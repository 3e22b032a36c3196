//! What ChatGPT gets to begin with, brought up to date while the person types.

use std::time::Duration;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{PreviewParams, PreviewView};
use c2c_ipc::words::{TaskWord, Word as _};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::backend;
use crate::model::age::bytes as in_words;
use crate::model::text::{grouped, visible};
use crate::parts::unused::Unused;
use crate::parts::{context, t};

/// How long typing rests before the engine is asked.
const REST: Duration = Duration::from_millis(250);

/// The preview of a folder and a goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Preview {
    /// The last one that came.
    pub(super) view: RwSignal<Option<PreviewView>>,
    /// Why a session could not be started so; an error of the preview itself too.
    pub(super) problem: RwSignal<Option<ErrorShape>>,
    /// How often the engine was asked.
    pub(super) asked: StoredValue<u32>,
    /// The number of the question that was answered last.
    pub(super) came: RwSignal<u32>,
}

impl Preview {
    /// Follows folder and goal, and what changes around them: whatever was in the way may be mended by now, in C2C or
    /// elsewhere. So it looks again when the engine tells of a change, when the person comes back to the window, and
    /// every few seconds while something is in the way: here, or at the start (`refused`). At most one call is under way.
    pub(super) fn new(root: RwSignal<String>, goal: RwSignal<String>, refused: Signal<bool>) -> Self {
        let preview = Self {
            view: RwSignal::new(None),
            problem: RwSignal::new(None),
            asked: StoredValue::new(0),
            came: RwSignal::new(0),
        };
        let (under_way, stale) = (StoredValue::new(false), StoredValue::new(false));
        let timer = StoredValue::new(None::<TimeoutHandle>);
        let look = move || {
            if under_way.try_get_value() != Some(false) {
                stale.try_set_value(true);
                return;
            }
            under_way.set_value(true);
            spawn_local(async move {
                loop {
                    let (Some(asked), Some(goal)) = (root.try_get_untracked(), goal.try_get_untracked()) else {
                        return;
                    };
                    preview.asked.update_value(|asked| *asked = asked.wrapping_add(1));
                    let number = preview.asked.get_value();
                    let (mut answer, mut too_long) =
                        (backend::ask(PreviewParams { root: asked.clone(), goal }).await, None);
                    if let Err(error) = &answer
                        && error.reason.as_deref() == Some("goal_too_long")
                    {
                        // What else is chosen, and what a new conversation gets, does not depend on the goal.
                        too_long = Some(error.clone());
                        answer = backend::ask(PreviewParams { root: asked.clone(), goal: String::new() }).await;
                    }
                    let is_of_this = root.try_with_untracked(|root| *root == asked).unwrap_or(false);
                    match answer {
                        // Another folder was chosen meanwhile: it is asked about next.
                        _ if !is_of_this => {}
                        Ok(view) => {
                            // An empty goal is nothing to complain of while nobody pressed Start.
                            let problem = too_long.or_else(|| view.problem.clone());
                            let is_empty = |error: &ErrorShape| error.reason.as_deref() == Some("goal_empty");
                            preview.problem.try_set(problem.filter(|problem| !is_empty(problem)));
                            preview.view.try_set(Some(view));
                        }
                        Err(error) => {
                            preview.view.try_set(None);
                            preview.problem.try_set(Some(error));
                        }
                    }
                    if is_of_this {
                        preview.came.try_set(number);
                    }
                    if stale.try_get_value() != Some(true) {
                        under_way.try_set_value(false);
                        return;
                    }
                    stale.set_value(false);
                }
            });
        };
        Effect::new(move |before: Option<String>| {
            let folder = root.get();
            goal.track();
            if before.as_ref() != Some(&folder) {
                // What was said is about another folder.
                preview.problem.set(None);
                preview.view.set(None);
            }
            if folder.is_empty() {
                return folder;
            }
            timer.update_value(|timer| {
                if let Some(timer) = timer.take() {
                    timer.clear();
                }
                // Another folder is looked at once.
                let rest = if before.as_ref() == Some(&folder) { REST } else { Duration::ZERO };
                *timer = set_timeout_with_handle(look, rest).ok();
            });
            folder
        });
        let look_again = move || {
            if root.try_with_untracked(|root| !root.is_empty()).unwrap_or(false) {
                look();
            }
        };
        let context = context();
        Effect::new(move |before: Option<()>| {
            context.changed.track();
            if before.is_some() {
                look_again();
            }
        });
        Effect::new(move |before: Option<()>| {
            context.now.track();
            if before.is_some() && (refused.get_untracked() || preview.problem.with_untracked(Option::is_some)) {
                look_again();
            }
        });
        let back = window_event_listener(ev::focus, move |_| look_again());
        on_cleanup(move || back.remove());
        preview
    }
}

/// The preview as it is shown.
#[component]
pub(super) fn Shown(preview: Preview) -> impl IntoView {
    let language = context().language;
    let init = Memo::new(move |_| preview.view.with(|view| view.as_ref()?.init.clone()));
    let bytes = move || {
        let bytes = preview.view.with(|view| view.as_ref().map_or(0, |view| view.init_bytes));
        TaskWord::PreviewInitOf.with(language.get(), &[("bytes", &grouped(bytes))])
    };
    let boot = Memo::new(move |_| preview.view.with(|view| view.as_ref().map(|view| view.boot_prompt.clone())));
    let boot_bytes = move || {
        let bytes = preview.view.with(|view| view.as_ref().map_or(0, |view| view.boot_prompt_bytes));
        in_words(bytes, language.get())
    };
    let nothing = move || {
        let is_too_long = |error: &ErrorShape| error.reason.as_deref() == Some("goal_too_long");
        let is_too_long = preview.problem.with(|problem| problem.as_ref().is_some_and(is_too_long));
        let word = if is_too_long { TaskWord::PreviewTooLong } else { TaskWord::PreviewEmpty };
        word.text(language.get())
    };
    let warnings = move || {
        let warnings = preview.view.with(|view| view.as_ref().map(|view| view.warnings.clone())).unwrap_or_default();
        let lines = warnings.into_iter().map(|fault| view! { <p class="warning"><Unused fault /></p> });
        lines.collect_view()
    };
    view! {
        <section class="preview" aria-labelledby="preview">
            <h2 id="preview">{t(TaskWord::Preview)}</h2>
            {warnings}
            {move || match init.get() {
                Some(text) => {
                    view! {
                        <div class="section-head">
                            <h3>{t(TaskWord::PreviewInit)}</h3>
                            <span class="count">{bytes}</span>
                        </div>
                        <pre class="message-text mono" id="preview-init"><bdi>{visible(&text)}</bdi></pre>
                        <p class="hint">{t(TaskWord::PreviewTaskId)}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="hint">{nothing}</p> }.into_any(),
            }}
            {move || {
                boot.get()
                    .map(|text| {
                        view! {
                            <details class="disclosure">
                                <summary>
                                    <span>{t(TaskWord::PreviewBoot)}</span>
                                    <span class="count">{boot_bytes}</span>
                                </summary>
                                <pre class="message-text mono"><bdi>{visible(&text)}</bdi></pre>
                            </details>
                        }
                    })
            }}
        </section>
    }
}
