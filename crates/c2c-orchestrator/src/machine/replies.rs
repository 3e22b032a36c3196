//! What follows from an answer.

use c2c_ports::NoticeKind;
use c2c_protocol::{ControlMessage, Expectation, Parsed, Section, State, Status as ParseStatus, Value};

use super::{Approval, Effect, LookingFor, Machine, MessageKind, Note, PauseReason, Phase, PlanInForce, Refusal, Step};

/// What stands before the actions of a plan that ChatGPT made without a single look, in its notice.
pub const PLANNED_BLINDLY: &str = "ChatGPT did not look at the workspace before it planned.";

impl Machine {
    pub(super) fn reply(&mut self, text: &str, tool_calls: u64, now_ms: i64) -> Step {
        let waits = matches!(self.phase, Phase::Waiting { .. } | Phase::Blocked { .. });
        let Some(expectation) = self.expectation().filter(|_| waits) else {
            return self.no_answer_awaited();
        };
        if matches!(self.paused, Some(PauseReason::Person | PauseReason::Interrupted)) {
            return Step::refused(
                "session_paused",
                "The session is paused.",
                "`c2c continue` first, then give the answer again.",
            );
        }
        let parsed = c2c_protocol::parse(text, &expectation);
        if matches!(self.phase, Phase::Blocked { .. }) && parsed.status == ParseStatus::None {
            return self.answered_by_person(text);
        }
        match parsed.message {
            Some(message) if parsed.status == ParseStatus::Message => self.taken(&message, tool_calls, now_ms),
            _ => self.malformed(&parsed, &expectation),
        }
    }

    /// An answer that a person brings. What does not fit is refused before it counts: it may be the wrong text, and
    /// theirs to bring another.
    pub(super) fn brought(&mut self, text: &str, tool_calls: u64, now_ms: i64) -> Step {
        match self.misfit(text) {
            Some(refusal) => Step { refused: Some(refusal), ..Step::default() },
            None => self.reply(text, tool_calls, now_ms),
        }
    }

    /// Why `text` cannot be the answer that a person is to bring now; none when it can, and when none is awaited.
    #[must_use]
    pub fn misfit(&self, text: &str) -> Option<Refusal> {
        let waits = matches!(self.phase, Phase::Waiting { .. } | Phase::Blocked { .. });
        let expectation = self.expectation().filter(|_| waits)?;
        let parsed = c2c_protocol::parse(text, &expectation);
        let is_own_words = matches!(self.phase, Phase::Blocked { .. }) && parsed.status == ParseStatus::None;
        if parsed.status == ParseStatus::Message || is_own_words {
            return None;
        }
        let message = if parsed.status == ParseStatus::None {
            "This is not the answer that is awaited: there is no message for C2C in it. Nothing was taken.".to_owned()
        } else {
            let errors: Vec<String> = parsed.errors.iter().map(ToString::to_string).collect();
            format!("This is not the answer that is awaited: {}. Nothing was taken.", errors.join("; "))
        };
        let hint = "Copy all of ChatGPT's last answer, from `[C2C]` to its end. If it really answered so, tell it in \
                    the conversation what is wrong, and bring its next answer.";
        Some(Refusal { code: "reply_unfit".to_owned(), message, hint: hint.to_owned() })
    }

