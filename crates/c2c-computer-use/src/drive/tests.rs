//! The driver over a scripted desk.

use std::sync::Mutex;

use c2c_ports::{
    Chore, Delivery, EffectId, Found, Outgoing, Point, SendStep, StepObserver, Verdict, Window, WindowError, WindowWait,
};

use super::*;
use crate::find::Mode;
use crate::page::Site;

mod app;
mod reads;
mod sends;
mod thieves;
mod world;

use world::{HERE, NOT_REACHED, ORIGIN, Page, Said, Send_, World};

const TEXT: &str = "[C2C]\nSTATE: EXECUTED\nTASK_ID: c2c_f81a000c\nITERATION: 2\n\nRESULT:\nDone, déjà vu 👩‍👩‍👧.";
const ANSWER: &str = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a000c\nITERATION: 2\n\nSUMMARY:\nMended.";

/// A message in the conversation at [`HERE`].
fn outgoing() -> Outgoing {
    Outgoing {
        effect_id: "eff_1".parse().unwrap(),
        session_id: "ses_1".parse().unwrap(),
        number: 5,
        state: "EXECUTED".to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 2,
        text: TEXT.to_owned(),
        conversation_url: Some(HERE.to_owned()),
        begun: true,
        project_url: None,
        mention: None,
        allowed_connector: None,
        may_be_sent: true,
    }
}

/// The first message of a new conversation.
fn first() -> Outgoing {
    Outgoing { conversation_url: None, begun: false, ..outgoing() }
}

fn window(world: &World) -> ChatWindow {
    let config = DriveConfig { site: Site::default(), mode: Mode::Chat, idle_ms: 1_000 };
    let world = world.clone();
    ChatWindow::new(
        "test".to_owned(),
        config,
        || None,
        move || {
            Ok(Parts { desk: Box::new(world.clone()), place: Box::new(world.clone()), time: Box::new(world.clone()) })
        },
    )
}

/// Records what a send or a read tells.
#[derive(Default)]
struct Steps {
    reached: Mutex<Vec<Point>>,
    waits: Mutex<Vec<Option<WindowWait>>>,
}

impl StepObserver for Steps {
    fn reached(&self, _effect: &EffectId, point: Point) {
        self.reached.lock().unwrap().push(point);
    }

    fn waits(&self, _effect: &EffectId, wait: Option<WindowWait>) {
        let mut waits = self.waits.lock().unwrap();
        if waits.last() != Some(&wait) {
            waits.push(wait);
        }
    }
}

impl Steps {
    fn reached(&self) -> Vec<Point> {
        self.reached.lock().unwrap().clone()
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn send(world: &World, outgoing: &Outgoing) -> Result<Sent, WindowError> {
    send_with(world, outgoing, &Steps::default())
}

fn send_with(world: &World, outgoing: &Outgoing, steps: &Steps) -> Result<Sent, WindowError> {
    block_on(window(world).send(outgoing, steps))
}

fn read(world: &World, outgoing: &Outgoing) -> Result<Reply, WindowError> {
    block_on(window(world).read_reply(outgoing, &Steps::default(), &judge))
}

fn judge(text: &str) -> Verdict {
    match (text.contains("STATE:"), text.contains("SUMMARY:")) {
        (true, true) => Verdict::Complete,
        (true, false) => Verdict::Incomplete,
        (false, _) => Verdict::None,
    }
}

/// How often the message stands in any window's conversation.
fn times_there(world: &World) -> usize {
    let scene = world.scene();
    scene.windows.values().flat_map(|page| &page.said).filter(|said| said.by_user && said.text == TEXT).count()
}

fn said(by_user: bool, text: &str) -> Said {
    Said { by_user, text: text.to_owned() }
}
