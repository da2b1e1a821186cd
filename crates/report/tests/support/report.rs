//! A finding as a report gets it, with everything that may be foreign open to the test.

use std::path::Path;
use std::sync::Arc;

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Case, Claim, EngineError, ErrorClass, Evidence, FailureClass, Lineage, Response, Step};
use graphlance_engines::Identity;
use graphlance_graph::{Graph, Returns, Table};
use graphlance_report::{ReportInput, files};

/// A finding.
pub struct Finding {
    pub identity: Identity,
    pub dialect: Dialect,
    pub graph: Graph,
    /// None: the graph is read back.
    pub query: Option<String>,
    pub expected: Option<Returns>,
    pub class: FailureClass,
    pub response: Response,
    pub summary: String,
    pub explain: String,
    pub commands: Vec<String>,
}

impl Finding {
    /// A query that loses a row.
    pub fn new(engine: &str, version: &str, dialect: &str, query: &str, expected: Returns) -> Finding {
        Finding {
            identity: Identity { engine: engine.to_owned(), version: version.to_owned(), ..Identity::default() },
            dialect: Cypher.dialect(dialect).unwrap_or_else(|| panic!("no dialect {dialect}")),
            graph: Graph::new(),
            query: Some(query.to_owned()),
            expected: Some(expected),
            class: FailureClass::WrongRows,
            response: Response::Table(Table::default()),
            summary: "1 row is missing".to_owned(),
            explain: String::new(),
            commands: Vec::new(),
        }
    }

    /// The same with an error that was reported.
    pub fn with_error(mut self, message: &str) -> Finding {
        self.class = FailureClass::UnexpectedError;
        self.response = Response::Error(EngineError { class: ErrorClass::Runtime, message: message.to_owned() });
        self
    }

    /// The same with another class and answer.
    pub fn with(mut self, class: FailureClass, response: Response) -> Finding {
        (self.class, self.response) = (class, response);
        self
    }

    /// The files of its report.
    pub fn files(&self) -> Vec<(String, String)> {
        let step = |text: &String| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        let claim = match (&self.query, &self.expected) {
            (None, _) => Claim::Loads,
            (_, Some(returns)) => Claim::returns(0, returns.clone()),
            (_, None) => Claim::Survives,
        };
        let case = Case::new(&self.dialect, Arc::new(self.graph.clone()), claim, Lineage::default());
        let case = Case { steps: vec![self.query.as_ref().map_or(Act::Snapshot.into(), step)], ..case };
        let evidence = Evidence { class: self.class, step: 0, summary: self.summary.clone(), difference: None };
        let commands: Vec<(&str, String)> = self.commands.iter().map(|command| ("replay", command.clone())).collect();
        let input = ReportInput {
            case: &case,
            dialect: &self.dialect,
            evidence: &evidence,
            responses: std::slice::from_ref(&self.response),
            expected: self.expected.as_ref(),
            traces: &[],
            explain: Some(&self.explain),
            plans: &[(self.summary.clone(), true)],
            identity: &self.identity,
            replayed: [1, 1],
            second: None,
            cut_short: None,
            elsewhere: None,
            rule: None,
            experiments: None,
            rewrites: &[],
            accused: None,
            fingerprint: "0",
            sizes: &[],
            commands: &commands,
        };
        files(&input).into_iter().map(|(name, bytes)| (name, String::from_utf8(bytes).expect("text"))).collect()
    }

    /// Writes the files into a folder.
    pub fn write(&self, folder: &Path) {
        for (name, text) in self.files() {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
    }
}
