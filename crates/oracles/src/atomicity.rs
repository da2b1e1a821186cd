//! The oracle of transactions that are rolled back.

use graphlance_case::{Act, Boundary, Case, Claim, Dialect, SameGraph, Step};
use graphlance_generate::Adaptation;
use graphlance_generate::load::random_changes;

use crate::ground::{Making, RoundGround};
use crate::oracle::not_cypher;
use crate::{Oracle, Round, RoundContext};

/// A transaction that is rolled back leaves nothing.
pub struct Atomicity;

/// The user page of the oracle.
const PAGE: &str = include_str!("atomicity.md");

/// Cases on one graph.
const CASES: u64 = 20;
/// Statements of one transaction at most.
const MOST_STATEMENTS: usize = 4;
/// The share of transactions that end with a reset of the connection.
const RESETS: f64 = 0.2;
/// The stream of randomness that cases take.
const CASE: u64 = 6;

/// Why engines with typed tables are not asked.
pub(crate) const TYPED: &str =
    "its statements give elements properties that they did not have, which an engine with typed tables refuses";

impl Oracle for Atomicity {
    fn name(&self) -> &'static str {
        "atomicity"
    }

    fn summary(&self) -> &'static str {
        "a transaction that is rolled back leaves the graph as it was"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(AtomicityRound { ground: RoundGround::new(context) })
    }
}

struct AtomicityRound {
    ground: RoundGround,
}

impl Making for AtomicityRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let RoundGround { graph, dialect, .. } = &self.ground;
        let mut random = self.ground.random(&[CASE, index]);
        let count = random.between(1, MOST_STATEMENTS);
        let end = if random.chance(RESETS) { Boundary::Reset } else { Boundary::RollBack };
        let written = random_changes(&mut random, graph, dialect, count);
        if written.is_empty() {
            return None;
        }
        let run = written.into_iter().map(|statement| Step::run(statement.into()));
        let (snapshot, begin) = (|| Act::Snapshot.into(), Step::from(Boundary::Begin));
        let steps: Vec<Step> = [snapshot(), begin].into_iter().chain(run).chain([end.into(), snapshot()]).collect();
        let claim = Claim::SameGraph(SameGraph { before: 0, after: steps.len() - 1 });
        let lineage = self.ground.lineage(Atomicity.name(), index, adaptation.hash());
        Some(self.ground.case(claim, lineage, steps))
    }
}
