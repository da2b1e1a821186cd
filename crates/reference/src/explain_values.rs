//! The values of the sub-expressions of a clause on the rows it is evaluated for, for reports.

use graphlance_case::ValueTrace;
use graphlance_cypher::ast::*;
use graphlance_cypher::features::features_of;
use graphlance_cypher::print::print_expression;
use graphlance_cypher::walk::{Part, for_each_child};
use graphlance_cypher::{Dialect, Feature, Statement};
use graphlance_graph::{Graph, Name};

use crate::{OpenAnswers, Options, evaluate};

/// Sub-expressions shown of a clause.
const MOST_EXPRESSIONS: usize = 10;
/// Rows shown of a clause.
pub const MOST_ROWS: usize = 6;

/// The values of what a clause computes: of a WHERE on the rows that it filters, of the items of WITH and RETURN on the
/// rows that come in. `before` are the clauses in front of it. None where nothing is computed, or where the values
/// cannot be had.
pub fn explain_values(graph: &Graph, before: &[Clause], clause: &Clause, options: &Options) -> Option<ValueTrace> {
    let mut clauses = before.to_vec();
    let mut found = Vec::new();
    match clause {
        Clause::Match(this) => {
            collect(this.predicate.as_ref()?, &mut found);
            clauses.push(Clause::Match(Match { predicate: None, ..this.clone() }));
        }
        Clause::With(With { projection, predicate: Some(predicate) }) => {
            collect(predicate, &mut found);
            clauses.push(Clause::With(With { projection: projection.clone(), predicate: None }));
        }
        Clause::With(With { projection, .. }) | Clause::Return(projection) => {
            projection.items.iter().for_each(|item| collect(&item.expression, &mut found));
        }
        Clause::Unwind(unwind) => collect(&unwind.list, &mut found),
        _ => {}
    }
    found.truncate(MOST_EXPRESSIONS);
    if found.is_empty() {
        return None;
    }
    let items = found.iter().enumerate();
    let items = items.map(|(place, (expression, _))| ProjectionItem {
        expression: expression.clone(),
        alias: Some(format!("x{place}").into()),
    });
    let items = items.collect();
    clauses.push(Clause::Return(Projection { items, ..Projection::default() }));
    let statement = Statement::Query(SingleQuery { clauses }.into());
    if features_of(&statement).contains(&Feature::Aggregation) && clause_aggregates(clause) {
        return None;
    }
    let options = Options { open: OpenAnswers::Choose, ..options.clone() };
    let mut rows = evaluate(graph, &statement, &options).ok()?.returns.rows;
    rows.truncate(MOST_ROWS);
    Some(ValueTrace { expressions: found.into_iter().map(|(_, text)| text).collect(), rows })
}

/// Whether a projection aggregates: then its items have no value on a single row.
fn clause_aggregates(clause: &Clause) -> bool {
    let clauses = match clause {
        Clause::With(With { projection, .. }) => vec![Clause::Return(projection.clone())],
        other => vec![other.clone()],
    };
    features_of(&Statement::Query(SingleQuery { clauses }.into())).contains(&Feature::Aggregation)
}

/// Adds the sub-expressions that compute something, inner ones first. What stands inside a comprehension, quantifier or
/// subquery has variables of its own, and is left out.
fn collect(expression: &Expression, found: &mut Vec<(Expression, Name)>) {
    let own_scope = matches!(
        expression,
        Expression::ListComprehension(_)
            | Expression::PatternComprehension(_)
            | Expression::Quantified(_)
            | Expression::Reduce(_)
            | Expression::Pattern(_)
            | Expression::Exists(_)
            | Expression::Count(_)
            | Expression::Collect(_)
    );
    if !own_scope {
        for_each_child(Part::Expression(expression), &mut |part| {
            if let Part::Expression(inner) = part {
                collect(inner, found);
            }
        });
    }
    if matches!(expression, Expression::Literal(_) | Expression::Variable(_) | Expression::CountStar) {
        return;
    }
    let text = Name::from(print_expression(expression, &Dialect::standard()));
    if !found.iter().any(|(_, known)| *known == text) {
        found.push((expression.clone(), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphlance_cypher::parse;
    use graphlance_graph::Value;

    fn trace(text: &str) -> Option<ValueTrace> {
        let Statement::Query(query) = parse(text).unwrap_or_else(|error| panic!("{error}")) else { return None };
        let (last, before) = query.first.clauses.split_last()?;
        explain_values(&Graph::new(), before, last, &Options::default())
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, Value)]) {
        let trace = trace(text).unwrap_or_else(|| panic!("no values of {text}"));
        let row = trace.rows.first().cloned().unwrap_or_default();
        let actual: Vec<(&str, Value)> = trace.expressions.iter().map(Name::as_str).zip(row).collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn inner_expressions_come_before_outer_ones() {
        let values = [("x + 1", Value::Integer(3)), ("x + 1 > 2", Value::Boolean(true))];
        check("UNWIND [2] AS x WITH x WHERE x + 1 > 2", &values);
        check("WITH 2 AS x RETURN x + 1 > 2", &values);
    }

    #[test]
    fn rows_that_a_predicate_drops_are_shown_too() {
        let rows = trace("UNWIND [1, 5] AS x WITH x WHERE x > 2").map(|trace| trace.rows);
        assert_eq!(rows, Some(vec![vec![Value::Boolean(false)], vec![Value::Boolean(true)]]));
    }

    #[test]
    fn what_has_variables_of_its_own_is_shown_as_a_whole() {
        check("WITH [1] AS l RETURN all(y IN l WHERE y > 0)", &[("all(y IN l WHERE y > 0)", Value::Boolean(true))]);
    }

    #[test]
    fn aggregates_and_bare_variables_have_no_values_to_show() {
        assert_eq!(trace("UNWIND [1] AS x RETURN x"), None);
        assert_eq!(trace("UNWIND [1] AS x RETURN sum(x + 1)"), None);
    }
}
