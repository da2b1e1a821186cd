//! `graphlance generate --gdsmith`: what GDsmith's authors measured, of the oracle `reference`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

use graphlance_cypher::productions::productions;
use graphlance_generate::Profile;
use graphlance_oracles::smith::{LENGTHS, MUTANTS, Measure, QUERIES, mean, measure, production_count, variants};

/// The column of names.
const NAMES: usize = 28;

/// Writes the tables, variant by variant as they are measured.
pub fn write_tables(out: &mut dyn Write, profile: &Profile, seeds: Range<u64>) -> io::Result<()> {
    writeln!(out, "means over {} seeds, and half the width of the interval of 95 %", seeds.end - seeds.start)?;
    write!(out, "\n{:<NAMES$}{:>14}{:>16}", "", "valid, %", format!("of {} rules", production_count()))?;
    for length in LENGTHS {
        write!(out, "{:>14}", format!("rows at {length}, %"))?;
    }
    writeln!(out, "{:>18}", format!("mutants of {MUTANTS}"))?;
    out.flush()?;
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for variant in variants() {
        let measures: Vec<Measure> = seeds.clone().map(|seed| measure(profile, &variant, seed)).collect();
        let told = |value: &dyn Fn(&Measure) -> f64| {
            let (middle, half) = mean(&measures.iter().map(value).collect::<Vec<_>>());
            format!("{middle:.1} +-{half:.1}")
        };
        write!(out, "{:<NAMES$}{:>14}", variant.name, told(&|measure| 100.0 * measure.valid))?;
        write!(out, "{:>16}", told(&|measure| measure.productions.len() as f64))?;
        for place in 0..LENGTHS.len() {
            write!(out, "{:>14}", told(&|measure| 100.0 * measure.with_rows[place]))?;
        }
        writeln!(out, "{:>18}", told(&|measure| measure.killed as f64))?;
        out.flush()?;
        used.extend(measures.into_iter().flat_map(|measure| measure.productions));
    }
    let unused: Vec<&str> = productions().map(|one| one.name).filter(|name| !used.contains(name)).collect();
    writeln!(out, "\nmutants: graphs of 20 nodes and more that lack one property, {QUERIES} statements")?;
    writeln!(out, "rows at: statements of so many clauses on graphs of at most ten elements")?;
    match unused.as_slice() {
        [] => writeln!(out, "every rule is used"),
        unused => writeln!(out, "rules that no statement uses: {}", unused.join(", ")),
    }
}
