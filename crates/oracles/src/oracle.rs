//! What an oracle must do: make rounds, and cases on their graphs.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Case, Claim, Dialect, Lineage, Load, Step};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Name};
use graphlance_reference::Fault;

/// Makes cases.
pub trait Oracle: Send + Sync {
    /// Its name on the command line and in lineages.
    fn name(&self) -> &'static str;
    /// One line for `oracles list`.
    fn summary(&self) -> &'static str;
    /// Its user page for `oracles explain`: what it checks, why a violation is a bug, when it is unsound, an example.
    fn page(&self) -> &'static str;
    /// Why its statements cannot be asked in a dialect; none when they can.
    fn objection(&self, dialect: &Dialect) -> Option<&'static str>;
    /// Whether its cases say something only where other targets are asked as well.
    fn compares_targets(&self) -> bool {
        false
    }
    /// Whether it is asked where it is named alone: what it finds are no wrong answers.
    fn waits_to_be_named(&self) -> bool {
        false
    }
    /// The round of this number: a graph and the cases on it. Depends on its arguments alone.
    fn round(&self, context: &RoundContext) -> Box<dyn Round>;
}

/// Everything a round depends on.
#[derive(Clone, Debug)]
pub struct RoundContext {
    /// The hunt's seed.
    pub seed: u64,
    /// The number of the round.
    pub round: u64,
    /// The target's dialect.
    pub dialect: Dialect,
    /// Sizes and techniques.
    pub profile: Arc<Profile>,
    /// A defect in the reference while cases are made. It must change none of them, since their truth comes from the
    /// plan; tests set it to show that.
    pub fault: Option<Fault>,
}

impl RoundContext {
    /// The first round of a seed.
    pub fn new(seed: u64, dialect: Dialect, profile: Arc<Profile>) -> RoundContext {
        RoundContext { seed, round: 0, dialect, profile, fault: None }
    }

    /// The dialect for an oracle whose statements are Cypher. One of another language has been objected to before; under it
    /// the round
    /// is made in the standard.
    pub(crate) fn cypher(&self) -> Arc<graphlance_cypher::Dialect> {
        self.dialect.shared().unwrap_or_else(|| Arc::new(graphlance_cypher::Dialect::standard()))
    }

    /// The case that a round's graph is in the database after loading.
    pub fn loading(&self, oracle: &dyn Oracle, round: &dyn Round) -> Case {
        let lineage = Lineage {
            oracle: oracle.name().into(),
            seed: self.seed,
            round: self.round,
            profile: self.profile.name.as_str().into(),
            ..Lineage::default()
        };
        let graph = round.graph();
        let counting = graph.formula().and_then(|_| self.dialect.language().counting());
        let steps = counting.map_or_else(|| vec![Act::Snapshot.into()], |statements| statements.map(Step::run).into());
        let case = Case::new(&self.dialect, Arc::clone(graph), Claim::Loads, lineage);
        Case { load: round.load().clone(), steps, ..case }
    }
}

/// Why statements of Cypher cannot be asked in a dialect.
pub(crate) fn not_cypher(dialect: &Dialect) -> Option<&'static str> {
    (dialect.language().name() != Cypher.name()).then_some("its statements are Cypher, which the target does not speak")
}

/// A graph and the cases on it.
pub trait Round: Send {
    /// The graph.
    fn graph(&self) -> &Arc<Graph>;
    /// How it is loaded.
    fn load(&self) -> &Load;
    /// How many cases the round has at most, known before the first is made: it depends on seed and round, never on the
    /// adaptation state, so that a budget of cases is shared out between workers the same way every time.
    fn case_count(&self) -> u64;
    /// What was done to make the cases so far, by name: operations, mutations, techniques. For `coverage.json`.
    fn techniques(&self) -> BTreeMap<Name, u64> {
        BTreeMap::new()
    }
    /// The target planned a case of the round in a way that the hunt had not met: more is to be made of its statement, if the
    /// round can do that. A hunt that does not adapt never says so.
    fn follow(&mut self, _case: &Case) {}
    /// A case of the round that writes did not do what is claimed: those that go on from there have no answer, and need not be
    /// made. The others are the same.
    fn abandon(&mut self, _case: &Case) {}
    /// The next case under an adaptation state; none when the round is over.
    fn next_case(&mut self, adaptation: &Adaptation) -> Option<Case>;
}
