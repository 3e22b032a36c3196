//! A new task's form, as it is kept and as it is sent.

use c2c_ipc::app::{ApprovalChoice, CarrierChoice, ChatChoice, KnownWorkspaceView, SandboxChoice, StartParams};
use c2c_ipc::words::TaskWord;
use serde::{Deserialize, Serialize};

/// What was entered so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    /// The folder; empty when none was chosen.
    pub(crate) root: String,
    /// What is to be reached.
    pub(crate) goal: String,
    /// Whether the person carries the messages.
    pub(crate) by_hand: bool,
    /// Which conversation.
    pub(crate) chat: Chat,
    /// Its address, or the Project's.
    pub(crate) address: String,
    /// Plan approval, where it is chosen.
    pub(crate) approval: Option<ApprovalChoice>,
    /// What Codex may touch, where it is chosen.
    pub(crate) sandbox: Option<SandboxChoice>,
    /// The iteration limit as it was typed; empty for the workspace's own.
    pub(crate) limit: String,
}

/// Which conversation is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chat {
    /// The workspace's own.
    #[default]
    Current,
    /// A new one.
    New,
    /// One by its address.
    At,
    /// One in a Project.
    InProject,
}

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// The folder.
    Folder,
    /// The goal.
    Goal,
    /// The conversation's address.
    Address,
    /// The iteration limit.
    Limit,
    /// Who carries the messages.
    Carrier,
}

impl Form {
    /// What would be sent, or what is wrong, in the order of the page.
    pub(crate) fn check(&self) -> Result<StartParams, Vec<(Field, TaskWord)>> {
        let mut wrong = Vec::new();
        if self.root.is_empty() {
            wrong.push((Field::Folder, TaskWord::NoFolder));
        }
        if self.goal.trim().is_empty() {
            wrong.push((Field::Goal, TaskWord::NoGoal));
        }
        let url = self.address.trim().to_owned();
        if matches!(self.chat, Chat::At | Chat::InProject) && url.is_empty() {
            wrong.push((Field::Address, TaskWord::ChatAddressMissing));
        }
        let limit = match self.limit.trim() {
            "" => None,
            text => match text.parse::<u32>() {
                Ok(limit) if (1..=1_000).contains(&limit) => Some(limit),
                _ => {
                    wrong.push((Field::Limit, TaskWord::LimitWrong));
                    None
                }
            },
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(StartParams {
            root: self.root.clone(),
            goal: self.goal.trim().to_owned(),
            carrier: if self.by_hand { CarrierChoice::Manual } else { CarrierChoice::Window },
            approval: self.approval,
            sandbox: self.sandbox,
            max_iterations: limit,
            chat: match self.chat {
                Chat::Current => ChatChoice::Current {},
                Chat::New => ChatChoice::New {},
                Chat::At => ChatChoice::At { url },
                Chat::InProject => ChatChoice::InProject { url },
            },
        })
    }
}

/// The field that an error is about; none when it is about none of them.
pub(crate) fn field_of(reason: Option<&str>) -> Option<Field> {
    Some(match reason? {
        "folder_missing"
        | "not_a_folder"
        | "folder_not_absolute"
        | "folder_not_text"
        | "folder_unreadable"
        | "folder_protected"
        | "not_a_repository"
        | "repository_not_owned"
        | "repository_unreadable"
        | "session_exists"
        | "session_nested" => Field::Folder,
        "goal_empty" | "goal_too_long" => Field::Goal,
        "no_conversation" | "no_project" => Field::Address,
        "window_missing" => Field::Carrier,
        _ => return None,
    })
}

/// Whether the preview looks for what an error of this reason says.
pub(crate) fn is_looked_for(reason: Option<&str>) -> bool {
    let is_of_codex =
        matches!(reason, Some("codex_missing" | "codex_too_old" | "codex_unprotected" | "codex_unusable"));
    is_of_codex || reason == Some("git_missing") || field_of(reason) == Some(Field::Folder)
}

/// The first folder in which a session can begin, of those that are known.
pub(crate) fn free(known: &[KnownWorkspaceView]) -> Option<&str> {
    known.iter().find(|one| one.is_repository && one.taken_by.is_none()).map(|one| one.root.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        Form { root: "/shop".to_owned(), goal: " Make it work ".to_owned(), ..Form::default() }
    }

    #[test]
    fn a_whole_form_is_sent_with_what_was_chosen_only() {
        let params = form().check().unwrap();
        assert_eq!(params.goal, "Make it work");
        assert_eq!((params.approval, params.sandbox, params.max_iterations), (None, None, None));
        assert_eq!((params.carrier, params.chat), (CarrierChoice::Window, ChatChoice::Current {}));
        let at = Form { chat: Chat::At, address: " https://chatgpt.com/c/1 ".to_owned(), by_hand: true, ..form() };
        let params = at.check().unwrap();
        assert_eq!(params.carrier, CarrierChoice::Manual);
        assert_eq!(params.chat, ChatChoice::At { url: "https://chatgpt.com/c/1".to_owned() });
    }

    #[test]
    fn everything_that_is_wrong_is_named_at_once() {
        let wrong = Form { chat: Chat::InProject, limit: "0".to_owned(), ..Form::default() }.check().unwrap_err();
        let fields: Vec<Field> = wrong.into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, [Field::Folder, Field::Goal, Field::Address, Field::Limit]);
        for limit in ["1001", "-1", "many", "1.5"] {
            assert!(Form { limit: limit.to_owned(), ..form() }.check().is_err(), "{limit}");
        }
        assert_eq!(Form { limit: " 40 ".to_owned(), ..form() }.check().unwrap().max_iterations, Some(40));
    }

    #[test]
    fn the_first_free_folder_is_offered() {
        let known = |root: &str, taken_by: Option<&str>| KnownWorkspaceView {
            id: root.to_owned(),
            name: root.to_owned(),
            root: root.to_owned(),
            is_repository: root != "/plain",
            last_used_at_ms: 0,
            taken_by: taken_by.map(str::to_owned),
        };
        assert_eq!(free(&[known("/a", Some("ses_1")), known("/b", None), known("/c", None)]), Some("/b"));
        assert_eq!(free(&[known("/plain", None), known("/c", None)]), Some("/c"), "no session can begin there");
        assert_eq!(free(&[known("/a", Some("ses_1"))]), None);
    }

    #[test]
    fn what_the_preview_finds_it_takes_back() {
        for reason in ["session_exists", "not_a_repository", "codex_missing"] {
            assert!(is_looked_for(Some(reason)), "{reason}");
        }
        for reason in [None, Some("goal_too_long"), Some("connector_unserved")] {
            assert!(!is_looked_for(reason), "{reason:?}");
        }
    }

    #[test]
    fn a_draft_of_an_older_version_is_read() {
        assert_eq!(serde_json::from_str::<Form>(r#"{"goal":"x","was":1}"#).unwrap().goal, "x");
    }
}
