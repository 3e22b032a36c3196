//! The words of the pages for a new task and for the templates.

use super::words;

words! {
    /// A new task.
    TaskWord {
        Where => "Folder", "文件夹";
        WhereHint => "A git repository that Codex works in.", "Codex 工作所在的 git 仓库。";
        ChooseFolder => "Choose folder…", "选择文件夹…";
        FolderDialog => "C2C: choose a folder", "C2C：选择文件夹";
        NoFolder => "Choose a folder first.", "先选择文件夹。";
        NoneKnown => "No folder yet", "还没有文件夹";
        NoneChosen => "No folder chosen", "未选择文件夹";
        Taken => "{folder} (has an open session)", "{folder}（有未结束的会话）";
        NoRepository => "{folder} (no git repository)", "{folder}（不是 git 仓库）";
        OpenTaking => "Show that session", "查看该会话";
        Goal => "Goal", "目标";
        GoalHint => "What should be true in the end. ChatGPT reads the project itself.", "写明最终要达到的结果。项目内容 ChatGPT 会自己查看。";
        NoGoal => "Write down what is to be reached.", "写下要达到的目标。";
        Carrier => "Messages to ChatGPT", "与 ChatGPT 的消息";
        CarrierWindow => "C2C carries them", "由 C2C 转交";
        CarrierWindowHint => "Through ChatGPT's window, while you leave keyboard and mouse alone.", "在你不动键盘鼠标时，通过 ChatGPT 窗口收发。";
        CarrierManual => "I carry them by hand", "我手动转交";
        CarrierManualHint => "You copy each message into ChatGPT and paste the answer here.", "由你把消息复制到 ChatGPT，再把回答粘贴回来。";
        Chat => "Conversation", "对话";
        ChatCurrent => "The folder's own, or a new one", "此文件夹的对话，没有则新建";
        ChatNew => "A new one", "新对话";
        ChatAt => "One with this address", "指定地址的对话";
        ChatInProject => "In a ChatGPT Project", "在 ChatGPT 项目中";
        ChatAddress => "Address", "地址";
        ChatAddressMissing => "Paste the address from ChatGPT.", "粘贴 ChatGPT 中的地址。";
        Approval => "Plan approval", "计划批准";
        ApprovalFirst => "First plan", "首个计划";
        ApprovalEvery => "Every plan", "每个计划";
        ApprovalNever => "None", "不需要";
        ApprovalHint => "Which plans wait for you before Codex begins.", "哪些计划需要你批准后 Codex 才执行。";
        Limit => "Iteration limit", "轮次上限";
        LimitHint => "How many plans are carried out before C2C asks you.", "执行多少轮后先问你。";
        LimitWrong => "A whole number from 1 to 1,000.", "1 到 1,000 的整数。";
        More => "More options", "更多选项";
        Sandbox => "What Codex may touch", "Codex 可以改动的范围";
        SandboxReadOnly => "Nothing, it only reads", "只读";
        SandboxWorkspace => "The folder", "此文件夹";
        SandboxDanger => "Everything you may", "你能改动的一切";
        SandboxDangerHint => "Codex runs without a sandbox and may change or delete any file of yours.", "Codex 不受沙盒限制，可能改动或删除你的任何文件。";
        Default => "{choice} (default)", "{choice}（默认）";
        Preview => "What ChatGPT gets", "发给 ChatGPT 的内容";
        PreviewInit => "First message of the task", "任务的第一条消息";
        PreviewInitOf => "{bytes} of 1,023 bytes", "{bytes}/1,023 字节";
        PreviewTaskId => "TASK_ID is an example. The task gets its own when it starts.", "TASK_ID 只是示例，开始任务时才会分配真正的编号。";
        PreviewBoot => "Boot prompt, once for each conversation", "启动提示，每个对话一次";
        PreviewTooLong => "The goal is too long: it may have 65,536 bytes at most.", "目标过长：最多 65,536 字节。";
        PreviewEmpty => "Shown once there is a folder and a goal.", "选好文件夹并写下目标后显示。";
        Start => "Start task", "开始任务";
        Starting => "Starting", "正在开始";
        LeftGoal => "The goal stays here until the task starts.", "开始任务前，写下的目标会一直保留。";
        NoWindowHere => "This build of C2C cannot use ChatGPT's window.", "此版本的 C2C 无法使用 ChatGPT 窗口。";
    }
}

words! {
    /// The templates.
    TemplateWord {
        Folder => "Folder", "文件夹";
        Empty => "No folder yet", "还没有文件夹";
        EmptyHint => "The texts are written for a folder. Start a task, or choose a folder.", "模板按文件夹生成。先开始一个任务，或选择文件夹。";
        BootPrompt => "Boot prompt", "启动提示";
        BootPromptHint => "The first message of every new conversation. C2C sends it, or has you carry it.", "每个新对话的第一条消息，由 C2C 发送，或由你手动转交。";
        Instructions => "Project instructions", "项目说明";
        InstructionsHint => "For a ChatGPT Project: paste them into the Project's instructions.", "用于 ChatGPT 项目：粘贴到项目的说明中。";
        Edit => "Edit", "编辑";
        Save => "Save", "保存";
        Saved => "Saved", "已保存";
        Reset => "Reset…", "还原…";
        ResetNow => "Reset text", "还原文本";
        ResetAsk => "Go back to C2C's own text? Your edits are lost.", "恢复为 C2C 的原文？你的修改会丢失。";
        WasReset => "C2C's own text is back", "已恢复原文";
        Edited => "Edited", "已修改";
        Unsaved => "Not saved", "未保存";
        UnsavedHint => "Your changes stay here until you save or discard them.", "在保存或放弃之前，修改会一直保留在这里。";
        Original => "C2C's own", "原文";
        Characters => "{count} of {most} characters", "{count}/{most} 个字符";
        TooLongOne => "1 character too many: ChatGPT takes at most {most}.", "超出 1 个字符：ChatGPT 最多接受 {most} 个。";
        TooLong => "{count} characters too many: ChatGPT takes at most {most}.", "超出 {count} 个字符：ChatGPT 最多接受 {most} 个。";
        EmptyText => "A text is needed. Discard changes brings the last one back.", "文本不能为空。“放弃修改”可恢复上一次的内容。";
        OriginalChanged => "C2C's own text has changed since you edited it.", "修改之后，C2C 的原文又有了变化。";
        OtherConnector => "The text does not name this folder's connector, which has another name by now.", "文本中的连接器名称已不是此文件夹现在的名称。";
        CancelEdit => "Discard changes…", "放弃修改…";
        DiscardAsk => "Discard what you wrote? It cannot be brought back.", "放弃你写的内容？放弃后无法找回。";
        DiscardNow => "Discard changes", "放弃修改";
    }
}
