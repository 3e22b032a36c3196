//! The stable codes that the window says in its own words: why something was refused, and why a session pauses.

use std::fmt;
use std::str::FromStr;

/// A text that is none of the codes: it comes from a newer version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCode;

impl fmt::Display for NoCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this version does not know the code")
    }
}

impl std::error::Error for NoCode {}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The code.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl FromStr for $name {
            type Err = NoCode;

            fn from_str(text: &str) -> Result<Self, NoCode> {
                Self::ALL.iter().copied().find(|code| code.as_str() == text).ok_or(NoCode)
            }
        }
    };
}

codes! {
    /// Why something was refused, as in [`crate::ErrorShape::reason`]. An error without one is said in the engine's
    /// own words.
    Reason {
        /// A parameter of a call is too long, out of its bounds, or not of its form.
        InvalidInput = "invalid_input",

        /// The folder is not there (any more).
        FolderMissing = "folder_missing",
        /// The path names something that is no folder.
        NotAFolder = "not_a_folder",
        /// The path is not absolute.
        FolderNotAbsolute = "folder_not_absolute",
        /// The path is not UTF-8.
        FolderNotText = "folder_not_text",
        /// The folder cannot be opened.
        FolderUnreadable = "folder_unreadable",
        /// The folder and C2C's or Codex's own lie in each other.
        FolderProtected = "folder_protected",
        /// The folder is in no git repository.
        NotARepository = "not_a_repository",
        /// The repository belongs to somebody else.
        RepositoryNotOwned = "repository_not_owned",
        /// The repository cannot be read.
        RepositoryUnreadable = "repository_unreadable",
        /// There is no git.
        GitMissing = "git_missing",

        /// There is no Codex.
        CodexMissing = "codex_missing",
        /// Codex is too old.
        CodexTooOld = "codex_too_old",
        /// C2C's or Codex's folder lies where Codex may write.
        CodexUnprotected = "codex_unprotected",
        /// Codex cannot be run.
        CodexUnusable = "codex_unusable",
        /// This build cannot use a window by itself.
        WindowMissing = "window_missing",

        /// The goal is empty.
        GoalEmpty = "goal_empty",
        /// The goal is too long.
        GoalTooLong = "goal_too_long",
        /// The workspace has a session.
        SessionExists = "session_exists",
        /// A folder above or below has a session.
        SessionNested = "session_nested",
        /// The address is no conversation of ChatGPT's.
        NoConversation = "no_conversation",
        /// The address is no Project of ChatGPT's.
        NoProject = "no_project",

        /// There is no such session.
        NoSession = "no_session",
        /// The session has ended.
        SessionEnded = "session_ended",
        /// Codex drives the session itself.
        SessionForeign = "session_foreign",
        /// Another process runs the session.
        SessionElsewhere = "session_elsewhere",
        /// The session is in the middle of something.
        SessionBusy = "session_busy",
        /// The session is paused: it must go on first.
        SessionPaused = "session_paused",
        /// The session is not paused.
        NotPaused = "not_paused",
        /// The iteration limit is reached.
        LimitReached = "limit_reached",
        /// No plan waits for approval.
        NothingToApprove = "nothing_to_approve",
        /// Another plan waits than the one that was answered.
        PlanChanged = "plan_changed",
        /// A rejection needs a reason.
        RejectionEmpty = "rejection_empty",
        /// The answer is empty.
        ReplyEmpty = "reply_empty",
        /// The answer is too long.
        ReplyTooLong = "reply_too_long",
        /// The answer is a message of C2C's own.
        ReplyOwnMessage = "reply_own_message",
        /// The text is not the answer that is awaited.
        ReplyUnfit = "reply_unfit",
        /// No answer is awaited.
        ReplyNotAwaited = "reply_not_awaited",
        /// The process that runs the session is of another version.
        OtherVersion = "other_version",

        /// There is no such iteration.
        NoIteration = "no_iteration",
        /// The iteration is taken back already.
        IterationUndone = "iteration_undone",
        /// The iteration was recorded without pictures of the work tree.
        IterationWithoutPictures = "iteration_without_pictures",
        /// Files of the iteration have changed since.
        IterationChangedSince = "iteration_changed_since",
        /// The iteration did nothing to that file.
        NoDiff = "no_diff",
        /// There is no such output.
        NoOutput = "no_output",

        /// The text is empty.
        TemplateEmpty = "template_empty",
        /// The text is longer than ChatGPT takes.
        TemplateTooLong = "template_too_long",
        /// The text lacks what C2C needs in it: the form of its messages, or the connector's name.
        TemplateIncomplete = "template_incomplete",
        /// A name that belongs in the text cannot stand there.
        TemplateName = "template_name",

        /// The settings file is no JSON object, and was left as it is.
        SettingsNotJson = "settings_not_json",
        /// The settings file cannot be read or written.
        SettingsUnwritable = "settings_unwritable",
        /// The start at login cannot be set.
        StartAtLogin = "start_at_login",
        /// The clipboard cannot be used.
        Clipboard = "clipboard",

        /// There is no browser that C2C can use.
        BrowserMissing = "browser_missing",
        /// The browser cannot be used.
        BrowserUnusable = "browser_unusable",
        /// The connectors cannot be served.
        ConnectorUnserved = "connector_unserved",

        /// The disk is full.
        StoreFull = "store_full",
        /// Another process kept the store for too long.
        StoreBusy = "store_busy",
        /// The store cannot be used as it is.
        StoreUnusable = "store_unusable",
        /// C2C is being ended.
        Quitting = "quitting",
    }
}

