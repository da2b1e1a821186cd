//! What a candidate of a reduction must keep of the care with which cases are generated, so that no edit makes a false alarm.
//!
//! Generated expressions raise no error on any element of the graph, printed trees parse back, and nothing depends on
//! what openCypher leaves open. An edit may break each of these.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Kind, Scope, infer};
use graphlance_cypher::features::features_of;
use graphlance_cypher::functions::Scalar;
use graphlance_cypher::walk::{Part, PartMut, any, for_each_child, for_each_expression_mut, walk};
use graphlance_cypher::{Dialect, Feature, Statement, build, parse, print};
use graphlance_graph::{Graph, Name, Node, Relationship, Value};

use crate::procedures::names_taken;
use crate::{Options, check, evaluate_expression, explain};

/// Combinations of values tried for one expression.
const MOST_COMBINATIONS: usize = 4_000;

/// Whether a statement says what it seems to say, in words whose meaning openCypher fixes.
pub(crate) fn is_plain(graph: &Graph, statement: &Statement) -> bool {
    !begins_with_star(statement) && filters_procedures(statement, graph)
}

/// Whether a statement has a text of its own and is no error before it runs.
pub(crate) fn is_valid(statement: &Statement) -> bool {
    parses_back(statement) && check(statement).is_ok()
}

/// An edit may leave a tree that has no text of its own, such as a pattern with null for its map.
fn parses_back(statement: &Statement) -> bool {
    parse(&print(statement, &Dialect::standard())).is_ok_and(|again| again == *statement)
}

/// A `*` where nothing is in scope: openCypher does not say whether that may be.
fn begins_with_star(statement: &Statement) -> bool {
    let Statement::Query(query) = statement else { return false };
    query.parts().any(|part| match part.clauses.first() {
        Some(Clause::With(With { projection, .. }) | Clause::Return(projection)) => projection.star,
        _ => false,
    })
}

/// A database may list names that no element has any more, or that only an index has: of what each call yields certain names must
/// be taken, by a filter of its own or of the WITH behind it, and indexes must be of names that elements have.
fn filters_procedures(statement: &Statement, graph: &Graph) -> bool {
    let Statement::Query(query) = statement else { return true };
    query.parts().all(|part| {
        part.clauses.iter().enumerate().all(|(place, clause)| {
            let Clause::Call(call) = clause else { return true };
            let Yield::Items(items) = &call.results else { return false };
            let yielded: Vec<&Name> = items.iter().map(|item| item.variable.as_ref().unwrap_or(&item.field)).collect();
            let own = call.predicate.as_ref().is_some_and(|predicate| takes_names(predicate, &yielded));
            let behind = || matches!(part.clauses.get(place + 1), Some(Clause::With(with)) if hands_on(with, &yielded));
            indexes_are_of_elements(graph) && (own || behind())
        })
    })
}

/// Whether a WITH takes certain names of those that variables have, before it cuts anything.
fn hands_on(with: &With, yielded: &[&Name]) -> bool {
    let Projection { star, items, skip, limit, .. } = &with.projection;
    let handed = items.iter().filter_map(|item| match &item.expression {
        Expression::Variable(name) if yielded.contains(&name) => Some(item.alias.as_ref().unwrap_or(name)),
        _ => None,
    });
    let handed: Vec<&Name> = handed.chain(yielded.iter().copied().filter(|_| *star)).collect();
    let takes = with.predicate.as_ref().is_some_and(|predicate| takes_names(predicate, &handed));
    takes && skip.is_none() && limit.is_none()
}

fn indexes_are_of_elements(graph: &Graph) -> bool {
    graph.schema.indexes.iter().all(|index| {
        index.keys.iter().all(|key| {
            let node = |node: &Arc<Node>| node.labels.contains(&index.name) && node.properties.contains_key(key);
            let relationship = |each: &Arc<Relationship>| each.kind == index.name && each.properties.contains_key(key);
            if index.on_nodes { graph.nodes().any(node) } else { graph.relationships().any(relationship) }
        })
    })
}

