//! What the product is opened with: the environment, the data folder, and the person's settings.

use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;

use crate::error::ApiError;
use crate::settings::{BadSetting, LiveSettings, Settings};

/// Everything that is read before the store is opened. Read once, by `main`.
#[derive(Debug, Clone)]
pub struct Config {
    /// The process's environment.
    pub environment: Environment,
    /// C2C's data folder.
    pub data: DataFolder,
    /// The person's settings over the defaults, as they were when this was read.
    pub settings: Settings,
    /// The settings as they are now, for what must heed a change while the process runs.
    pub live: LiveSettings,
    /// Settings that are not used, for the person to see.
    pub bad_settings: Vec<BadSetting>,
}

impl Config {
    /// Finds (or makes) the data folder and reads the settings in it.
    ///
    /// # Errors
    /// `Config` when there is no usable data folder. Bad settings are no error.
    pub fn load(environment: Environment) -> Result<Self, ApiError> {
        let data = DataFolder::resolve(&environment)?;
        let live = LiveSettings::load(data.settings_file());
        let (settings, bad_settings) = (live.get(), live.bad());
        Ok(Self { environment, data, settings, live, bad_settings })
    }

    /// Names the settings that are not used in the log, which lies in the data folder and so begins after [`Self::load`].
    pub fn log_bad_settings(&self) {
        for bad in &self.bad_settings {
            let key = if bad.key.is_empty() { "settings.json" } else { &bad.key };
            tracing::warn!(key, expected = bad.expected, "a setting is not used");
        }
    }
}
