//! Queries joined by UNION and NEXT, conditional queries and queries in braces.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    /// Queries joined by NEXT.
    pub(super) fn query(&mut self) -> Parsed<Query> {
        let first = self.regular_query()?;
        if !self.is_text_at(self.position(), "NEXT") {
            return Ok(first);
        }
        let mut queries = vec![first];
        while self.accept_text(&["NEXT"]) {
            queries.push(self.regular_query()?);
        }
        Ok(Composed::Sequence(queries).into())
    }

    /// Single queries joined by UNION, or a conditional query.
    fn regular_query(&mut self) -> Parsed<Query> {
        if self.at_word(Keyword::When) {
            return self.nested(Cursor::conditional);
        }
        let first = self.single_query()?;
        let mut unions = Vec::new();
        while self.accept_word(Keyword::Union) {
            let all = self.accept_word(Keyword::All);
            if !all {
                self.accept_word(Keyword::Distinct);
            }
            unions.push(Union { all, query: self.single_query()? });
        }
        Ok(Query { parameters: Vec::new(), first, unions })
    }

    fn single_query(&mut self) -> Parsed<SingleQuery> {
        if self.accept(Kind::OpenBrace) {
            let query = self.nested(Cursor::query)?;
            self.expect(Kind::CloseBrace, "a clause or `}`")?;
            return Ok(SingleQuery { clauses: vec![Clause::Composed(Box::new(Composed::Braces(query)))] });
        }
        let mut clauses = Vec::new();
        while let Some(clause) = self.optional_clause()? {
            clauses.push(clause);
        }
        if clauses.is_empty() { Err(self.unexpected("a clause")) } else { Ok(SingleQuery { clauses }) }
    }

    fn conditional(&mut self) -> Parsed<Query> {
        let mut branches = Vec::new();
        while self.accept_word(Keyword::When) {
            let condition = self.expression()?;
            self.expect_word(Keyword::Then)?;
            branches.push((condition, self.single_query()?.into()));
        }
        let otherwise = if self.accept_word(Keyword::Else) { Some(self.single_query()?.into()) } else { None };
        Ok(Composed::Conditional(Conditional { branches, otherwise }).into())
    }
}
