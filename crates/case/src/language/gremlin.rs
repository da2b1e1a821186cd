//! Gremlin behind the seam.

mod caption;
mod dialect;
mod edits;
mod exercises;
mod features;
mod literals;
mod load;
mod normal;
mod probes;
mod statement;

use graphlance_graph::{Graph, Name, Value};
use graphlance_gremlin::features::Feature;
use graphlance_gremlin::graphson::bytecode;
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{
    Argument, Dialect as GremlinDialect, Predicate, Statement as GremlinStatement, StepName, Test, TestName,
};
use graphlance_gremlin::{Version, cell, parse, print::print_argument, probes as table};

use super::{
    Dialect, DialectError, Exercises, Language, LoadTexts, Outcome, Pass, Probe, ReadBack, Setting, Statement,
    SyntaxError,
};
use crate::Boundary;

/// The name of the one column of what a traversal gives.
pub const RESULT: &str = "result";

/// The switch of plans that names another source of traversals, such as one without strategies.
pub const SOURCE: &str = "source";

/// The switch of plans that names the channel in which a traversal is sent.
const CHANNEL: &str = "channel";

/// The channel in which a traversal goes as bytecode.
const BYTECODE: &str = "bytecode";

/// Gremlin of Apache TinkerPop.
#[derive(Clone, Copy, Debug)]
pub struct Gremlin;

impl Language for Gremlin {
    fn name(&self) -> &'static str {
        "gremlin"
    }

    fn parse(&self, text: &str) -> Result<Statement, SyntaxError> {
        parse(text).map(Statement::from).map_err(|error| SyntaxError(error.to_string()))
    }

    fn standard(&self) -> Dialect {
        GremlinDialect::standard().into()
    }

    fn dialect(&self, name: &str) -> Option<Dialect> {
        let version = Version::ALL.iter().find(|version| standard_name(**version) == name);
        let built_in = || graphlance_catalog::dialects_of(self.name()).find(|(known, _)| *known == name);
        match version {
            Some(version) => Some(GremlinDialect::of(*version).into()),
            // The built-in files are parsed by a test, so a failure here cannot reach a user.
            None => built_in().and_then(|(name, text)| GremlinDialect::parse(name, text).ok()).map(Dialect::from),
        }
    }

    fn dialect_names(&self) -> Vec<&'static str> {
        let standards = Version::ALL.iter().rev().map(|version| standard_name(*version));
        standards.chain(graphlance_catalog::dialects_of(self.name()).map(|(name, _)| name)).collect()
    }

    fn read_dialect(&self, name: &str, text: &str) -> Result<Dialect, DialectError> {
        GremlinDialect::parse(name, text).map(Dialect::from)
    }

    fn features(&self) -> Vec<Name> {
        Feature::all().into_iter().map(|feature| feature.name().into()).collect()
    }

    /// Another source of traversals stands in the place of `g`; others stand in front, as `name=value`. A channel that would
    /// give the results of a traversal in another order is left out.
    fn under_switches(&self, text: &str, switches: &[(Name, Name)]) -> String {
        let source = switches.iter().find(|(name, _)| name == SOURCE).map(|(_, source)| source);
        let fits = |name: &str, value: &str| name != SOURCE && (name != CHANNEL || carries(value, text));
        let others = switches.iter().filter(|(name, value)| fits(name, value));
        let others = others.map(|(name, value)| format!("{name}={value} "));
        let text = match (source, text.strip_prefix("g.")) {
            (Some(source), Some(rest)) => format!("{source}.{rest}"),
            _ => text.to_owned(),
        };
        others.chain([text]).collect()
    }

    /// In the channel of the dialect, each of which writes literals in its own way.
    fn as_taken(&self, text: &str, dialect: &Dialect) -> String {
        self.parse(text).map_or_else(|_| text.to_owned(), |statement| statement.print(dialect))
    }

    /// As the console of TinkerPop has it.
    fn boundary_command(&self, boundary: Boundary) -> String {
        match boundary {
            Boundary::Begin => "tx = g.tx(); g = tx.begin()",
            Boundary::Commit => "tx.commit()",
            Boundary::RollBack => "tx.rollback()",
            Boundary::Reset => "// The connection is reset.",
        }
        .to_owned()
    }

    fn passes(&self) -> Vec<Pass> {
        edits::passes()
    }

    fn literal(&self, value: &Value, _: &Dialect) -> Option<String> {
        cell::argument(value).map(|argument| print_argument(&argument))
    }

    fn load(&self, graph: &Graph, dialect: &Dialect) -> LoadTexts {
        dialect.data::<GremlinDialect>().map(|dialect| load::texts(graph, dialect)).unwrap_or_default()
    }

    fn creation(&self, graph: &Graph) -> Option<Statement> {
        load::whole(graph).map(Statement::from)
    }

    fn read_back(&self, graph: &Graph, found: &Graph, _: &Dialect) -> Vec<ReadBack> {
        load::read_back(graph, found)
    }

    fn counting(&self) -> Option<[Statement; 2]> {
        let [vertices, edges] = ["g.V().count()", "g.E().count()"].map(|text| self.parse(text));
        Some([vertices.ok()?, edges.ok()?])
    }

    fn probes(&self) -> Vec<Probe> {
        probes::table()
    }

    fn exercises(&self) -> Option<Exercises> {
        Some(exercises::exercises())
    }

    fn probe_graph(&self) -> Graph {
        table::probe_graph()
    }

    fn learned(&self, base: &Dialect, version: &str, outcomes: &[Outcome], settings: &[Setting]) -> Dialect {
        match base.data::<GremlinDialect>() {
            Some(base) => probes::learned(base, version, outcomes, settings).into(),
            None => base.clone(),
        }
    }
}

/// Whether a channel can carry a traversal, and its results as they come. A server merges equal results that it sends for bytecode,
/// which only an order shows, and is not told how bytecode is asked for its results. It reads a collection that a predicate of
/// one value compares with as the values of the predicate, and refuses the request. Where sacks are merged with objects, it merges
/// those of its results.
fn carries(channel: &str, text: &str) -> bool {
    let Ok(statement) = parse(text) else { return false };
    let is_ordered = || statement.traversal.steps.iter().any(|step| step.name == StepName::Order);
    let is_bytecode = || bytecode(&statement, Version::V38).is_ok();
    let merges_sacks = || statement.source.iter().any(|it| it.name == StepName::WithSack && it.arguments.len() > 1);
    channel != BYTECODE
        || (statement.terminal.is_none()
            && !is_ordered()
            && !merges_sacks()
            && !compares_with_collection(&statement)
            && is_bytecode())
}

fn compares_with_collection(statement: &GremlinStatement) -> bool {
    let mut compares = false;
    walk(Part::Statement(statement), &mut |part| {
        if let Part::Predicate(Predicate { test: Test::Named { name, arguments }, .. }) = part {
            let is_collection = |it: &Argument| matches!(it, Argument::List(_) | Argument::Set(_) | Argument::Map(_));
            let of_several = [TestName::Within, TestName::Without].contains(name);
            compares |= !of_several && arguments.iter().any(is_collection);
        }
    });
    compares
}

/// The name of the dialect of a version of TinkerPop.
fn standard_name(version: Version) -> &'static str {
    match version {
        Version::V35 => "tinkerpop3.5",
        Version::V36 => "tinkerpop3.6",
        Version::V37 => "tinkerpop3.7",
        Version::V38 => "tinkerpop3.8",
    }
}

#[cfg(test)]
mod tests;
