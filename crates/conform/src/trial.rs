//! Running one scenario.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::Dialect;
use graphlance_cypher::parse::parse_expression;
use graphlance_cypher::print::print_expression;
use graphlance_graph::{Graph, Row, Table, Value};
use graphlance_reference::Procedure;

use super::notation::{self, Comparison, canonical};
use super::outcome::Ruling;
use super::subject::{Brought, Subject, Unusable};
use super::suite::{Scenario, Step, Suite};

/// Runs a scenario on an emptied subject.
pub(super) fn run(scenario: &Scenario, suite: &Suite, subject: &mut dyn Subject) -> Result<Ruling, Unusable> {
    subject.reset()?;
    let mut trial = Trial { subject, scenario, suite, before: Graph::new(), answer: Brought::None(String::new()) };
    for step in &scenario.steps {
        match trial.step(step) {
            Ok(()) => {}
            Err(Stop::Failed(why)) => return Ok(Ruling::Failed(format!("{}: {why}", step.text))),
            Err(Stop::Skipped(why)) => return Ok(Ruling::Skipped(why)),
            Err(Stop::Unusable(error)) => return Err(error),
        }
    }
    Ok(Ruling::Passed)
}

struct Trial<'t> {
    subject: &'t mut dyn Subject,
    scenario: &'t Scenario,
    suite: &'t Suite,
    before: Graph,
    answer: Brought,
}

/// Why a scenario ends before its last step.
enum Stop {
    Failed(String),
    Skipped(String),
    Unusable(Unusable),
}

impl From<String> for Stop {
    fn from(why: String) -> Stop {
        Stop::Failed(why)
    }
}

impl From<Unusable> for Stop {
    fn from(error: Unusable) -> Stop {
        Stop::Unusable(error)
    }
}

impl Trial<'_> {
    fn step(&mut self, step: &Step) -> Result<(), Stop> {
        let doc = step.doc.as_deref().unwrap_or_default();
        match step.text.trim_end_matches(':') {
            "an empty graph" | "any graph" => Ok(()),
            "having executed" => self.set_up(doc),
            "parameters are" => self.parameters(&step.table),
            "executing query" | "executing control query" => {
                self.before = self.subject.graph()?;
                self.answer = self.subject.query(doc)?;
                Ok(())
            }
            "the result should be, in any order" => self.result(&step.table, false, false),
            "the result should be, in order" => self.result(&step.table, true, false),
            "the result should be (ignoring element order for lists)" => self.result(&step.table, false, true),
            "the result should be, in order (ignoring element order for lists)" => self.result(&step.table, true, true),
            "the result should be empty" => match self.table()? {
                table if table.rows.is_empty() || table.columns.is_empty() => Ok(()),
                table => Err(format!("{} rows", table.rows.len()).into()),
            },
            "no side effects" => self.side_effects(&BTreeMap::new()),
            "the side effects should be" => {
                let effect = |row: &Vec<String>| Some((row.first()?.clone(), row.get(1)?.parse().ok()?));
                self.side_effects(&step.table.iter().filter_map(effect).collect())
            }
            text if text.starts_with("the binary-tree-") => {
                let name = text.trim_start_matches("the ").trim_end_matches(" graph");
                let statements = self.suite.graph(name).map_err(Stop::Skipped)?;
                self.set_up(&statements)
            }
            text if text.starts_with("there exists a procedure") => self.procedure(&step.text, &step.table),
            text if text.contains("should be raised") => self.error(&step.text),
            other => Err(format!("unknown step {other}").into()),
        }
    }

    fn set_up(&mut self, text: &str) -> Result<(), Stop> {
        match self.subject.query(text)? {
            Brought::Table(_) => Ok(()),
            Brought::Error(error) => Err(format!("set-up refused: {}", error.message).into()),
            Brought::None(why) => Err(format!("set-up: {why}").into()),
        }
    }

    fn parameters(&mut self, table: &[Vec<String>]) -> Result<(), Stop> {
        for row in table {
            let [name, value] = row.as_slice() else { return Err(format!("{row:?} is no parameter").into()) };
            if !self.subject.set_parameter(name, notation::parse(value)?) {
                return Err(Stop::Skipped("parameters that have no literal".to_owned()));
            }
        }
        Ok(())
    }

    fn table(&self) -> Result<&Table, Stop> {
        match &self.answer {
            Brought::Table(table) => Ok(table),
            Brought::Error(error) => Err(format!("error: {}", error.message).into()),
            Brought::None(why) => Err(why.clone().into()),
        }
    }

    fn result(&self, expected: &[Vec<String>], in_order: bool, lists_are_bags: bool) -> Result<(), Stop> {
        let table = self.table()?;
        let (header, rows) = expected.split_first().ok_or("no header".to_owned())?;
        let names = table.columns.iter().map(|name| name.as_str());
        if header.len() != table.columns.len() || !header.iter().zip(names.clone()).all(|(e, a)| same_name(e, a)) {
            return Err(format!("columns {:?} in place of {header:?}", names.collect::<Vec<_>>()).into());
        }
        let how = Comparison { lists_are_bags, float_digits: self.subject.float_digits() };
        let line = |row: &Row| row.iter().map(|value| canonical(value, how)).collect::<Vec<_>>().join(" | ");
        let mut actual: Vec<String> = table.rows.iter().map(line).collect();
        let mut wanted = Vec::with_capacity(rows.len());
        for row in rows {
            wanted.push(line(&row.iter().map(|cell| notation::parse(cell)).collect::<Result<Row, String>>()?));
        }
        if !in_order {
            wanted.sort();
            actual.sort();
        }
        if wanted == actual { Ok(()) } else { Err(format!("expected {wanted:?}, actual {actual:?}").into()) }
    }

    fn side_effects(&mut self, expected: &BTreeMap<String, i64>) -> Result<(), Stop> {
        let after = self.subject.graph()?;
        let actual = if self.subject.has_stable_keys() {
            effects(&self.before, &after)
        } else {
            let wanted = net(expected);
            let actual = net(&effects_without_keys(&self.before, &after));
            return if wanted == actual { Ok(()) } else { Err(format!("net side effects {actual:?}").into()) };
        };
        if *expected == actual { Ok(()) } else { Err(format!("side effects {actual:?}").into()) }
    }

    fn procedure(&mut self, text: &str, table: &[Vec<String>]) -> Result<(), Stop> {
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
        let read = |row: &Vec<String>| row.iter().map(|cell| notation::parse(cell)).collect::<Result<Row, String>>();
        let rows = table.iter().skip(1).map(read).collect::<Result<Vec<Row>, String>>()?;
        if self.subject.add_procedure(name.into(), Procedure { inputs, outputs, rows }) {
            Ok(())
        } else {
            Err(Stop::Skipped("procedures of the suite's own".to_owned()))
        }
    }

    fn error(&self, text: &str) -> Result<(), Stop> {
        let error = match &self.answer {
            Brought::Error(error) => error,
            Brought::Table(table) => return Err(format!("no error but {} rows", table.rows.len()).into()),
            Brought::None(why) => return Err(why.clone().into()),
        };
        let Some(exact) = &error.exact else { return Ok(()) };
        let text = text.trim_start_matches("an ").trim_start_matches("a ");
        let (kind, rest) = text.split_once(" should be raised at ").unwrap_or_default();
        let (phase, detail) = rest.split_once(": ").unwrap_or_default();
        let named = [kind.to_owned(), phase.to_owned(), detail.to_owned()];
        if self.suite.also_accepted(self.scenario).chain([&named]).any(|wanted| matches(wanted, exact)) {
            Ok(())
        } else {
            Err(format!("raised {}: {}", exact.join(", "), error.message).into())
        }
    }
}

