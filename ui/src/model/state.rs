//! How a session's state, a message and the like are shown: a word and a colour.

use c2c_ipc::app::{Activity, Need, SessionRow};
use c2c_ipc::words::{SessionWord, StateWord};

/// A colour with a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    /// It goes on.
    Active,
    /// It waits for the person.
    Attention,
    /// It failed.
    Bad,
    /// It is finished well.
    Good,
    /// It rests.
    Quiet,
}

impl Tone {
    /// Its class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Attention => "attention",
            Self::Bad => "bad",
            Self::Good => "good",
            Self::Quiet => "quiet",
        }
    }
}

/// A session's state.
pub(crate) fn state(row: &SessionRow) -> (StateWord, Tone) {
    match row.need {
        Some(Need::Approval) => (StateWord::NeedsApproval, Tone::Attention),
        Some(Need::Answer) => (StateWord::NeedsAnswer, Tone::Attention),
        Some(Need::Carry) => (StateWord::NeedsCarrying, Tone::Attention),
        Some(Need::Chore) => (StateWord::NeedsChore, Tone::Attention),
        Some(Need::Failure) => (StateWord::NeedsFailure, Tone::Bad),
        Some(Need::Owner) => (StateWord::NeedsOwner, Tone::Quiet),
        None => activity(row.activity),
    }
}

fn activity(activity: Activity) -> (StateWord, Tone) {
    match activity {
        Activity::Looking => (StateWord::Looking, Tone::Active),
        Activity::Sending => (StateWord::Sending, Tone::Active),
        Activity::Waiting => (StateWord::Waiting, Tone::Active),
        Activity::Approving => (StateWord::Approving, Tone::Attention),
        Activity::Working => (StateWord::Working, Tone::Active),
        Activity::Recording => (StateWord::Recording, Tone::Active),
        Activity::Blocked => (StateWord::Blocked, Tone::Attention),
        Activity::Paused => (StateWord::Paused, Tone::Quiet),
        Activity::Stopping => (StateWord::Stopping, Tone::Quiet),
        Activity::Done => (StateWord::Done, Tone::Good),
        Activity::Stopped => (StateWord::Stopped, Tone::Quiet),
        Activity::Foreign => (StateWord::Foreign, Tone::Quiet),
    }
}

/// What a message is, by its protocol state; none for a state that this version does not know.
pub(crate) fn message(state: &str) -> Option<SessionWord> {
    Some(match state {
        "BOOT" => SessionWord::StateBoot,
        "INIT" => SessionWord::StateInit,
        "PLAN" => SessionWord::StatePlan,
        "EXECUTING" => SessionWord::StateExecuting,
        "EXECUTED" => SessionWord::StateExecuted,
        "REVIEW" => SessionWord::StateReview,
        "DONE" => SessionWord::StateDone,
        "BLOCKED" => SessionWord::StateBlocked,
        "ERROR" => SessionWord::StateError,
        "HANDOFF" => SessionWord::StateHandoff,
        "?" => SessionWord::StateUnusable,
        _ => return None,
    })
}

/// How far a message got.
pub(crate) fn delivery(direction: &str, delivery: &str, is_by_hand: bool) -> Option<(SessionWord, Tone)> {
    if direction == "in" {
        return Some((SessionWord::DeliveryRead, Tone::Quiet));
    }
    // The person carries it: C2C knows that they were given it, and that an answer came.
    if is_by_hand {
        return Some(match delivery {
            "sent" | "seen" => (SessionWord::DeliveryCarried, Tone::Good),
            _ => (SessionWord::DeliveryToCarry, Tone::Attention),
        });
    }
    Some(match delivery {
        "intended" => (SessionWord::DeliveryIntended, Tone::Quiet),
        "inserted" => (SessionWord::DeliveryInserted, Tone::Active),
        "sent" => (SessionWord::DeliverySent, Tone::Active),
        "seen" => (SessionWord::DeliverySeen, Tone::Good),
        "unknown" => (SessionWord::DeliveryUnknown, Tone::Attention),
        _ => return None,
    })
}

/// How an iteration ended.
pub(crate) fn exit(status: &str) -> Option<(SessionWord, Tone)> {
    Some(match status {
        "ok" => (SessionWord::ExitOk, Tone::Good),
        "failed" => (SessionWord::ExitFailed, Tone::Bad),
        "blocked" => (SessionWord::ExitBlocked, Tone::Attention),
        _ => return None,
    })
}

/// Where the tests' outcome comes from.
pub(crate) fn tests_source(source: &str) -> Option<SessionWord> {
    Some(match source {
        "seen" | "rerun" => SessionWord::TestsSeen,
        "reported" => SessionWord::TestsReported,
        "not seen" => SessionWord::TestsNotSeen,
        _ => return None,
    })
}

/// What happened to a file: a word, and the letter that stands for it.
pub(crate) fn change(change: &str) -> Option<(SessionWord, &'static str)> {
    Some(match change {
        "added" => (SessionWord::Added, "A"),
        "modified" => (SessionWord::Modified, "M"),
        "deleted" => (SessionWord::Deleted, "D"),
        _ => return None,
    })
}

/// What became of a command.
pub(crate) fn did(command: &str, outcome: &str) -> Option<SessionWord> {
    Some(match (command, outcome) {
        (_, "queued") => SessionWord::OutcomeQueued,
        ("pause", _) => SessionWord::DidPause,
        ("continue", _) => SessionWord::DidContinue,
        ("stop", _) => SessionWord::DidStop,
        ("approve", _) => SessionWord::DidApprove,
        ("reject", _) => SessionWord::DidReject,
        ("reply", _) => SessionWord::DidReply,
        ("handoff", _) => SessionWord::DidHandoff,
        ("undo", _) => SessionWord::DidUndo,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_of_a_message_has_a_name() {
        assert_eq!(message("PLAN"), Some(SessionWord::StatePlan));
        assert_eq!(message("?"), Some(SessionWord::StateUnusable), "an answer that was not taken");
        assert_eq!(message("SOMETHING_NEW"), None);
    }
}
