//! One text.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{SaveTemplateParams, TemplateKind, TemplateView, TemplateWarning, TemplatesView};
use c2c_ipc::words::{TemplateWord, WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast as _;

use crate::backend;
use crate::model::keys::Keys;
use crate::model::text::grouped;
use crate::parts::confirm::Confirm;
use crate::parts::copy::Copy;
use crate::parts::draft::Draft;
use crate::parts::fault::Fault;
use crate::parts::keys::{key_name, sends};
use crate::parts::live::Live;
use crate::parts::safe::Untrusted;
use crate::parts::{Context, context, t};

/// Which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The boot prompt.
    BootPrompt,
    /// The Project's instructions.
    Instructions,
}

impl Which {
    fn kind(self) -> TemplateKind {
        match self {
            Self::BootPrompt => TemplateKind::BootPrompt,
            Self::Instructions => TemplateKind::Instructions,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::BootPrompt => "boot-prompt",
            Self::Instructions => "instructions",
        }
    }

    fn of(self, view: &TemplatesView) -> &TemplateView {
        match self {
            Self::BootPrompt => &view.boot_prompt,
            Self::Instructions => &view.instructions,
        }
    }
}

/// One text, and how far its editing is.
#[derive(Debug, Clone, Copy)]
struct Editor {
    context: Context,
    live: Live<TemplatesView>,
    which: Which,
    root: StoredValue<String>,
    view: Memo<Option<TemplateView>>,
    draft: Draft,
    edits: RwSignal<bool>,
    asks: RwSignal<Option<Asks>>,
    busy: RwSignal<bool>,
    error: RwSignal<Option<ErrorShape>>,
    said: RwSignal<Option<TemplateWord>>,
}

/// A question that is asked before something is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Reset,
    Discard,
}

impl Editor {
    fn new(live: Live<TemplatesView>, which: Which) -> Self {
        let root = live.value.with_untracked(|view| view.as_ref().map(|view| view.root.clone())).unwrap_or_default();
        let draft = Draft::new(&format!("template.{}.{root}", which.id()));
        Self {
            context: context(),
            live,
            which,
            root: StoredValue::new(root),
            view: Memo::new(move |_| live.value.with(|view| view.as_ref().map(|view| which.of(view).clone()))),
            draft,
            edits: RwSignal::new(draft.text.with_untracked(|text| !text.is_empty())),
            asks: RwSignal::new(None),
            busy: RwSignal::new(false),
            error: RwSignal::new(None),
            said: RwSignal::new(None),
        }
    }

    fn part<R: Default>(self, pick: fn(&TemplateView) -> R) -> R {
        self.view.with(|view| view.as_ref().map(pick)).unwrap_or_default()
    }

    fn count(self) -> u64 {
        if self.edits.get() {
            self.draft.text.with(|text| text.chars().count() as u64)
        } else {
            self.part(|view| view.characters)
        }
    }

    /// Whether the edited text is another one than the text in force.
    fn is_unsaved(self) -> bool {
        self.edits.get() && self.draft.text.with(|text| *text != self.part(|view| view.text.clone()))
    }

    /// What keeps the edited text from being saved.
    fn wrong(self) -> Option<String> {
        if !self.edits.get() {
            return None;
        }
        let language = self.context.language.get();
        if self.draft.text.with(|text| text.trim().is_empty()) {
            return Some(TemplateWord::EmptyText.text(language).to_owned());
        }
        let most = self.part(|view| view.most_characters);
        let over = self.count().checked_sub(most).filter(|over| *over > 0)?;
        let word = if over == 1 { TemplateWord::TooLongOne } else { TemplateWord::TooLong };
        Some(word.with(language, &[("count", &grouped(over)), ("most", &grouped(most))]))
    }

    fn begin(self) {
        self.said.set(None);
        self.draft
            .set(self.view.with_untracked(|view| view.as_ref().map(|view| view.text.clone())).unwrap_or_default());
        self.edits.set(true);
        self.focus();
    }

