//! Rounds of cases that compare a random statement with what rewrites make of it: what the oracles of relations between answers
//! share.

use graphlance_case::{Bag, Case, Claim, Derivation, Lineage, Related, Relation, SameGroups, SameRows, Step};
use graphlance_cypher::{Query, Statement};
use graphlance_generate::Adaptation;
use graphlance_generate::arbitrary::ReadingSizes;
use graphlance_graph::{Column, Latitude, Random, Returns, Value};
use graphlance_reference::{Budget, Options, evaluate};

use crate::RoundContext;
use crate::base::{base_query_of, can_be_said, sizes};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::rewrites::{Effect, Ground, merges};

/// Cases on one graph.
const CASES: u64 = 60;
/// Attempts at one case.
const ATTEMPTS: u64 = 60;
/// What evaluating a statement may cost while cases are chosen: one that takes longer says no more than one that does not.
pub(crate) const BUDGET: Budget = Budget { rows: 5_000, work: 20_000, length: 100_000, depth: 300, memory: 10 << 20 };
/// A case with more rows says no more than one with these.
const MOST_ROWS: usize = 300;
/// The same of values in collected lists.
const MOST_VALUES: usize = 3_000;
/// The share of cases that are about the first statement that can be made, though it may have no rows, or aggregates of none: they
/// see rows that should not be there.
const EMPTY: f64 = 0.05;
/// The share of attempts that begin from a statement which others began from, and how many of these are kept.
const AGAIN: f64 = 0.6;
const MOST_TELLING: usize = 12;
/// The stream of randomness that cases take.
const CASE: u64 = 5;

/// Statements whose answers must be related: where the effect does not say otherwise, the first must have the rows of all others,
/// put together or merged.
pub(crate) struct Group {
    /// The statements.
    pub statements: Vec<Query>,
    /// Which of them are made of which.
    pub derivations: Vec<Derivation>,
    /// What the first has to do with the others: their rows are put together, or their groups are merged. Where it is that of one
    /// result, the statement it is made of is the one that the derivation says, and the result the other.
    pub effect: Effect,
}

