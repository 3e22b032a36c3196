//! What waiting for a long answer costs.

use std::fs;
use std::time::{Duration, Instant};

use c2c_os::process;
use c2c_ports::Delivery;
use c2c_tests::measure::Report;

use crate::stage::{Stage, Steps};
use crate::{Options, Outcome};

/// The system counts processor time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;
/// What a page does at first after a message came is not counted.
const CALM: Duration = Duration::from_secs(3);

/// Measures what C2C and the browser take while an answer is being thought about.
pub(crate) fn measure(options: &Options, report: Report) -> Outcome<()> {
    let (alone, watched) = if options.is_quick { (10, 20) } else { (30, 60) };
    let thinking = CALM * 2 + Duration::from_secs(alone + watched);
    let mut stage = Stage::start("waiting", &[format!("thinking_ms={}", thinking.as_millis())])?;
    let outgoing = stage.next_message(1_024)?;
    let sent = stage.send(&outgoing, &Steps::default())??;
    if sent.delivery != Delivery::Seen {
        return Err("the message was not seen".into());
    }
    stage.is_in(sent.conversation_url.as_ref());
    let browser = stage.browser()?;
    std::thread::sleep(CALM);
    let without = over(Duration::from_secs(alone), browser)?;
    let during = std::thread::scope(|scope| {
        let stage = &stage;
        let measuring = scope.spawn(move || over(Duration::from_secs(watched), browser));
        let read = stage.read(&outgoing);
        let during = measuring.join().map_err(|_| "measuring failed")?;
        read??;
        during
    })?;
    report.figure("waiting: C2C, % of a core", during.own, "%");
    report.figure("waiting: browser, % of a core", during.browser, "%");
    report.figure("the browser while nobody looks, % of a core", without.browser, "%");
    Ok(())
}

/// Processor time in percent of one core.
struct Share {
    own: f64,
    browser: f64,
}

fn over(time: Duration, browser: u32) -> Outcome<Share> {
    // Looking for the browser's processes takes time of our own, which must not be counted.
    let theirs = tree(browser)?;
    let (began, own) = (Instant::now(), ticks(std::process::id())?);
    std::thread::sleep(time);
    let (seconds, own) = (began.elapsed().as_secs_f64(), ticks(std::process::id())? - own);
    let percent = |ticks: f64| ticks / TICKS_PER_SECOND / seconds * 100.0;
    Ok(Share { own: percent(own), browser: percent(tree(browser)? - theirs) })
}

/// A process and everything that it started.
fn tree(pid: u32) -> Outcome<f64> {
    // One that has ended meanwhile took next to nothing.
    let others: f64 = process::descendants(pid)?.iter().filter_map(|process| ticks(process.pid).ok()).sum();
    Ok(ticks(pid)? + others)
}

fn ticks(pid: u32) -> Outcome<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name stands in brackets and may hold anything.
    let (_, rest) = stat.rsplit_once(')').ok_or("a process has no name")?;
    let mut fields = rest.split_whitespace().skip(11).map_while(|field| field.parse::<f64>().ok());
    fields.next().zip(fields.next()).map(|(user, system)| user + system).ok_or_else(|| "no times".into())
}
