//! What stays of a result, in which ways: each says what it needs of the MATCH that it is about.

use graphlance_case::{Bag, Relation};
use graphlance_cypher::ast::*;
use graphlance_cypher::functions::Kind as ValueKind;
use graphlance_cypher::walk::{Part, any};
use graphlance_cypher::{Query, build};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Graph, Name, Properties, Random, Row, Value};

use crate::rewrites::{scopes_of, without_types};

/// A way in which a result stays.
pub struct Kind {
    /// Its name, in lineages and reports.
    pub name: &'static str,
    /// What must hold, and why, in one sentence.
    pub page: &'static str,
    /// What must hold of the MATCH.
    pub needs: &'static [Need],
    /// Whether its statements write.
    pub writes: bool,
    /// Makes statements and what must hold of their answers; none where there is nothing to ask for.
    pub make: Making,
}

/// Makes statements and what must hold of their answers.
pub type Making = fn(Found<'_>, &mut Random) -> Option<(Vec<Query>, Relation)>;

/// What must hold of a MATCH for a way to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is no OPTIONAL MATCH, which has a row where it finds nothing.
    NotOptional,
    /// Every node and relationship of its patterns has a name, and none is of variable length, so that all that a row is made of is
    /// known.
    AllNamed,
    /// No predicate in it looks at elements that it does not match.
    LooksNowhereElse,
}

impl Need {
    /// Whether it holds.
    pub fn holds(self, matched: &Match) -> bool {
        match self {
            Need::NotOptional => !matched.optional,
            Need::AllNamed => matched.patterns.iter().all(|pattern| {
                let named = |segment: &Segment| {
                    matches!(segment, Segment::Hop { relationship, node }
                        if relationship.length.is_none() && relationship.variable.is_some() && node.variable.is_some())
                };
                pattern.path.start.variable.is_some() && pattern.path.segments.iter().all(named)
            }),
            Need::LooksNowhereElse => {
                let clause = Clause::Match(matched.clone());
                let looks = |part: &Part<'_>| match part {
                    Part::Expression(expression) => matches!(
                        expression,
                        Expression::Exists(_)
                            | Expression::Count(_)
                            | Expression::Collect(_)
                            | Expression::Pattern(_)
                            | Expression::PatternComprehension(_)
                    ),
                    _ => false,
                };
                !any(Part::Clause(&clause), &mut |part| looks(part))
            }
        }
    }
}

/// A MATCH and what it finds.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    /// The MATCH.
    pub matched: &'a Match,
    /// The statement that returns the `id` of each element of it.
    pub ask: &'a Query,
    /// What that returns.
    pub rows: &'a [Row],
    /// The graph.
    pub graph: &'a Graph,
}

/// Every way.
pub const KINDS: &[&Kind] = &[&PIVOT, &KEPT, &DELETED];

/// A row of the result satisfies what is demanded besides, when it is that its elements have the properties that they have
/// (Rigger and Su, *Testing Database Engines via Pivoted Query Synthesis*, OSDI 2020; Kamm et al., ISSTA 2023, whose program
/// looks only whether there is any row left).
const PIVOT: Kind = Kind {
    name: "pivot",
    page: "A row stays in a result when the statement demands besides what the elements of the row have.",
    needs: &[],
    writes: false,
    make: pivot,
};

/// Nothing changes in a result when only what is in none of its rows is deleted (Kamm et al., *Non-empty Result*).
const KEPT: Kind = Kind {
    name: "all_else_deleted",
    page: "A result stays as it is when all nodes are deleted that are in none of its rows.",
    needs: &[Need::AllNamed, Need::LooksNowhereElse],
    writes: true,
    make: kept,
};

/// No row comes to a result, if it is empty or not, when something is deleted (Kamm et al., *Empty Result*).
const DELETED: Kind = Kind {
    name: "anything_deleted",
    page: "No row comes to a result when nodes are deleted.",
    needs: &[Need::NotOptional, Need::LooksNowhereElse],
    writes: true,
    make: deleted,
};

/// Properties that are demanded of the elements of a row.
const DEMANDS: [usize; 2] = [1, 3];
/// Nodes that are deleted.
const DELETIONS: [usize; 2] = [1, 3];
/// The share of deletions that spare the named nodes of a row: where no row is left, nothing is said.
const SPARED: f64 = 0.85;

/// `MATCH .. RETURN a.id AS a, r.id AS r`: the elements that a MATCH binds; none where it binds none.
pub fn asked(matched: &Match, graph: &Graph) -> Option<Query> {
    let alone = Query::from(SingleQuery { clauses: vec![Clause::Match(matched.clone())] });
    let untyped = without_types(graph);
    let scopes = scopes_of(&alone, &untyped);
    let is_element = |kind| matches!(kind, ValueKind::Node | ValueKind::Relationship);
    let elements = scopes.get(1)?.bindings().iter().filter(|binding| is_element(binding.of.kind));
    let item = |name: &Name| ProjectionItem {
        expression: build::property(name.clone(), ID),
        alias: Some(format!("{name}_id").into()),
    };
    let items: Vec<ProjectionItem> = elements.map(|binding| item(&binding.name)).collect();
    let returned = Clause::Return(Projection { items, ..Projection::default() });
    let Clause::Return(Projection { items, .. }) = &returned else { return None };
    (!items.is_empty()).then(|| SingleQuery { clauses: vec![Clause::Match(matched.clone()), returned] }.into())
}

