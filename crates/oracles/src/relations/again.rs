//! Groups of statements that are asked again, of other nodes, in texts that a target has planned.

use graphlance_case::Relation;
use graphlance_cypher::ast::{ComparisonOperator, Expression, Literal, Query};
use graphlance_cypher::build;
use graphlance_cypher::walk::{PartMut, walk_mut};
use graphlance_graph::Name;
use graphlance_graph::graph_compare::ID;

use super::asking::{LONGEST, Types};
use super::{Asking, GraphRelation};

/// A group of statements that name their elements by parameters.
///
/// Relations whose statements only read hold whichever nodes they are about, as long as those are different that were: what they
/// need is of the graph and of the target's rules. What others write is for the elements that they were made of.
pub struct PlannedGroup {
    /// What it is made of.
    pub relation: &'static GraphRelation,
    /// What must hold of the answers.
    pub holds: Relation,
    statements: Vec<Named>,
    /// The `id`s of the elements that all of them name, one after the other.
    ids: Vec<i64>,
}

/// A statement with parameters in the place of elements.
struct Named {
    query: Query,
    /// Which element each parameter is. They are numbered in each statement anew, so that its text comes again in other groups.
    elements: Vec<usize>,
}

impl PlannedGroup {
    /// That of a group; none where it names no element.
    pub fn of(relation: &'static GraphRelation, mut queries: Vec<Query>, holds: &Relation) -> Option<PlannedGroup> {
        let mut ids = Vec::new();
        queries.iter_mut().for_each(|query| visit_maps(query, &mut |id| note(id, &mut ids)));
        let statements = queries.into_iter().map(|query| Named::of(query, &ids)).collect();
        (!ids.is_empty()).then(|| PlannedGroup { relation, holds: holds.clone(), statements, ids })
    }

    /// The statements, of the elements that they were made of.
    pub fn first(&self) -> Vec<Query> {
        self.about(&self.ids)
    }

    /// The statements, of other nodes; none where they write, or as many different ones were not found.
    pub fn again(&self, asking: &mut Asking<'_>) -> Option<Vec<Query>> {
        if self.relation.writes {
            return None;
        }
        let types = Types::default();
        let legs = self.ids.iter().skip(1).map(|_| (&types, LONGEST));
        Some(self.about(&asking.stations(legs)?))
    }

    fn about(&self, ids: &[i64]) -> Vec<Query> {
        let given = |statement: &Named| {
            let values = statement.elements.iter().filter_map(|element| ids.get(*element));
            let parameters = values.enumerate().map(|(place, id)| (parameter(place), build::integer(*id))).collect();
            Query { parameters, ..statement.query.clone() }
        };
        self.statements.iter().map(given).collect()
    }
}

impl Named {
    fn of(mut query: Query, ids: &[i64]) -> Named {
        let mut elements = Vec::new();
        let mut give = |id: &mut Expression| {
            let Some(element) = ids.iter().position(|named| *id == build::integer(*named)) else { return };
            let place = elements.iter().position(|given| *given == element).unwrap_or_else(|| {
                elements.push(element);
                elements.len() - 1
            });
            *id = Expression::Parameter(parameter(place));
        };
        visit_maps(&mut query, &mut give);
        visit_comparisons(&mut query, &mut give);
        Named { query, elements }
    }
}

fn parameter(place: usize) -> Name {
    format!("n{}", place + 1).into()
}

fn note(id: &Expression, ids: &mut Vec<i64>) {
    if let Expression::Literal(Literal::Integer(id)) = id
        && !ids.contains(id)
    {
        ids.push(*id);
    }
}

/// Calls `visit` with each `id` in the map of a node or relationship: `(a {id: 3})`.
fn visit_maps(query: &mut Query, visit: &mut dyn FnMut(&mut Expression)) {
    walk_mut(PartMut::Query(query), &mut |part| {
        let properties = match part {
            PartMut::Node(node) => &mut node.properties,
            PartMut::Relationship(relationship) => &mut relationship.properties,
            _ => return,
        };
        if let Some(Expression::Map(entries)) = properties {
            entries.iter_mut().filter(|(key, _)| *key == *ID).for_each(|(_, id)| visit(id));
        }
    });
}

/// Calls `visit` with what an `id` is compared with: `a.id = 3`.
fn visit_comparisons(query: &mut Query, visit: &mut dyn FnMut(&mut Expression)) {
    walk_mut(PartMut::Query(query), &mut |part| {
        if let PartMut::Expression(Expression::Comparison(left, rest)) = part
            && matches!(&**left, Expression::Property(_, key) if *key == *ID)
        {
            rest.iter_mut()
                .filter(|(operator, _)| *operator == ComparisonOperator::Equal)
                .for_each(|(_, value)| visit(value));
        }
    });
}
