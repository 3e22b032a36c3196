//! The choice of a folder: those that C2C knows, or another one.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{ChooseFolderParams, KnownWorkspaceView, WorkspacesView};
use c2c_ipc::words::{TaskWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::draft::Draft;
use super::fault::Fault;
use super::live::Live;
use super::select::Select;
use super::{context, t};
use crate::backend;
use crate::model::text::one_line;

/// The choice. `described_by` names what says what is wrong with it, `taken` is said of a folder that has a session, where one is to begin.
#[component]
pub(crate) fn Folder(
    known: Live<WorkspacesView>,
    root: Draft,
    #[prop(optional)] described_by: Option<&'static str>,
    #[prop(optional)] taken: Option<TaskWord>,
) -> impl IntoView {
    let language = context().language;
    let error = RwSignal::new(None::<ErrorShape>);
    let choices = Signal::derive(move || {
        let chosen = root.text.get();
        let mut choices: Vec<(String, String)> = known.value.with(|known| {
            let all = known.iter().flat_map(|known| &known.workspaces);
            let label = |one: &KnownWorkspaceView| {
                let folder = one_line(&format!("{} – {}", one.name, one.root));
                let word = match taken {
                    Some(_) if !one.is_repository => Some(TaskWord::NoRepository),
                    _ => taken.filter(|_| one.taken_by.is_some()),
                };
                word.map_or(folder.clone(), |word| word.with(language.get(), &[("folder", &folder)]))
            };
            all.map(|one| (one.root.clone(), label(one))).collect()
        });
        if chosen.is_empty() {
            let word = if choices.is_empty() { TaskWord::NoneKnown } else { TaskWord::NoneChosen };
            choices.insert(0, (String::new(), word.text(language.get()).to_owned()));
        } else if !choices.iter().any(|(root, _)| *root == chosen) {
            choices.insert(0, (chosen.clone(), one_line(&chosen)));
        }
        choices
    });
    let choose = move |_| {
        spawn_local(async move {
            match backend::ask(ChooseFolderParams {}).await {
                Ok(chosen) => {
                    error.try_set(None);
                    if let Some(chosen) = chosen.root {
                        root.set(chosen);
                    }
                }
                Err(failed) => {
                    error.try_set(Some(failed));
                }
            }
        });
    };
    view! {
        <div class="folder">
            <Select
                id="folder"
                choices
                chosen=root.text
                described_by=described_by.unwrap_or_default()
                on_pick=Callback::new(move |chosen| root.set(chosen))
            />
            <button type="button" on:click=choose>{t(TaskWord::ChooseFolder)}</button>
        </div>
        {move || error.get().map(|error| view! { <Fault error /> })}
    }
}
