//! The plans that a hunt has met.

use std::collections::HashSet;
use std::time::Duration;

use graphlance_case::language::FeatureSet;
use graphlance_graph::Name;
use xxhash_rust::xxh3::xxh3_64;

/// The shapes of plans that a target has told in a hunt. Of a target that tells none, pairs of features and functions that stand in
/// one statement are taken for them: what has not stood together before is likely to be planned in another way.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    shapes: HashSet<u64>,
    pairs: HashSet<u64>,
    /// New shapes in each minute.
    by_minute: Vec<u64>,
    /// Minutes of an earlier part of the hunt.
    earlier: usize,
}

impl Plans {
    /// Goes on with what an earlier part of the hunt met.
    pub(crate) fn of_earlier(shapes: impl IntoIterator<Item = u64>, by_minute: &[u64]) -> Plans {
        let (shapes, by_minute) = (shapes.into_iter().collect(), by_minute.to_vec());
        Plans { shapes, pairs: HashSet::new(), earlier: by_minute.len(), by_minute }
    }

    /// Whether a shape is new, so long after the hunt's beginning; from now on it is not.
    pub(crate) fn is_new(&mut self, shape: u64, elapsed: Duration) -> bool {
        let new = self.shapes.insert(shape);
        if new {
            let minute = self.earlier + (elapsed.as_secs() / 60) as usize;
            if self.by_minute.len() <= minute {
                self.by_minute.resize(minute + 1, 0);
            }
            self.by_minute[minute] += 1;
        }
        new
    }

    /// Whether two of the features and functions of a statement have not stood together before; from now on they have.
    pub(crate) fn is_new_pair(&mut self, made_of: &FeatureSet) -> bool {
        let names: Vec<&Name> = made_of.features.keys().chain(&made_of.functions).collect();
        let mut new = false;
        for (place, one) in names.iter().enumerate() {
            for other in &names[..place] {
                new |= self.pairs.insert(xxh3_64(format!("{one} {other}").as_bytes()));
            }
        }
        new
    }

    /// How many shapes were new in each minute.
    pub(crate) fn by_minute(&self) -> Vec<u64> {
        self.by_minute.clone()
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::Role;

    use super::*;

    #[test]
    fn new_plans_are_counted_by_the_minute_and_an_earlier_part_is_gone_on_with() {
        let mut plans = Plans::default();
        let at = |seconds| Duration::from_secs(seconds);
        assert_eq!(
            [(1, 0), (1, 5), (2, 10), (3, 150)].map(|(plan, s)| plans.is_new(plan, at(s))),
            [true, false, true, true]
        );
        assert_eq!(plans.by_minute(), [2, 0, 1]);
        let mut later = Plans::of_earlier([1, 2, 3], &plans.by_minute());
        assert_eq!([1, 4].map(|plan| later.is_new(plan, at(1))), [false, true]);
        assert_eq!(later.by_minute(), [2, 0, 1, 1]);
    }

    #[test]
    fn features_that_stand_together_for_the_first_time_are_new() {
        let of = |features: &[&str], functions: &[&str]| FeatureSet {
            features: features.iter().map(|name| (Name::from(*name), Role::Frame)).collect(),
            functions: functions.iter().map(|name| Name::from(*name)).collect(),
            ..FeatureSet::default()
        };
        let mut plans = Plans::default();
        assert!(!plans.is_new_pair(&of(&["a"], &[])));
        assert!(plans.is_new_pair(&of(&["a", "b"], &[])));
        assert!(!plans.is_new_pair(&of(&["a", "b"], &[])));
        assert!(plans.is_new_pair(&of(&["a", "b"], &["f"])));
        assert!(!plans.is_new_pair(&of(&["b"], &["f"])));
    }
}
