//! Which answers fit to what was sent.

use std::fmt;

use crate::state::State;
use crate::task_id::TaskId;

/// What an answer must be to be a message for us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The task it must be about; any if none.
    pub task: Option<TaskId>,
    /// The numbers it may carry.
    pub allowed: Allowed,
}

/// The numbers that an answer may carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allowed {
    /// Any number with any state that ChatGPT sends.
    Any,
    /// Exactly this number with any state that ChatGPT sends.
    Iteration(u32),
    /// One of these pairs.
    Pairs(Vec<(State, u32)>),
}

impl Expectation {
    /// Anything that ChatGPT may send.
    #[must_use]
    pub const fn any() -> Self {
        Self { task: None, allowed: Allowed::Any }
    }

    /// What may follow after a message of ours, `sent` with number `n`: PLAN carries `n + 1`; REVIEW,
    /// DONE, BLOCKED and ERROR carry `n`. After EXECUTING, which asks for nothing, only REVIEW,
    /// BLOCKED and ERROR may come. Nothing follows after a state that is not ours.
    #[must_use]
    pub fn after(sent: State, n: u32) -> Self {
        let pairs = match sent {
            State::Init | State::Executed | State::Handoff | State::Error => {
                let mut pairs = Vec::with_capacity(5);
                // A number that cannot be counted up leaves no room for a PLAN.
                pairs.extend(n.checked_add(1).map(|next| (State::Plan, next)));
                pairs.extend([State::Review, State::Done, State::Blocked, State::Error].map(|state| (state, n)));
                pairs
            }
            State::Executing => [State::Review, State::Blocked, State::Error].map(|state| (state, n)).to_vec(),
            State::Plan | State::Review | State::Done | State::Blocked => Vec::new(),
        };
        Self { task: None, allowed: Allowed::Pairs(pairs) }
    }

    /// The same for one task only.
    #[must_use]
    pub fn for_task(self, task: TaskId) -> Self {
        Self { task: Some(task), ..self }
    }
}

impl Allowed {
    /// Whether a state may come with a number.
    #[must_use]
    pub fn permits(&self, state: State, iteration: u32) -> bool {
        state.is_from_chatgpt()
            && match self {
                Self::Any => true,
                Self::Iteration(wanted) => *wanted == iteration,
                Self::Pairs(pairs) => pairs.contains(&(state, iteration)),
            }
    }

    /// Whether a state may come at all.
    pub(crate) fn permits_state(&self, state: State) -> bool {
        state.is_from_chatgpt()
            && match self {
                Self::Any | Self::Iteration(_) => true,
                Self::Pairs(pairs) => pairs.iter().any(|(permitted, _)| *permitted == state),
            }
    }

    /// The number that a state must carry, when there is exactly one.
    pub(crate) fn number_for(&self, state: State) -> Option<u32> {
        match self {
            Self::Any => None,
            Self::Iteration(wanted) => Some(*wanted),
            Self::Pairs(pairs) => {
                let mut numbers = pairs.iter().filter(|(permitted, _)| *permitted == state).map(|(_, number)| *number);
                let first = numbers.next()?;
                numbers.all(|number| number == first).then_some(first)
            }
        }
    }
}

/// In words, for the planner: `PLAN with ITERATION 2; REVIEW, DONE, BLOCKED or ERROR with ITERATION 1`.
impl fmt::Display for Allowed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => formatter.write_str("PLAN, REVIEW, DONE, BLOCKED or ERROR"),
            Self::Iteration(wanted) => {
                write!(formatter, "PLAN, REVIEW, DONE, BLOCKED or ERROR with ITERATION {wanted}")
            }
            Self::Pairs(pairs) => write_pairs(formatter, pairs),
        }
    }
}

fn write_pairs(formatter: &mut fmt::Formatter<'_>, pairs: &[(State, u32)]) -> fmt::Result {
    if pairs.is_empty() {
        return formatter.write_str("no answer");
    }
    let mut groups: Vec<(u32, Vec<State>)> = Vec::new();
    for (state, number) in pairs {
        match groups.iter_mut().find(|(known, _)| known == number) {
            Some((_, states)) => states.push(*state),
            None => groups.push((*number, vec![*state])),
        }
    }
    for (at, (number, states)) in groups.iter().enumerate() {
        if at > 0 {
            formatter.write_str("; ")?;
        }
        for (at, state) in states.iter().enumerate() {
            let join = if at == 0 {
                ""
            } else if at + 1 == states.len() {
                " or "
            } else {
                ", "
            };
            write!(formatter, "{join}{state}")?;
        }
        write!(formatter, " with ITERATION {number}")?;
    }
    Ok(())
}
