//! Messages in a row while the page is in a mood and others take the focus, the clipboard and the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use c2c_computer_use::linux::x11::Screen;
use c2c_os::environment::Environment;
use c2c_ports::{Delivery, Found, Outgoing};
use c2c_tests::measure::Report;
use serde_json::Value;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::stage::{Stage, Steps};
use crate::thief::Thief;
use crate::{Options, Outcome, complain};

/// What the page draws from, for half of the messages. Those of the second line take minutes, or a person.
const MOODS: &str = "delivery-timeout,stream-error,continue-generating,model-fallback,\
                     delivery-timeout,stream-error,continue-generating,model-fallback,\
                     lost-send,silent-delivery,ab-chooser,too-many-requests";
/// Draws the same every time.
const SEED: u64 = 20_261;
/// How often a message is tried before it is given up.
const TRIES: u32 = 8;

/// What went wrong.
#[derive(Debug, Default)]
struct Wrong {
    misread: u32,
    clipboard: u32,
    /// Messages that were called sent and are not there.
    lost: u32,
}

/// Sends `options.messages` messages; whether nothing went wrong.
pub(crate) fn run(options: &Options, report: Report) -> Outcome<bool> {
    let behaviour = [format!("moods=random:{SEED}:{MOODS}"), "thinking_ms=200".to_owned(), "word_ms=2".to_owned()];
    let mut stage = Stage::start("stress", &behaviour)?;
    let mut thief = Thief::start(&stage.environment)?;
    let mut random = Random(SEED);
    let (mut wrong, mut given_up, mut helped) = (Wrong::default(), 0, 0);
    let mut clipboard = copy(&mut thief, "0")?;
    let began = Instant::now();
    for number in 0..options.messages {
        let outgoing = stage.next_message(300)?;
        let mut mischief = Mischief { random: random.fork(), clipboard, thief, environment: stage.environment.clone() };
        // The first starts the browser.
        let browser = if number == 0 { None } else { Some(stage.browser()?) };
        let is_over = AtomicBool::new(false);
        let carried = std::thread::scope(|scope| -> Outcome<Carried> {
            let (mischief, is_over) = (&mut mischief, &is_over);
            let stealing = scope.spawn(move || browser.map_or(Ok(()), |browser| mischief.run(browser, is_over)));
            let carried = carry(&mut stage, &outgoing);
            is_over.store(true, Ordering::Relaxed);
            stealing.join().map_err(|_| "the mischief failed")??;
            carried
        })?;
        Mischief { thief, clipboard, .. } = mischief;
        thief.order("uncover")?;
        thief.order("popdown")?;
        helped += carried.helped;
        match &carried.answer {
            Some(answer) if !answer.contains(&outgoing.text) => {
                complain(&format!("message {}: misread as {answer:?}", outgoing.number));
                wrong.misread += 1;
            }
            Some(_) => {}
            None => given_up += 1,
        }
        let found = thief.clipboard()?;
        if found.as_deref() != Some(&clipboard) {
            complain(&format!("message {}: the clipboard holds {found:?} and not {clipboard:?}", outgoing.number));
            wrong.clipboard += 1;
        }
        let arrived =
            stage.log()?.iter().filter(|row| row["event"] == "message" && row["text"] == *outgoing.text).count();
        wrong.lost += u32::from(carried.answer.is_some() && arrived == 0);
        if options.is_traced {
            complain(&format!("message {} after {:.1} s", outgoing.number, began.elapsed().as_secs_f64()));
        }
    }
    thief.listen();
    Ok(tell(options, report, &stage.log()?, &thief.reached, &wrong, (given_up, helped)))
}

fn tell(options: &Options, report: Report, log: &[Value], keys: &[Value], wrong: &Wrong, soft: (u32, u32)) -> bool {
    let count =
        |is: &dyn Fn(&Value) -> bool| u32::try_from(log.iter().filter(|row| is(row)).count()).unwrap_or(u32::MAX);
    let stray_keys = keys.iter().filter(|key| key["key"] != "F5").count();
    let misplaced = count(&|row| row["is_misplaced"] == true || row["event"] == "stray");
    let misplaced = misplaced + u32::try_from(stray_keys).unwrap_or(u32::MAX);
    let doubled = count(&|row| row["is_doubled"] == true);
    let name = |what: &str| format!("{} messages with thieves: {what}", options.messages);
    let bad = [
        ("to the wrong place", misplaced),
        ("doubled", doubled),
        ("lost", wrong.lost),
        ("misread", wrong.misread),
        ("clipboard lost", wrong.clipboard),
    ];
    for (what, count) in bad {
        report.figure(&name(what), f64::from(count), "");
    }
    report.figure(&name("given up"), f64::from(soft.0), "");
    report.figure(&name("tried again"), f64::from(soft.1), "");
    bad.iter().all(|(_, count)| *count == 0)
}

