//! A scripted desktop: windows with pages that behave as ChatGPT's do, another window that steals, a
//! person, a clipboard, and a clock that only moves when somebody waits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use c2c_os::process::ProcessIdentity;
use c2c_ports::WindowError;

use crate::app::InstalledApp;
use crate::desk::*;
use crate::drive::{Place, Time};
use crate::tree::{NodeId, Recorded, Recording, Shape};

pub(super) const ORIGIN: &str = "https://chatgpt.com";
pub(super) const HERE: &str = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001";
/// What a browser shows in the place of a page that cannot be loaded.
pub(super) const NOT_REACHED: &str = "chrome-error://chromewebdata/";
/// The program of the installed app.
pub(super) const APP: &str = "/opt/chatgpt/ChatGPT";
pub(super) const OWNER: Owner = Owner::Browser(ProcessIdentity { pid: 7, start_time: 70 });
/// The window in front when it is none of ours.
const SOMEBODY: u64 = u64::MAX;

/// What a message of the page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) by_user: bool,
    pub(super) text: String,
}

/// One page in a window.
#[derive(Debug, Clone)]
pub(super) struct Page {
    pub(super) url: String,
    pub(super) said: Vec<Said>,
    pub(super) composer: String,
    pub(super) has_focus: bool,
    /// Stop is shown.
    pub(super) is_answering: bool,
    /// Lines more of the tree, as role, name and id.
    pub(super) more: Vec<(&'static str, &'static str)>,
    /// What the page answers, once each, and after how long.
    pub(super) answers: Vec<(i64, String)>,
    /// How Send behaves.
    pub(super) send: Send_,
    /// Everything is kept from accessibility, but the address.
    pub(super) is_blank: bool,
    /// The page says that it is loading.
    pub(super) is_busy: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Send_ {
    /// It sends.
    Works,
    /// It does nothing.
    Dead,
    /// Accessibility refuses.
    Refuses,
}

impl Page {
    pub(super) fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            said: Vec::new(),
            composer: String::new(),
            has_focus: false,
            is_answering: false,
            more: Vec::new(),
            answers: Vec::new(),
            send: Send_::Works,
            is_blank: false,
            is_busy: false,
        }
    }

    pub(super) fn user(mut self, text: &str) -> Self {
        self.said.push(Said { by_user: true, text: text.to_owned() });
        self
    }

    pub(super) fn chatgpt(mut self, text: &str) -> Self {
        self.said.push(Said { by_user: false, text: text.to_owned() });
        self
    }

    fn recording(&self) -> (Recording, Vec<Part>) {
        let mut nodes = Nodes::default();
        nodes.push(0, "frame", "ChatGPT", &[], Part::Other);
        nodes.push(1, "document web", "ChatGPT", &[("URI", &self.url)], Part::Other);
        if self.is_busy {
            nodes.state("busy");
        }
        if self.is_blank {
            nodes.push(2, "section", "", &[("tag", "div")], Part::Other);
            return (Recording { shape: Shape::AtSpi, nodes: nodes.recorded }, nodes.parts);
        }
        nodes.push(2, "link", "New chat", &[("tag", "a")], Part::NewChat);
        nodes.push(2, "landmark", "", &[("xml-roles", "main")], Part::Other);
        for (at, said) in self.said.iter().enumerate() {
            let is_last = at + 1 == self.said.len();
            let heading = if said.by_user { "You said:" } else { "ChatGPT said:" };
            nodes.push(3, "heading", heading, &[("class", "sr-only"), ("tag", "h4")], Part::Other);
            nodes.push(3, "paragraph", "", &[("tag", "p")], Part::Other);
            nodes.push(4, "static", &said.text, &[], Part::Other);
            if said.by_user {
                nodes.push(3, "push button", "Copy message", &[("tag", "button")], Part::Other);
            } else if !(is_last && self.is_answering) {
                nodes.push(3, "push button", "Copy", &[("tag", "button")], Part::Copy);
            }
        }
        for (role, name) in &self.more {
            let depth = if matches!(*role, "dialog" | "alert") { 3 } else { 4 };
            nodes.push(depth, role, name, &[], Part::More(name));
        }
        self.composer_nodes(&mut nodes);
        (Recording { shape: Shape::AtSpi, nodes: nodes.recorded }, nodes.parts)
    }

    fn composer_nodes(&self, nodes: &mut Nodes) {
        nodes.push(3, "form", "", &[("tag", "form")], Part::Other);
        nodes.push(4, "entry", "Ask ChatGPT", &[("class", "ProseMirror")], Part::Composer);
        nodes.state("editable");
        if self.has_focus {
            nodes.state("focused");
        }
        for line in self.composer.split('\n') {
            nodes.push(5, "paragraph", "", &[("tag", "p")], Part::Other);
            if !line.is_empty() {
                nodes.push(6, "static", line, &[], Part::Other);
            }
        }
        nodes.push(4, "push button", "Add files and more", &[], Part::Other);
        if self.is_answering {
            nodes.push(4, "push button", "Stop", &[], Part::Stop);
        } else {
            nodes.push(4, "push button", "Send", &[], Part::Send);
        }
    }
}

