//! What departures about the reading of a statement share.

use graphlance_cypher::ast::{
    CaseExpression, Clause, Direction, Expression, IsTest, Literal, Match, Pattern, Projection, ProjectionItem, Query,
    RelationshipPattern, Segment, SingleQuery, SingleType, TypeName, UnaryOperator, ValueType, Wanted,
};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::{NameKind, Part, PartMut, for_each_name, walk_mut};
use graphlance_graph::Name;

use crate::compile::column_name;

/// Gives the columns of each RETURN and WITH the names that they have, which would else follow from what they are read as. A
/// variable that a WITH hands on is no other expression to an engine, and has none.
pub(super) fn with_column_names(query: &mut Query) {
    walk_mut(PartMut::Query(query), &mut |part| {
        let returns = matches!(part, PartMut::Clause(Clause::Return(_)));
        let Some(projection) = projection(part) else { return };
        for item in &mut projection.items {
            if returns || !matches!(item.expression, Expression::Variable(_)) || item.alias.is_some() {
                item.alias = Some(column_name(item));
            }
        }
    });
}

/// Whether an item is a variable under its own name.
pub(super) fn is_bare(item: &ProjectionItem) -> bool {
    matches!(&item.expression, Expression::Variable(name) if item.alias.as_ref().is_none_or(|alias| alias == name))
}

/// The projection that a part is.
pub(super) fn projection<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Projection> {
    match part {
        PartMut::Clause(Clause::With(with)) => Some(&mut with.projection),
        PartMut::Clause(Clause::Return(projection)) => Some(projection),
        _ => None,
    }
}

/// The MATCH that a part is.
pub(super) fn matching<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Match> {
    match part {
        PartMut::Clause(Clause::Match(clause)) => Some(clause),
        _ => None,
    }
}

/// The OPTIONAL MATCH that a part is.
pub(super) fn optional<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Match> {
    matching(part).filter(|clause| clause.optional)
}

/// Calls for each OPTIONAL MATCH behind another clause of the single query that a part is, with the names that are bound in front.
pub(super) fn each_optional_behind(part: &mut PartMut<'_>, change: &mut dyn FnMut(&mut Match, &Names<'_>)) {
    let Some(clauses) = clauses(part) else { return };
    for at in 1..clauses.len() {
        let (before, behind) = clauses.split_at_mut(at);
        if let Some(Clause::Match(clause)) = behind.first_mut()
            && clause.optional
        {
            change(clause, &Names::after([], before));
        }
    }
}

/// The relationship pattern of variable length that a part is.
pub(super) fn variable_length<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut RelationshipPattern> {
    match part {
        PartMut::Relationship(relationship) if relationship.length.is_some() => Some(relationship),
        _ => None,
    }
}

/// The clauses of the single query that a part is.
pub(super) fn clauses<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Vec<Clause>> {
    match part {
        PartMut::Single(SingleQuery { clauses }) => Some(clauses),
        _ => None,
    }
}

/// The relationships of a pattern, but for those of quantified parts.
pub(super) fn hops(pattern: &mut Pattern) -> impl Iterator<Item = &mut RelationshipPattern> {
    pattern.path.segments.iter_mut().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } => Some(relationship),
        Segment::Quantified { .. } => None,
    })
}

/// Turns round what points to the left.
pub(super) fn turn_round(pattern: &mut Pattern) {
    for relationship in hops(pattern) {
        if relationship.direction == Direction::Left {
            relationship.direction = Direction::Right;
        }
    }
}

/// Changes an expression, which is given up for it.
pub(super) fn change(part: &mut PartMut<'_>, to: impl FnOnce(Expression) -> Expression) {
    if let PartMut::Expression(expression) = part {
        let before = std::mem::replace(&mut **expression, null());
        **expression = to(before);
    }
}

/// `CASE WHEN value IS :: type NOT NULL THEN .. ELSE value END`
pub(super) fn by_type(value: &Expression, branches: Vec<(TypeName, Expression)>) -> Expression {
    let is_of = |name| {
        let wanted = ValueType { alternatives: vec![SingleType { name, not_null: true }] };
        let test = IsTest { negated: false, wanted: Wanted::Type(wanted) };
        Expression::Is(Box::new(value.clone()), Box::new(test))
    };
    let branches = branches.into_iter().map(|(name, then)| (is_of(name), then)).collect();
    Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise: Some(value.clone()) }))
}

/// `CASE WHEN condition THEN then ELSE otherwise END`
pub(super) fn when(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    let branches = vec![(condition, then)];
    Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise: Some(otherwise) }))
}

/// `value IS NULL`
pub(super) fn is_null(value: Expression) -> Expression {
    Expression::Unary(UnaryOperator::IsNull, Box::new(value))
}

/// `value IS :: type`, which null is as well.
pub(super) fn is_of_type(value: Expression, name: TypeName) -> Expression {
    let wanted = Wanted::Type(ValueType::from(name));
    Expression::Is(Box::new(value), Box::new(IsTest { negated: false, wanted }))
}

/// Whether an expression is one of these variables.
pub(super) fn is_one_of(expression: &Expression, names: &[Name]) -> bool {
    matches!(expression, Expression::Variable(name) if names.contains(name))
}

/// Whether a part has a variable in it of which this holds, be it bound or read.
pub(super) fn names_variable(part: Part<'_>, wanted: &dyn Fn(&Name) -> bool) -> bool {
    let mut found = false;
    for_each_name(part, &mut |name, kind| found |= kind == NameKind::Variable && wanted(name));
    found
}

/// `null`
pub(super) fn null() -> Expression {
    Expression::Literal(Literal::Null)
}

/// A whole number that is written.
pub(super) fn written(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Literal(Literal::Integer(number)) => Some(*number),
        _ => None,
    }
}
