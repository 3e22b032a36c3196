//! The time that a notice shows.

/// When the page says to come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    /// In so many minutes.
    Minutes(u32),
    /// At a time of day, in the person's own time.
    Clock {
        /// 0 to 23.
        hour: u32,
        /// 0 to 59.
        minute: u32,
    },
}

/// The time that `text` shows: `3:45 PM`, `15:45`, `in 5 minutes`, `in 2 hours`. Words such as "a few
/// minutes" are no time.
#[must_use]
pub fn shown_wait(text: &str) -> Option<Wait> {
    let lower = text.to_lowercase().replace(['\u{a0}', '\u{202f}'], " ");
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or("");
        clock(word, next).or_else(|| minutes(words.get(at.wrapping_sub(1)).copied().unwrap_or(""), word, next))
    })
}

fn clock(word: &str, next: &str) -> Option<Wait> {
    let word = word.trim_matches(|character: char| !character.is_ascii_alphanumeric());
    let (hour, rest) = word.split_once(':')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (minute, half) = rest.split_at(digits);
    let half =
        if half.is_empty() { next.trim_matches(|character: char| !character.is_ascii_alphabetic()) } else { half };
    let hour: u32 = hour.parse().ok()?;
    let minute: u32 = minute.parse().ok().filter(|minute| digits == 2 && *minute < 60)?;
    let hour = match half {
        "pm" if (1..=12).contains(&hour) => hour % 12 + 12,
        "am" if (1..=12).contains(&hour) => hour % 12,
        _ => hour,
    };
    (hour < 24).then_some(Wait::Clock { hour, minute })
}

fn minutes(before: &str, word: &str, next: &str) -> Option<Wait> {
    let count: u32 = word.parse().ok().filter(|_| before == "in")?;
    let unit = next.trim_matches(|character: char| !character.is_ascii_alphabetic());
    match unit {
        "second" | "seconds" => Some(Wait::Minutes(count.div_ceil(60))),
        "minute" | "minutes" => Some(Wait::Minutes(count)),
        "hour" | "hours" => Some(Wait::Minutes(count.checked_mul(60)?)),
        _ => None,
    }
}
