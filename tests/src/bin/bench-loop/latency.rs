//! Sends and answers, one after the other, without anybody in the way.

use std::time::{Duration, Instant};

use c2c_os::clock::SystemClock;
use c2c_ports::{Clock as _, Delivery, SendStep};
use c2c_tests::measure::{Report, Times};

use crate::stage::{Stage, Steps};
use crate::thief::Thief;
use crate::watched::Asked;
use crate::{Options, Outcome, complain};

/// How long an answer must not change until it is finished.
pub(crate) const SETTLE_MS: i64 = 2_000;

/// Measures both.
pub(crate) fn measure(options: &Options, report: Report) -> Outcome<()> {
    let rounds = if options.is_quick { 5 } else { 30 };
    let mut stage = Stage::start("latency", &[])?;
    let mut thief = Thief::start(&stage.environment)?;
    let (mut replies, mut focused, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    let (mut records, mut record_times) = (0, Vec::new());
    // The first round starts the browser and does not count.
    for round in 0..=rounds {
        thief.order("focus")?;
        let outgoing = stage.next_message(1_024)?;
        stage.notebook.take();
        let steps = Steps::default();
        let began = Instant::now();
        let sent = stage.send(&outgoing, &steps)??;
        let took = began.elapsed();
        let asked = stage.notebook.take();
        if options.is_traced {
            trace(began, &asked, &steps);
        }
        if sent.delivery != Delivery::Seen {
            return Err(format!("message {round} was not seen").into());
        }
        stage.is_in(sent.conversation_url.as_ref());
        let reply = stage.read(&outgoing)??;
        let in_hand_ms = SystemClock.now_ms();
        stage.is_in(reply.conversation_url.as_ref());
        if !reply.text.contains(outgoing.text.trim_end()) {
            return Err(format!("the answer was misread: {:?}", reply.text).into());
        }
        if options.is_traced {
            trace_read(&stage.notebook.take());
        }
        let beyond_ms = in_hand_ms - stage.last_answer_shown_ms()? - SETTLE_MS;
        if round > 0 {
            replies.push(Duration::from_millis(beyond_ms.max(0).unsigned_abs()));
            whole.push(took);
            let taken = asked.iter().find(|asked| asked.what == "activate").map(|asked| asked.at);
            focused.extend(taken.zip(steps.at(SendStep::Seen)).map(|(taken, seen)| seen - taken));
            records += asked.iter().filter(|asked| asked.what == "record").count();
            record_times.extend(asked.iter().filter(|asked| asked.what == "record").map(|asked| asked.took));
        }
    }
    line(report, "answer shown to in hand, beyond 2 s", replies, &[])?;
    line(report, "1 KB message, focus taken to seen", focused, &[])?;
    line(
        report,
        "1 KB message, whole send",
        whole,
        &[("recordings", f64::from(u32::try_from(records)?) / rounds as f64)],
    )?;
    line(report, "one recording in a send", record_times, &[])
}

pub(crate) fn line(report: Report, name: &str, samples: Vec<Duration>, figures: &[(&str, f64)]) -> Outcome<()> {
    let times = Times::from_samples(samples).ok_or("no rounds")?;
    report.line(name, &times, figures);
    Ok(())
}

fn trace(began: Instant, asked: &[Asked], steps: &Steps) {
    let mut rows: Vec<(Duration, String)> = asked
        .iter()
        .map(|asked| (asked.at.saturating_duration_since(began), format!("{} took {:?}", asked.what, asked.took)))
        .collect();
    for step in SendStep::ALL {
        rows.extend(steps.at(step).map(|at| (at.saturating_duration_since(began), format!("= {step:?}"))));
    }
    rows.sort();
    for (at, row) in rows {
        complain(&format!("{:>8.1} ms  {row}", at.as_secs_f64() * 1_000.0));
    }
}

/// The end of a read: what was asked in its last three seconds but glances.
fn trace_read(asked: &[Asked]) {
    let Some(last) = asked.last() else { return };
    let recent = asked.iter().filter(|asked| asked.what != "glance" && (last.at - asked.at) < Duration::from_secs(4));
    for asked in recent {
        complain(&format!(
            "{:>8.1} ms  {} took {:?}",
            -(last.at - asked.at).as_secs_f64() * 1_000.0,
            asked.what,
            asked.took
        ));
    }
}
