//! What the tray's picture lies on.

/// The panel's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Dark: the picture is light.
    #[cfg(not(target_os = "macos"))]
    Dark,
    /// Light: the picture is dark.
    #[cfg(not(target_os = "macos"))]
    Light,
    /// The system colours the picture.
    #[cfg(target_os = "macos")]
    Template,
}

impl Ground {
    /// macOS colours the picture.
    #[cfg(target_os = "macos")]
    pub(super) fn of_panel(_desktop: &str) -> Self {
        Self::Template
    }

    /// The taskbar's colours are a setting of the system.
    #[cfg(windows)]
    pub(super) fn of_panel(_desktop: &str) -> Self {
        const PLACE: &str = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize";
        let key = winreg::RegKey::predef(winreg::enums::HKEY_CURRENT_USER).open_subkey(PLACE);
        let light = key.and_then(|key| key.get_value::<u32, _>("SystemUsesLightTheme"));
        if light.is_ok_and(|light| light != 0) { Self::Light } else { Self::Dark }
    }

    /// Most panels are dark whatever the theme is; those of a few desktops follow it.
    #[cfg(target_os = "linux")]
    pub(super) fn of_panel(desktop: &str) -> Self {
        use gtk::prelude::GtkSettingsExt as _;

        let is_dark = gtk::Settings::default().is_some_and(|settings| {
            let theme = settings.gtk_theme_name().unwrap_or_default();
            settings.is_gtk_application_prefer_dark_theme() || is_dark_theme(&theme)
        });
        if is_dark || !follows_theme(desktop) { Self::Dark } else { Self::Light }
    }
}

#[cfg(target_os = "linux")]
fn follows_theme(desktop: &str) -> bool {
    const THESE: [&str; 4] = ["kde", "lxde", "lxqt", "mate"];
    desktop.split(':').any(|name| THESE.contains(&name.to_ascii_lowercase().as_str()))
}

#[cfg(target_os = "linux")]
fn is_dark_theme(theme: &str) -> bool {
    let theme = theme.to_ascii_lowercase();
    theme.contains("inverse") || theme.split(['-', '_', ':']).any(|part| part == "dark")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn dark_panels_are_told_by_desktop_and_theme() {
        assert!(follows_theme("KDE") && follows_theme("LXQt"));
        assert!(!follows_theme("ubuntu:GNOME") && !follows_theme("XFCE") && !follows_theme(""));
        assert!(is_dark_theme("Adwaita-dark") && is_dark_theme("Arc-Dark") && is_dark_theme("HighContrastInverse"));
        assert!(!is_dark_theme("Adwaita") && !is_dark_theme("Darkroom"));
    }
}