codes! {
    /// Why a setting is not used, as in [`super::SettingFault::code`].
    FaultCode {
        /// The file cannot be read.
        Unreadable = "unreadable",
        /// The file is no JSON object.
        NotJson = "not_json",
        /// C2C knows no such setting.
        Unknown = "unknown",
        /// The value cannot be used.
        Value = "value",
        /// The value in the workspace's own file cannot be used.
        WorkspaceValue = "workspace_value",
        /// The workspace's own file would loosen a limit, and nobody accepted that.
        WorkspaceLoosens = "workspace_loosens",
    }
}

codes! {
    /// Why a session pauses, as in [`super::SessionRow::reason`] and [`crate::AttentionView::reason`].
    PauseCode {
        /// The person paused it.
        Person = "person",
        /// The process that ran it went away in good order.
        Interrupted = "interrupted",
        /// ChatGPT did not answer in time.
        Overdue = "overdue",
        /// The person, who carries the messages, did not bring an answer in time.
        NotBrought = "answer_not_brought",
        /// A second answer in a row could not be used.
        MalformedReply = "malformed_reply",
        /// The iteration limit is reached.
        IterationLimit = "iteration_limit",
        /// ChatGPT reported an error.
        PlannerError = "planner_error",
        /// Whether the last message arrived cannot be told.
        DeliveryUnknown = "delivery_unknown",
        /// The workspace could not be read.
        Workspace = "workspace",
        /// The workspace's folder is not there any more.
        FolderMissing = "folder_missing",

        /// Codex is not logged in.
        CodexNotLoggedIn = "codex_not_logged_in",
        /// Codex's usage limit is reached.
        CodexUsageLimit = "codex_usage_limit",
        /// Codex was told to slow down.
        CodexRateLimited = "codex_rate_limited",
        /// Codex's model provider does not answer.
        CodexProviderDown = "codex_provider_down",
        /// Codex's model provider refused the request.
        CodexBadRequest = "codex_bad_request",
        /// Codex cannot use its configuration.
        CodexBadConfig = "codex_bad_config",
        /// Codex failed otherwise.
        CodexFailed = "codex_failed",
        /// Codex could not be started.
        CodexUnavailable = "codex_unavailable",

        /// ChatGPT asks to wait; the session goes on by itself.
        ChatGptWait = "chatgpt_wait",
        /// ChatGPT's page cannot be loaded.
        ChatGptUnreachable = "chatgpt_unreachable",
        /// The page is set to the other one of Chat and Work.
        ChatGptOtherMode = "chatgpt_other_mode",
        /// ChatGPT offers no connector of that name.
        ChatGptNoConnector = "chatgpt_no_connector",
        /// The person must log in.
        ChatGptLogIn = "chatgpt_log_in",
        /// The person must show that they are one.
        ChatGptHumanCheck = "chatgpt_human_check",
        /// The account is locked.
        ChatGptAccount = "chatgpt_account",
        /// A call of the connector waits for a yes or no.
        ChatGptAllowConnector = "chatgpt_allow_connector",
        /// One of two answers is to be chosen.
        ChatGptChoose = "chatgpt_choose",
        /// ChatGPT offers to go on in Work.
        ChatGptUseWork = "chatgpt_use_work",
        /// The plan's limit is reached.
        ChatGptPlanLimit = "chatgpt_plan_limit",
        /// An answer failed, and was tried once more.
        ChatGptRetry = "chatgpt_retry",
        /// A dialog that C2C does not know.
        ChatGptDialog = "chatgpt_dialog",
        /// The conversation cannot go on; a new one can.
        ChatGptHandOver = "chatgpt_hand_over",
        /// The message is too long for ChatGPT.
        ChatGptTooLong = "chatgpt_too_long",
        /// No window can be used.
        WindowUnavailable = "window_unavailable",
        /// The window shows another page.
        WindowWrongPage = "window_wrong_page",
        /// C2C does not know its way on the page.
        WindowUnrecognised = "window_unrecognised",
        /// The message box holds another text.
        WindowForeignDraft = "window_foreign_draft",
        /// The message box holds C2C's message and something that was added.
        WindowMixedDraft = "window_mixed_draft",
        /// Another window took the keyboard.
        WindowFocusLost = "window_focus_lost",
        /// The message could not be put in.
        WindowNotInserted = "window_not_inserted",
        /// The conversation cannot be read.
        WindowUnreadable = "window_unreadable",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_is_read_as_it_is_written_and_is_there_once() {
        for reason in Reason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(*reason));
        }
        for code in PauseCode::ALL {
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        assert_eq!(Reason::ALL.iter().map(|code| code.as_str()).collect::<BTreeSet<_>>().len(), Reason::ALL.len());
        assert_eq!(
            PauseCode::ALL.iter().map(|code| code.as_str()).collect::<BTreeSet<_>>().len(),
            PauseCode::ALL.len()
        );
        assert_eq!("something_new".parse::<Reason>(), Err(NoCode));
    }
}
