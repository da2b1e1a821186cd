//! From a skeleton of clauses to a statement.

use graphlance_cypher::ast::*;
use graphlance_cypher::features::features_of;
use graphlance_cypher::{Dialect, Feature, Statement, parse_cost};
use graphlance_graph::{Graph, Name, Random, Returns};
use graphlance_reference::{Growth, Options, evaluate};

use super::table::Table;
use crate::expression::{Expressions, GraphShapes, Leaf, Shape};
use crate::profile::SizeClass;
use crate::techniques::Techniques;
use crate::vocabulary::Vocabulary;

/// Operators and functions tried for one expression.
const FUEL: usize = 12;

/// Attempts at one clause before it is left out.
const CLAUSE_ATTEMPTS: usize = 4;

/// Attempts at the last clause, of which that with the most telling answer stays.
const RETURN_ATTEMPTS: usize = 5;

/// A table has so many times the rows of the size class at most: those of a synthesis all come from one.
pub(super) const MOST_ROWS: usize = 4;

/// Share of statements that are a UNION.
const UNIONS: f64 = 0.16;

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
    /// Sizes.
    pub size: &'a SizeClass,
}

/// A statement with what the reference says it returns.
#[derive(Clone, Debug)]
pub struct Made {
    /// The statement.
    pub query: Query,
    /// What it must return.
    pub returns: Returns,
    /// How many clauses its parts have.
    pub clauses: usize,
    /// What was made use of.
    pub techniques: Techniques,
}

/// A random read statement whose answer the reference decides; none where the attempt came to nothing.
pub fn skeleton(context: SkeletonContext<'_>, random: &mut Random) -> Option<Made> {
    let mut maker = Skeleton::new(context, random);
    let table = Table::new(Growth::start(context.graph, context.options), Vec::new());
    let steps = maker.steps();
    let table = maker.clauses(table, steps)?;
    let mut query = maker.finished(&table)?;
    if let Some(union) = maker.union(&query) {
        query.unions.push(union);
    }
    let techniques = std::mem::take(&mut maker.techniques);
    let statement = Statement::Query(query);
    let features = features_of(&statement);
    let missing = |feature: &Feature| !context.vocabulary.has(*feature);
    if features.iter().any(missing) {
        return None;
    }
    let returns = evaluate(context.graph, &statement, context.options).ok()?.returns;
    let Statement::Query(query) = statement else { return None };
    let clauses = query.parts().map(|part| part.clauses.len()).sum();
    Some(Made { query, returns, clauses, techniques })
}

/// A statement in progress.
pub(super) struct Skeleton<'a, 'r> {
    pub context: SkeletonContext<'a>,
    pub random: &'r mut Random,
    pub made: Vec<Clause>,
    pub techniques: Techniques,
    names: usize,
    locals: usize,
    /// How many subqueries stand around what is made.
    pub depth: usize,
}

impl<'a, 'r> Skeleton<'a, 'r> {
    fn new(context: SkeletonContext<'a>, random: &'r mut Random) -> Skeleton<'a, 'r> {
        Skeleton { context, random, made: Vec::new(), techniques: Techniques::default(), names: 0, locals: 0, depth: 0 }
    }

    fn steps(&mut self) -> usize {
        let [least, most] = self.context.size.steps;
        self.random.between(least.max(2), most.max(2)) - 1
    }

