//! Types, for targets that have them: there an edit must not bring values of different types together, which such a
//! target casts or refuses by design.

use graphlance_cypher::ast::{BinaryOperator, Case as CaseExpression, Expression};
use graphlance_cypher::facts::{Kind, Scope, infer};
use graphlance_cypher::walk::{Part, walk};
use graphlance_oracles::{Case, Step};

/// Types that meet in comparisons, lists and CASE.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Number,
    Text,
    Truth,
    List,
    Map,
}

/// Whether only values of one type meet, as far as the text shows types: what a variable or property holds is not known.
pub(super) fn is_well_typed(case: &Case) -> bool {
    case.steps.iter().all(|step| match step {
        Step::Run(statement) => {
            let mut fine = true;
            if let Some(part) = Part::of(statement) {
                walk(part, &mut |part| {
                    if let Part::Expression(expression) = part {
                        fine &= fits(expression);
                    }
                });
            }
            fine
        }
        Step::Snapshot => true,
    })
}

fn fits(expression: &Expression) -> bool {
    use BinaryOperator as Op;
    match expression {
        Expression::Comparison(first, links) => agree(std::iter::once(&**first).chain(links.iter().map(|(_, it)| it))),
        Expression::Binary(Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches, a, b) => {
            [a, b].into_iter().all(|it| group(it).is_none_or(|group| group == Group::Text))
        }
        Expression::Binary(Op::In, a, b) => match &**b {
            Expression::List(items) => agree(std::iter::once(&**a).chain(items)),
            _ => true,
        },
        Expression::List(items) => agree(items.iter()),
        Expression::Case(case) => {
            let CaseExpression { operand, branches, otherwise } = &**case;
            let tests = branches.iter().map(|(when, _)| when);
            let results = branches.iter().map(|(_, then)| then);
            let tested = operand.is_none() || agree(operand.iter().chain(tests));
            tested && agree(results.chain(otherwise))
        }
        _ => true,
    }
}

/// Whether all whose type is known have the same.
fn agree<'a>(expressions: impl Iterator<Item = &'a Expression>) -> bool {
    let mut groups = expressions.filter_map(group);
    groups.next().is_none_or(|first| groups.all(|other| other == first))
}

fn group(expression: &Expression) -> Option<Group> {
    match infer(expression, &Scope::default()).kind {
        Kind::Integer | Kind::Float | Kind::Number => Some(Group::Number),
        Kind::String => Some(Group::Text),
        Kind::Boolean => Some(Group::Truth),
        Kind::List => Some(Group::List),
        Kind::Map => Some(Group::Map),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphlance_cypher::{Clause, Statement, parse};

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let Ok(Statement::Query(query)) = parse(&format!("RETURN {text} AS x")) else { panic!("{text}") };
        let Some(Clause::Return(projection)) = query.first.clauses.first() else { panic!("{text}") };
        assert_eq!(fits(&projection.items[0].expression), expected, "{text}");
    }

    #[test]
    fn values_of_different_types_do_not_meet() {
        check("1 < 2.5", true);
        check("1 < 'a'", false);
        check("n.k < 'a'", true);
        check("null = 1", true);
        check("1 ENDS WITH 1", false);
        check("'a' CONTAINS n.k", true);
        check("1 IN ['a']", false);
        check("[1, null, 2.5]", true);
        check("CASE 1 WHEN 'a' THEN 2 END", false);
        check("CASE WHEN true THEN 2 ELSE 'a' END", false);
    }
}
