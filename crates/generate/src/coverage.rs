//! Counters of what was produced: features, functions, techniques. What is never produced is not tested.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Counts by name. Names are dotted paths such as `function.toUpper` or `pattern.branching`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
}

impl Coverage {
    /// Counts one occurrence.
    pub fn count(&mut self, name: &str) {
        self.add(name, 1);
    }

    /// Counts several occurrences.
    pub fn add(&mut self, name: &str, times: u64) {
        match self.counts.get_mut(name) {
            Some(count) => *count += times,
            None => {
                self.counts.insert(name.to_owned(), times);
            }
        }
    }

    /// How often `name` was counted.
    pub fn get(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// All names and counts, in order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(name, count)| (name.as_str(), *count))
    }

    /// Counts a use of a function, under `function.NAME`.
    pub fn count_function(&mut self, name: &str) {
        self.count(&format!("function.{name}"));
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &Coverage) {
        for (name, count) in &other.counts {
            self.add(name, *count);
        }
    }
}
