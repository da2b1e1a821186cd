//! What a range index answers otherwise than a look at each element would.
//!
//! An index is taken to serve a condition of a MATCH, between its ANDs, whose every comparison is of an indexed property of one
//! element with something else. Which index an engine takes is for experiments to tell.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::{Index, IndexKind, Name};

use super::trees::{clauses, hops, when};
use super::{Effect, WrongRule};

pub(super) const RULES: &[WrongRule] = &[
    // What a string is held as comes before how those held are compared.
    held(
        "index-trims-strings",
        "a range index holds strings without the spaces around them",
        |side, value| match side {
            Side::Property { .. } => of_type(TypeName::String, value, |text| build::call("trim", vec![text])),
            Side::Bound { .. } => value,
        },
    ),
    held("index-lacks-empty-string", "a range index does not hold the empty string", |side, value| match side {
        Side::Property { .. } => when(compared(value.clone(), build::string("")), build::null(), value),
        Side::Bound { .. } => value,
    }),
    held("index-ignores-case", "a range index orders strings without the case of letters", |side, value| {
        ordered(side, value, |character| build::call("toLower", vec![character]))
    }),
    held("index-has-ascii-last", "a range index has what is beyond ASCII before all else in strings", |side, value| {
        ordered(side, value, |character| build::binary(BinaryOperator::Add, build::string("\u{10ffff}"), character))
    }),
    held("index-holds-floats", "a range index compares integers as floats", |_, value| {
        of_type(TypeName::Integer, value, |number| build::call("toFloat", vec![number]))
    }),
    held("index-holds-booleans-as-numbers", "a range index takes true and false for 1 and 0", |_, value| {
        of_type(TypeName::Boolean, value, |truth| build::call("toInteger", vec![truth]))
    }),
    scan(
        "index-of-relationships-one-way",
        "a range index of a relationship without direction finds it one way only",
        |clause, indexes| {
            let found = found_by_index(clause, indexes);
            for relationship in clause.patterns.iter_mut().flat_map(hops) {
                let is_found = relationship.variable.as_ref().is_some_and(|name| found.contains(name));
                if is_found && relationship.direction == Direction::Either {
                    relationship.direction = Direction::Right;
                }
            }
        },
    ),
    scan(
        "index-of-relationships-first-label",
        "where a range index finds a relationship, only the first of several labels of a node is checked",
        |clause, indexes| {
            let found = found_by_index(clause, indexes);
            for pattern in &mut clause.patterns {
                let is_found = hops(pattern).any(|it| it.variable.as_ref().is_some_and(|name| found.contains(name)));
                if is_found {
                    let ends = pattern.path.segments.iter_mut().filter_map(|segment| match segment {
                        Segment::Hop { node, .. } => Some(node),
                        Segment::Quantified { .. } => None,
                    });
                    ends.chain([&mut pattern.path.start]).for_each(first_label);
                }
            }
        },
    ),
];

/// Moves the WHERE of a WITH that hands on variables as they are into the MATCH in front of it, where it means the same: an index
/// may serve it there.
pub(super) fn with_filters_in_match(part: &mut PartMut<'_>) {
    let Some(clauses) = clauses(part) else { return };
    for at in 1..clauses.len() {
        let (before, behind) = clauses.split_at_mut(at);
        if let (Some(Clause::Match(clause)), Some(Clause::With(with))) = (before.last_mut(), behind.first_mut())
            && !clause.optional
            // Of paths that are selected it would be a matter of which.
            && clause.patterns.iter().all(|pattern| pattern.selector == PathSelector::All)
            && hands_on(&with.projection)
            && let Some(moved) = with.predicate.take()
        {
            clause.predicate = Some(match clause.predicate.take() {
                Some(own) => Expression::Binary(BinaryOperator::And, Box::new(own), Box::new(moved)),
                None => moved,
            });
        }
    }
}

/// Whether a projection does nothing but leave variables out.
fn hands_on(projection: &Projection) -> bool {
    let Projection { distinct, star: _, items, group, order, skip, limit } = projection;
    let is_own = |item: &ProjectionItem| match &item.expression {
        Expression::Variable(name) => item.alias.as_ref().is_none_or(|alias| alias == name),
        _ => false,
    };
    !distinct && group.is_none() && order.is_empty() && skip.is_none() && limit.is_none() && items.iter().all(is_own)
}

const fn held(name: &'static str, sentence: &'static str, reads: ReadsSide) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Held(reads))
}

