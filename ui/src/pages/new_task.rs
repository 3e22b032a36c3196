//! A new task: what is to be reached, where, and what ChatGPT gets to begin with.

mod options;
mod preview;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{Page, WorkspacesParams, WorkspacesView};
use c2c_ipc::words::{TaskWord, WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Heading;
use crate::backend;
use crate::model::form::{Field, Form, field_of};
use crate::model::shown::shown;
use crate::parts::draft::Draft;
use crate::parts::fault::{Fault, Loaded};
use crate::parts::folder::Folder;
use crate::parts::live::Live;
use crate::parts::{Context, context, t};
use options::{Carrier, Chats, More};
use preview::{Preview, Shown};

/// The form, and what is wrong with it.
#[derive(Debug, Clone, Copy)]
struct Task {
    context: Context,
    root: Draft,
    goal: Draft,
    /// Everything but folder and goal.
    rest: RwSignal<Form>,
    kept: Draft,
    /// What the page itself found, once Start was pressed.
    wrong: RwSignal<Vec<(Field, TaskWord)>>,
    /// What the engine said to Start.
    refused: RwSignal<Option<ErrorShape>>,
    preview: Preview,
    busy: RwSignal<bool>,
}

impl Task {
    fn new(context: Context) -> Self {
        let (root, goal, kept) = (Draft::new("task.root"), Draft::new("task.goal"), Draft::new("task.rest"));
        let rest = kept.text.with_untracked(|text| serde_json::from_str(text).unwrap_or_default());
        Self {
            context,
            root,
            goal,
            rest: RwSignal::new(rest),
            kept,
            wrong: RwSignal::new(Vec::new()),
            refused: RwSignal::new(None),
            preview: Preview::new(root.text, goal.text),
            busy: RwSignal::new(false),
        }
    }

    /// Changes one of the choices, and keeps it.
    fn choose(self, change: impl FnOnce(&mut Form)) {
        self.rest.update(change);
        self.rest.with_untracked(|rest| {
            if let Ok(text) = serde_json::to_string(rest) {
                self.kept.set(text);
            }
        });
        self.recheck();
    }

    fn form(self) -> Form {
        Form { root: self.root.text.get_untracked(), goal: self.goal.text.get_untracked(), ..self.rest.get_untracked() }
    }

    /// Takes back what is not wrong any more. New faults are named only when Start is pressed.
    fn recheck(self) {
        if !self.wrong.with_untracked(Vec::is_empty) {
            self.wrong.set(self.form().check().err().unwrap_or_default());
        }
    }

    /// What is wrong with a field, in words.
    fn fault(self, field: Field) -> Signal<Option<String>> {
        Signal::derive(move || {
            let language = self.context.language.get();
            let own = self.wrong.with(|wrong| wrong.iter().find(|(of, _)| *of == field).map(|(_, word)| *word));
            if let Some(word) = own {
                return Some(word.text(language).to_owned());
            }
            let refused = self.refused.get().filter(|error| field_of(error.reason.as_deref()) == Some(field));
            let found = self.preview.problem.get().filter(|error| field_of(error.reason.as_deref()) == Some(field));
            let said = shown(&refused.or(found)?, language);
            Some(format!("{}. {}", said.title, said.hint).replace("。. ", "。").replace("。.", "。"))
        })
    }

    fn start(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.refused.set(None);
        let params = match self.form().check() {
            Ok(params) => params,
            Err(wrong) => {
                let first = wrong.first().map(|(field, _)| *field);
                self.wrong.set(wrong);
                focus(first);
                return;
            }
        };
        self.wrong.set(Vec::new());
        self.busy.set(true);
        spawn_local(async move {
            let answer = backend::ask(params).await;
            self.busy.try_set(false);
            match answer {
                Ok(started) => {
                    self.goal.clear();
                    Context::go(&Page::Session(started.session, None));
                }
                Err(error) => {
                    focus(field_of(error.reason.as_deref()));
                    self.refused.try_set(Some(error));
                }
            }
        });
    }
}

/// Brings the reader to a field.
fn focus(field: Option<Field>) {
    use wasm_bindgen::JsCast as _;
    let id = match field {
        Some(Field::Folder) => "folder",
        Some(Field::Goal) => "goal",
        Some(Field::Address) => "address",
        Some(Field::Limit) => "limit",
        Some(Field::Carrier) => "carrier-manual",
        None => return,
    };
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(element) = element {
        drop(element.focus());
    }
}

/// The page.
#[component]
pub(crate) fn NewTask() -> impl IntoView {
    let context = context();
    let task = Task::new(context);
    let known = Live::<WorkspacesView>::new(WorkspacesParams {});
    let heading = Signal::derive(move || WindowWord::NewTask.text(context.language.get()).to_owned());
    Effect::new(move |_| {
        let first = known.value.with(|known| known.as_ref()?.workspaces.first().map(|first| first.root.clone()));
        if let Some(first) = first.filter(|_| task.root.text.with_untracked(String::is_empty)) {
            task.root.set(first);
        }
    });
    Effect::new(move |_| {
        task.root.text.track();
        task.goal.text.track();
        // What was said belongs to what was entered then.
        task.refused.set(None);
        task.recheck();
    });
    view! {
        <div class="page page-task">
            <header class="bar">
                <Heading text=heading />
            </header>
            <Loaded live=known content=move || view! { <Fields task known /> } />
        </div>
    }
}

#[component]
fn Fields(task: Task, known: Live<WorkspacesView>) -> impl IntoView {
    let starts = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            task.start();
        }
    };
    let other = move || {
        let refused = task.refused.get().or_else(|| task.preview.problem.get());
        refused.filter(|error| field_of(error.reason.as_deref()).is_none()).map(|error| view! { <Fault error /> })
    };
    let has_drafted = move || task.goal.text.with(|goal| !goal.is_empty());
    view! {
        <form
            class="task"
            novalidate
            on:submit=move |event| {
                event.prevent_default();
                task.start();
            }
            on:keydown=starts
        >
            <div class="task-fields">
                <div class="field">
                    <label for="folder">{t(TaskWord::Where)}</label>
                    <Folder known root=task.root described_by="folder-wrong" />
                    <Wrong id="folder-wrong" fault=task.fault(Field::Folder) />
                </div>
                <Goal task />
                <Carrier task />
                <Chats task />
                <More task />
                {other}
                <div class="buttons">
                    <button type="submit" class="primary" title="Ctrl+Enter" disabled=move || task.busy.get()>
                        {move || {
                            let word = if task.busy.get() { TaskWord::Starting } else { TaskWord::Start };
                            word.text(task.context.language.get())
                        }}
                    </button>
                    {move || has_drafted().then(|| view! { <span class="hint">{t(TaskWord::LeftGoal)}</span> })}
                </div>
            </div>
            <Shown preview=task.preview />
        </form>
    }
}

#[component]
fn Goal(task: Task) -> impl IntoView {
    let fault = task.fault(Field::Goal);
    view! {
        <div class="field">
            <label for="goal">{t(TaskWord::Goal)}</label>
            <textarea
                id="goal"
                rows="5"
                aria-describedby="goal-hint goal-wrong"
                aria-invalid=move || fault.get().is_some().to_string()
                prop:value=move || task.goal.text.get()
                on:input=move |event| task.goal.set(event_target_value(&event))
            ></textarea>
            <p class="hint" id="goal-hint">{t(TaskWord::GoalHint)}</p>
            <Wrong id="goal-wrong" fault />
        </div>
    }
}

/// What is wrong with a field.
#[component]
fn Wrong(id: &'static str, #[prop(into)] fault: Signal<Option<String>>) -> impl IntoView {
    view! { <p class="wrong" id=id role="alert">{fault}</p> }
}
