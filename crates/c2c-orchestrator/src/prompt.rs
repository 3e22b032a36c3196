//! What Codex is told. Pure text.

use std::fmt::Write as _;

use crate::machine::PlanInForce;

/// The prompt that has Codex carry out `plan`.
pub(crate) fn execute(plan: &PlanInForce, goal: &str) -> String {
    let mut prompt = String::from(
        "Carry out the plan below in this workspace. Another model planned it and will review your work by reading \
         the files and the diff.\n",
    );
    body(&mut prompt, plan, goal);
    prompt
}

/// The prompt that has Codex go on after it was cut off in the middle of `plan`.
pub(crate) fn resume(plan: &PlanInForce, goal: &str) -> String {
    let mut prompt = String::from(
        "You were carrying out the plan below in this workspace and were cut off, so part of it may be done. First look \
         at `git status` and `git diff` to see what is there. Do not repeat what is done; finish what is missing.\n",
    );
    body(&mut prompt, plan, goal);
    prompt
}

/// The plan as text, for the record.
pub(crate) fn plan_text(plan: &PlanInForce) -> String {
    let sections = plan.sections.iter().map(|(name, text)| format!("{name}:\n{}\n", text.trim_end()));
    sections.collect::<Vec<_>>().join("\n")
}

fn body(prompt: &mut String, plan: &PlanInForce, goal: &str) {
    prompt.push_str(
        "\nRules:\n\
         - Do only what the plan asks for, within this workspace.\n\
         - Do not commit, stash, reset or switch branches.\n\
         - Run the tests that the plan names, after the changes, as separate commands, and leave their output as it is.\n\
         - When something in the plan cannot be done, do the rest and say so.\n\
         - Finish with the JSON object that the output schema asks for. Put the exact test command that you ran last \
         into `test_command`.\n",
    );
    // Writing to a String cannot fail.
    let _ = write!(prompt, "\nOVERALL GOAL:\n{}\n\nPLAN FOR ITERATION {}\n", goal.trim(), plan.iteration);
    prompt.push('\n');
    prompt.push_str(&plan_text(plan));
}
