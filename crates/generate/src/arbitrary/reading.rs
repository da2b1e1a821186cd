//! A read statement in its parts, so that laws can rewrite it.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Aggregate;
use graphlance_graph::{Graph, Name, Random};

use super::pattern::Patterns;

/// How large readings are.
#[derive(Clone, Copy, Debug)]
pub struct ReadingSizes {
    /// Patterns of a MATCH at most; at least 1.
    pub patterns: usize,
    /// Relationships of a pattern at most.
    pub hops: usize,
    /// Depth of the predicate at most.
    pub depth: usize,
    /// The probability that a relationship is of variable length.
    pub variable_length: f64,
    /// Clauses between MATCH and RETURN at most.
    pub middle: usize,
    /// Whether only values of one type meet, for engines with typed tables.
    pub typed: bool,
}

impl Default for ReadingSizes {
    fn default() -> ReadingSizes {
        ReadingSizes { patterns: 2, hops: 2, depth: 3, variable_length: 0.15, middle: 2, typed: false }
    }
}

/// `MATCH patterns [WHERE predicate] .. RETURN projection`
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The patterns of the first MATCH.
    pub patterns: Vec<Pattern>,
    /// Its predicate.
    pub predicate: Option<Expression>,
    /// UNWIND, OPTIONAL MATCH and WITH.
    pub middle: Vec<Clause>,
    /// The RETURN: plain items with aliases, and in some readings DISTINCT, ORDER BY, SKIP and LIMIT.
    pub projection: Projection,
}

impl Reading {
    /// The statement.
    pub fn statement(&self) -> Statement {
        let first = Clause::Match(Match {
            patterns: self.patterns.clone(),
            predicate: self.predicate.clone(),
            ..Match::default()
        });
        let last = Clause::Return(self.projection.clone());
        let clauses = std::iter::once(first).chain(self.middle.iter().cloned()).chain([last]).collect();
        Statement::Query(SingleQuery { clauses }.into())
    }

    /// The names of single relationships in a pattern.
    pub fn relationships(pattern: &Pattern) -> Vec<Name> {
        let name = |segment: &Segment| match segment {
            Segment::Hop { relationship, .. } => relationship.variable.clone(),
            Segment::Quantified { .. } => None,
        };
        pattern.path.segments.iter().filter_map(name).collect()
    }
}

/// A random reading of a graph.
pub fn arbitrary_reading(random: &mut Random, graph: &Graph, sizes: ReadingSizes) -> Reading {
    let mut patterns = Patterns::new(random, graph, sizes);
    let matched = patterns.clause();
    let depth = patterns.random.below(sizes.depth + 1);
    let predicate = patterns.random.chance(0.7).then(|| patterns.predicate(depth));
    let mut scope: Vec<Name> = Vec::new();
    let mut middle = Vec::new();
    for _ in 0..patterns.random.below(sizes.middle + 1) {
        let clause = patterns.middle_clause(&mut scope);
        middle.push(clause);
    }
    let mut items: Vec<ProjectionItem> = Vec::new();
    for index in 0..patterns.random.between(1, 3) {
        let expression = match patterns.random.pick(&scope) {
            Some(name) => build::variable(name.clone()),
            None => patterns.operand(1),
        };
        items.push(ProjectionItem { expression, alias: Some(format!("c{index}").into()) });
    }
    let mut projection = Projection { items, ..Projection::default() };
    patterns.shape(&mut projection);
    Reading { patterns: matched, predicate, middle, projection }
}

impl Patterns<'_> {
    /// UNWIND, OPTIONAL MATCH or an aggregating WITH. After the latter only the names in `scope` are bound.
    fn middle_clause(&mut self, scope: &mut Vec<Name>) -> Clause {
        match self.random.below(3) {
            0 => {
                let variable = self.fresh('u');
                let count = self.random.below(4);
                let items = self.operands(&vec![0; count.max(usize::from(self.sizes.typed))]);
                if !scope.is_empty() {
                    scope.push(variable.clone());
                }
                Clause::Unwind(Unwind { list: Expression::List(items), variable })
            }
            1 => {
                let patterns = self.clause();
                let depth = self.random.below(2);
                let predicate = self.random.chance(0.5).then(|| self.predicate(depth));
                if !scope.is_empty() {
                    scope.extend(self.nodes.iter().cloned());
                    scope.sort();
                    scope.dedup();
                }
                Clause::Match(Match { optional: true, patterns, predicate, ..Match::default() })
            }
            _ => {
                let key = self.operand(1);
                let (group, count) = (self.fresh('g'), self.fresh('a'));
                let argument = self.operand(0);
                let choices = [Aggregate::Count, Aggregate::Least, Aggregate::Greatest];
                let aggregate = self.random.pick(&choices).copied().unwrap_or(Aggregate::Count);
                let item = |expression, alias: &Name| ProjectionItem { expression, alias: Some(alias.clone()) };
                let items =
                    vec![item(key, &group), item(build::call(aggregate.function().name, vec![argument]), &count)];
                self.nodes.clear();
                self.relationships.clear();
                *scope = vec![group, count];
                Clause::With(With { projection: Projection { items, ..Projection::default() }, predicate: None })
            }
        }
    }

    /// DISTINCT, ORDER BY over all columns, SKIP and LIMIT, each now and then.
    fn shape(&mut self, projection: &mut Projection) {
        projection.distinct = self.random.chance(0.2);
        if !self.random.chance(0.3) {
            return;
        }
        for item in &projection.items {
            let Some(alias) = &item.alias else { continue };
            let descending = self.random.chance(0.5);
            projection.order.push(SortItem { expression: build::variable(alias.clone()), descending });
        }
        projection.skip = self.random.chance(0.3).then(|| build::integer(self.random.integer(0, 3)));
        projection.limit = self.random.chance(0.3).then(|| build::integer(self.random.integer(0, 4)));
    }
}
