//! From a skeleton of clauses to a statement.

use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Feature, Statement, parse_cost};
use graphlance_graph::{Graph, Name, Random};
use graphlance_reference::{Budget, Growth, Options, check, evaluate};
use rustc_hash::FxHashMap;

use super::frequency::KeyFrequencies;
use super::made::{Expected, Made};
use super::mutation::Kept;
use super::table::{Table, differing};
use crate::expression::{Expressions, GraphShapes, Leaf, Shape};
use crate::parameterised;
use crate::profile::{SizeClass, SkeletonShares};
use crate::techniques::Techniques;
use crate::vocabulary::Vocabulary;

/// Operators and functions tried for one expression.
const FUEL: usize = 10;

/// Attempts at one clause before it is left out.
pub(super) const CLAUSE_ATTEMPTS: usize = 4;

/// Attempts at the last clause.
const RETURN_ATTEMPTS: usize = 4;

/// Share of statements that go on from their beginning with a clause of their own.
const BRANCHES: f64 = 0.6;

/// Share of statements with rows that are kept to be mutated.
const KEPT: f64 = 0.3;

/// Parameters of a statement at most.
const MOST_PARAMETERS: usize = 3;

/// Share of tables of one row, and of last clauses that give one, that are asked all the same.
pub(super) const ONE_ROW: f64 = 0.3;

/// Rows of a table at most, and fewer where the size class wants fewer.
const MOST_ROWS: usize = 40;

/// Attempts at the statements of a family, for each that is wanted.
const ATTEMPTS: usize = 3;

/// Everything that a statement depends on, besides randomness.
#[derive(Clone, Copy)]
pub struct SkeletonContext<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The shapes of its properties.
    pub shapes: &'a GraphShapes,
    /// The target's dialect.
    pub dialect: &'a Dialect,
    /// What may be said of it.
    pub vocabulary: &'a Vocabulary,
    /// Deviations and budgets, without any fault.
    pub options: &'a Options,
    /// The same with the budget of one attempt at a clause, see [`attempt_budget`].
    pub attempts: &'a Options,
    /// Sizes.
    pub size: &'a SizeClass,
    /// Shares of what is made.
    pub shares: &'a SkeletonShares,
    /// How many statements each property key was used in so far.
    pub frequencies: &'a KeyFrequencies,
}

/// What an attempt at a clause may take: one that makes many rows, or looks at much, is given up early, since most are given up.
pub fn attempt_budget() -> Budget {
    Budget { rows: 4 * MOST_ROWS as u64, work: 4_000, length: 5_000, ..Budget::default() }
}

/// Random read statements whose answers the reference decides, so many at most. They begin alike: the clauses of one are those of
/// another with more behind them, so that each clause is tried on rows that are known.
pub fn skeletons(context: SkeletonContext<'_>, most: usize, random: &mut Random) -> Vec<Made> {
    let mut maker = Skeleton::new(context, random);
    let mut family = Family::new(Table::new(Growth::start(context.graph, context.attempts), Vec::new()));
    let steps = maker.steps();
    for step in 0..steps {
        let last = family.beginnings.len() - 1;
        maker.lengthen(&mut family, last, step == 0);
    }
    let mut made = Vec::with_capacity(most);
    made.extend(maker.counted());
    for _ in 0..ATTEMPTS * most {
        if made.len() >= most || !family.has_clauses() {
            break;
        }
        if let Some(mutant) = maker.mutant(&mut family) {
            made.push(mutant);
            continue;
        }
        let place = maker.begin(&mut family, steps);
        made.extend(maker.statement(&mut family, place));
    }
    made
}

/// The beginnings of statements: clauses, with the table after them.
pub(super) struct Family<'a> {
    pub beginnings: Vec<Beginning<'a>>,
    /// Statements that gave rows, to be mutated.
    pub pool: Vec<Kept<'a>>,
}

pub(super) struct Beginning<'a> {
    pub clauses: Vec<Clause>,
    pub table: Table<'a>,
    pub techniques: Techniques,
}

impl<'a> Family<'a> {
    /// Of no clause yet.
    fn new(table: Table<'a>) -> Family<'a> {
        let nothing = Beginning { clauses: Vec::new(), table, techniques: Techniques::default() };
        Family { beginnings: vec![nothing], pool: Vec::new() }
    }

    fn has_clauses(&self) -> bool {
        self.beginnings.len() > 1
    }
}

/// A statement in progress.
pub(crate) struct Skeleton<'a, 'r> {
    pub context: SkeletonContext<'a>,
    pub random: &'r mut Random,
    pub made: Vec<Clause>,
    pub techniques: Techniques,
    names: usize,
    locals: usize,
    /// How many subqueries stand around what is made.
    pub depth: usize,
    /// How likely each property key is to be taken, beside the likeliest.
    pub likely: FxHashMap<Name, f64>,
}

impl<'a, 'r> Skeleton<'a, 'r> {
    pub fn new(context: SkeletonContext<'a>, random: &'r mut Random) -> Skeleton<'a, 'r> {
        let keys: Vec<Name> = context.graph.schema.keys.iter().map(|key| key.name.clone()).collect();
        let likely = context.frequencies.relative(&keys);
        let (made, techniques) = (Vec::new(), Techniques::default());
        Skeleton { context, random, made, techniques, names: 0, locals: 0, depth: 0, likely }
    }

