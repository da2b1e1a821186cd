//! `graphlance probe`: learns what an engine can say, and where it differs.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use graphlance_case::Dialect;
use graphlance_case::language::Probed;
use graphlance_engines::{Identity, Target, TargetError};
use graphlance_hunt::Clock;
use graphlance_hunt::probe::{PROBE_DEADLINE, Probing, probe};
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::store::write_text;
use graphlance_oracles::languages;
use graphlance_report::quote;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Probe;
use crate::exit::{Exit, Problem};
use crate::{inputs, signals, terminal};

/// Asks, prints what differs, and writes the dialect.
pub fn run(arguments: &Probe) -> Result<Exit, Problem> {
    let target = inputs::target(&arguments.target, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
    let Learned { dialect, base, probing } = learn(&target.into(), &signals::listen()?)?;
    let identity = &probing.identity;
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from(file_name(&identity.engine, &identity.version)));
    let dialect = match path.file_stem().and_then(|name| name.to_str()) {
        Some(name) => named(dialect, name),
        None => dialect,
    };
    write_text(&path, &text_of(&dialect, &probing.identity)?)?;
    let mut out = terminal::out();
    write!(out, "{}", summary(&probing, &base))?;
    writeln!(out, "\nwritten to {}; use it with --dialect {0}", path.display())?;
    Ok(if dialect.suspected().is_empty() { Exit::Nothing } else { Exit::New })
}

/// What probing a target taught.
pub struct Learned {
    /// The dialect, with the name of the engine and its version.
    pub dialect: Dialect,
    /// What was known beforehand.
    base: Dialect,
    /// What was asked and answered.
    pub probing: Probing,
}

/// Learns what a target can say. Errors: it cannot be used, or answered nothing.
pub fn learn(target: &Arc<dyn Target>, stop: &Arc<AtomicBool>) -> Result<Learned, Problem> {
    // What an earlier probing wrote is found anew, and must not colour this one.
    let clock = Clock::new(stop, PROBE_DEADLINE);
    let deadlines = Deadlines::of_query(PROBE_DEADLINE);
    let (session, _) = Session::open_in_any(target, 0, deadlines, &clock, &languages())?;
    let base = session.dialect().without_suspicions().unwrap_or_else(|| session.dialect().clone());
    let mut session = session.with_dialect(base.clone());
    let probing = with_progress(&mut session)?;
    if !probing.outcomes.iter().any(|one| matches!(one.finding, Probed::Agrees | Probed::Deviates { .. })) {
        let error = anyhow::anyhow!("nothing was learned: not one probe was answered\n{}", summary(&probing, &base));
        return Err(Problem { exit: Exit::Target, error });
    }
    let name = file_name(&probing.identity.engine, &probing.identity.version);
    let dialect = named(probing.learned(&base), name.trim_end_matches(".toml"));
    Ok(Learned { dialect, base, probing })
}

/// The dialect under another name.
fn named(dialect: Dialect, name: &str) -> Dialect {
    dialect.named(&name.into()).unwrap_or(dialect)
}

/// A learned dialect as a file.
pub fn text_of(dialect: &Dialect, from: &Identity) -> Result<String, Problem> {
    let comment = format!("Learned by `graphlance probe` from {} {}.", from.engine, from.version);
    let text = dialect.file_text().map_err(|error| Problem::internal(error.to_string()))?;
    Ok(quote::comment("#", &comment) + &text)
}

fn with_progress(session: &mut Session) -> Result<Probing, Problem> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} probes, {elapsed}")
        .map_err(|error| Problem::internal(error.to_string()))?;
    let bar = ProgressBar::new(0).with_style(style);
    let probing = probe(session, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    probing.map_err(|error| {
        if matches!(error, TargetError::Stopped) {
            return error.into();
        }
        let advice = "`graphlance doctor` with the same target tells more";
        Problem { exit: Exit::Target, error: anyhow::anyhow!("the target cannot be probed: {error}; {advice}") }
    })
}

/// `neo4j-5.26.30.toml`
fn file_name(engine: &str, version: &str) -> String {
    let name = engine.to_ascii_lowercase().replace(|character: char| !character.is_ascii_alphanumeric(), "");
    // The server made up the version: it may not choose another folder.
    let plain = |character: char| character.is_ascii_alphanumeric() || "._-+".contains(character);
    format!("{name}-{}.toml", version.replace(|character: char| !plain(character), "-"))
}

fn summary(probing: &Probing, base: &Dialect) -> String {
    let identity = &probing.identity;
    let mut agrees = 0;
    let (mut lacks, mut deviates, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for outcome in &probing.outcomes {
        let id = &outcome.probe.id;
        match &outcome.finding {
            Probed::Agrees => agrees += 1,
            Probed::Lacks { message, .. } => {
                lacks.push(format!("  {id}\n      {}", message.lines().next().unwrap_or_default()));
            }
            Probed::Deviates { expected, actual, switch } => {
                let statement = outcome.text.replace('\n', "\n      ");
                let switch = switch.as_ref().map(|switch| format!("\n      explained by {switch}"));
                deviates.push(format!(
                    "  {id}\n      {statement}\n      expected {expected}\n      actual   {actual}{}",
                    switch.unwrap_or_default()
                ));
            }
            Probed::Dies(how) => deviates.push(format!("  {id}\n      {}\n      {how}", outcome.text)),
            Probed::Open(why) => open.push(format!("  {id}: {why}")),
        }
    }
    let mut text = format!("{} {} {}\n", identity.engine, identity.version, identity.build).trim_end().to_owned();
    text.push_str(&format!("\n{} probes: {agrees} agree with the reference\n", probing.outcomes.len()));
    let parts = [("lacking", lacks), ("suspected: another answer than the reference's", deviates), ("left open", open)];
    for (title, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        text.push_str(&format!("\n{title} ({})\n{}\n", lines.len(), lines.join("\n")));
    }
    let sources: Vec<String> = base.sources().iter().map(|(field, why)| format!("  {field}: {why}")).collect();
    if !sources.is_empty() {
        text.push_str(&format!("\ndeviations with a source, taken as right\n{}\n", sources.join("\n")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_cannot_choose_where_its_dialect_is_written() {
        assert_eq!(file_name("Neo4j", "5.26.30"), "neo4j-5.26.30.toml");
        assert_eq!(file_name("../Neo4j", "../../x\n.toml"), "neo4j-..-..-x-.toml.toml");
    }
}
