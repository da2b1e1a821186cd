//! `graphlance oracles power`: how soon each oracle finds the wrong rules of the catalogue.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use graphlance_generate::Profile;
use graphlance_oracles::Oracle;
use graphlance_oracles::power::{Part, Power};
use graphlance_reference::WrongRule;
use graphlance_reference::departures::catalogue;
use serde_json::json;

/// The column of names.
const NAMES: usize = 44;

/// The column of an oracle.
const CELL: usize = 12;

/// How much is asked.
pub struct Extent {
    /// The first seed.
    pub first: u64,
    /// How many seeds.
    pub seeds: u64,
    /// Cases of an oracle and seed.
    pub cases: u64,
}

/// Measures oracles one after the other and writes what each relation and rewrite finds, then which oracles find each wrong rule.
pub fn write_tables(
    out: &mut dyn Write,
    oracles: &[&'static dyn Oracle],
    profile: &Arc<Profile>,
    extent: &Extent,
) -> io::Result<()> {
    let rules: Vec<&'static WrongRule> = catalogue().collect();
    let (seeds, cases) = (extent.seeds, extent.cases);
    writeln!(out, "{} wrong rules, {cases} cases of an oracle and seed, seeds: {seeds}\n", rules.len())?;
    writeln!(
        out,
        "{:<NAMES$}{:>9}{:>8}{:>8}  soonest",
        "oracle, and what takes part in its cases", "cases", "found", "alone"
    )?;
    out.flush()?;
    let mut measured = Vec::new();
    for oracle in oracles {
        let power = measure(*oracle, profile, extent, &rules);
        write_oracle(out, oracle.name(), &power)?;
        out.flush()?;
        measured.push((oracle.name(), power));
    }
    write_matrix(out, &measured, &rules, seeds)
}

/// Writes one JSON object.
pub fn write_json(
    out: &mut dyn Write,
    oracles: &[&'static dyn Oracle],
    profile: &Arc<Profile>,
    extent: &Extent,
) -> io::Result<()> {
    let rules: Vec<&'static WrongRule> = catalogue().collect();
    let part = |part: &Part| json!({"cases": part.cases, "found": part.found});
    let of_oracle = |oracle: &&'static dyn Oracle| {
        let power = measure(*oracle, profile, extent, &rules);
        let parts: BTreeMap<&String, _> = power.parts.iter().map(|(name, one)| (name, part(one))).collect();
        (oracle.name(), json!({"states": power.states, "whole": part(&power.whole), "parts": parts}))
    };
    let oracles: BTreeMap<_, _> = oracles.iter().map(of_oracle).collect();
    let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
    let all = json!({"rules": names, "first": extent.first, "seeds": extent.seeds, "cases": extent.cases, "oracles": oracles});
    serde_json::to_writer_pretty(&mut *out, &all)?;
    writeln!(out)
}

fn measure(oracle: &dyn Oracle, profile: &Arc<Profile>, extent: &Extent, rules: &[&'static WrongRule]) -> Power {
    let mut power = Power::default();
    for number in 0..extent.seeds {
        power.measure(oracle, profile, extent.first.wrapping_add(number), extent.cases, rules);
    }
    power
}

/// A row of the oracle, and one for each relation and rewrite.
fn write_oracle(out: &mut dyn Write, name: &str, power: &Power) -> io::Result<()> {
    write_part(out, name, &power.whole, None)?;
    for (part_name, part) in &power.parts {
        let others = power.parts.iter().filter(|(other, _)| *other != part_name);
        let others: Vec<&Part> = others.map(|(_, other)| other).collect();
        let alone =
            part.found.keys().filter(|rule| others.iter().all(|other| !other.found.contains_key(*rule))).count();
        write_part(out, &format!("  {part_name}"), part, Some(alone))?;
    }
    Ok(())
}

fn write_part(out: &mut dyn Write, name: &str, part: &Part, alone: Option<usize>) -> io::Result<()> {
    let alone = alone.map_or_else(String::new, |count| count.to_string());
    let soonest =
        part.found.iter().min_by_key(|(rule, numbers)| (std::cmp::Reverse(numbers.len()), middle(numbers), **rule));
    let soonest = soonest.map_or_else(String::new, |(rule, numbers)| format!("{rule} ({})", middle(numbers)));
    writeln!(out, "{name:<NAMES$}{:>9}{:>8}{alone:>8}  {soonest}", part.cases, part.found.len())
}

/// A row for each wrong rule, a column for each oracle.
fn write_matrix(
    out: &mut dyn Write,
    measured: &[(&str, Power)],
    rules: &[&'static WrongRule],
    seeds: u64,
) -> io::Result<()> {
    write!(out, "\n{:<NAMES$}", "cases until a wrong rule is found")?;
    for (name, _) in measured {
        write!(out, "{name:>CELL$}")?;
    }
    writeln!(out)?;
    for rule in rules {
        write!(out, "{:<NAMES$}", rule.name)?;
        for (_, power) in measured {
            write!(
                out,
                "{:>CELL$}",
                power.whole.found.get(rule.name).map_or_else(|| "-".to_owned(), |it| cell(it, seeds))
            )?;
        }
        writeln!(out)?;
    }
    let found = |rule: &str, states: bool| {
        measured.iter().any(|(_, power)| power.states == states && power.whole.found.contains_key(rule))
    };
    let named = |wanted: &dyn Fn(&str) -> bool| {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name).filter(|rule| wanted(rule)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    if measured.iter().any(|(_, power)| power.states) {
        let related = named(&|rule| found(rule, false) && !found(rule, true));
        writeln!(out, "\nfound by oracles alone that relate answers: {related}")?;
    }
    writeln!(out, "\nfound by none: {}", named(&|rule| !found(rule, false) && !found(rule, true)))
}

/// The number in the middle, and how many seeds found it where not all did.
fn cell(numbers: &[u64], seeds: u64) -> String {
    let all = numbers.len() as u64 == seeds;
    if all { middle(numbers).to_string() } else { format!("{} ({}/{seeds})", middle(numbers), numbers.len()) }
}

/// The number in the middle of some.
fn middle(numbers: &[u64]) -> u64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
