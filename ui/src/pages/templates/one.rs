//! One text.

mod editor;

use c2c_ipc::app::{TemplateWarning, TemplatesView};
use c2c_ipc::words::{TemplateWord, WindowWord, Word as _};
use leptos::prelude::*;

use crate::model::keys::Keys;
use crate::model::text::grouped;
use crate::parts::confirm::Confirm;
use crate::parts::copy::Copy;
use crate::parts::fault::Fault;
use crate::parts::keys::{key_name, sends};
use crate::parts::live::Live;
use crate::parts::safe::Untrusted;
use crate::parts::t;
pub(super) use editor::Which;
use editor::{Asks, Editor};

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
