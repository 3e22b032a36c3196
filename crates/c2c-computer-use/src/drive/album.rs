//! Pictures of the window at each send and read, where the person wants them.

use std::fs;
use std::path::PathBuf;

use c2c_os::private_file;
use c2c_ports::Outgoing;

use crate::desk::{Desk, WindowId};

const DAY_MS: u128 = 24 * 60 * 60 * 1_000;

/// Where pictures are kept, and how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumConfig {
    /// A folder that only the person may read; made when the first picture is.
    pub folder: PathBuf,
    /// Older ones are thrown away.
    pub days: u32,
}

/// Keeps pictures, or none.
#[derive(Debug, Default)]
pub(super) struct Album(pub(super) Option<AlbumConfig>);

impl Album {
    /// Takes a picture of the window and of nothing else, named after the message and what was being
    /// done. A picture that cannot be taken or kept is only worth a line in the log.
    pub(super) fn keep(&self, desk: &mut dyn Desk, window: WindowId, outgoing: &Outgoing, what: &str) {
        let Some(config) = &self.0 else { return };
        let picture = match desk.picture(window) {
            Ok(picture) => picture,
            Err(error) => return tracing::info!(%error, "no picture of the window"),
        };
        let folder = config.folder.join(outgoing.session_id.as_str());
        let name = format!("{:04}-{}-{}.png", outgoing.number, outgoing.state.to_lowercase(), what.replace(' ', "-"));
        let kept =
            c2c_os::folders::create_private(&folder).map(|()| private_file::write(&folder.join(name), &picture.png));
        match kept {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(error = &error as &dyn std::error::Error, "a picture could not be kept"),
            Err(error) => tracing::warn!(error = &error as &dyn std::error::Error, "a picture could not be kept"),
        }
    }

    /// Throws away what is older than it may be.
    pub(super) fn thin_out(&self) {
        let Some(config) = &self.0 else { return };
        let Ok(sessions) = fs::read_dir(&config.folder) else { return };
        for session in sessions.flatten() {
            let Ok(pictures) = fs::read_dir(session.path()) else { continue };
            for picture in pictures.flatten() {
                let age = picture.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
                if age.is_some_and(|age| age.as_millis() > u128::from(config.days) * DAY_MS) {
                    fs::remove_file(picture.path()).ok();
                }
            }
            // Only an empty folder can be removed.
            fs::remove_dir(session.path()).ok();
        }
    }
}