/// Whether a predicate is that one of some variables is a name, or one of several.
fn takes_names(predicate: &Expression, of: &[&Name]) -> bool {
    names_taken(predicate).is_some_and(|(left, _)| matches!(left, Expression::Variable(name) if of.contains(&name)))
}

/// Whether no expression of a statement can raise an error, whichever elements an engine evaluates it on and whenever.
pub(crate) fn raises_nowhere(graph: &Graph, statement: &Statement, options: &Options) -> bool {
    !reads_behind_deletion(statement) && Raising::new(graph, statement, options).nowhere(statement)
}

/// Whether a value is computed behind a DELETE, perhaps of what it deleted: an engine may fetch what a later clause needs of an
/// element as soon as it has it, and then raise an error for rows that would never come so far.
fn reads_behind_deletion(statement: &Statement) -> bool {
    let Statement::Query(query) = statement else { return false };
    let deletes = |part: &Part<'_>| matches!(part, Part::Clause(Clause::Delete(_)));
    let reads = |part: &Part<'_>| {
        matches!(part, Part::Expression(Expression::Property(..) | Expression::Index(..) | Expression::Function(_)))
    };
    query.parts().any(|part| {
        let mut clauses =
            part.clauses.iter().skip_while(|clause| !any(Part::Clause(clause), &mut |part| deletes(part)));
        let nests = clauses.next().is_some_and(|clause| !matches!(clause, Clause::Delete(_)));
        nests || clauses.any(|clause| any(Part::Clause(clause), &mut |part| reads(part)))
    })
}

/// Tries expressions on all values that their variables may have.
struct Raising<'a> {
    graph: Graph,
    options: &'a Options,
    values: BTreeMap<Name, Vec<Value>>,
}

