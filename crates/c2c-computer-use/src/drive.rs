//! The ChatGPT window as the loop's [`Window`]: send, find and read, over a [`Desk`].
//!
//! The desk lives on a thread of its own, because its calls block; each send, find or read runs there
//! from beginning to end, one at a time, and talks to the future that waits for it over a link.

use std::sync::mpsc as blocking;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use c2c_ports::{
    BoxFuture, EffectId, Found, Judge, NoSteps, Outgoing, Reply, Sent, StepObserver, Verdict, Window, WindowError,
};
use tokio::sync::mpsc;

mod album;
mod copying;
mod errors;
mod finding;
mod hands;
mod link;
mod mentioning;
mod place;
mod reading;
mod sending;
mod survey;
mod system_time;
#[cfg(test)]
mod tests;

pub use album::AlbumConfig;
pub use hands::DriveConfig;
pub use place::{Place, Time};
pub use system_time::SystemTime;

use crate::desk::{Desk, DeskError};
use album::{Album, Wish};
use hands::{Hands, Stop};
use link::{Link, Told, Wire};

/// What is needed to drive the window; made on the desk's thread when it is first used.
pub struct Parts {
    /// The desktop.
    pub desk: Box<dyn Desk>,
    /// Where the window comes from.
    pub place: Box<dyn Place>,
    /// The time.
    pub time: Box<dyn Time>,
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Parts").finish_non_exhaustive()
    }
}

type Make = Box<dyn FnMut() -> Result<Parts, DeskError> + Send>;
type Work = Box<dyn FnOnce(Result<&mut Hands, WindowError>) + Send>;

/// The ChatGPT window.
pub struct ChatWindow {
    turns: String,
    starter: Mutex<Starter>,
}

impl std::fmt::Debug for ChatWindow {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ChatWindow").field("turns", &self.turns).finish_non_exhaustive()
    }
}

/// How long the end of the window waits for its thread to give back what it took: the clipboard and the focus. A paste
/// that comes late is awaited for 3 s.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// Starts the thread when there is work for it.
struct Starter {
    parts: Option<(Make, DriveConfig, Wish)>,
    thread: Option<Live>,
}

/// The thread, as its owner sees it.
struct Live {
    work: blocking::Sender<Work>,
    /// Nothing is ever said here; it closes when the thread ends.
    ended: blocking::Receiver<()>,
}

impl ChatWindow {
    /// A window whose turns are taken under the name `turns`. `album` is asked before each picture. `make` gives the parts when the window
    /// is first used, and is asked again after it failed.
    #[must_use]
    pub fn new(
        turns: String,
        config: DriveConfig,
        album: impl Fn() -> Option<AlbumConfig> + Send + 'static,
        make: impl FnMut() -> Result<Parts, DeskError> + Send + 'static,
    ) -> Self {
        let parts = Some((Box::new(make) as Make, config, Box::new(album) as Wish));
        Self { turns, starter: Mutex::new(Starter { parts, thread: None }) }
    }

    /// Gives `work` to the thread; false when it could not be started.
    fn give(&self, work: Work) -> bool {
        let Ok(mut starter) = self.starter.lock() else { return false };
        if let Some((make, config, album)) = starter.parts.take() {
            let (sender, receiver) = blocking::channel();
            let (alive, ended) = blocking::channel();
            let thread = thread::Builder::new().name("window".to_owned());
            let lived = move || {
                live(&receiver, make, config, album);
                drop(alive);
            };
            if thread.spawn(lived).is_err() {
                return false;
            }
            starter.thread = Some(Live { work: sender, ended });
        }
        starter.thread.as_ref().is_some_and(|thread| thread.work.send(work).is_ok())
    }

    /// Runs `act` on the thread, and serves its link.
    async fn run<T: Send + 'static>(
        &self,
        outgoing: &Outgoing,
        steps: &dyn StepObserver,
        judge: Judge<'_>,
        act: fn(&mut Hands, &Outgoing, &dyn Link) -> Result<T, Stop>,
    ) -> Result<T, WindowError> {
        let (sender, mut told) = mpsc::unbounded_channel::<Told<Result<T, WindowError>>>();
        let effect: EffectId = outgoing.effect_id.clone();
        let outgoing = outgoing.clone();
        let work = Box::new(move |hands: Result<&mut Hands, WindowError>| {
            let link = Wire(sender);
            let ended = match hands.map(|hands| act(hands, &outgoing, &link)) {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(Stop::Error(error))) | Err(error) => Err(error),
                // There is nobody to tell.
                Ok(Err(Stop::Unwanted)) => return,
            };
            link.0.send(Told::Ended(ended)).ok();
        });
        let ended = if self.give(work) { link::serve(&mut told, &effect, steps, judge).await } else { None };
        ended.unwrap_or_else(|| {
            Err(WindowError::Unavailable {
                reason: "the part of C2C that drives the window has stopped".to_owned(),
                hint: "Start C2C again.".to_owned(),
            })
        })
    }
}

impl Drop for ChatWindow {
    fn drop(&mut self) {
        let starter = self.starter.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(Live { work, ended }) = starter.thread.take() {
            drop(work);
            if ended.recv_timeout(LAST_MOMENT) == Err(blocking::RecvTimeoutError::Timeout) {
                tracing::warn!("what drives the window does not come to its end");
            }
        }
    }
}

/// The desk's thread.
fn live(receiver: &blocking::Receiver<Work>, mut make: Make, config: DriveConfig, album: Wish) {
    let mut hands: Option<Hands> = None;
    let mut album = Album::new(album);
    album.thin_out();
    let mut spare = Some((config, album));
    while let Ok(work) = receiver.recv() {
        if hands.is_none() {
            match make() {
                Ok(Parts { desk, place, time }) => {
                    hands = spare.take().map(|(config, album)| Hands::new(desk, place, time, config, album));
                }
                Err(error) => {
                    work(Err(errors::of_desk(&error)));
                    continue;
                }
            }
        }
        if let Some(hands) = &mut hands {
            work(Ok(hands));
        }
    }
}

fn no_judge(_text: &str) -> Verdict {
    Verdict::None
}

impl Window for ChatWindow {
    fn turns(&self) -> Option<String> {
        Some(self.turns.clone())
    }

    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(self.run(outgoing, steps, &no_judge, sending::send))
    }

    fn find<'a>(&'a self, outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(self.run(outgoing, &NoSteps, &no_judge, finding::find))
    }

    fn read_reply<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
        judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        Box::pin(self.run(outgoing, steps, judge, reading::read))
    }
}
