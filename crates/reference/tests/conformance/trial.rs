//! Running a scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use graphlance_cypher::print::print_expression;
use graphlance_cypher::{Dialect, parse};
use graphlance_graph::{Graph, Returns};
use graphlance_reference::{
    Answer, Budget, CypherError, ErrorKind, Failure, OpenAnswers, Options, Phase, Procedure, evaluate,
};

use crate::notation;
use crate::scenario::{Errata, Scenario, Step};

/// Runs a scenario; the error says what went wrong.
pub fn run(scenario: &Scenario, folder: &Path, errata: &Errata) -> Result<(), String> {
    let mut trial = Trial {
        graph: Graph::new(),
        options: Options {
            open: OpenAnswers::Choose,
            budget: Budget { length: 2_000_000, rows: 5_000_000, work: 50_000_000, ..Budget::default() },
            ..Options::default()
        },
        before: Graph::new(),
        answer: Err(Failure::Unknown("no query was run".into())),
        query: String::new(),
    };
    for step in &scenario.steps {
        trial.step(step, scenario, folder, errata).map_err(|why| format!("{}\n  {}: {why}", trial.query, step.text))?;
    }
    Ok(())
}

struct Trial {
    graph: Graph,
    options: Options,
    before: Graph,
    answer: Result<Answer, Failure>,
    query: String,
}

impl Trial {
    fn step(&mut self, step: &Step, scenario: &Scenario, folder: &Path, errata: &Errata) -> Result<(), String> {
        let doc = step.doc.as_deref().unwrap_or_default();
        match step.text.trim_end_matches(':') {
            "an empty graph" | "any graph" => {}
            "having executed" => {
                let answer = self.evaluate(doc).map_err(|failure| format!("set-up: {failure}"))?;
                self.graph = answer.graph.unwrap_or_default();
            }
            "parameters are" => {
                for row in &step.table {
                    self.options.parameters.insert(row[0].as_str().into(), notation::parse(&row[1]));
                }
            }
            "executing query" | "executing control query" => {
                self.query = doc.to_owned();
                self.before = self.graph.clone();
                self.answer = self.evaluate(doc);
                if let Ok(Answer { graph: Some(graph), .. }) = &self.answer {
                    self.graph = graph.clone();
                }
            }
            "the result should be, in any order" => self.result(step, false, false)?,
            "the result should be, in order" => self.result(step, true, false)?,
            "the result should be (ignoring element order for lists)" => self.result(step, false, true)?,
            "the result should be, in order (ignoring element order for lists)" => self.result(step, true, true)?,
            "the result should be empty" => {
                let returns = self.returns()?;
                if !returns.rows.is_empty() || !returns.columns.is_empty() {
                    return Err(format!("{returns:?}"));
                }
            }
            "no side effects" => self.side_effects(&BTreeMap::new())?,
            "the side effects should be" => {
                let expected = step.table.iter().map(|row| (row[0].clone(), row[1].parse().unwrap_or(0))).collect();
                self.side_effects(&expected)?;
            }
            text if text.starts_with("the binary-tree-") => {
                let name = text.trim_start_matches("the ").trim_end_matches(" graph");
                let path = folder.join(format!("graphs/cypher/{name}/{name}.cypher"));
                let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
                self.graph = self.evaluate(&text).map_err(|f| f.to_string())?.graph.unwrap_or_default();
            }
            text if text.starts_with("there exists a procedure") => self.procedure(&step.text, &step.table),
            text if text.contains("should be raised") => self.error(&step.text, scenario, errata)?,
            other => return Err(format!("unknown step {other}")),
        }
        Ok(())
    }

