//! The words of the preview: what ChatGPT would get from the connector.

use super::coded::coded;
use super::words;

words! {
    /// The preview.
    LookWord {
        Hint => "The connector's own answers, as ChatGPT would get them. Looking sends nothing and counts as no call.", "连接器的原样回答，与 ChatGPT 得到的一致。在这里查看不会发送任何内容，也不算调用。";
        Empty => "No folder yet", "还没有文件夹";
        EmptyHint => "Start a task, or choose a folder.", "先开始一个任务，或选择文件夹。";
        Folder => "Folder", "文件夹";
        What => "What to look at", "查看内容";
        KindPath => "File or folder", "文件或文件夹";
        KindChanges => "Changes", "改动";
        KindOutput => "Command output", "命令输出";
        KindSearch => "Search", "搜索";
        Path => "Path", "路径";
        PathHint => "From the folder on, such as src/main.rs. Empty for the folder itself.", "从此文件夹算起，例如 src/main.rs。留空则查看文件夹本身。";
        Compared => "Compared", "比较";
        ModeHead => "Last commit with the files", "上次提交与当前文件";
        ModeUnstaged => "Index with the files", "暂存区与当前文件";
        ModeStaged => "Last commit with the index", "上次提交与暂存区";
        ModeBase => "Start of the branch with the files", "分支起点与当前文件";
        ModeCommits => "Two commits", "两个提交";
        Base => "Branch, tag or commit", "分支、标签或提交";
        Older => "Older commit", "较早的提交";
        Newer => "Newer commit, HEAD if empty", "较新的提交，留空为 HEAD";
        Query => "Text", "文本";
        Show => "Show", "查看";
        NoBase => "Name a branch, tag or commit.", "填写分支、标签或提交。";
        NoOlder => "Name the older commit.", "填写较早的提交。";
        NoQuery => "Write what to look for.", "写下要搜索的文本。";
        Answer => "What ChatGPT gets", "ChatGPT 得到的内容";
        ToChatGpt => "To ChatGPT: {hint}", "给 ChatGPT 的提示：{hint}";
        Nothing => "There is nothing in it: no lines, changes, outputs or matches.", "其中没有内容：没有文本、改动、输出或匹配。";
        NotShown => "Not shown ({count})", "未显示（{count}）";
        About => "{tool}, page {page}, {size}", "{tool}，第 {page} 页，{size}";
        AllShown => "Nothing is held back.", "没有隐去任何内容。";
        Page => "Page {page}", "第 {page} 页";
        NextPage => "Next page", "下一页";
        AllOutputs => "All outputs", "全部输出";
    }
}

coded! {
    "What the connector refuses." ToolWord,
    "What stands behind it, or what can be done." ToolHint,
    "What is said about an error of the connector's tools, by its stable code." tool_error,
    TOOL_CODES {
        InvalidArgument("INVALID_ARGUMENT") => "A value cannot be used", "有个值无法使用";
            "See below which one.", "具体的值见下方。";
        InvalidPath("INVALID_PATH") => "This is no path", "这不是路径";
            "Paths begin in the folder, such as src/main.rs.", "路径从此文件夹算起，例如 src/main.rs。";
        OutsideWorkspace("OUTSIDE_WORKSPACE") => "This lies outside the folder", "这在文件夹之外";
            "ChatGPT gets nothing from there.", "ChatGPT 得不到那里的任何内容。";
        Withheld("WITHHELD") => "ChatGPT does not get this", "ChatGPT 得不到此内容";
            "The reason is below.", "原因见下方。";
        NotFound("NOT_FOUND") => "Nothing is there", "内容不存在";
            "Check the name.", "检查名称。";
        NotAFile("NOT_A_FILE") => "This is no file", "这不是文件";
            "Links and devices are not followed.", "不会跟随链接或读取设备。";
        NotADirectory("NOT_A_DIRECTORY") => "This is no folder", "这不是文件夹";
            "Links are not followed.", "不会跟随链接。";
        BinaryFile("BINARY_FILE") => "The file holds no text", "文件不是文本";
            "ChatGPT gets its name and size only.", "ChatGPT 只能得到它的名称和大小。";
        NotARepository("NOT_A_REPOSITORY") => "This folder is in no git repository", "此文件夹不在 git 仓库中";
            "Files and search are there all the same.", "文件和搜索仍可使用。";
        RepositoryDamaged("REPOSITORY_DAMAGED") => "The repository cannot be read", "无法读取仓库";
            "Check it with git status in a terminal.", "在终端中用 git status 检查。";
        RepositoryNotOwned("REPOSITORY_NOT_OWNED") => "The repository belongs to somebody else", "仓库属于其他用户";
            "Only your own are read.", "只读取你自己的仓库。";
        GitMissing("GIT_MISSING") => "git is not installed", "未安装 git";
            "Install git, then try again.", "安装 git 后重试。";
        NoCommits("NO_COMMITS") => "There is no commit yet", "还没有提交";
            "Changes are there all the same.", "改动仍可查看。";
        TooBig("TOO_BIG") => "This is too big", "内容过大";
            "ChatGPT gets nothing of it.", "ChatGPT 得不到其中的内容。";
        ChangedMeanwhile("CHANGED_MEANWHILE") => "It has changed since the page before", "内容在上一页之后有变化";
            "Begin from the start.", "请从头开始。";
        OutputRestricted("OUTPUT_RESTRICTED") => "ChatGPT does not get this output", "ChatGPT 得不到此输出";
            "The reason is below.", "原因见下方。";
        TimedOut("TIMED_OUT") => "This takes longer than a call may", "超出一次调用的时限";
            "Narrow it, for example with a path.", "缩小范围，例如指定路径。";
        Busy("BUSY") => "Too many calls are under way", "同时进行的调用过多";
            "Try again in a moment.", "稍后重试。";
        InsufficientScope("INSUFFICIENT_SCOPE") => "The token does not allow this", "令牌不允许此操作";
            "See below.", "见下方。";
        Internal("INTERNAL") => "C2C made a mistake", "C2C 内部错误";
            "Try again. If it stays, C2C's log has more.", "重试。如仍出现，可查看 C2C 日志。";
    }
}
