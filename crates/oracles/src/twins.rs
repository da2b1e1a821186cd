//! Sequences of statements that write, beside the same sequences rewritten: half of what `equivalence` asks.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Applied, Case, Claim, Derivation, Lineage, SameState, Statement, Step};
use graphlance_cypher::ast::{Delete, Match, NodePattern, PathPattern, Pattern};
use graphlance_cypher::{Clause, Query, SingleQuery, Statement as CypherStatement, build};
use graphlance_generate::Adaptation;
use graphlance_graph::{Column, Random, Returns};
use graphlance_reference::evaluate;

use crate::RoundContext;
use crate::base::can_be_said;
use crate::equivalence::drawn;
use crate::ground::{Making, RoundGround};
use crate::rewrites::{Effect, Ground, Rewrite, without_types};
use crate::stateful::StatefulRound;

/// Cases on one graph.
const CASES: u64 = 40;
/// Statements of a sequence, and rewrites of each.
const STATEMENTS: [usize; 2] = [1, 3];
const REWRITES: [usize; 2] = [1, 4];
/// Tries to apply a rewrite, for each that is wanted.
const TRIES: usize = 4;
/// Streams of randomness within a round.
const LENGTH: u64 = 21;
const TWIN: u64 = 22;

/// Rounds of such sequences.
pub(crate) struct TwinRound {
    oracle: &'static str,
    sequence: StatefulRound,
    /// Rewrites that write, of which the outcome is the same, and those that need not.
    dead: Vec<&'static Rewrite>,
    same: Vec<&'static Rewrite>,
}

/// A statement, what rewrites make of it, and what it returns.
struct Pair {
    base: Query,
    twin: Query,
    derivation: Vec<Applied>,
    returns: Returns,
}

impl TwinRound {
    /// The round of an oracle.
    pub(crate) fn new(oracle: &'static str, context: &RoundContext) -> TwinRound {
        let (dead, same) = drawn(&context.profile).into_iter().partition(|rewrite| rewrite.effect == Effect::SameState);
        TwinRound { oracle, sequence: StatefulRound::new(context, false), dead, same }
    }

    /// A statement that can be rewritten, behind which the sequence goes on; none where it ends.
    fn pair(&mut self, index: u64, place: u64, adaptation: &Adaptation) -> Option<Pair> {
        let (written, _) = self.sequence.statement(index, place, adaptation)?;
        let (returns, after) = written.outcome.ok()?;
        let untyped = without_types(&self.sequence.ground.graph);
        let ground = Ground { graph: &untyped, dialect: &self.sequence.ground.dialect };
        let mut random = self.sequence.ground.random(&[TWIN, index, place]);
        let (twin, derivation) = self.rewritten(&written.query, ground, &mut random)?;
        if !can_be_said(&twin, ground, adaptation) {
            return None;
        }
        // Where the reference has no outcome of the twin, nothing could be told of it. Whether it has the same is asked of
        // the claim.
        evaluate(&self.sequence.graph, &CypherStatement::Query(twin.clone()), &self.sequence.options).ok()?;
        self.sequence.is_at(Arc::new(after));
        Some(Pair { base: written.query, twin, derivation, returns })
    }

    /// What some rewrites make of a statement, one after the other; none where none applies.
    fn rewritten(&self, base: &Query, ground: Ground<'_>, random: &mut Random) -> Option<(Query, Vec<Applied>)> {
        let wanted = random.between(REWRITES[0], REWRITES[1]);
        let (mut query, mut applied) = (base.clone(), Vec::new());
        for _ in 0..wanted * TRIES {
            if applied.len() == wanted {
                break;
            }
            let kind = if random.chance(0.5) { &self.dead } else { &self.same };
            let Some(rewrite) = random.pick(kind).copied() else { continue };
            if let Some((mut made, one)) = rewrite.derive(&query, ground, random) {
                query = made.pop()?;
                applied.push(one);
            }
        }
        (!applied.is_empty()).then_some((query, applied))
    }

    /// The case of a sequence and its twin: the one is run, the graph is read, emptied and made again, and the other is run.
    fn case(&self, pairs: Vec<Pair>, index: u64, hash: String) -> Option<Case> {
        let run = |query: Query| Step::run(Statement::from(CypherStatement::Query(query)));
        let count = pairs.len();
        let columns: Vec<Vec<Column>> = pairs.iter().map(|pair| pair.returns.columns.clone()).collect();
        let mut steps: Vec<Step> = pairs.iter().map(|pair| run(pair.base.clone())).collect();
        steps.push(Act::Snapshot.into());
        steps.push(run(emptying()));
        if self.sequence.ground.graph.node_count() > 0 {
            steps.push(Step::run(Cypher.creation(&self.sequence.ground.graph)?));
        }
        let first = steps.len();
        let mut derivations = Vec::new();
        for (place, pair) in pairs.into_iter().enumerate() {
            derivations.push(Derivation { base: place, rewrites: pair.derivation, derived: vec![first + place] });
            steps.push(run(pair.twin));
        }
        steps.push(Act::Snapshot.into());
        let right = (first..first + count).collect();
        let graphs = [count, steps.len() - 1];
        let claim = Claim::SameState(SameState { columns, left: (0..count).collect(), right, graphs });
        let lineage = Lineage { derivations, ..self.sequence.ground.lineage(self.oracle, index, hash) };
        Some(self.sequence.ground.case(claim, lineage, steps))
    }
}

/// `MATCH (n) DETACH DELETE n`
fn emptying() -> Query {
    let start = NodePattern::variable("n");
    let patterns = vec![Pattern::from(PathPattern { start, segments: Vec::new() })];
    let delete = Delete { detach: true, nodetach: false, expressions: vec![build::variable("n")] };
    let clauses = vec![Clause::Match(Match { patterns, ..Match::default() }), Clause::Delete(delete)];
    SingleQuery { clauses }.into()
}

impl Making for TwinRound {
    fn ground(&self) -> &RoundGround {
        &self.sequence.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.sequence.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let dialect = Arc::clone(&self.sequence.ground.dialect);
        let hash = self.sequence.vocabulary.adapt(&dialect, adaptation);
        let count = self.sequence.ground.random(&[LENGTH, index]).between(STATEMENTS[0], STATEMENTS[1]);
        self.sequence.begin();
        let mut pairs = Vec::new();
        for number in 0..count as u64 {
            let Some(pair) = self.pair(index, number, adaptation) else { break };
            pairs.push(pair);
        }
        if pairs.is_empty() {
            return None;
        }
        self.case(pairs, index, hash)
    }
}
