//! The window's words: what all pages share, and the list of sessions.

use super::words;

words! {
    /// Navigation, buttons and states that every page may show.
    WindowWord {
        Sessions => "Sessions", "会话";
        NewTask => "New task", "新建任务";
        Preview => "Preview", "预览";
        Templates => "Templates", "模板";
        Settings => "Settings", "设置";
        Pages => "Pages", "页面";
        SkipToContent => "Skip to content", "跳到正文";
        Back => "Back to sessions", "返回会话列表";
        TryAgain => "Try again", "重试";
        Cancel => "Cancel", "取消";
        Copy => "Copy", "复制";
        Copied => "Copied", "已复制";
        Loading => "Loading", "正在加载";
        CouldNotLoad => "This could not be loaded", "无法加载";
        CouldNotReload => "What you see may be out of date", "当前内容可能不是最新";
        DetailOf => "({detail})", "（{detail}）";
        Sentences => "{first}. ", "{first}。";
        Details => "Details", "详细信息";
        OpenChatGpt => "Open ChatGPT", "打开 ChatGPT";
        Loosely => "{label} ({keys})", "{label}（{keys}）";
        Untitled => "C2C", "C2C";
        TitleOf => "{page} – C2C", "{page} – C2C";
        JustNow => "now", "刚刚";
        Minutes => "{count} min", "{count} 分钟前";
        Hours => "{count} h", "{count} 小时前";
        Microseconds => "{count} µs", "{count} 微秒";
        Milliseconds => "{count} ms", "{count} 毫秒";
        Seconds => "{count} s", "{count} 秒";
        InMinutes => "in {count} min", "{count} 分钟后";
        InHours => "in {count} h", "{count} 小时后";
        InAMoment => "in a moment", "马上";
        BytesOne => "1 byte", "1 字节";
        Bytes => "{count} bytes", "{count} 字节";
        QuitAsk => "Quit C2C?", "退出 C2C？";
        NoTray => "This desktop shows no tray icon. C2C goes on when this window is closed; start it again to see it.", "此桌面不显示托盘图标。关闭窗口后 C2C 仍会运行，再次启动即可打开窗口。";
        NoTrayLibrary => "The system's tray library is not installed, so there is no tray icon. C2C goes on when this window is closed; start it again to see it.", "系统未安装托盘组件，因此没有托盘图标。关闭窗口后 C2C 仍会运行，再次启动即可打开窗口。";
    }
}

words! {
    /// The list of sessions.
    ListWord {
        Filter => "Filter", "筛选";
        FilterHint => "Goal, folder or task", "目标、文件夹或任务编号";
        OpenOnly => "Open only", "仅未结束";
        Count => "{count} sessions", "{count} 个会话";
        CountOne => "1 session", "1 个会话";
        Empty => "No sessions yet", "还没有会话";
        EmptyHint => "A session begins with a goal: ChatGPT plans, Codex works, and you see here how far they are.", "会话从一个目标开始：ChatGPT 负责计划，Codex 负责执行，进展都会显示在这里。";
        NoMatch => "No session matches", "没有匹配的会话";
        NoMatchHint => "Other words may find it, or the ended sessions too.", "换个关键词，或显示已结束的会话。";
        ShowAll => "Show all sessions", "显示全部会话";
        State => "State", "状态";
        Goal => "Goal", "目标";
        Workspace => "Folder", "文件夹";
        Iteration => "Iteration", "轮次";
        Changed => "Changed", "更新";
        IterationOf => "{iteration} of {limit}", "{iteration}/{limit}";
    }
}

words! {
    /// What goes on in a session, and what it needs.
    StateWord {
        NeedsApproval => "Plan to approve", "待批准计划";
        NeedsAnswer => "Question for you", "等你回答";
        NeedsCarrying => "Message to carry", "待转交消息";
        NeedsChore => "Needs you", "需要你处理";
        NeedsFailure => "Failed", "出错";
        NeedsOwner => "Not running", "未运行";
        Looking => "Looking at the project", "查看项目";
        Sending => "Sending", "发送中";
        Waiting => "ChatGPT thinks", "ChatGPT 思考中";
        Approving => "Plan waits", "计划待批准";
        Working => "Codex works", "Codex 执行中";
        Recording => "Recording", "记录中";
        Blocked => "Blocked", "受阻";
        Paused => "Paused", "已暂停";
        Stopping => "Stopping", "停止中";
        Done => "Done", "已完成";
        Stopped => "Stopped", "已停止";
        Foreign => "Driven by Codex", "由 Codex 驱动";
    }
}
