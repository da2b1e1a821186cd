//! Passes over values: a value is replaced by a simpler one, in the graph and in the statements at once.

use std::sync::Arc;

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::ast::*;
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Value};

use super::walk::{self, Visitor};
use super::weight::value_weight;
use super::{Place, Reducer};

/// Replaces each value by the simplest that keeps the failure: everywhere at once, then literal by literal.
pub(super) fn simplify(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for mut value in all_values(reducer.case()) {
        while let Some(simpler) = simplify_everywhere(reducer, &value)? {
            value = simpler;
        }
    }
    let loading = reducer.loading_statements();
    for step in reducer.statement_steps().into_iter().chain(loading) {
        // What is stored stays of its kind: each key has one.
        let first = usize::from(matches!(step, Place::Load(_)));
        let mut index = 0;
        loop {
            let mut exists = false;
            for choice in first..=CHOICES {
                let accepted = reducer.attempt_statement(step, |statement| {
                    let edited =
                        walk::nth_expression(statement, index, |expression| simplify_literal(expression, choice));
                    exists |= edited.is_some();
                    edited == Some(true)
                })?;
                if accepted {
                    break;
                }
            }
            if !exists || reducer.is_over() {
                break;
            }
            index += 1;
        }
    }
    Ok(())
}

/// Replaces a value everywhere by a simpler one, which it gives; none when none keeps the failure.
fn simplify_everywhere(reducer: &mut Reducer<'_>, value: &Value) -> Result<Option<Value>, TargetError> {
    for simpler in simpler_values(value) {
        if reducer.attempt(|case| replace_everywhere(case, value, &simpler))? {
            return Ok(Some(simpler));
        }
    }
    Ok(None)
}

/// Simpler values tried per value.
const CHOICES: usize = 8;

fn simpler_values(value: &Value) -> Vec<Value> {
    let candidates: Vec<Value> = match value {
        Value::Boolean(_) => vec![Value::Boolean(true)],
        Value::Integer(_) => [1, 0, 2, 3].map(Value::Integer).to_vec(),
        Value::Float(_) => [1.5, 1.0, 0.5, 2.5].map(Value::Float).to_vec(),
        Value::String(text) => {
            let characters: Vec<char> = text.chars().collect();
            let part = |from: usize, to: usize| Value::from(characters[from..to].iter().collect::<String>().as_str());
            let (half, all) = (characters.len() / 2, characters.len());
            let parts = [(0, half), (half, all), (all.min(1), all), (0, all.saturating_sub(1))];
            let plain = ["a", "b", "c", ""].map(Value::from);
            plain.into_iter().chain(parts.map(|(from, to)| part(from, to))).collect()
        }
        Value::List(items) => items.iter().take(CHOICES - 1).map(|item| Value::list(vec![item.clone()])).collect(),
        _ => Vec::new(),
    };
    candidates.into_iter().filter(|candidate| value_weight(candidate) < value_weight(value)).take(CHOICES).collect()
}

fn simplify_literal(expression: &mut Expression, choice: usize) -> bool {
    let Expression::Literal(literal) = expression else { return false };
    if choice == 0 && *literal != Literal::Integer(1) {
        *literal = Literal::Integer(1);
        return true;
    }
    match simpler_values(&literal_value(literal))
        .into_iter()
        .nth(choice.saturating_sub(1))
        .as_ref()
        .and_then(value_literal)
    {
        Some(simpler) => {
            *literal = simpler;
            true
        }
        None => false,
    }
}

/// The distinct values stored in the graph and written in the statements, in a fixed order.
fn all_values(case: &Case) -> Vec<Value> {
    struct Literals(Vec<Value>);
    impl Visitor for Literals {
        fn expression(&mut self, expression: &mut Expression) {
            if let Expression::Literal(literal) = expression {
                self.0.push(literal_value(literal));
            }
        }
    }
    let mut found = Literals(stored(&case.graph));
    if let Load::Script(script) = &case.load {
        script.iter().for_each(|statement| walk::statement(&mut statement.clone(), &mut found));
    }
    for step in &case.steps {
        if let Step::Run(statement) = step {
            walk::statement(&mut statement.clone(), &mut found);
        }
    }
    let mut distinct: Vec<Value> = Vec::new();
    for value in found.0 {
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

fn replace_everywhere(case: &mut Case, from: &Value, to: &Value) -> bool {
    let mut changed = replace_stored(case, from, to);
    let mut literals = ReplaceLiterals { from, to: value_literal(to), changed: false };
    for step in &mut case.steps {
        if let Step::Run(statement) = step {
            walk::statement(statement, &mut literals);
        }
    }
    if let Load::Script(script) = &mut case.load {
        Arc::make_mut(script).iter_mut().for_each(|statement| walk::statement(statement, &mut literals));
    }
    changed |= literals.changed;
    changed
}

fn replace_stored(case: &mut Case, from: &Value, to: &Value) -> bool {
    let graph = Arc::make_mut(&mut case.graph);
    let mut changed = false;
    let nodes: Vec<_> = graph.nodes().map(|node| node.key).collect();
    for key in nodes {
        graph.edit_node(key, |node| node.properties.values_mut().for_each(|value| changed |= replace(value, from, to)));
    }
    let relationships: Vec<_> = graph.relationships().map(|each| each.key).collect();
    for key in relationships {
        graph.edit_relationship(key, |each| {
            each.properties.values_mut().for_each(|value| changed |= replace(value, from, to));
        });
    }
    changed
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

struct ReplaceLiterals<'a> {
    from: &'a Value,
    to: Option<Literal>,
    changed: bool,
}

impl Visitor for ReplaceLiterals<'_> {
    fn expression(&mut self, expression: &mut Expression) {
        if let (Expression::Literal(literal), Some(to)) = (expression, &self.to)
            && literal_value(literal) == *self.from
        {
            *literal = to.clone();
            self.changed = true;
        }
    }
}

fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(value) => Value::Boolean(*value),
        Literal::Integer(value) => Value::Integer(*value),
        Literal::Float(value) => Value::Float(*value),
        Literal::String(value) => Value::String(value.clone()),
    }
}

fn value_literal(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Null => Literal::Null,
        Value::Boolean(value) => Literal::Boolean(*value),
        Value::Integer(value) => Literal::Integer(*value),
        Value::Float(value) => Literal::Float(*value),
        Value::String(value) => Literal::String(value.clone()),
        _ => return None,
    })
}
