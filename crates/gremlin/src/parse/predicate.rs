//! Predicates.

use super::cursor::{Cursor, Parsed};
use super::error::{Obstacle, Trouble};
use super::lexer::Kind;
use crate::ast::Argument;
use crate::predicate::{Link, Predicate, Test, TestName};
use crate::table::Parameter;

impl Cursor<'_> {
    /// Whether a predicate begins here, not a step: `not(..)` is either, by what is in it.
    pub(super) fn at_predicate(&self) -> bool {
        let mut ahead = 0;
        loop {
            let (text, behind) = (self.text_ahead(ahead), self.peek(ahead + 1));
            if matches!(text, "P" | "TextP") && behind == Kind::Dot {
                return true;
            }
            if text != "not" || behind != Kind::OpenParen {
                return behind == Kind::OpenParen && TestName::find(text).is_some();
            }
            ahead += 2;
        }
    }

    /// A test with what is joined to it.
    pub(super) fn predicate(&mut self) -> Parsed<Predicate> {
        let test = self.test()?;
        let mut links = Vec::new();
        while self.kind() == Kind::Dot {
            self.advance();
            let text = self.token_text();
            let link = match text {
                "and" => Link::And(self.joined()?),
                "or" => Link::Or(self.joined()?),
                "negate" => {
                    self.advance();
                    self.expect(Kind::OpenParen, "`(`")?;
                    self.expect(Kind::CloseParen, "`)`")?;
                    Link::Negate
                }
                _ => return Err(self.unexpected("`and`, `or` or `negate`")),
            };
            links.push(link);
        }
        Ok(Predicate { test, links })
    }

    /// A predicate in parentheses behind a word.
    fn joined(&mut self) -> Parsed<Predicate> {
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let predicate = self.nested(|cursor| {
            if cursor.at_predicate() { cursor.predicate() } else { Err(cursor.unexpected("a predicate")) }
        })?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(predicate)
    }

    fn test(&mut self) -> Parsed<Test> {
        let class = (self.peek(1) == Kind::Dot).then(|| self.token_text());
        if class.is_some() {
            self.advance();
            self.advance();
        }
        let (span, text) = (self.span(), self.token_text());
        if text == "not" && class != Some("TextP") {
            return Ok(Test::Not(Box::new(self.joined()?)));
        }
        // Every class has the tests of its super class.
        let name =
            TestName::find(text).filter(|name| class.is_none_or(|class| class == "TextP" || name.class() == class));
        let name = name.ok_or_else(|| {
            let class = class.unwrap_or("P");
            Trouble::new(span.clone(), format!("{class} has no test `{text}`")).obstacle(Obstacle::Unknown)
        })?;
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let forms = name.signatures();
        let arguments: Vec<Argument> = self.nested(|cursor| {
            cursor.list(Kind::CloseParen, "`,` or `)`", |cursor, index| {
                let expected: Vec<Parameter> = forms.iter().filter_map(|form| form.parameter(index)).collect();
                cursor.argument(&expected)
            })
        })?;
        if name.signature(&arguments).is_none() {
            let trouble = Trouble::new(self.since(span.start), format!("`{text}` takes no such arguments"));
            return Err(trouble.obstacle(Obstacle::Unknown));
        }
        Ok(Test::Named { name, arguments })
    }
}
