//! Passes over values: a value is replaced by a simpler one, in the graph and in the statements at once.

use std::sync::Arc;

use graphlance_case::language::Stage;
use graphlance_case::{Case, Load, Statement};
use graphlance_engines::TargetError;
use graphlance_graph::simplicity::simpler;
use graphlance_graph::{Graph, Properties, Value};

use crate::reducer::Reducer;
use crate::statement::run_passes;

/// Replaces each value by the simplest that keeps the failure: everywhere at once, then literal by literal.
pub(crate) fn simplify(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for mut value in all_values(reducer.case()) {
        while let Some(simpler) = simplify_everywhere(reducer, &value)? {
            value = simpler;
        }
    }
    run_passes(reducer, Stage::Literals)?;
    run_passes(reducer, Stage::LoadedLiterals)
}

/// Replaces a value everywhere by a simpler one, which it gives; none when none keeps the failure.
fn simplify_everywhere(reducer: &mut Reducer<'_>, value: &Value) -> Result<Option<Value>, TargetError> {
    for simpler in simpler(value) {
        if reducer.attempt(|case| replace_everywhere(case, value, &simpler))? {
            return Ok(Some(simpler));
        }
    }
    Ok(None)
}

/// The distinct values stored in the graph and written in the statements, in a fixed order.
fn all_values(case: &Case) -> Vec<Value> {
    let script = case.load.script();
    let written = script.iter().chain(case.statements()).flat_map(|statement| statement.literals());
    let found = stored(&case.graph).into_iter().chain(written);
    let mut distinct: Vec<Value> = Vec::new();
    for value in found {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

fn stored(graph: &Graph) -> Vec<Value> {
    let nodes = graph.nodes().flat_map(|node| node.properties.values());
    let relationships = graph.relationships().flat_map(|each| each.properties.values());
    nodes
        .chain(relationships)
        .flat_map(|value| match value {
            Value::List(items) => std::iter::once(value.clone()).chain(items.iter().cloned()).collect(),
            other => vec![other.clone()],
        })
        .collect()
}

pub(crate) fn replace_everywhere(case: &mut Case, from: &Value, to: &Value) -> bool {
    let mut changed = replace_stored(case, from, to);
    let mut write = |statement: &mut Statement| {
        if let Some(simpler) = statement.with_literal(from, to) {
            *statement = simpler;
            changed = true;
        }
    };
    for step in &mut case.steps {
        if let Some(statement) = step.statement_mut() {
            write(statement);
        }
    }
    if let Load::Script(script) = &mut case.load {
        Arc::make_mut(script).iter_mut().for_each(write);
    }
    changed
}

fn replace_stored(case: &mut Case, from: &Value, to: &Value) -> bool {
    if !is_stored(&case.graph, from) {
        return false;
    }
    let graph = Arc::make_mut(&mut case.graph);
    let mut changed = false;
    let mut change = |properties: &mut Properties| {
        let before = properties.len();
        // A property that is null is none.
        properties.retain(|_, value| !to.is_null() || value != from);
        changed |= properties.len() < before;
        if !to.is_null() {
            properties.values_mut().for_each(|value| changed |= replace(value, from, to));
        }
    };
    let nodes: Vec<_> = graph.nodes().map(|node| node.key).collect();
    for key in nodes {
        graph.edit_node(key, |node| change(&mut node.properties));
    }
    let relationships: Vec<_> = graph.relationships().map(|each| each.key).collect();
    for key in relationships {
        graph.edit_relationship(key, |each| change(&mut each.properties));
    }
    changed
}

/// Whether an element has a value, or a list with it.
fn is_stored(graph: &Graph, wanted: &Value) -> bool {
    let holds = |value: &Value| value == wanted || matches!(value, Value::List(items) if items.contains(wanted));
    graph.nodes().any(|node| node.properties.values().any(holds))
        || graph.relationships().any(|each| each.properties.values().any(holds))
}

fn replace(value: &mut Value, from: &Value, to: &Value) -> bool {
    if value == from {
        *value = to.clone();
        return true;
    }
    match value {
        Value::List(items) if items.contains(from) => {
            Arc::make_mut(items).iter_mut().for_each(|item| {
                replace(item, from, to);
            });
            true
        }
        _ => false,
    }
}
