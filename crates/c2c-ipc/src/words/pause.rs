//! Why a session pauses, in the window's words, by the stable codes of [`crate::AttentionView::reason`].
//!
//! What an error itself says (Codex's words, what the page shows) is not in here: the window shows it beside.

use super::coded::coded;

coded! {
    "Why a session pauses." PauseWord,
    "What can be done about a pause. Names the page's buttons." PauseHint,
    "What is said about a pause of this code, and what can be done; none for a code without words." pause,
    PAUSE_CODES {
        Person("person") => "You paused it", "你已暂停";
            "Continue goes on where it stopped.", "按“继续”从停下的地方接着做。";
        Interrupted("interrupted") => "It was interrupted", "运行被中断";
            "Continue goes on where it stopped.", "按“继续”从停下的地方接着做。";
        Overdue("overdue") => "ChatGPT has not answered in time", "ChatGPT 没有按时回答";
            "If the answer is there, bring it below. Continue waits once more.", "如果回答已经出现，可以在下方提交。按“继续”会再等一次。";
        NotBrought("answer_not_brought") => "No answer was brought in time", "没有按时提交回答";
            "If the message was not sent in ChatGPT yet, send it, and bring the answer below. Continue waits once more.", "如果消息还没有转交，请发给 ChatGPT，再在下方提交回答。按“继续”会再等一次。";
        Malformed("malformed_reply") => "ChatGPT's answer could not be used, twice in a row", "ChatGPT 的回答连续两次无法使用";
            "Bring a better answer below, or Continue to ask ChatGPT once more.", "可以在下方提交更好的回答，或按“继续”再问一次 ChatGPT。";
        Limit("iteration_limit") => "The iteration limit is reached", "已达到轮次上限";
            "ChatGPT plans another one. Continue allows as many again; Stop ends it with what is there.", "ChatGPT 还想再做一轮。“继续”会再给同样多的轮次，“停止”则到此为止。";
        PlannerError("planner_error") => "ChatGPT reports an error", "ChatGPT 报告了错误";
            "Continue hands the state over so that ChatGPT can go on. A new conversation does the same elsewhere.", "“继续”会把现状交接给 ChatGPT 接着做，也可以换新对话。";
        DeliveryUnknown("delivery_unknown") => "It is not known whether the last message arrived", "不确定上一条消息是否送达";
            "Look at the conversation, then Continue. C2C looks there before it sends anything.", "先看看对话，再按“继续”。C2C 会先查看再决定是否发送。";
        CodexNotLoggedIn("codex_not_logged_in") => "Codex is not logged in", "Codex 未登录";
            "Log in to Codex in a terminal, then Continue.", "在终端中登录 Codex，然后按“继续”。";
        CodexUsageLimit("codex_usage_limit") => "Codex's usage limit is reached", "Codex 用量已达上限";
            "Continue once the limit is lifted.", "额度恢复后按“继续”。";
        CodexRateLimited("codex_rate_limited") => "Codex was told to slow down", "Codex 请求过于频繁";
            "Continue in a few minutes.", "过几分钟再按“继续”。";
        CodexProviderDown("codex_provider_down") => "Codex's model provider does not answer", "Codex 的模型服务没有响应";
            "Check the network, then Continue.", "检查网络，然后按“继续”。";
        CodexBadRequest("codex_bad_request") => "Codex's model provider refused the request", "Codex 的模型服务拒绝了请求";
            "Mend config.toml in Codex's folder, then Continue.", "修正 Codex 文件夹中的 config.toml，然后按“继续”。";
        CodexBadConfig("codex_bad_config") => "Codex cannot use its configuration", "Codex 的配置无法使用";
            "Mend config.toml in Codex's folder, then Continue.", "修正 Codex 文件夹中的 config.toml，然后按“继续”。";
        CodexFailed("codex_failed") => "Codex failed", "Codex 执行失败";
            "Continue lets Codex go on where it was.", "按“继续”让 Codex 接着做。";
        CodexUnavailable("codex_unavailable") => "Codex could not be started", "无法启动 Codex";
            "Install Codex or mend its setup, then Continue.", "安装或修复 Codex，然后按“继续”。";
        Workspace("workspace") => "The folder could not be read", "无法读取文件夹";
            "Mend what is named below, then Continue.", "处理下面提到的问题，然后按“继续”。";
        FolderMissing("folder_missing") => "The folder is not there any more", "文件夹已不存在";
            "Put it back or mount it, then Continue. Stop ends the session.", "将它恢复或重新挂载，然后按“继续”。“停止”会结束会话。";
        WindowUnavailable("window_unavailable") => "ChatGPT's window cannot be used", "无法使用 ChatGPT 窗口";
            "Open ChatGPT, then Continue. Or carry the messages by hand.", "打开 ChatGPT 后按“继续”，或改为手动转交。";
        ChatGptUnreachable("chatgpt_unreachable") => "ChatGPT cannot be reached", "无法连接 ChatGPT";
            "Check the connection, and whether ChatGPT works elsewhere. Then Continue.", "检查网络，以及别处能否打开 ChatGPT，然后按“继续”。";
        WindowWrongPage("window_wrong_page") => "ChatGPT's window shows another page", "ChatGPT 窗口显示的是其他页面";
            "Open ChatGPT to go back to the conversation, then Continue.", "打开 ChatGPT 回到该对话，然后按“继续”。";
        WindowUnrecognised("window_unrecognised") => "C2C does not know its way on ChatGPT's page", "C2C 无法识别 ChatGPT 页面";
            "Look at ChatGPT's window, then Continue. Or carry the messages by hand.", "看看 ChatGPT 窗口，然后按“继续”，或改为手动转交。";
        WindowForeignDraft("window_foreign_draft") => "The message box in ChatGPT holds a text of yours", "ChatGPT 输入框里有你写的内容";
            "Send or delete it there, then Continue.", "在那里发送或删除它，然后按“继续”。";
        WindowMixedDraft("window_mixed_draft") => "Something was added to C2C's message in ChatGPT", "ChatGPT 输入框里的 C2C 消息被改动";
            "Delete all of it there without sending it, then Continue.", "在那里全部删除，不要发送，然后按“继续”。";
        ChatGptOtherMode("chatgpt_other_mode") => "ChatGPT is in the other mode", "ChatGPT 处于另一种模式";
            "Choose the mode that is named below in ChatGPT's window, then Continue.", "在 ChatGPT 窗口中选择下面提到的模式，然后按“继续”。";
        ChatGptNoConnector("chatgpt_no_connector") => "ChatGPT does not offer the connector", "ChatGPT 中没有该连接器";
            "Add it in ChatGPT's settings under exactly the name below and empty the message box, then Continue.", "在 ChatGPT 设置中用下面的名称添加它，并清空输入框，然后按“继续”。";
        WindowFocusLost("window_focus_lost") => "Another window took the keyboard each time", "键盘焦点总被其他窗口抢走";
            "Leave keyboard and mouse alone for some seconds after Continue.", "按“继续”后几秒内不要动键盘和鼠标。";
        WindowNotInserted("window_not_inserted") => "The message could not be put in", "无法填入消息";
            "Empty the message box in ChatGPT's window, then Continue.", "清空 ChatGPT 窗口的输入框，然后按“继续”。";
        ChatGptWait("chatgpt_wait") => "ChatGPT asks to wait", "ChatGPT 要求稍后再试";
            "Continue tries at once.", "按“继续”立即重试。";
        ChatGptLogIn("chatgpt_log_in") => "ChatGPT asks you to log in", "ChatGPT 需要登录";
            "Open ChatGPT and log in there, then Continue.", "打开 ChatGPT 登录，然后按“继续”。";
        ChatGptHumanCheck("chatgpt_human_check") => "ChatGPT checks that you are human", "ChatGPT 需要人机验证";
            "Open ChatGPT and pass the check, then Continue.", "打开 ChatGPT 完成验证，然后按“继续”。";
        ChatGptAccount("chatgpt_account") => "ChatGPT says something about your account", "ChatGPT 有账户提示";
            "Open ChatGPT and read it, then Continue.", "打开 ChatGPT 查看，然后按“继续”。";
        ChatGptAllowConnector("chatgpt_allow_connector") => "ChatGPT asks whether the connector may be used", "ChatGPT 询问是否允许使用连接器";
            "Open ChatGPT and allow or refuse it, then Continue.", "打开 ChatGPT 选择允许或拒绝，然后按“继续”。";
        ChatGptChoose("chatgpt_choose") => "ChatGPT gave two answers", "ChatGPT 给出了两个回答";
            "Open ChatGPT and choose one, then Continue.", "打开 ChatGPT 选择一个，然后按“继续”。";
        ChatGptUseWork("chatgpt_use_work") => "ChatGPT offers to go on in Work", "ChatGPT 建议改用 Work";
            "Open ChatGPT and decline, then Continue.", "打开 ChatGPT 拒绝该建议，然后按“继续”。";
        ChatGptPlanLimit("chatgpt_plan_limit") => "ChatGPT's usage limit is reached", "ChatGPT 用量已达上限";
            "Continue once the limit is lifted.", "额度恢复后按“继续”。";
        ChatGptRetry("chatgpt_retry") => "ChatGPT's answer failed", "ChatGPT 回答失败";
            "Open ChatGPT, press Retry there if you want, then Continue.", "打开 ChatGPT，需要时在那里点重试，然后按“继续”。";
        ChatGptDialog("chatgpt_dialog") => "A dialog is open in ChatGPT", "ChatGPT 弹出了对话框";
            "Open ChatGPT and close it, then Continue.", "打开 ChatGPT 关闭它，然后按“继续”。";
        ChatGptHandOver("chatgpt_hand_over") => "This conversation cannot go on", "当前对话无法继续";
            "New conversation goes on elsewhere. Continue tries here again.", "可以换新对话继续，或按“继续”在此重试。";
        ChatGptTooLong("chatgpt_too_long") => "ChatGPT says that the message is too long", "ChatGPT 提示消息过长";
            "New conversation goes on elsewhere. Continue tries here again.", "可以换新对话继续，或按“继续”在此重试。";
        WindowUnreadable("window_unreadable") => "The conversation cannot be read", "无法读取对话";
            "Open ChatGPT and scroll to the end of the conversation, then Continue.", "打开 ChatGPT 滚动到对话末尾，然后按“继续”。";
    }
}
