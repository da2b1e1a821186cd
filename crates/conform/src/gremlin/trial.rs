//! One scenario of the feature suite.

use graphlance_machine::value::{Entries, text};
use graphlance_machine::{PropertyGraph, Value};

use super::graphs::Graphs;
use super::ground::{Came, Given, Ground};
use super::notation;
use crate::subject::Unusable;
use crate::suite::{Scenario, Step};

/// Why a scenario ends before its last step.
#[derive(Debug)]
pub(super) enum Stop {
    Failed(String),
    Skipped(String),
    Unusable(Unusable),
}

impl From<String> for Stop {
    fn from(why: String) -> Stop {
        Stop::Failed(why)
    }
}

impl From<&str> for Stop {
    fn from(why: &str) -> Stop {
        Stop::Failed(why.to_owned())
    }
}

impl From<Unusable> for Stop {
    fn from(error: Unusable) -> Stop {
        Stop::Unusable(error)
    }
}

/// Runs a scenario. Errors: it fails, with the step and what came; or it is not run.
pub(super) fn run(scenario: &Scenario, ground: &mut dyn Ground, graphs: &mut Graphs) -> Result<(), Stop> {
    let mut trial = Trial { ground, given: Given::default(), asked: None, came: None, is_next: false };
    for step in &scenario.steps {
        trial.step(step, graphs).map_err(|stop| match stop {
            Stop::Failed(why) => Stop::Failed(format!("{}: {why}", step.text)),
            other => other,
        })?;
    }
    Ok(())
}

/// What is said of a result that is a tree.
const TREE: &str = "the result should be a tree with a structure of";

/// The name of a graph in the step that puts it there.
pub(super) fn graph_named(words: &str) -> Option<&str> {
    words.strip_prefix("the ").and_then(|rest| rest.strip_suffix(" graph"))
}

/// A scenario that runs.
struct Trial<'g> {
    ground: &'g mut dyn Ground,
    given: Given,
    asked: Option<String>,
    came: Option<Came>,
    is_next: bool,
}

impl Trial<'_> {
    fn step(&mut self, step: &Step, graphs: &mut Graphs) -> Result<(), Stop> {
        let doc = || step.doc.as_deref().ok_or("it has no text");
        let words = step.text.as_str();
        if let Some(name) = graph_named(words) {
            return self.ground.load(name, graphs);
        }
        if let Some((what, value)) = words.strip_prefix("using the ").and_then(|rest| rest.split_once(" defined as ")) {
            return Ok(self.define(what, value)?);
        }
        match words {
            "the graph initializer of" => match self.ground.ask(doc()?, &self.given)? {
                Came::Values(_) => Ok(()),
                Came::Raised(why) | Came::Nothing(why) => Err(why.into()),
            },
            "the traversal of" => {
                self.asked = Some(doc()?.to_owned());
                Ok(())
            }
            "iterated to list" | "iterated next" => {
                let asked = self.asked.as_deref().ok_or("nothing was asked")?;
                self.is_next = words == "iterated next";
                self.came = Some(self.ground.ask(asked, &self.given)?);
                Ok(())
            }
            _ => self.judge(step),
        }
    }

    fn define(&mut self, what: &str, value: &str) -> Result<(), String> {
        let value: String = serde_json::from_str(value).map_err(|error| format!("{value}: {error}"))?;
        let value = match notation::value(&value, self.ground.graph()) {
            Ok(value) => value,
            // A vertex that is not there is one that no traversal finds.
            Err(_) if value.starts_with("v[") => Value::string(value),
            Err(why) => return Err(why),
        };
        match what.split_once(' ') {
            Some(("parameter", name)) => {
                self.given.bindings.push((name.into(), value));
            }
            Some(("side effect", _)) | None => return Err(format!("{what} is no parameter")),
            Some((_, rest)) => {
                let name = rest.strip_prefix("effect ").ok_or_else(|| format!("{what} is no parameter"))?;
                self.given.side_effects.push((name.into(), value));
            }
        }
        Ok(())
    }

    fn judge(&mut self, step: &Step) -> Result<(), Stop> {
        let words = step.text.as_str();
        let graph = self.ground.graph();
        let came = self.came.as_ref().ok_or("nothing came")?;
        if words.starts_with("the traversal will raise an error") {
            return match came {
                Came::Raised(_) => Ok(()),
                Came::Nothing(why) => Err(why.as_str().into()),
                Came::Values(values) => Err(format!("no error, but {}", shown(values, graph)).into()),
            };
        }
        let values = match came {
            Came::Values(values) => values,
            Came::Raised(why) | Came::Nothing(why) => return Err(why.as_str().into()),
        };
        if let Some(rest) = words.strip_prefix("the graph should return ") {
            return self.counts(rest);
        }
        let is_whole = words == TREE;
        let values = match values.first() {
            Some(first) if self.is_next && !is_whole => first.iterated(),
            _ => values.clone(),
        };
        Ok(judged(step, &values, graph)?)
    }

    /// `N for count of "TRAVERSAL"`, on the graph afterwards.
    fn counts(&mut self, rest: &str) -> Result<(), Stop> {
        let (count, quoted) = rest.split_once(" for count of ").ok_or("no count")?;
        let text: String = serde_json::from_str(quoted).map_err(|error| format!("{quoted}: {error}"))?;
        match self.ground.ask(&text, &self.given)? {
            Came::Values(values) if count.parse() == Ok(values.len()) => Ok(()),
            Came::Values(values) => Err(format!("there are {}", values.len()).into()),
            Came::Raised(why) | Came::Nothing(why) => Err(why.into()),
        }
    }
}

