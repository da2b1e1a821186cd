//! `graphlance oracles soundness`: whether what oracles claim holds on an evaluator without wrong rules.

use std::io::{self, Write};
use std::thread;
use std::time::Instant;

use graphlance_case::{Case, Dialect};
use graphlance_oracles::Oracle;
use graphlance_oracles::soundness::{Soak, Soundness, Tally};
use indicatif::ProgressBar;

use crate::exit::Problem;

/// The column of names.
const NAMES: usize = 44;

/// The progress of so many cases, on a terminal alone.
pub fn progress(cases: u64) -> ProgressBar {
    ProgressBar::new(cases).with_finish(indicatif::ProgressFinish::AndClear)
}

/// Asks oracles one after the other and writes a table. Returns: how many cases are denied. Errors: an oracle has no case, so that
/// nothing was asked.
pub fn write_table(out: &mut dyn Write, oracles: &[&'static dyn Oracle], soak: &Soak<'_>) -> Result<u64, Problem> {
    writeln!(
        out,
        "{:<NAMES$}{:>12}{:>12}{:>12}{:>12}{:>8}",
        "oracle, and what takes part in its cases", "cases", "held", "vacuous", "undecided", "denied"
    )?;
    out.flush()?;
    let mut denied = 0;
    for oracle in oracles {
        let begun = Instant::now();
        let soundness = asked(*oracle, soak);
        if soundness.whole.cases == 0 {
            let (oracle, dialect) = (oracle.name(), soak.context.dialect.name());
            return Err(Problem::usage(format!("{oracle} makes no case under this profile in {dialect}")));
        }
        write_tally(out, oracle.name(), soundness.whole)?;
        for (name, tally) in &soundness.parts {
            write_tally(out, &format!("  {name}"), *tally)?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let rate = soundness.whole.cases as f64 / seconds.max(f64::EPSILON);
        writeln!(out, "  ({rate:.0} a second, {seconds:.1} s)")?;
        for case in &soundness.denied {
            write_denied(out, case, &soak.context.dialect)?;
        }
        out.flush()?;
        denied += soundness.whole.denied;
    }
    Ok(denied)
}

/// Asks the cases of an oracle, all workers at the same time.
fn asked(oracle: &dyn Oracle, soak: &Soak<'_>) -> Soundness {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..soak.workers).map(|worker| scope.spawn(move || soak.ask(oracle, worker))).collect();
        let mut all = Soundness::default();
        for worker in workers {
            all.add(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

fn write_tally(out: &mut dyn Write, name: &str, tally: Tally) -> io::Result<()> {
    let Tally { cases, held, vacuous, denied } = tally;
    let undecided = tally.undecided();
    writeln!(out, "{name:<NAMES$}{cases:>12}{held:>12}{vacuous:>12}{undecided:>12}{denied:>8}")
}

fn write_denied(out: &mut dyn Write, case: &Case, dialect: &Dialect) -> io::Result<()> {
    writeln!(out, "\ndenied: round {} case {}: {}", case.lineage.round, case.lineage.index, case.claim.wanted())?;
    for line in case.lines(usize::MAX, dialect, |statement| statement.print(dialect)) {
        writeln!(out, "  {}{}", line.text(), line.end())?;
    }
    writeln!(out, "  on {}", serde_json::to_string(&*case.graph).unwrap_or_default())
}
