//! `graphlance measure`: the complexity of queries.

use std::io::{Read, Write};

use graphlance_cypher::measure::{Measures, measure};
use graphlance_cypher::parse;
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
    for (name, text) in &texts {
        for (number, query) in queries(text).enumerate() {
            let statement =
                parse(query).map_err(|error| Problem::usage(format!("{name}, query {}: {error}", number + 1)))?;
            print_measures(&mut out, &measure(&statement), arguments.json)?;
        }
    }
    Ok(Exit::Nothing)
}

/// The queries of a text: separated by semicolons at line ends.
fn queries(text: &str) -> impl Iterator<Item = &str> {
    text.split(";\n").map(|query| query.trim().trim_end_matches(';')).filter(|query| !query.is_empty())
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
        writeln!(
            out,
            "patterns {}, relationship patterns {}, depth {}, clauses {}, references {}, characters {}, functions {}",
            measures.patterns,
            measures.relationship_patterns,
            measures.expression_depth,
            measures.clauses,
            measures.references,
            measures.characters,
            measures.functions.len()
        )?;
    }
    Ok(())
}
