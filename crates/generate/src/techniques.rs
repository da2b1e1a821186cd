//! Counters of the techniques by which statements were made. What is never produced is not tested.

use rustc_hash::FxHashMap;

/// Counts by name. Names are dotted paths such as `clause.union` or `pattern.branching`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Techniques {
    counts: FxHashMap<&'static str, u64>,
}

impl Techniques {
    /// Counts one occurrence.
    pub fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_default() += 1;
    }

    /// How often `name` was counted.
    pub fn get(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// All names and counts, in order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let mut counts: Vec<_> = self.counts.iter().map(|(name, count)| (*name, *count)).collect();
        counts.sort_unstable();
        counts.into_iter()
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &Techniques) {
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_default() += count;
        }
    }
}
