//! The tray's words.

use super::words;

words! {
    /// What the tray's tooltip and menu say.
    TrayWord {
        Idle => "C2C: no session is open", "C2C：没有进行中的会话";
        Session => "{workspace}: {activity}", "{workspace}：{activity}";
        SessionCounted => "{workspace}: {activity} ({iteration} of {limit})", "{workspace}：{activity}（{iteration}/{limit}）";
        MoreSessions => "{count} more…", "还有 {count} 个…";
        Open => "Open C2C", "打开 C2C";
        NewTask => "New task…", "新建任务…";
        Show => "Show", "查看";
        Pause => "Pause", "暂停";
        Continue => "Continue", "继续";
        Reply => "Reply…", "回复…";
        Approve => "Approve…", "批准…";
        Reject => "Reject…", "拒绝…";
        OpenChatGpt => "Open ChatGPT", "打开 ChatGPT";
        StartAtLogin => "Start at login", "登录时启动";
        Quit => "Quit C2C", "退出 C2C";
        QuitOne => "Quit C2C (1 session waits for the next start)", "退出 C2C（1 个会话等到下次启动）";
        QuitMany => "Quit C2C ({count} sessions wait for the next start)", "退出 C2C（{count} 个会话等到下次启动）";
        NeedsApproval => "a plan waits for you", "有计划等待批准";
        NeedsAnswer => "ChatGPT has a question", "ChatGPT 有问题";
        NeedsCarrying => "a message waits to be carried", "有消息等待转交";
        NeedsChore => "needs you", "需要你处理";
        NeedsFailure => "failed", "出错";
        NeedsOwner => "nobody runs it", "没有程序在运行它";
        Looking => "looking at the project", "正在查看项目";
        Sending => "sending", "正在发送";
        Waiting => "ChatGPT thinks", "ChatGPT 思考中";
        Approving => "a plan waits", "计划待批准";
        Working => "Codex works", "Codex 执行中";
        Recording => "recording", "正在记录";
        Blocked => "blocked", "受阻";
        Paused => "paused", "已暂停";
        Stopping => "stopping", "正在停止";
        Done => "done", "已完成";
        Stopped => "stopped", "已停止";
        Foreign => "driven by Codex", "由 Codex 驱动";
    }
}
