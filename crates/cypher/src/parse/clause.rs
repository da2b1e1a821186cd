//! Statements, queries and reading clauses.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let parameters = self.parameters()?;
        if parameters.is_empty()
            && let Some(command) = self.schema_command()?
        {
            return Ok(Statement::Schema(command));
        }
        Ok(Statement::Query(Query { parameters, ..self.query()? }))
    }

    /// A clause; none if something else stands here.
    pub(super) fn optional_clause(&mut self) -> Parsed<Option<Clause>> {
        let Kind::Word(keyword) = self.kind() else { return self.optional_later_clause() };
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
            Keyword::Insert => {
                self.advance();
                Clause::Insert(self.list(Cursor::pattern)?)
            }
            Keyword::For => self.for_clause()?,
            Keyword::Finish => {
                self.advance();
                Clause::Finish
            }
            Keyword::Order | Keyword::Skip | Keyword::Offset | Keyword::Limit => Clause::Page(self.page()?),
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

    /// A clause that begins with no keyword of openCypher; none if something else stands here.
    fn optional_later_clause(&mut self) -> Parsed<Option<Clause>> {
        Ok(Some(if self.accept_text(&["FILTER"]) {
            self.accept_word(Keyword::Where);
            Clause::Filter(self.expression()?)
        } else if self.accept_text(&["LET"]) {
            Clause::Let(self.list(|cursor| {
                let variable = cursor.variable()?;
                cursor.expect(Kind::Equal, "`=`")?;
                Ok((variable, cursor.expression()?))
            })?)
        } else if self.is_text_at(self.position(), "NODETACH") {
            self.delete()?
        } else {
            return Ok(None);
        }))
    }

    fn for_clause(&mut self) -> Parsed<Clause> {
        self.advance();
        let variable = self.variable()?;
        self.expect_word(Keyword::In)?;
        Ok(Clause::For(Unwind { list: self.expression()?, variable }))
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
        self.match_body(optional).map(Clause::Match)
    }

    /// What stands behind MATCH.
    pub(super) fn match_body(&mut self, optional: bool) -> Parsed<Match> {
        let mode = self.match_mode()?;
        let patterns = self.list(Cursor::pattern)?;
        let hints = self.hints()?;
        Ok(Match { optional, mode, patterns, hints, predicate: self.optional_where(false)? })
    }

    /// Whether a match mode stands here: its word is a name otherwise.
    pub(super) fn is_match_mode(&self) -> bool {
        let named = self.peek(1) == Kind::Name;
        let word = |word: &str| self.is_text_at(self.position(), word);
        named && (word("REPEATABLE") || word("DIFFERENT"))
    }

    fn match_mode(&mut self) -> Parsed<Option<MatchMode>> {
        if !self.is_match_mode() {
            return Ok(None);
        }
        let (mode, one, many) = if self.accept_text(&["REPEATABLE"]) {
            (MatchMode::RepeatableElements, "ELEMENT", "ELEMENTS")
        } else {
            self.advance();
            (MatchMode::DifferentRelationships, "RELATIONSHIP", "RELATIONSHIPS")
        };
        if self.accept_text(&[one]) {
            self.accept_text(&["BINDINGS"]);
        } else if !self.accept_text(&[many]) {
            return Err(self.unexpected("ELEMENTS or RELATIONSHIPS"));
        }
        Ok(Some(mode))
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
        let transactions = if self.accept_word(Keyword::In) { Some(self.transactions()?) } else { None };
        Ok(Clause::Subquery(CallSubquery { optional, imports, query, transactions }))
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
