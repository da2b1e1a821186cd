//! The one source of randomness.
//!
//! Every random decision of graphlance is drawn from a [`Random`] that is passed as an argument. The stream of
//! xoshiro256++ is fixed by its definition; the mapping from words to choices is ours and pinned by tests, so that a seed
//! in a bug report means the same case years from now.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use xxhash_rust::xxh3::xxh3_64;

/// A seeded stream of choices.
#[derive(Clone, Debug)]
pub struct Random {
    words: Xoshiro256PlusPlus,
}

impl Random {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Random { words: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// An independent stream named by a seed and a path of numbers, e.g. `[round, index]`.
    ///
    /// Streams of different paths share nothing, so a case depends on its own name alone and not on how much
    /// randomness its predecessors used.
    pub fn derive(seed: u64, path: &[u64]) -> Self {
        let mut bytes = Vec::with_capacity(8 * (path.len() + 1));
        bytes.extend_from_slice(&seed.to_le_bytes());
        for part in path {
            bytes.extend_from_slice(&part.to_le_bytes());
        }
        Random::new(xxh3_64(&bytes))
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// A number below `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A number of `low..=high`; `low` when the range is empty.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// An integer of `low..=high`; `low` when the range is empty.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        let width = (i128::from(high) - i128::from(low) + 1) as u128;
        let offset = (u128::from(self.word()) * width) >> 64;
        (i128::from(low) + offset as i128) as i64
    }

    /// A number of `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// One of `items`, or `None` when there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// The index of one of `weights`, drawn in proportion; `None` when they sum to zero. Negative weights count as zero.
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().map(|w| w.max(0.0)).sum();
        if total <= 0.0 {
            return None;
        }
        let mut rest = self.unit() * total;
        let mut last = None;
        for (index, weight) in weights.iter().enumerate() {
            if *weight > 0.0 {
                last = Some(index);
                if rest < *weight {
                    return last;
                }
                rest -= weight;
            }
        }
        last
    }

    /// A number of `0..=limit` whose chance falls by `p` at each step.
    pub fn geometric(&mut self, p: f64, limit: usize) -> usize {
        let mut n = 0;
        while n < limit && self.chance(p) {
            n += 1;
        }
        n
    }

    /// Puts `items` in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }

    /// `count` of `items` in a random order (all of them when there are fewer).
    pub fn sample<T: Clone>(&mut self, items: &[T], count: usize) -> Vec<T> {
        let mut all = items.to_vec();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = Random::new(42);
        assert_eq!(random.word(), 0xd076_4d4f_4476_689f);
        assert_eq!(random.word(), 0x519e_4174_576f_3791);
    }

    #[test]
    fn the_mapping_from_words_to_choices_never_changes() {
        let mut random = Random::derive(7, &[1, 2]);
        let drawn: Vec<usize> = (0..8).map(|_| random.below(100)).collect();
        let again: Vec<usize> = {
            let mut random = Random::derive(7, &[1, 2]);
            (0..8).map(|_| random.below(100)).collect()
        };
        assert_eq!(drawn, again);
        assert!(drawn.iter().all(|n| *n < 100));
        assert_ne!(drawn, {
            let mut random = Random::derive(7, &[2, 1]);
            (0..8).map(|_| random.below(100)).collect::<Vec<_>>()
        });
    }

    #[test]
    fn integer_reaches_both_ends_of_the_widest_range() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            random.integer(i64::MIN, i64::MAX);
        }
        let drawn: Vec<i64> = (0..200).map(|_| random.integer(-1, 1)).collect();
        assert!(drawn.contains(&-1) && drawn.contains(&0) && drawn.contains(&1));
    }

    #[test]
    fn weighted_never_takes_a_weight_of_zero() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            assert_eq!(random.weighted(&[0.0, 1.0, 0.0]), Some(1));
        }
        assert_eq!(random.weighted(&[0.0, -1.0]), None);
    }
}
