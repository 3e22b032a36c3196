//! A desktop with the ChatGPT page in a real browser, and the driver of the window within reach: one
//! message at a time, with something done to it in the middle.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use c2c_computer_use::browser::{BrowserConfig, BrowserPlace, Choice, OwnBrowser};
use c2c_computer_use::clipboard::Lender;
use c2c_computer_use::drive::{ChatWindow, DriveConfig, Parts, SystemTime};
use c2c_computer_use::find::Mode;
use c2c_computer_use::page::Site;
use c2c_computer_use::platform;
use c2c_os::clock::SystemClock;
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_ports::{
    BookError, BrowserBook, BrowserProcess, Delivery, EffectId, Found, OpenRequest, Outgoing, Point, Reply, SendStep,
    Sent, StepObserver, Verdict, Window, WindowError,
};
use c2c_testkit::screen::Screen;
use serde_json::Value;

use crate::stage::{Running, beside, homes};
use crate::theatre::{COPIED, IDLE_MS, SWITCHES, is_everything_here, start_quiet_page};
use crate::thief::Thief;
use crate::web;

/// When something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Before the send.
    Before,
    /// At this step of it.
    At(SendStep),
    /// Right before Send is pressed.
    BeforePress,
}

impl When {
    pub(crate) const ALL: [Self; 6] = [
        Self::Before,
        Self::At(SendStep::Inserted),
        Self::At(SendStep::Verified),
        Self::BeforePress,
        Self::At(SendStep::Pressed),
        Self::At(SendStep::Seen),
    ];
}

pub(crate) struct Room {
    pub(crate) port: u16,
    pub(crate) thief: Mutex<Thief>,
    window: ChatWindow,
    browser: Arc<OwnBrowser>,
    conversation: Option<String>,
    sent: u32,
    home: tempfile::TempDir,
    _page: Running,
    _screen: Screen,
}

impl Room {
    /// A window with a conversation of one message and its answer; none where the parts are missing,
    /// which is said.
    pub(crate) fn new() -> Option<Self> {
        if !is_everything_here() {
            return None;
        }
        std::fs::create_dir_all(homes()).unwrap();
        let home = tempfile::tempdir_in(homes()).unwrap();
        let screen = Screen::start().unwrap();
        let (page, port) = start_quiet_page(home.path(), "chatgpt");
        let environment = environment(&screen, home.path());
        let origin = format!("http://127.0.0.1:{port}");
        let browser = Arc::new(OwnBrowser::new(BrowserConfig {
            data: DataFolder::resolve(&environment).unwrap(),
            environment: environment.clone(),
            choice: Choice::from_setting(None),
            switches: SWITCHES.map(str::to_owned).to_vec(),
            home: format!("{origin}/"),
            book: Arc::new(Book::default()),
            clock: Arc::new(SystemClock),
        }));
        let config = DriveConfig { site: Site::new(&origin).unwrap(), mode: Mode::Chat, idle_ms: IDLE_MS };
        let own = Arc::clone(&browser);
        let window = ChatWindow::new(
            "test".to_owned(),
            config,
            || None,
            move || {
                let lender = Lender::new(beside("c2c"), ["clipboard-keeper"], environment.clone());
                Ok(Parts {
                    desk: platform::desk(&environment, lender)?,
                    place: Box::new(BrowserPlace::new(Arc::clone(&own))),
                    time: Box::new(SystemTime),
                })
            },
        );
        let mut thief = Thief::start(&screen);
        thief.copy(COPIED);
        let thief = Mutex::new(thief);
        let (conversation, sent, _page, _screen) = (None, 0, page, screen);
        let mut room = Self { port, thief, window, browser, conversation, sent, home, _page, _screen };
        room.begin();
        Some(room)
    }

    fn begin(&mut self) {
        let first = self.next();
        assert_eq!(self.send(&first).unwrap().delivery, Delivery::Seen);
        let first = Outgoing { begun: true, ..first };
        let read = self.read(&first).unwrap();
        self.conversation = read.conversation_url;
        assert!(self.conversation.is_some());
        self.thief().order("focus");
    }