    /// Discards what was written; asks first where something would be lost.
    fn ask_to_discard(self) {
        if untrack(|| self.is_unsaved()) {
            self.asks.set(Some(Asks::Discard));
        } else {
            self.discard();
        }
    }

    fn discard(self) {
        self.asks.set(None);
        self.draft.clear();
        self.error.set(None);
        self.edits.set(false);
        self.focus();
    }

    /// Takes a question back.
    fn keep(self) {
        self.asks.set(None);
        self.focus();
    }

    /// The id of the text's place on the page: the box, or the text that is read.
    fn place(self) -> String {
        format!("{}-text", self.which.id())
    }

    /// Gives the focus to the text, once it is there.
    fn focus(self) {
        request_animation_frame(move || {
            let place = document().get_element_by_id(&self.place());
            if let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) {
                drop(place.focus());
            }
        });
    }

    /// Saves the edited text, or goes back to the original.
    fn save(self, text: Option<String>, done: TemplateWord) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        let params = SaveTemplateParams { root: self.root.get_value(), kind: self.which.kind(), text };
        spawn_local(async move {
            let answer = backend::ask(params).await;
            self.busy.try_set(false);
            self.asks.try_set(None);
            match answer {
                Ok(_) => {
                    self.draft.clear();
                    self.error.try_set(None);
                    self.edits.try_set(false);
                    self.said.try_set(Some(done));
                    self.context.say(self.context.word(done));
                    self.live.again();
                }
                Err(failed) => {
                    self.error.try_set(Some(failed));
                }
            }
        });
    }

    fn save_draft(self) {
        self.save(Some(self.draft.text.get_untracked()), TemplateWord::Saved);
    }
}

/// The text, with what can be done.
#[component]
pub(super) fn One(live: Live<TemplatesView>, which: Which) -> impl IntoView {
    let editor = Editor::new(live, which);
    let language = editor.context.language;
    let is_edited = Memo::new(move |_| editor.part(|view| view.edited));
    let is_unsaved = Memo::new(move |_| editor.is_unsaved());
    let wrong = Memo::new(move |_| editor.wrong());
    let characters = move || {
        let (count, most) = (grouped(editor.count()), grouped(editor.part(|view| view.most_characters)));
        TemplateWord::Characters.with(language.get(), &[("count", &count), ("most", &most)])
    };
    let (title, hint) = match which {
        Which::BootPrompt => (TemplateWord::BootPrompt, TemplateWord::BootPromptHint),
        Which::Instructions => (TemplateWord::Instructions, TemplateWord::InstructionsHint),
    };
    let warnings = move || {
        let word = |warning| match warning {
            TemplateWarning::OriginalChanged => TemplateWord::OriginalChanged,
            TemplateWarning::OtherConnector => TemplateWord::OtherConnector,
        };
        let warnings = editor.part(|view| view.warnings.clone());
        warnings.into_iter().map(|warning| view! { <p class="warning">{t(word(warning))}</p> }).collect_view()
    };
    let confirm = move |asks: Asks| {
        let (question, yes) = match asks {
            Asks::Reset => (TemplateWord::ResetAsk, TemplateWord::ResetNow),
            Asks::Discard => (TemplateWord::DiscardAsk, TemplateWord::DiscardNow),
        };
        let on_yes = Callback::new(move |()| match asks {
            Asks::Reset => editor.save(None, TemplateWord::WasReset),
            Asks::Discard => editor.discard(),
        });
        view! {
            <Confirm
                question=Signal::derive(move || question.text(language.get()).to_owned())
                yes=Signal::derive(move || yes.text(language.get()).to_owned())
                busy=editor.busy
                on_yes
                on_no=Callback::new(move |()| editor.keep())
            />
        }
    };
    view! {
        <section class="template" aria-labelledby=which.id()>
            <header class="section-head">
                <h2 id=which.id()>{t(title)}</h2>
                <span class="tag" class:unsaved=is_unsaved>
                    {move || {
                        let word = match (is_unsaved.get(), is_edited.get()) {
                            (true, _) => TemplateWord::Unsaved,
                            (false, true) => TemplateWord::Edited,
                            (false, false) => TemplateWord::Original,
                        };
                        word.text(language.get())
                    }}
                </span>
                <span class="count" id=format!("{}-count", which.id())>{characters}</span>
            </header>
            <p class="hint">{t(hint)}</p>
            {warnings}
            {move || {
                if editor.edits.get() {
                    view! { <TextBox editor wrong /> }.into_any()
                } else {
                    let text = Signal::derive(move || editor.part(|view| view.text.clone()));
                    view! {
                        <pre
                            class="template-text mono"
                            id=editor.place()
                            tabindex="0"
                            role="region"
                            aria-labelledby=which.id()
                        >
                            <Untrusted text />
                        </pre>
                    }
                        .into_any()
                }
            }}
            <p class="wrong" role="alert">{wrong}</p>
            {move || editor.error.get().map(|error| view! { <Fault error pressed=true /> })}
            {move || {
                if let Some(asks) = editor.asks.get() {
                    confirm(asks).into_any()
                } else {
                    view! { <Buttons editor wrong is_edited is_unsaved /> }.into_any()
                }
            }}
        </section>
    }
}

