//! The productions of expressions.

use super::Found;
use crate::ast::*;
use crate::walk::{Part, walk};

/// Those of the literals of an expression.
pub(super) fn literals_of(expression: &Expression, found: &mut Found) {
    walk(Part::Expression(expression), &mut |part| {
        if let Part::Expression(expression) = part {
            of(expression, found);
        }
    });
}

/// Those of an expression, without those of its operands.
pub(super) fn of(expression: &Expression, found: &mut Found) {
    match expression {
        Expression::Literal(literal) => drop(found.insert(of_literal(literal))),
        Expression::Parameter(_) => drop(found.insert("atom.parameter")),
        Expression::Variable(_) => drop(found.insert("atom.variable")),
        Expression::Property(..) => drop(found.insert("property.lookup")),
        Expression::Index(..) => drop(found.insert("list.index")),
        Expression::Slice(_, from, to) => found.extend(match (from, to) {
            (Some(_), Some(_)) => Some("list.slice"),
            (Some(_), None) => Some("list.slice_from"),
            (None, Some(_)) => Some("list.slice_to"),
            (None, None) => None,
        }),
        Expression::List(items) => {
            found.insert(if items.is_empty() { "literal.empty_list" } else { "literal.list" });
        }
        Expression::Map(entries) => {
            found.insert(if entries.is_empty() { "literal.empty_map" } else { "literal.map" });
        }
        Expression::Unary(operator, _) => drop(found.insert(of_unary(*operator))),
        Expression::Binary(operator, ..) => found.extend(of_binary(*operator)),
        Expression::Comparison(_, links) => {
            found.extend(links.iter().map(|(operator, _)| of_comparison(*operator)));
            found.extend((links.len() > 1).then_some("compare.chain"));
        }
        Expression::HasLabels(..) => drop(found.insert("property.labels")),
        Expression::Case(case) => of_case(case, found),
        Expression::Function(call) => {
            found.insert("atom.function");
            found.extend(call.distinct.then_some("atom.function_distinct"));
            found.extend(call.name.contains('.').then_some("atom.function_of_namespace"));
        }
        Expression::CountStar => drop(found.insert("atom.count_star")),
        Expression::ListComprehension(list) => {
            found.insert("comprehension.list");
            found.extend(list.predicate.is_some().then_some("comprehension.list_where"));
            found.extend(list.projection.is_some().then_some("comprehension.list_projected"));
        }
        Expression::PatternComprehension(list) => {
            found.insert("comprehension.pattern");
            found.extend(list.predicate.is_some().then_some("comprehension.pattern_where"));
            found.extend(list.pattern.variable.is_some().then_some("comprehension.pattern_named"));
        }
        Expression::Quantified(quantified) => drop(found.insert(match quantified.quantifier {
            ListQuantifier::All => "quantifier.all",
            ListQuantifier::Any => "quantifier.any",
            ListQuantifier::None => "quantifier.none",
            ListQuantifier::Single => "quantifier.single",
        })),
        Expression::Pattern(_) => drop(found.insert("atom.pattern_predicate")),
        Expression::Exists(subquery) => drop(found.insert(match &**subquery {
            Subquery::Pattern { predicate: None, .. } => "subquery.exists_pattern",
            Subquery::Pattern { predicate: Some(_), .. } => "subquery.exists_where",
            Subquery::Query(_) => "subquery.exists_query",
        })),
        _ => {}
    }
}

fn of_literal(literal: &Literal) -> &'static str {
    match literal {
        Literal::Null => "literal.null",
        Literal::Boolean(true) => "literal.true",
        Literal::Boolean(false) => "literal.false",
        Literal::Integer(_) => "literal.integer",
        Literal::Float(_) => "literal.double",
        Literal::String(_) => "literal.string",
    }
}

fn of_unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "operator.not",
        UnaryOperator::Minus => "operator.minus",
        UnaryOperator::Plus => "operator.plus",
        UnaryOperator::IsNull => "null.is_null",
        UnaryOperator::IsNotNull => "null.is_not_null",
    }
}

fn of_binary(operator: BinaryOperator) -> Option<&'static str> {
    Some(match operator {
        BinaryOperator::Or => "operator.or",
        BinaryOperator::Xor => "operator.xor",
        BinaryOperator::And => "operator.and",
        BinaryOperator::Add => "operator.add",
        BinaryOperator::Subtract => "operator.subtract",
        BinaryOperator::Multiply => "operator.multiply",
        BinaryOperator::Divide => "operator.divide",
        BinaryOperator::Modulo => "operator.modulo",
        BinaryOperator::Power => "operator.power",
        BinaryOperator::In => "list.in",
        BinaryOperator::StartsWith => "text.starts_with",
        BinaryOperator::EndsWith => "text.ends_with",
        BinaryOperator::Contains => "text.contains",
        BinaryOperator::Concatenate | BinaryOperator::Matches => return None,
    })
}

fn of_comparison(operator: ComparisonOperator) -> &'static str {
    match operator {
        ComparisonOperator::Equal => "compare.equal",
        ComparisonOperator::NotEqual => "compare.not_equal",
        ComparisonOperator::Less => "compare.less",
        ComparisonOperator::LessOrEqual => "compare.less_or_equal",
        ComparisonOperator::Greater => "compare.greater",
        ComparisonOperator::GreaterOrEqual => "compare.greater_or_equal",
    }
}

fn of_case(case: &CaseExpression, found: &mut Found) {
    found.insert(if case.operand.is_some() { "case.simple" } else { "case.searched" });
    found.extend((case.branches.len() > 1).then_some("case.several"));
    found.extend(case.otherwise.is_some().then_some("case.else"));
}
