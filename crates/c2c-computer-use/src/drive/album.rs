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

/// Says whether pictures are kept now. The person may change it at any time.
pub(super) type Wish = Box<dyn Fn() -> Option<AlbumConfig> + Send>;

/// Keeps pictures, or none.
pub(super) struct Album {
    wish: Wish,
    /// By which it was thinned out last.
    thinned: Option<AlbumConfig>,
}

impl Album {
    /// An album that is kept as `wish` says at the time.
    pub(super) fn new(wish: Wish) -> Self {
        Self { wish, thinned: None }
    }

    /// Takes a picture of the window and of nothing else, named after the message and what was being
    /// done. A picture that cannot be taken or kept is only worth a line in the log.
    pub(super) fn keep(&mut self, desk: &mut dyn Desk, window: WindowId, outgoing: &Outgoing, what: &str) {
        let Some(config) = self.thin_out() else { return };
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

    /// What counts now. Where that is news, what is older than it may be is thrown away.
    pub(super) fn thin_out(&mut self) -> Option<AlbumConfig> {
        let config = (self.wish)();
        if self.thinned != config
            && let Some(config) = &config
        {
            config.thin_out();
        }
        self.thinned.clone_from(&config);
        config
    }
}

impl AlbumConfig {
    /// Throws away what is older than it may be.
    fn thin_out(&self) {
        let Ok(sessions) = fs::read_dir(&self.folder) else { return };
        for session in sessions.flatten() {
            let Ok(pictures) = fs::read_dir(session.path()) else { continue };
            for picture in pictures.flatten() {
                let age = picture.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
                if age.is_some_and(|age| age.as_millis() > u128::from(self.days) * DAY_MS) {
                    fs::remove_file(picture.path()).ok();
                }
            }
            // Only an empty folder can be removed.
            fs::remove_dir(session.path()).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_wished_counts_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("ses_1");
        fs::create_dir(&session).unwrap();
        for (name, days) in [("old.png", 5), ("new.png", 0)] {
            let file = fs::File::create(session.join(name)).unwrap();
            let now = file.metadata().unwrap().modified().unwrap();
            file.set_modified(now - Duration::from_secs(days * 24 * 60 * 60)).unwrap();
        }
        let left = || fs::read_dir(&session).unwrap().count();
        let days = Arc::new(Mutex::new(None));
        let (wished, place) = (Arc::clone(&days), folder.path().to_owned());
        let wish = move || wished.lock().unwrap().map(|days| AlbumConfig { folder: place.clone(), days });
        let mut album = Album::new(Box::new(wish));
        assert_eq!((album.thin_out(), left()), (None, 2), "none are taken");
        *days.lock().unwrap() = Some(30);
        assert_eq!((album.thin_out().map(|config| config.days), left()), (Some(30), 2));
        *days.lock().unwrap() = Some(1);
        assert_eq!((album.thin_out().map(|config| config.days), left()), (Some(1), 1));
    }
}