/// Column names are texts of expressions, which engines may write otherwise.
fn same_name(expected: &str, actual: &str) -> bool {
    let normal = |text| parse_expression(text).map(|parsed| print_expression(&parsed, &Dialect::standard())).ok();
    expected == actual || normal(expected).is_some_and(|text| Some(text) == normal(actual))
}

fn matches(wanted: &[String; 3], actual: &[String; 3]) -> bool {
    let [kind, phase, detail] = wanted;
    (kind == "Error" || *kind == actual[0])
        && (phase == "any time" || *phase == actual[1])
        && (detail == "*" || *detail == actual[2])
}

/// What side effects are differences of: elements, labels in use, properties.
fn parts(graph: &Graph, with_keys: bool) -> [(&'static str, BTreeSet<String>); 4] {
    let nodes = graph.nodes().map(|node| node.key.0.to_string()).collect();
    let relationships = graph.relationships().map(|relationship| relationship.key.0.to_string()).collect();
    let labels = graph.nodes().flat_map(|node| &node.labels).map(ToString::to_string).collect();
    let property = |kind: char, element: u32, key: &str, value: &Value| {
        if with_keys { format!("{kind}{element} {key} {value:?}") } else { format!("{kind}{element} {key}") }
    };
    let of_nodes = graph
        .nodes()
        .flat_map(|node| node.properties.iter().map(move |(key, value)| property('n', node.key.0, key, value)));
    let of_relationships = graph.relationships().flat_map(|relationship| {
        relationship.properties.iter().map(move |(key, value)| property('r', relationship.key.0, key, value))
    });
    let properties = of_nodes.chain(of_relationships).collect();
    [("nodes", nodes), ("relationships", relationships), ("labels", labels), ("properties", properties)]
}

fn effects(before: &Graph, after: &Graph) -> BTreeMap<String, i64> {
    let mut effects = BTreeMap::new();
    for ((kind, before), (_, after)) in parts(before, true).into_iter().zip(parts(after, true)) {
        effects.insert(format!("+{kind}"), after.difference(&before).count() as i64);
        effects.insert(format!("-{kind}"), before.difference(&after).count() as i64);
    }
    effects.retain(|_, count| *count > 0);
    effects
}

/// Without stable keys only the numbers before and after can be compared.
fn effects_without_keys(before: &Graph, after: &Graph) -> BTreeMap<String, i64> {
    let count = |(kind, before): (&str, BTreeSet<String>), (_, after): (&str, BTreeSet<String>)| {
        (format!("+{kind}"), after.len() as i64 - before.len() as i64)
    };
    parts(before, false).into_iter().zip(parts(after, false)).map(|(before, after)| count(before, after)).collect()
}

/// What was added less what was taken away, by kind.
fn net(effects: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let mut net = BTreeMap::new();
    for (name, count) in effects {
        let (sign, kind) = name.split_at(1);
        *net.entry(kind.to_owned()).or_default() += if sign == "-" { -count } else { *count };
    }
    net.retain(|_, count| *count != 0);
    net
}