/// Whether values are what a step demands.
fn judged(step: &Step, values: &[Value], graph: &PropertyGraph) -> Result<(), String> {
    let words = step.text.as_str();
    if let Some(count) = words.strip_prefix("the result should have a count of ") {
        let fits = count.parse() == Ok(values.len());
        return if fits { Ok(()) } else { Err(format!("{} came", values.len())) };
    }
    let wrong = || Err(format!("these came: {}", shown(values, graph)));
    let is = |fits: bool| if fits { Ok(()) } else { wrong() };
    if words == "the result should be empty" {
        return is(values.is_empty());
    }
    if words == TREE {
        let expected = tree(step.doc.as_deref().unwrap_or_default(), graph)?;
        return is(values.iter().any(|value| notation::is(&expected, value)));
    }
    let cells = step.table.iter().skip(1).filter_map(|row| row.first());
    let expected = cells.map(|cell| notation::value(cell, graph)).collect::<Result<Vec<_>, _>>()?;
    is(match words {
        "the result should be unordered" => notation::is_bag(&expected, values),
        "the result should be ordered" => {
            expected.len() == values.len() && expected.iter().zip(values).all(|(a, b)| notation::is(a, b))
        }
        "the result should be of" => values.iter().all(|value| expected.iter().any(|it| notation::is(it, value))),
        "the result should be a subgraph with the following" => {
            let Some(Value::Subgraph(part)) = values.first() else { return wrong() };
            let parts: Vec<Value> = match step.table.first().and_then(|header| header.first()).map(String::as_str) {
                Some("vertices") => part.vertices.iter().copied().map(Value::Vertex).collect(),
                _ => part.edges.iter().copied().map(Value::Edge).collect(),
            };
            notation::is_bag(&expected, &parts)
        }
        other => return Err(format!("`{other}` is no step of the suite")),
    })
}

fn shown(values: &[Value], graph: &PropertyGraph) -> String {
    let all: Vec<String> =
        values.iter().take(20).map(|value| format!("{}:{}", text::text(graph, value), value.type_name())).collect();
    all.join(", ")
}

/// A tree written as lines, each as far in as it is deep.
fn tree(doc: &str, graph: &PropertyGraph) -> Result<Value, String> {
    let lines: Vec<(usize, Value)> = doc
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let (indent, text) = line.split_once("|--").ok_or_else(|| format!("{line} is no line of a tree"))?;
            Ok((indent.len() / 3, notation::value(text.trim(), graph)?))
        })
        .collect::<Result<_, String>>()?;
    Ok(below(&lines, 0))
}

fn below(lines: &[(usize, Value)], depth: usize) -> Value {
    let mut entries = Entries::default();
    for (place, (_, value)) in lines.iter().enumerate().filter(|(_, (found, _))| *found == depth) {
        let rest = &lines[place + 1..];
        let end = rest.iter().position(|(found, _)| *found <= depth).unwrap_or(rest.len());
        entries.insert(value.clone(), below(&rest[..end], depth + 1));
    }
    Value::tree(entries)
}
