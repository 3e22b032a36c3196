//! Random choices from a seed, so that a run can be repeated.

use std::io;

/// A small generator (SplitMix64), good enough for names and numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// From a seed.
    pub(crate) fn seeded(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A seed of the operating system.
    pub(crate) fn fresh_seed() -> io::Result<u64> {
        getrandom::u64().map_err(io::Error::other)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// One of `choices`.
    pub(crate) fn choose<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        let at = self.between(0, choices.len().saturating_sub(1) as u64);
        usize::try_from(at).ok().and_then(|at| choices.get(at)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_choices() {
        let draw = |seed| {
            let mut random = Random::seeded(seed);
            (random.next(), random.between(10, 20), random.choose(&["a", "b", "c"]).to_owned())
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1).0, draw(2).0);
        assert!((10..=20).contains(&draw(3).1));
    }
}
