//! `graphlance generate`: queries with their graphs and expected answers.

use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use graphlance_case::language::LoadTexts;
use graphlance_case::{Case, Dialect, Statement};
use graphlance_graph::{Graph, Order, Returns, Value};
use graphlance_hunt::coverage::Coverage;
use graphlance_hunt::liveness::Liveness;
use graphlance_hunt::production::{Production, Statistics};
use graphlance_hunt::store::write_json;
use graphlance_oracles::languages;
use serde_json::json;

use crate::cli::Generate;
use crate::exit::{Exit, Problem};
use crate::terminal::Terminal;
use crate::verbs::{dinkel, liveness, smith};
use crate::{inputs, numbers};

/// Writes cases, or what is to be said about them.
pub fn run(arguments: &Generate) -> Result<Exit, Problem> {
    let dialect = inputs::dialect(&arguments.dialect)?;
    let profile = inputs::profile(&arguments.profile)?;
    let oracle = inputs::oracle(&arguments.oracle)?;
    let count = numbers::between("count", arguments.count, 1..=100_000_000)?;
    if let Some(why) = oracle.objection(&dialect) {
        let (oracle, dialect) = (oracle.name(), dialect.name());
        return Err(Problem::usage(format!("the oracle {oracle} cannot be asked in {dialect}: {why}")));
    }
    if let Some(why) = profile.objection(oracle.name()) {
        return Err(Problem::usage(format!("{} makes no cases: {why}", oracle.name())));
    }
    let count = match arguments.liveness {
        Some(statements) => numbers::between("liveness", statements, 1..=10_000_000)?,
        None => count,
    };
    if let Some(seeds) = arguments.gdsmith {
        return print_tables("gdsmith", seeds, arguments.seed, |out, seeds| smith::write_tables(out, &profile, seeds));
    }
    if let Some(seeds) = arguments.dinkel {
        return print_tables("dinkel", seeds, arguments.seed, |out, seeds| dinkel::write_table(out, &profile, seeds));
    }
    let production = Production::new(oracle, arguments.seed, dialect, profile, count);
    let mut out = Terminal::new(BufWriter::new(io::stdout().lock()));
    if arguments.liveness.is_some() {
        return print_liveness(&mut out, &Liveness::of(production, &languages()), arguments.json);
    }
    if arguments.stats {
        let statistics = Statistics::of(production, &languages());
        print_statistics(&mut out, &statistics)?;
        write_coverage(arguments.coverage.as_deref(), &statistics.coverage)?;
        out.flush()?;
        return match (statistics.denied, statistics.cases) {
            (1.., _) => Ok(Exit::Internal),
            (0, 0) => Err(nothing()),
            (0, _) => Ok(Exit::Nothing),
        };
    }
    let dialect = production.dialect().clone();
    let mut production = production;
    let mut coverage = Coverage::of_language(dialect.language());
    let mut graph: Option<Arc<Graph>> = None;
    let mut made = 0u64;
    for case in production.by_ref() {
        let Some(statement) = case.claimed_statement() else { continue };
        made += 1;
        if arguments.coverage.is_some() {
            coverage.add(statement.feature_set());
        }
        if arguments.json {
            writeln!(out, "{}", json_form(&case, statement, &dialect))?;
        } else {
            let same = graph.as_ref().is_some_and(|graph| Arc::ptr_eq(graph, &case.graph));
            if !same {
                print_graph(&mut out, &case, &dialect)?;
                graph = Some(Arc::clone(&case.graph));
            }
            print_case(&mut out, &case, &dialect)?;
        }
    }
    coverage.add_techniques(&production.techniques());
    write_coverage(arguments.coverage.as_deref(), &coverage)?;
    out.flush()?;
    if made > 0 { Ok(Exit::Nothing) } else { Err(nothing()) }
}

/// Writes tables over so many seeds from one on.
fn print_tables(
    flag: &str,
    seeds: u64,
    first: u64,
    write: impl FnOnce(&mut dyn Write, Range<u64>) -> io::Result<()>,
) -> Result<Exit, Problem> {
    let seeds = numbers::between(flag, seeds, 1..=1_000)?;
    write(&mut Terminal::new(BufWriter::new(io::stdout().lock())), first..first + seeds)?;
    Ok(Exit::Nothing)
}

fn print_liveness(out: &mut impl Write, liveness: &Liveness, json: bool) -> Result<Exit, Problem> {
    if json {
        liveness::write_json(out, liveness)?;
    } else {
        liveness::write_tables(out, liveness)?;
    }
    out.flush()?;
    if liveness.statements > 0 { Ok(Exit::Nothing) } else { Err(nothing()) }
}