    /// Whether `text` is an answer that fits the message that waits for one.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let waits = matches!(self.phase, Phase::Waiting { .. } | Phase::Blocked { .. });
        let expectation = self.expectation().filter(|_| waits);
        expectation.is_some_and(|expectation| c2c_protocol::parse(text, &expectation).status == ParseStatus::Message)
    }

    fn no_answer_awaited(&self) -> Step {
        let message = match self.phase {
            Phase::New | Phase::Looking | Phase::Sending => {
                "The message is still on its way; no answer is awaited yet."
            }
            Phase::Approving => "A plan waits for approval; no answer is awaited.",
            Phase::Executing { .. } | Phase::Recording => "Codex works on the plan; no answer is awaited.",
            Phase::Done { .. } => "The session is done.",
            Phase::Stopping | Phase::Stopped => "The session is stopped.",
            Phase::Waiting { .. } | Phase::Blocked { .. } => "No message was sent yet.",
        };
        Step::refused("reply_not_awaited", message, "`c2c status` shows what is awaited.")
    }

    fn answered_by_person(&mut self, text: &str) -> Step {
        let text = text.trim();
        if text.is_empty() {
            return Step::refused(
                "reply_empty",
                "The answer is empty.",
                "Say what ChatGPT needs to know, or `c2c continue` without an answer.",
            );
        }
        self.answer = Some(text.to_owned());
        self.paused = None;
        self.send(MessageKind::Handoff)
    }

    fn malformed(&mut self, parsed: &Parsed, expectation: &Expectation) -> Step {
        let errors: Vec<String> = parsed.errors.iter().map(ToString::to_string).collect();
        // `?` marks an answer that was not taken, whatever it says it is.
        let step = Step::note(Note::Malformed { errors: errors.clone() })
            .with_answer("?", parsed.iteration().unwrap_or(self.iteration));
        let correction = c2c_protocol::correction(parsed, expectation, &self.task_id, self.iteration);
        self.paused = None;
        if self.corrected {
            return step.then(self.pause(PauseReason::Malformed { errors, correction }));
        }
        self.corrected = true;
        step.then(self.send(MessageKind::Correction { text: correction }))
    }

    fn taken(&mut self, message: &ControlMessage, tool_calls: u64, now_ms: i64) -> Step {
        self.paused = None;
        self.corrected = false;
        self.usable();
        let (state, iteration) = (message.state, message.iteration);
        let mut step = Step::note(Note::Taken { state, iteration }).with_answer(state.as_str(), iteration);
        self.blind = matches!(state, State::Plan | State::Done) && tool_calls == 0;
        if self.blind {
            step = step.then(Step::note(Note::NoToolCalls { state }));
        }
        let text = |section| message.sections.text(section).unwrap_or_default().trim().to_owned();
        let next = match state {
            State::Plan => {
                self.plans = self.plans.saturating_add(1);
                self.plan = Some(PlanInForce { number: self.plans, iteration, sections: texts(message) });
                self.plan_in_hand()
            }
            State::Done => self.done(text(Section::Summary)),
            State::Blocked => {
                self.blocked(text(Section::Reason), message.sections.list(Section::Needs).unwrap_or_default().to_vec())
            }
            State::Error => self.pause(PauseReason::PlannerError { text: text(Section::Reason) }),
            // A plea for patience. The other states never come through `Expectation`.
            _ => {
                self.wait(now_ms);
                Step::nothing()
            }
        };
        step.then(next)
    }

    /// Limit and approval stand between a plan and its execution.
    pub(super) fn plan_in_hand(&mut self) -> Step {
        let Some(plan) = self.execution() else {
            return Step::nothing();
        };
        let (number, iteration) = (plan.number, plan.iteration);
        self.phase = Phase::Approving;
        if iteration > self.allowed_iterations {
            return self.pause(PauseReason::Limit { iterations: self.iteration });
        }
        let asks = match self.settings.approval {
            Approval::Never => false,
            Approval::First => !self.approved,
            Approval::Every => true,
        };
        if !asks {
            return self.look_for(LookingFor::Execution);
        }
        let mut body = self.plan.as_ref().map_or("", |plan| plan.section("ACTIONS")).to_owned();
        if self.blind {
            body = format!("{PLANNED_BLINDLY}\n{body}");
        }
        Step::effect(Effect::Notify {
            kind: NoticeKind::Approval,
            title: format!("Plan {iteration} waits for `c2c approve` or `c2c reject` ({})", self.task_id),
            body,
            plan: Some(number),
        })
    }

    fn done(&mut self, summary: String) -> Step {
        let step = Step::effect(Effect::Notify {
            kind: NoticeKind::Done,
            title: format!("Done after {} ({})", iterations(self.iteration), self.task_id),
            body: summary.clone(),
            plan: None,
        });
        self.phase = Phase::Done { summary };
        self.known_issues.clear();
        step
    }

    fn blocked(&mut self, reason: String, needs: Vec<String>) -> Step {
        let step = Step::effect(Effect::Notify {
            kind: NoticeKind::Blocked,
            title: format!("ChatGPT is blocked and waits for `c2c reply` ({})", self.task_id),
            body: std::iter::once(&reason).chain(&needs).cloned().collect::<Vec<_>>().join("\n"),
            plan: None,
        });
        self.phase = Phase::Blocked { reason, needs };
        step
    }
}

/// The sections as text; lists numbered, as they are shown and given to Codex.
fn texts(message: &ControlMessage) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        Value::List(items) => numbered(items),
    };
    message.sections.iter().map(|(name, value)| (name.to_owned(), text(value))).collect()
}

/// A numbered list; the further lines of an item are indented under its number.
fn numbered(items: &[String]) -> String {
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        let indent = " ".repeat(number.len());
        for (line, text) in item.lines().enumerate() {
            let lead = if line == 0 { &number } else { &indent };
            lines.push(format!("{lead}{text}").trim_end().to_owned());
        }
    }
    lines.join("\n")
}

fn iterations(count: u32) -> String {
    if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") }
}

#[cfg(test)]
mod tests;
