//! The evaluators as subjects of a suite: the reference, and the naive one.

use graphlance_case::Answer;
use graphlance_cypher::{Statement, parse};
use graphlance_graph::{Graph, Name, Table, Value};
use graphlance_reference::naive::{Limits, Naive};
use graphlance_reference::{Budget, CypherError, Failure, OpenAnswers, Options, Phase, Procedure, evaluate};

use super::{Brought, Raised, Subject, Unusable};

/// The reference with the graph of the current scenario.
#[derive(Default)]
pub struct OnReference {
    graph: Graph,
    options: Options,
    naive: bool,
}

impl OnReference {
    /// The naive evaluator in the reference's place.
    pub fn naive() -> OnReference {
        OnReference { naive: true, ..OnReference::default() }
    }

    fn evaluate(&self, statement: &Statement) -> Result<Answer, Failure> {
        if self.naive {
            let limits = Limits { steps: 50_000_000, rows: 5_000_000 };
            Naive { options: self.options.clone(), limits, slip: None }.evaluate(&self.graph, statement)
        } else {
            evaluate(&self.graph, statement, &self.options)
        }
    }
}

impl Subject for OnReference {
    fn reset(&mut self) -> Result<(), Unusable> {
        self.graph = Graph::new();
        self.options = Options {
            open: OpenAnswers::Choose,
            budget: Budget {
                length: 2_000_000,
                rows: 5_000_000,
                work: 50_000_000,
                memory: 1 << 30,
                ..Budget::default()
            },
            ..Options::default()
        };
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, value: Value) -> bool {
        self.options.parameters.insert(name.into(), value);
        true
    }

    fn add_procedure(&mut self, name: Name, procedure: Procedure) -> bool {
        self.options.procedures.insert(name, procedure);
        true
    }

    fn query(&mut self, text: &str) -> Result<Brought, Unusable> {
        let answer = match parse(text) {
            Ok(statement) => self.evaluate(&statement),
            Err(error) => Err(error.into()),
        };
        Ok(match answer {
            Ok(answer) => {
                if let Some(graph) = answer.graph {
                    self.graph = graph;
                }
                let columns = answer.returns.columns.into_iter().map(|column| column.name).collect();
                Brought::Table(Table { columns, rows: answer.returns.rows })
            }
            Err(Failure::Raised(error)) => Brought::Error(raised(&error)),
            Err(failure) => Brought::None(failure.to_string()),
        })
    }

    fn graph(&mut self) -> Result<Graph, Unusable> {
        Ok(self.graph.clone())
    }

    fn has_stable_keys(&self) -> bool {
        true
    }

    fn has_exact_errors(&self) -> bool {
        true
    }

    fn float_digits(&self) -> Option<usize> {
        None
    }
}

fn raised(error: &CypherError) -> Raised {
    let phase = match error.phase {
        Phase::CompileTime => "compile time",
        Phase::Runtime => "runtime",
    };
    let exact = [format!("{:?}", error.kind), phase.to_owned(), error.detail.to_string()];
    Raised { exact: Some(exact), message: error.message.clone() }
}
