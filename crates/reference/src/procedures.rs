//! Procedures: the built-in ones and those given as tables.

use std::collections::BTreeSet;

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

/// Whether an element has a name of those that a built-in procedure yields; of others, yes.
pub(crate) fn is_used(procedure: &str, name: &Name, graph: &Graph) -> bool {
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
