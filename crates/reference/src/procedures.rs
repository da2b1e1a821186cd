//! Procedures: the built-in ones and those given as tables.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{BinaryOperator, Clause, ComparisonOperator, Expression, Literal, Query};
use graphlance_cypher::facts::updates;
use graphlance_graph::{Graph, Name, Row, Value};

use crate::{CypherError, ErrorKind, Failure, Options, Phase, Procedure, relations};

/// The names of a procedure's inputs and outputs.
pub(crate) struct Signature {
    pub inputs: Vec<Name>,
    pub input_types: Vec<Name>,
    pub outputs: Vec<Name>,
}

/// The signature of the procedure of this name.
pub(crate) fn signature(name: &str, options: &Options) -> Option<Signature> {
    if let Some(procedure) = options.procedures.get(name) {
        let names = |columns: &[(Name, Name)]| columns.iter().map(|(name, _)| name.clone()).collect();
        let input_types = procedure.inputs.iter().map(|(_, kind)| kind.clone()).collect();
        return Some(Signature { inputs: names(&procedure.inputs), input_types, outputs: names(&procedure.outputs) });
    }
    let output = built_in(name)?;
    Some(Signature { inputs: Vec::new(), input_types: Vec::new(), outputs: vec![output.into()] })
}

/// What the built-in procedure of this name yields.
fn built_in(name: &str) -> Option<&'static str> {
    match name {
        "db.labels" => Some("label"),
        "db.relationshipTypes" => Some("relationshipType"),
        "db.propertyKeys" => Some("propertyKey"),
        _ => None,
    }
}

/// Whether an input of a type takes a value.
pub(crate) fn accepts(kind: &str, value: &Value) -> bool {
    match (kind.trim_end_matches('?'), value) {
        (_, Value::Null) => true,
        ("STRING", value) => matches!(value, Value::String(_)),
        ("INTEGER", value) => matches!(value, Value::Integer(_)),
        ("FLOAT" | "NUMBER", value) => matches!(value, Value::Integer(_) | Value::Float(_)),
        _ => true,
    }
}

/// The rows of outputs that a call yields.
pub(crate) fn call(name: &str, arguments: &[Value], graph: &Graph, options: &Options) -> Result<Vec<Row>, Failure> {
    if let Some(procedure) = options.procedures.get(name) {
        return from_table(procedure, arguments);
    }
    if !arguments.is_empty() {
        return Err(wrong_count(name));
    }
    let mut names = BTreeSet::new();
    match name {
        "db.labels" => names.extend(graph.nodes().flat_map(|node| &node.labels)),
        "db.relationshipTypes" => names.extend(graph.relationships().map(|relationship| &relationship.kind)),
        _ => {
            names.extend(graph.nodes().flat_map(|node| node.properties.keys()));
            names.extend(graph.relationships().flat_map(|relationship| relationship.properties.keys()));
        }
    }
    Ok(names.into_iter().map(|name| vec![Value::String(name.clone())]).collect())
}

/// Whether a query asks a procedure for a name that no element has, or behind a clause that writes: a database may list those that
/// elements once had, and what a transaction did it may not list yet.
pub(crate) fn asks_for_unsure_names(query: &Query, graph: &Graph) -> bool {
    asks_behind(query, &mut false, graph)
}

fn asks_behind(query: &Query, written: &mut bool, graph: &Graph) -> bool {
    query.parts().any(|part| clauses_ask(&part.clauses, written, graph))
}

fn clauses_ask(clauses: &[Clause], written: &mut bool, graph: &Graph) -> bool {
    clauses.iter().enumerate().any(|(place, clause)| {
        let asks = match clause {
            // It is done once for each row: the next time is behind what it wrote.
            Clause::Subquery(it) => asks_behind(&it.query, &mut (*written || writes(clause)), graph),
            Clause::Call(call) => {
                let behind = match clauses.get(place + 1) {
                    Some(Clause::With(with)) => with.predicate.as_ref(),
                    _ => None,
                };
                let filters: Vec<&Expression> = call.predicate.iter().chain(behind).collect();
                let taken: Vec<Vec<&str>> = filters.iter().filter_map(|it| Some(names_taken(it)?.1)).collect();
                // No filter, and any other one, lets names through that no element has.
                let is_loose = taken.is_empty();
                built_in(&call.name).is_some() && (*written || is_loose)
                    || taken.iter().flatten().any(|name| !is_used(&call.name, name, graph))
            }
            _ => false,
        };
        *written |= writes(clause);
        asks
    })
}

