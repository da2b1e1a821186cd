//! Expressions in outline, by which titles tell bugs apart: what lies deep left out. Names and values are as they stand, since the
//! answer of others might be another one.

use graphlance_cypher::ast::{Clause, Expression, Literal, Projection};
use graphlance_cypher::walk::{Part, PartMut, for_each_child_mut, walk};
use graphlance_cypher::{Dialect, Feature, Statement, print_expression};

/// Longest outline, in characters.
const LONGEST: usize = 60;
/// Longest outline of a predicate.
const LONGEST_PREDICATE: usize = 40;
/// Longest text that is shown where there is no room.
const LONGEST_VALUE: usize = 10;
/// Stands for what is left out, until it is printed.
const LEFT_OUT: &str = "__";

/// The first expression of a statement that is of the feature, in outline; none for a feature of another sort.
pub(super) fn outline_of(statement: &Statement, feature: Feature) -> Option<String> {
    let mut found = None;
    walk(Part::of(statement)?, &mut |part| {
        if let Part::Expression(expression) = part
            && found.is_none()
            && is_of(expression, feature)
        {
            found = Some(*expression);
        }
    });
    found.and_then(|expression| outline(expression, LONGEST))
}

/// The predicate of the only clause with one, in outline; none when it is too long for that.
pub(super) fn only_predicate(statement: &Statement) -> Option<String> {
    let Statement::Query(query) = statement else { return None };
    let mut predicates = query.parts().flat_map(|part| &part.clauses).filter_map(|clause| match clause {
        Clause::Match(part) => part.predicate.as_ref(),
        Clause::With(part) => part.predicate.as_ref(),
        _ => None,
    });
    let only = predicates.next()?;
    predicates.next().is_none().then(|| outline(only, LONGEST_PREDICATE))?
}

/// What a statement returns that does nothing else, in outline; none when it is too long for that.
pub(super) fn only_returned(statement: &Statement) -> Option<String> {
    let Statement::Query(query) = statement else { return None };
    let ([Clause::Return(projection)], true) = (query.first.clauses.as_slice(), query.unions.is_empty()) else {
        return None;
    };
    let [item] = projection.items.as_slice() else { return None };
    let plain = Projection { items: vec![item.clone()], ..Projection::default() };
    (*projection == plain).then(|| outline(&item.expression, LONGEST_PREDICATE))?
}

fn is_of(expression: &Expression, feature: Feature) -> bool {
    match expression {
        Expression::Case(_) => feature == Feature::Case,
        Expression::Quantified(_) => feature == Feature::Quantifier,
        Expression::Reduce(_) => feature == Feature::Reduce,
        Expression::ListComprehension(_) => feature == Feature::ListComprehension,
        Expression::Comparison(_, links) => feature == Feature::ComparisonChain && links.len() > 1,
        _ => false,
    }
}

/// The text of an expression with as much of its depth as there is room for; none when even its top has none.
fn outline(expression: &Expression, longest: usize) -> Option<String> {
    let dialect = Dialect::standard();
    // Long values go only where nothing else helps.
    [usize::MAX, LONGEST_VALUE].into_iter().flat_map(|value| (1..=6).rev().map(move |depth| (depth, value))).find_map(
        |cuts| {
            let mut shallow = expression.clone();
            cut(&mut shallow, cuts);
            let text = print_expression(&shallow, &dialect).replace(LEFT_OUT, "..");
            (text.chars().count() <= longest).then_some(text)
        },
    )
}

/// Leaves out what lies deeper, and values that are longer.
fn cut(expression: &mut Expression, (depth, longest): (usize, usize)) {
    let leaf = match &*expression {
        Expression::Literal(Literal::String(text)) => text.chars().count() <= longest,
        Expression::Literal(_) | Expression::Variable(_) | Expression::CountStar => true,
        Expression::Property(subject, _) => matches!(**subject, Expression::Variable(_)),
        _ => false,
    };
    if leaf {
        return;
    }
    if depth == 0 || matches!(expression, Expression::Literal(_)) {
        *expression = Expression::Variable(LEFT_OUT.into());
        return;
    }
    for_each_child_mut(PartMut::Expression(expression), &mut |part| {
        if let PartMut::Expression(child) = part {
            cut(child, (depth - 1, longest));
        }
    });
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;

    use super::*;

    #[track_caller]
    fn check(text: &str, feature: Feature, expected: Option<&str>) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outline_of(&statement, feature).as_deref(), expected, "{text}");
    }

    #[test]
    fn an_outline_is_of_an_expression_of_the_feature_as_it_stands() {
        check(
            "MATCH (n9) RETURN CASE n9.k7 WHEN 17 THEN 'x' END AS y",
            Feature::Case,
            Some("CASE n9.k7 WHEN 17 THEN 'x' END"),
        );
        check("MATCH (n) RETURN n.k AS x", Feature::Case, None);
        check("RETURN 1 < 2 < 3 AS x", Feature::ComparisonChain, Some("1 < 2 < 3"));
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        check(
            "MATCH (n) RETURN CASE WHEN n.k + 1 > 2 * (3 + n.l) AND n.m STARTS WITH 'abc' THEN CASE WHEN n.o THEN 1 END END AS y",
            Feature::Case,
            Some("CASE WHEN .. AND .. THEN CASE WHEN n.o THEN 1 END END"),
        );
    }

    #[test]
    fn a_long_value_is_left_out_where_it_has_no_room() {
        let text = format!("MATCH (n) RETURN CASE n.k WHEN '{}' THEN 'short' END AS y", "x".repeat(70));
        check(&text, Feature::Case, Some("CASE n.k WHEN .. THEN 'short' END"));
    }

    #[test]
    fn a_predicate_is_told_when_it_is_the_only_one() {
        let check = |text: &str, expected: Option<&str>| {
            let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(only_predicate(&statement).as_deref(), expected, "{text}");
        };
        check("MATCH (n)-[m]->() WHERE m.k0 IN [n.k3 + 5] RETURN n", Some("m.k0 IN [n.k3 + 5]"));
        check("MATCH (n) WHERE n.k = 1 WITH n WHERE n.k = 2 RETURN n", None);
        check("MATCH (n) RETURN n", None);
    }

    #[test]
    fn what_is_returned_is_told_when_there_is_nothing_else() {
        let check = |text: &str, expected: Option<&str>| {
            let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(only_returned(&statement).as_deref(), expected, "{text}");
        };
        check("RETURN size('bc') + 17 AS y", Some("size('bc') + 17"));
        check("RETURN DISTINCT 1 AS x", None);
        check("RETURN 1 AS x LIMIT 1", None);
        check("RETURN 1 AS x, 2 AS y", None);
        check("RETURN 1 AS x UNION RETURN 2 AS x", None);
        check("MATCH (n) RETURN n.k AS x", None);
    }
}