/// How a message went.
struct Carried {
    answer: Option<String>,
    /// How often it had to be tried again.
    helped: u32,
}

/// Sends a message and reads its answer, as the loop does: what may have been sent is looked for first.
fn carry(stage: &mut Stage, outgoing: &Outgoing) -> Outcome<Carried> {
    let mut helped = 0;
    let mut outgoing = outgoing.clone();
    let mut is_sent = false;
    while helped < TRIES && !is_sent {
        let steps = Steps::default();
        let sent = stage.send(&outgoing, &steps)?;
        outgoing.may_be_sent |= steps.may_be_sent();
        match sent {
            Ok(sent) if sent.delivery == Delivery::Seen => {
                stage.is_in(sent.conversation_url.as_ref());
                is_sent = true;
                continue;
            }
            Ok(_) => {}
            Err(error) => complain(&format!("message {}: {error}", outgoing.number)),
        }
        helped += 1;
        if outgoing.may_be_sent {
            match stage.find(&outgoing)? {
                Ok(Found::Yes) => is_sent = true,
                Ok(Found::No) => {}
                Ok(Found::Unclear) => break,
                Err(error) => complain(&format!("message {}: {error}", outgoing.number)),
            }
        }
        reload(&stage.environment, stage.browser()?)?;
    }
    while is_sent && helped < TRIES {
        match stage.read(&outgoing)? {
            Ok(reply) => {
                stage.is_in(reply.conversation_url.as_ref());
                return Ok(Carried { answer: Some(reply.text), helped });
            }
            Err(error) => complain(&format!("answer {}: {error}", outgoing.number)),
        }
        helped += 1;
        reload(&stage.environment, stage.browser()?)?;
    }
    Ok(Carried { answer: None, helped })
}

/// Those who come in the way of one message.
struct Mischief {
    random: Random,
    thief: Thief,
    environment: Environment,
    /// What a program or a person has copied last.
    clipboard: String,
}

impl Mischief {
    fn run(&mut self, browser: u32, is_over: &AtomicBool) -> Outcome<()> {
        for _ in 0..self.random.below(3) {
            let until = Instant::now() + Duration::from_millis(self.random.below(3_000));
            while Instant::now() < until {
                if is_over.load(Ordering::Relaxed) {
                    return Ok(());
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            match self.random.below(7) {
                0 => drop(self.thief.order("focus")?),
                1 => self.thief.begin(&format!("steal {} 6", 20 + self.random.below(150)))?,
                2 => drop(self.thief.order("popup")?),
                3 => drop(self.thief.order("cover")?),
                4 => drop(self.thief.order("title ChatGPT")?),
                5 => reload(&self.environment, browser)?,
                _ => {
                    let text = self.random.below(u64::MAX).to_string();
                    self.clipboard = copy(&mut self.thief, &text)?;
                }
            }
        }
        Ok(())
    }
}

fn copy(thief: &mut Thief, text: &str) -> Outcome<String> {
    let text = format!("copied by somebody else {text}");
    thief.order(&format!("copy {text}"))?;
    Ok(text)
}

/// Presses F5 in the browser, as a person would.
fn reload(environment: &Environment, browser: u32) -> Outcome<()> {
    const F5: u32 = 0xffc2;
    let mut screen = Screen::connect(environment)?;
    let Some(window) = screen.windows_of(browser)?.first().map(|window| window.id) else { return Ok(()) };
    screen.activate(window)?;
    if !screen.is_in_front(window)? {
        return Ok(());
    }
    let display = environment.get("DISPLAY").and_then(|display| display.to_str());
    let (connection, _) = RustConnection::connect(display)?;
    let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
    let keys = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
    let at = keys.keysyms.chunks(usize::from(keys.keysyms_per_keycode)).position(|syms| syms.first() == Some(&F5));
    let key = at.and_then(|at| u8::try_from(at).ok()).ok_or("the keyboard has no F5")? + first;
    for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
        connection.xtest_fake_input(kind, key, x11rb::CURRENT_TIME, x11rb::NONE, 0, 0, 0)?.check()?;
    }
    Ok(())
}

/// Numbers from a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn fork(&mut self) -> Self {
        Self(self.next() | 1)
    }
}
