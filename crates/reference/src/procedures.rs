//! Procedures: the built-in ones and those given as tables.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{BinaryOperator, Clause, Expression, Literal, Query};
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
    let output = match name {
        "db.labels" => "label",
        "db.relationshipTypes" => "relationshipType",
        "db.propertyKeys" => "propertyKey",
        _ => return None,
    };
    Some(Signature { inputs: Vec::new(), input_types: Vec::new(), outputs: vec![output.into()] })
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

/// Whether a query asks a procedure for names none of which may be there: a database may list those that elements once had.
pub(crate) fn asks_for_unused_names(query: &Query, graph: &Graph) -> bool {
    query.parts().any(|part| {
        part.clauses.iter().enumerate().any(|(place, clause)| match clause {
            Clause::Subquery(subquery) => asks_for_unused_names(&subquery.query, graph),
            Clause::Call(call) => {
                let behind = match part.clauses.get(place + 1) {
                    Some(Clause::With(with)) => with.predicate.as_ref(),
                    _ => None,
                };
                let asked = call.predicate.iter().chain(behind).flat_map(names_in);
                asked.into_iter().any(|name| !is_used(&call.name, &name, graph))
            }
            _ => false,
        })
    })
}

/// The names that a predicate takes.
fn names_in(predicate: &Expression) -> Vec<Name> {
    let name = |expression: &Expression| match expression {
        Expression::Literal(Literal::String(name)) => Some(Name::from(name.as_str())),
        _ => None,
    };
    match predicate {
        Expression::Comparison(_, links) => links.iter().filter_map(|(_, right)| name(right)).collect(),
        Expression::Binary(BinaryOperator::In, _, right) => match &**right {
            Expression::List(items) => items.iter().filter_map(name).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether an element has a name of those that a built-in procedure yields; of others, yes.
fn is_used(procedure: &str, name: &Name, graph: &Graph) -> bool {
    match procedure {
        "db.labels" => graph.nodes().any(|node| node.labels.contains(name)),
        "db.relationshipTypes" => graph.relationships().any(|relationship| relationship.kind == *name),
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
    fn a_name_that_no_element_has_may_be_remembered() {
        let mut graph = Graph::new();
        graph.add_node(["A".into()], Properties::from_iter([("k".into(), Value::Integer(1))]));
        let check = |text: &str, unused: bool| {
            let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
            assert_eq!(asks_for_unused_names(&query, &graph), unused, "{text}");
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
    }
}
