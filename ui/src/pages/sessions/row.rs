//! One slot of the list: shows one row after the other.
//!
//! While the list is scrolled dozens of slots change in every frame, so a slot has a single effect, which compares what
//! it shows with what it should show and writes what differs. All texts are written as text.

use std::sync::Arc;

use c2c_ipc::app::SessionRow;
use c2c_ipc::words::{Language, ListWord, Word as _};
use leptos::html;
use leptos::prelude::*;

use super::store::Store;
use crate::model::age::age;
use crate::model::rows;
use crate::model::state::state;
use crate::model::text::one_line;
use crate::parts::context;
use crate::parts::time::{Style, date};

/// What all slots of a list go by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    /// The first row that has a slot.
    pub(super) first: Memo<u32>,
    /// How many slots there are.
    pub(super) count: Memo<u32>,
    /// How many rows there are.
    pub(super) total: Memo<u32>,
    /// The height of a row in pixels.
    pub(super) row_height: Memo<f64>,
    /// The row that the keyboard is at.
    pub(super) marked: RwSignal<Option<u32>>,
}

/// What a slot shows.
#[derive(Debug, Default, PartialEq)]
struct Look {
    number: u32,
    total: u32,
    top: f64,
    is_marked: bool,
    /// None while the row is not there.
    cells: Option<Cells>,
}

/// The texts of a row.
#[derive(Debug, Default, PartialEq)]
struct Cells {
    dot: &'static str,
    state: &'static str,
    goal: String,
    workspace: String,
    root: String,
    iteration: String,
    age: String,
}

impl Cells {
    fn of(row: &SessionRow, now: f64, language: Language) -> Self {
        let (word, tone) = state(row);
        let (iteration, limit) = (row.iteration.to_string(), row.max_iterations.to_string());
        let fields = [("iteration", iteration.as_str()), ("limit", limit.as_str())];
        let at = row.updated_at_ms as f64;
        Self {
            dot: tone.class(),
            state: word.text(language),
            goal: one_line(&row.goal),
            workspace: one_line(&row.workspace_name),
            root: one_line(&row.root),
            iteration: ListWord::IterationOf.with(language, &fields),
            age: age(at, now, language).unwrap_or_else(|| date(at, Style::Day, language)),
        }
    }
}

/// The elements that change.
#[derive(Debug, Clone, Copy)]
struct Parts {
    row: NodeRef<html::Div>,
    dot: NodeRef<html::Span>,
    state: NodeRef<html::Span>,
    goal: NodeRef<html::Bdi>,
    workspace: NodeRef<html::Bdi>,
    iteration: NodeRef<html::Span>,
    age: NodeRef<html::Span>,
}

impl Parts {
    fn new() -> Self {
        Self {
            row: NodeRef::new(),
            dot: NodeRef::new(),
            state: NodeRef::new(),
            goal: NodeRef::new(),
            workspace: NodeRef::new(),
            iteration: NodeRef::new(),
            age: NodeRef::new(),
        }
    }

    /// Writes what is another than before; false when the elements are not there yet.
    fn write(self, look: &Look, before: Option<&Look>) -> bool {
        let Some(row) = self.row.get_untracked() else { return false };
        let is_other = |pick: fn(&Look) -> u32| before.is_none_or(|before| pick(before) != pick(look));
        if is_other(|look| look.number) {
            set(&row, "id", &row_id(look.number));
            set(&row, "aria-posinset", &(look.number + 1).to_string());
        }
        if is_other(|look| look.total) {
            set(&row, "aria-setsize", &look.total.to_string());
        }
        if before.is_none_or(|before| before.top != look.top) {
            // A style of this name takes every value.
            drop(web_sys::HtmlElement::style(&row).set_property("transform", &format!("translateY({}px)", look.top)));
        }
        let class = |look: &Look| match (look.is_marked, look.cells.is_none()) {
            (false, false) => "row",
            (true, false) => "row marked",
            (false, true) => "row waiting",
            (true, true) => "row marked waiting",
        };
        if before.is_none_or(|before| class(before) != class(look)) {
            row.set_class_name(class(look));
            set(&row, "aria-selected", if look.is_marked { "true" } else { "false" });
        }
        let none = Cells { dot: "none", ..Cells::default() };
        self.write_cells(
            look.cells.as_ref().unwrap_or(&none),
            before.map(|before| before.cells.as_ref().unwrap_or(&none)),
        );
        true
    }

