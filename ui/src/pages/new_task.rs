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
use crate::model::form::{Field, Form, field_of, free, is_looked_for};
use crate::model::keys::Keys;
use crate::model::shown::shown;
use crate::parts::draft::Draft;
use crate::parts::fault::{Fault, Loaded};
use crate::parts::folder::Folder;
use crate::parts::keys::{key_name, sends};
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
    /// How often the preview had asked by then.
    refused_at: StoredValue<u32>,
    preview: Preview,
    busy: RwSignal<bool>,
}

impl Task {
    fn new(context: Context) -> Self {
        let (root, goal, kept) = (Draft::new("task.root"), Draft::new("task.goal"), Draft::new("task.rest"));
        let rest = kept.text.with_untracked(|text| serde_json::from_str(text).unwrap_or_default());
        let refused = RwSignal::new(None::<ErrorShape>);
        Self {
            context,
            root,
            goal,
            rest: RwSignal::new(rest),
            kept,
            wrong: RwSignal::new(Vec::new()),
            refused,
            refused_at: StoredValue::new(0),
            preview: Preview::new(root.text, goal.text, Signal::derive(move || refused.with(Option::is_some))),
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
            Some(said.sentences(language))
        })
    }

    /// Takes back what Start was refused for, once the preview finds it in the way no more.
    fn look_at_refusal(self, answered: u32) {
        if answered <= self.refused_at.get_value() {
            return;
        }
        let reason = |error: &RwSignal<Option<ErrorShape>>| {
            error.with_untracked(|error| error.as_ref().and_then(|error| error.reason.clone()))
        };
        let refused = reason(&self.refused);
        if is_looked_for(refused.as_deref()) && refused != reason(&self.preview.problem) {
            self.refused.set(None);
        }
    }

    /// The session that keeps this one from beginning, where that is what is wrong with the folder.
    fn taken_by(self) -> Option<String> {
        let error = self.refused.get().or_else(|| self.preview.problem.get())?;
        let is_taken = matches!(error.reason.as_deref(), Some("session_exists" | "session_nested"));
        self.preview.view.with(|view| view.as_ref()?.taken_by.clone()).filter(|_| is_taken)
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
                    // The folder has a session now: the next task begins elsewhere.
                    self.goal.clear();
                    self.root.clear();
                    Context::go(&Page::Session(started.session, None));
                }
                Err(error) => {
                    focus(field_of(error.reason.as_deref()));
                    if let Some(asked) = self.preview.asked.try_get_value() {
                        self.refused_at.set_value(asked);
                    }
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
        // The folder that was used last and is free. It is offered only: what the person chose is kept.
        let free =
            known.value.with(|known| known.as_ref().and_then(|known| free(&known.workspaces).map(str::to_owned)));
        if let Some(free) = free.filter(|_| task.root.text.with_untracked(String::is_empty)) {
            task.root.text.set(free);
        }
    });
    Effect::new(move |before: Option<()>| {
        let answered = task.preview.came.get();
        if before.is_some() {
            task.look_at_refusal(answered);
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
        if sends(task.context, &event) {
            event.prevent_default();
            task.start();
        }
    };
    let again = Callback::new(move |()| task.start());
    let other = move || {
        let of_none = |error: &ErrorShape| field_of(error.reason.as_deref()).is_none();
        match (task.refused.get().filter(of_none), task.preview.problem.get().filter(of_none)) {
            (Some(error), _) => view! { <Fault error again pressed=true /> }.into_any(),
            (None, Some(error)) => view! { <Fault error /> }.into_any(),
            (None, None) => ().into_any(),
        }
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
                    <Folder known root=task.root described_by="folder-wrong" taken=TaskWord::Taken />
                    <Wrong id="folder-wrong" fault=task.fault(Field::Folder) />
                    <Taken task />
                </div>
                <Goal task />
                <Carrier task />
                <Chats task />
                <More task />
                {other}
                <div class="buttons">
                    <button type="submit" class="primary" title=key_name(Keys::Send) disabled=move || task.busy.get()>
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

/// The way to the session that has the folder.
#[component]
fn Taken(task: Task) -> impl IntoView {
    let session = Memo::new(move |_| task.taken_by());
    move || {
        session.get().map(|session| {
            let address = format!("#{}", Page::Session(session, None));
            view! { <a class="text-link" href=address>{t(TaskWord::OpenTaking)}</a> }
        })
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
