//! What stands in the way, in the words of the port.

use c2c_ports::{Chore, WindowError};

use crate::desk::{DeskError, Lacking};
use crate::find::{Missing, Mode};
use crate::moods::{Mood, Next};
use crate::page::Unfit;
use crate::send_plan::Refusal;

/// The desk could not do it. Nothing was sent.
pub(super) fn of_desk(error: &DeskError) -> WindowError {
    match error {
        DeskError::Lacks { what } => {
            WindowError::Unavailable { reason: what.message().to_owned(), hint: what.hint_in_session() }
        }
        DeskError::WindowGone => WindowError::Unavailable {
            reason: error.to_string(),
            hint: "`c2c chatgpt open` opens it again; `c2c continue` goes on.".to_owned(),
        },
        DeskError::NodeGone | DeskError::Refused { .. } | DeskError::Failed { .. } => {
            WindowError::Unavailable { reason: error.to_string(), hint: "`c2c continue` tries again.".to_owned() }
        }
    }
}

/// The page does not qualify.
pub(super) fn of_unfit(unfit: &Unfit) -> WindowError {
    match unfit {
        Unfit::LogIn => WindowError::Person { chore: Chore::LogIn, reason: "nobody is logged in".to_owned() },
        Unfit::NotReached => WindowError::Unreachable,
        Unfit::NoAddress => WindowError::WrongPage { shown: "a page that does not tell its address".to_owned() },
        Unfit::OtherOrigin { url } | Unfit::OtherConversation { url } => WindowError::WrongPage { shown: url.clone() },
        Unfit::NoConversation { path } => WindowError::WrongPage { shown: path.clone() },
        Unfit::WantedIsNone { url } => WindowError::Unavailable {
            reason: format!(
                "`{url}` is no conversation and no Project of ChatGPT's, as the setting `chatgpt_origin` is now"
            ),
            hint: "`c2c handoff` goes on in a new conversation there.".to_owned(),
        },
    }
}

/// A send that was refused.
pub(super) fn of_refusal(refusal: &Refusal, mode: Mode, next: impl Fn(&Mood) -> Next) -> WindowError {
    match refusal {
        Refusal::Unfit(unfit) => of_unfit(unfit),
        Refusal::Mood(mood) => of_mood(mood, next(mood)),
        Refusal::NoComposer(Missing::OtherMode) => {
            let (shown, wanted) = match mode {
                Mode::Chat => ("Work", "Chat"),
                Mode::Work => ("Chat", "Work"),
            };
            WindowError::OtherMode { shown: shown.to_owned(), wanted: wanted.to_owned() }
        }
        Refusal::NoComposer(Missing::NoPage) => of_desk(&DeskError::Lacks { what: Lacking::Tree }),
        Refusal::NoComposer(why) => WindowError::Unrecognised { what: format!("its message box: {why}") },
        Refusal::SeveralComposers => {
            WindowError::Unrecognised { what: "its message box: several places could be it".to_owned() }
        }
        Refusal::ForeignDraft { excerpt } => WindowError::ForeignDraft { excerpt: excerpt.clone() },
        Refusal::MixedDraft { added } => WindowError::MixedDraft { added: added.clone() },
        Refusal::FocusLost => WindowError::FocusLost,
        Refusal::NotInserted => {
            WindowError::NotInserted { reason: "the message box did not take the text as it is".to_owned() }
        }
        Refusal::NotEnabled => WindowError::NotInserted { reason: "Send did not become enabled".to_owned() },
        Refusal::Unreadable => {
            WindowError::Unreadable { reason: "the last message of the conversation does not show its text".to_owned() }
        }
    }
}

/// A mood that nothing but waiting or the person ends.
pub(super) fn of_mood(mood: &Mood, next: Next) -> WindowError {
    let reason = text(mood);
    let person = |chore| WindowError::Person { chore, reason: reason.clone() };
    match (next, mood) {
        (Next::WaitUntil { at_ms }, _) => WindowError::Wait { until_ms: at_ms, reason },
        (Next::OfferHandOver { .. }, _) => WindowError::HandOver { reason },
        (_, Mood::MessageTooLong) => WindowError::TooLong,
        (_, Mood::LogIn) => person(Chore::LogIn),
        (_, Mood::HumanCheck) => person(Chore::HumanCheck),
        (_, Mood::AccountBlocked) => person(Chore::Account),
        (_, Mood::ConnectorPermission { .. }) => person(Chore::AllowConnector),
        (_, Mood::Chooser) => person(Chore::Choose),
        (_, Mood::UseWork { .. }) => person(Chore::UseWork),
        (_, Mood::PlanLimit { .. }) => person(Chore::PlanLimit),
        (_, Mood::DeliveryTimeout { .. } | Mood::StreamError { .. } | Mood::SomethingWrong { .. }) => {
            person(Chore::Retry)
        }
        (_, _) => person(Chore::Dialog),
    }
}

/// What a mood says. Names and titles in it come from the page.
fn text(mood: &Mood) -> String {
    match mood {
        Mood::HumanCheck => "it wants to know whether a person is there".to_owned(),
        Mood::LogIn => "nobody is logged in".to_owned(),
        Mood::AccountBlocked => "the account is locked".to_owned(),
        Mood::TooManyRequests { .. } => "requests came too fast".to_owned(),
        Mood::ConnectorPermission { connector, .. } => format!("the connector `{connector}` wants to be allowed"),
        Mood::Chooser => "two answers are there, and one is to be chosen".to_owned(),
        Mood::UseWork { .. } => "it offers to go on in Work".to_owned(),
        Mood::MaxLength { .. } => "it is as long as it can be".to_owned(),
        Mood::MessageTooLong => "the message is too long".to_owned(),
        Mood::PlanLimit { .. } => "the plan's limit is reached".to_owned(),
        Mood::DeliveryTimeout { .. } => "the message was not delivered in time".to_owned(),
        Mood::StreamError { .. } => "the answer broke off".to_owned(),
        Mood::Reconnecting => "the page is connecting again".to_owned(),
        Mood::ConversationMissing => "it cannot be opened".to_owned(),
        Mood::SomethingWrong { .. } => "something went wrong".to_owned(),
        Mood::UnknownModal { title } => format!("a dialog is open: `{title}`"),
        Mood::ContinueGenerating { .. } => "the answer was cut at its length".to_owned(),
    }
}
