//! Every function with each kind of argument that it takes.

use super::{About, Probe, row};
use crate::functions::{Determinism, Domain, Function, Kind, TABLE};
use graphlance_graph::Latitude;
use graphlance_graph::value::TemporalKind;

/// The rows.
pub(super) fn rows() -> Vec<Probe> {
    TABLE.iter().filter(|function| function.determinism != Determinism::Never).flat_map(of_function).collect()
}

fn of_function(function: &'static Function) -> Vec<Probe> {
    if function.latitude == Latitude::Unspecified {
        // Whatever it gives, it is there or not.
        let text = format!("MATCH (n:A) RETURN {}(n) IS NOT NULL AS x", function.name);
        return vec![row("function", function.name, About::Function(function.name), &[&text])];
    }
    let calls = if function.is_aggregate() {
        aggregate_calls(function)
    } else if function.samples.is_empty() {
        scalar_calls(function)
    } else {
        sampled_calls(function)
    };
    let probe = |(call, text): (String, String)| row("function", &call, About::Function(function.name), &[&text]);
    calls.into_iter().map(probe).collect()
}

/// Call and statement for each argument that is varied, the others staying at their first sample.
fn scalar_calls(function: &Function) -> Vec<(String, String)> {
    let samples: Vec<Vec<&str>> = function.parameters.iter().map(|(kind, domain)| samples(*kind, *domain)).collect();
    let first: Vec<&str> = samples.iter().map(|samples| samples[0]).collect();
    let mut argument_lists = vec![first.clone()];
    for (position, choices) in samples.iter().enumerate() {
        for choice in choices.iter().skip(1) {
            let mut arguments = first.clone();
            arguments[position] = choice;
            argument_lists.push(arguments);
        }
    }
    if function.optional > 0 {
        argument_lists.push(first[..first.len() - function.optional].to_vec());
    }
    if let Some((last, rest)) = first.split_last()
        && !matches!(function.parameters[rest.len()].0, Kind::Any)
        && !function.open_null
    {
        argument_lists.push([rest, &["null"]].concat());
        debug_assert!(!last.is_empty());
    }
    let call = |arguments: Vec<&str>| {
        let call = format!("{}({})", function.name, arguments.join(", "));
        let path = "MATCH p = (n:A {id: 0})-[r:R]->(m)";
        let uses_graph = arguments.iter().any(|argument| ["n", "r", "p", "n.i", "n.f", "n.s"].contains(argument));
        let text = if uses_graph { format!("{path} RETURN {call} AS x") } else { format!("RETURN {call} AS x") };
        (call, text)
    };
    argument_lists.into_iter().map(call).collect()
}

/// Call and statement for each list of arguments that the function's row gives.
fn sampled_calls(function: &Function) -> Vec<(String, String)> {
    let calls = function.samples.iter().map(|arguments| format!("{}({arguments})", function.name));
    calls.map(|call| (call.clone(), format!("RETURN {call} AS x"))).collect()
}

fn aggregate_calls(function: &Function) -> Vec<(String, String)> {
    let name = function.name;
    let percentile = if function.parameters.len() > 1 { ", 0.5" } else { "" };
    let mut lists = vec!["[1, 2, 2, 5]", "[1.5, 2.5, 4.0]", "[null, 3]", "[4]"];
    if matches!(function.parameters[0].0, Kind::Any) {
        lists.push("['b', 'a', 'a']");
    }
    let mut calls: Vec<(String, String)> = Vec::new();
    for list in lists {
        // What collect gives has no order of its own.
        calls.push((
            format!("{name}(v{percentile}) of {list}"),
            format!("UNWIND {list} AS v RETURN {name}(v{percentile}) AS x"),
        ));
    }
    let distinct = format!("UNWIND [1, 2, 2] AS v RETURN {name}(DISTINCT v{percentile}) AS x");
    calls.push((format!("{name}(DISTINCT v{percentile})"), distinct));
    calls
}

/// Arguments as text; the first is the plainest.
fn samples(kind: Kind, domain: Domain) -> Vec<&'static str> {
    match (kind, domain) {
        (Kind::Any, Domain::Ascii) => vec!["'12'", "'x'", "3", "2.5"],
        (Kind::Any, Domain::TextStable) => vec!["12", "true", "'x'"],
        (Kind::Any, _) => vec!["n", "1", "'a'", "1.5", "true", "null"],
        (Kind::Boolean, _) => vec!["true"],
        (Kind::Integer, Domain::Position) => vec!["2", "0"],
        (Kind::Integer, _) => vec!["7", "-3"],
        (Kind::Float, _) => vec!["0.5"],
        (Kind::Number, Domain::Unit) => vec!["0.5", "1"],
        (Kind::Number, Domain::Positive) => vec!["2.5", "3"],
        (Kind::Number, Domain::NonNegative) => vec!["2.25", "4"],
        (Kind::Number, Domain::NonZero) => vec!["2", "0.5"],
        (Kind::Number, Domain::NotHalf) => vec!["1.2", "-1.7", "4"],
        (Kind::Number, Domain::All) => vec!["7", "-2.5", "n.i", "n.f"],
        (Kind::Number, _) => vec!["1.25", "3", "-1"],
        (Kind::String, Domain::NonEmpty) => vec!["'b'"],
        (Kind::String, _) => vec!["'abc'", "' Ab '", "''", "n.s"],
        (Kind::List, Domain::TextStable) => vec!["['1', '2']", "[1, 2]"],
        (Kind::List, _) => vec!["[1, 2, 3]", "[]", "['a']"],
        (Kind::Map, _) => vec!["{a: 1}"],
        (Kind::Node, _) => vec!["n"],
        (Kind::Relationship, _) => vec!["r"],
        (Kind::Path, _) => vec!["p"],
        (Kind::Temporal(kind), _) => vec![temporal_sample(kind)],
        (Kind::Point, _) => vec!["point({x: 1.5, y: -2})"],
    }
}

fn temporal_sample(kind: TemporalKind) -> &'static str {
    match kind {
        TemporalKind::Date => "date('2020-02-29')",
        TemporalKind::LocalTime => "localtime('12:31:14')",
        TemporalKind::Time => "time('12:31:14+01:00')",
        TemporalKind::LocalDateTime => "localdatetime('2020-02-29T12:31:14')",
        TemporalKind::DateTime => "datetime('2020-02-29T12:31:14+01:00')",
        TemporalKind::Duration => "duration('P14DT16H12M')",
    }
}