/// What a node is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Other,
    Composer,
    Send,
    Stop,
    Copy,
    NewChat,
    More(&'static str),
}

#[derive(Default)]
struct Nodes {
    recorded: Vec<Recorded>,
    parts: Vec<Part>,
}

impl Nodes {
    fn push(&mut self, depth: u16, role: &str, name: &str, attributes: &[(&str, &str)], part: Part) {
        self.recorded.push(Recorded {
            depth,
            role: role.to_owned(),
            name: name.to_owned(),
            states: Some(["enabled", "sensitive", "visible", "showing"].map(str::to_owned).into()),
            attributes: attributes.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            ..Recorded::default()
        });
        self.parts.push(part);
    }

    fn state(&mut self, state: &str) {
        let states = self.recorded.last_mut().and_then(|node| node.states.as_mut());
        states.unwrap().push(state.to_owned());
    }
}

/// Something that happens at an operation of the desk, before it is carried out.
type Mischief = Box<dyn FnMut(&mut Scene, &str) + Send>;

/// The desktop's state.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) windows: BTreeMap<u64, Page>,
    /// The window in front; none is somebody else's.
    pub(super) front: Option<u64>,
    pub(super) now_ms: i64,
    pub(super) touched_ms: i64,
    pub(super) is_locked: bool,
    /// What has arrived and no window shows until it is opened.
    pub(super) not_shown: Vec<Said>,
    /// Until when the program shows windows without trees.
    pub(super) tree_at_ms: i64,
    pub(super) clipboard: String,
    kept: Option<(String, String)>,
    /// What was typed or pasted into other people's windows.
    pub(super) elsewhere: Vec<String>,
    /// Addresses that were opened.
    pub(super) opened: Vec<String>,
    /// The window that is minimised: its page draws nothing new.
    pub(super) minimised: Option<u64>,
    /// The browser does not answer.
    pub(super) is_busy: bool,
    /// No page can be loaded.
    pub(super) is_offline: bool,
    /// Whether the program runs.
    pub(super) is_running: bool,
    /// The windows that belong to the installed app; none when none is installed.
    pub(super) app: Option<Vec<u64>>,
    /// What the app lacks for being read.
    pub(super) app_lacks: Option<Lacking>,
    /// Windows that cannot be told apart.
    pub(super) alike: Vec<u64>,
    /// Operations in order, for reading when a test fails.
    pub(super) log: Vec<String>,
    recorded: BTreeMap<u64, Vec<Part>>,
    seen: BTreeMap<u64, String>,
    mischief: Option<Mischief>,
}

impl Scene {
    fn at(&mut self, what: &str) {
        self.log.push(format!("{} {what}", self.now_ms));
        if let Some(mut mischief) = self.mischief.take() {
            mischief(self, what);
            self.mischief.get_or_insert(mischief);
        }
    }

    fn page(&mut self, window: WindowId) -> Result<&mut Page, DeskError> {
        self.windows.get_mut(&window.0).ok_or(DeskError::WindowGone)
    }

    fn pass(&mut self, ms: i64) {
        self.now_ms += ms;
        let now_ms = self.now_ms;
        let minimised = self.minimised;
        for (id, page) in &mut self.windows {
            let is_minimised = minimised == Some(*id);
            if page.is_answering
                && !is_minimised
                && let Some((at_ms, _)) = page.answers.first()
                && *at_ms <= now_ms
            {
                let (_, text) = page.answers.remove(0);
                page.said.push(Said { by_user: false, text });
                page.is_answering = false;
            }
        }
    }

    fn send(&mut self, window: WindowId) {
        let now_ms = self.now_ms;
        let number = self.windows.len();
        let Ok(page) = self.page(window) else { return };
        if page.composer.is_empty() || page.send == Send_::Dead {
            return;
        }
        let text = std::mem::take(&mut page.composer);
        page.said.push(Said { by_user: true, text });
        if let Some((after_ms, _)) = page.answers.first_mut() {
            *after_ms += now_ms;
            page.is_answering = true;
        }
        if page.url == format!("{ORIGIN}/") {
            page.url = format!("{ORIGIN}/c/68a1b2c3-0000-4000-8000-0000000000{number:02}");
        }
    }
}

