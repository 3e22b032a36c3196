//! Why a setting is not used, by the stable codes of [`crate::app::SettingFault::code`].
//!
//! What would be right is not in here: it is the engine's own text, and the window shows it beside.

use super::coded::coded;

coded! {
    "Why a setting is not used." FaultWord,
    "What counts instead." FaultHint,
    "What is said about a fault of this code, and what counts instead; none for a code without words." fault,
    FAULT_CODES {
        Unreadable("unreadable") => "The settings file cannot be read", "设置文件无法读取";
            "Check who may read it. Until then all settings are C2C's own.", "检查它的读取权限。在此之前全部使用 C2C 的默认值。";
        NotJson("not_json") => "The settings file is no JSON object", "设置文件不是 JSON 对象";
            "Mend it or move it away. Until then all settings are C2C's own.", "修正或移走它。在此之前全部使用 C2C 的默认值。";
        Unknown("unknown") => "There is no setting {key}", "没有名为 {key} 的设置";
            "It changes nothing.", "它不起作用。";
        Value("value") => "The value of {key} cannot be used", "{key} 的值无法使用";
            "C2C's own counts.", "使用 C2C 的默认值。";
        WorkspaceValue("workspace_value") => "The folder's own {key} cannot be used", "此文件夹的 {key} 无法使用";
            "Your settings count.", "以你的设置为准。";
        WorkspaceLoosens("workspace_loosens") => "The folder's own {key} would loosen a limit", "此文件夹的 {key} 会放宽限制";
            "Your settings count until you accept it in a terminal.", "在终端中接受之前，以你的设置为准。";
    }
}