/// Makes of a statement such a group, of which it is the first.
pub(crate) trait Grouping: Fn(&Query, Ground<'_>, &mut Random) -> Option<Group> + Send + 'static {}

impl<F: Fn(&Query, Ground<'_>, &mut Random) -> Option<Group> + Send + 'static> Grouping for F {}

/// A graph and cases on it.
pub(crate) struct RewritingRound {
    oracle: &'static str,
    group: Box<dyn Grouping>,
    sizes: fn(Ground<'_>) -> ReadingSizes,
    ground: RoundGround,
    options: Options,
    /// Statements with rows, with what they give: the last ones that were made.
    telling: Vec<(Query, Returns)>,
}

impl RewritingRound {
    /// The round of an oracle.
    pub(crate) fn new(oracle: &'static str, group: impl Grouping, context: &RoundContext) -> RewritingRound {
        let ground = RoundGround::new(context);
        let deviations = ground.dialect.deviations.clone();
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations, budget: BUDGET, ..Options::default() };
        RewritingRound { oracle, group: Box::new(group), sizes, ground, options, telling: Vec::new() }
    }

    /// The same with statements of another size.
    pub(crate) fn of_size(self, sizes: fn(Ground<'_>) -> ReadingSizes) -> RewritingRound {
        RewritingRound { sizes, ..self }
    }

    /// The same on a graph without constraints, for what adds to it.
    pub(crate) fn unconstrained(mut self) -> RewritingRound {
        self.ground.graph = unconstrained(self.ground.graph);
        self
    }

    /// `any`: whether it may be about a statement without rows.
    fn attempt(&mut self, index: u64, attempt: u64, any: bool, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let (whole, returns) = self.whole(&mut random, any, adaptation)?;
        let ground = self.ground.ground();
        let Group { statements, derivations, effect } = (self.group)(&whole, ground, &mut random)?;
        let first = statements.first()?;
        let returns = if *first == whole { returns } else { self.evaluated(first)? };
        let values: usize = returns.rows.iter().flatten().map(values_in).sum();
        let open = |column: &Column| column.latitude == Latitude::Unspecified;
        if returns.rows.len() > MOST_ROWS
            || values > MOST_VALUES
            || returns.any.is_some()
            || returns.columns.iter().any(open)
            || !any && has_nothing(&returns, effect)
            || !statements.iter().all(|query| can_be_said(query, ground, adaptation))
        {
            return None;
        }
        // What rewrites have made too large to be evaluated nobody could say anything of.
        let derived = statements.iter().skip(1).filter(|_| !matches!(effect, Effect::Parts | Effect::Groups));
        for query in derived {
            let rows = self.evaluated(query)?.rows;
            if effect != Effect::SameRows && rows.len() > MOST_ROWS {
                return None;
            }
        }
        let claim = match effect {
            Effect::Groups => {
                let (merges, parts) = (merges(first, ground)?, (1..statements.len()).collect());
                Claim::SameGroups(SameGroups { columns: returns.columns, merges, whole: 0, parts })
            }
            _ => of_rows(effect, returns.columns, statements.len())?,
        };
        let lineage = Lineage { derivations, ..self.ground.lineage(self.oracle, index, adaptation.hash()) };
        let steps = statements.into_iter().map(|query| Step::run(Statement::Query(query).into())).collect();
        Some(self.ground.case(claim, lineage, steps))
    }

    /// A statement with what it gives. One with rows serves several cases, since few have any.
    fn whole(&mut self, random: &mut Random, any: bool, adaptation: &Adaptation) -> Option<(Query, Returns)> {
        if !any && random.chance(AGAIN) && !self.telling.is_empty() {
            return random.pick(&self.telling).cloned();
        }
        let ground = self.ground.ground();
        let whole = base_query_of((self.sizes)(ground), random, ground, adaptation)?;
        let returns = self.evaluated(&whole)?;
        if any {
            return Some((whole, returns));
        }
        if returns.rows.is_empty() || returns.rows.len() > MOST_ROWS {
            return None;
        }
        if self.telling.len() == MOST_TELLING {
            self.telling.remove(0);
        }
        self.telling.push((whole, returns));
        self.telling.last().cloned()
    }

    /// What a statement gives; none where it is an error, open, or costs too much.
    fn evaluated(&self, query: &Query) -> Option<Returns> {
        Some(evaluate(&self.ground.graph, &Statement::Query(query.clone()), &self.options).ok()?.returns)
    }
}

/// Whether a first statement gives nothing that the others could lack.
fn has_nothing(returns: &Returns, effect: Effect) -> bool {
    let of_nothing = |value: &Value| matches!(value, Value::Null | Value::Integer(0));
    match effect {
        Effect::Groups => returns.rows.iter().flatten().all(of_nothing),
        Effect::Held => !returns.rows.iter().any(|row| row.last() == Some(&Value::Boolean(true))),
        _ => returns.rows.is_empty(),
    }
}

/// How many values a value has in it, lists within lists included.
fn values_in(value: &Value) -> usize {
    match value {
        Value::List(items) => items.iter().map(values_in).sum(),
        _ => 1,
    }
}

/// What the rows of so many statements must have to do with each other; none where that is about groups. The first is the one that
/// has more columns or fewer rows.
fn of_rows(effect: Effect, mut columns: Vec<Column>, statements: usize) -> Option<Claim> {
    let relation = match effect {
        Effect::SameRows if statements > 2 => Relation::Same((0..statements).map(Bag::Rows).collect()),
        Effect::SameRows | Effect::SameState | Effect::Parts => {
            return Some(Claim::SameRows(SameRows { columns, left: vec![0], right: (1..statements).collect() }));
        }
        Effect::Held => {
            columns.pop()?;
            Relation::Same(vec![Bag::Rows(1), Bag::Held(0)])
        }
        Effect::Fewer | Effect::More => Relation::Within(Bag::Rows(0), Bag::Rows(1)),
        Effect::FewerKinds => Relation::Within(Bag::Distinct(Box::new(Bag::Rows(0))), Bag::Rows(1)),
        Effect::Groups => return None,
    };
    Some(Claim::Related(Related { columns, relation }))
}

impl Making for RewritingRound {
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
        let any = self.ground.random(&[CASE, index]).chance(EMPTY);
        (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, any, adaptation))
    }
}
