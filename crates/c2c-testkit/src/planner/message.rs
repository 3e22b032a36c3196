//! Control messages as the planner reads and writes them. It goes by the protocol's text and does
//! not share the product's parser.

use std::fmt::Write;

/// The headers of a message that C2C sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Received {
    pub(crate) state: String,
    pub(crate) task_id: String,
    pub(crate) iteration: u32,
}

impl Received {
    /// Reads the headers; none when the text is no control message, such as the boot prompt.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip_while(|line| line.trim() != "[C2C]").skip(1);
        let mut header = |name: &str| lines.next()?.trim().strip_prefix(name).map(|value| value.trim().to_owned());
        Some(Self {
            state: header("STATE:")?,
            task_id: header("TASK_ID:")?,
            iteration: header("ITERATION:")?.parse().ok()?,
        })
    }
}

/// One change that a plan asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) path: String,
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) why: String,
}

/// The planner's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Plan { goal: String, rationale: String, changes: Vec<Change>, test_command: String },
    Done { summary: String },
    Blocked { reason: String, needs: String },
}

impl Answer {
    /// The answer as a control message.
    pub(crate) fn render(&self, to: &Received) -> String {
        let (state, iteration) = match self {
            Self::Plan { .. } => ("PLAN", to.iteration + 1),
            Self::Done { .. } => ("DONE", to.iteration),
            Self::Blocked { .. } => ("BLOCKED", to.iteration),
        };
        let mut text = format!("[C2C]\nSTATE: {state}\nTASK_ID: {}\nITERATION: {iteration}\n", to.task_id);
        let mut section = |name: &str, body: &str| {
            // Writing to a string cannot fail.
            let _written = write!(text, "\n{name}:\n{body}\n");
        };
        match self {
            Self::Done { summary } => section("SUMMARY", summary),
            Self::Blocked { reason, needs } => {
                section("REASON", reason);
                section("NEEDS", &format!("1. {needs}"));
            }
            Self::Plan { goal, rationale, changes, test_command } => {
                let change = |change: &Change| {
                    let Change { path, old, new, why } = change;
                    format!("In `{path}`, replace `{old}` with `{new}`, because {why}.")
                };
                let mut actions: Vec<String> = changes.iter().map(change).collect();
                actions.push(format!("Run `{test_command}` and report its output."));
                let numbered = actions.iter().enumerate().map(|(index, action)| format!("{}. {action}", index + 1));
                let mut paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
                paths.dedup();
                section("GOAL", goal);
                section("RATIONALE", rationale);
                section("ACTIONS", &numbered.collect::<Vec<_>>().join("\n"));
                section("FILES_LIKELY_INVOLVED", &paths.join("\n"));
                section("TESTS", &format!("Run `{test_command}`."));
                section("SUCCESS_CRITERIA", "The test command ends with exit code 0 and reports no failure.");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn received() -> Received {
        Received { state: "EXECUTED".to_owned(), task_id: "c2c_1".to_owned(), iteration: 1 }
    }

    #[test]
    fn headers_are_read_and_other_text_is_not() {
        let text = "[C2C]\nSTATE: EXECUTED\nTASK_ID: c2c_1\nITERATION: 1\n\nRESULT:\nx\n";
        assert_eq!(Received::of(text), Some(received()));
        assert_eq!(Received::of("You are the planning layer."), None);
    }

    #[test]
    fn a_plan_has_all_sections() {
        let changes = vec![Change {
            path: "conf/a.conf".to_owned(),
            old: "x=1".to_owned(),
            new: "x=2".to_owned(),
            why: "the test expects it".to_owned(),
        }];
        let plan = Answer::Plan {
            goal: "Make it pass.".to_owned(),
            rationale: "It fails.".to_owned(),
            changes,
            test_command: "sh t.sh".to_owned(),
        };
        assert_snapshot!(plan.render(&received()), @"
        [C2C]
        STATE: PLAN
        TASK_ID: c2c_1
        ITERATION: 2

        GOAL:
        Make it pass.

        RATIONALE:
        It fails.

        ACTIONS:
        1. In `conf/a.conf`, replace `x=1` with `x=2`, because the test expects it.
        2. Run `sh t.sh` and report its output.

        FILES_LIKELY_INVOLVED:
        conf/a.conf

        TESTS:
        Run `sh t.sh`.

        SUCCESS_CRITERIA:
        The test command ends with exit code 0 and reports no failure.
        ");
    }

    #[test]
    fn the_ends_carry_the_number_they_answer() {
        assert_snapshot!(Answer::Done { summary: "It passes.".to_owned() }.render(&received()), @"
        [C2C]
        STATE: DONE
        TASK_ID: c2c_1
        ITERATION: 1

        SUMMARY:
        It passes.
        ");
        let blocked = Answer::Blocked { reason: "No connector.".to_owned(), needs: "Switch it on.".to_owned() };
        assert_snapshot!(blocked.render(&received()), @"
        [C2C]
        STATE: BLOCKED
        TASK_ID: c2c_1
        ITERATION: 1

        REASON:
        No connector.

        NEEDS:
        1. Switch it on.
        ");
    }
}
