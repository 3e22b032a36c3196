//! The texts with which a folder's conversations begin: to read, copy, edit, and reset.

mod one;

use c2c_ipc::app::{TemplatesParams, TemplatesView, WorkspacesParams, WorkspacesView};
use c2c_ipc::words::{TemplateWord, WindowWord, Word as _};
use leptos::prelude::*;

use super::Heading;
use crate::parts::draft::Draft;
use crate::parts::fault::{Empty, Loaded};
use crate::parts::folder::Folder;
use crate::parts::live::Live;
use crate::parts::{context, t};
use one::{One, Which};

/// The page.
#[component]
pub(crate) fn Templates() -> impl IntoView {
    let context = context();
    let known = Live::<WorkspacesView>::new(WorkspacesParams {});
    let root = Draft::of_window("templates.root");
    let heading = Signal::derive(move || WindowWord::Templates.text(context.language.get()).to_owned());
    // The folder that was used last, until another one is chosen.
    Effect::new(move |_| {
        let first = known.value.with(|known| known.as_ref()?.workspaces.first().map(|first| first.root.clone()));
        if let Some(first) = first.filter(|_| root.text.with_untracked(String::is_empty)) {
            root.set(first);
        }
    });
    let chosen = Memo::new(move |_| root.text.get());
    view! {
        <div class="page page-form">
            <header class="bar">
                <Heading text=heading />
            </header>
            <Loaded
                live=known
                content=move || {
                    view! {
                        <div class="field">
                            <label for="folder">{t(TemplateWord::Folder)}</label>
                            <Folder known root />
                        </div>
                        {move || {
                            let root = chosen.get();
                            if root.is_empty() {
                                view! {
                                    <Empty
                                        title=Signal::derive(t(TemplateWord::Empty))
                                        hint=Signal::derive(t(TemplateWord::EmptyHint))
                                    >
                                        ""
                                    </Empty>
                                }
                                    .into_any()
                            } else {
                                view! { <Both root /> }.into_any()
                            }
                        }}
                    }
                }
            />
        </div>
    }
}

/// Both texts of a folder.
#[component]
fn Both(root: String) -> impl IntoView {
    let live = Live::<TemplatesView>::new(TemplatesParams { root });
    view! {
        <Loaded
            live
            content=move || {
                view! {
                    <One live which=Which::BootPrompt />
                    <One live which=Which::Instructions />
                }
            }
        />
    }
}