    fn evaluate(&self, text: &str) -> Result<Answer, Failure> {
        let statement = parse(text).map_err(|error| {
            Failure::Raised(CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "any", error.to_string()))
        })?;
        evaluate(&self.graph, &statement, &self.options)
    }

    fn returns(&self) -> Result<&Returns, String> {
        self.answer.as_ref().map(|answer| &answer.returns).map_err(ToString::to_string)
    }

    fn result(&self, step: &Step, in_order: bool, lists_are_bags: bool) -> Result<(), String> {
        let returns = self.returns()?;
        let header = step.table.first().ok_or("no header")?;
        let same_name = |expected: &str, actual: &str| {
            let normal = || graphlance_cypher::parse::parse_expression(expected).ok();
            expected == actual || normal().is_some_and(|e| print_expression(&e, &Dialect::standard()) == actual)
        };
        let names = returns.columns.iter().map(|column| column.name.as_str());
        if header.len() != returns.columns.len() || !header.iter().zip(names.clone()).all(|(e, a)| same_name(e, a)) {
            return Err(format!("columns {:?}", names.collect::<Vec<_>>()));
        }
        let mut expected: Vec<Vec<String>> = step.table[1..]
            .iter()
            .map(|row| row.iter().map(|cell| notation::canonical(&notation::parse(cell), lists_are_bags)).collect())
            .collect();
        let mut actual: Vec<Vec<String>> = returns
            .rows
            .iter()
            .map(|row| row.iter().map(|value| notation::canonical(value, lists_are_bags)).collect())
            .collect();
        if !in_order {
            expected.sort();
            actual.sort();
        }
        if expected == actual { Ok(()) } else { Err(format!("\n  expected {expected:?}\n  actual   {actual:?}")) }
    }

    fn side_effects(&self, expected: &BTreeMap<String, usize>) -> Result<(), String> {
        let (before, after) = (elements(&self.before), elements(&self.graph));
        let mut actual = BTreeMap::new();
        for (kind, (before, after)) in before.into_iter().zip(after).map(|((kind, b), (_, a))| (kind, (b, a))) {
            actual.insert(format!("+{kind}"), after.difference(&before).count());
            actual.insert(format!("-{kind}"), before.difference(&after).count());
        }
        actual.retain(|_, count| *count > 0);
        if *expected == actual { Ok(()) } else { Err(format!("side effects {actual:?}")) }
    }

    fn procedure(&mut self, text: &str, table: &[Vec<String>]) {
        let signature = text.trim_start_matches("there exists a procedure ").trim_end_matches(':');
        let (name, rest) = signature.split_once('(').unwrap_or_default();
        let (inputs, outputs) = rest.split_once(") :: (").unwrap_or_default();
        let columns = |text: &str| {
            let column = |column: &str| {
                let (name, kind) = column.split_once("::")?;
                Some((name.trim().into(), kind.trim().into()))
            };
            text.trim_end_matches(')').split(',').filter_map(column).collect()
        };
        let (inputs, outputs) = (columns(inputs), columns(outputs));
        let rows = table.iter().skip(1).map(|row| row.iter().map(|cell| notation::parse(cell)).collect());
        let procedure = Procedure { inputs, outputs, rows: rows.collect() };
        self.options.procedures.insert(name.into(), procedure);
    }

    fn error(&self, text: &str, scenario: &Scenario, errata: &Errata) -> Result<(), String> {
        let error = match &self.answer {
            Err(Failure::Raised(error)) => error,
            Err(failure) => return Err(failure.to_string()),
            Ok(answer) => return Err(format!("no error but {} rows", answer.returns.rows.len())),
        };
        let text = text.trim_start_matches("an ").trim_start_matches("a ");
        let (kind, rest) = text.split_once(" should be raised at ").unwrap_or_default();
        let (phase, detail) = rest.split_once(": ").unwrap_or_default();
        let named = [kind.to_owned(), phase.to_owned(), detail.to_owned()];
        let accepted = errata.accepts(scenario).chain([&named]).any(|expected| matches(expected, error));
        if accepted { Ok(()) } else { Err(error.to_string()) }
    }
}

fn matches([kind, phase, detail]: &[String; 3], error: &CypherError) -> bool {
    let actual_phase = match error.phase {
        Phase::CompileTime => "compile time",
        Phase::Runtime => "runtime",
    };
    let actual_kind = format!("{:?}", error.kind);
    // Both types are used for wrong types found at compile time; the parser tells no details.
    let same_kind = *kind == actual_kind
        || kind == "Error"
        || (detail == "InvalidArgumentType"
            && [kind, &actual_kind].iter().all(|k| *k == "SyntaxError" || *k == "TypeError"));
    let same_detail = detail == "*" || error.detail == "any" || *detail == error.detail;
    let same_phase = phase == "any time" || phase == actual_phase;
    same_kind && same_detail && same_phase
}

/// What side effects are differences of.
fn elements(graph: &Graph) -> Vec<(&'static str, BTreeSet<String>)> {
    let nodes = graph.nodes().map(|node| node.key.0.to_string()).collect();
    let relationships = graph.relationships().map(|relationship| relationship.key.0.to_string()).collect();
    let labels = graph.nodes().flat_map(|node| &node.labels).map(ToString::to_string).collect();
    let of_nodes = graph
        .nodes()
        .flat_map(|node| node.properties.iter().map(move |(key, value)| format!("n{} {key} {value:?}", node.key.0)));
    let of_relationships = graph.relationships().flat_map(|relationship| {
        relationship.properties.iter().map(move |(key, value)| format!("r{} {key} {value:?}", relationship.key.0))
    });
    let properties = of_nodes.chain(of_relationships).collect();
    vec![("nodes", nodes), ("relationships", relationships), ("labels", labels), ("properties", properties)]
}
