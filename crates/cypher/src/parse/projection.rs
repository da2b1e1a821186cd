//! WITH and RETURN.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    pub(super) fn with(&mut self) -> Parsed<Clause> {
        self.advance();
        let projection = self.projection()?;
        Ok(Clause::With(With { projection, predicate: self.optional_where(false)? }))
    }

    /// What stands behind WITH or RETURN.
    pub(super) fn projection(&mut self) -> Parsed<Projection> {
        let distinct = self.accept_word(Keyword::Distinct);
        let star = self.accept(Kind::Star);
        let items = if star && !self.accept(Kind::Comma) { Vec::new() } else { self.list(Cursor::projection_item)? };
        let group = self.group_by()?;
        let Page { order, skip, limit } = self.page()?;
        Ok(Projection { distinct, star, items, group, order, skip, limit })
    }

    fn group_by(&mut self) -> Parsed<Option<GroupBy>> {
        if !self.is_text_at(self.position(), "GROUP") || self.peek(1) != Kind::Word(Keyword::By) {
            return Ok(None);
        }
        self.advance();
        self.advance();
        let empty = (self.kind(), self.peek(1)) == (Kind::OpenParen, Kind::CloseParen);
        // A pattern may begin with a node about which nothing is said.
        if empty && !matches!(self.peek(2), Kind::Minus | Kind::Less | Kind::OpenParen) {
            self.advance();
            self.advance();
            return Ok(Some(GroupBy::Keys(Vec::new())));
        }
        // ALL alone is the keyword; it begins quantifiers, too, and is a name elsewhere.
        let all = self.at_word(Keyword::All);
        let keys = self.list(Cursor::expression)?;
        Ok(Some(match keys.as_slice() {
            [Expression::Variable(_)] if all => GroupBy::All,
            _ => GroupBy::Keys(keys),
        }))
    }

    /// ORDER BY, SKIP and LIMIT, as far as they stand here.
    pub(super) fn page(&mut self) -> Parsed<Page> {
        let order = if self.accept_word(Keyword::Order) {
            self.expect_word(Keyword::By)?;
            self.list(Cursor::sort_item)?
        } else {
            Vec::new()
        };
        let skip = if self.accept_word(Keyword::Skip) || self.accept_word(Keyword::Offset) {
            Some(self.expression()?)
        } else {
            None
        };
        let limit = if self.accept_word(Keyword::Limit) { Some(self.expression()?) } else { None };
        Ok(Page { order, skip, limit })
    }

    fn projection_item(&mut self) -> Parsed<ProjectionItem> {
        let expression = self.expression()?;
        let alias = if self.accept_word(Keyword::As) { Some(self.variable()?) } else { None };
        Ok(ProjectionItem { expression, alias })
    }

    fn sort_item(&mut self) -> Parsed<SortItem> {
        let expression = self.expression()?;
        let descending = self.accept_word(Keyword::Desc) || self.accept_word(Keyword::Descending);
        if !descending && !self.accept_word(Keyword::Asc) {
            self.accept_word(Keyword::Ascending);
        }
        Ok(SortItem { expression, descending })
    }
}
