//! Algorithm 2 of GQS: a property access is nested into templates, one at a time, such that the wanted and the
//! rejected elements still evaluate to different values.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, find};
use graphlance_graph::{Latitude, Name, Value};
use graphlance_reference::{functions, operators, relations};

use super::constrained::equal_to;
use super::known::{Expressions, Known, list_of};
use super::predicate::true_predicate;
use super::shape::Shape;
use super::transfer::function_shape;

/// The deepest nesting that is asked for.
pub const DEEPEST: usize = 8;

/// A property access that tells wanted from rejected elements.
#[derive(Clone, Debug)]
pub struct Distinguish {
    /// `x.key`
    pub access: Expression,
    /// Its value on the wanted element; not null.
    pub wanted: Value,
    /// Its values on the rejected elements (S2); none of them equals `wanted`.
    pub rejected: Vec<Value>,
    /// Its shape over all elements.
    pub shape: Shape,
}

struct Nested {
    expression: Expression,
    wanted: Value,
    rejected: Vec<Value>,
    shape: Shape,
    ulps: u32,
}

/// A predicate that is true of the wanted element and not true of any rejected one, and raises no error on any element.
///
/// The access is nested into up to `depth` accepted templates. A rejected template does not use up depth; after
/// `3 * depth` rejections in all the predicate stays as deep as it is. Returns the predicate and the accepted depth.
pub fn nested_access(expressions: &mut Expressions<'_>, start: Distinguish, depth: usize) -> (Expression, usize) {
    let depth = depth.min(DEEPEST);
    let mut nested = Nested {
        expression: start.access,
        wanted: start.wanted,
        rejected: start.rejected,
        shape: start.shape,
        ulps: 0,
    };
    let (mut accepted, mut tries) = (0, 4 * depth);
    while accepted < depth && tries > 0 {
        tries -= 1;
        if let Some(next) = nest(expressions, &nested)
            && next.tells_apart()
        {
            let inner = std::mem::replace(&mut nested, next).expression;
            fill(&mut nested.expression, inner);
            accepted += 1;
        }
    }
    (nested.predicate(expressions), accepted)
}

impl Nested {
    fn tells_apart(&self) -> bool {
        if self.wanted.is_null() {
            return false;
        }
        if self.ulps == 0 {
            return !self.rejected.iter().any(|value| relations::equal(&self.wanted, value) == Some(true));
        }
        // An inexact value decides only where it lies on one side of all others, with a wide margin.
        let Value::Float(wanted) = self.wanted else { return false };
        let others = self.rejected.iter().filter_map(|value| if let Value::Float(f) = value { Some(*f) } else { None });
        let gap = |other: f64| (wanted - other) / wanted.abs().max(other.abs()).max(1e-3);
        let gaps: Vec<f64> = others.map(gap).collect();
        gaps.iter().all(|gap| *gap > 1e-6) || gaps.iter().all(|gap| *gap < -1e-6)
    }

    fn predicate(self, expressions: &mut Expressions<'_>) -> Expression {
        if self.ulps > 0 {
            return self.bound();
        }
        if self.wanted == Value::Boolean(true) && expressions.random.chance(0.6) {
            return self.expression;
        }
        if self.wanted == Value::Boolean(false) && expressions.random.chance(0.5) {
            return build::not(self.expression);
        }
        match expressions.random.below(10) {
            0 | 1 if !matches!(self.shape, Shape::List { .. }) => self.one_of(expressions),
            2..=4 => self.range(expressions),
            5 | 6 => self.part(expressions),
            _ => self.equals(expressions),
        }
    }

    fn equals(self, expressions: &mut Expressions<'_>) -> Expression {
        let depth = expressions.random.between(0, 3);
        let other = equal_to(expressions, &self.wanted, depth).expression;
        if expressions.random.chance(0.2) {
            build::compare(ComparisonOperator::Equal, other, self.expression)
        } else {
            build::compare(ComparisonOperator::Equal, self.expression, other)
        }
    }

