//! `graphlance measure`: the complexity of queries.

use std::collections::BTreeSet;
use std::io::{Read, Write};

use graphlance_cypher::facts::query_writes;
use graphlance_cypher::measure::{Measures, measure};
use graphlance_cypher::{Statement, parse};
use serde_json::json;

use crate::cli::Measure;
use crate::exit::{Exit, Problem};
use crate::inputs;
use crate::terminal;

/// Measures every query of every file.
pub fn run(arguments: &Measure) -> Result<Exit, Problem> {
    let mut texts = Vec::new();
    for path in &arguments.files {
        texts.push((path.display().to_string(), inputs::read(path)?));
    }
    if texts.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        texts.push(("standard input".to_owned(), text));
    }
    let mut out = terminal::out();
    let (mut seen, mut means) = (BTreeSet::new(), [Means::default(), Means::default()]);
    for (name, text) in &texts {
        let text = without_remarks(text);
        for (number, query) in queries(&text).enumerate() {
            let statement =
                parse(query).map_err(|error| Problem::usage(format!("{name}, query {}: {error}", number + 1)))?;
            if !arguments.means {
                print_measures(&mut out, &measure(&statement), arguments.json)?;
            } else if seen.insert(query.to_owned()) {
                means[usize::from(!writes(&statement))].add(&measure(&statement));
            }
        }
    }
    if arguments.means {
        for (kind, means) in ["statements that write", "statements that read"].into_iter().zip(&means) {
            means.print(&mut out, kind, arguments.json)?;
        }
    }
    Ok(Exit::Nothing)
}

/// A text without the lines that `generate` writes between statements: remarks, and where transactions begin and end.
fn without_remarks(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("//") && !line.starts_with(':'));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The queries of a text: separated by semicolons at line ends.
fn queries(text: &str) -> impl Iterator<Item = &str> {
    text.split(";\n").map(|query| query.trim().trim_end_matches(';')).filter(|query| !query.is_empty())
}

fn writes(statement: &Statement) -> bool {
    matches!(statement, Statement::Query(query) if query_writes(query))
}

/// The sums of measures of statements.
#[derive(Default)]
struct Means {
    statements: usize,
    sums: [usize; 7],
}

impl Means {
    fn add(&mut self, measures: &Measures) {
        self.statements += 1;
        for (sum, (_, value)) in self.sums.iter_mut().zip(figures(measures)) {
            *sum += value;
        }
    }

    fn print(&self, out: &mut impl Write, kind: &str, as_json: bool) -> Result<(), Problem> {
        let mean = |sum: usize| (100.0 * sum as f64 / self.statements.max(1) as f64).round() / 100.0;
        let named = figures(&Measures::default()).map(|(name, _)| name).into_iter().zip(self.sums.map(mean));
        if as_json {
            let means: serde_json::Map<_, _> =
                named.map(|(name, mean)| (name.replace(' ', "_"), json!(mean))).collect();
            writeln!(out, "{}", json!({"kind": kind, "statements": self.statements, "means": means}))?;
        } else {
            let told: Vec<String> = named.map(|(name, mean)| format!("{name} {mean:.2}")).collect();
            writeln!(out, "{} {kind}: {}", self.statements, told.join(", "))?;
        }
        Ok(())
    }
}

/// The measures by their names.
fn figures(measures: &Measures) -> [(&'static str, usize); 7] {
    [
        ("patterns", measures.patterns),
        ("relationship patterns", measures.relationship_patterns),
        ("depth", measures.expression_depth),
        ("clauses", measures.clauses),
        ("references", measures.references),
        ("characters", measures.characters),
        ("functions", measures.functions.len()),
    ]
}

fn print_measures(out: &mut impl Write, measures: &Measures, as_json: bool) -> Result<(), Problem> {
    if as_json {
        let form = json!({
            "patterns": measures.patterns,
            "relationship_patterns": measures.relationship_patterns,
            "expression_depth": measures.expression_depth,
            "clauses": measures.clauses,
            "references": measures.references,
            "characters": measures.characters,
            "functions": measures.functions,
        });
        writeln!(out, "{form}")?;
    } else {
        let told = figures(measures).map(|(name, value)| format!("{name} {value}"));
        writeln!(out, "{}", told.join(", "))?;
    }
    Ok(())
}
