//! Predicates that keep some rows of a table and drop others.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::{Name, Value};
use graphlance_reference::relations;

use super::query::Skeleton;
use super::table::Table;
use crate::expression::{Known, Shape, equal_to};

/// Predicates tried on a table.
const ATTEMPTS: usize = 4;

impl<'a> Skeleton<'a, '_> {
    /// A predicate, and the table of the rows that it keeps. Where there is but one row it is true of it.
    pub(crate) fn filter(&mut self, table: &Table<'a>) -> Option<(Expression, Table<'a>)> {
        for _ in 0..ATTEMPTS {
            let Some(predicate) = self.predicate(table) else { continue };
            let Some(kept) = self.kept(table, &predicate) else { continue };
            if kept.count() < table.count().max(2) || !self.context.shares.feedback {
                return Some(self.and_another(table, predicate, kept));
            }
        }
        None
    }

    /// With a second conjunct, where each of the two drops rows that the other keeps.
    fn and_another(&mut self, table: &Table<'a>, first: Expression, kept: Table<'a>) -> (Expression, Table<'a>) {
        if kept.count() < 2 || !self.random.chance(0.4) {
            return (first, kept);
        }
        let Some(second) = self.predicate(&kept) else { return (first, kept) };
        let (Some(both), Some(alone)) = (self.kept(&kept, &second), self.kept(table, &second)) else {
            return (first, kept);
        };
        if both.count() < kept.count() && both.count() < alone.count() {
            return (build::binary(BinaryOperator::And, first, second), both);
        }
        (first, kept)
    }

    /// The rows of which a predicate is true; none where there is no such row.
    pub(super) fn kept(&self, table: &Table<'a>, predicate: &Expression) -> Option<Table<'a>> {
        if !self.affordable(predicate) {
            return None;
        }
        let growth = table.growth.kept(predicate).ok()?;
        (!growth.rows().is_empty() || !self.context.shares.feedback)
            .then(|| Table::new(growth, table.variables_and([])))
    }

    /// A predicate that raises no error on any element.
    fn predicate(&mut self, table: &Table<'a>) -> Option<Expression> {
        let predicate = match self.random.below(17) {
            14 => self.mixed_test(table),
            15 => self.type_test(table).map(|test| test.expression),
            16 if self.depth < 2 => self.neighbourhood(table),
            0..=3 => self.comparison(table),
            4 => self.membership(table),
            5 => self.null_test(table),
            6 => self.label_test(table),
            7 => self.of_two(table),
            8 if self.depth < 2 => self.neighbourhood(table),
            9 => self.text_test(table),
            10 | 11 => self.of_items(table),
            _ => self.truth(table),
        }?;
        if self.random.chance(0.15) {
            return Some(build::not(predicate));
        }
        if self.random.chance(0.15) {
            let operator = if self.chance(Feature::Xor, 0.2) { BinaryOperator::Xor } else { BinaryOperator::Or };
            let other = self.truth(table)?;
            return Some(build::binary(operator, predicate, other));
        }
        Some(predicate)
    }

    /// An exact expression over a row, with the values that it has on all rows.
    pub(crate) fn column(&mut self, table: &Table<'a>, kinds: &[Kind]) -> Option<(Known, Vec<Value>)> {
        let row = self.row(table);
        let leaves = table.leaves(row);
        let depth = self.expression_depth();
        let mut expressions = self.expressions(&leaves);
        let kind = expressions.kind_among(kinds);
        let known =
            if expressions.random.chance(0.5) { expressions.reference(kind)? } else { expressions.exact(kind, depth) };
        if known.constant || !known.exact() || !self.is_due(&known.expression) {
            return None;
        }
        let values = self.values(table, &known.expression)?;
        Some((known, values))
    }

    /// An expression of literals alone whose value is of one of these kinds.
    pub(crate) fn computed_constant(&mut self, kinds: &[Kind]) -> Option<(Known, Vec<Value>)> {
        let depth = self.expression_depth();
        let mut expressions = self.expressions(&[]);
        let kind = expressions.kind_among(kinds);
        let known = expressions.exact(kind, depth);
        if !known.exact() || matches!(known.expression, Expression::Literal(_)) {
            return None;
        }
        let values = vec![known.value.clone()];
        Some((known, values))
    }

    /// Whether a property key is one that was used less than others, by chance; true of what is no property.
    fn is_due(&mut self, expression: &Expression) -> bool {
        let Expression::Property(_, key) = expression else { return true };
        match self.likely.get(key) {
            Some(likely) if self.context.shares.key_frequency => self.random.chance(*likely),
            _ => true,
        }
    }

    /// The values of an expression on all rows.
    pub(super) fn values(&self, table: &Table<'a>, expression: &Expression) -> Option<Vec<Value>> {
        table.growth.values(expression).ok()
    }

    /// `expression < value`, where the value is one that the expression has on some row, or one beside it.
    fn comparison(&mut self, table: &Table<'a>) -> Option<Expression> {
        use ComparisonOperator as Op;
        let kinds = [Kind::Integer, Kind::Integer, Kind::Float, Kind::String, Kind::Boolean];
        let (known, values) = self.column(table, &kinds)?;
        let present: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
        let bound = match self.random.pick(&present) {
            Some(value) if self.context.shares.facts => (*value).clone(),
            _ if self.context.shares.facts => return None,
            _ => self.expressions(&[]).constant(known.shape.kind()).value,
        };
        let operators: &[Op] = match known.shape.is_ordered() {
            true => &[Op::Less, Op::LessOrEqual, Op::Greater, Op::GreaterOrEqual, Op::Equal, Op::NotEqual],
            false => &[Op::Equal, Op::NotEqual],
        };
        let operator = *self.random.pick(operators)?;
        let limit = build::constant(&bound)?;
        if let Value::Integer(bound) = bound
            && self.chance(Feature::ComparisonChain, 0.12)
        {
            let low = build::integer(bound.saturating_sub(self.random.integer(0, 5)));
            return Some(Expression::Comparison(
                Box::new(low),
                vec![(Op::LessOrEqual, known.expression), (Op::LessOrEqual, limit)],
            ));
        }
        Some(build::compare(operator, known.expression, limit))
    }

    /// A comparison of a variable that holds values of several kinds.
    fn mixed_test(&mut self, table: &Table<'a>) -> Option<Expression> {
        let names: Vec<Name> = table.names().into_iter().filter(|name| table.is_mixed(name)).collect();
        let name = self.random.pick(&names)?.clone();
        let row = self.row(table);
        let bound = build::constant(table.value(row, &name))?;
        let variable = build::variable(name);
        if self.random.chance(0.3) {
            return Some(build::binary(
                BinaryOperator::In,
                variable,
                Expression::List(vec![bound, build::string("b")]),
            ));
        }
        use ComparisonOperator as Op;
        let operators = [Op::Equal, Op::NotEqual, Op::Less, Op::GreaterOrEqual];
        Some(build::compare(*self.random.pick(&operators)?, variable, bound))
    }

    /// `expression IN [..]` with some of its values.
    fn membership(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (known, values) = self.column(table, &[Kind::Integer, Kind::String])?;
        let count = self.random.between(1, 3);
        let some = self.random.sample(&values, count);
        let mut items: Vec<Expression> =
            some.iter().filter(|value| !value.is_null()).filter_map(build::constant).collect();
        if self.random.chance(0.1) {
            items.push(build::null());
        }
        Some(build::binary(BinaryOperator::In, known.expression, Expression::List(items)))
    }

    /// `IS NULL` of what is null on some rows and not on others.
    fn null_test(&mut self, table: &Table<'a>) -> Option<Expression> {
        let optional = table.with_shape(|shape| matches!(shape, Shape::Node | Shape::Relationship));
        let expression = match self.random.pick(&optional) {
            Some(name) if self.random.chance(0.3) => build::variable(name.clone()),
            _ => self.column(table, &[Kind::Integer, Kind::Float, Kind::String, Kind::Boolean])?.0.expression,
        };
        let operator = [UnaryOperator::IsNull, UnaryOperator::IsNotNull][self.random.below(2)];
        Some(Expression::Unary(operator, Box::new(expression)))
    }

    fn label_test(&mut self, table: &Table<'a>) -> Option<Expression> {
        if !self.context.vocabulary.has(Feature::LabelPredicate) {
            return None;
        }
        let nodes = table.with_shape(|shape| *shape == Shape::Node);
        let name = self.random.pick(&nodes)?.clone();
        let label = self.random.pick(&self.context.graph.schema.labels)?.clone();
        Some(Expression::HasLabels(Box::new(build::variable(name)), LabelExpression::Name(label)))
    }

    /// Two elements that differ, or two columns of a kind.
    fn of_two(&mut self, table: &Table<'a>) -> Option<Expression> {
        let same = |shape: &Shape| matches!(shape, Shape::Node | Shape::Relationship);
        let elements: Vec<Name> = table.with_shape(same);
        let (a, b) = (self.random.pick(&elements)?.clone(), self.random.pick(&elements)?.clone());
        if a != b && table.shape(&a) == table.shape(&b) && self.random.chance(0.3) {
            let operator = [ComparisonOperator::NotEqual, ComparisonOperator::Equal][self.random.below(2)];
            return Some(build::compare(operator, build::variable(a), build::variable(b)));
        }
        let (left, _) = self.column(table, &[Kind::Integer, Kind::Integer, Kind::String, Kind::Float])?;
        let (right, _) = self.column(table, &[left.shape.kind()])?;
        let leaves = Vec::new();
        let operator = [ComparisonOperator::Less, ComparisonOperator::GreaterOrEqual, ComparisonOperator::Equal]
            [self.random.below(3)];
        self.expressions(&leaves).comparison(operator, left, right).map(|known| known.expression)
    }

    fn neighbourhood(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (expression, is_predicate) = self.about_neighbours(table)?;
        if is_predicate {
            return Some(expression);
        }
        let values = self.values(table, &expression)?;
        let bound = build::constant(self.random.pick(&values)?)?;
        let operator = [ComparisonOperator::Equal, ComparisonOperator::GreaterOrEqual, ComparisonOperator::Less]
            [self.random.below(3)];
        Some(build::compare(operator, expression, bound))
    }

    /// A part of a text that some row has.
    fn text_test(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (known, values) = self.column(table, &[Kind::String])?;
        if !matches!(known.shape, Shape::String { ascii: true, .. }) {
            return None;
        }
        let texts: Vec<&str> = values
            .iter()
            .filter_map(|value| match value {
                Value::String(text) if !text.is_empty() => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let text = *self.random.pick(&texts)?;
        let length = text.len();
        let (from, to) = (self.random.below(length), self.random.below(length));
        let part = &text[from.min(to)..=from.max(to)];
        let plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if plain && self.chance(Feature::Regex, 0.3) {
            let pattern = format!(".*{part}.*");
            // A line end is no `.`, so only texts of letters and the like are asked.
            let simple =
                values.iter().all(|value| !matches!(value, Value::String(text) if text.chars().any(char::is_control)));
            return simple.then(|| build::binary(BinaryOperator::Matches, known.expression, build::string(&pattern)));
        }
        let (operator, part) = match self.random.below(3) {
            0 => (BinaryOperator::StartsWith, &text[..=to]),
            1 => (BinaryOperator::EndsWith, &text[from..]),
            _ => (BinaryOperator::Contains, part),
        };
        Some(build::binary(operator, known.expression, build::string(part)))
    }

    /// `single(x IN nodes(p) WHERE x.k > 3)`: all, any, none or one of some items, of which there may be none.
    fn of_items(&mut self, table: &Table<'a>) -> Option<Expression> {
        if !self.context.vocabulary.has(Feature::Quantifier) {
            return None;
        }
        let (list, item) = self.items(table)?;
        let subject = match item {
            Shape::Node | Shape::Relationship => {
                let shapes = self.context.shapes;
                let keys = if item == Shape::Node { shapes.node_keys() } else { shapes.relationship_keys() };
                let (key, shape) = self.random.pick(keys)?.clone();
                (Some(key), shape)
            }
            shape => (None, shape),
        };
        let variable = self.fresh('x');
        let name = build::variable(variable.clone());
        let (subject, shape) = match subject {
            (Some(key), shape) => (Expression::Property(Box::new(name), key), shape),
            (None, shape) => (name, shape),
        };
        // What some row has, so that it holds of some items.
        let unwound = self.after(
            table,
            &[
                Clause::Unwind(Unwind { list: list.clone(), variable: variable.clone() }),
                Clause::With(With {
                    projection: Projection {
                        items: vec![ProjectionItem { expression: subject.clone(), alias: Some("value".into()) }],
                        ..Projection::default()
                    },
                    predicate: None,
                }),
            ],
        )?;
        let values: Vec<&Value> = unwound.rows().iter().map(|row| &row[0]).filter(|value| !value.is_null()).collect();
        let bound = build::constant(self.random.pick(&values)?)?;
        use ComparisonOperator as Op;
        let operators: &[Op] =
            if shape.is_ordered() { &[Op::Equal, Op::LessOrEqual, Op::Greater] } else { &[Op::Equal, Op::NotEqual] };
        let operator = *self.random.pick(operators)?;
        let quantifier = [ListQuantifier::All, ListQuantifier::Any, ListQuantifier::None, ListQuantifier::Single]
            [self.random.below(4)];
        let predicate = build::compare(operator, subject, bound);
        Some(Expression::Quantified(Box::new(QuantifiedPredicate { quantifier, variable, list, predicate })))
    }

    /// A list that differs from row to row, and what its items may be.
    pub(super) fn items(&mut self, table: &Table<'a>) -> Option<(Expression, Shape)> {
        if self.random.chance(0.35)
            && let Some(list) = self.column_list(table)
        {
            return Some(list);
        }
        if self.depth < 2
            && self.random.chance(0.5)
            && let Some(values) = self.neighbours_values(table)
        {
            return Some(values);
        }
        let (first, _) = self.column(table, &[Kind::Integer, Kind::String])?;
        let (second, _) = self.column(table, &[first.shape.kind()])?;
        let list = crate::expression::list_of(vec![first, second]);
        let Shape::List { item, .. } = list.shape else { return None };
        Some((list.expression, *item))
    }

    /// A truth value made of whatever is in scope, written so that it is true of a row.
    fn truth(&mut self, table: &Table<'a>) -> Option<Expression> {
        let row = self.row(table);
        let leaves = table.leaves(row);
        let depth = self.expression_depth().max(1);
        let splits = self.random.chance(self.context.shares.splitting);
        let mut expressions = self.expressions(&leaves);
        let known = match splits {
            true => equal_to(&mut expressions, &Value::Boolean(true), depth),
            false => expressions.exact(Kind::Boolean, depth),
        };
        let made = match known.value {
            Value::Boolean(true) => Some(known),
            Value::Boolean(false) => expressions.unary(UnaryOperator::Not, known),
            _ => expressions.unary(UnaryOperator::IsNull, known),
        }?;
        (!made.constant).then_some(made.expression)
    }
}

/// Whether values differ from each other.
pub(super) fn vary(values: &[Value]) -> bool {
    values.windows(2).any(|pair| !relations::equivalent(&pair[0], &pair[1]))
}
