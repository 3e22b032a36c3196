//! Several moods one after the other, for runs that go through more than one: a list, or a draw.
//!
//! Written `too-many-requests,none,stream-error` (one for each press on Send, nothing after the
//! last), or `random:SEED` (drawn for each press from what a loop can get over; half of the time
//! nothing), or `random:SEED:stream-error,ab-chooser` (drawn from these).

use serde::{Deserialize, Serialize};

use super::behaviour::Mood;
use crate::random::Random;

/// What a loop can get over without a person, and soon.
const MILD: &[Mood] = &[
    Mood::DeliveryTimeout,
    Mood::StreamError,
    Mood::AbChooser,
    Mood::ContinueGenerating,
    Mood::ModelFallback,
    Mood::SilentDelivery,
];

/// The moods in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Moods {
    text: String,
    plan: Plan,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Plan {
    /// The other switches tell.
    #[default]
    Unset,
    List(Vec<Mood>),
    Drawn {
        seed: u64,
        from: Vec<Mood>,
    },
}

/// A text that is no order of moods.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoodsError {
    /// There is no such mood.
    #[error("`{name}` is no mood")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A draw starts with a number.
    #[error("`{text}` is no number to draw from")]
    Seed {
        /// What was written.
        text: String,
    },
}

impl Moods {
    /// The mood of the press on Send that comes after `before` others: the outer none when no order
    /// is set, the inner one when nothing is due.
    #[must_use]
    pub fn at(&self, before: u32) -> Option<Option<Mood>> {
        let due = match &self.plan {
            Plan::Unset => return None,
            Plan::List(moods) => moods.get(before as usize).copied(),
            Plan::Drawn { seed, from } => draw(*seed, from, before),
        };
        Some(due.filter(|mood| *mood != Mood::None))
    }
}

/// The draw of one press: the same for a seed, however often it is asked for.
fn draw(seed: u64, from: &[Mood], before: u32) -> Option<Mood> {
    let mut random = Random::seeded(seed);
    for _ in 0..before {
        random.next();
    }
    let drawn = random.next();
    let at = usize::try_from((drawn >> 1) % (from.len().max(1) as u64)).ok()?;
    (drawn & 1 == 1).then(|| from.get(at).copied()).flatten()
}

impl TryFrom<String> for Moods {
    type Error = MoodsError;

    fn try_from(text: String) -> Result<Self, MoodsError> {
        let plan = match text.strip_prefix("random:") {
            _ if text.trim().is_empty() => Plan::Unset,
            None => Plan::List(list(&text)?),
            Some(draw) => {
                let (seed, from) = draw.split_once(':').unwrap_or((draw, ""));
                let seed = seed.parse().map_err(|_| MoodsError::Seed { text: seed.to_owned() })?;
                let from = if from.is_empty() { MILD.to_vec() } else { list(from)? };
                Plan::Drawn { seed, from }
            }
        };
        Ok(Self { text, plan })
    }
}

impl From<Moods> for String {
    fn from(moods: Moods) -> Self {
        moods.text
    }
}

fn list(text: &str) -> Result<Vec<Mood>, MoodsError> {
    let mood = |name: &str| {
        let known = serde_json::from_value(name.trim().into());
        known.map_err(|_| MoodsError::Unknown { name: name.trim().to_owned() })
    };
    text.split(',').map(mood).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moods(text: &str) -> Moods {
        Moods::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn a_list_is_gone_through_once() {
        let moods = moods("too-many-requests, none,stream-error");
        let due: Vec<_> = (0..5).map(|before| moods.at(before)).collect();
        let expected = [Some(Mood::TooManyRequests), None, Some(Mood::StreamError), None, None].map(Some);
        assert_eq!(due, expected);
    }

    #[test]
    fn nothing_leaves_it_to_the_other_switches() {
        assert_eq!(moods("").at(0), None);
        assert_eq!(Moods::default().at(7), None);
    }

    #[test]
    fn a_draw_is_the_same_for_a_seed_and_half_of_it_is_nothing() {
        let draw = |text: &str| (0..200).map(|before| moods(text).at(before).unwrap()).collect::<Vec<_>>();
        assert_eq!(draw("random:7"), draw("random:7"));
        assert_ne!(draw("random:7"), draw("random:8"));
        let quiet = draw("random:7").iter().filter(|mood| mood.is_none()).count();
        assert!((60..140).contains(&quiet), "{quiet}");
        assert!(MILD.iter().all(|mood| draw("random:7").contains(&Some(*mood))));
        assert!(draw("random:7:login").iter().flatten().all(|mood| *mood == Mood::Login));
    }

    #[test]
    fn what_is_no_order_is_refused() {
        let wrong = |text: &str| Moods::try_from(text.to_owned()).unwrap_err();
        assert_eq!(wrong("stream-error,rain"), MoodsError::Unknown { name: "rain".to_owned() });
        assert_eq!(wrong("random:soon"), MoodsError::Seed { text: "soon".to_owned() });
    }
}
