//! The app's notifications in its own words: a terminal's name commands that nobody types there.

use std::sync::Arc;

use c2c_ipc::words::{Language, NoticeWord, Word as _};
use c2c_orchestrator::PLANNED_BLINDLY;
use c2c_ports::{Asked, Notice, NoticeKind, Notifier, SessionId};

/// Gives each notice the app's title before `notifier` shows it.
pub struct AppTitles {
    language: Box<dyn Fn() -> Language + Send + Sync>,
    notifier: Arc<dyn Notifier>,
}

impl std::fmt::Debug for AppTitles {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AppTitles").finish_non_exhaustive()
    }
}

impl AppTitles {
    /// A notifier whose titles are in the language that `language` says at the time.
    pub fn new(language: impl Fn() -> Language + Send + Sync + 'static, notifier: Arc<dyn Notifier>) -> Self {
        Self { language: Box::new(language), notifier }
    }
}

impl Notifier for AppTitles {
    fn notify(&self, notice: &Notice) {
        self.notifier.notify(&in_words(notice, (self.language)()));
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.notifier.settle(session, asked);
    }
}

fn in_words(notice: &Notice, language: Language) -> Notice {
    let word = match notice.kind {
        NoticeKind::Done => NoticeWord::Done,
        NoticeKind::Blocked => NoticeWord::Blocked,
        NoticeKind::Approval => NoticeWord::Approval,
        NoticeKind::Carry => NoticeWord::Carry,
        NoticeKind::Overdue => NoticeWord::Overdue,
        NoticeKind::Limit => NoticeWord::Limit,
        NoticeKind::Paused => NoticeWord::Paused,
        NoticeKind::Failed => NoticeWord::Failed,
    };
    let body = match notice.kind {
        // What ChatGPT says.
        NoticeKind::Done | NoticeKind::Blocked => notice.body.clone(),
        NoticeKind::Approval => match notice.body.strip_prefix(PLANNED_BLINDLY) {
            Some(actions) => format!("{}{actions}", NoticeWord::Blind.text(language)),
            None => notice.body.clone(),
        },
        NoticeKind::Carry => NoticeWord::CarryHow.text(language).to_owned(),
        // The engine's own sentence is English; the window says the same in the language in use.
        NoticeKind::Overdue | NoticeKind::Limit | NoticeKind::Paused | NoticeKind::Failed
            if language != Language::English =>
        {
            NoticeWord::OpenForMore.text(language).to_owned()
        }
        // What happened, and on the last line what to type in a terminal. The window has a button for it.
        NoticeKind::Overdue | NoticeKind::Limit | NoticeKind::Paused | NoticeKind::Failed => {
            notice.body.rsplit_once('\n').map_or(notice.body.as_str(), |(happened, _)| happened).to_owned()
        }
    };
    Notice { title: word.text(language).to_owned(), body, ..notice.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: NoticeKind, body: &str, language: Language, title: &str, text: &str) {
        let notice = Notice {
            session_id: SessionId::from_random([0; 8]),
            workspace: "shop".to_owned(),
            kind,
            title: "for `c2c approve` (c2c_1)".to_owned(),
            body: body.to_owned(),
            plan: None,
        };
        let said = in_words(&notice, language);
        assert_eq!((said.title.as_str(), said.body.as_str(), said.workspace.as_str()), (title, text, "shop"));
    }

    #[test]
    fn a_notice_names_no_command() {
        let english = Language::English;
        check(
            NoticeKind::Approval,
            "1. Do it\n2. Look",
            english,
            "A plan waits for your approval",
            "1. Do it\n2. Look",
        );
        let overdue = "ChatGPT has not answered in time.\n`c2c reply` takes the answer.";
        let title = "No answer has come in time";
        check(NoticeKind::Overdue, overdue, english, title, "ChatGPT has not answered in time.");
        let shown = "It is INIT 0.\n`c2c reply` takes ChatGPT's answer.";
        let how = "Copy it in C2C, send it in ChatGPT, and bring the answer back.";
        check(NoticeKind::Carry, shown, english, "A message waits for you to carry", how);
        check(NoticeKind::Failed, "one line", english, "The session cannot go on", "one line");
        let chinese = Language::Chinese;
        let more = NoticeWord::OpenForMore.text(chinese);
        check(NoticeKind::Failed, "one line", chinese, NoticeWord::Failed.text(chinese), more);
        let blind = format!("{PLANNED_BLINDLY}\n1. 做");
        check(NoticeKind::Approval, &blind, chinese, "有计划等待你批准", "ChatGPT 在制定计划前没有查看工作区。\n1. 做");
        check(NoticeKind::Blocked, "哪个？", Language::Chinese, "ChatGPT 有问题要问你", "哪个？");
    }
}
