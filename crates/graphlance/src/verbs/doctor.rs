//! `graphlance doctor`: can this target be hunted?

use std::io::Write;

use graphlance_hunt::doctor::{Condition, Examination, examine};
use graphlance_hunt::{Clock, Deadlines};
use graphlance_oracles::languages;

use crate::cli::Doctor;
use crate::exit::{Exit, Problem};
use crate::{inputs, signals, terminal};

/// Examines the target and prints each check as it is done.
pub fn run(arguments: &Doctor) -> Result<Exit, Problem> {
    let target = inputs::target(&arguments.target, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
    let mut out = terminal::out();
    let mut written = Ok(());
    let name = target.name().to_owned();
    let clock = Clock::new(&signals::listen()?, Deadlines::default().query);
    let found = examine(&target.into(), &clock, &languages(), |one| written = writeln!(out, "{}", line(one)));
    written?;
    clock.check()?;
    let bad = found.iter().any(|one| one.health == Condition::Bad);
    let doubtful = found.iter().filter(|one| one.health == Condition::Doubtful).count();
    let verdict = match (bad, doubtful) {
        (true, _) => "cannot be hunted as it is".to_owned(),
        (false, 0) => "ready to be hunted".to_owned(),
        (false, count) => format!("can be hunted; {count} of the checks need a look"),
    };
    writeln!(out, "\n{name}: {verdict}")?;
    Ok(if bad { Exit::Target } else { Exit::Nothing })
}

fn line(one: &Examination) -> String {
    let mark = match one.health {
        Condition::Good => "ok  ",
        Condition::Doubtful => "look",
        Condition::Bad => "BAD ",
    };
    let advice = if one.advice.is_empty() { String::new() } else { format!("\n        {}", one.advice) };
    format!("{mark} {}: {}{advice}", one.name, one.seen.replace('\n', "\n        "))
}
