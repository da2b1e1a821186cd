//! `graphlance generate --liveness`: which parts of generated statements matter.

use std::io::{self, Write};

use graphlance_hunt::liveness::{BUCKETS, Histogram, Liveness, Tally};

/// Columns of names, which are no longer than this.
const NAMES: usize = 54;

/// Writes one JSON object.
pub fn write_json(out: &mut impl Write, liveness: &Liveness) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, liveness)?;
    writeln!(out)
}

/// Writes tables for people.
pub fn write_tables(out: &mut impl Write, liveness: &Liveness) -> io::Result<()> {
    writeln!(out, "{:<NAMES$}{:>8}", "statements", liveness.statements)?;
    writeln!(out, "{:<NAMES$}{:>8}", "and without an answer of the reference", liveness.undecided_statements)?;

    write!(out, "\n{:<NAMES$}", "how many, % of them")?;
    for (bucket, _) in BUCKETS {
        write!(out, "{bucket:>14}")?;
    }
    writeln!(out)?;
    write_histogram(out, "rows of an answer", &liveness.rows)?;
    write_histogram(out, "distinct rows of an answer", &liveness.distinct_rows)?;
    write_histogram(out, "nulls of an answer", &liveness.nulls)?;
    for (question, numbers) in &liveness.numbers {
        write_histogram(out, question, numbers)?;
    }

    write_head(out, "of answers and between clauses", "it holds")?;
    write_tally(out, "several rows that are not all the same", &liveness.several_rows)?;
    write_tally(out, "order that another order of the rows would break", &liveness.ordered)?;
    for (question, tally) in &liveness.questions {
        write_tally(out, question, tally)?;
    }

    write_head(out, "part that is neutralised", "live")?;
    for (kind, tally) in &liveness.parts {
        write_tally(out, kind, tally)?;
    }
    Ok(())
}

fn write_histogram(out: &mut impl Write, name: &str, numbers: &Histogram) -> io::Result<()> {
    write!(out, "{name:<NAMES$}")?;
    let total = numbers.total().max(1) as f64;
    for (_, count) in numbers.named() {
        write!(out, "{:>14.1}", 100.0 * count as f64 / total)?;
    }
    writeln!(out)
}

fn write_head(out: &mut impl Write, what: &str, live: &str) -> io::Result<()> {
    writeln!(out, "\n{what:<NAMES$}{:>8}{live:>10}{:>8}{:>11}", "all", "%", "undecided")
}

/// The share is that of the decided ones.
fn write_tally(out: &mut impl Write, name: &str, tally: &Tally) -> io::Result<()> {
    let share = tally.share().map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share));
    writeln!(out, "{name:<NAMES$}{:>8}{:>10}{share:>8}{:>11}", tally.all, tally.live, tally.undecided)
}
