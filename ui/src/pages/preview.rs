//! The preview: what ChatGPT would get from the connector, and what not and why. The app's side turns every answer into
//! text; here it is only shown.

mod answer;
mod fields;

use c2c_ipc::app::{LookParams, LookView, LookWhat, WorkspacesParams, WorkspacesView};
use c2c_ipc::words::{LookWord, WindowWord, Word as _};
use c2c_ipc::{ErrorShape, OutputView};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Heading;
use crate::backend;
use crate::model::look::Form;
use crate::parts::draft::Draft;
use crate::parts::fault::{Empty, Loaded};
use crate::parts::folder::Folder;
use crate::parts::live::{Live, PATIENCE};
use crate::parts::{Context, context, t};
use answer::Answer;
use fields::Fields;

/// One page of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown {
    view: LookView,
    page: u32,
    what: LookWhat,
}

/// What is asked, and what came.
#[derive(Debug, Clone, Copy)]
struct Look {
    context: Context,
    root: Draft,
    form: RwSignal<Form>,
    shown: RwSignal<Option<Shown>>,
    /// The outputs that were listed, to choose from.
    outputs: RwSignal<Vec<OutputView>>,
    error: RwSignal<Option<ErrorShape>>,
    /// What is missing, once Show was pressed.
    wrong: RwSignal<Option<LookWord>>,
    busy: RwSignal<bool>,
    slow: RwSignal<bool>,
    /// The number of the last question: what comes for another one is not looked at.
    asked: StoredValue<u32>,
}

impl Look {
    fn new(context: Context) -> Self {
        Self {
            context,
            root: Draft::of_window("look.root"),
            form: RwSignal::new(Form::default()),
            shown: RwSignal::new(None),
            outputs: RwSignal::new(Vec::new()),
            error: RwSignal::new(None),
            wrong: RwSignal::new(None),
            busy: RwSignal::new(false),
            slow: RwSignal::new(false),
            asked: StoredValue::new(0),
        }
    }

    /// Looks, or says what is missing where `says` asks for it.
    fn look(self, says: bool) {
        match self.form.with_untracked(Form::what) {
            Ok(what) => {
                self.wrong.set(None);
                self.ask(what, None, 1);
            }
            Err(missing) => {
                // What was shown is of something else.
                self.asked.update_value(|asked| *asked = asked.wrapping_add(1));
                self.busy.set(false);
                self.slow.set(false);
                self.error.set(None);
                self.shown.set(None);
                self.wrong.set(says.then_some(missing));
            }
        }
    }

    /// The page behind the one that is shown: the same question with the cursor.
    fn next(self) {
        if let Some(shown) = self.shown.get_untracked() {
            self.ask(shown.what, Some(shown.view.next), shown.page + 1);
        }
    }

    fn ask(self, what: LookWhat, cursor: Option<String>, page: u32) {
        let root = self.root.text.get_untracked();
        if root.is_empty() {
            return;
        }
        self.asked.update_value(|asked| *asked = asked.wrapping_add(1));
        let number = self.asked.get_value();
        let is_last = move || self.asked.try_get_value() == Some(number);
        self.busy.set(true);
        set_timeout(
            move || {
                if is_last() && self.busy.try_get_untracked() == Some(true) {
                    self.slow.try_set(true);
                }
            },
            PATIENCE,
        );
        spawn_local(async move {
            let answer = backend::ask(LookParams { root, what: what.clone(), cursor }).await;
            if !is_last() {
                return;
            }
            self.busy.set(false);
            self.slow.set(false);
            let shown = match answer {
                Ok(view) => {
                    if what == (LookWhat::Outputs {}) {
                        self.outputs.update(|outputs| {
                            if page == 1 {
                                outputs.clear();
                            }
                            outputs.extend(view.outputs.iter().cloned());
                        });
                    }
                    self.error.set(None);
                    let number = page.to_string();
                    self.context.say(&LookWord::Page.with(self.context.language.get_untracked(), &[("page", &number)]));
                    Some(Shown { view, page, what })
                }
                Err(error) => {
                    self.error.set(Some(error));
                    None
                }
            };
            self.shown.set(shown);
        });
    }
}

/// The page.
#[component]
pub(crate) fn Preview() -> impl IntoView {
    let context = context();
    let look = Look::new(context);
    let known = Live::<WorkspacesView>::new(WorkspacesParams {});
    let heading = Signal::derive(move || WindowWord::Preview.text(context.language.get()).to_owned());
    // The folder that was used last, until another one is chosen.
    Effect::new(move |_| {
        let first = known.value.with(|known| known.as_ref()?.workspaces.first().map(|first| first.root.clone()));
        if let Some(first) = first.filter(|_| look.root.text.with_untracked(String::is_empty)) {
            look.root.set(first);
        }
    });
    Effect::new(move |_| {
        if look.root.text.with(|root| !root.is_empty()) {
            // What was looked at is of another folder.
            look.form.update(|form| {
                form.path.clear();
                form.output.clear();
            });
            look.outputs.set(Vec::new());
            look.look(false);
        }
    });
    let has_root = Memo::new(move |_| look.root.text.with(|root| !root.is_empty()));
    let below = move || {
        if has_root.get() {
            view! { <Answer look /> }.into_any()
        } else {
            view! {
                <Empty title=Signal::derive(t(LookWord::Empty)) hint=Signal::derive(t(LookWord::EmptyHint))>
                    ""
                </Empty>
            }
            .into_any()
        }
    };
    view! {
        <div class="page page-look">
            <header class="bar">
                <Heading text=heading />
                <p class="hint">{t(LookWord::Hint)}</p>
            </header>
            <Loaded
                live=known
                content=move || {
                    view! {
                        <form
                            class="look"
                            novalidate
                            on:submit=move |event| {
                                event.prevent_default();
                                look.look(true);
                            }
                        >
                            <div class="field">
                                <label for="folder">{t(LookWord::Folder)}</label>
                                <Folder known root=look.root />
                            </div>
                            {move || has_root.get().then(|| view! { <Fields look /> })}
                        </form>
                        {below}
                    }
                }
            />
        </div>
    }
}
