//! The cursor over the tokens, and what every part of the parser needs of it.

use graphlance_graph::Name;

use super::error::{Obstacle, Trouble};
use super::lexer::{Kind, Token};
use super::literal;
use super::{HEIGHT_LIMIT, NESTING_LIMIT};
use crate::keywords::{Keyword, Reservation};

/// The stack that a level of nesting finds at least, and what is taken where it does not, in bytes.
const STACK_OF_A_LEVEL: usize = 256 << 10;
const STACK_TAKEN: usize = 2 << 20;

/// Words that begin or continue constructs of later Cypher: the manual's clauses beyond the tree, path selectors, match
/// modes, type predicates, normalisation, the forms of trim.
const UNSUPPORTED: &[&str] = &["LOAD", "SHOW", "SIMPLE", "USE"];

/// What behind IS is no label.
const IS_PREDICATES: &[&str] = &["NULL", "NOT", "TYPED", "NORMALIZED", "NFC", "NFD", "NFKC", "NFKD"];

pub(super) type Parsed<T> = Result<T, Trouble>;

/// The state of the parser.
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// The height of the tree read so far in the current frame; see [`Cursor::taller`].
    pub(super) height: usize,
    /// Whether a `|` ends the expression being read (in comprehensions, reduce and FOREACH) and so is none of a label
    /// expression.
    pub(super) bar_ends: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, tokens: Vec<Token>) -> Cursor<'a> {
        Cursor { text, tokens, at: 0, nesting: 0, height: 0, bar_ends: false }
    }

    /// The index of the next token.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// The kind of the token at an index; `End` beyond the last.
    pub(super) fn kind_at(&self, index: usize) -> Kind {
        self.tokens.get(index).map_or(Kind::End, |token| token.kind)
    }

    /// The index of the bracket that closes the one at `index`.
    pub(super) fn partner_at(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(index, |token| token.partner)
    }

    /// The kind of the next token.
    pub(super) fn kind(&self) -> Kind {
        self.kind_at(self.at)
    }

    /// The kind of the token `ahead` of the next.
    pub(super) fn peek(&self, ahead: usize) -> Kind {
        self.kind_at(self.at + ahead)
    }

    pub(super) fn advance(&mut self) {
        if self.kind() != Kind::End {
            self.at += 1;
        }
    }

    /// Goes back to the token at `index`.
    pub(super) fn rewind(&mut self, index: usize) {
        self.at = index;
    }

    /// The text of the token at `index`.
    pub(super) fn text_at(&self, index: usize) -> &'a str {
        self.tokens.get(index).and_then(|token| self.text.get(token.start..token.end)).unwrap_or("")
    }

    /// The byte offset of the next token.
    pub(super) fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.start)
    }

    /// The text of the next token.
    pub(super) fn token_text(&self) -> &'a str {
        self.text_at(self.at)
    }

    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn accept_word(&mut self, keyword: Keyword) -> bool {
        self.accept(Kind::Word(keyword))
    }

    pub(super) fn at_word(&self, keyword: Keyword) -> bool {
        self.kind() == Kind::Word(keyword)
    }

    pub(super) fn expect(&mut self, kind: Kind, what: &'static str) -> Parsed<()> {
        if self.accept(kind) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    pub(super) fn expect_word(&mut self, keyword: Keyword) -> Parsed<()> {
        if self.accept_word(keyword) {
            Ok(())
        } else {
            Err(self.trouble().expecting(keyword.text().to_ascii_uppercase()))
        }
    }

    pub(super) fn expect_end(&self) -> Parsed<()> {
        if self.kind() == Kind::End { Ok(()) } else { Err(self.unexpected("the end of the text")) }
    }

    /// The error of a next token that cannot stand here.
    pub(super) fn unexpected(&self, expected: &'static str) -> Trouble {
        self.trouble().expecting(expected)
    }

    fn trouble(&self) -> Trouble {
        let found = if self.kind() == Kind::End {
            "the text ends too early".to_owned()
        } else {
            let text = self.token_text();
            let short: String = text.chars().take(40).collect();
            format!("unexpected `{short}{}`", if short.len() < text.len() { "..." } else { "" })
        };
        let trouble = Trouble::new(self.offset(), found);
        if self.is_unsupported() { trouble.obstacle(Obstacle::Unsupported) } else { trouble }
    }

    /// Whether the next token begins what some Cypher has and the tree does not.
    fn is_unsupported(&self) -> bool {
        let text = self.token_text();
        let periodic = self.at_word(Keyword::Using) && self.is_text_at(self.at + 1, "PERIODIC");
        periodic || UNSUPPORTED.iter().any(|word| word.eq_ignore_ascii_case(text))
    }

    /// Whether the token at `index` begins labels: a colon, or IS with a name behind it.
    pub(super) fn is_label_at(&self, index: usize) -> bool {
        match self.kind_at(index) {
            Kind::Colon => self.kind_at(index + 1) != Kind::Colon,
            Kind::Word(Keyword::Is) => {
                let behind = self.text_at(index + 1);
                let predicate = IS_PREDICATES.iter().any(|word| word.eq_ignore_ascii_case(behind));
                let names = matches!(
                    self.kind_at(index + 1),
                    Kind::Percent | Kind::Exclamation | Kind::OpenParen | Kind::Dollar
                ) || self.is_name_at(index + 1);
                names && !predicate
            }
            _ => false,
        }
    }

    /// Takes the colon or the IS in front of labels, if it stands here.
    pub(super) fn accept_label_mark(&mut self) -> bool {
        let found = self.is_label_at(self.at);
        if found {
            self.advance();
        }
        found
    }

    /// Runs `read` one level deeper. How much stack a level takes is up to the compiler, so more is taken where little is left.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= NESTING_LIMIT {
            return Err(Trouble::new(self.offset(), format!("more than {NESTING_LIMIT} levels of nesting"))
                .obstacle(Obstacle::Nesting));
        }
        self.nesting += 1;
        let read = stacker::maybe_grow(STACK_OF_A_LEVEL, STACK_TAKEN, || read(self));
        self.nesting -= 1;
        read
    }

    /// Counts a tree node above what was read in the current frame.
    pub(super) fn taller(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > HEIGHT_LIMIT {
            return Err(Trouble::new(self.offset(), format!("an expression of more than {HEIGHT_LIMIT} levels"))
                .obstacle(Obstacle::Nesting));
        }
        Ok(())
    }

    /// Whether the token at `index` can be a name in a place where only a name can stand.
    pub(super) fn is_name_at(&self, index: usize) -> bool {
        matches!(self.kind_at(index), Kind::Name | Kind::Quoted | Kind::Word(_))
    }

    /// Whether the token at `index` can be a variable.
    pub(super) fn is_variable_at(&self, index: usize) -> bool {
        match self.kind_at(index) {
            Kind::Name | Kind::Quoted => true,
            Kind::Word(keyword) => keyword.reservation() != Reservation::Reserved,
            _ => false,
        }
    }

    /// A label, type, property key or field: keywords are names there.
    pub(super) fn name(&mut self, what: &'static str) -> Parsed<Name> {
        if self.is_name_at(self.at) { Ok(self.take_name()) } else { Err(self.unexpected(what)) }
    }

    /// A variable: reserved keywords are none.
    pub(super) fn variable(&mut self) -> Parsed<Name> {
        if self.is_variable_at(self.at) { Ok(self.take_name()) } else { Err(self.unexpected("a variable")) }
    }

    /// The variable if one stands here.
    pub(super) fn optional_variable(&mut self) -> Option<Name> {
        self.is_variable_at(self.at).then(|| self.take_name())
    }

    fn take_name(&mut self) -> Name {
        let text = self.token_text();
        let name = if self.kind() == Kind::Quoted { literal::quoted_name(text) } else { text.into() };
        self.advance();
        name
    }

    /// `a.b.c`
    pub(super) fn dotted_name(&mut self, what: &'static str) -> Parsed<Name> {
        let first = self.name(what)?;
        if self.kind() != Kind::Dot {
            return Ok(first);
        }
        let mut whole = String::from(first.as_str());
        while self.accept(Kind::Dot) {
            whole.push('.');
            whole.push_str(&self.name(what)?);
        }
        Ok(whole.into())
    }

    /// `item, item, ...`
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(Kind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A count that is written in the grammar itself (path lengths, quantifiers).
    pub(super) fn count(&mut self) -> Parsed<u32> {
        if self.kind() != Kind::Integer {
            return Err(self.unexpected("a number"));
        }
        let magnitude = literal::magnitude(self.token_text(), self.offset())?;
        let count = u32::try_from(magnitude).map_err(|_| Trouble::new(self.offset(), "this count is too large"))?;
        self.advance();
        Ok(count)
    }
}
