//! The names of the sections that the specification knows.

use std::fmt;

/// A known section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// What the task or the iteration is for.
    Goal,
    /// What ChatGPT is asked to do now.
    Instruction,
    /// Why this plan.
    Rationale,
    /// The steps for Codex; a list.
    Actions,
    /// Where the plan expects changes.
    FilesLikelyInvolved,
    /// What to test, or what the tests said.
    Tests,
    /// When the goal is reached.
    SuccessCriteria,
    /// How the execution ended.
    Result,
    /// How many files changed.
    ChangedFiles,
    /// What was reached.
    Summary,
    /// Why it does not go on.
    Reason,
    /// What is needed to go on; a list.
    Needs,
    /// The goal of the task, for a new conversation.
    OriginalGoal,
    /// What is finished.
    Progress,
    /// Where the task stands.
    CurrentState,
    /// What is known to be wrong.
    KnownIssues,
    /// What the new conversation should do first.
    NextExpectedStep,
}

impl Section {
    /// All sections, in the order of the specification.
    pub const ALL: [Self; 17] = [
        Self::Goal,
        Self::Instruction,
        Self::Rationale,
        Self::Actions,
        Self::FilesLikelyInvolved,
        Self::Tests,
        Self::SuccessCriteria,
        Self::Result,
        Self::ChangedFiles,
        Self::Summary,
        Self::Reason,
        Self::Needs,
        Self::OriginalGoal,
        Self::Progress,
        Self::CurrentState,
        Self::KnownIssues,
        Self::NextExpectedStep,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Goal => "GOAL",
            Self::Instruction => "INSTRUCTION",
            Self::Rationale => "RATIONALE",
            Self::Actions => "ACTIONS",
            Self::FilesLikelyInvolved => "FILES_LIKELY_INVOLVED",
            Self::Tests => "TESTS",
            Self::SuccessCriteria => "SUCCESS_CRITERIA",
            Self::Result => "RESULT",
            Self::ChangedFiles => "CHANGED_FILES",
            Self::Summary => "SUMMARY",
            Self::Reason => "REASON",
            Self::Needs => "NEEDS",
            Self::OriginalGoal => "ORIGINAL_GOAL",
            Self::Progress => "PROGRESS",
            Self::CurrentState => "CURRENT_STATE",
            Self::KnownIssues => "KNOWN_ISSUES",
            Self::NextExpectedStep => "NEXT_EXPECTED_STEP",
        }
    }

    /// The section with this name on the wire, exactly.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.as_str() == name)
    }

    /// Whether its value is a list; every other section is text.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Actions | Self::Needs)
    }
}

impl fmt::Display for Section {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
