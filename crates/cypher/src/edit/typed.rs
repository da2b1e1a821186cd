//! Types, for targets that have them: there an edit must not bring values of different types together, which such a
//! target casts or refuses by design, and must leave each node a label, without which it has no table.

use graphlance_graph::value::TemporalKind;

use crate::ast::*;
use crate::facts::{Kind, Scope, infer};
use crate::names::{Names, pattern_variables};
use crate::walk::{Part, any};

/// Types that meet in comparisons, lists and CASE.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Number,
    Text,
    Truth,
    List,
    Map,
    Temporal(TemporalKind),
    Point,
}

/// Whether only values of one type meet, as far as the text shows types: what a variable or property holds is not known.
pub fn is_well_typed(statement: &Statement) -> bool {
    let misfit = |part: &Part<'_>| matches!(part, Part::Expression(expression) if !fits(expression));
    Part::of(statement).is_none_or(|root| !any(root, &mut |part| misfit(part)))
}

/// Whether each node that a statement may make has so many labels.
pub fn labels_what_it_makes(statement: &Statement, least: usize) -> bool {
    let Statement::Query(query) = statement else { return true };
    query.parts().all(|part| labelled(&part.clauses, Names::default(), least))
}

fn labelled<'a>(clauses: &'a [Clause], mut names: Names<'a>, least: usize) -> bool {
    clauses.iter().all(|clause| {
        let fine = match clause {
            Clause::Create(patterns) | Clause::Insert(patterns) => makes_labelled(patterns, &names, least),
            Clause::Merge(merge) => makes_labelled(std::slice::from_ref(&merge.pattern), &names, least),
            Clause::Foreach(loop_) => {
                let mut inside = names.clone();
                inside.bind(&loop_.variable);
                labelled(&loop_.clauses, inside, least)
            }
            Clause::Subquery(subquery) => {
                subquery.query.parts().all(|part| labelled(&part.clauses, names.inside(subquery), least))
            }
            Clause::Composed(composed) => composed
                .queries()
                .iter()
                .flat_map(|query| query.parts())
                .all(|part| labelled(&part.clauses, names.clone(), least)),
            _ => true,
        };
        names.pass(clause);
        fine
    })
}

/// A node whose variable is bound, before or by an earlier pattern, is not made.
fn makes_labelled<'a>(patterns: &'a [Pattern], names: &Names<'a>, least: usize) -> bool {
    let mut names = names.clone();
    patterns.iter().all(|pattern| {
        let PathPattern { start, segments } = &pattern.path;
        let ends = segments.iter().map(|segment| match segment {
            Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
        });
        let fine = std::iter::once(start).chain(ends).all(|node| {
            let made = node.variable.as_ref().is_none_or(|name| !names.contains(name));
            // A variable that comes twice in a pattern is given its labels once.
            node.variable.iter().for_each(|name| names.bind(name));
            !made || node.labels.as_ref().map_or(0, labels_of) >= least
        });
        pattern_variables(pattern, &mut |name| names.bind(name));
        fine
    })
}

/// How many labels a pattern gives the node that it makes.
fn labels_of(labels: &LabelExpression) -> usize {
    match labels {
        LabelExpression::Name(_) => 1,
        LabelExpression::Colons(names) => names.len(),
        LabelExpression::And(left, right) => labels_of(left) + labels_of(right),
        _ => 0,
    }
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
        Expression::ExtendedCase(case) => {
            let values = case.branches.iter().flat_map(|branch| &branch.tests).filter_map(|test| match test {
                CaseTest::Value(value) | CaseTest::Comparison(_, value) => Some(value),
                _ => None,
            });
            let results = case.branches.iter().map(|branch| &branch.then);
            agree(std::iter::once(&case.operand).chain(values)) && agree(results.chain(&case.otherwise))
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
        Kind::Temporal(kind) => Some(Group::Temporal(kind)),
        Kind::Point => Some(Group::Point),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let Ok(Statement::Query(query)) = parse(&format!("RETURN {text} AS x")) else { panic!("{text}") };
        let Some(Clause::Return(projection)) = query.first.clauses.first() else { panic!("{text}") };
        assert_eq!(fits(&projection.items[0].expression), expected, "{text}");
    }

    #[test]
    fn what_a_statement_makes_has_labels() {
        let check = |text: &str, expected: bool| {
            let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(labels_what_it_makes(&statement, 1), expected, "{text}");
            assert!(labels_what_it_makes(&statement, 0), "{text}");
        };
        check("CREATE (n4 {id: 1})", false);
        check("CREATE (a:A {id: 1}), (b:A), (a)-[:T]->(b)", true);
        check("CREATE (a:A)-[:T]->()", false);
        check("CREATE (a)-[:T]->(a:A)", false);
        check("MATCH (a {id: 1}) CREATE (a)-[:T]->(:A)", true);
        check("MATCH (a {id: 1}) CREATE (a)-[:T]->(b)", false);
        check("MERGE (a {id: 1})", false);
        check("MATCH (a) MERGE (a)-[:T]->(a)", true);
        check("FOREACH (i IN [1] | CREATE (:A {id: i}))", true);
        check("FOREACH (i IN [1] | CREATE ({id: i}))", false);
        check("MATCH (a) CALL { WITH a CREATE (a)-[:T]->({id: 1}) } RETURN a", false);
        check("MATCH (a) RETURN a", true);
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
        check("date('2020-02-29') < date('2021-01-01')", true);
        check("date('2020-02-29') < localtime('12:00')", false);
        check("date('2020-02-29').year = 2020", true);
        check("[1, null, 2.5]", true);
        check("CASE 1 WHEN 'a' THEN 2 END", false);
        check("CASE WHEN true THEN 2 ELSE 'a' END", false);
    }
}