    fn one_of(self, expressions: &mut Expressions<'_>) -> Expression {
        let kind = self.shape.kind();
        let mut items = vec![equal_to(expressions, &self.wanted, 1)];
        for _ in 0..expressions.random.between(0, 2) {
            let other = expressions.constant(kind);
            if !self.rejected.iter().any(|value| relations::equal(&other.value, value) == Some(true)) {
                items.push(other);
            }
        }
        expressions.random.shuffle(&mut items);
        build::binary(BinaryOperator::In, self.expression, list_of(items).expression)
    }

    /// `low <= e AND e <= high`, or one of the two where that suffices.
    fn range(self, expressions: &mut Expressions<'_>) -> Expression {
        let ordered = matches!(self.shape, Shape::Integer(..) | Shape::Float(..) | Shape::String { ascii: true, .. });
        if !ordered {
            return self.equals(expressions);
        }
        let less = |a: &Value, b: &Value| operators::comparison(ComparisonOperator::Less, a, b) == Some(true);
        let any_below = self.rejected.iter().any(|value| less(value, &self.wanted));
        let any_above = self.rejected.iter().any(|value| less(&self.wanted, value));
        let bound = equal_to(expressions, &self.wanted, 1).expression;
        match (any_below, any_above) {
            (false, _) => build::compare(ComparisonOperator::LessOrEqual, self.expression, bound),
            (true, false) => build::compare(ComparisonOperator::GreaterOrEqual, self.expression, bound),
            (true, true) if expressions.vocabulary.has(Feature::ComparisonChain) && expressions.random.chance(0.3) => {
                let upper = equal_to(expressions, &self.wanted, 0).expression;
                Expression::Comparison(
                    Box::new(bound),
                    vec![(ComparisonOperator::LessOrEqual, self.expression), (ComparisonOperator::LessOrEqual, upper)],
                )
            }
            (true, true) => {
                let upper = equal_to(expressions, &self.wanted, 0).expression;
                build::binary(
                    BinaryOperator::And,
                    build::compare(ComparisonOperator::GreaterOrEqual, self.expression.clone(), bound),
                    build::compare(ComparisonOperator::LessOrEqual, self.expression, upper),
                )
            }
        }
    }

    /// STARTS WITH, ENDS WITH or CONTAINS a part that no rejected value has.
    fn part(self, expressions: &mut Expressions<'_>) -> Expression {
        let Value::String(text) = &self.wanted else { return self.range(expressions) };
        let characters: Vec<char> = text.chars().collect();
        if characters.len() < 2 {
            return self.equals(expressions);
        }
        let cut = expressions.random.between(1, characters.len() - 1);
        let (operator, part) = match expressions.random.below(3) {
            0 => (BinaryOperator::StartsWith, &characters[..cut]),
            1 => (BinaryOperator::EndsWith, &characters[cut..]),
            _ => (BinaryOperator::Contains, &characters[cut / 2..cut.max(cut / 2 + 1)]),
        };
        let part = Value::string(part.iter().collect::<String>());
        let also = self
            .rejected
            .iter()
            .any(|value| operators::binary(operator, value, &part, expressions.options) == Ok(Value::Boolean(true)));
        if also {
            return self.equals(expressions);
        }
        let part = equal_to(expressions, &part, 1).expression;
        build::binary(operator, self.expression, part)
    }

    /// A bound half-way between the wanted value and the nearest rejected one.
    fn bound(self) -> Expression {
        let wanted = if let Value::Float(f) = self.wanted { f } else { 0.0 };
        let floats = self.rejected.iter().filter_map(|value| if let Value::Float(f) = value { Some(*f) } else { None });
        let above = floats.clone().filter(|f| *f > wanted).fold(f64::INFINITY, f64::min);
        let below = floats.filter(|f| *f < wanted).fold(f64::NEG_INFINITY, f64::max);
        let margin = (wanted.abs() / 4.0).max(0.125);
        let (operator, bound) = if above.is_finite() {
            (ComparisonOperator::Less, wanted + (above - wanted) / 2.0)
        } else if below.is_finite() {
            (ComparisonOperator::Greater, wanted - (wanted - below) / 2.0)
        } else {
            (ComparisonOperator::Less, wanted + margin)
        };
        build::compare(operator, self.expression, Expression::Literal(Literal::Float(bound)))
    }
}

