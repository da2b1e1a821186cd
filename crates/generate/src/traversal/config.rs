//! What traversals may be made of, and how large they are.

use std::collections::BTreeSet;

use graphlance_gremlin::Version;
use graphlance_gremlin::features::{Feature, features_of};
use graphlance_gremlin::{Statement, versions_of};
use graphlance_machine::{Budget, Options};

/// What traversals may be made of, and how large they are.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the reference is asked with: version, deviations, budget.
    pub options: Options,
    /// The features that a target lacks: no statement has one of them.
    pub lacks: BTreeSet<Feature>,
    /// The least and the most steps that are drawn for the outermost chain. One draw may be several steps.
    pub length: [usize; 2],
    /// How deep traversals are nested in one another.
    pub depth: usize,
    /// Whether elements have the keys of the case as their identities, so that a statement may name them.
    pub identities: bool,
    /// The chance that a last step which raises an error is kept.
    pub errors: f64,
    /// The chance that a step out of which nothing comes is kept.
    pub empty: f64,
    /// The chance that a filter which lets everything through is kept.
    pub idle: f64,
    /// Whether a traversal may end with a step of which the reference knows nothing.
    pub beyond: bool,
}

impl Config {
    /// What a version can say, with identities that are known.
    pub fn of(version: Version) -> Config {
        let budget = Budget { work: 30_000, rows: 120, held: 4_000, steps: 120, depth: 12, length: 4_000 };
        Config {
            options: Options { version, budget, arrangements: 2, ..Options::default() },
            lacks: BTreeSet::new(),
            length: [1, 6],
            depth: 3,
            identities: true,
            errors: 0.02,
            empty: 0.03,
            idle: 0.3,
            beyond: false,
        }
    }

    /// The version whose steps are drawn.
    pub fn version(&self) -> Version {
        self.options.version
    }

    /// Whether a target can say a statement.
    pub fn says(&self, statement: &Statement) -> bool {
        versions_of(statement).contains(self.version()) && features_of(statement).is_disjoint(&self.lacks)
    }
}
