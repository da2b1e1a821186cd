//! Shares of what statements that write are.

use serde::{Deserialize, Serialize};

use super::{most, number};

/// Shares of what the statements of the oracle `stateful` are, 0 to 1, and weights of what they are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatefulShares {
    /// Statements of a sequence, in the mean.
    pub statements: f64,
    /// Cases that are a transaction of several statements.
    pub transactions: f64,
    /// Statements that begin with writing.
    pub without_reading: f64,
    /// Clauses that read before the first one that writes, by weight: one, two, three, ...
    pub reading: Vec<f64>,
    /// Clauses that write one after the other, by weight: one, two, three, ...
    pub writing: Vec<f64>,
    /// How often a statement reads what it wrote, by weight: never, once, twice, ...
    pub reading_again: Vec<f64>,
    /// Whether it writes again each time afterwards.
    pub writing_again: f64,
    /// Statements of two parts.
    pub unions: f64,
    /// How deep loops and calls are within each other at most.
    pub depth: usize,
    /// How often what is in scope is used again where it may be.
    pub reuse: f64,
    /// Whether labels and keys are those that the graph has, but for a few.
    pub graph_schema: bool,
    /// The clauses that write.
    pub clauses: WritingWeights,
}

/// Weights of the clauses that write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WritingWeights {
    /// CREATE and INSERT.
    pub create: f64,
    /// MERGE.
    pub merge: f64,
    /// SET.
    pub set: f64,
    /// REMOVE.
    pub remove: f64,
    /// DELETE and DETACH DELETE.
    pub delete: f64,
    /// FOREACH.
    pub foreach: f64,
    /// CALL of a subquery.
    pub call: f64,
}

impl Default for StatefulShares {
    fn default() -> StatefulShares {
        StatefulShares {
            statements: 10.0,
            transactions: 0.06,
            without_reading: 0.2,
            reading: vec![0.6, 0.3, 0.1],
            writing: vec![0.5, 0.28, 0.14, 0.08],
            reading_again: vec![0.7, 0.25, 0.05],
            writing_again: 0.45,
            unions: 0.05,
            depth: 2,
            reuse: 0.6,
            graph_schema: true,
            clauses: WritingWeights::default(),
        }
    }
}

impl Default for WritingWeights {
    fn default() -> WritingWeights {
        WritingWeights { create: 2.5, merge: 2.5, set: 3.5, remove: 1.2, delete: 1.4, foreach: 1.0, call: 0.9 }
    }
}

impl StatefulShares {
    /// What is out of bounds, with its key.
    pub(super) fn check(&self) -> Result<(), String> {
        let StatefulShares { statements, transactions, without_reading, writing_again, unions, reuse, .. } = self;
        let shares = [("transactions", transactions), ("without_reading", without_reading), ("unions", unions)];
        for (key, share) in shares.into_iter().chain([("writing_again", writing_again), ("reuse", reuse)]) {
            number(&format!("stateful.{key}"), *share, 1.0)?;
        }
        number("stateful.statements", *statements, most::QUERIES as f64)?;
        if *statements < 1.0 {
            return Err("stateful.statements must be at least 1".to_owned());
        }
        if self.depth > most::DEPTH {
            return Err(format!("stateful.depth must be at most {}", most::DEPTH));
        }
        let WritingWeights { create, merge, set, remove, delete, foreach, call } = self.clauses;
        let clauses = [create, merge, set, remove, delete, foreach, call];
        let [reading, writing] = [&self.reading, &self.writing].map(Vec::as_slice);
        weights("stateful.reading", reading)?;
        weights("stateful.writing", writing)?;
        weights("stateful.reading_again", &self.reading_again)?;
        weights("stateful.clauses", &clauses)
    }
}

/// Whether something can be drawn by these weights.
fn weights(key: &str, weights: &[f64]) -> Result<(), String> {
    if weights.len() > most::STEPS {
        return Err(format!("{key} has more than {} weights", most::STEPS));
    }
    for weight in weights {
        number(key, *weight, most::WEIGHT)?;
    }
    if weights.iter().sum::<f64>() <= 0.0 { Err(format!("{key}: no weight is above zero")) } else { Ok(()) }
}