/// The names of the elements that a statement returns the ids of.
fn names(ask: &Query) -> Vec<Name> {
    let Some(Clause::Return(projection)) = ask.first.clauses.last() else { return Vec::new() };
    let name = |item: &ProjectionItem| match &item.expression {
        Expression::Property(of, _) => match &**of {
            Expression::Variable(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    projection.items.iter().filter_map(name).collect()
}

fn pivot(found: Found<'_>, random: &mut Random) -> Option<(Vec<Query>, Relation)> {
    let pivot = random.pick(found.rows)?.clone();
    let mut demands = Vec::new();
    for _ in 0..random.between(DEMANDS[0], DEMANDS[1]) {
        let elements: Vec<(Name, &Value)> = names(found.ask).into_iter().zip(&pivot).collect();
        let (name, id) = random.pick(&elements)?;
        let Some(properties) = properties_of(found.graph, id) else { continue };
        demands.extend(demand(name, properties, found.graph, random));
    }
    let mut refined = found.ask.clone();
    let Some(Clause::Match(matched)) = refined.first.clauses.first_mut() else { return None };
    if demands.is_empty() {
        return None;
    }
    matched.predicate = build::all(matched.predicate.take().into_iter().chain(demands));
    let as_often = found.rows.iter().filter(|row| **row == pivot).cloned().collect();
    let queries = vec![found.ask.clone(), refined];
    Some((queries, Relation::Within(Bag::Given(as_often), Bag::Rows(1))))
}

/// That an element has the value of one of its properties, or none.
fn demand(name: &Name, properties: &Properties, graph: &Graph, random: &mut Random) -> Option<Expression> {
    let exact = |kind| matches!(kind, PropertyKind::Boolean | PropertyKind::Integer | PropertyKind::String);
    let keys: Vec<&Name> = graph.schema.keys.iter().filter(|key| exact(key.kind)).map(|key| &key.name).collect();
    let key = *random.pick(&keys)?;
    let property = build::property(name.clone(), key.clone());
    Some(match properties.get(key) {
        Some(value) => build::compare(ComparisonOperator::Equal, property, build::constant(value)?),
        None => Expression::Unary(UnaryOperator::IsNull, Box::new(property)),
    })
}

fn properties_of<'a>(graph: &'a Graph, id: &Value) -> Option<&'a Properties> {
    let nodes = graph.nodes().map(|node| &node.properties);
    let all = nodes.chain(graph.relationships().map(|relationship| &relationship.properties));
    all.into_iter().find(|properties| properties.get(ID) == Some(id))
}

/// `MATCH (z) WHERE [NOT] z.id IN ids DETACH DELETE z`
fn deletion(ids: Vec<Value>, all_else: bool) -> Option<Query> {
    let named = build::property("z", ID);
    let items: Vec<Expression> = ids.iter().map(build::constant).collect::<Option<_>>()?;
    let listed = build::binary(BinaryOperator::In, named, Expression::List(items));
    let predicate = Some(if all_else { build::not(listed) } else { listed });
    let start = NodePattern::variable("z");
    let patterns = vec![PathPattern { start, segments: Vec::new() }.into()];
    let matched = Clause::Match(Match { patterns, predicate, ..Match::default() });
    let delete = Delete { detach: true, nodetach: false, expressions: vec![build::variable("z")] };
    Some(SingleQuery { clauses: vec![matched, Clause::Delete(delete)] }.into())
}

fn node_ids(graph: &Graph) -> Vec<Value> {
    graph.nodes().filter_map(|node| node.properties.get(ID).cloned()).collect()
}

fn kept(found: Found<'_>, _: &mut Random) -> Option<(Vec<Query>, Relation)> {
    let mut needed = node_ids(found.graph);
    let all = needed.len();
    needed.retain(|id| found.rows.iter().flatten().any(|own| own == id));
    // Where nothing else is there, nothing is deleted.
    if needed.len() == all {
        return None;
    }
    let queries = vec![found.ask.clone(), deletion(needed, true)?, found.ask.clone()];
    Some((queries, Relation::Same(vec![Bag::Rows(0), Bag::Rows(2)])))
}

fn deleted(found: Found<'_>, random: &mut Random) -> Option<(Vec<Query>, Relation)> {
    let count = random.between(DELETIONS[0], DELETIONS[1]);
    let mut ids = node_ids(found.graph);
    if let Some(row) = random.pick(found.rows)
        && random.chance(SPARED)
    {
        ids.retain(|id| !row.contains(id));
    }
    if ids.is_empty() {
        return None;
    }
    let some = random.sample(&ids, count);
    let queries = vec![found.ask.clone(), deletion(some, false)?, found.ask.clone()];
    Some((queries, Relation::Within(Bag::Rows(2), Bag::Rows(0))))
}