/// Whether a clause, or one within it, changes the graph.
fn writes(clause: &Clause) -> bool {
    match clause {
        Clause::Subquery(it) => it.query.parts().any(|part| part.clauses.iter().any(writes)),
        _ => updates(clause),
    }
}

/// What a predicate takes certain names of, if that is what it does, and these.
pub(crate) fn names_taken(predicate: &Expression) -> Option<(&Expression, Vec<&str>)> {
    match predicate {
        Expression::Comparison(of, links) => match &links[..] {
            [(ComparisonOperator::Equal, name)] => Some((of, vec![as_name(name)?])),
            _ => None,
        },
        Expression::Binary(BinaryOperator::In, of, list) => match &**list {
            Expression::List(items) => Some((of, items.iter().map(as_name).collect::<Option<_>>()?)),
            _ => None,
        },
        _ => None,
    }
}

fn as_name(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::Literal(Literal::String(name)) => Some(name.as_str()),
        _ => None,
    }
}

/// Whether an element has a name of those that a built-in procedure yields; of others, yes.
fn is_used(procedure: &str, name: &str, graph: &Graph) -> bool {
    match procedure {
        "db.labels" => graph.nodes().any(|node| node.labels.contains(name)),
        "db.relationshipTypes" => graph.relationships().any(|relationship| *relationship.kind == *name),
        "db.propertyKeys" => {
            graph.nodes().any(|node| node.properties.contains_key(name))
                || graph.relationships().any(|relationship| relationship.properties.contains_key(name))
        }
        _ => true,
    }
}

fn wrong_count(name: &str) -> Failure {
    let message = format!("`{name}` does not take so many arguments");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "InvalidNumberOfArguments", message).into()
}

fn from_table(procedure: &Procedure, arguments: &[Value]) -> Result<Vec<Row>, Failure> {
    let inputs = procedure.inputs.len();
    if arguments.len() != inputs {
        return Err(wrong_count("the procedure"));
    }
    let agrees = |row: &&Row| row.iter().zip(arguments).all(|(a, b)| relations::equivalent(a, b));
    Ok(procedure.rows.iter().filter(agrees).map(|row| row.iter().skip(inputs).cloned().collect()).collect())
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::{Statement, parse};
    use graphlance_graph::Properties;

    use super::*;

    #[test]
    fn names_that_no_element_has_and_what_was_just_written_are_unsure() {
        let mut graph = Graph::new();
        graph.add_node(["A".into()], Properties::from_iter([("k".into(), Value::Integer(1))]));
        let check = |text: &str, unsure: bool| {
            let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
            assert_eq!(asks_for_unsure_names(&query, &graph), unsure, "{text}");
        };
        check("CALL db.labels() YIELD label AS x WHERE x IN ['A'] RETURN x", false);
        check("CALL db.labels() YIELD label AS x WHERE x IN ['A', 'None'] RETURN x", true);
        check("CALL db.labels() YIELD label AS x WITH x WHERE x = 'None' RETURN x", true);
        check("CALL db.propertyKeys() YIELD propertyKey AS x WHERE x = 'None' RETURN x", true);
        check(
            "CALL { CALL db.relationshipTypes() YIELD relationshipType AS x WHERE x = 'None' RETURN x } RETURN x",
            true,
        );
        check("MATCH (a) WHERE 'None' IN labels(a) RETURN 1 AS x", false);
        check("CALL db.labels() YIELD label AS x RETURN x", true);
        check("CALL db.labels() YIELD label AS x WITH x LIMIT 1 RETURN x", true);
        check("CALL db.labels() YIELD label AS x WHERE x <> 'None' RETURN x", true);
        check("CALL db.labels() YIELD label AS x WHERE x = 'A' WITH x WHERE x <> 'None' RETURN x", false);
        check("CALL own.procedure() YIELD x WHERE x <> 'None' RETURN x", false);
        let call = "CALL db.labels() YIELD label AS x WHERE x = 'A'";
        check(&format!("MATCH (a) DETACH DELETE a WITH count(*) AS c {call} RETURN x"), true);
        check(&format!("MATCH (a) CALL {{ WITH a SET a:B }} {call} RETURN x"), true);
        check(&format!("UNWIND [1, 2] AS y CALL {{ {call} CREATE (:C) RETURN x }} RETURN x"), true);
        check(&format!("CREATE (:C) RETURN 'C' AS x UNION {call} RETURN x"), true);
        check(&format!("{call} CREATE (:C) RETURN x"), false);
        check("CREATE (:C) WITH 1 AS y CALL own.procedure() YIELD x RETURN x", false);
    }
}
