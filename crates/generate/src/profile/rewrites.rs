//! Which relations and rewrites cases are made of.

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// What oracles make of statements and of graphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RewriteShares {
    /// The families of rewrites that `equivalence` does not use.
    pub without: Vec<RewriteFamily>,
    /// The relations and rewrites, by name, of which alone `equivalence`, `mutation`, `refinement`, `gamera` and, on Cypher,
    /// `disassembly`, or on Gremlin the oracles of relations between traversals make cases; all of them where there is none.
    pub only: Vec<Name>,
}

impl RewriteShares {
    /// Whether cases are made of a relation or rewrite.
    pub fn draws(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| **only == *name)
    }

    /// What is out of bounds, with its key.
    pub(super) fn check(&self) -> Result<(), String> {
        let left = RewriteFamily::ALL.iter().any(|family| !self.without.contains(family));
        if left { Ok(()) } else { Err("rewrites.without leaves no family".to_owned()) }
    }
}

/// Rewrites of one kind: the strategies of *Dinkel: Testing Graph Database Engines via State-Aware Query Generation* (3.2),
/// each with what is here beyond them and of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RewriteFamily {
    /// Clauses that are never executed.
    DeadCode,
    /// Clauses that bring in what nobody asks for.
    UnusedContext,
    /// Writes that change nothing.
    RedundantWrite,
    /// Clauses and patterns in place of others that mean the same.
    InconsequentialSupersession,
    /// Laws of logic and arithmetic.
    MathematicalIdentity,
    /// Expressions in other forms of the language.
    CypherFeature,
}

impl RewriteFamily {
    /// All of them, clauses first.
    pub const ALL: [RewriteFamily; 6] = [
        RewriteFamily::DeadCode,
        RewriteFamily::UnusedContext,
        RewriteFamily::RedundantWrite,
        RewriteFamily::InconsequentialSupersession,
        RewriteFamily::MathematicalIdentity,
        RewriteFamily::CypherFeature,
    ];

    /// Its name in profiles.
    pub const fn name(self) -> &'static str {
        match self {
            RewriteFamily::DeadCode => "dead-code",
            RewriteFamily::UnusedContext => "unused-context",
            RewriteFamily::RedundantWrite => "redundant-write",
            RewriteFamily::InconsequentialSupersession => "inconsequential-supersession",
            RewriteFamily::MathematicalIdentity => "mathematical-identity",
            RewriteFamily::CypherFeature => "cypher-feature",
        }
    }
}
