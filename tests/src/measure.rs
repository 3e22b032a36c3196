//! Timing: rounds, medians, and lines for people or for programs.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The times of one measured thing.
#[derive(Debug, Clone)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Runs `body` `rounds` times after one round that does not count. At least one round counts.
    pub fn of(rounds: usize, mut body: impl FnMut()) -> Self {
        body();
        let mut times: Vec<Duration> = (0..rounds.max(1))
            .map(|_| {
                let start = Instant::now();
                body();
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        Self(times)
    }

    /// Times that were taken elsewhere; must not be empty.
    #[must_use]
    pub fn from_samples(mut samples: Vec<Duration>) -> Option<Self> {
        samples.sort_unstable();
        (!samples.is_empty()).then_some(Self(samples))
    }

    /// The time that `percent` of the rounds did not exceed.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len() - 1;
        self.0[(last * percent.min(100)).div_ceil(100)]
    }

    /// The median.
    #[must_use]
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }
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

    /// One result: its median, 99th percentile, and other figures by name.
    pub fn line(self, name: &str, times: &Times, figures: &[(&str, f64)]) {
        let (median, p99) = (millis(times.median()), millis(times.percentile(99)));
        if self.json {
            let mut line = json!({"name": name, "median_ms": median, "p99_ms": p99, "rounds": times.0.len()});
            for (key, value) in figures {
                line[*key] = Value::from(*value);
            }
            print(&line.to_string());
        } else {
            let figures: String = figures.iter().map(|(key, value)| format!("  {key} {value:.2}")).collect();
            print(&format!("{name:<44} {median:>9.3} ms  p99 {p99:>9.3} ms{figures}"));
        }
    }
}

/// A duration in milliseconds.
#[must_use]
pub fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[expect(clippy::print_stdout, reason = "a measuring program's results are its output")]
fn print(line: &str) {
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