impl<'a> Raising<'a> {
    fn new(graph: &Graph, statement: &Statement, options: &'a Options) -> Raising<'a> {
        let mut graph = graph.clone();
        // An element without labels and properties, so that absent ones are tried too.
        let bare = graph.add_node([], Default::default());
        // Both ends exist.
        let _ = graph.add_relationship(bare, "Bare".into(), bare, Default::default());
        let mut values: BTreeMap<Name, Vec<Value>> = BTreeMap::new();
        for trace in explain(&graph, statement, options) {
            for (column, name) in trace.columns.iter().enumerate() {
                let known = values.entry(name.clone()).or_insert_with(|| vec![Value::Null]);
                for value in trace.rows.iter().filter_map(|row| row.get(column)) {
                    if known.len() < 16 && !known.contains(value) {
                        known.push(value.clone());
                    }
                }
            }
        }
        let nodes: Vec<Value> = graph.nodes().map(|node| Value::Node(node.clone())).collect();
        let relationships: Vec<Value> = graph.relationships().map(|r| Value::Relationship(r.clone())).collect();
        if let Some(part) = Part::of(statement) {
            walk(part, &mut |part| match part {
                Part::Node(NodePattern { variable: Some(name), .. }) => {
                    drop(values.insert(name.clone(), nodes.clone()))
                }
                Part::Relationship(RelationshipPattern { variable: Some(name), length: None, .. }) => {
                    values.insert(name.clone(), relationships.clone());
                }
                _ => {}
            });
        }
        Raising { graph, options, values }
    }

    fn nowhere(&self, statement: &Statement) -> bool {
        Part::of(statement).is_none_or(|part| self.part(part))
    }

    fn part(&self, part: Part<'_>) -> bool {
        match part {
            Part::Expression(expression) if aggregates(expression) => self.children(part),
            Part::Expression(expression) => self.expression(expression),
            Part::Clause(Clause::Match(Match { predicate: Some(predicate), .. }))
            | Part::Clause(Clause::With(With { predicate: Some(predicate), .. })) => {
                // A predicate must be a truth value or null, which NOT asks for, and look like one.
                looks_like_truth(predicate) && self.expression(&build::not(predicate.clone())) && self.children(part)
            }
            other => self.children(other),
        }
    }

    fn children(&self, part: Part<'_>) -> bool {
        let mut nowhere = true;
        for_each_child(part, &mut |child| nowhere = nowhere && self.part(child));
        nowhere
    }

    fn expression(&self, expression: &Expression) -> bool {
        let expression = &with_strict_text(expression);
        let mut names: Vec<Name> = Vec::new();
        walk(Part::Expression(expression), &mut |part| {
            if let Part::Expression(Expression::Variable(name)) = part
                && self.values.contains_key(name)
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        });
        let lists: Vec<&[Value]> = names.iter().map(|name| self.values[name].as_slice()).collect();
        let all = lists.iter().fold(1_usize, |all, list| all.saturating_mul(list.len().max(1)));
        (0..all.min(MOST_COMBINATIONS)).all(|number| {
            let mut rest = number;
            let chosen: Vec<Value> = lists
                .iter()
                .map(|list| {
                    let place = rest % list.len().max(1);
                    rest /= list.len().max(1);
                    list.get(place).cloned().unwrap_or(Value::Null)
                })
                .collect();
            let bindings = |name: &str| {
                let place = names.iter().position(|known| known == name)?;
                chosen.get(place).cloned()
            };
            evaluate_expression(&self.graph, expression, &bindings, self.options).is_ok()
        })
    }
}

/// Whether an expression may be a truth value by its text; `null - 1` is null, but of a type that is none.
fn looks_like_truth(expression: &Expression) -> bool {
    use BinaryOperator as Op;
    let computes = match expression {
        Expression::Binary(operator, ..) => {
            matches!(operator, Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power)
        }
        Expression::Unary(operator, _) => matches!(operator, UnaryOperator::Minus | UnaryOperator::Plus),
        _ => false,
    };
    !computes && matches!(infer(expression, &Scope::default()).kind, Kind::Any | Kind::Boolean)
}

/// The expression with operands of text operators that raise an error when they are no text: in openCypher
/// `1 STARTS WITH 'a'` is null, but engines with types refuse it.
fn with_strict_text(expression: &Expression) -> Expression {
    use BinaryOperator as Op;
    let mut strict = expression.clone();
    for_each_expression_mut(PartMut::Expression(&mut strict), &mut |each| {
        if let Expression::Binary(Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches, left, right) = each {
            for operand in [left, right] {
                **operand = build::call(Scalar::ToLower.name(), vec![operand.as_ref().clone()]);
            }
        }
    });
    strict
}

fn aggregates(expression: &Expression) -> bool {
    let items = vec![ProjectionItem { expression: expression.clone(), alias: Some("x".into()) }];
    let clauses = vec![Clause::Return(Projection { items, ..Projection::default() })];
    features_of(&Statement::Query(SingleQuery { clauses }.into())).contains(&Feature::Aggregation)
}

#[cfg(test)]
mod tests {
    use graphlance_graph::{Index, IndexKind, NodeKey, Properties};

    use super::*;

    fn graph() -> Graph {
        let mut graph = Graph::new();
        let key = graph.add_node(["A".into()], Properties::from_iter([("k".into(), Value::Integer(1))]));
        assert_eq!(key, NodeKey(0));
        graph
    }

    fn plain(graph: &Graph, statement: &Statement) -> bool {
        is_valid(statement) && is_plain(graph, statement)
    }

    #[track_caller]
    fn sound(text: &str, wanted: bool, total: bool) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(plain(&graph(), &statement), wanted, "{text}");
        assert_eq!(raises_nowhere(&graph(), &statement, &Options::default()), total, "{text}");
    }

    #[test]
    fn right_types_on_all_elements_raise_nowhere() {
        sound("MATCH (a)-[r]->(b) WHERE a.k > 1 AND toUpper(type(r)) = 'X' RETURN a.k + 1 AS x", true, true);
        sound("MATCH (a)-[r]->(b) WHERE type(r) CONTAINS 'a' AND null STARTS WITH 'b' RETURN 1 AS x", true, true);
        sound("MATCH (a) WITH a.k AS x, count(*) AS n WHERE n > 0 RETURN sum(x) AS s, n", true, true);
    }