    /// Adds up to so many clauses.
    pub fn clauses(&mut self, mut table: Table<'a>, steps: usize) -> Option<Table<'a>> {
        for step in 0..steps {
            let begun = self.made.len();
            for _ in 0..CLAUSE_ATTEMPTS {
                let next = self.clause(&table, step == 0);
                match next {
                    Some(next) if self.fits(&next) => {
                        table = next;
                        break;
                    }
                    _ => self.made.truncate(begun),
                }
            }
        }
        (!self.made.is_empty()).then_some(table)
    }

    fn fits(&self, table: &Table<'a>) -> bool {
        (1..=MOST_ROWS * self.context.size.most_rows).contains(&table.count())
    }

    /// A clause of a random sort, with what is put behind it to make it matter.
    fn clause(&mut self, table: &Table<'a>, first: bool) -> Option<Table<'a>> {
        let elements = !table.with_shape(|shape| matches!(shape, Shape::Node | Shape::Relationship)).is_empty();
        let reads = self.may_match();
        let weights = [
            if reads { 5.0 } else { 0.0 },
            if reads && (elements || first) { if first { 0.3 } else { 1.6 } } else { 0.0 },
            if first { 1.2 } else { 1.4 },
            if first { 0.3 } else { 4.0 },
            if self.depth < 2 && reads && !first { 1.2 } else { 0.0 },
        ];
        match self.random.weighted(&weights)? {
            0 => self.match_clause(table),
            1 => self.optional_match(table),
            2 => self.unwind_clause(table),
            3 => self.with_clause(table),
            _ => self.call_clause(table),
        }
    }

    /// Whether a MATCH may stand behind the clauses so far.
    fn may_match(&self) -> bool {
        let since_with = self.made.iter().rev().take_while(|clause| !matches!(clause, Clause::With(_)));
        let after_optional =
            since_with.into_iter().any(|clause| matches!(clause, Clause::Match(this) if this.optional));
        !after_optional || self.context.vocabulary.has(Feature::MatchAfterOptional)
    }

    /// The statement with its last clause: of several, the first whose rows differ from each other.
    fn finished(&mut self, table: &Table<'a>) -> Option<Query> {
        let mut best: Option<(usize, Projection)> = None;
        for _ in 0..RETURN_ATTEMPTS {
            let Some((projection, rows)) = self.return_clause(table) else { continue };
            if best.as_ref().is_none_or(|(most, _)| rows > *most) {
                best = Some((rows, projection));
            }
            if rows > 1 {
                break;
            }
        }
        let (_, projection) = best?;
        let mut clauses = std::mem::take(&mut self.made);
        clauses.push(Clause::Return(projection));
        Some(Query { first: SingleQuery { clauses }, unions: Vec::new() })
    }

    /// Another part with the same columns: the first part with a predicate, a label or a cut less, so that rows of both are the
    /// same and others are not.
    fn union(&mut self, query: &Query) -> Option<Union> {
        let all = self.random.chance(0.4);
        let feature = if all { Feature::UnionAll } else { Feature::Union };
        if !self.random.chance(UNIONS) || !self.context.vocabulary.has(feature) {
            return None;
        }
        let Some(Clause::Return(last)) = query.first.clauses.last() else { return None };
        if !last.order.is_empty() || last.star {
            return None;
        }
        let evaluated = |query: Query| {
            let made = evaluate(self.context.graph, &Statement::Query(query), self.context.options).ok()?;
            Some(made.returns.rows)
        };
        let first = evaluated(query.clone())?;
        for _ in 0..CLAUSE_ATTEMPTS {
            let mut other = query.first.clone();
            if !loosen(&mut other, self.random) {
                continue;
            }
            if evaluated(other.clone().into()).is_some_and(|rows| rows.len() != first.len()) {
                self.techniques.count(if all { "clause.union_all" } else { "clause.union" });
                return Some(Union { all, query: other });
            }
        }
        None
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

/// Drops one restriction of a random clause; false where it has none.
fn loosen(query: &mut SingleQuery, random: &mut Random) -> bool {
    let place = random.below(query.clauses.len());
    match &mut query.clauses[place] {
        Clause::Match(this) if this.predicate.is_some() => {
            this.predicate = None;
            true
        }
        Clause::Match(this) => {
            let start = this.patterns.first_mut().map(|pattern| &mut pattern.path.start);
            start.is_some_and(|node| node.labels.take().is_some() || node.properties.take().is_some())
        }
        Clause::With(with) if with.predicate.is_some() => {
            with.predicate = None;
            true
        }
        Clause::With(With { projection, .. }) | Clause::Return(projection) if projection.limit.is_some() => {
            projection.limit = None;
            true
        }
        _ => false,
    }
}
