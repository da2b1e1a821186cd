//! Queries composed of queries.

use super::{Clause, Expression, Projection, Query, SingleQuery};

/// Queries in the place of clauses. Such a clause stands alone in its single query.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Composed {
    /// `query NEXT query ..`: each goes on with the rows of the one before it. At least two, none of them such a chain
    /// itself, and the whole is no part of a UNION and no branch: there it stands in braces.
    Sequence(Vec<Query>),
    /// `WHEN condition THEN query .. ELSE query`
    Conditional(Conditional),
    /// `{ query }`
    Braces(Query),
}

/// `WHEN condition THEN query .. ELSE query`: for each row the first branch whose condition is true.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Conditional {
    /// Conditions and queries; at least one. A query is a single one, and none that is composed without braces.
    pub branches: Vec<(Expression, Query)>,
    /// ELSE.
    pub otherwise: Option<Query>,
}

impl Composed {
    /// The queries in it, in the order of the text.
    pub fn queries(&self) -> Vec<&Query> {
        match self {
            Composed::Sequence(queries) => queries.iter().collect(),
            Composed::Conditional(it) => it.branches.iter().map(|(_, query)| query).chain(&it.otherwise).collect(),
            Composed::Braces(query) => vec![query],
        }
    }

    /// The query that says which columns come out.
    pub fn last(&self) -> Option<&Query> {
        match self {
            Composed::Sequence(queries) => queries.last(),
            Composed::Conditional(it) => it.branches.first().map(|(_, query)| query),
            Composed::Braces(query) => Some(query),
        }
    }
}

impl From<Composed> for Query {
    fn from(composed: Composed) -> Query {
        SingleQuery { clauses: vec![Clause::Composed(Box::new(composed))] }.into()
    }
}

impl Query {
    /// The RETURN that names its columns; none when it gives no rows.
    pub fn last_return(&self) -> Option<&Projection> {
        match self.first.clauses.last()? {
            Clause::Return(projection) => Some(projection),
            Clause::Composed(composed) => composed.last()?.last_return(),
            _ => None,
        }
    }

    /// Whether it gives rows to what is around it.
    pub fn returns(&self) -> bool {
        self.first.returns()
    }
}

impl SingleQuery {
    /// Whether it gives rows to what is around it.
    pub fn returns(&self) -> bool {
        match self.clauses.last() {
            Some(Clause::Return(_)) => true,
            Some(Clause::Composed(composed)) => composed.last().is_some_and(Query::returns),
            _ => false,
        }
    }
}
