//! The cursor over the tokens, and what every part of the parser needs of it.

use std::ops::Range;

use super::NESTING_LIMIT;
use super::error::{Obstacle, Trouble};
use super::lexer::{Kind, Token};

pub(super) type Parsed<T> = Result<T, Trouble>;

/// The state of the parser.
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, tokens: Vec<Token>) -> Cursor<'a> {
        Cursor { text, tokens, at: 0, nesting: 0 }
    }

    /// The kind of the token `ahead` of the next; `End` beyond the last.
    pub(super) fn peek(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |token| token.kind)
    }

    /// The kind of the next token.
    pub(super) fn kind(&self) -> Kind {
        self.peek(0)
    }

    /// The text of the token `ahead` of the next.
    pub(super) fn text_ahead(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).and_then(|token| self.text.get(token.start..token.end)).unwrap_or("")
    }

    /// The text of the next token.
    pub(super) fn token_text(&self) -> &'a str {
        self.text_ahead(0)
    }

    /// The place of the next token.
    pub(super) fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.text.len()..self.text.len(), |token| token.start..token.end)
    }

    /// The place from a byte to the end of the last token.
    pub(super) fn since(&self, start: usize) -> Range<usize> {
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..last.map_or(start, |token| token.end)
    }

    pub(super) fn advance(&mut self) {
        if self.kind() != Kind::End {
            self.at += 1;
        }
    }

    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, kind: Kind, what: &'static str) -> Parsed<()> {
        if self.accept(kind) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    pub(super) fn expect_end(&self) -> Parsed<()> {
        if self.kind() == Kind::End { Ok(()) } else { Err(self.unexpected("the end of the text")) }
    }

    /// Whether the next token is this word.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.kind() == Kind::Word && self.token_text() == word
    }

    /// Takes the next token, which must be a word.
    pub(super) fn word(&mut self, what: &'static str) -> Parsed<&'a str> {
        let text = self.token_text();
        self.expect(Kind::Word, what)?;
        Ok(text)
    }

    /// The error of a next token that cannot stand here.
    pub(super) fn unexpected(&self, expected: &'static str) -> Trouble {
        let found = if self.kind() == Kind::End {
            "the text ends too early".to_owned()
        } else {
            let text = self.token_text();
            let short: String = text.chars().take(40).collect();
            format!("unexpected `{short}{}`", if short.len() < text.len() { "..." } else { "" })
        };
        Trouble::new(self.span(), found).expecting(expected)
    }

    /// Runs `read` one level deeper.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= NESTING_LIMIT {
            let trouble = Trouble::new(self.span(), format!("more than {NESTING_LIMIT} levels of nesting"));
            return Err(trouble.obstacle(Obstacle::Nesting));
        }
        self.nesting += 1;
        let read = read(self);
        self.nesting -= 1;
        read
    }

    /// Items with commas between them up to a closing token, which is taken.
    pub(super) fn list<T>(
        &mut self,
        close: Kind,
        what: &'static str,
        mut item: impl FnMut(&mut Self, usize) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self, items.len())?);
            if self.accept(close) {
                return Ok(items);
            }
            self.expect(Kind::Comma, what)?;
        }
    }
}
