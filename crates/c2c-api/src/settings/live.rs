//! The settings as they are now, and changing them: the file stays the person's own.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use c2c_ipc::app::Reason;
use c2c_os::lock::FileLock;
use c2c_os::private_file;
use serde_json::Value;

use super::ordered::Ordered;
use super::{BadSetting, Settings};
use crate::error::{ApiError, ErrorKind};

/// How long another process may keep the file.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(10);

/// The settings in force, for everybody who asks while the process runs. Clones share them.
#[derive(Debug, Clone)]
pub struct LiveSettings(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: PathBuf,
    current: RwLock<Arc<Current>>,
    changing: Mutex<()>,
    /// What the file was like when it was looked at last.
    seen: Mutex<Option<Stamp>>,
}

/// By what it is told that a file was written: when, and how long it is. None where there is none.
type Stamp = Option<(SystemTime, u64)>;

#[derive(Debug)]
struct Current {
    settings: Settings,
    bad: Vec<BadSetting>,
}

impl LiveSettings {
    /// The settings that `file` holds.
    #[must_use]
    pub fn load(file: PathBuf) -> Self {
        let (settings, bad) = Settings::load(&file);
        let current = RwLock::new(Arc::new(Current { settings, bad }));
        Self(Arc::new(Inner { file, current, changing: Mutex::new(()), seen: Mutex::default() }))
    }

    /// What is in force.
    #[must_use]
    pub fn get(&self) -> Settings {
        self.current().settings.clone()
    }

    /// Settings that are not used.
    #[must_use]
    pub fn bad(&self) -> Vec<BadSetting> {
        self.current().bad.clone()
    }

    /// Whether the desktop shows notifications.
    #[must_use]
    pub fn notifies(&self) -> bool {
        self.current().settings.notifications
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Reads the file again: the person may have edited it.
    pub fn reload(&self) {
        let (settings, bad) = Settings::load(&self.0.file);
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Current { settings, bad });
    }

    /// Reads the file again if it was written since this was asked last. Whether it was; the first time it was not.
    pub(crate) fn reload_if_written(&self) -> bool {
        let stamp = self.0.file.metadata().ok().and_then(|file| Some((file.modified().ok()?, file.len())));
        let before = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner).replace(stamp);
        let is_written = before.is_some_and(|before| before != stamp);
        if is_written {
            self.reload();
        }
        is_written
    }

    /// Writes values into the file and has them in force. Everything else in the file stays, in its order.
    ///
    /// # Errors
    /// `Config` when the file is no JSON object, or cannot be read or written; it is as it was then.
    pub(crate) fn change(&self, values: &[(&str, Value)]) -> Result<(), ApiError> {
        let _alone = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        // What a link leads to is changed, not the link.
        let file = self.0.file.canonicalize().unwrap_or_else(|_| self.0.file.clone());
        let _lock = locked(&self.0.file)?;
        let mut fields = read(&file)?;
        for (key, value) in values {
            fields.set(key, value.clone());
        }
        let mut bytes = serde_json::to_vec_pretty(&fields)
            .map_err(|error| ApiError::new(ErrorKind::Internal, "the settings cannot be written").because(error))?;
        bytes.push(b'\n');
        private_file::write(&file, &bytes).map_err(unwritable)?;
        self.reload();
        Ok(())
    }

    fn current(&self) -> Arc<Current> {
        Arc::clone(&self.0.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn read(file: &Path) -> Result<Ordered, ApiError> {
    let Some(bytes) = private_file::read(file).map_err(unwritable)? else { return Ok(Ordered::default()) };
    serde_json::from_slice(&bytes).map_err(|error| {
        ApiError::new(ErrorKind::Config, format!("`{}` is no JSON object, so nothing was changed", file.display()))
            .hint("mend the file, or move it away to begin with the usual settings")
            .reason(Reason::SettingsNotJson)
            .because(error)
    })
}

/// Keeps other processes from writing between our reading and our writing.
fn locked(file: &Path) -> Result<FileLock, ApiError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(lock) = FileLock::try_acquire(Path::new(&name)).map_err(unwritable)? {
            return Ok(lock);
        }
        if Instant::now() >= until {
            return Err(ApiError::new(ErrorKind::Unavailable, "another process is changing the settings")
                .hint("try again in a moment")
                .reason(Reason::SettingsUnwritable));
        }
        std::thread::sleep(LOOK);
    }
}