const fn scan(name: &'static str, sentence: &'static str, reads: fn(&mut Match, &[Index])) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Scan(reads))
}

/// A side of a comparison that an index serves.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    /// The property; whether it is compared by order.
    Property { by_order: bool },
    /// What it is compared with.
    Bound { by_order: bool },
}

/// What a side is read as.
pub(crate) type ReadsSide = fn(Side, Expression) -> Expression;

/// Reads both sides of each comparison otherwise that an index serves.
pub(super) fn served(clause: &mut Match, indexes: &[Index], reads: &[ReadsSide]) {
    maps_into_predicate(clause, indexes);
    let held = held_properties(clause, indexes);
    let read = |side, expression: &mut Expression| {
        let before = std::mem::replace(expression, build::null());
        *expression = reads.iter().fold(before, |value, read| read(side, value));
    };
    if let Some(predicate) = &mut clause.predicate {
        each_condition(predicate, &mut |condition| {
            if served_element(condition, &held).is_some() {
                comparisons(condition, &held, &read);
            }
        });
    }
}

/// The elements that an index finds.
fn found_by_index(clause: &mut Match, indexes: &[Index]) -> Vec<Name> {
    maps_into_predicate(clause, indexes);
    let held = held_properties(clause, indexes);
    let mut found = Vec::new();
    if let Some(predicate) = &mut clause.predicate {
        each_condition(predicate, &mut |condition| found.extend(served_element(condition, &held)));
    }
    found
}

/// The properties of elements, by variable and key, of which a range index of one key holds the values.
fn held_properties(clause: &Match, indexes: &[Index]) -> Vec<(Name, Name)> {
    let mut held = Vec::new();
    let mut add = |variable: &Option<Name>, of: &Option<LabelExpression>, on_nodes: bool| {
        let (Some(variable), Some(of)) = (variable, of) else { return };
        for index in indexes.iter().filter(|index| index.on_nodes == on_nodes && index.kind != IndexKind::Text) {
            // What only elements with this label match.
            let asked = !of.matches(&|name| name != index.name.as_str(), true);
            if let ([key], true) = (&index.keys[..], asked) {
                held.push((variable.clone(), key.clone()));
            }
        }
    };
    for pattern in &clause.patterns {
        add(&pattern.path.start.variable, &pattern.path.start.labels, true);
        for segment in &pattern.path.segments {
            if let Segment::Hop { relationship, node } = segment {
                if relationship.length.is_none() {
                    add(&relationship.variable, &relationship.types, false);
                }
                add(&node.variable, &node.labels, true);
            }
        }
    }
    held
}

/// Takes what elements with a variable have in their maps into the WHERE, where an index holds it.
fn maps_into_predicate(clause: &mut Match, indexes: &[Index]) {
    let held = held_properties(clause, indexes);
    let mut moved = Vec::new();
    let mut take = |variable: &Option<Name>, properties: &mut Option<Expression>| {
        let (Some(variable), Some(Expression::Map(entries))) = (variable, &mut *properties) else { return };
        entries.retain(|(key, value)| {
            let is_held = held.contains(&(variable.clone(), key.clone()));
            if is_held {
                moved.push(compared(build::property(variable.clone(), key.clone()), value.clone()));
            }
            !is_held
        });
        if entries.is_empty() {
            *properties = None;
        }
    };
    for pattern in &mut clause.patterns {
        let start = &mut pattern.path.start;
        take(&start.variable, &mut start.properties);
        for segment in &mut pattern.path.segments {
            if let Segment::Hop { relationship, node } = segment {
                take(&relationship.variable, &mut relationship.properties);
                take(&node.variable, &mut node.properties);
            }
        }
    }
    clause.predicate = build::all(clause.predicate.take().into_iter().chain(moved));
}

/// Calls `with` with each condition of a predicate, between its ANDs.
fn each_condition(predicate: &mut Expression, with: &mut dyn FnMut(&mut Expression)) {
    match predicate {
        Expression::Binary(BinaryOperator::And, left, right) => {
            each_condition(left, with);
            each_condition(right, with);
        }
        condition => with(condition),
    }
}

/// The one element whose held properties all comparisons of a condition are of; none where one is of something else, or asks for
/// what an index does not find: all values but one.
fn served_element(condition: &Expression, held: &[(Name, Name)]) -> Option<Name> {
    served_under(condition, held, false)
}