/// The place of the inner expression in a template. Most templates are rejected, so the inner expression is put in
/// only when one is accepted.
fn hole() -> Expression {
    Expression::Parameter(Name::default())
}

/// Puts an expression in place of the hole.
fn fill(template: &mut Expression, inner: Expression) {
    let mut inner = Some(inner);
    fill_first(template, &mut inner);
}

fn fill_first(place: &mut Expression, inner: &mut Option<Expression>) {
    if inner.is_none() {
        return;
    }
    match place {
        Expression::Parameter(name) if name.is_empty() => {
            if let Some(inner) = inner.take() {
                *place = inner;
            }
        }
        Expression::Unary(_, operand) | Expression::Index(operand, _) => fill_first(operand, inner),
        Expression::Binary(_, left, right) => {
            fill_first(left, inner);
            fill_first(right, inner);
        }
        Expression::Comparison(left, _) => fill_first(left, inner),
        Expression::List(items) => items.iter_mut().for_each(|item| fill_first(item, inner)),
        Expression::Function(call) => call.arguments.iter_mut().for_each(|argument| fill_first(argument, inner)),
        Expression::Case(case) => case.branches.iter_mut().for_each(|(_, value)| fill_first(value, inner)),
        _ => {}
    }
}

/// One more template around the expression, with other parameters filled at random.
fn nest(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    // Chains of signs say little, and some parsers take exponential time with them.
    let signed = matches!(inner.expression, Expression::Unary(UnaryOperator::Minus, _));
    if inner.ulps > 0 && !signed && expressions.random.chance(0.3) {
        return unary(expressions, inner, UnaryOperator::Minus);
    }
    if inner.ulps > 0 || expressions.random.chance(0.22) {
        return wrapped(expressions, inner);
    }
    match &inner.shape {
        Shape::Integer(..) => match expressions.random.below(10) {
            0..=3 => {
                let operator = [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply]
                    [expressions.random.below(3)];
                let operand = small_operand(expressions, Kind::Integer);
                let flip = expressions.random.chance(0.5);
                binary(expressions, inner, operator, operand, flip)
            }
            4 if !signed => unary(expressions, inner, UnaryOperator::Minus),
            5 => compared(expressions, inner),
            _ => function(
                expressions,
                inner,
                &[
                    "toString",
                    "toFloat",
                    "abs",
                    "toInteger",
                    "round",
                    "sqrt",
                    "log",
                    "sin",
                    "atan",
                    "cos",
                    "exp",
                    "toStringOrNull",
                ],
            ),
        },
        Shape::Float(..) => match expressions.random.below(10) {
            0..=3 => {
                let operator = [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply]
                    [expressions.random.below(3)];
                let operand = small_operand(expressions, Kind::Float);
                binary(expressions, inner, operator, operand, false)
            }
            4 if !signed => unary(expressions, inner, UnaryOperator::Minus),
            5 => compared(expressions, inner),
            _ => function(
                expressions,
                inner,
                &[
                    "floor",
                    "ceil",
                    "toInteger",
                    "abs",
                    "sqrt",
                    "toFloat",
                    "log10",
                    "cos",
                    "tan",
                    "radians",
                    "degrees",
                    "asin",
                    "acos",
                    "cot",
                    "haversin",
                ],
            ),
        },
        Shape::String { .. } => match expressions.random.below(10) {
            0..=2 => {
                let operand = small_operand(expressions, Kind::String);
                let flip = expressions.random.chance(0.5);
                binary(expressions, inner, BinaryOperator::Add, operand, flip)
            }
            3 => compared(expressions, inner),
            4 => matched(expressions, inner),
            5 => function(expressions, inner, &["left", "right", "substring", "replace", "split"]),
            _ => function(
                expressions,
                inner,
                &[
                    "toUpper",
                    "toLower",
                    "reverse",
                    "trim",
                    "lTrim",
                    "rTrim",
                    "btrim",
                    "toString",
                    "upper",
                    "lower",
                    "size",
                    "char_length",
                    "character_length",
                ],
            ),
        },
        Shape::Boolean => match expressions.random.below(4) {
            0 => unary(expressions, inner, UnaryOperator::Not),
            1 => {
                let operand = true_predicate(expressions, 2);
                binary(expressions, inner, BinaryOperator::And, operand, true)
            }
            2 => {
                let operand = expressions.exact(Kind::Boolean, 1);
                binary(expressions, inner, BinaryOperator::Xor, operand, false)
            }
            _ => function(expressions, inner, &["toString", "toBoolean", "toStringOrNull", "toBooleanOrNull"]),
        },
        Shape::List { .. } => function(expressions, inner, &["head", "last", "size", "reverse", "tail"]),
        _ => None,
    }
}

