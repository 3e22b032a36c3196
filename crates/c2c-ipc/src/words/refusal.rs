//! Why something was refused, in the window's words, by the stable codes of [`crate::ErrorShape::reason`].
//!
//! The engine's own sentence, which names the thing, stands beside them in the window.

use super::coded::coded;

coded! {
    "Why something was refused." RefusalWord,
    "What can be done about a refusal. Names the page's buttons." RefusalHint,
    "What is said about a refusal of this code, and what can be done; none for a code without words." refusal,
    REFUSAL_CODES {
        InvalidInput("invalid_input") => "This value cannot be used", "这个值无法使用";
            "Change what is named below.", "修改下面提到的内容。";
        FolderMissing("folder_missing") => "The folder is not there any more", "文件夹已不存在";
            "Put it back or mount it, or choose another folder.", "将它恢复或重新挂载，或选择其他文件夹。";
        NotAFolder("not_a_folder") => "This is no folder", "这不是文件夹";
            "Choose a folder.", "选择一个文件夹。";
        FolderNotAbsolute("folder_not_absolute") => "The folder's path is not complete", "文件夹路径不完整";
            "Choose the folder with Choose folder.", "用“选择文件夹”来选择。";
        FolderNotText("folder_not_text") => "The folder's name cannot be used", "文件夹名称无法使用";
            "Rename it, or choose another one.", "将它改名，或选择其他文件夹。";
        FolderUnreadable("folder_unreadable") => "The folder cannot be opened", "无法打开文件夹";
            "Check who may read it.", "检查它的读取权限。";
        FolderProtected("folder_protected") => "C2C may not work in this folder", "C2C 不能在此文件夹中工作";
            "It holds, or lies in, a folder of C2C's or Codex's own. Choose another one.", "它与 C2C 或 Codex 自己的文件夹重叠，选择其他文件夹。";
        NotARepository("not_a_repository") => "This folder is in no git repository", "此文件夹不在 git 仓库中";
            "Choose a repository, or make this one with git init.", "选择一个仓库，或用 git init 建立。";
        RepositoryNotOwned("repository_not_owned") => "The repository belongs to somebody else", "仓库属于其他用户";
            "Choose one of your own.", "选择你自己的仓库。";
        RepositoryUnreadable("repository_unreadable") => "The repository cannot be read", "无法读取仓库";
            "Check it with git status in a terminal.", "在终端中用 git status 检查。";
        GitMissing("git_missing") => "git is not installed", "未安装 git";
            "Install git, then try again.", "安装 git 后重试。";
        CodexMissing("codex_missing") => "Codex is not installed", "未安装 Codex";
            "Install the Codex CLI, then try again.", "安装 Codex CLI 后重试。";
        CodexTooOld("codex_too_old") => "Codex is too old", "Codex 版本过旧";
            "Update the Codex CLI, then try again.", "更新 Codex CLI 后重试。";
        CodexUnprotected("codex_unprotected") => "Codex could write into C2C's own folder", "Codex 可能写入 C2C 自己的文件夹";
            "Move the folder that is named below out of where Codex may write.", "把下面提到的文件夹移出 Codex 可写的范围。";
        CodexUnusable("codex_unusable") => "Codex cannot be run", "无法运行 Codex";
            "Check it in a terminal, then try again.", "在终端中检查后重试。";
        WindowMissing("window_missing") => "This build cannot use ChatGPT's window", "此版本无法使用 ChatGPT 窗口";
            "Carry the messages by hand.", "改为手动转交消息。";
        GoalEmpty("goal_empty") => "There is no goal", "还没有目标";
            "Write down what is to be reached.", "写下要达到的目标。";
        GoalTooLong("goal_too_long") => "The goal is too long", "目标过长";
            "It may have 65,536 bytes at most. ChatGPT reads details in the project itself.", "最多 65,536 字节，请缩短一些。细节 ChatGPT 会在项目中查看。";
        SessionExists("session_exists") => "This folder has an open session", "此文件夹已有未结束的会话";
            "Go on with that one, or stop it first.", "继续那个会话，或先将它停止。";
        SessionNested("session_nested") => "A folder above or below has an open session", "上级或下级文件夹已有未结束的会话";
            "Stop that one first, or choose another folder.", "先停止那个会话，或选择其他文件夹。";
        NoConversation("no_conversation") => "This is no address of a conversation", "这不是对话地址";
            "Open the conversation in ChatGPT and copy its address.", "在 ChatGPT 中打开该对话并复制地址。";
        NoProject("no_project") => "This is no address of a Project", "这不是项目地址";
            "Open the Project in ChatGPT and copy its address.", "在 ChatGPT 中打开该项目并复制地址。";
        NoSession("no_session") => "This session is not there", "会话不存在";
            "Go back to the sessions.", "返回会话列表。";
        SessionEnded("session_ended") => "The session has ended", "会话已结束";
            "Start a new task to go on.", "新建任务来继续。";
        SessionForeign("session_foreign") => "Codex drives this session itself", "此会话由 Codex 驱动";
            "Use it there.", "在 Codex 中操作。";
        SessionElsewhere("session_elsewhere") => "Another process runs the session", "会话由另一个程序运行";
            "End that process first, or use the session there.", "先结束那个程序，或在那里操作。";
        SessionBusy("session_busy") => "The session is in the middle of something", "会话正忙";
            "Try again in a moment.", "稍后重试。";
        SessionPaused("session_paused") => "The session is paused", "会话已暂停";
            "Continue first.", "先按“继续”。";
        NotPaused("not_paused") => "The session is not paused", "会话没有暂停";
            "It goes on already.", "它已经在运行。";
        LimitReached("limit_reached") => "The iteration limit is reached", "已达到轮次上限";
            "Continue allows as many again.", "按“继续”会再给同样多的轮次。";
        PlanChanged("plan_changed") => "Another plan waits by now", "现在等待的是另一个计划";
            "Look at it, then answer.", "请先查看，再作答。";
        NothingToApprove("nothing_to_approve") => "No plan waits for approval any more", "已没有等待批准的计划";
            "Nothing is left to do here.", "无需再操作。";
        RejectionEmpty("rejection_empty") => "A rejection needs a reason", "拒绝需要说明原因";
            "Say what should be different.", "写下希望怎么改。";
        ReplyEmpty("reply_empty") => "The answer is empty", "回答为空";
            "Write or paste it first.", "先写下或粘贴回答。";
        ReplyTooLong("reply_too_long") => "The answer is too long", "回答过长";
            "Bring only ChatGPT's last answer.", "只提交 ChatGPT 的最后一个回答。";
        ReplyOwnMessage("reply_own_message") => "This is a message of C2C's own", "这是 C2C 自己的消息";
            "Copy ChatGPT's answer, not the message above it.", "复制 ChatGPT 的回答，而不是它上面的消息。";
        ReplyUnfit("reply_unfit") => "This is not the answer that is awaited", "这不是正在等待的回答";
            "Nothing was taken. Copy all of ChatGPT's last answer. If it really answered so, tell it there what is wrong.", "没有提交任何内容。请复制 ChatGPT 最后一个回答的全文。如果它确实这样回答，请在对话中告诉它问题所在。";
        ReplyNotAwaited("reply_not_awaited") => "No answer is awaited now", "当前不需要回答";
            "The session has gone on in the meantime.", "会话已经继续了。";
        OtherVersion("other_version") => "The process that runs the session is of another version", "运行会话的程序版本不同";
            "End it, then Continue here.", "先结束它，再在这里按“继续”。";
        NoIteration("no_iteration") => "There is no such iteration", "没有这一轮";
            "Look at the list of iterations.", "查看轮次列表。";
        IterationUndone("iteration_undone") => "The iteration is undone already", "该轮已经撤销";
            "Nothing is left to do here.", "无需再操作。";
        IterationWithoutPictures("iteration_without_pictures") => "The iteration cannot be undone", "该轮无法撤销";
            "C2C has no record of the files from before it. Use git.", "C2C 没有之前的文件记录，可用 git 处理。";
        IterationChangedSince("iteration_changed_since") => "Nothing was undone: files have changed since the iteration", "未撤销：该轮之后文件又有改动";
            "No file was touched, so your own changes are safe. Undo the later iterations first, or change the files back by hand.", "没有动任何文件，你自己的改动都还在。先撤销之后的轮次，或手动改回文件。";
        NoDiff("no_diff") => "There is no diff for this file", "此文件没有差异";
            "The iteration did not change its text.", "这一轮没有改动它的文本。";
        NoOutput("no_output") => "This output is not there", "输出不存在";
            "Look at the iteration's other outputs.", "查看该轮的其他输出。";
        TemplateEmpty("template_empty") => "The text is empty", "文本为空";
            "Write something, or reset it.", "写点内容，或将它还原。";
        TemplateTooLong("template_too_long") => "The text is longer than ChatGPT takes", "文本超出 ChatGPT 的上限";
            "Shorten it.", "缩短文本。";
        TemplateIncomplete("template_incomplete") => "The text lacks something that C2C needs in it", "文本缺少 C2C 需要的内容";
            "Put back what is named below.", "补回下面提到的内容。";
        TemplateName("template_name") => "A name cannot stand in the text", "名称无法写入文本";
            "Change the name that is named below.", "修改下面提到的名称。";
        SettingsNotJson("settings_not_json") => "The settings file cannot be read", "设置文件无法读取";
            "It was left as it is. Mend it or move it away, then try again.", "文件保持原样。修正或移走它后重试。";
        SettingsUnwritable("settings_unwritable") => "The settings cannot be saved", "无法保存设置";
            "Check who may write the settings file.", "检查设置文件的写入权限。";
        StartAtLogin("start_at_login") => "The start at login cannot be set", "无法设置登录时启动";
            "Add C2C to the system's own list of programs that start at login.", "在系统的登录启动项中手动添加 C2C。";
        Clipboard("clipboard") => "The clipboard cannot be used", "无法使用剪贴板";
            "Select the text and copy it with the keyboard.", "选中文本后用键盘复制。";
        BrowserMissing("browser_missing") => "There is no browser that C2C can use", "没有 C2C 可用的浏览器";
            "Install Chrome, Chromium, Edge or Brave, then try again.", "安装 Chrome、Chromium、Edge 或 Brave 后重试。";
        BrowserUnusable("browser_unusable") => "The browser cannot be used", "无法使用浏览器";
            "Close its windows, then try again.", "关闭它的窗口后重试。";
        ConnectorUnserved("connector_unserved") => "The connector cannot be served", "无法提供连接器";
            "Another program may use its port. Change the port in the settings file.", "端口可能被占用，可在设置文件中更改端口。";
        StoreFull("store_full") => "The disk is full", "磁盘已满";
            "Make room, then try again.", "腾出空间后重试。";
        StoreBusy("store_busy") => "Another process uses C2C's data", "另一个程序正在使用 C2C 的数据";
            "Try again in a moment.", "稍后重试。";
        StoreUnusable("store_unusable") => "C2C's data cannot be used", "C2C 的数据无法使用";
            "See below what is wrong with it.", "具体问题见下方。";
        Quitting("quitting") => "C2C is ending", "C2C 正在退出";
            "Start it again.", "重新启动它。";
    }
}

coded! {
    "What kind of thing went wrong, where no more is known." KindWord,
    "What can be done about it." KindHint,
    "What is said about an error of this kind, as in [`crate::ErrorShape::code`]." kind,
    KIND_CODES {
        User("user") => "This cannot be done", "无法执行";
            "See below why.", "原因见下方。";
        Config("config") => "A setting is in the way", "设置有问题";
            "See below which one.", "具体设置见下方。";
        Precondition("precondition") => "This cannot be done now", "现在无法执行";
            "See below what is missing.", "缺少的条件见下方。";
        NotFound("not_found") => "This is not there", "内容不存在";
            "It may be gone by now.", "可能已被移除。";
        Conflict("conflict") => "This does not fit what goes on now", "与当前状态冲突";
            "Look at the state and try again.", "查看当前状态后重试。";
        Unavailable("unavailable") => "Something that is needed does not answer", "所需的服务没有响应";
            "Try again in a moment.", "稍后重试。";
        Internal("internal") => "C2C made a mistake", "C2C 内部错误";
            "Try again. If it stays, C2C's log has more.", "重试。如仍出现，可查看 C2C 日志。";
    }
}
