//! Real notifications over a real session bus, to a service that stands in for the desktop's.
//!
//! The bus is found through the environment of the process, so what notifies is a process of its own: this
//! test program again, with one test alone.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test fails by panicking, and this one is a program, too"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use c2c_notify::DesktopNotifier;
use c2c_notify::words::Action;
use c2c_ports::{Notice, NoticeKind, Notifier as _};
use c2c_testkit::screen::Screen;
use serde_json::{Value, json};

/// What the process of its own is told by.
const ASKED: &str = "C2C_NOTIFY_TEST";
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that tells lines of JSON and takes lines of text.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    rows: Receiver<Value>,
}

impl Program {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (say, rows) = mpsc::channel();
        std::thread::spawn(move || {
            // What the test harness prints is no JSON.
            let rows = output.lines().map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok());
            rows.into_iter().try_for_each(|row| say.send(row))
        });
        Self { input: child.stdin.take(), child, rows }
    }

    /// Says what a person does, who needs longer to see a notification than a program to listen for presses.
    fn act(&mut self, line: &str) {
        std::thread::sleep(Duration::from_millis(500));
        self.say(line);
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    #[track_caller]
    fn hear(&self) -> Value {
        self.rows.recv_timeout(PATIENCE).expect("waited too long for a line")
    }

    /// Ends its input and waits for its end.
    fn end(&mut self) -> Duration {
        drop(self.input.take());
        let began = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        began.elapsed()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn command(program: PathBuf) -> Command {
    Command::new(program)
}

/// A desktop; none, with a notice, where its parts are not installed.
fn screen() -> Option<Screen> {
    match Screen::start() {
        Ok(screen) => Some(screen),
        Err(error) => {
            eprintln!("NOTICE: skipped, because there is no desktop: {error}");
            None
        }
    }
}

fn service(screen: &Screen, capabilities: &str) -> Program {
    let beside = std::env::current_exe().unwrap();
    let mut command = command(beside.parent().unwrap().parent().unwrap().join("c2c-testkit"));
    screen.dress(command.args(["notifications", "--capabilities", capabilities]));
    let service = Program::start(command);
    assert_eq!(service.hear()["notifications"], "org.freedesktop.Notifications");
    service
}

/// The process that notifies. `how` is `tells` or `answers`.
fn notifier(screen: &Screen, how: &str) -> Program {
    let mut command = command(std::env::current_exe().unwrap());
    command.args(["--exact", "the_process_that_notifies", "--nocapture", "--ignored"]).env(ASKED, how);
    screen.dress(&mut command);
    Program::start(command)
}

/// Tells what is pressed; its buttons are in a language of their own.
struct Tells;

impl c2c_notify::Answering for Tells {
    fn label(&self, action: Action) -> String {
        format!("<{}>", action.name())
    }

    fn pressed(&self, pressed: c2c_notify::Pressed) {
        println!("\n{}", json!({"session": pressed.session_id.as_str(), "action": pressed.action.name()}));
    }
}

/// Shows a notice for each line of standard input, or settles a session that asks nothing any more, and tells what is
/// pressed.
#[test]
#[ignore = "is a process of its own for the other tests"]
fn the_process_that_notifies() {
    let Ok(how) = std::env::var(ASKED) else { return };
    let notifier = if how == "answers" { DesktopNotifier::answering(Arc::new(Tells)) } else { DesktopNotifier::new() };
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.strip_prefix("settle ") {
            Some(session) => notifier.settle(&session.parse().unwrap(), &|kind, _| kind == NoticeKind::Done),
            None => notifier.notify(&serde_json::from_str(&line).unwrap()),
        }
    }
}

fn notice(kind: NoticeKind, body: &str) -> String {
    let session_id = "ses_1".parse().unwrap();
    let (workspace, title) = ("shop".to_owned(), "A plan waits".to_owned());
    let plan = (kind == NoticeKind::Approval).then_some(7);
    let notice = Notice { session_id, workspace, kind, title, body: body.to_owned(), plan };
    serde_json::to_string(&notice).unwrap()
}

#[test]
fn a_plan_is_approved_in_its_notification() {
    let Some(screen) = screen() else { return };
    let mut service = service(&screen, "actions,body,body-markup");
    let mut notifier = notifier(&screen, "answers");
    notifier.say(&notice(NoticeKind::Approval, "<b>rm</b> & more"));
    let shown = service.hear();
    let actions = json!(["default", "<default>", "approve", "<approve>", "reject", "<reject>"]);
    let expected = json!({
        "shown": 1, "app": "C2C", "title": "shop: A plan waits", "body": "&lt;b&gt;rm&lt;/b&gt; &amp; more", "actions": actions,
        "expires": 0,
    });
    assert_eq!(shown, expected);
    service.act("press 1 approve");
    assert_eq!(notifier.hear(), json!({"session": "ses_1", "action": "approve"}));
    notifier.end();
}

#[test]
fn a_session_goes_on_from_its_notification() {
    let Some(screen) = screen() else { return };
    let mut service = service(&screen, "actions,body");
    let mut notifier = notifier(&screen, "answers");
    notifier.say(&notice(NoticeKind::Limit, "12 iterations are done."));
    assert_eq!(service.hear()["actions"], json!(["default", "<default>", "continue", "<continue>"]));
    service.act("press 1 continue");
    assert_eq!(notifier.hear(), json!({"session": "ses_1", "action": "continue"}));
    notifier.end();
}

#[test]
fn each_notification_answers_for_itself() {
    let Some(screen) = screen() else { return };
    let mut service = service(&screen, "actions,body");
    let mut notifier = notifier(&screen, "answers");
    for (number, kind) in [(1, NoticeKind::Blocked), (2, NoticeKind::Approval), (3, NoticeKind::Done)] {
        notifier.say(&notice(kind, "b"));
        let shown = service.hear();
        assert_eq!((&shown["shown"], &shown["body"]), (&json!(number), &json!("b")));
    }
    for (line, action) in [("press 2 reject", "reject"), ("press 3 default", "default")] {
        service.act(line);
        assert_eq!(service.hear(), json!({"did": line}));
        assert_eq!(notifier.hear()["action"], action);
    }
    service.act("dismiss 1");
    assert_eq!(service.hear(), json!({"did": "dismiss 1"}));
    notifier.end();
    assert!(notifier.rows.try_recv().is_err(), "a notification that was dismissed answered");
}

#[test]
fn a_notification_goes_once_its_question_was_answered_elsewhere() {
    let Some(screen) = screen() else { return };
    let service = service(&screen, "actions,body");
    for how in ["answers", "tells"] {
        let mut notifier = notifier(&screen, how);
        let mut show = |kind| {
            notifier.say(&notice(kind, "b"));
            service.hear()["shown"].clone()
        };
        let (asks, _tells) = (show(NoticeKind::Approval), show(NoticeKind::Done));
        notifier.say("settle ses_2");
        notifier.say("settle ses_1");
        assert_eq!(service.hear(), json!({ "closed": asks }));
        // One that is over before the desktop shows it goes, too.
        notifier.say(&notice(NoticeKind::Blocked, "b"));
        notifier.say("settle ses_1");
        let shown = service.hear()["shown"].clone();
        assert_eq!(service.hear(), json!({ "closed": shown }));
        notifier.end();
        assert!(notifier.rows.try_recv().is_err(), "a notification that was taken away answered");
    }
}

#[test]
fn a_service_without_actions_gets_none_and_text_as_it_is() {
    let Some(screen) = screen() else { return };
    let service = service(&screen, "body");
    let mut notifier = notifier(&screen, "answers");
    notifier.say(&notice(NoticeKind::Approval, "a < b"));
    let shown = service.hear();
    assert_eq!((&shown["actions"], &shown["body"]), (&json!([]), &json!("a < b")));
    notifier.end();
}

#[test]
fn the_last_notice_arrives_although_the_program_ends_at_once() {
    let Some(screen) = screen() else { return };
    let service = service(&screen, "actions,body");
    let mut notifier = notifier(&screen, "tells");
    notifier.say(&notice(NoticeKind::Done, "b"));
    notifier.end();
    let shown = service.hear();
    assert_eq!((&shown["shown"], &shown["actions"], &shown["expires"]), (&json!(1), &json!([]), &json!(15_000)));
}

#[test]
fn a_service_that_hangs_or_is_not_there_holds_nobody_up() {
    let Some(screen) = screen() else { return };
    {
        let mut notifier = notifier(&screen, "tells");
        notifier.say(&notice(NoticeKind::Done, "b"));
        assert!(notifier.end() < Duration::from_secs(10), "without a service");
    }
    let mut service = service(&screen, "actions,body");
    service.say("silent on");
    assert_eq!(service.hear(), json!({"did": "silent on"}));
    let mut notifier = notifier(&screen, "tells");
    for _ in 0..40 {
        notifier.say(&notice(NoticeKind::Done, "b"));
    }
    assert!(notifier.end() < Duration::from_secs(10), "with a service that hangs");
}
