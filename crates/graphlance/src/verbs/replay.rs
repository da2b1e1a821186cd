//! `graphlance replay`: does a found case still fail?

use std::io::Write;
use std::sync::Arc;

use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::store::read_found;
use graphlance_oracles::Verdict;

use crate::cli::Replay;
use crate::exit::{Exit, Problem};
use crate::inputs;

/// Runs the case on fresh databases and says what came of it.
pub fn run(arguments: &Replay) -> Result<Exit, Problem> {
    let found = read_found(&arguments.path)?;
    let name = arguments.target.as_ref().unwrap_or(&found.target);
    let target = inputs::target(name, inputs::dialect_of(&arguments.dialect)?, arguments.use_database)?;
    let dialect = Arc::new(target.dialect().clone());
    let query = inputs::seconds("deadline", arguments.deadline)?;
    let mut session = Session::new(target.open(0)?, dialect, Deadlines { query, ..Deadlines::default() });
    let mut out = std::io::stdout().lock();
    let engine = session.identity().clone();
    writeln!(out, "{}", found.title)?;
    writeln!(out, "on {} {} {}", engine.engine, engine.version, engine.build)?;
    let times = arguments.times.max(1);
    let mut failures = 0;
    for number in 1..=times {
        let (_, verdict) = session.run_case(&found.case)?;
        let said = match verdict {
            Verdict::Fail(evidence) => {
                failures += 1;
                format!("fails: {}", evidence.summary)
            }
            Verdict::Pass { .. } => "passes".to_owned(),
            Verdict::Skipped(why) | Verdict::Inconclusive(why) => format!("undecided: {why}"),
        };
        writeln!(out, "{number} of {times}: {said}")?;
    }
    Ok(match failures {
        0 => {
            writeln!(out, "no longer fails")?;
            Exit::Nothing
        }
        all if all == times => {
            writeln!(out, "still fails")?;
            Exit::New
        }
        some => {
            writeln!(out, "fails sometimes: {some} of {times}")?;
            Exit::KnownOrFlaky
        }
    })
}
