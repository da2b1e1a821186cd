//! Statements that differ from another in one part, so that an engine may plan them in another way.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::neutral::NEUTRALISATIONS;
use graphlance_cypher::walk::{PartMut, walk_mut};
use graphlance_cypher::{Dialect, Statement};
use graphlance_graph::{Graph, Name, Random};

/// Share of mutants that are the statement without one of its parts.
const SMALLER: f64 = 0.4;
/// Attempts at a mutant.
const ATTEMPTS: usize = 8;

/// A query with one part changed: a pattern with another label, type or direction, with a property that pins it to an element
/// (of an index, where there is one), in another place among its neighbours, or cut in two; an OPTIONAL MATCH in the place of a
/// MATCH or the other way round; a DISTINCT more; or a part less. None where no attempt changes anything. What it returns is
/// another matter: a mutant may be one that the language does not allow, or leaves open.
pub fn mutant(query: &Query, graph: &Graph, dialect: &Dialect, random: &mut Random) -> Option<Query> {
    // In typed tables a label decides which keys and types there are.
    let smaller = if dialect.tables.is_some() { 1.0 } else { SMALLER };
    (0..ATTEMPTS)
        .find_map(|_| if random.chance(smaller) { without_part(query, random) } else { changed(query, graph, random) })
}

/// The query without one of its parts.
fn without_part(query: &Query, random: &mut Random) -> Option<Query> {
    let kind = random.pick(NEUTRALISATIONS)?;
    let statement = random.pick(&(kind.make)(&Statement::Query(query.clone()))).cloned()?;
    match statement {
        Statement::Query(smaller) => Some(smaller),
        _ => None,
    }
}

