//! The plan as a checklist.

use c2c_ipc::app::{Need, PlanView, StepState};
use c2c_ipc::words::{SessionWord, Word as _};
use leptos::prelude::*;

use super::Shown;
use crate::model::text::visible;
use crate::parts::icon::{Draw, Icon};
use crate::parts::{context, t};

/// The plan that waits, is carried out, or was carried out last.
#[component]
pub(super) fn Plan(shown: Shown) -> impl IntoView {
    let language = context().language;
    let plan = shown.part(|view| view.plan.clone());
    let title = move || match plan.with(|plan| plan.as_ref().map(|plan| plan.iteration)) {
        Some(iteration) => SessionWord::PlanOf.with(language.get(), &[("iteration", &iteration.to_string())]),
        None => SessionWord::Plan.text(language.get()).to_owned(),
    };
    let step = move |text: &str, state: StepState| {
        let (class, icon, word) = match state {
            StepState::Open => ("step open", Icon::Circle, SessionWord::StepOpen),
            StepState::Working => ("step working", Icon::Half, SessionWord::StepWorking),
            StepState::Done => ("step done", Icon::Check, SessionWord::StepDone),
            StepState::Failed => ("step failed", Icon::Cross, SessionWord::StepFailed),
            StepState::Undone => ("step failed", Icon::Cross, SessionWord::StepUndone),
        };
        view! {
            <li class=class>
                <Draw icon />
                <span class="step-text"><bdi>{visible(text)}</bdi></span>
                <span class="step-state">{t(word)}</span>
            </li>
        }
    };
    let body = move || {
        let Some(plan) = plan.get() else {
            return view! { <p class="none">{t(SessionWord::PlanEmpty)}</p> }.into_any();
        };
        let steps = plan.steps.iter().map(|one| step(&one.text, one.state)).collect_view();
        view! {
            <ol class="steps">{steps}</ol>
            <Rest plan />
        }
        .into_any()
    };
    // A plan that waits for a yes or no stands above, with its buttons.
    let waits = shown.part(|view| view.row.need == Some(Need::Approval));
    move || {
        (!waits.get()).then(|| {
            view! {
                <section class="part" aria-labelledby="plan">
                    <h2 id="plan">{title}</h2>
                    {body}
                </section>
            }
        })
    }
}

/// What a plan says besides its steps.
#[component]
pub(super) fn Rest(plan: PlanView) -> impl IntoView {
    (!plan.sections.is_empty()).then(|| {
        let section = |(name, text): (String, String)| {
            view! {
                <dt>
                    <bdi>{visible(&name)}</bdi>
                </dt>
                <dd>
                    <bdi>{visible(&text)}</bdi>
                </dd>
            }
        };
        view! {
            <details class="disclosure">
                <summary>{t(SessionWord::PlanMore)}</summary>
                <dl class="sections">{plan.sections.into_iter().map(section).collect_view()}</dl>
            </details>
        }
    })
}
