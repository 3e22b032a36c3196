//! How long ago something was, as it is shown.

use c2c_ipc::words::{Language, WindowWord, Word as _};

use super::text::grouped;

const MINUTE_MS: f64 = 60_000.0;
const HOUR_MS: f64 = 60.0 * MINUTE_MS;
const DAY_MS: f64 = 24.0 * HOUR_MS;

/// An age in words; none when it is a day or more: then the date says more.
pub(crate) fn age(at_ms: f64, now_ms: f64, language: Language) -> Option<String> {
    let age = now_ms - at_ms;
    let count = |unit: f64| format!("{}", (age / unit).floor());
    if age < MINUTE_MS {
        Some(WindowWord::JustNow.text(language).to_owned())
    } else if age < HOUR_MS {
        Some(WindowWord::Minutes.with(language, &[("count", &count(MINUTE_MS))]))
    } else if age < DAY_MS {
        Some(WindowWord::Hours.with(language, &[("count", &count(HOUR_MS))]))
    } else {
        None
    }
}

/// How long until something, in words.
pub(crate) fn until(at_ms: f64, now_ms: f64, language: Language) -> String {
    let rest = at_ms - now_ms;
    let count = |unit: f64| format!("{}", (rest / unit).ceil());
    if rest < MINUTE_MS {
        WindowWord::InAMoment.text(language).to_owned()
    } else if rest < 2.0 * HOUR_MS {
        WindowWord::InMinutes.with(language, &[("count", &count(MINUTE_MS))])
    } else {
        WindowWord::InHours.with(language, &[("count", &count(HOUR_MS))])
    }
}

/// A short duration in words.
pub(crate) fn duration(micros: u64, language: Language) -> String {
    let (word, count) = match micros {
        0..1_000 => (WindowWord::Microseconds, micros.to_string()),
        1_000..1_000_000 => (WindowWord::Milliseconds, (micros / 1_000).to_string()),
        _ => (WindowWord::Seconds, format!("{}.{}", micros / 1_000_000, micros / 100_000 % 10)),
    };
    word.with(language, &[("count", &count)])
}

/// A number of bytes in words, all of it.
pub(crate) fn bytes(count: u64, language: Language) -> String {
    match count {
        1 => WindowWord::BytesOne.text(language).to_owned(),
        count => WindowWord::Bytes.with(language, &[("count", &grouped(count))]),
    }
}

/// A size in words.
pub(crate) fn size(bytes: u64, language: Language) -> String {
    match bytes {
        0..1_024 => self::bytes(bytes, language),
        1_024..1_048_576 => format!("{}.{} KiB", bytes / 1_024, bytes % 1_024 * 10 / 1_024),
        _ => format!("{}.{} MiB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_the_largest_unit_that_fits() {
        let at = |age: f64| self::age(1e12, 1e12 + age, Language::English);
        assert_eq!(at(-5.0).as_deref(), Some("now"));
        assert_eq!(at(59_999.0).as_deref(), Some("now"));
        assert_eq!(at(60_000.0).as_deref(), Some("1 min"));
        assert_eq!(at(HOUR_MS - 1.0).as_deref(), Some("59 min"));
        assert_eq!(at(3.5 * HOUR_MS).as_deref(), Some("3 h"));
        assert_eq!(at(DAY_MS), None);
        assert_eq!(self::age(0.0, 120_000.0, Language::Chinese).as_deref(), Some("2 分钟前"));
    }

    #[test]
    fn what_is_to_come_is_rounded_up() {
        let rest = |rest: f64| until(rest, 0.0, Language::English);
        assert_eq!(rest(-1.0), "in a moment");
        assert_eq!(rest(61_000.0), "in 2 min");
        assert_eq!(rest(3.0 * HOUR_MS), "in 3 h");
    }

    #[test]
    fn durations_and_sizes_have_units() {
        assert_eq!(duration(999, Language::English), "999 µs");
        assert_eq!(duration(12_345, Language::English), "12 ms");
        assert_eq!(duration(1_250_000, Language::English), "1.2 s");
        assert_eq!(size(1_023, Language::English), "1,023 bytes");
        assert_eq!(bytes(1, Language::English), "1 byte");
        assert_eq!(bytes(3_020, Language::Chinese), "3,020 字节");
        assert_eq!(size(1_536, Language::English), "1.5 KiB");
        assert_eq!(size(3 * 1_048_576, Language::English), "3.0 MiB");
    }
}
