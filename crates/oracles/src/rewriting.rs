//! Rounds of cases that compare a random statement with what rewrites make of it: what the oracles of relations between answers
//! share.

use graphlance_case::{Bag, Case, Claim, Derivation, Lineage, Related, Relation, SameGroups, SameRows, Step};
use graphlance_cypher::{Query, Statement};
use graphlance_generate::Adaptation;
use graphlance_graph::{Latitude, Random, Value};
use graphlance_reference::{Options, evaluate};

use crate::RoundContext;
use graphlance_generate::arbitrary::ReadingSizes;

use crate::base::{base_query_of, can_be_said, sizes};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::rewrites::{Effect, Ground, merges};

/// Cases on one graph.
const CASES: u64 = 60;
/// Attempts at one case.
const ATTEMPTS: u64 = 20;
/// A case with more rows says no more than one with these.
const MOST_ROWS: usize = 300;
/// The same of values in collected lists.
const MOST_VALUES: usize = 3_000;
/// The share of statements without rows, or with aggregates of none, that are asked all the same: they see rows that should not be
/// there.
const EMPTY: f64 = 0.05;
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
}

impl RewritingRound {
    /// The round of an oracle.
    pub(crate) fn new(oracle: &'static str, group: impl Grouping, context: &RoundContext) -> RewritingRound {
        let ground = RoundGround::new(context);
        let deviations = ground.dialect.deviations.clone();
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations, ..Options::default() };
        RewritingRound { oracle, group: Box::new(group), sizes, ground, options }
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

    fn attempt(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let whole = base_query_of((self.sizes)(ground), &mut random, ground, adaptation)?;
        let Group { statements, derivations, effect } = (self.group)(&whole, ground, &mut random)?;
        if !statements.iter().all(|query| can_be_said(query, ground, adaptation)) {
            return None;
        }
        let first = statements.first()?;
        let returns = evaluate(&self.ground.graph, &Statement::Query(first.clone()), &self.options).ok()?.returns;
        let open = |column: &graphlance_graph::Column| column.latitude == Latitude::Unspecified;
        let values: usize = returns.rows.iter().flatten().map(values_in).sum();
        if returns.rows.len() > MOST_ROWS
            || values > MOST_VALUES
            || returns.any.is_some()
            || returns.columns.iter().any(open)
        {
            return None;
        }
        // What rewrites have made too large to be evaluated nobody could say anything of.
        let derived = statements.iter().skip(1).filter(|_| !matches!(effect, Effect::Parts | Effect::Groups));
        for query in derived {
            let answer = evaluate(&self.ground.graph, &Statement::Query(query.clone()), &self.options).ok()?;
            if effect != Effect::SameRows && answer.returns.rows.len() > MOST_ROWS {
                return None;
            }
        }
        let of_nothing = |value: &Value| matches!(value, Value::Null | Value::Integer(0));
        let nothing = match effect {
            Effect::Groups => returns.rows.iter().flatten().all(of_nothing),
            Effect::Held => !returns.rows.iter().any(|row| row.last() == Some(&Value::Boolean(true))),
            _ => returns.rows.is_empty(),
        };
        if nothing && !random.chance(EMPTY) {
            return None;
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
fn of_rows(effect: Effect, mut columns: Vec<graphlance_graph::Column>, statements: usize) -> Option<Claim> {
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
        (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, adaptation))
    }
}
