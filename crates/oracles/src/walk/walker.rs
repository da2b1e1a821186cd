//! A statement on its walk, and how long it stays there.

use graphlance_case::Statement;
use graphlance_cypher::edit::without_parameters;
use graphlance_cypher::{Query, Statement as CypherStatement};
use graphlance_graph::{Name, Returns};

/// A statement whose answer has been the same on so many graphs in a row leaves the walk, one that is followed after as many again.
const PATIENCE: usize = 10;
/// One that has no rows is that much sooner tired.
pub(super) const SILENT: usize = 3;
/// Where planning takes long a statement leaves behind so many of them, whatever it answers: sooner where its plan had been met
/// before. New ones take the places, so that a hunt comes to plans that it has not met.
const GRAPHS_WHERE_DEAR: usize = 20;
const GRAPHS_WHERE_MET: usize = 9;

/// A statement on its walk.
pub(super) struct Walker {
    pub(super) query: Query,
    /// The same, as it is asked on each graph.
    pub(super) statement: Statement,
    /// It with its values in the places of its parameters; none where it has none.
    pub(super) written: Option<Statement>,
    pub(super) clauses: usize,
    pub(super) size_class: u8,
    pub(super) adaptation: String,
    pub(super) switches: Vec<(Name, Name)>,
    /// The last answer, on how many graphs in a row it has been the same, and on how many it was asked for.
    pub(super) last: Option<Returns>,
    pub(super) same: usize,
    pub(super) graphs: usize,
    /// The query with other values that was asked last on this graph, and its answer.
    pub(super) other: Option<(Query, Returns)>,
    /// It with the last values for which it had rows, and others than with its own, and on which graph.
    pub(super) telling: Option<(usize, Query)>,
    /// Whether nobody had met the plan of its statement.
    pub(super) followed: bool,
}

impl Walker {
    /// A walker at its beginning. `adaptation`: the hash of the state under which its statement was made.
    pub(super) fn new(
        query: Query,
        (clauses, size_class): (usize, u8),
        adaptation: String,
        switches: Vec<(Name, Name)>,
    ) -> Walker {
        Walker {
            statement: asked(query.clone()),
            written: written(&query),
            query,
            clauses,
            size_class,
            adaptation,
            switches,
            last: None,
            same: 0,
            graphs: 0,
            other: None,
            telling: None,
            followed: false,
        }
    }

    /// Whether its statement, in either form, is this one.
    pub(super) fn asks(&self, query: &Query) -> bool {
        self.query == *query || self.written.as_ref().is_some_and(|written| is_of(written, query))
    }

    /// Whether it goes on; where planning is `dear` not too long.
    pub(super) fn stays(&self, dear: bool) -> bool {
        let (same, graphs) = match self.followed {
            true => (2 * PATIENCE, GRAPHS_WHERE_DEAR),
            false => (PATIENCE, GRAPHS_WHERE_MET),
        };
        self.same < same && !(dear && self.graphs >= graphs)
    }
}

/// What is asked of a query.
pub(super) fn asked(query: Query) -> Statement {
    CypherStatement::Query(query).into()
}

/// A query with its values in the places of its parameters; none where it has none.
pub(super) fn written(query: &Query) -> Option<Statement> {
    (!query.parameters.is_empty()).then(|| asked(without_parameters(query)))
}

fn is_of(statement: &Statement, query: &Query) -> bool {
    matches!(statement.tree(), Some(CypherStatement::Query(own)) if own == query)
}