fn small_operand(expressions: &mut Expressions<'_>, kind: Kind) -> Known {
    if expressions.random.chance(0.6) {
        let depth = expressions.random.below(2);
        expressions.exact(kind, depth)
    } else {
        expressions.constant(kind)
    }
}

/// `[e, other][0]`, `head([e])`, `coalesce(e, other)`, CASE: templates for any kind.
fn wrapped(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    let kind = inner.shape.kind();
    if kind == Kind::List {
        return None;
    }
    let other = small_operand(expressions, kind);
    let shape = inner.shape.clone().join(other.shape.clone());
    if shape.kind() != kind {
        return None;
    }
    let inner_expression = hole();
    let list = |first, second| Expression::List(vec![first, second]);
    let mut rejected = inner.rejected.clone();
    let expression = match expressions.random.below(6) {
        0 | 4 | 5 if expressions.vocabulary.has(Feature::ListIndex) => {
            Expression::Index(Box::new(list(inner_expression, other.expression)), Box::new(build::integer(0)))
        }
        1 if expressions.vocabulary.has_function("head") => {
            build::call("head", vec![list(inner_expression, other.expression)])
        }
        2 if expressions.vocabulary.has_function("coalesce") => {
            for value in &mut rejected {
                if value.is_null() {
                    *value = other.value.clone();
                }
            }
            build::call("coalesce", vec![inner_expression, other.expression])
        }
        3 if expressions.vocabulary.has(Feature::Case) => {
            let condition = true_predicate(expressions, 1);
            Expression::Case(Box::new(Case {
                operand: None,
                branches: vec![(condition.expression, inner_expression)],
                otherwise: Some(other.expression),
            }))
        }
        _ => return None,
    };
    Some(Nested { expression, wanted: inner.wanted.clone(), rejected, shape, ulps: inner.ulps })
}

/// Applies one template to the wanted and to all rejected values; none as soon as it cannot tell them apart.
fn through(
    inner: &Nested,
    expression: Expression,
    shape: Shape,
    ulps: u32,
    apply: impl Fn(&Value) -> Option<Value>,
) -> Option<Nested> {
    let wanted = apply(&inner.wanted)?;
    if wanted.is_null() {
        return None;
    }
    let mut rejected = Vec::with_capacity(inner.rejected.len());
    for value in &inner.rejected {
        let value = apply(value)?;
        if ulps == 0 && relations::equal(&wanted, &value) == Some(true) {
            return None;
        }
        rejected.push(value);
    }
    Some(Nested { expression, wanted, rejected, shape, ulps })
}

/// The shape of a template, found by applying it to a stand-in of the inner expression.
fn stand_in(inner: &Nested) -> Known {
    Known {
        expression: hole(),
        value: inner.wanted.clone(),
        shape: inner.shape.clone(),
        ulps: inner.ulps,
        constant: false,
    }
}

