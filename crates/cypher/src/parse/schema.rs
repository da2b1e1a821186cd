//! Index and constraint commands, in the forms engines have used over the years.

use graphlance_graph::{IndexKind, Name};

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    /// A schema command; none if a query stands here.
    pub(super) fn schema_command(&mut self) -> Parsed<Option<SchemaCommand>> {
        let create = match self.kind() {
            Kind::Word(Keyword::Create) => true,
            Kind::Word(Keyword::Drop) => false,
            _ => return Ok(None),
        };
        // `CREATE (` and `CREATE p = (` are clauses.
        if create && (self.peek(1) == Kind::OpenParen || self.peek(2) == Kind::Equal) {
            return Ok(None);
        }
        let kind = match self.peek(1) {
            Kind::Word(Keyword::Index) => IndexKind::Range,
            Kind::Word(Keyword::Range) if self.peek(2) == Kind::Word(Keyword::Index) => IndexKind::Range,
            Kind::Word(Keyword::Text | Keyword::Fulltext) if self.peek(2) == Kind::Word(Keyword::Index) => {
                IndexKind::Text
            }
            Kind::Word(Keyword::Constraint) => IndexKind::Unique,
            _ if create => return Ok(None),
            _ => {
                self.advance();
                return Err(self.unexpected("INDEX or CONSTRAINT"));
            }
        };
        while !matches!(self.kind(), Kind::Word(Keyword::Index | Keyword::Constraint)) {
            self.advance();
        }
        self.advance();
        if create { self.definition(kind, true).map(SchemaCommand::Create) } else { self.drop_command(kind) }.map(Some)
    }

    fn drop_command(&mut self, kind: IndexKind) -> Parsed<SchemaCommand> {
        let named = self.is_name_at(self.position())
            && matches!(self.peek(1), Kind::End | Kind::Semicolon | Kind::Word(Keyword::If))
            && !self.is_drop_of_definition();
        if !named {
            return self.definition(kind, false).map(SchemaCommand::Drop);
        }
        let name = self.name("a name")?;
        let if_exists = self.if_exists(false)?;
        Ok(SchemaCommand::DropNamed { constraint: kind == IndexKind::Unique, name, if_exists })
    }

    /// `DROP INDEX name IF EXISTS FOR ..`: a definition follows the name.
    fn is_drop_of_definition(&self) -> bool {
        self.peek(1) == Kind::Word(Keyword::If) && matches!(self.peek(3), Kind::Word(Keyword::For | Keyword::On))
    }

    fn definition(&mut self, kind: IndexKind, create: bool) -> Parsed<IndexDefinition> {
        let mut if_exists = self.if_exists(create)?;
        let nameless = (self.at_word(Keyword::For) || self.at_word(Keyword::On))
            && matches!(self.peek(1), Kind::OpenParen | Kind::Colon);
        let name = if if_exists || nameless { None } else { Some(self.name("a name, FOR or ON")?) };
        if_exists |= self.if_exists(create)?;
        let (on_nodes, label, keys) = if self.accept_word(Keyword::For) {
            self.element_and_keys(kind)?
        } else {
            self.expect_word(Keyword::On)?;
            if self.kind() == Kind::Colon { self.label_and_keys()? } else { self.element_and_keys(kind)? }
        };
        Ok(IndexDefinition { name, kind, if_exists, on_nodes, label, keys })
    }

    /// `IF NOT EXISTS` behind CREATE, `IF EXISTS` behind DROP, if it stands here.
    fn if_exists(&mut self, create: bool) -> Parsed<bool> {
        if !self.at_word(Keyword::If) {
            return Ok(false);
        }
        self.advance();
        if create {
            self.expect_word(Keyword::Not)?;
        }
        self.expect_word(Keyword::Exists)?;
        Ok(true)
    }

    /// `:Label(key, key)`
    fn label_and_keys(&mut self) -> Parsed<(bool, Name, Vec<Name>)> {
        self.expect(Kind::Colon, "`:`")?;
        let label = self.name("a label")?;
        self.expect(Kind::OpenParen, "`(`")?;
        let keys = self.list(|cursor| cursor.name("a property key"))?;
        self.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok((true, label, keys))
    }

    /// `(n:Label) ON (n.key)`, `(n:Label) REQUIRE n.key IS UNIQUE`, the same for `()-[r:TYPE]-()`
    fn element_and_keys(&mut self, kind: IndexKind) -> Parsed<(bool, Name, Vec<Name>)> {
        let on_nodes = self.peek(1) != Kind::CloseParen;
        let label = if on_nodes { self.schema_node()? } else { self.schema_relationship()? };
        let joined = if kind == IndexKind::Unique {
            self.accept_word(Keyword::Require) || self.accept_word(Keyword::Assert)
        } else {
            self.accept_word(Keyword::On)
        };
        if !joined {
            return Err(self.unexpected(if kind == IndexKind::Unique { "REQUIRE" } else { "ON" }));
        }
        let parentheses = self.accept(Kind::OpenParen);
        let keys = self.list(|cursor| {
            cursor.variable()?;
            cursor.expect(Kind::Dot, "`.`")?;
            cursor.name("a property key")
        })?;
        if parentheses {
            self.expect(Kind::CloseParen, "`,` or `)`")?;
        }
        if kind == IndexKind::Unique {
            self.expect_word(Keyword::Is)?;
            self.expect_word(Keyword::Unique)?;
        }
        Ok((on_nodes, label, keys))
    }

    fn schema_node(&mut self) -> Parsed<Name> {
        self.expect(Kind::OpenParen, "`(`")?;
        let label = self.schema_element()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(label)
    }

    /// `variable:Label`
    fn schema_element(&mut self) -> Parsed<Name> {
        self.variable()?;
        self.expect(Kind::Colon, "`:`")?;
        self.name("a label or type")
    }

    /// `()-[r:TYPE]-()` with any arrow.
    fn schema_relationship(&mut self) -> Parsed<Name> {
        self.empty_node()?;
        self.accept(Kind::Less);
        self.expect(Kind::Minus, "`-`")?;
        self.expect(Kind::OpenBracket, "`[`")?;
        let label = self.schema_element()?;
        self.expect(Kind::CloseBracket, "`]`")?;
        self.expect(Kind::Minus, "`-`")?;
        self.accept(Kind::Greater);
        self.empty_node()?;
        Ok(label)
    }

    fn empty_node(&mut self) -> Parsed<()> {
        self.expect(Kind::OpenParen, "`(`")?;
        self.expect(Kind::CloseParen, "`)`")
    }
}