    #[test]
    fn wrong_types_raise_even_where_no_row_comes() {
        for predicate in [
            "isEmpty(1)",
            "a.k",
            "null - 1 > 'a' + 1",
            "true[1]",
            "head(true) = 1",
            "r[1] = 1",
            "1 CONTAINS 'a'",
            "null - 1",
        ] {
            sound(&format!("MATCH (a)-[r]->() WHERE {predicate} RETURN 1 AS x"), true, false);
        }
    }

    #[test]
    fn many_variables_have_more_values_together_than_can_be_counted() {
        let names: Vec<String> = (0..64).map(|number| format!("n{number}")).collect();
        let nodes: Vec<String> = names.iter().map(|name| format!("({name})")).collect();
        let matched = format!("MATCH (:None), {}", nodes.join(", "));
        sound(&format!("{matched} RETURN [{}, n0.k + 1] AS x", names.join(", ")), true, true);
        sound(&format!("{matched} RETURN [{}, toUpper(n0.k)] AS x", names.join(", ")), true, false);
    }

    #[test]
    fn an_error_before_it_runs_is_not_plain() {
        sound("MATCH () WHERE (a)-->() RETURN 1 AS x", false, true);
        sound("MATCH () WHERE NOT 1 RETURN 1 AS x", false, false);
        sound("MATCH (a) WHERE (a)-->() RETURN 1 AS x", true, true);
    }

    #[test]
    fn a_star_with_nothing_in_scope_is_not_plain() {
        sound("WITH * RETURN 1 AS x", false, true);
        sound("MATCH (a) WITH * RETURN 1 AS x", true, true);
    }

    #[test]
    fn a_procedure_must_be_filtered() {
        sound("CALL db.labels() YIELD label AS x RETURN 1 AS y", false, true);
        let filtered = "CALL db.labels() YIELD label AS x WITH x WHERE x = 'A' RETURN 1 AS y";
        sound(filtered, true, true);
        let call = "CALL db.labels() YIELD label AS x";
        for filter in
            ["WHERE x = 'A'", "WHERE x IN ['A', 'B']", "WITH *, 1 AS z WHERE x = 'A'", "WITH x AS z WHERE z IN ['A']"]
        {
            sound(&format!("{call} {filter} RETURN 1 AS y"), true, true);
        }
        // What takes no names, takes those of something else, or comes when rows are cut already.
        for filter in [
            "WHERE x <> 'A'",
            "WHERE NOT x IN ['A']",
            "WITH 'A' AS z WHERE z = 'A'",
            "WITH x AS z, 'A' AS x WHERE x = 'A'",
            "WITH x ORDER BY x LIMIT 1 WHERE x = 'A'",
            "WITH x SKIP 1 WHERE x = 'A'",
        ] {
            sound(&format!("{call} {filter} RETURN 1 AS y"), false, true);
        }
        sound("WITH 'A' AS k CALL db.labels() YIELD label AS x WHERE k = 'A' RETURN 1 AS y", false, true);
        let statement = parse(filtered).unwrap_or_else(|error| panic!("{error}"));
        let mut indexed = graph();
        let index =
            |key: &str| Index { kind: IndexKind::Range, on_nodes: true, name: "A".into(), keys: vec![key.into()] };
        indexed.schema.indexes.push(index("k"));
        assert!(plain(&indexed, &statement));
        indexed.schema.indexes.push(index("unused"));
        assert!(!plain(&indexed, &statement));
    }

    #[test]
    fn a_tree_without_a_text_of_its_own_is_not_plain() {
        let mut broken = parse("MATCH (a) RETURN 1 AS x").unwrap_or_else(|error| panic!("{error}"));
        let Statement::Query(query) = &mut broken else { panic!("a query") };
        let Clause::Match(this) = &mut query.first.clauses[0] else { panic!("a MATCH") };
        this.patterns[0].path.start = NodePattern { properties: Some(build::null()), ..NodePattern::default() };
        assert!(!plain(&graph(), &broken));
    }
}