/// The desktop, shared by the test, the desk, the place and the clock.
#[derive(Clone, Default)]
pub(super) struct World(Arc<Mutex<Scene>>);

impl World {
    pub(super) fn new(pages: impl IntoIterator<Item = Page>) -> Self {
        let world = Self::default();
        {
            let mut scene = world.scene();
            scene.windows = (1..).zip(pages).collect();
            scene.is_running = true;
            scene.now_ms = 1_000_000;
            scene.clipboard = "what the person copied".to_owned();
        }
        world
    }

    pub(super) fn scene(&self) -> MutexGuard<'_, Scene> {
        self.0.lock().unwrap()
    }

    /// Lets something happen before each operation of the desk.
    pub(super) fn mischief(&self, mischief: impl FnMut(&mut Scene, &str) + Send + 'static) {
        self.scene().mischief = Some(Box::new(mischief));
    }

    pub(super) fn said(&self, window: u64) -> Vec<Said> {
        self.scene().windows[&window].said.clone()
    }
}

impl Time for World {
    fn now_ms(&self) -> i64 {
        self.scene().now_ms
    }

    fn offset_minutes(&self) -> i32 {
        0
    }

    fn sleep_ms(&self, ms: u64) {
        let mut scene = self.scene();
        scene.at("sleep");
        scene.pass(i64::try_from(ms).unwrap());
    }
}

impl Place for World {
    fn owners(&mut self) -> Result<Vec<Owner>, WindowError> {
        let scene = self.scene();
        let app = scene.app.as_ref().map(|_| Owner::App { app: InstalledApp::Program(APP.into()) });
        Ok(app.into_iter().chain(Some(OWNER).filter(|_| scene.is_running)).collect())
    }

    fn open(&mut self, url: &str) -> Result<Owner, WindowError> {
        let mut scene = self.scene();
        scene.at("open");
        scene.is_running = true;
        scene.opened.push(url.to_owned());
        let id = scene.windows.keys().next_back().map_or(1, |last| last + 1);
        // The server knows what the windows do not all show.
        let mut page = Page::at(url);
        let known = scene.windows.values().find(|other| other.url == url);
        page.said = known.map_or_else(Vec::new, |known| known.said.clone());
        page.said.append(&mut scene.not_shown);
        if scene.is_offline {
            page = Page { is_blank: true, ..Page::at(NOT_REACHED) };
        }
        scene.windows.insert(id, page);
        scene.front = Some(id);
        Ok(OWNER)
    }
}

