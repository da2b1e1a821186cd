//! `graphlance generate --dinkel`: what Dinkel's authors asked of its parts, of the oracles `stateful` and `equivalence`.

use std::io::{self, Write};
use std::ops::Range;

use graphlance_generate::Profile;
use graphlance_oracles::dinkel::{CASES, FAULTS, Measure, Statements, measure, variants};
use graphlance_oracles::smith::mean;

/// The column of names.
const NAMES: usize = 40;

/// A column by its name, and its number for the statements of a seed.
type OfStatements = (&'static str, fn(&Statements) -> f64);

/// What is told of statements that write.
const OF_STATEMENTS: [OfStatements; 4] = [
    ("valid, %", |statements| 100.0 * statements.valid),
    ("references", |statements| statements.references),
    ("telling, %", |statements| 100.0 * statements.telling),
    ("by stateful", |statements| statements.by_stateful as f64),
];

/// Writes the table, variant by variant as they are measured.
pub fn write_table(out: &mut dyn Write, profile: &Profile, seeds: Range<u64>) -> io::Result<()> {
    writeln!(out, "means over {} seeds, and half the width of the interval of 95 %", seeds.end - seeds.start)?;
    write!(out, "\n{:<NAMES$}", "")?;
    for (name, _) in OF_STATEMENTS {
        write!(out, "{name:>16}")?;
    }
    writeln!(out, "{:>16}", "by equivalence")?;
    out.flush()?;
    for variant in variants(profile) {
        let measures: Vec<Measure> = seeds.clone().map(|seed| measure(profile, &variant, seed)).collect();
        write!(out, "{:<NAMES$}", variant.name)?;
        let statements: Option<Vec<&Statements>> = measures.iter().map(|one| one.statements.as_ref()).collect();
        for (_, value) in OF_STATEMENTS {
            let cell = statements.as_ref().map(|all| told(all.iter().map(|one| value(one))));
            write!(out, "{:>16}", cell.unwrap_or_else(|| "as above".to_owned()))?;
        }
        writeln!(out, "{:>16}", told(measures.iter().map(|one| one.by_equivalence as f64)))?;
        out.flush()?;
    }
    writeln!(out, "\nreferences: uses of a variable that an earlier clause bound, a statement that writes")?;
    writeln!(out, "telling: statements that write and give rows or leave another graph")?;
    writeln!(out, "by stateful, by equivalence: of {} planted faults those found in {CASES} cases", FAULTS.len())
}

fn told(values: impl Iterator<Item = f64>) -> String {
    let (middle, half) = mean(&values.collect::<Vec<_>>());
    format!("{middle:.1} +-{half:.1}")
}