    /// Adds a beginning that is another one with a clause more; false where no clause can be had.
    pub(super) fn lengthen(&mut self, family: &mut Family<'a>, place: usize, first: bool) -> bool {
        let from = &family.beginnings[place];
        self.made.clone_from(&from.clauses);
        self.techniques = from.techniques.clone();
        let begun = self.made.len();
        let Some(table) = self.next_clause(&from.table, first) else { return false };
        let clauses = std::mem::take(&mut self.made);
        let longer = clauses.len() > begun;
        if longer {
            family.beginnings.push(Beginning { clauses, table, techniques: std::mem::take(&mut self.techniques) });
        }
        longer
    }

    /// The place of a beginning to make a statement of: a long one or, now and then, one with another clause behind it.
    fn begin(&mut self, family: &mut Family<'a>, steps: usize) -> usize {
        let last = family.beginnings.len() - 1;
        let place = last - self.random.below(last.min(3)).min(self.random.below(last));
        let branches = family.beginnings[place].clauses.len() < steps + 1 && self.random.chance(BRANCHES);
        if branches && self.lengthen(family, place, false) { last + 1 } else { place }
    }

    /// A statement that counts all elements of a label or type, with what it returns.
    fn counted(&mut self) -> Option<Made> {
        let statement = Statement::Query(self.counting()?);
        let returns = evaluate(self.context.graph, &statement, self.context.options).ok()?.returns;
        let Statement::Query(query) = statement else { return None };
        let techniques = std::mem::take(&mut self.techniques);
        Some(Made { query, expected: Expected::Rows(returns), clauses: 2, techniques })
    }

    /// A statement of a beginning, with what it returns.
    pub(super) fn statement(&mut self, family: &mut Family<'a>, place: usize) -> Option<Made> {
        let Beginning { clauses, table, techniques } = &family.beginnings[place];
        self.made.clone_from(clauses);
        self.techniques = techniques.clone();
        if let Some(raising) = self.raising(table) {
            return Some(raising);
        }
        // Of one row few statements are asked: the others are not made.
        if self.context.shares.feedback && table.count() < 2 && !self.random.chance(ONE_ROW) {
            return None;
        }
        let (mut query, returned) = self.finished(table)?;
        if self.random.chance(KEPT)
            && let Some(Clause::Return(last)) = query.first.clauses.last()
        {
            let kept = Kept::new(clauses, table, last, &returned);
            family.pool.extend(kept);
        }
        let table = &family.beginnings[place].table;
        let answer = returned.growth;
        query.unions.extend(self.union(&query, answer.rows().len()));
        let clauses = query.parts().map(|part| part.clauses.len()).sum();
        let mut joined = !query.unions.is_empty();
        for further in [Self::composed, Self::given] {
            if let Some(made) = further(self, &query, table) {
                (query, joined) = (made, true);
            }
        }
        let statement = Statement::Query(query);
        let returns = if joined || answer.is_doubtful() {
            evaluate(self.context.graph, &statement, self.context.options).ok()?.returns
        } else {
            check(&statement).ok()?;
            answer.returns()
        };
        let Statement::Query(query) = statement else { return None };
        let techniques = std::mem::take(&mut self.techniques);
        Some(Made { query, expected: Expected::Rows(returns), clauses, techniques })
    }

    /// The query with some of its values as parameters; none where it stays as it is.
    fn given(&mut self, query: &Query, _: &Table<'a>) -> Option<Query> {
        if !self.chance(Feature::Parameter, self.context.shares.parameters) {
            return None;
        }
        let given = parameterised(query, MOST_PARAMETERS, self.random)?;
        self.techniques.count("query.parameters");
        Some(given)
    }

    fn steps(&mut self) -> usize {
        let [least, most] = self.context.size.steps;
        self.random.between(least.max(2), most.max(2)) - 1
    }