/// The box that holds the text while it is edited. The keys that send elsewhere save.
#[component]
fn TextBox(editor: Editor, wrong: Memo<Option<String>>) -> impl IntoView {
    let key = move |event: web_sys::KeyboardEvent| {
        if sends(editor.context, &event) && wrong.get_untracked().is_none() {
            event.prevent_default();
            editor.save_draft();
        }
    };
    view! {
        <textarea
            class="template-text mono"
            rows="16"
            id=editor.place()
            aria-labelledby=editor.which.id()
            aria-describedby=format!("{}-count", editor.which.id())
            aria-invalid=move || wrong.get().is_some().to_string()
            spellcheck="false"
            prop:value=move || editor.draft.text.get()
            on:input=move |event| editor.draft.set(event_target_value(&event))
            on:keydown=key
        ></textarea>
    }
}

#[component]
fn Buttons(
    editor: Editor,
    wrong: Memo<Option<String>>,
    is_edited: Memo<bool>,
    is_unsaved: Memo<bool>,
) -> impl IntoView {
    let text = Signal::derive(move || editor.part(|view| view.text.clone()));
    let reset = move || {
        is_edited.get().then(|| {
            view! {
                <button type="button" on:click=move |_| editor.asks.set(Some(Asks::Reset))>
                    {t(TemplateWord::Reset)}
                </button>
            }
        })
    };
    let buttons = move || {
        if editor.edits.get() {
            view! {
                <button
                    type="button"
                    class="primary"
                    title=key_name(Keys::Send)
                    disabled=move || editor.busy.get() || wrong.get().is_some()
                    on:click=move |_| editor.save_draft()
                >
                    {t(TemplateWord::Save)}
                </button>
                <button type="button" on:click=move |_| editor.ask_to_discard()>
                    {t(TemplateWord::CancelEdit)}
                </button>
                {move || is_unsaved.get().then(|| view! { <span class="hint">{t(TemplateWord::UnsavedHint)}</span> })}
            }
            .into_any()
        } else {
            view! {
                <Copy text label=Signal::derive(t(WindowWord::Copy)) />
                <button type="button" on:click=move |_| editor.begin()>
                    {t(TemplateWord::Edit)}
                </button>
                {reset}
            }
            .into_any()
        }
    };
    view! {
        <div class="buttons">
            {buttons}
            {move || editor.said.get().map(|said| view! { <span class="applied">{t(said)}</span> })}
        </div>
    }
}
