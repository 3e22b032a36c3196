//! What is looked at: its kind, and what belongs to it.

use c2c_ipc::OutputView;
use c2c_ipc::app::ChangesMode;
use c2c_ipc::words::{LookWord, Word as _};
use leptos::prelude::*;

use super::Look;
use crate::model::look::{Form, Kind};
use crate::model::text::one_line;
use crate::parts::select::Select;
use crate::parts::t;

/// A field for a line of text: its id, what it is called, and where it is kept.
type Line = (&'static str, LookWord, fn(&mut Form) -> &mut String);

const KINDS: [(Kind, LookWord); 4] = [
    (Kind::Path, LookWord::KindPath),
    (Kind::Changes, LookWord::KindChanges),
    (Kind::Output, LookWord::KindOutput),
    (Kind::Search, LookWord::KindSearch),
];

/// What can be compared, the tool's own choice first. The control has their numbers as values.
const MODES: [(Option<ChangesMode>, LookWord); 5] = [
    (None, LookWord::ModeHead),
    (Some(ChangesMode::Unstaged), LookWord::ModeUnstaged),
    (Some(ChangesMode::Staged), LookWord::ModeStaged),
    (Some(ChangesMode::Base), LookWord::ModeBase),
    (Some(ChangesMode::Commits), LookWord::ModeCommits),
];

/// The fields under the folder.
#[component]
pub(super) fn Fields(look: Look) -> impl IntoView {
    let language = look.context.language;
    let kind = Memo::new(move |_| look.form.with(|form| form.kind));
    let mode = Memo::new(move |_| look.form.with(|form| form.mode));
    let radio = move |(value, label): (Kind, LookWord)| {
        let pick = move |_| {
            look.form.update(|form| {
                form.kind = value;
                form.output.clear();
            });
            look.look(false);
        };
        view! {
            <label class="radio">
                <input type="radio" name="kind" prop:checked=move || kind.get() == value on:change=pick />
                <span>{t(label)}</span>
            </label>
        }
    };
    let choice = move || match kind.get() {
        Kind::Changes => choose(look, "mode", LookWord::Compared).into_any(),
        Kind::Output => choose(look, "output", LookWord::KindOutput).into_any(),
        Kind::Path | Kind::Search => ().into_any(),
    };
    let fields = move || lines(kind.get(), mode.get()).iter().map(|one| line(look, *one)).collect_view();
    let wrong = move || look.wrong.get().map(|word| word.text(language.get()));
    view! {
        <fieldset class="field">
            <legend>{t(LookWord::What)}</legend>
            <div class="kinds">{KINDS.map(radio).into_iter().collect_view()}</div>
        </fieldset>
        <div class="look-row">
            {choice}
            {fields}
            <button type="submit" class="primary">{t(LookWord::Show)}</button>
        </div>
        <p class="hint" class:gone=move || kind.get() != Kind::Path>{t(LookWord::PathHint)}</p>
        <p class="wrong" id="look-wrong" role="alert">{wrong}</p>
    }
}

/// The fields of a kind.
fn lines(kind: Kind, mode: Option<ChangesMode>) -> &'static [Line] {
    match (kind, mode) {
        (Kind::Path, _) => &[("path", LookWord::Path, |form| &mut form.path)],
        (Kind::Changes, Some(ChangesMode::Base)) => &[("base", LookWord::Base, |form| &mut form.base)],
        (Kind::Changes, Some(ChangesMode::Commits)) => {
            &[("from", LookWord::Older, |form| &mut form.from), ("to", LookWord::Newer, |form| &mut form.to)]
        }
        (Kind::Search, _) => &[("query", LookWord::Query, |form| &mut form.query)],
        (Kind::Changes | Kind::Output, _) => &[],
    }
}

fn line(look: Look, (id, label, at): Line) -> impl IntoView {
    // What is typed is in the field already; what is set from elsewhere comes here.
    let value = Memo::new(move |_| at(&mut look.form.get()).clone());
    let typed = move |event| {
        let text = event_target_value(&event);
        look.form.update(|form| *at(form) = text);
        look.wrong.set(None);
    };
    view! {
        <div class="field">
            <label for=id>{t(label)}</label>
            <input
                type="text"
                class="mono"
                id=id
                autocomplete="off"
                spellcheck="false"
                aria-describedby="look-wrong"
                prop:value=move || value.get()
                on:input=typed
            />
        </div>
    }
}

/// What is compared, or which output it is.
fn choose(look: Look, id: &'static str, label: LookWord) -> impl IntoView {
    let language = look.context.language;
    let is_mode = id == "mode";
    let choices = Signal::derive(move || {
        let language = language.get();
        if is_mode {
            let name = |(at, (_, word)): (usize, &(Option<ChangesMode>, LookWord))| {
                (at.to_string(), word.text(language).to_owned())
            };
            return MODES.iter().enumerate().map(name).collect::<Vec<_>>();
        }
        let name = |one: &OutputView| (one.id.clone(), one_line(&format!("{} – {}", one.command, one.id)));
        let mut choices = vec![(String::new(), LookWord::AllOutputs.text(language).to_owned())];
        choices.extend(look.outputs.with(|outputs| outputs.iter().map(name).collect::<Vec<_>>()));
        choices
    });
    let chosen = Signal::derive(move || {
        look.form.with(|form| {
            if is_mode {
                MODES.iter().position(|(mode, _)| *mode == form.mode).unwrap_or_default().to_string()
            } else {
                form.output.clone()
            }
        })
    });
    let pick = move |value: String| {
        look.form.update(|form| {
            if is_mode {
                form.mode = value.parse().ok().and_then(|at: usize| MODES.get(at)).and_then(|(mode, _)| *mode);
            } else {
                form.output = value;
            }
        });
        look.look(false);
    };
    view! {
        <div class="field">
            <label for=id>{t(label)}</label>
            <Select id choices chosen on_pick=Callback::new(pick) />
        </div>
    }
}