    /// Adds up to so many clauses.
    pub fn clauses(&mut self, mut table: Table<'a>, steps: usize) -> Option<Table<'a>> {
        for step in 0..steps {
            if let Some(next) = self.next_clause(&table, step == 0) {
                table = next;
            }
        }
        (!self.made.is_empty()).then_some(table)
    }

    /// Adds a clause whose rows are not too many; none where no attempt succeeds.
    fn next_clause(&mut self, table: &Table<'a>, first: bool) -> Option<Table<'a>> {
        let begun = self.made.len();
        let least = usize::from(self.context.shares.feedback);
        for _ in 0..CLAUSE_ATTEMPTS {
            match self.clause(table, first) {
                Some(next) if (least..=self.most_rows()).contains(&next.count()) => return Some(next),
                _ => self.made.truncate(begun),
            }
        }
        None
    }

    /// Rows of a table at most.
    pub fn most_rows(&self) -> usize {
        (2 * self.context.size.most_rows).min(MOST_ROWS)
    }

    /// A clause of a random sort, with what is put behind it to make it matter.
    fn clause(&mut self, table: &Table<'a>, first: bool) -> Option<Table<'a>> {
        let elements = !table.with_shape(|shape| matches!(shape, Shape::Node | Shape::Relationship)).is_empty();
        let reads = self.may_match();
        let weights = [
            if reads { 5.0 } else { 0.0 },
            if reads && (elements || first) { if first { 0.15 } else { 2.4 } } else { 0.0 },
            if first { 1.2 } else { 1.4 },
            if first { 0.3 } else { 4.0 },
            if self.depth < 2 && reads && !first { 1.2 } else { 0.0 },
            if first { 0.0 } else { 0.7 },
            if self.depth == 0 { 0.15 } else { 0.0 },
        ];
        match self.random.weighted(&weights)? {
            0 => self.match_clause(table),
            1 => self.optional_match(table),
            2 => self.unwind_clause(table),
            3 => self.with_clause(table),
            4 => self.call_clause(table),
            5 => self.modern_clause(table),
            _ => self.procedure_clause(table),
        }
    }

    /// Whether a MATCH may stand behind the clauses so far.
    fn may_match(&self) -> bool {
        let since_with = self.made.iter().rev().take_while(|clause| !matches!(clause, Clause::With(_)));
        let after_optional =
            since_with.into_iter().any(|clause| matches!(clause, Clause::Match(this) if this.optional));
        !after_optional || self.context.vocabulary.has(Feature::MatchAfterOptional)
    }

    /// The statement with its last clause, and the table that it returns: of several, the first whose rows differ from each other,
    /// or one of a few others.
    fn finished(&mut self, table: &Table<'a>) -> Option<(Query, Table<'a>)> {
        let (projection, answer) = (0..RETURN_ATTEMPTS).find_map(|_| {
            let (projection, answer) = self.return_clause(table)?;
            let telling = !self.context.shares.feedback || table.count() < 2 || differing(&answer) > 1;
            (telling || self.random.chance(ONE_ROW)).then_some((projection, answer))
        })?;
        let mut clauses = std::mem::take(&mut self.made);
        clauses.push(Clause::Return(projection));
        Some((SingleQuery { clauses }.into(), answer))
    }

    /// The table after further clauses.
    pub fn after(&self, table: &Table<'a>, clauses: &[Clause]) -> Option<Growth<'a>> {
        table.growth.after(clauses).ok()
    }

    /// The maker of expressions over some variables.
    pub fn expressions<'s>(&'s mut self, leaves: &'s [Leaf]) -> Expressions<'s> {
        Expressions {
            random: self.random,
            graph: self.context.graph,
            shapes: self.context.shapes,
            vocabulary: self.context.vocabulary,
            options: self.context.options,
            leaves,
            locals: &mut self.locals,
            fuel: FUEL,
        }
    }

    /// A depth drawn from the size class, small ones more often.
    pub fn expression_depth(&mut self) -> usize {
        let [least, most] = self.context.size.depth;
        let drawn = self.random.between(least, most).min(self.random.between(least, most)).min(4);
        drawn.min(self.context.dialect.limits.expression_depth)
    }

    /// Whether the target's parser reads the expression in reasonable time.
    pub fn affordable(&self, expression: &Expression) -> bool {
        let most = self.context.dialect.limits.parse_cost;
        most == u32::MAX || parse_cost(expression) <= most
    }

    /// True with this probability where the target has the feature.
    pub fn chance(&mut self, feature: Feature, probability: f64) -> bool {
        self.context.vocabulary.chance(self.random, feature, probability)
    }

    /// A random row of a table.
    pub fn row(&mut self, table: &Table<'a>) -> usize {
        self.random.below(table.count())
    }

    /// A variable name that no clause has used.
    pub fn fresh(&mut self, kind: char) -> Name {
        self.names += 1;
        format!("{kind}{}", self.names).into()
    }
}
