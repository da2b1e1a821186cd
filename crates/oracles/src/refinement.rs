//! The oracle of results that stay: when a statement demands what one of its rows has, when all else is deleted, and when
//! anything is.

pub mod staying;

use graphlance_case::{Case, Claim, Dialect, Related, Statement, Step};
use graphlance_cypher::ast::{Clause, Match};
use graphlance_cypher::{Query, Statement as CypherStatement};
use graphlance_generate::Adaptation;
use graphlance_graph::Random;
use graphlance_reference::{Options, evaluate};

use self::staying::{Found, KINDS, Kind};
use crate::base::{base_query, can_be_said};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::partition::with_predicate;
use crate::rewriting::BUDGET;
use crate::traversal_relations::RelationRound;
use crate::traversals::{is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// Results that stay.
pub struct Refinement;

/// The user page of the oracle.
const PAGE: &str = include_str!("refinement.md");

/// Cases on one graph: of those that read, and of those that delete.
const READING: u64 = 60;
const WRITING: u64 = 24;
/// One round of so many deletes, where the target takes that.
const WRITES: u64 = 2;
/// Attempts at a case.
const ATTEMPTS: u64 = 60;
/// Rows of a result at most.
const MOST_ROWS: usize = 200;
/// The share of statements with one more predicate.
const PREDICATES: f64 = 0.5;
/// The share of cases that are about the first statement that can be made, though it may have no rows.
const EMPTY: f64 = 0.08;
/// The stream of randomness that cases take.
const CASE: u64 = 36;

impl Oracle for Refinement {
    fn name(&self) -> &'static str {
        "refinement"
    }

    fn summary(&self) -> &'static str {
        "a row stays when a statement demands what it has; rows stay when all else is deleted, and none comes when anything is"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        neither(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(RelationRound::new(self.name(), context, None));
        }
        let writes = context.round % WRITES == WRITES - 1 && context.cypher().tables.is_none();
        Box::new(RefinementRound::new(context, writes))
    }
}

struct RefinementRound {
    ground: RoundGround,
    kinds: Vec<&'static Kind>,
    writes: bool,
    options: Options,
}

impl RefinementRound {
    fn new(context: &RoundContext, writes: bool) -> RefinementRound {
        let mut ground = RoundGround::new(context);
        if writes {
            ground.graph = unconstrained(ground.graph);
        }
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations: ground.dialect.deviations.clone(), budget: BUDGET, ..Options::default() };
        let drawn = |kind: &&'static Kind| kind.writes == writes && context.profile.rewrites.draws(kind.name);
        let kinds = KINDS.iter().copied().filter(drawn).collect();
        RefinementRound { ground, kinds, writes, options }
    }

    /// `any`: whether it may be about a statement without rows.
    fn attempt(&self, index: u64, attempt: u64, any: bool, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let kind = *random.pick(&self.kinds)?;
        let matched = self.matched(&mut random, adaptation)?;
        if !kind.needs.iter().all(|need| need.holds(&matched)) {
            return None;
        }
        let ask = staying::asked(&matched, ground.graph)?;
        let answer = evaluate(&self.ground.graph, &CypherStatement::Query(ask.clone()), &self.options).ok()?;
        let rows = answer.returns.rows;
        if rows.len() > MOST_ROWS || rows.is_empty() && !any {
            return None;
        }
        let found = Found { matched: &matched, ask: &ask, rows: &rows, graph: ground.graph };
        let (queries, relation) = (kind.make)(found, &mut random)?;
        if !queries.iter().all(|query| can_be_said(query, ground, adaptation)) {
            return None;
        }
        let run = |query: Query| Step::run(Statement::from(CypherStatement::Query(query)));
        let claim = Claim::Related(Related { columns: answer.returns.columns, relation });
        let mut lineage = self.ground.lineage(Refinement.name(), index, adaptation.hash());
        lineage.rewrites.push(kind.name.into());
        Some(self.ground.case(claim, lineage, queries.into_iter().map(run).collect()))
    }

    /// The first MATCH of a random statement, now and then with one more predicate.
    fn matched(&self, random: &mut Random, adaptation: &Adaptation) -> Option<Match> {
        let ground = self.ground.ground();
        let whole = base_query(random, ground, adaptation)?;
        let query = match random.chance(PREDICATES) {
            true => with_predicate(&whole, ground, random)?.0,
            false => whole,
        };
        match query.first.clauses.into_iter().next()? {
            Clause::Match(matched) => Some(matched),
            _ => None,
        }
    }
}

impl Making for RefinementRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        if self.writes { WRITING } else { READING }
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let any = self.ground.random(&[CASE, index]).chance(EMPTY);
        (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, any, adaptation))
    }
}