fn unary(expressions: &mut Expressions<'_>, inner: &Nested, operator: UnaryOperator) -> Option<Nested> {
    let known = expressions.unary(operator, stand_in(inner))?;
    let options = expressions.options;
    through(inner, known.expression, known.shape, known.ulps, |value| operators::unary(operator, value, options).ok())
}

fn binary(
    expressions: &mut Expressions<'_>,
    inner: &Nested,
    operator: BinaryOperator,
    operand: Known,
    flip: bool,
) -> Option<Nested> {
    let other = operand.value.clone();
    let options = expressions.options;
    let known = if flip {
        expressions.binary(operator, operand, stand_in(inner))?
    } else {
        expressions.binary(operator, stand_in(inner), operand)?
    };
    through(inner, known.expression, known.shape, known.ulps, |value| {
        let (left, right) = if flip { (&other, value) } else { (value, &other) };
        operators::binary(operator, left, right, options).ok()
    })
}

/// `e < other`: a truth value that still tells wanted from rejected.
fn compared(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    use ComparisonOperator as Op;
    let operator = [Op::Less, Op::LessOrEqual, Op::Greater, Op::GreaterOrEqual, Op::Equal][expressions.random.below(5)];
    let depth = expressions.random.below(2);
    let operand = equal_to(expressions, &inner.wanted, depth);
    let other = operand.value.clone();
    let known = expressions.comparison(operator, stand_in(inner), operand)?;
    through(inner, known.expression, Shape::Boolean, 0, |value| Some(operators::compare(operator, value, &other)))
}

/// `e STARTS WITH part` as a truth value.
fn matched(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    let Value::String(text) = &inner.wanted else { return None };
    let length = text.chars().count();
    let part: String = text.chars().take(expressions.random.between(1, length.max(1))).collect();
    let operator = [BinaryOperator::StartsWith, BinaryOperator::Contains][expressions.random.below(2)];
    let part = equal_to(expressions, &Value::string(part), 1);
    binary(expressions, inner, operator, part, false)
}

fn function(expressions: &mut Expressions<'_>, inner: &Nested, names: &[&str]) -> Option<Nested> {
    let name = *expressions.random.pick(names)?;
    let function = find(name)?;
    let (_, domain) = function.parameters.first()?;
    if !expressions.vocabulary.has_function(name) || !inner.shape.within(*domain) {
        return None;
    }
    let ulps = if let Latitude::Ulps(ulps) = function.latitude { ulps } else { 0 };
    let mut arguments = vec![stand_in(inner)];
    match name {
        "left" | "right" => arguments.push(Known::constant(Value::Integer(expressions.random.integer(1, 9)))),
        "substring" => arguments.push(Known::constant(Value::Integer(expressions.random.integer(0, 3)))),
        "replace" => {
            for _ in 0..2 {
                let mut word = expressions.constant(Kind::String);
                if let Value::String(text) = &word.value {
                    word = Known::constant(Value::string(text.chars().take(2).collect::<String>()));
                }
                arguments.push(word);
            }
        }
        "split" => {
            let text = if let Value::String(text) = &inner.wanted { text.as_str() } else { "" };
            let separator = text.chars().nth(expressions.random.below(text.len().max(1))).unwrap_or(',');
            arguments.push(Known::constant(Value::string(separator.to_string())));
        }
        _ => {}
    }
    let shape = function_shape(name, &arguments)?;
    let rest: Vec<Value> = arguments[1..].iter().map(|argument| argument.value.clone()).collect();
    let expression = build::call(name, arguments.into_iter().map(|argument| argument.expression).collect());
    let (graph, options) = (expressions.graph, expressions.options);
    let mut values = Vec::with_capacity(1 + rest.len());
    values.push(Value::Null);
    values.extend(rest);
    let values = std::cell::RefCell::new(values);
    through(inner, expression, shape, ulps, |value| {
        let mut values = values.borrow_mut();
        values[0] = value.clone();
        functions::apply(name, &values, graph, options).ok()
    })
}
