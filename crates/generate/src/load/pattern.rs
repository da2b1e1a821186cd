//! Patterns and maps that address and describe elements.

use graphlance_cypher::ast::{
    ComparisonOperator, Direction, LabelExpression, Match, NodePattern, PathPattern, RelationshipPattern, Segment,
    SetItem,
};
use graphlance_cypher::build;
use graphlance_cypher::{Clause, Expression, Feature, Pattern};
use graphlance_graph::{Name, Properties, Value};

use super::Script;
use super::model::{ID, NodeState, RelationshipState};

/// An element's pattern and what must stand in WHERE for it.
pub(super) struct Found<P> {
    pub pattern: P,
    pub predicate: Option<Expression>,
}

impl Script<'_> {
    /// A pattern that matches the node of an id and no other, written in one of several ways.
    pub fn find_node(&mut self, variable: &str, id: i64) -> Found<NodePattern> {
        let labels = match self.now.nodes.get(&id) {
            Some(state) if self.random.chance(0.4) => {
                let most = if self.has(&[Feature::MultipleLabels]) { 2 } else { 1 };
                let labels: Vec<Name> = state.labels.iter().cloned().collect();
                self.random.sample(&labels, most)
            }
            _ => Vec::new(),
        };
        let pattern = NodePattern::variable(variable).with_labels(labels);
        let (properties, predicate) = self.by_id(variable, id);
        Found { pattern: NodePattern { properties, ..pattern }, predicate }
    }

    /// A pattern that matches the relationship of an id and no other.
    pub fn find_relationship(&mut self, variable: &str, id: i64) -> Found<PathPattern> {
        let types = match self.now.relationships.get(&id) {
            Some(state) if self.random.chance(0.5) => LabelExpression::any_of([state.kind.clone()]),
            _ => None,
        };
        let (properties, predicate) = self.by_id(variable, id);
        let pattern = RelationshipPattern { variable: Some(variable.into()), types, properties, ..Default::default() };
        let path = self.turned(NodePattern::default(), pattern, NodePattern::default());
        Found { pattern: path, predicate }
    }

    /// `{id: 1}` or `variable.id = 1`.
    fn by_id(&mut self, variable: &str, id: i64) -> (Option<Expression>, Option<Expression>) {
        if self.has(&[Feature::InlineProperties]) && self.random.chance(0.6) {
            return (Some(Expression::Map(vec![(ID.into(), build::integer(id))])), None);
        }
        let (mut left, mut right) = (build::property(variable, ID), build::integer(id));
        if self.random.chance(0.2) {
            std::mem::swap(&mut left, &mut right);
        }
        (None, Some(build::compare(ComparisonOperator::Equal, left, right)))
    }

    /// `(start)-[..]->(end)`, sometimes written from its end: `(end)<-[..]-(start)`.
    pub fn turned(&mut self, start: NodePattern, relationship: RelationshipPattern, end: NodePattern) -> PathPattern {
        if self.random.chance(0.3) {
            hop(end, RelationshipPattern { direction: Direction::Left, ..relationship }, start)
        } else {
            hop(start, relationship, end)
        }
    }

    /// `(variable:Labels {properties})` for CREATE.
    pub fn new_node(&mut self, variable: &str, state: &NodeState) -> NodePattern {
        let mut labels: Vec<Name> = state.labels.iter().cloned().collect();
        self.random.shuffle(&mut labels);
        let properties = Some(self.map(&state.properties));
        NodePattern { properties, ..NodePattern::variable(variable).with_labels(labels) }
    }

    /// `-[variable:TYPE {properties}]->` for CREATE.
    pub fn new_relationship(&mut self, variable: &str, state: &RelationshipState) -> RelationshipPattern {
        RelationshipPattern { properties: Some(self.map(&state.properties)), ..typed(variable, &state.kind) }
    }

    /// A map literal, its entries in random order.
    pub fn map(&mut self, properties: &Properties) -> Expression {
        let mut entries: Vec<_> = properties.iter().map(|(key, value)| (key.clone(), literal(value))).collect();
        self.random.shuffle(&mut entries);
        Expression::Map(entries)
    }

    /// Items that set each property, and each label of a node, in random order.
    pub fn set_items(&mut self, variable: &str, properties: &Properties, labels: Vec<Name>) -> Vec<SetItem> {
        let mut items: Vec<SetItem> =
            properties.iter().map(|(key, value)| set_property(variable, key, literal(value))).collect();
        if !labels.is_empty() {
            items.push(SetItem::Labels { variable: variable.into(), labels });
        }
        self.random.shuffle(&mut items);
        items
    }
}

/// `(start)-[..]->(end)`.
pub(super) fn hop(start: NodePattern, relationship: RelationshipPattern, node: NodePattern) -> PathPattern {
    PathPattern { start, segments: vec![Segment::Hop { relationship, node }] }
}

/// `(node)`.
pub(super) fn alone(node: NodePattern) -> PathPattern {
    PathPattern { start: node, segments: Vec::new() }
}

/// `-[variable:TYPE]->`.
pub(super) fn typed(variable: &str, kind: &Name) -> RelationshipPattern {
    let types = LabelExpression::any_of([kind.clone()]);
    RelationshipPattern { variable: Some(variable.into()), types, ..Default::default() }
}

/// `(variable {id: value})`.
pub(super) fn node_of_id(variable: &str, value: Expression) -> NodePattern {
    NodePattern { properties: Some(id_map(value)), ..NodePattern::variable(variable) }
}

/// `{id: value}`.
pub(super) fn id_map(value: Expression) -> Expression {
    Expression::Map(vec![(ID.into(), value)])
}

/// `MATCH paths WHERE predicates`.
pub(super) fn matching(paths: Vec<PathPattern>, predicates: Vec<Expression>) -> Clause {
    let patterns = paths.into_iter().map(Pattern::from).collect();
    Clause::Match(Match { patterns, predicate: build::all(predicates), ..Match::default() })
}

/// `variable.key = value` of SET.
pub(super) fn set_property(variable: &str, key: &Name, value: Expression) -> SetItem {
    SetItem::Property { target: build::variable(variable), key: key.clone(), value }
}

/// The expression of a property value. Only the kinds of [`graphlance_graph::schema::PropertyKind`] are stored, each of
/// which has one.
pub(super) fn literal(value: &Value) -> Expression {
    build::constant(value).unwrap_or_else(build::null)
}
