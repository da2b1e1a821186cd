//! Numbers counted in a few buckets.

use serde::{Serialize, Serializer};

/// The buckets of a [`Histogram`]: their names and the least number of each, smallest first.
pub const BUCKETS: [(&str, u64); 5] = [("0", 0), ("1", 1), ("2", 2), ("3 to 10", 3), ("more than 10", 11)];

/// How many numbers fell into each bucket of [`BUCKETS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Histogram([u64; BUCKETS.len()]);

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        let bucket = BUCKETS.iter().rposition(|(_, least)| *least <= number);
        bucket.into_iter().for_each(|bucket| self.0[bucket] += 1);
    }

    /// Each bucket's name and count, in the order of [`BUCKETS`].
    pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        BUCKETS.iter().map(|(name, _)| *name).zip(self.0)
    }

    /// How many numbers there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of numbers in the bucket of `least` and above, 0 to 1; none when there is no number. `least` is taken down
    /// to where a bucket begins.
    pub fn share_from(&self, least: u64) -> Option<f64> {
        let first = BUCKETS.iter().rposition(|(_, begins)| *begins <= least)?;
        let above: u64 = self.0[first..].iter().sum();
        (self.total() > 0).then(|| above as f64 / self.total() as f64)
    }
}

/// An object of bucket and count.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.named())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_falls_into_the_bucket_that_begins_at_or_below_it() {
        let mut histogram = Histogram::default();
        [0, 1, 1, 2, 3, 10, 11, 5_000].into_iter().for_each(|number| histogram.add(number));
        let counts: Vec<u64> = histogram.named().map(|(_, count)| count).collect();
        assert_eq!(counts, [1, 2, 1, 2, 2]);
        assert_eq!((histogram.share_from(2), histogram.share_from(11)), (Some(0.625), Some(0.25)));
        assert_eq!(Histogram::default().share_from(2), None);
    }
}