    fn write_cells(self, cells: &Cells, before: Option<&Cells>) {
        let is_other = |pick: fn(&Cells) -> &str| before.is_none_or(|before| pick(before) != pick(cells));
        if let Some(dot) = self.dot.get_untracked().filter(|_| is_other(|cells| cells.dot)) {
            dot.set_class_name(&format!("dot {}", cells.dot));
        }
        if let Some(state) = self.state.get_untracked().filter(|_| is_other(|cells| cells.state)) {
            state.set_text_content(Some(cells.state));
        }
        if let Some(goal) = self.goal.get_untracked().filter(|_| is_other(|cells| &cells.goal)) {
            goal.set_text_content(Some(&cells.goal));
            set(&goal, "title", &cells.goal);
        }
        if let Some(workspace) = self.workspace.get_untracked() {
            if is_other(|cells| &cells.workspace) {
                workspace.set_text_content(Some(&cells.workspace));
            }
            if is_other(|cells| &cells.root) {
                set(&workspace, "title", &cells.root);
            }
        }
        if let Some(iteration) = self.iteration.get_untracked().filter(|_| is_other(|cells| &cells.iteration)) {
            iteration.set_text_content(Some(&cells.iteration));
        }
        if let Some(age) = self.age.get_untracked().filter(|_| is_other(|cells| &cells.age)) {
            age.set_text_content(Some(&cells.age));
        }
    }
}

/// Sets an attribute. All names here are such that this cannot fail.
fn set(element: &web_sys::Element, name: &str, value: &str) {
    drop(element.set_attribute(name, value));
}

/// The id of a row's element.
pub(super) fn row_id(number: u32) -> String {
    format!("session-{number}")
}

/// The slot of a number from 0 on. `open` is called with the row that is pressed.
#[component]
pub(super) fn Row(store: Store, at: u32, slots: Slots, open: fn(Option<Arc<SessionRow>>)) -> impl IntoView {
    let context = context();
    let parts = Parts::new();
    let number = Memo::new(move |_| rows::row_of_slot(at, slots.first.get(), slots.count.get()));
    let is_marked = Memo::new(move |_| slots.marked.get() == Some(number.get()));
    Effect::new(move |before: Option<Option<Look>>| {
        // Once it is on the page.
        parts.row.track();
        store.came.track();
        let number = number.get();
        let (now, language) = (context.now.get(), context.language.get());
        let look = Look {
            number,
            total: slots.total.get(),
            top: f64::from(number) * slots.row_height.get(),
            is_marked: is_marked.get(),
            cells: store.row(number).map(|row| Cells::of(&row, now, language)),
        };
        parts.write(&look, before.flatten().as_ref()).then_some(look)
    });
    let press = move |_| {
        let number = number.get_untracked();
        slots.marked.set(Some(number));
        open(store.row(number));
    };
    view! {
        <div class="row waiting" node_ref=parts.row role="option" on:click=press>
            <span class="cell-state">
                <span class="dot none" node_ref=parts.dot aria-hidden="true"></span>
                <span node_ref=parts.state></span>
            </span>
            <span class="cell-goal">
                <bdi node_ref=parts.goal></bdi>
            </span>
            <span class="cell-workspace">
                <bdi node_ref=parts.workspace></bdi>
            </span>
            <span class="cell-iteration" node_ref=parts.iteration></span>
            <span class="cell-age" node_ref=parts.age></span>
        </div>
    }
}
