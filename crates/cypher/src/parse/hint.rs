//! Planner hints of MATCH.

use super::cursor::{Cursor, Parsed};
use super::error::Obstacle;
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    /// `USING hint ..`, as many as stand here.
    pub(super) fn hints(&mut self) -> Parsed<Vec<Hint>> {
        let mut hints = Vec::new();
        while self.accept_word(Keyword::Using) {
            hints.push(self.hint()?);
        }
        Ok(hints)
    }

    fn hint(&mut self) -> Parsed<Hint> {
        if self.accept_text(&["JOIN"]) {
            self.expect_word(Keyword::On)?;
            return Ok(Hint::Join(self.list(Cursor::variable)?));
        }
        if self.accept_text(&["SCAN"]) {
            return Ok(Hint::Scan(self.hinted()?));
        }
        let kind = if self.accept_word(Keyword::Range) {
            Some(HintedIndex::Range)
        } else if self.accept_word(Keyword::Text) {
            Some(HintedIndex::Text)
        } else if self.accept_text(&["POINT"]) {
            Some(HintedIndex::Point)
        } else {
            None
        };
        if !self.accept_word(Keyword::Index) {
            // Neo4j 4 has BTREE; later ones know EXPAND, which no edition of them takes yet.
            let later = self.is_text_at(self.position(), "BTREE") || self.is_text_at(self.position(), "EXPAND");
            let trouble = self.unexpected("INDEX, SCAN or JOIN ON");
            return Err(if later { trouble.obstacle(Obstacle::Unsupported) } else { trouble });
        }
        // A variable may be called so.
        let seek = self.peek(1) != Kind::Colon && self.accept_text(&["SEEK"]);
        let of = self.hinted()?;
        self.expect(Kind::OpenParen, "`(`")?;
        let keys = self.list(|cursor| cursor.name("a property"))?;
        self.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(Hint::Index { kind, seek, of, keys })
    }

    fn hinted(&mut self) -> Parsed<Hinted> {
        let variable = self.variable()?;
        self.expect(Kind::Colon, "`:`")?;
        Ok(Hinted { variable, label: self.name("a label or a type")? })
    }
}
