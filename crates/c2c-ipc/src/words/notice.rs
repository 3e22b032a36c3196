//! The titles and buttons of the app's notifications.

use super::words;

words! {
    /// Why the person is told, one title for each kind of notice.
    NoticeWord {
        Done => "The goal is reached", "目标已达成";
        Blocked => "ChatGPT has a question for you", "ChatGPT 有问题要问你";
        Approval => "A plan waits for your approval", "有计划等待你批准";
        Carry => "A message waits for you to carry", "有消息等待你转交";
        OpenForMore => "Open C2C to see what happened and what to do.", "打开 C2C 查看发生了什么以及该怎么做。";
        Blind => "ChatGPT did not look at the workspace before it planned.", "ChatGPT 在制定计划前没有查看工作区。";
        CarryHow => "Copy it in C2C, send it in ChatGPT, and bring the answer back.", "在 C2C 中复制它，在 ChatGPT 中发送，再把回答带回来。";
        Overdue => "No answer has come in time", "没有按时收到回答";
        Limit => "The iteration limit is reached", "已达到迭代上限";
        Paused => "The session is paused", "会话已暂停";
        Failed => "The session cannot go on", "会话无法继续";
    }
}

words! {
    /// What can be pressed in a notification.
    NoticeButton {
        Open => "Open", "打开";
        Approve => "Approve", "批准";
        Reject => "Reject", "拒绝";
        Continue => "Continue", "继续";
    }
}