fn served_under(condition: &Expression, held: &[(Name, Name)], negated: bool) -> Option<Name> {
    match condition {
        Expression::Unary(UnaryOperator::Not, inner) => served_under(inner, held, !negated),
        Expression::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
            let (left, right) = (served_under(left, held, negated)?, served_under(right, held, negated)?);
            (left == right).then_some(left)
        }
        Expression::Binary(BinaryOperator::In, left, right) if !negated => of_held(left, right, held),
        Expression::Comparison(left, links) => match &links[..] {
            [(ComparisonOperator::Equal, _)] if negated => None,
            [(ComparisonOperator::NotEqual, _)] if !negated => None,
            [(_, right)] => of_held(left, right, held).or_else(|| of_held(right, left, held)),
            _ => None,
        },
        _ => None,
    }
}

/// The element of a held property that is compared with what does not read the element.
fn of_held(property: &Expression, bound: &Expression, held: &[(Name, Name)]) -> Option<Name> {
    let Expression::Property(subject, key) = property else { return None };
    let Expression::Variable(name) = &**subject else { return None };
    let reads_it = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Variable(other)) if other == name);
    let is_free = !any(Part::Expression(bound), &mut |part| reads_it(part));
    (is_free && held.iter().any(|(variable, of)| variable == name && of == key)).then(|| name.clone())
}

/// Reads the sides of each comparison of a served condition otherwise.
fn comparisons(condition: &mut Expression, held: &[(Name, Name)], read: &dyn Fn(Side, &mut Expression)) {
    match condition {
        Expression::Unary(_, inner) => comparisons(inner, held, read),
        Expression::Binary(BinaryOperator::In, property, list) => {
            read(Side::Property { by_order: false }, property);
            if let Expression::List(items) = &mut **list {
                items.iter_mut().for_each(|item| read(Side::Bound { by_order: false }, item));
            }
        }
        Expression::Binary(_, left, right) => {
            comparisons(left, held, read);
            comparisons(right, held, read);
        }
        Expression::Comparison(left, links) => {
            let Some((operator, right)) = links.first_mut() else { return };
            let by_order = !matches!(operator, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
            let is_first = of_held(left, right, held).is_some();
            let (property, bound) = if is_first { (&mut **left, right) } else { (right, &mut **left) };
            read(Side::Property { by_order }, property);
            read(Side::Bound { by_order }, bound);
        }
        _ => {}
    }
}

/// Keeps the first of several labels.
fn first_label(node: &mut NodePattern) {
    let first = match &node.labels {
        Some(LabelExpression::Colons(names)) => names.first().cloned().map(LabelExpression::Name),
        Some(LabelExpression::And(first, _)) => Some((**first).clone()),
        _ => return,
    };
    node.labels = first;
}

fn compared(left: Expression, right: Expression) -> Expression {
    build::compare(ComparisonOperator::Equal, left, right)
}

/// What is made of an expression where it is of a type, and the expression elsewhere.
fn of_type(name: TypeName, expression: Expression, made: impl FnOnce(Expression) -> Expression) -> Expression {
    let wanted = Wanted::Type(ValueType { alternatives: vec![SingleType { name, not_null: true }] });
    let test = IsTest { negated: false, wanted };
    let is = Expression::Is(Box::new(expression.clone()), Box::new(test));
    when(is, made(expression.clone()), expression)
}

/// A string that is compared by order with each character of ASCII read as what `read` makes of it.
fn ordered(side: Side, value: Expression, read: impl Fn(Expression) -> Expression) -> Expression {
    let (Side::Property { by_order } | Side::Bound { by_order }) = side;
    match by_order {
        true => of_type(TypeName::String, value, |text| each_of_ascii(text, read)),
        false => value,
    }
}

/// `reduce(made = '', at IN range(0, size(text) - 1) | made + ..)`
fn each_of_ascii(text: Expression, read: impl Fn(Expression) -> Expression) -> Expression {
    // No statement has such names but for the sake of it.
    let (made, at) = (Name::from(" made"), Name::from(" at"));
    let character = build::call("substring", vec![text.clone(), build::variable(at.clone()), build::integer(1)]);
    let is_beyond = build::compare(ComparisonOperator::Greater, character.clone(), build::string("\u{7f}"));
    let last = build::binary(BinaryOperator::Subtract, build::call("size", vec![text]), build::integer(1));
    let next = when(is_beyond, character.clone(), read(character));
    Expression::Reduce(Box::new(Reduce {
        accumulator: made.clone(),
        initial: build::string(""),
        variable: at,
        list: build::call("range", vec![build::integer(0), last]),
        expression: build::binary(BinaryOperator::Add, build::variable(made), next),
    }))
}
