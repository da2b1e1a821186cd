//! Statements, queries and reading clauses.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        match self.schema_command()? {
            Some(command) => Ok(Statement::Schema(command)),
            None => Ok(Statement::Query(self.query()?)),
        }
    }

    /// Single queries joined by UNION.
    pub(super) fn query(&mut self) -> Parsed<Query> {
        let first = self.single_query()?;
        let mut unions = Vec::new();
        while self.accept_word(Keyword::Union) {
            let all = self.accept_word(Keyword::All);
            if !all {
                self.accept_word(Keyword::Distinct);
            }
            unions.push(Union { all, query: self.single_query()? });
        }
        Ok(Query { first, unions })
    }

    fn single_query(&mut self) -> Parsed<SingleQuery> {
        let mut clauses = Vec::new();
        while let Some(clause) = self.optional_clause()? {
            clauses.push(clause);
        }
        if clauses.is_empty() { Err(self.unexpected("a clause")) } else { Ok(SingleQuery { clauses }) }
    }

    /// A clause; none if something else stands here.
    pub(super) fn optional_clause(&mut self) -> Parsed<Option<Clause>> {
        let Kind::Word(keyword) = self.kind() else { return Ok(None) };
        let clause = match keyword {
            Keyword::Optional => self.optional_match_or_call()?,
            Keyword::Match => self.match_clause(false)?,
            Keyword::Unwind => self.unwind()?,
            Keyword::With => self.with()?,
            Keyword::Return => {
                self.advance();
                Clause::Return(self.projection()?)
            }
            Keyword::Call => self.call(false)?,
            Keyword::Create => {
                self.advance();
                Clause::Create(self.list(Cursor::pattern)?)
            }
            Keyword::Merge => self.merge()?,
            Keyword::Set => {
                self.advance();
                Clause::Set(self.list(Cursor::set_item)?)
            }
            Keyword::Remove => {
                self.advance();
                Clause::Remove(self.list(Cursor::remove_item)?)
            }
            Keyword::Delete | Keyword::Detach => self.delete()?,
            Keyword::Foreach => self.nested(Cursor::foreach)?,
            _ => return Ok(None),
        };
        Ok(Some(clause))
    }

    fn optional_match_or_call(&mut self) -> Parsed<Clause> {
        self.advance();
        match self.kind() {
            Kind::Word(Keyword::Match) => self.match_clause(true),
            Kind::Word(Keyword::Call) => self.call(true),
            _ => Err(self.unexpected("MATCH or CALL")),
        }
    }

    fn match_clause(&mut self, optional: bool) -> Parsed<Clause> {
        self.advance();
        let patterns = self.list(Cursor::pattern)?;
        Ok(Clause::Match(Match { optional, patterns, predicate: self.optional_where(false)? }))
    }

    fn unwind(&mut self) -> Parsed<Clause> {
        self.advance();
        let list = self.expression()?;
        self.expect_word(Keyword::As)?;
        Ok(Clause::Unwind(Unwind { list, variable: self.variable()? }))
    }

    fn call(&mut self, optional: bool) -> Parsed<Clause> {
        self.advance();
        if matches!(self.kind(), Kind::OpenBrace | Kind::OpenParen) {
            return self.nested(|cursor| cursor.call_subquery(optional));
        }
        let name = self.dotted_name("a procedure, `{` or `(`")?;
        let arguments = if self.accept(Kind::OpenParen) { Some(self.arguments()?) } else { None };
        let results = self.yielded()?;
        let predicate = if results == Yield::Absent { None } else { self.optional_where(false)? };
        Ok(Clause::Call(ProcedureCall { optional, name, arguments, results, predicate }))
    }

    fn yielded(&mut self) -> Parsed<Yield> {
        if !self.accept_word(Keyword::Yield) {
            return Ok(Yield::Absent);
        }
        if self.accept(Kind::Star) {
            return Ok(Yield::Star);
        }
        let items = self.list(|cursor| {
            let field = cursor.name("a result field")?;
            let variable = if cursor.accept_word(Keyword::As) { Some(cursor.variable()?) } else { None };
            Ok(YieldItem { field, variable })
        })?;
        Ok(Yield::Items(items))
    }

    fn call_subquery(&mut self, optional: bool) -> Parsed<Clause> {
        let imports = self.imports()?;
        self.expect(Kind::OpenBrace, "`{`")?;
        let query = self.query()?;
        self.expect(Kind::CloseBrace, "a clause or `}`")?;
        Ok(Clause::Subquery(CallSubquery { optional, imports, query }))
    }

    fn imports(&mut self) -> Parsed<Imports> {
        if !self.accept(Kind::OpenParen) {
            return Ok(Imports::Body);
        }
        let imports = if self.accept(Kind::Star) {
            Imports::All
        } else if self.kind() == Kind::CloseParen {
            Imports::Names(Vec::new())
        } else {
            Imports::Names(self.list(Cursor::variable)?)
        };
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(imports)
    }
}