/// A change of one place of a statement, made when the flag is set: false where there is nothing to change.
type Change<'c> = &'c dyn Fn(&mut PartMut<'_>, bool) -> bool;

fn changed(query: &Query, graph: &Graph, random: &mut Random) -> Option<Query> {
    let label = random.pick(&graph.schema.labels).cloned();
    let kind = random.pick(&graph.schema.types).cloned();
    let pin = pin(graph, random);
    let changes: [Change<'_>; 9] = [
        &|part, now| with_label(part, label.as_ref(), now),
        &|part, now| with_type(part, kind.as_ref(), now),
        &|part, now| pinned(part, pin.as_ref(), now),
        &turned,
        &optional,
        &required,
        &reordered,
        &cut,
        &distinct,
    ];
    at_random_place(query, *random.pick(&changes)?, random)
}

/// The query changed at one of the places where the change applies.
fn at_random_place(query: &Query, change: Change<'_>, random: &mut Random) -> Option<Query> {
    let mut copy = query.clone();
    let mut places = 0;
    walk_mut(PartMut::Query(&mut copy), &mut |part| places += usize::from(change(part, false)));
    if places == 0 {
        return None;
    }
    let (place, mut met) = (random.below(places), 0);
    walk_mut(PartMut::Query(&mut copy), &mut |part| {
        if change(part, false) {
            if met == place {
                change(part, true);
            }
            met += 1;
        }
    });
    (copy != *query).then_some(copy)
}

fn with_label(part: &mut PartMut<'_>, label: Option<&Name>, now: bool) -> bool {
    let (PartMut::Node(node), Some(label)) = (part, label) else { return false };
    let wanted = Some(LabelExpression::Name(label.clone()));
    let applies = node.labels != wanted;
    if applies && now {
        node.labels = wanted;
    }
    applies
}

fn with_type(part: &mut PartMut<'_>, kind: Option<&Name>, now: bool) -> bool {
    let (PartMut::Relationship(relationship), Some(kind)) = (part, kind) else { return false };
    let wanted = Some(LabelExpression::Name(kind.clone()));
    let applies = relationship.types != wanted;
    if applies && now {
        relationship.types = wanted;
    }
    applies
}

/// A property of a node, one that an index is on rather than another, as an inline map; with the index' label.
fn pin(graph: &Graph, random: &mut Random) -> Option<NodePattern> {
    let indexes: Vec<_> = graph.schema.indexes.iter().filter(|index| index.on_nodes).collect();
    let index = random.pick(&indexes);
    let of_index = |(key, value)| (index.is_none_or(|index| index.keys.contains(key))).then_some((key, value));
    let entries: Vec<_> = graph.nodes().flat_map(|node| node.properties.iter()).filter_map(of_index).collect();
    let (key, value) = random.pick(&entries)?;
    let properties = Expression::Map(vec![((*key).clone(), build::constant(value)?)]);
    let labels = index.map(|index| LabelExpression::Name(index.name.clone()));
    Some(NodePattern { labels, properties: Some(properties), ..NodePattern::default() })
}

fn pinned(part: &mut PartMut<'_>, pin: Option<&NodePattern>, now: bool) -> bool {
    let (PartMut::Node(node), Some(pin)) = (part, pin) else { return false };
    let applies = node.properties.is_none();
    if applies && now {
        node.properties.clone_from(&pin.properties);
        node.labels = node.labels.take().or_else(|| pin.labels.clone());
    }
    applies
}

fn turned(part: &mut PartMut<'_>, now: bool) -> bool {
    let PartMut::Relationship(relationship) = part else { return false };
    if now {
        relationship.direction = match relationship.direction {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Either,
            Direction::Either => Direction::Right,
        };
    }
    true
}

fn optional(part: &mut PartMut<'_>, now: bool) -> bool {
    made_optional(part, true, now)
}

fn required(part: &mut PartMut<'_>, now: bool) -> bool {
    made_optional(part, false, now)
}

fn made_optional(part: &mut PartMut<'_>, optional: bool, now: bool) -> bool {
    let PartMut::Clause(Clause::Match(matching)) = part else { return false };
    let applies = matching.optional != optional;
    if applies && now {
        matching.optional = optional;
    }
    applies
}

/// The patterns of a MATCH the other way round.
fn reordered(part: &mut PartMut<'_>, now: bool) -> bool {
    let PartMut::Clause(Clause::Match(matching)) = part else { return false };
    let applies = matching.patterns.len() > 1;
    if applies && now {
        matching.patterns.reverse();
    }
    applies
}

/// A path as two that share a node.
fn cut(part: &mut PartMut<'_>, now: bool) -> bool {
    let PartMut::Clause(Clause::Match(matching)) = part else { return false };
    let shared = |segment: &Segment| match segment {
        Segment::Hop { node, .. } => node.variable.clone(),
        Segment::Quantified { .. } => None,
    };
    let plain = |pattern: &Pattern| {
        pattern.variable.is_none() && pattern.selector == PathSelector::All && pattern.enclosed.is_none()
    };
    let found = matching.patterns.iter().enumerate().filter(|(_, pattern)| plain(pattern)).find_map(|(at, pattern)| {
        let segments = pattern.path.segments.iter().enumerate().take(pattern.path.segments.len().saturating_sub(1));
        segments.filter_map(|(place, segment)| Some((at, place, shared(segment)?))).next()
    });
    let Some((at, place, name)) = found else { return false };
    if now {
        let segments = matching.patterns[at].path.segments.split_off(place + 1);
        let start = NodePattern { variable: Some(name), ..NodePattern::default() };
        let pattern = Pattern { path: PathPattern { start, segments }, ..matching.patterns[at].clone() };
        matching.patterns.insert(at + 1, pattern);
    }
    true
}

fn distinct(part: &mut PartMut<'_>, now: bool) -> bool {
    let PartMut::Clause(Clause::With(With { projection, .. }) | Clause::Return(projection)) = part else {
        return false;
    };
    let applies = !projection.distinct;
    if applies && now {
        projection.distinct = true;
    }
    applies
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use graphlance_cypher::{parse, print};
    use graphlance_graph::{Index, IndexKind, Node, NodeKey, Value};

    use super::*;

    fn graph() -> Graph {
        let mut graph = Graph::default();
        let properties = [(Name::from("k"), Value::Integer(7))].into_iter().collect();
        let node = Node { key: NodeKey(0), labels: [Name::from("A")].into_iter().collect(), properties };
        graph.insert_node(node).expect("a node");
        graph.schema.labels = vec!["A".into()];
        graph.schema.types = vec!["T".into()];
        let index = Index { kind: IndexKind::Range, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
        graph.schema.indexes.push(index);
        graph
    }

    /// The texts of many mutants of a query.
    fn mutants(text: &str) -> BTreeSet<String> {
        let Ok(Statement::Query(query)) = parse(text) else { panic!("no query: {text}") };
        let dialect = Dialect::standard();
        let made = (0..400).filter_map(|seed| mutant(&query, &graph(), &dialect, &mut Random::new(seed)));
        made.map(|query| print(&Statement::Query(query), &dialect)).collect()
    }

    #[test]
    fn a_mutant_differs_in_one_part_and_each_kind_of_change_is_made() {
        let made = mutants("MATCH (a)-[r]->(b)<--(c), (d) RETURN a.k AS x");
        for expected in [
            "MATCH (a:A)-[r]->(b)<--(c), (d) RETURN a.k AS x",
            "MATCH (a)-[r:T]->(b)<--(c), (d) RETURN a.k AS x",
            "MATCH (a)-[r]->(b)<--(c:A {k: 7}), (d) RETURN a.k AS x",
            "MATCH (a)<-[r]-(b)<--(c), (d) RETURN a.k AS x",
            "MATCH (a)-[r]->(b)--(c), (d) RETURN a.k AS x",
            "OPTIONAL MATCH (a)-[r]->(b)<--(c), (d) RETURN a.k AS x",
            "MATCH (d), (a)-[r]->(b)<--(c) RETURN a.k AS x",
            "MATCH (a)-[r]->(b), (b)<--(c), (d) RETURN a.k AS x",
            "MATCH (a)-[r]->(b)<--(c), (d) RETURN DISTINCT a.k AS x",
            "MATCH (a)-[r]->(b)<--(c) RETURN a.k AS x",
        ] {
            assert!(made.contains(expected), "{expected}: {made:#?}");
        }
        assert!(mutants("OPTIONAL MATCH (a) RETURN a").contains("MATCH (a) RETURN a"));
        assert!(mutants("RETURN 1 AS x").iter().all(|text| text == "RETURN DISTINCT 1 AS x"));
    }
}