fn unwritable(error: impl std::error::Error + Send + Sync + 'static) -> ApiError {
    ApiError::new(ErrorKind::Config, "the settings cannot be changed")
        .hint("make C2C's data folder and `settings.json` in it writable")
        .reason(Reason::SettingsUnwritable)
        .because(error)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(content: &str) -> (tempfile::TempDir, LiveSettings) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, content).unwrap();
        (folder, LiveSettings::load(file))
    }

    fn content(settings: &LiveSettings) -> String {
        std::fs::read_to_string(settings.file()).unwrap()
    }

    #[test]
    fn a_change_is_in_force_for_all_and_keeps_what_else_is_in_the_file() {
        let (_folder, settings) =
            settings(r#"{"zeta": {"b": 1, "a": [1.50, null]}, "notifications": true, "approval": "every"}"#);
        let other = settings.clone();
        settings.change(&[("notifications", json!(false)), ("theme", json!("dark"))]).unwrap();
        assert!(!other.notifies());
        assert_eq!(other.get().theme, c2c_ipc::app::Theme::Dark);
        assert_eq!(other.bad().len(), 1, "the unknown one is named still");
        let expected = "{\n  \"zeta\": {\n    \"b\": 1,\n    \"a\": [\n      1.5,\n      null\n    ]\n  },\n  \
                        \"notifications\": false,\n  \"approval\": \"every\",\n  \"theme\": \"dark\"\n}\n";
        assert_eq!(content(&settings), expected);
    }

    #[test]
    fn a_file_that_somebody_wrote_is_noticed_once() {
        let (_folder, settings) = settings("{}");
        assert!(!settings.reload_if_written());
        std::fs::write(settings.file(), r#"{"notifications": false}"#).unwrap();
        assert!(settings.reload_if_written() && !settings.notifies());
        assert!(!settings.reload_if_written());
        std::fs::remove_file(settings.file()).unwrap();
        assert!(settings.reload_if_written() && settings.notifies());
    }

    #[test]
    fn a_file_that_is_no_json_object_is_left_as_it_is() {
        for wrong in ["[1]", "{", "", "null", "{\"a\": 1} x"] {
            let (_folder, settings) = settings(wrong);
            let refused = settings.change(&[("theme", json!("dark"))]).unwrap_err();
            assert_eq!(refused.reason, Some(Reason::SettingsNotJson), "{wrong}");
            assert_eq!(content(&settings), wrong);
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_made_private() {
        let (folder, settings) = settings("{}");
        std::fs::remove_file(settings.file()).unwrap();
        settings.change(&[("language", json!("zh-CN"))]).unwrap();
        assert_eq!(content(&settings), "{\n  \"language\": \"zh-CN\"\n}\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(settings.file()).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert!(folder.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let (folder, settings) = settings("{}");
        let real = folder.path().join("real.json");
        std::fs::rename(settings.file(), &real).unwrap();
        std::os::unix::fs::symlink(&real, settings.file()).unwrap();
        settings.change(&[("theme", json!("light"))]).unwrap();
        assert!(settings.file().is_symlink());
        assert!(std::fs::read_to_string(&real).unwrap().contains("light"));
    }

    #[test]
    fn of_two_writers_neither_loses_what_it_wrote() {
        let (folder, first) = settings("{}");
        let second = LiveSettings::load(folder.path().join("settings.json"));
        std::thread::scope(|scope| {
            for (writer, settings) in [("one", &first), ("two", &second)] {
                scope.spawn(move || {
                    for n in 0..20 {
                        settings.change(&[(&format!("{writer}_{n}"), json!(n))]).unwrap();
                    }
                });
            }
        });
        let fields: serde_json::Map<String, Value> = serde_json::from_str(&content(&first)).unwrap();
        assert_eq!(fields.len(), 40);
    }
}
