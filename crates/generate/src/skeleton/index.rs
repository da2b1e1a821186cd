//! MATCH clauses that an index can answer: its label or type is written, and each of its keys has a predicate.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Index, IndexKind, Name, NodeKey, Value};

use super::pattern::Walking;
use super::query::Skeleton;
use super::table::{Table, Variable};
use crate::expression::Shape;

/// Attempts at predicates of one pattern.
const ATTEMPTS: usize = 4;

/// Something that an index pins: the variable of the element, and the index.
struct Pin {
    variable: Name,
    index: Index,
}

impl<'a> Skeleton<'a, '_> {
    /// A MATCH of one or two elements that an index finds, with what pins them.
    pub(super) fn pinned_match(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        if !self.context.vocabulary.has(Feature::Where) {
            return None;
        }
        let row = self.row(table);
        let mut walking = self.walking(table, row);
        let two = self.context.vocabulary.has(Feature::MultiplePatterns)
            && self.context.dialect.limits.patterns > 1
            && self.random.chance(0.2);
        let (mut patterns, mut pins) = (Vec::new(), Vec::new());
        for _ in 0..1 + usize::from(two) {
            let (pattern, pin) = self.pinned_pattern(&mut walking)?;
            patterns.push(pattern);
            pins.push(pin);
        }
        let clause = Match { patterns, ..Match::default() };
        let growth = self.after(table, &[Clause::Match(clause.clone())])?;
        let matched = Table::new(growth, table.variables_and(walking.introduced));
        if matched.count() == 0 {
            return None;
        }
        for _ in 0..ATTEMPTS {
            let made: Option<Vec<Expression>> = pins.iter().map(|pin| self.pin(table, &matched, pin)).collect();
            let Some(predicate) = made.and_then(build::all) else { continue };
            let Some(kept) = self.kept(&matched, &predicate) else { continue };
            let idle = kept.count() == matched.count() && kept.count() > 1;
            if kept.count() > self.most_rows() || idle && self.random.chance(0.7) {
                continue;
            }
            self.made.push(Clause::Match(Match { predicate: Some(predicate), ..clause }));
            self.techniques.count("clause.pinned_match");
            return Some(self.ordered_by_index(&pins[0], kept));
        }
        None
    }

    /// A pattern of an element that has an index, alone or with a relationship beside it.
    fn pinned_pattern(&mut self, walking: &mut Walking) -> Option<(Pattern, Pin)> {
        let graph = self.context.graph;
        let index = self.random.pick(&graph.schema.indexes)?.clone();
        if !index.on_nodes {
            return self.pinned_relationship(walking, index);
        }
        let labelled: Vec<NodeKey> =
            graph.nodes().filter(|node| node.labels.contains(&index.name)).map(|node| node.key).collect();
        let mut at = *self.random.pick(&labelled)?;
        let variable = self.fresh('n');
        walking.introduced.push(Variable { name: variable.clone(), shape: Shape::Node });
        let labels = Some(LabelExpression::Name(index.name.clone()));
        let start = NodePattern { variable: Some(variable.clone()), labels, ..NodePattern::default() };
        let hops = self.random.chance(0.45);
        let segments = hops.then(|| self.hop(&mut at, walking)).flatten().into_iter().collect();
        Some((PathPattern { start, segments }.into(), Pin { variable, index }))
    }

    fn pinned_relationship(&mut self, walking: &mut Walking, index: Index) -> Option<(Pattern, Pin)> {
        let graph = self.context.graph;
        graph.relationships().find(|relationship| relationship.kind == index.name)?;
        let variable = self.fresh('r');
        let mut node = |shown: f64| {
            let variable = self.random.chance(shown).then(|| self.fresh('n'));
            let introduced = variable.clone().map(|name| Variable { name, shape: Shape::Node });
            walking.introduced.extend(introduced);
            NodePattern { variable, ..NodePattern::default() }
        };
        let (start, end) = (node(0.6), node(0.6));
        walking.introduced.push(Variable { name: variable.clone(), shape: Shape::Relationship });
        let relationship = RelationshipPattern {
            variable: Some(variable.clone()),
            types: LabelExpression::any_of([index.name.clone()]),
            direction: [Direction::Right, Direction::Left][self.random.below(2)],
            ..RelationshipPattern::default()
        };
        let path = PathPattern { start, segments: vec![Segment::Hop { relationship, node: end }] };
        Some((path.into(), Pin { variable, index }))
    }

    /// A predicate on each key of an index; of one key now and then two in a disjunction.
    fn pin(&mut self, before: &Table<'a>, matched: &Table<'a>, pin: &Pin) -> Option<Expression> {
        let mut parts = Vec::new();
        for (place, key) in pin.index.keys.iter().enumerate() {
            // The first key of a composite index is pinned by a value as a rule.
            let exact = place + 1 < pin.index.keys.len() && self.random.chance(0.7);
            parts.push(self.pin_of_key(before, matched, pin, key, exact)?);
        }
        let whole = build::all(parts)?;
        if !self.random.chance(0.2) {
            return Some(whole);
        }
        let same = |other: &Index| other.on_nodes == pin.index.on_nodes && other.name == pin.index.name;
        let others: Vec<Name> = self
            .context
            .graph
            .schema
            .indexes
            .iter()
            .filter(|index| same(index))
            .flat_map(|index| index.keys.clone())
            .collect();
        let key = self.random.pick(&others)?.clone();
        let other = self.pin_of_key(before, matched, pin, &key, false)?;
        let operator = if self.random.chance(0.7) { BinaryOperator::Or } else { BinaryOperator::And };
        Some(build::binary(operator, whole, other))
    }

    /// A predicate on a key that an index answers, around values that the key has.
    fn pin_of_key(
        &mut self,
        before: &Table<'a>,
        matched: &Table<'a>,
        Pin { variable, index }: &Pin,
        key: &Name,
        exact: bool,
    ) -> Option<Expression> {
        use ComparisonOperator as Op;
        let property = build::property(variable.clone(), key.clone());
        let mut values = self.values(matched, &property)?;
        values.retain(is_indexed);
        let value = self.random.pick(&values)?.clone();
        let constant = build::constant(&value)?;
        if let Value::String(text) = &value
            && text.is_ascii()
            && !text.is_empty()
            && !exact
            && self.random.chance(if index.kind == IndexKind::Text { 0.8 } else { 0.35 })
        {
            let length = self.random.between(1, text.len());
            let operators = [
                (BinaryOperator::StartsWith, &text[..length]),
                (BinaryOperator::EndsWith, &text[text.len() - length..]),
                (BinaryOperator::Contains, &text[text.len() - length..]),
            ];
            let (operator, part) = operators[if index.kind == IndexKind::Text { self.random.below(3) } else { 0 }];
            return Some(build::binary(operator, property, build::string(part)));
        }
        match if exact { 0 } else { self.random.below(10) } {
            0..=2 => Some(self.equal(before, property, constant, &value)),
            3 | 4 => {
                let count = self.random.between(1, 3);
                let drawn = self.random.sample(&values, count);
                let items = drawn.iter().filter_map(build::constant);
                let list = std::iter::once(constant).chain(items).collect();
                Some(build::binary(BinaryOperator::In, property, Expression::List(list)))
            }
            5..=7 if !matches!(value, Value::Boolean(_)) => {
                let low = [Op::Greater, Op::GreaterOrEqual][self.random.below(2)];
                let high = [Op::Less, Op::LessOrEqual][self.random.below(2)];
                let operator = if self.random.chance(0.5) { low } else { high };
                let range = build::compare(operator, property.clone(), constant);
                let Some(other) = self.random.pick(&values).filter(|_| self.random.chance(0.4)).cloned() else {
                    return Some(range);
                };
                let far = if operator == low { high } else { low };
                Some(build::binary(BinaryOperator::And, range, build::compare(far, property, build::constant(&other)?)))
            }
            8 => Some(Expression::Unary(UnaryOperator::IsNotNull, Box::new(property))),
            _ => Some(self.equal(before, property, constant, &value)),
        }
    }

    /// `n.k = 3`, or the other way round, or equal to a column of the rows before.
    fn equal(&mut self, before: &Table<'a>, property: Expression, constant: Expression, value: &Value) -> Expression {
        let joins =
            |name: &Name| before.is_plain(name) && (0..before.count()).any(|row| before.value(row, name) == value);
        let columns: Vec<Name> = before.names().into_iter().filter(joins).collect();
        let other = match self.random.pick(&columns) {
            Some(column) => build::variable(column.clone()),
            None => constant,
        };
        let (left, right) = if self.random.chance(0.2) { (other, property) } else { (property, other) };
        build::compare(ComparisonOperator::Equal, left, right)
    }

    /// Now and then with the rows in the order of the index, of which the first ones stay.
    fn ordered_by_index(&mut self, pin: &Pin, table: Table<'a>) -> Table<'a> {
        let ordered = self.context.vocabulary.has(Feature::With)
            && self.context.vocabulary.has(Feature::OrderBy)
            && table.count() > 1
            && self.random.chance(0.25);
        let Some(key) = pin.index.keys.first().filter(|_| ordered) else { return table };
        let descending = self.random.chance(0.4);
        let sort = SortItem { expression: build::property(pin.variable.clone(), key.clone()), descending };
        let mut projection = Projection { star: true, order: vec![sort], ..Projection::default() };
        if !self.context.vocabulary.has(Feature::Star) {
            let item = |name: Name| ProjectionItem { expression: build::variable(name), alias: None };
            projection.star = false;
            projection.items = table.names().into_iter().map(item).collect();
        }
        self.cut(&mut projection, table.count(), 1);
        let clause = Clause::With(With { projection, predicate: None });
        let Some(growth) = self.after(&table, std::slice::from_ref(&clause)) else { return table };
        if growth.rows().is_empty() {
            return table;
        }
        self.made.push(clause);
        Table::new(growth, table.variables_and([]))
    }
}

/// Whether engines agree on equality and order of a value.
fn is_indexed(value: &Value) -> bool {
    match value {
        Value::Boolean(_) | Value::Integer(_) | Value::String(_) | Value::Temporal(_) => true,
        Value::Float(float) => float.is_finite() && *float != 0.0,
        _ => false,
    }
}
