//! The oracle of partitions of groups.

use graphlance_case::{Derivation, Dialect};
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::{Scope, scopes};
use graphlance_cypher::functions::Kind;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Name, Random};

use crate::partition::divided;
use crate::rewrites::{Ground, PARTITION_GROUPS, TOP_OF_PARTS};
use crate::rewriting::{Group, RewritingRound};
use crate::traversal_relations::RelationRound;
use crate::traversals::{is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// Ternary logic partitioning over groups.
pub struct Aggregation;

/// The user page of the oracle.
const PAGE: &str = include_str!("aggregation.md");

impl Oracle for Aggregation {
    fn name(&self) -> &'static str {
        "aggregation"
    }

    fn summary(&self) -> &'static str {
        "groups of rows divided by a predicate that is true, false or null are, merged, the groups of all rows"
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
        let grouping = match context.round % ROUNDS {
            LISTS => group_of_lists,
            TOPS => group_of_tops,
            _ => group,
        };
        Box::new(RewritingRound::new(self.name(), grouping, context))
    }
}

/// Keys and aggregates of a statement at most.
const MOST_KEYS: usize = 2;
const MOST_AGGREGATES: usize = 3;
/// The share of statements that return distinct rows.
const DISTINCT: f64 = 0.2;

/// Rounds take turns of so many.
const ROUNDS: u64 = 4;
/// The turn of lists and averages.
const LISTS: u64 = 2;
/// The turn of first rows.
const TOPS: u64 = 3;
/// Most rows of the first ones.
const MOST_FIRST: usize = 6;

/// The first rows of an order, of which the database merges the parts: statements that return sorted keys and cut them.
fn group_of_tops(whole: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let mut query = whole.clone();
    let place = query.first.clauses.len().checked_sub(1)?;
    let outer = Scope::with_schema(&ground.graph.schema);
    let scopes = scopes(&query, &outer);
    let mut properties = Properties::of(scopes.first()?.get(place)?, ground);
    let keys = random.between(1, MOST_KEYS);
    let expressions: Vec<Expression> = (0..keys).map(|_| properties.key(random)).collect::<Option<_>>()?;
    let items: Vec<ProjectionItem> = expressions.into_iter().enumerate().map(named).collect();
    let mut by: Vec<SortItem> = items
        .iter()
        .filter_map(|item| item.alias.clone())
        .map(|column| SortItem { expression: build::variable(column), descending: random.chance(0.5) })
        .collect();
    random.shuffle(&mut by);
    let limit = Some(build::integer(random.between(1, MOST_FIRST) as i64));
    let projection = Projection { items, order: by, limit, ..Projection::default() };
    *query.first.clauses.get_mut(place)? = Clause::Return(projection);
    let (mut made, applied) = TOP_OF_PARTS.derive(&query, ground, random)?;
    made.insert(0, query);
    let derivations = vec![Derivation { base: 0, rewrites: vec![applied], derived: vec![1] }];
    Some(Group { statements: made, derivations, effect: TOP_OF_PARTS.effect })
}

/// The same with statements that return lists of values, or sums, counts and averages.
fn group_of_lists(whole: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let mut query = whole.clone();
    let place = query.first.clauses.len().checked_sub(1)?;
    let outer = Scope::with_schema(&ground.graph.schema);
    let scopes = scopes(&query, &outer);
    let mut properties = Properties::of(scopes.first()?.get(place)?, ground);
    let keys = random.between(0, MOST_KEYS);
    let mut expressions: Vec<Expression> = (0..keys).map(|_| properties.key(random)).collect::<Option<_>>()?;
    let (argument, names): (Expression, &[&str]) = match random.chance(0.5) {
        true => (properties.key(random)?, &["collect"]),
        false => (properties.pick(random, &[PropertyKind::Integer])?, &["sum", "count", "avg"]),
    };
    expressions.extend(names.iter().map(|name| build::call(name, vec![argument.clone()])));
    let items = expressions.into_iter().enumerate().map(named).collect();
    *query.first.clauses.get_mut(place)? = Clause::Return(Projection { items, ..Projection::default() });
    divided(&query, &PARTITION_GROUPS, ground, random)
}

fn named((number, expression): (usize, Expression)) -> ProjectionItem {
    ProjectionItem { expression, alias: Some(format!("c{number}").into()) }
}

/// Lets the statement return groups, adds a random predicate to it, and divides its rows by that.
fn group(whole: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let grouping = with_groups(whole, ground, random)?;
    divided(&grouping, &PARTITION_GROUPS, ground, random)
}

/// The query with another last RETURN, of groups.
fn with_groups(query: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Query> {
    let mut query = query.clone();
    let place = query.first.clauses.len().checked_sub(1)?;
    let outer = Scope::with_schema(&ground.graph.schema);
    let scopes = scopes(&query, &outer);
    let mut properties = Properties::of(scopes.first()?.get(place)?, ground);
    let distinct = random.chance(DISTINCT);
    let keys = random.between(usize::from(distinct), MOST_KEYS);
    let mut expressions: Vec<Expression> = (0..keys).map(|_| properties.key(random)).collect::<Option<_>>()?;
    if !distinct {
        let aggregates = random.between(1, MOST_AGGREGATES);
        expressions.extend((0..aggregates).map(|_| properties.aggregate(random)));
    }
    random.shuffle(&mut expressions);
    let items = expressions.into_iter().enumerate().map(named).collect();
    *query.first.clauses.get_mut(place)? = Clause::Return(Projection { distinct, items, ..Projection::default() });
    Some(query)
}

/// The properties of elements in scope.
struct Properties {
    elements: Vec<Name>,
    keys: Vec<(Name, PropertyKind)>,
}

impl Properties {
    fn of(scope: &Scope<'_>, ground: Ground<'_>) -> Properties {
        let is_element = |kind| matches!(kind, Kind::Node | Kind::Relationship);
        let elements = scope.bindings().iter().filter(|binding| is_element(binding.of.kind));
        Properties {
            elements: elements.map(|binding| binding.name.clone()).collect(),
            keys: ground.graph.schema.keys.iter().map(|key| (key.name.clone(), key.kind)).collect(),
        }
    }

    /// A property of one of some kinds; none where there is none.
    fn pick(&mut self, random: &mut Random, kinds: &[PropertyKind]) -> Option<Expression> {
        let element = random.pick(&self.elements)?.clone();
        let of_kind: Vec<&Name> =
            self.keys.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(name, _)| name).collect();
        Some(build::property(element, (*random.pick(&of_kind)?).clone()))
    }

    fn key(&mut self, random: &mut Random) -> Option<Expression> {
        self.pick(random, &[PropertyKind::Boolean, PropertyKind::Integer, PropertyKind::String])
    }

    fn aggregate(&mut self, random: &mut Random) -> Expression {
        let name = ["count", "sum", "min", "max"][random.below(4)];
        let kinds: &[PropertyKind] = match name {
            "count" => &[PropertyKind::Boolean, PropertyKind::Integer, PropertyKind::Float, PropertyKind::String],
            _ => &[PropertyKind::Integer],
        };
        match self.pick(random, kinds) {
            Some(argument) => build::call(name, vec![argument]),
            None => Expression::CountStar,
        }
    }
}
