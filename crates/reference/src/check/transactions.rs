//! `CALL { .. } IN TRANSACTIONS`: where it may stand, and what may stand behind it (Cypher manual, "CALL subqueries in
//! transactions").

use graphlance_cypher::ast::{
    AfterError, Clause, Composed, Concurrency, Expression, Literal, OnError, Query, Transactions,
};
use graphlance_cypher::facts::{query_writes, updates};
use graphlance_cypher::walk::{Part, for_each_child};

use super::{Checker, Type, already_bound, syntax, wrong_type};
use crate::CypherError;

/// Such a call stands on the outermost level, in no UNION, and behind nothing that writes but another such call.
pub(super) fn check_places(query: &Query) -> Result<(), CypherError> {
    places(query, &mut false)
}

fn places(query: &Query, written: &mut bool) -> Result<(), CypherError> {
    if !query.unions.is_empty() {
        return query.parts().try_for_each(|part| refuse(Part::Single(part), "in a UNION"));
    }
    for clause in &query.first.clauses {
        match clause {
            Clause::Subquery(call) => {
                refuse(Part::Query(&call.query), "inside of another CALL")?;
                if call.transactions.is_none() {
                    *written |= query_writes(&call.query);
                } else if *written {
                    return Err(misplaced("behind a clause that writes"));
                }
            }
            Clause::Composed(composed) => match &**composed {
                Composed::Sequence(queries) => queries.iter().try_for_each(|query| places(query, written))?,
                Composed::Braces(query) => places(query, written)?,
                Composed::Conditional(_) => refuse(Part::Clause(clause), "in a branch")?,
            },
            Clause::Foreach(_) => {
                refuse(Part::Clause(clause), "in FOREACH")?;
                *written = true;
            }
            other => *written |= updates(other),
        }
    }
    Ok(())
}

/// No such call at or below a part, expressions aside.
fn refuse(part: Part<'_>, place: &str) -> Result<(), CypherError> {
    match part {
        Part::Expression(_) => return Ok(()),
        Part::Clause(Clause::Subquery(call)) if call.transactions.is_some() => return Err(misplaced(place)),
        _ => {}
    }
    let mut result = Ok(());
    for_each_child(part, &mut |child| {
        if result.is_ok() {
            result = refuse(child, place);
        }
    });
    result
}

fn misplaced(place: &str) -> CypherError {
    syntax("InvalidClauseComposition", format!("CALL {{ }} IN TRANSACTIONS {place}"))
}

impl Checker {
    /// What stands behind IN; the variable of REPORT STATUS is in scope afterwards.
    pub(super) fn transactions(&mut self, transactions: &Transactions) -> Result<(), CypherError> {
        if let Some(Concurrency::Of(count)) = &transactions.concurrency {
            self.positive(count)?;
        }
        if let Some(rows) = &transactions.rows {
            self.positive(rows)?;
        }
        if let Some(OnError::Retry { seconds: Some(seconds), .. }) = &transactions.on_error {
            match (seconds, self.constant(seconds)?) {
                (Expression::Literal(Literal::Float(float)), _) if *float < 0.0 => return Err(negative()),
                (Expression::Literal(Literal::Integer(integer)), _) if *integer < 0 => return Err(negative()),
                (Expression::Literal(Literal::Null), kind) => return Err(wrong_type("a number", &kind)),
                (_, Type::Integer | Type::Float | Type::Any) => {}
                (_, kind) => return Err(wrong_type("a number", &kind)),
            }
        }
        let Some(status) = &transactions.status else { return Ok(()) };
        if transactions.after_error() == AfterError::Fail {
            return Err(syntax("InvalidClauseComposition", "REPORT STATUS without ON ERROR CONTINUE or BREAK"));
        }
        if self.find(status).is_some() {
            return Err(already_bound(status));
        }
        self.declare(status, Type::Map);
        Ok(())
    }

    fn positive(&mut self, count: &Expression) -> Result<(), CypherError> {
        match (count, self.constant(count)?) {
            (Expression::Literal(Literal::Integer(count)), _) if *count <= 0 => Err(negative()),
            (Expression::Literal(Literal::Null), kind) => Err(wrong_type("a positive integer", &kind)),
            (_, Type::Integer | Type::Any) => Ok(()),
            (_, kind) => Err(wrong_type("a positive integer", &kind)),
        }
    }
}

fn negative() -> CypherError {
    syntax("NegativeIntegerArgument", "a number behind CALL { } that is not positive")
}
