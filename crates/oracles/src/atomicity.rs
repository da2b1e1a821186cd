//! The oracle of transactions that are rolled back.

use std::sync::Arc;

use graphlance_case::{Act, Boundary, Case, Claim, Dialect, Lineage, Load, SameGraph, Step};
use graphlance_generate::Adaptation;
use graphlance_generate::load::random_changes;
use graphlance_graph::{Graph, Random};

use crate::ground::round_graph;
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
const TYPED: &str =
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
        let (graph, load) = round_graph(context);
        Box::new(AtomicityRound { context: context.clone(), dialect: context.cypher(), graph, load, next: 0 })
    }
}

struct AtomicityRound {
    context: RoundContext,
    dialect: Arc<graphlance_cypher::Dialect>,
    graph: Arc<Graph>,
    load: Load,
    next: u64,
}

impl AtomicityRound {
    fn make(&self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let RoundContext { seed, round, profile, dialect, .. } = &self.context;
        let mut random = Random::derive(*seed, &[*round, CASE, index]);
        let count = random.between(1, MOST_STATEMENTS);
        let end = if random.chance(RESETS) { Boundary::Reset } else { Boundary::RollBack };
        let written = random_changes(&mut random, &self.graph, &self.dialect, count);
        if written.is_empty() {
            return None;
        }
        let run = written.into_iter().map(|statement| Step::run(statement.into()));
        let (snapshot, begin) = (|| Act::Snapshot.into(), Step::from(Boundary::Begin));
        let steps: Vec<Step> = [snapshot(), begin].into_iter().chain(run).chain([end.into(), snapshot()]).collect();
        let claim = Claim::SameGraph(SameGraph { before: 0, after: steps.len() - 1 });
        let lineage = Lineage {
            oracle: Atomicity.name().into(),
            seed: *seed,
            round: *round,
            index,
            profile: profile.name.as_str().into(),
            adaptation: adaptation.hash(),
            ..Lineage::default()
        };
        let case = Case::new(dialect, Arc::clone(&self.graph), claim, lineage);
        Some(Case { load: self.load.clone(), steps, ..case })
    }
}

impl Round for AtomicityRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &self.load
    }

    fn case_count(&self) -> u64 {
        CASES
    }

    fn next_case(&mut self, adaptation: &Adaptation) -> Option<Case> {
        while self.next < CASES {
            let index = self.next;
            self.next += 1;
            let made = self.make(index, adaptation);
            if made.is_some() {
                return made;
            }
        }
        None
    }
}