fn nothing() -> Problem {
    Problem::usage("no case can be made: the profile and the dialect together leave nothing to ask")
}

fn write_coverage(path: Option<&Path>, coverage: &Coverage) -> Result<(), Problem> {
    match path {
        Some(path) => Ok(write_json(path, coverage)?),
        None => Ok(()),
    }
}

fn print_graph(out: &mut impl Write, case: &Case, dialect: &Dialect) -> Result<(), Problem> {
    writeln!(out, "// graph of round {}", case.lineage.round)?;
    for statement in LoadTexts::of(&case.graph, &case.load, dialect).all() {
        writeln!(out, "{statement};")?;
    }
    writeln!(out)?;
    Ok(())
}

/// A case as one object; `texts` holds every step's statement as it is sent, for claims about several.
fn json_form(case: &Case, statement: &Statement, dialect: &Dialect) -> serde_json::Value {
    let mut form = json!({
        "graph": case.graph,
        "load": case.load,
        "statement": statement.text(),
        "plan": case.plan,
        "text": case.sent(statement, dialect),
        "claim": case.claim,
    });
    if case.steps.len() > 1 {
        form["texts"] = texts(case, dialect).into();
    }
    form
}

/// The statements of the steps as they are sent.
fn texts(case: &Case, dialect: &Dialect) -> Vec<String> {
    case.statements().map(|statement| case.sent(statement, dialect)).collect()
}

fn print_case(out: &mut impl Write, case: &Case, dialect: &Dialect) -> Result<(), Problem> {
    writeln!(out, "// case {}", case.lineage.index)?;
    for line in case.lines(usize::MAX, dialect, |statement| statement.print(dialect)) {
        writeln!(out, "{}{}", line.text(), line.end())?;
    }
    if let Some((_, returns)) = case.claim.table() {
        print_returns(out, returns, dialect)?;
    } else {
        writeln!(out, "// {}", case.claim.wanted())?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_returns(out: &mut impl Write, returns: &Returns, dialect: &Dialect) -> Result<(), Problem> {
    let columns: Vec<&str> = returns.columns.iter().map(|column| column.name.as_str()).collect();
    let order = if matches!(returns.order, Order::Sorted { .. }) { ", in order" } else { "" };
    writeln!(out, "// returns {}: {} rows{order}", columns.join(", "), returns.rows.len())?;
    for row in &returns.rows {
        let cells: Vec<String> = row.iter().map(|value| cell(value, dialect)).collect();
        writeln!(out, "//   {}", cells.join(", "))?;
    }
    Ok(())
}

/// A value as a literal; elements and other values without a literal in their JSON form.
fn cell(value: &Value, dialect: &Dialect) -> String {
    let language = dialect.language();
    let literal = language.literal(value, &language.standard());
    literal.unwrap_or_else(|| serde_json::to_string(value).unwrap_or_default())
}

fn print_statistics(out: &mut impl Write, statistics: &Statistics) -> Result<(), Problem> {
    let Statistics { cases, means, .. } = statistics;
    let share = |part: u64| if *cases == 0 { 100.0 } else { 100.0 * part as f64 / *cases as f64 };
    let rate = |seconds: f64| if seconds > 0.0 { *cases as f64 / seconds } else { 0.0 };
    writeln!(out, "cases                      {cases}")?;
    for (name, mean) in means.named() {
        writeln!(out, "mean {name:<22}{mean:.2}")?;
    }
    writeln!(out, "at the paper's averages    {:.2} %", share(means.at_paper_averages))?;
    writeln!(out, "non-empty                  {:.2} %", share(statistics.non_empty))?;
    writeln!(out, "an index can answer        {:.2} %", share(statistics.pinned))?;
    writeln!(out, "parse back                 {:.4} %", share(statistics.parsed_back))?;
    writeln!(out, "confirmed by the reference {:.4} %", share(statistics.confirmed))?;
    writeln!(out, "unconfirmed                {}", statistics.unconfirmed)?;
    writeln!(out, "denied                     {}", statistics.denied)?;
    writeln!(out, "made and printed           {:.0} per second and core", rate(statistics.making_seconds))?;
    let all = statistics.making_seconds + statistics.checking_seconds;
    writeln!(out, "and parsed and evaluated   {:.0} per second and core", rate(all))?;
    let micros = |share| statistics.evaluation_percentile(share) * 1e6;
    writeln!(out, "evaluation, median         {:.0} microseconds, 99 of 100 below {:.0}", micros(0.5), micros(0.99))?;
    writeln!(out, "hash of texts and claims   {}", statistics.hash)?;
    for denial in &statistics.denials {
        writeln!(out, "\ndenied: {denial}")?;
    }
    Ok(())
}
