//! Notifications only while the person likes them.

use std::sync::Arc;

use c2c_ports::{Asked, Notice, Notifier, SessionId};

use crate::settings::LiveSettings;

/// Tells `notifier` of a notice while the setting `notifications` is on: as it is then, not as it was at the start.
pub struct Heeding {
    live: LiveSettings,
    notifier: Arc<dyn Notifier>,
}

impl std::fmt::Debug for Heeding {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Heeding").field("live", &self.live).finish_non_exhaustive()
    }
}

impl Heeding {
    /// A notifier that heeds the settings.
    #[must_use]
    pub fn new(live: LiveSettings, notifier: Arc<dyn Notifier>) -> Self {
        Self { live, notifier }
    }
}

impl Notifier for Heeding {
    fn notify(&self, notice: &Notice) {
        // Another process may have changed the file: the app, while a session runs in a terminal.
        self.live.reload();
        if self.live.notifies() {
            self.notifier.notify(notice);
        }
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.notifier.settle(session, asked);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use c2c_ports::NoticeKind;

    use super::*;

    #[derive(Default)]
    struct Told(Mutex<Vec<String>>);

    impl Notifier for Told {
        fn notify(&self, notice: &Notice) {
            self.0.lock().unwrap().push(notice.title.clone());
        }
    }

    #[test]
    fn the_setting_counts_at_the_time_of_the_notice() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let told = Arc::new(Told::default());
        let heeding = Heeding::new(LiveSettings::load(file.clone()), Arc::clone(&told) as Arc<dyn Notifier>);
        let tell = |title: &str, settings: &str| {
            std::fs::write(&file, settings).unwrap();
            heeding.notify(&Notice {
                session_id: SessionId::from_random([0; 8]),
                workspace: "shop".to_owned(),
                kind: NoticeKind::Done,
                title: title.to_owned(),
                body: String::new(),
                plan: None,
            });
        };
        tell("one", "{}");
        tell("two", r#"{"notifications": false}"#);
        tell("three", r#"{"notifications": true}"#);
        assert_eq!(*told.0.lock().unwrap(), ["one", "three"]);
    }
}