impl Desk for World {
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        let scene = self.scene();
        let of_app = scene.app.clone().unwrap_or_default();
        if *owner != OWNER {
            assert_eq!(*owner, Owner::App { app: InstalledApp::Program(APP.into()) });
            let windows = scene.windows.keys().copied().filter(|id| of_app.contains(id)).map(WindowId).collect();
            return scene.app_lacks.map_or(Ok(windows), |what| Err(DeskError::Lacks { what }));
        }
        assert!(scene.is_running, "a program that does not run was asked");
        if scene.now_ms < scene.tree_at_ms {
            return Err(DeskError::Lacks { what: Lacking::Tree });
        }
        Ok(scene.windows.keys().copied().filter(|id| !of_app.contains(id)).map(WindowId).collect())
    }

    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        let mut scene = self.scene();
        scene.at("record");
        scene.pass(150);
        if scene.alike.contains(&window.0) {
            return Err(DeskError::Lacks { what: Lacking::Difference });
        }
        if scene.is_busy {
            return Err(DeskError::Failed { doing: "reading the window", reason: "no answer".to_owned() });
        }
        let (recording, parts) = scene.page(window)?.recording();
        let seen = format!("{:?}", scene.page(window)?.is_answering);
        scene.recorded.insert(window.0, parts);
        scene.seen.insert(window.0, seen);
        Ok(recording)
    }

    fn glance(&mut self, window: WindowId, _node: NodeId) -> Result<Glance, DeskError> {
        let mut scene = self.scene();
        let now = format!("{:?}", scene.page(window)?.is_answering);
        Ok(if scene.seen.get(&window.0) == Some(&now) { Glance::Same } else { Glance::Changed })
    }

    fn press(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        let part = scene.recorded[&window.0][node.0 as usize];
        scene.at(&format!("press {part:?}"));
        let page = scene.page(window)?;
        match part {
            Part::Send if page.send == Send_::Refuses => {
                return Err(DeskError::Refused { doing: "pressing", reason: "no action".to_owned() });
            }
            Part::Send => scene.send(window),
            Part::NewChat => {
                page.url = format!("{ORIGIN}/");
                page.said.clear();
            }
            Part::Copy => {
                let last = page.said.last().map(|said| said.text.clone());
                scene.clipboard = last.unwrap_or_default();
            }
            Part::More(_) => page.more.clear(),
            Part::Stop | Part::Composer | Part::Other => {}
        }
        Ok(())
    }

    fn focus(&mut self, window: WindowId, node: NodeId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        scene.at("focus");
        assert_eq!(scene.recorded[&window.0][node.0 as usize], Part::Composer, "only the composer may be focused");
        scene.page(window)?.has_focus = true;
        Ok(())
    }

    fn scroll_to(&mut self, _window: WindowId, _node: NodeId) -> Result<(), DeskError> {
        self.scene().at("scroll");
        Ok(())
    }

    fn activate(&mut self, window: WindowId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        scene.at("activate");
        scene.page(window)?;
        scene.front = Some(window.0);
        scene.minimised = None;
        Ok(())
    }

    fn front(&mut self) -> Result<Option<WindowId>, DeskError> {
        Ok(Some(WindowId(self.scene().front.unwrap_or(SOMEBODY))))
    }

    fn give_focus_to(&mut self, before: WindowId, window: WindowId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        if scene.front == Some(window.0) {
            scene.front = Some(before.0).filter(|before| *before != SOMEBODY);
        }
        Ok(())
    }

    fn give_focus_back(&mut self, window: WindowId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        if scene.front == Some(window.0) {
            scene.front = None;
        }
        Ok(())
    }

    fn is_in_front(&mut self, window: WindowId) -> Result<bool, DeskError> {
        let mut scene = self.scene();
        scene.at("in front?");
        scene.page(window)?;
        Ok(scene.front == Some(window.0))
    }

    fn is_minimised(&mut self, window: WindowId) -> Result<bool, DeskError> {
        Ok(self.scene().minimised == Some(window.0))
    }

    fn presence(&mut self) -> Result<Presence, DeskError> {
        let scene = self.scene();
        let idle_ms = u64::try_from(scene.now_ms - scene.touched_ms).unwrap_or(0);
        Ok(Presence { idle_ms: Some(idle_ms), is_locked: scene.is_locked })
    }

    fn press_keys(&mut self, window: WindowId, chord: Chord) -> Result<Keyed, DeskError> {
        let mut scene = self.scene();
        scene.at(&format!("keys {chord:?}"));
        if scene.front != Some(window.0) {
            return Ok(Keyed::NotInFront);
        }
        let clipboard = scene.clipboard.clone();
        if !scene.page(window)?.has_focus {
            return Ok(Keyed::Pressed);
        }
        match chord {
            Chord::Paste => scene.page(window)?.composer.push_str(&clipboard),
            Chord::Send => scene.send(window),
        }
        Ok(Keyed::Pressed)
    }

    fn lend_clipboard(&mut self, text: &str) -> Result<(), DeskError> {
        let mut scene = self.scene();
        scene.at("lend");
        let kept = std::mem::replace(&mut scene.clipboard, text.to_owned());
        scene.kept = Some((kept, text.to_owned()));
        Ok(())
    }

    fn clipboard_text(&mut self) -> Result<Option<String>, DeskError> {
        Ok(Some(self.scene().clipboard.clone()))
    }

    fn return_clipboard(&mut self, copied: Option<&str>) -> Result<(), DeskError> {
        let mut scene = self.scene();
        scene.at("return");
        if let Some((kept, lent)) = scene.kept.take()
            && (scene.clipboard == lent || Some(scene.clipboard.as_str()) == copied)
        {
            scene.clipboard = kept;
        }
        Ok(())
    }

    fn picture(&mut self, _window: WindowId) -> Result<Picture, DeskError> {
        Ok(Picture { png: b"png".to_vec() })
    }

    fn close(&mut self, window: WindowId) -> Result<(), DeskError> {
        let mut scene = self.scene();
        assert!(scene.app.as_ref().is_none_or(|app| !app.contains(&window.0)), "the person's app was closed");
        scene.windows.remove(&window.0);
        Ok(())
    }
}
