//! Cypher behind the seam.

mod by_formula;
mod by_rows;
mod caption;
mod dialect;
mod edits;
mod exercises;
mod features;
mod liveness;
mod load;
mod nesting;
mod outline;
mod pieces;
mod probes;
mod statement;

use graphlance_cypher::dialect::{Parameters, PlanSwitch};
use graphlance_cypher::{
    Dialect as CypherDialect, Feature, build, functions, given, parse, print_expression, probes as table,
};
use graphlance_graph::{Graph, Name, Value};

use super::{
    Dialect, DialectError, Exercises, Language, LoadTexts, Neutralisation, Outcome, Pass, Probe, Question, ReadBack,
    Setting, Statement, SyntaxError,
};
use crate::Boundary;

/// openCypher 9 and what engines have added to it.
#[derive(Clone, Copy, Debug)]
pub struct Cypher;

impl Language for Cypher {
    fn name(&self) -> &'static str {
        "cypher"
    }

    fn parse(&self, text: &str) -> Result<Statement, SyntaxError> {
        parse(text).map(Statement::from).map_err(|error| SyntaxError(error.to_string()))
    }

    fn standard(&self) -> Dialect {
        CypherDialect::standard().into()
    }

    fn dialect(&self, name: &str) -> Option<Dialect> {
        CypherDialect::built_in(name).map(Dialect::from)
    }

    fn dialect_names(&self) -> Vec<&'static str> {
        CypherDialect::built_in_names().collect()
    }

    fn read_dialect(&self, name: &str, text: &str) -> Result<Dialect, DialectError> {
        CypherDialect::parse(name, text).map(Dialect::from)
    }

    fn features(&self) -> Vec<Name> {
        Feature::ALL.iter().map(|feature| feature.name().into()).collect()
    }

    fn functions(&self) -> Vec<Name> {
        functions::TABLE
            .iter()
            .filter(|function| function.is_made())
            .map(|function| function.name.to_ascii_lowercase().into())
            .collect()
    }

    fn under_switches(&self, text: &str, switches: &[(Name, Name)]) -> String {
        let (alone, valued): (Vec<_>, Vec<_>) = switches.iter().partition(|(_, value)| value.is_empty());
        let written = |of: &[&(Name, Name)]| {
            of.iter().map(|(name, value)| format!("{} ", PlanSwitch::written(name, value))).collect::<String>()
        };
        let cypher = if valued.is_empty() { "" } else { "CYPHER " };
        // Values of parameters stay in front, where they can be told from switches.
        let behind = given(text).map_or(text, |(_, behind)| behind);
        let before = text.strip_suffix(behind).unwrap_or_default();
        format!("{before}{cypher}{}{}{behind}", written(&valued), written(&alone))
    }

    fn given<'t>(&self, text: &'t str) -> Option<(Vec<(Name, Value)>, &'t str)> {
        let (parameters, behind) = given(text)?;
        let value = |(name, written): (Name, _)| Some((name, build::written(&written)?));
        Some((parameters.into_iter().map(value).collect::<Option<_>>()?, behind))
    }

    /// As cypher-shell has it.
    fn parameter_command(&self, parameters: &[(Name, Value)], dialect: &Dialect) -> Option<String> {
        let dialect: &CypherDialect = dialect.data()?;
        if dialect.printing.parameters == Parameters::Header {
            return None;
        }
        let map = Value::map(parameters.iter().cloned().collect());
        Some(format!(":params {}", print_expression(&build::constant(&map)?, dialect)))
    }

    fn scenario_queries(&self) -> Option<[(&'static str, &'static str); 2]> {
        Some([("n", "MATCH (n) RETURN n"), ("r", "MATCH ()-[r]->() RETURN r")])
    }

    /// As cypher-shell has it.
    fn boundary_command(&self, boundary: Boundary) -> String {
        match boundary {
            Boundary::Begin => ":begin",
            Boundary::Commit => ":commit",
            Boundary::RollBack => ":rollback",
            Boundary::Reset => "// The connection is reset.",
        }
        .to_owned()
    }

    fn database_command(&self, database: Option<&str>) -> String {
        database.map_or_else(|| ":use".to_owned(), |database| format!(":use {database}"))
    }

    fn passes(&self) -> Vec<Pass> {
        edits::passes()
    }

    fn neutralisations(&self) -> Vec<Neutralisation> {
        liveness::neutralisations()
    }

    fn questions(&self) -> Vec<Question> {
        liveness::questions()
    }

    fn literal(&self, value: &Value, dialect: &Dialect) -> Option<String> {
        Some(print_expression(&build::constant(value)?, dialect.data()?))
    }

    fn load(&self, graph: &Graph, dialect: &Dialect) -> LoadTexts {
        dialect.data::<CypherDialect>().map(|dialect| load::texts(graph, dialect)).unwrap_or_default()
    }

    fn planned_load(&self, graph: &Graph, dialect: &Dialect) -> Option<LoadTexts> {
        let dialect: &CypherDialect = dialect.data()?;
        Some(LoadTexts { data: by_rows::texts(graph, dialect)?, schema: load::schema(graph, dialect) })
    }

    fn creation(&self, graph: &Graph) -> Option<Statement> {
        match load::texts(graph, &CypherDialect::standard()).data.as_slice() {
            [text] => self.parse(text).ok(),
            _ => None,
        }
    }

    fn read_back(&self, graph: &Graph, found: &Graph, dialect: &Dialect) -> Vec<ReadBack> {
        load::read_back(graph, found, dialect)
    }

    fn counting(&self) -> Option<[Statement; 2]> {
        let [nodes, relationships] = ["MATCH (n) RETURN count(n) AS size", "MATCH ()-[r]->() RETURN count(r) AS size"]
            .map(|text| self.parse(text));
        Some([nodes.ok()?, relationships.ok()?])
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
        match base.data::<CypherDialect>() {
            Some(base) => probes::learned(base, version, outcomes, settings).into(),
            None => base.clone(),
        }
    }
}
