//! One text, and how far its editing is: what is written, asked, and saved.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{SaveTemplateParams, TemplateKind, TemplateView, TemplatesView};
use c2c_ipc::words::{TemplateWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast as _;

use crate::backend;
use crate::model::text::grouped;
use crate::parts::draft::Draft;
use crate::parts::live::Live;
use crate::parts::{Context, context};

/// Which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages::templates) enum Which {
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

    pub(super) fn id(self) -> &'static str {
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
pub(super) struct Editor {
    pub(super) context: Context,
    live: Live<TemplatesView>,
    pub(super) which: Which,
    root: StoredValue<String>,
    view: Memo<Option<TemplateView>>,
    pub(super) draft: Draft,
    pub(super) edits: RwSignal<bool>,
    pub(super) asks: RwSignal<Option<Asks>>,
    pub(super) busy: RwSignal<bool>,
    pub(super) error: RwSignal<Option<ErrorShape>>,
    pub(super) said: RwSignal<Option<TemplateWord>>,
}

/// A question that is asked before something is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    Reset,
    Discard,
}

impl Editor {
    pub(super) fn new(live: Live<TemplatesView>, which: Which) -> Self {
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

    pub(super) fn part<R: Default>(self, pick: fn(&TemplateView) -> R) -> R {
        self.view.with(|view| view.as_ref().map(pick)).unwrap_or_default()
    }

    pub(super) fn count(self) -> u64 {
        if self.edits.get() {
            self.draft.text.with(|text| text.chars().count() as u64)
        } else {
            self.part(|view| view.characters)
        }
    }

    /// Whether the edited text is another one than the text in force.
    pub(super) fn is_unsaved(self) -> bool {
        self.edits.get() && self.draft.text.with(|text| *text != self.part(|view| view.text.clone()))
    }

    /// What keeps the edited text from being saved.
    pub(super) fn wrong(self) -> Option<String> {
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

    pub(super) fn begin(self) {
        self.said.set(None);
        self.draft
            .set(self.view.with_untracked(|view| view.as_ref().map(|view| view.text.clone())).unwrap_or_default());
        self.edits.set(true);
        self.focus();
    }

    /// Discards what was written; asks first where something would be lost.
    pub(super) fn ask_to_discard(self) {
        if untrack(|| self.is_unsaved()) {
            self.asks.set(Some(Asks::Discard));
        } else {
            self.discard();
        }
    }

    pub(super) fn discard(self) {
        self.asks.set(None);
        self.draft.clear();
        self.error.set(None);
        self.edits.set(false);
        self.focus();
    }

    /// Takes a question back.
    pub(super) fn keep(self) {
        self.asks.set(None);
        self.focus();
    }

    /// The id of the text's place on the page: the box, or the text that is read.
    pub(super) fn place(self) -> String {
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
    pub(super) fn save(self, text: Option<String>, done: TemplateWord) {
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

    pub(super) fn save_draft(self) {
        self.save(Some(self.draft.text.get_untracked()), TemplateWord::Saved);
    }
}
