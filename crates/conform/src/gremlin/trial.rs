//! One scenario of the feature suite.

use graphlance_gremlin::{Statement, parse};
use graphlance_machine::value::{Entries, text};
use graphlance_machine::{Failure, Options, PropertyGraph, Value, evaluate_in};

use super::graphs::Graphs;
use super::{notation, scope};
use crate::outcome::Ruling;
use crate::suite::{Scenario, Step};

/// What came of a traversal.
type Came = Result<(Vec<Value>, PropertyGraph), Failure>;

/// Runs a scenario.
pub(super) fn run(scenario: &Scenario, arrangement: u64, graphs: &mut Graphs, options: Options) -> Ruling {
    if let Some(why) = scope::out_of_scope(scenario) {
        return Ruling::Skipped(why.to_owned());
    }
    let mut trial =
        Trial { arrangement, options, graph: PropertyGraph::new(), asked: None, came: None, is_next: false };
    for step in &scenario.steps {
        if let Err(why) = trial.step(step, graphs) {
            return Ruling::Failed(format!("{}: {why}", step.text));
        }
    }
    Ruling::Passed
}

/// A scenario that runs.
struct Trial {
    arrangement: u64,
    options: Options,
    graph: PropertyGraph,
    asked: Option<Statement>,
    came: Option<Came>,
    is_next: bool,
}

impl Trial {
    fn step(&mut self, step: &Step, graphs: &mut Graphs) -> Result<(), String> {
        let doc = || step.doc.as_deref().ok_or_else(|| "it has no text".to_owned());
        let statement = || parse(doc()?).map_err(|error| error.to_string());
        let words = step.text.as_str();
        if let Some(name) = words.strip_prefix("the ").and_then(|rest| rest.strip_suffix(" graph")) {
            self.graph = graphs.named(name)?;
            return Ok(());
        }
        if let Some((what, value)) = words.strip_prefix("using the ").and_then(|rest| rest.split_once(" defined as ")) {
            return self.define(what, value);
        }
        match words {
            "the graph initializer of" => {
                let (_, graph) = self.evaluate(&statement()?).map_err(|failure| failure.to_string())?;
                self.graph = graph;
                Ok(())
            }
            "the traversal of" => {
                self.asked = Some(statement()?);
                Ok(())
            }
            "iterated to list" | "iterated next" => {
                let asked = self.asked.clone().ok_or("nothing was asked")?;
                self.is_next = words == "iterated next";
                self.came = Some(self.evaluate(&asked));
                Ok(())
            }
            _ => self.judge(step),
        }
    }

    fn evaluate(&self, statement: &Statement) -> Came {
        evaluate_in(self.arrangement, statement, &self.graph, &self.options)
    }

    fn define(&mut self, what: &str, value: &str) -> Result<(), String> {
        let value: String = serde_json::from_str(value).map_err(|error| format!("{value}: {error}"))?;
        let value = match notation::value(&value, &self.graph) {
            Ok(value) => value,
            // A vertex that is not there is one that no traversal finds.
            Err(_) if value.starts_with("v[") => Value::string(value),
            Err(why) => return Err(why),
        };
        match what.split_once(' ') {
            Some(("parameter", name)) => {
                self.options.bindings.insert(name.into(), value);
            }
            Some(("side effect", _)) | None => return Err(format!("{what} is no parameter")),
            Some((_, rest)) => {
                let name = rest.strip_prefix("effect ").ok_or_else(|| format!("{what} is no parameter"))?;
                self.options.side_effects.push((name.into(), value));
            }
        }
        Ok(())
    }

    fn judge(&mut self, step: &Step) -> Result<(), String> {
        let words = step.text.as_str();
        let came = self.came.as_ref().ok_or("nothing came")?;
        if words.starts_with("the traversal will raise an error") {
            return match came {
                Err(Failure::Raised(_)) => Ok(()),
                Err(other) => Err(other.to_string()),
                Ok((values, graph)) => Err(format!("no error, but {}", shown(values, graph))),
            };
        }
        let (values, graph) = came.as_ref().map_err(|failure| failure.to_string())?;
        if let Some(rest) = words.strip_prefix("the graph should return ") {
            return self.counts(rest, graph);
        }
        let values =
            if self.is_next { values.first().map(Value::iterated).unwrap_or_default() } else { values.clone() };
        if let Some(count) = words.strip_prefix("the result should have a count of ") {
            let fits = count.parse() == Ok(values.len());
            return if fits { Ok(()) } else { Err(format!("{} came", values.len())) };
        }
        let wrong = || Err(format!("these came: {}", shown(&values, graph)));
        if words == "the result should be empty" {
            return if values.is_empty() { Ok(()) } else { wrong() };
        }
        if words == "the result should be a tree with a structure of" {
            let expected = tree(step.doc.as_deref().unwrap_or_default(), graph)?;
            let fits =
                self.came.iter().flatten().any(|(values, _)| values.iter().any(|value| notation::is(&expected, value)));
            return if fits { Ok(()) } else { wrong() };
        }
        let cells = step.table.iter().skip(1).filter_map(|row| row.first());
        let expected = cells.map(|cell| notation::value(cell, graph)).collect::<Result<Vec<_>, _>>()?;
        let fits = match words {
            "the result should be unordered" => notation::is_bag(&expected, &values),
            "the result should be ordered" => {
                expected.len() == values.len() && expected.iter().zip(&values).all(|(a, b)| notation::is(a, b))
            }
            "the result should be of" => values.iter().all(|value| expected.iter().any(|it| notation::is(it, value))),
            "the result should be a subgraph with the following" => {
                let Some(Value::Subgraph(part)) = values.first() else { return wrong() };
                match step.table.first().and_then(|header| header.first()).map(String::as_str) {
                    Some("vertices") => notation::is_bag(
                        &expected,
                        &part.vertices.iter().copied().map(Value::Vertex).collect::<Vec<_>>(),
                    ),
                    _ => notation::is_bag(&expected, &part.edges.iter().copied().map(Value::Edge).collect::<Vec<_>>()),
                }
            }
            other => return Err(format!("`{other}` is no step of the suite")),
        };
        if fits { Ok(()) } else { wrong() }
    }

    /// `N for count of "TRAVERSAL"`, on the graph afterwards.
    fn counts(&self, rest: &str, graph: &PropertyGraph) -> Result<(), String> {
        let (count, quoted) = rest.split_once(" for count of ").ok_or("no count")?;
        let text: String = serde_json::from_str(quoted).map_err(|error| format!("{quoted}: {error}"))?;
        let statement = parse(&text).map_err(|error| error.to_string())?;
        let (values, _) =
            evaluate_in(self.arrangement, &statement, graph, &self.options).map_err(|failure| failure.to_string())?;
        if count.parse() == Ok(values.len()) { Ok(()) } else { Err(format!("there are {}", values.len())) }
    }
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
