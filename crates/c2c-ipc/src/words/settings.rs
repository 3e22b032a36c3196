//! The words of the settings page.

use super::words;

words! {
    /// The settings.
    SettingWord {
        App => "App", "应用";
        StartAtLogin => "Start at login", "登录时启动";
        StartAtLoginHint => "C2C starts hidden, in the tray.", "启动后隐藏在托盘中。";
        StartAtLoginShown => "C2C starts with this window: there is no tray to start in.", "由于没有托盘，启动时会打开此窗口。";
        Notifications => "Notifications", "通知";
        NotificationsHint => "When a session ends or needs you.", "会话结束或需要你处理时通知。";
        Work => "Work", "工作";
        Approval => "Plan approval", "计划批准";
        ApprovalHint => "Which plans wait for you, in sessions that begin from now on.", "哪些计划需要你批准，对之后开始的会话生效。";
        Pictures => "Pictures of ChatGPT's window", "ChatGPT 窗口截图";
        PicturesHint => "Kept on this machine only, to look up what happened.", "仅保存在本机，便于事后查看。";
        PicturesOff => "Take none", "不截图";
        PicturesDay => "Keep for 1 day", "保留 1 天";
        PicturesDays => "Keep for {count} days", "保留 {count} 天";
        Look => "Appearance", "外观";
        Language => "Language", "语言";
        LanguageSystem => "System ({language})", "跟随系统（{language}）";
        Theme => "Colours", "颜色";
        ThemeSystem => "System", "跟随系统";
        ThemeLight => "Light", "浅色";
        ThemeDark => "Dark", "深色";
        On => "On", "开";
        Off => "Off", "关";
        Applied => "Applied", "已生效";
        NotApplied => "Not applied", "未生效";
        Problems => "Settings that are not used", "未生效的设置";
        File => "Settings file", "设置文件";
        Version => "Version", "版本";
    }
}