    pub(crate) fn thief(&self) -> std::sync::MutexGuard<'_, Thief> {
        self.thief.lock().unwrap()
    }

    /// The next message of the session.
    pub(crate) fn next(&mut self) -> Outgoing {
        self.sent += 1;
        let number = self.sent;
        Outgoing {
            effect_id: format!("eff_{number}").parse().unwrap(),
            session_id: "ses_1".parse().unwrap(),
            number,
            state: "EXECUTED".to_owned(),
            task_id: "c2c_f81a000c".to_owned(),
            iteration: number,
            text: format!(
                "[C2C]\nSTATE: EXECUTED\nTASK_ID: c2c_f81a000c\nITERATION: {number}\n\nRESULT:\nDone, déjà vu 👩‍👩‍👧.\n\n\
                 TESTS:\n`sh  test.sh` *passed*"
            ),
            begun: self.conversation.is_some(),
            conversation_url: self.conversation.clone(),
            project_url: None,
            mention: None,
            allowed_connector: None,
            may_be_sent: false,
        }
    }

    pub(crate) fn send(&self, outgoing: &Outgoing) -> Result<Sent, WindowError> {
        block_on(self.window.send(outgoing, &c2c_ports::NoSteps))
    }

    /// Sends while `act` is done once, `when` it is to be.
    pub(crate) fn send_while(
        &self,
        outgoing: &Outgoing,
        when: When,
        act: impl FnOnce(&mut Thief) + Send,
    ) -> Result<Sent, WindowError> {
        let act: Act<'_> = Box::new(act);
        if when == When::Before {
            act(&mut self.thief());
            return self.send(outgoing);
        }
        let meddler = Meddler { when, act: Mutex::new(Some(act)), thief: &self.thief };
        let ended = block_on(self.window.send(outgoing, &meddler));
        assert!(meddler.act.lock().unwrap().is_none(), "{when:?} never came: {ended:?}");
        ended
    }

    /// Does what the loop does until the message is known to be there: after a send that failed or left
    /// it open it looks, and sends again only what is not there.
    #[track_caller]
    pub(crate) fn settle(&self, outgoing: &Outgoing, first: &Result<Sent, WindowError>) {
        if matches!(first, Ok(Sent { delivery: Delivery::Seen, .. })) {
            return;
        }
        let may_be_sent = first.is_ok();
        let again = Outgoing { may_be_sent, ..outgoing.clone() };
        match block_on(self.window.find(&again)).unwrap() {
            Found::Yes => {}
            Found::No => assert_eq!(self.send(&again).unwrap().delivery, Delivery::Seen, "after {first:?}"),
            Found::Unclear => panic!("it cannot be told whether it arrived, after {first:?}"),
        }
    }

    pub(crate) fn read(&self, outgoing: &Outgoing) -> Result<Reply, WindowError> {
        block_on(self.window.read_reply(outgoing, &c2c_ports::NoSteps, &|_| Verdict::None))
    }

    /// Opens a page in C2C's browser.
    pub(crate) fn open(&self, url: &str) {
        self.browser.open(&OpenRequest { url: Some(url.to_owned()) }).unwrap();
    }

    /// Another server with the page, on another origin.
    pub(crate) fn second_page(&self) -> (Running, u16) {
        start_quiet_page(self.home.path(), "second")
    }

    /// Each message so far is in the conversation once and nowhere else, and what was the person's is
    /// as they left it. `what` begins the messages of failures.
    #[track_caller]
    pub(crate) fn holds(&self, what: &str) {
        let state = web::get(self.port, "/__stand-in/state");
        assert_eq!((&state["doubled"], &state["misplaced"]), (&0.into(), &0.into()), "{what}: {state}");
        let messages = state["messages"].as_array().unwrap();
        let iterations: Vec<_> = messages.iter().map(|message| iteration(message["text"].as_str().unwrap())).collect();
        assert_eq!(iterations, (1..=self.sent).collect::<Vec<_>>(), "{what}");
        let places: std::collections::BTreeSet<_> = messages.iter().map(|it| it["conversation"].as_str()).collect();
        assert_eq!(places.len(), 1, "{what}: {state}");
        let mut thief = self.thief();
        assert_eq!(thief.got(), [] as [Value; 0], "{what}: keys went astray");
        assert_eq!(thief.clipboard().as_deref(), Some(COPIED), "{what}");
    }
}

fn iteration(text: &str) -> u32 {
    let number = text.lines().find_map(|line| line.strip_prefix("ITERATION: ")).unwrap().parse().unwrap();
    // Byte for byte.
    assert!(text.ends_with("👩‍👩‍👧.\n\nTESTS:\n`sh  test.sh` *passed*"), "{text:?}");
    number
}

type Act<'a> = Box<dyn FnOnce(&mut Thief) + Send + 'a>;

/// Does something at one moment of a send; the send waits for that.
struct Meddler<'a> {
    when: When,
    act: Mutex<Option<Act<'a>>>,
    thief: &'a Mutex<Thief>,
}

impl Meddler<'_> {
    fn comes(&self, when: When) {
        if when == self.when
            && let Some(act) = self.act.lock().unwrap().take()
        {
            act(&mut self.thief.lock().unwrap());
        }
    }
}

impl StepObserver for Meddler<'_> {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if let Point::Send(step) = point {
            self.comes(When::At(step));
        }
    }

    fn may_press(&self, _effect: &EffectId) -> bool {
        self.comes(When::BeforePress);
        true
    }
}

fn environment(screen: &Screen, home: &std::path::Path) -> Environment {
    let mut environment = Environment::from_process();
    for (name, value) in screen.environment() {
        match value {
            Some(value) => environment.set(*name, value),
            None => environment.remove(name),
        }
    }
    environment.set("HOME", home);
    environment.set("C2C_HOME", PathBuf::from(home).join("data"));
    environment
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// The note about the browser, in memory.
#[derive(Default)]
struct Book(Mutex<Option<BrowserProcess>>);

impl BrowserBook for Book {
    fn noted(&self) -> Result<Option<BrowserProcess>, BookError> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn note(&self, browser: &BrowserProcess) -> Result<(), BookError> {
        *self.0.lock().unwrap() = Some(browser.clone());
        Ok(())
    }
}
