//! How often property keys were used, by which those that were used less are chosen more often (GDsmith, 3.4).

use std::collections::BTreeMap;

use graphlance_cypher::Query;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_graph::Name;
use rustc_hash::FxHashMap;

/// In how many statements that gave rows each property key was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyFrequencies {
    counts: BTreeMap<Name, u64>,
}

impl KeyFrequencies {
    /// Counts the keys of a statement that gave rows.
    pub fn count(&mut self, query: &Query) {
        let mut keys: Vec<Name> = Vec::new();
        for_each_name(Part::Query(query), &mut |name, kind| {
            if kind == NameKind::Key && !keys.contains(name) {
                keys.push(name.clone());
            }
        });
        keys.into_iter().for_each(|key| *self.counts.entry(key).or_default() += 1);
    }

    /// How likely a key of some is to be chosen, `(sum - F) / ((N - 1) * sum)`. Where the formula gives nothing, for one key or
    /// keys that were never used, all are as likely.
    pub fn probability(&self, key: &str, available: &[Name]) -> f64 {
        let used = |key: &str| self.counts.get(key).copied().unwrap_or(0) as f64;
        let sum: f64 = available.iter().map(|key| used(key)).sum();
        let count = available.len() as f64;
        if count < 2.0 || sum == 0.0 {
            return 1.0 / count.max(1.0);
        }
        (sum - used(key)) / ((count - 1.0) * sum)
    }

    /// The probability of each key beside that of the likeliest.
    pub(super) fn relative(&self, available: &[Name]) -> FxHashMap<Name, f64> {
        let probabilities: Vec<f64> = available.iter().map(|key| self.probability(key, available)).collect();
        let greatest = probabilities.iter().copied().fold(0.0, f64::max);
        let beside = |probability: f64| if greatest > 0.0 { probability / greatest } else { 1.0 };
        available.iter().cloned().zip(probabilities.into_iter().map(beside)).collect()
    }
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse_query;

    use super::*;

    #[test]
    fn keys_that_were_used_less_are_likelier_and_where_none_was_all_are_as_likely() {
        let keys = ["a", "b", "c"].map(Name::from);
        let mut frequencies = KeyFrequencies::default();
        assert_eq!(frequencies.probability("a", &keys), 1.0 / 3.0);
        assert_eq!(frequencies.probability("a", &keys[..1]), 1.0);
        for text in [
            "MATCH (n) WHERE n.a = n.a RETURN n.b AS x",
            "MATCH (n {a: 1}) RETURN n.a AS x",
            "MATCH (n) RETURN n.a AS x",
        ] {
            frequencies.count(&parse_query(text).unwrap_or_else(|error| panic!("{error}")));
        }
        // a in three statements, b in one, c in none.
        let probabilities = keys.each_ref().map(|key| frequencies.probability(key, &keys));
        assert_eq!(probabilities, [1.0 / 8.0, 3.0 / 8.0, 4.0 / 8.0]);
        assert_eq!(frequencies.relative(&keys)["a"], 0.25);
    }
}
