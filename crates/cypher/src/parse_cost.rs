//! What an expression costs a parser that backtracks, as FalkorDB's does: each level of some nestings multiplies the time.

use crate::ast::{Expression, UnaryOperator};
use crate::walk::{Part, for_each_child};

/// The cost of an expression, 1 for a literal.
///
/// Measured on FalkorDB 4.18.3: `f(f(`, `f([` and `NOT (` cost three to five times as much per level, `f((` ten times;
/// operators, subscripts and lists of lists next to nothing.
pub fn parse_cost(expression: &Expression) -> u32 {
    let mut cost = 1u32;
    for_each_child(Part::Expression(expression), &mut |child| {
        if let Part::Expression(child) = child {
            cost = cost.saturating_add(parse_cost(child).saturating_mul(factor(expression, child)));
        }
    });
    cost
}

fn factor(parent: &Expression, child: &Expression) -> u32 {
    let encloses = matches!(child, Expression::Function(_) | Expression::List(_) | Expression::Case(_));
    match parent {
        Expression::Function(_) | Expression::Quantified(_) | Expression::Reduce(_) if encloses => 4,
        Expression::Unary(UnaryOperator::Not, _)
            if !matches!(child, Expression::Variable(_) | Expression::Property(..)) =>
        {
            4
        }
        Expression::Unary(UnaryOperator::Minus, _) if matches!(child, Expression::Unary(..)) => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_expression;

    fn check(cheap: &str, costly: &str) {
        let cost = |text| parse_cost(&parse_expression(text).unwrap());
        assert!(cost(cheap) * 2 < cost(costly), "{cheap}: {}, {costly}: {}", cost(cheap), cost(costly));
    }

    #[test]
    fn nested_calls_and_negations_cost_more_than_operators_and_subscripts() {
        check("1 + abs(1 + abs(1 + abs(1 + abs(n.k))))", "abs(abs(abs(abs(n.k))))");
        check("[[[[n.k][0]][0]][0]][0]", "head([head([head([n.k])])])");
        check("((a = b) = c) = false", "NOT (NOT (NOT (a = b)))");
    }
}
