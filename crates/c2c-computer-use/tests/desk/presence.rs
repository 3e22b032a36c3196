//! Who is at the machine: a display, services that answer, and someone who moves the pointer.

use std::io::{BufRead as _, BufReader};
use std::time::{Duration, Instant};

use c2c_computer_use::desk::Chord;
use c2c_computer_use::linux::presence::{Services, presence};
use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use x11rb::protocol::xproto::MOTION_NOTIFY_EVENT;
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use zbus::connection::Builder;
use zbus::interface;

use crate::display::{Display, Program, is_installed, wait_for};
use crate::window::Window;

fn move_pointer(display: &Display, x: i16) {
    let person = RustConnection::connect(Some(display.name())).unwrap().0;
    person.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, x11rb::NONE, x, 5, 0).unwrap();
    person.sync().unwrap();
}

#[test]
fn a_person_counts_and_our_own_presses_do_not() {
    let Some(display) = Display::start() else { return };
    let mut screen = display.screen();
    let window = Window::open(&display, "window", 0);
    screen.activate(window.id()).unwrap();
    move_pointer(&display, 10);
    let moved_at = Instant::now();
    wait_for("half a second", || (screen.idle_ms().unwrap() > Some(500)).then_some(()));
    for _ in 0..5 {
        screen.press_keys(window.id(), Chord::Send).unwrap();
        let idle_ms = screen.idle_ms().unwrap().unwrap();
        assert!(idle_ms > 450, "{idle_ms} ms, {:?} after the person", moved_at.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    move_pointer(&display, 20);
    let idle_ms = screen.idle_ms().unwrap().unwrap();
    assert!(idle_ms < 300, "{idle_ms} ms right after the person");
}

/// A bus of our own.
pub(crate) struct Bus {
    address: String,
    _daemon: Program,
}

impl Bus {
    /// A bus; none, with a notice, where it is not installed.
    pub(crate) fn start() -> Option<Self> {
        let process = Environment::from_process();
        let names = ["PATH", "HOME"].into_iter();
        Self::with(&Environment::from_pairs(names.filter_map(|name| Some((name, process.get(name)?)))))
    }

    /// A bus whose services get this environment.
    pub(crate) fn with(environment: &Environment) -> Option<Self> {
        if !is_installed(environment, "dbus-daemon") {
            return None;
        }
        let daemon = Command::new("dbus-daemon", "/")
            .inherit_all(environment)
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stream::Pipe);
        let mut daemon = Program(daemon.spawn().unwrap());
        let mut address = String::new();
        BufReader::new(daemon.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Some(Self { address: address.trim().to_owned(), _daemon: daemon })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The services of the desktop when this bus stands for both.
    fn services(&self) -> Services {
        let (session, system) = ("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS");
        Services::new(&Environment::from_pairs([(session, &self.address), (system, &self.address)]))
    }

    /// Serves `service` until the returned runtime is dropped.
    fn serve(&self, name: &str, path: &str, service: impl zbus::object_server::Interface) -> tokio::runtime::Runtime {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let connection = runtime.block_on(async {
            let builder = Builder::address(self.address.as_str()).name(name.to_owned());
            builder.serve_at(path.to_owned(), service).build().await.unwrap()
        });
        runtime.spawn(async move {
            std::future::pending::<()>().await;
            drop(connection);
        });
        runtime
    }
}

struct Lock(bool);

#[interface(name = "org.freedesktop.ScreenSaver")]
impl Lock {
    fn get_active(&self) -> bool {
        self.0
    }
}

struct GnomeLock;

#[interface(name = "org.gnome.ScreenSaver")]
impl GnomeLock {
    fn get_active(&self) -> bool {
        true
    }
}

struct SlowLock;

#[interface(name = "org.gnome.ScreenSaver")]
impl SlowLock {
    async fn get_active(&self) -> bool {
        tokio::time::sleep(Duration::from_secs(60)).await;
        true
    }
}

struct Login;

#[interface(name = "org.freedesktop.login1.Session")]
impl Login {
    #[zbus(property)]
    fn locked_hint(&self) -> bool {
        true
    }
}

struct Monitor;

#[interface(name = "org.gnome.Mutter.IdleMonitor")]
impl Monitor {
    fn get_idletime(&self) -> u64 {
        7000
    }
}

#[test]
fn each_service_can_say_that_the_screen_is_locked() {
    let Some(bus) = Bus::start() else { return };
    assert!(!bus.services().is_locked());
    let path = "/org/freedesktop/ScreenSaver";
    let free = bus.serve("org.freedesktop.ScreenSaver", path, Lock(false));
    assert!(!bus.services().is_locked());
    drop(free);
    let lock = bus.serve("org.freedesktop.ScreenSaver", path, Lock(true));
    assert!(bus.services().is_locked());
    drop(lock);
    let lock = bus.serve("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", GnomeLock);
    assert!(bus.services().is_locked());
    drop(lock);
    let lock = bus.serve("org.freedesktop.login1", "/org/freedesktop/login1/session/auto", Login);
    assert!(bus.services().is_locked());
    drop(lock);
}

#[test]
fn a_service_that_hangs_is_no_answer_and_does_not_hide_another_ones() {
    let Some(bus) = Bus::start() else { return };
    let slow = bus.serve("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", SlowLock);
    let mut services = bus.services();
    let started = Instant::now();
    assert!(!services.is_locked());
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    let lock = bus.serve("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", Lock(true));
    assert!(!services.is_locked(), "the answer counts for a second");
    assert!(bus.services().is_locked());
    slow.shutdown_background();
    drop(lock);
}

#[test]
fn the_shell_counts_where_the_display_cannot() {
    let arguments = ["-extension", "MIT-SCREEN-SAVER"];
    let (Some(display), Some(bus)) = (Display::without_window_manager(&arguments), Bus::start()) else { return };
    let mut screen = display.screen();
    assert_eq!(screen.idle_ms().unwrap(), None);
    assert_eq!(presence(&mut screen, &mut bus.services()).unwrap().idle_ms, None);
    let monitor = bus.serve("org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core", Monitor);
    let found = presence(&mut screen, &mut bus.services()).unwrap();
    assert!(found.idle_ms >= Some(7000) && !found.is_locked, "{found:?}");
    drop(monitor);
}
