//! Timing: rounds, medians, and lines for people or for programs.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The times of one measured thing, in the order in which they were taken. Never empty.
#[derive(Debug, Clone)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Runs `first` and `second` in turn, so that what slows the machine slows both: `rounds` times,
    /// at least once, after a round that does not count.
    pub fn in_turn(rounds: usize, mut first: impl FnMut(), mut second: impl FnMut()) -> (Self, Self) {
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for round in 0..=rounds.max(1) {
            let (one, other) = (timed(&mut first), timed(&mut second));
            if round > 0 {
                firsts.push(one);
                seconds.push(other);
            }
        }
        (Self(firsts), Self(seconds))
    }

    /// Times that were taken elsewhere; none when there are none.
    #[must_use]
    pub fn from_samples(samples: Vec<Duration>) -> Option<Self> {
        (!samples.is_empty()).then_some(Self(samples))
    }

    /// The time that `percent` of the rounds did not exceed.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted[((sorted.len() - 1) * percent.min(100)).div_ceil(100)]
    }

    /// The median of this time over the other one's, round by round.
    #[must_use]
    pub fn median_ratio(&self, other: &Self) -> f64 {
        let pairs = self.0.iter().zip(&other.0);
        let mut ratios: Vec<f64> = pairs.map(|(this, other)| millis(*this) / millis(*other).max(1e-9)).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }

    /// The median.
    #[must_use]
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }
}

fn timed(body: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    body();
    start.elapsed()
}

/// How results are printed.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    json: bool,
}

impl Report {
    /// JSON lines when the arguments hold `--json`, else aligned text.
    pub fn from_arguments(arguments: impl Iterator<Item = String>) -> Self {
        Self { json: arguments.into_iter().any(|argument| argument == "--json") }
    }

    /// One figure without rounds, such as a count.
    pub fn figure(self, name: &str, value: f64, unit: &str) {
        if self.json {
            print(&json!({"name": name, "value": value, "unit": unit}).to_string());
        } else {
            print(&format!("{name:<44} {value:>9.2} {unit}"));
        }
    }

    /// One result: its median, 99th percentile, worst, and other figures by name.
    pub fn line(self, name: &str, times: &Times, figures: &[(&str, f64)]) {
        let (median, p99) = (millis(times.median()), millis(times.percentile(99)));
        let worst = millis(times.percentile(100));
        if self.json {
            let mut line =
                json!({"name": name, "median_ms": median, "p99_ms": p99, "worst_ms": worst, "rounds": times.0.len()});
            for (key, value) in figures {
                line[*key] = Value::from(*value);
            }
            print(&line.to_string());
        } else {
            let figures: String = figures.iter().map(|(key, value)| format!("  {key} {value:.2}")).collect();
            print(&format!("{name:<44} {median:>9.3} ms  p99 {p99:>9.3} ms  worst {worst:>9.3} ms{figures}"));
        }
    }
}

/// A duration in milliseconds.
#[must_use]
pub fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// The most memory that this process has had at once, in bytes. Linux only.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// The processor time that this process has used so far. Linux only.
#[must_use]
pub fn processor_time() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything: the 12th and 13th are for the program and the kernel, in hundredths.
    let times = status.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let hundredths = times.map(|time| time.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Duration::from_millis(hundredths * 10))
}

/// One line of the results.
#[expect(clippy::print_stdout, reason = "a measuring program's results are its output")]
pub fn print(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_times() {
        let samples = (1..=100).rev().map(Duration::from_millis).collect();
        let times = Times::from_samples(samples).unwrap();
        assert_eq!(times.median(), Duration::from_millis(51));
        assert_eq!(times.percentile(99), Duration::from_millis(100));
        assert_eq!(times.percentile(0), Duration::from_millis(1));
    }
}
