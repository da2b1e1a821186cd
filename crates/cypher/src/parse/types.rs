//! Types of values, and what stands behind IS.
//!
//! The synonyms are those of the Cypher manual, "Values and types: property, structural, and constructed values".

use super::cursor::{Cursor, Parsed};
use super::error::Obstacle;
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

/// Words of types and what they mean; of two that begin alike the longer comes first.
const WORDS: &[(&[&str], TypeName)] = &[
    (&["NOTHING"], TypeName::Nothing),
    (&["NULL"], TypeName::Null),
    (&["BOOLEAN"], TypeName::Boolean),
    (&["BOOL"], TypeName::Boolean),
    (&["STRING"], TypeName::String),
    (&["VARCHAR"], TypeName::String),
    (&["SIGNED", "INTEGER"], TypeName::Integer),
    (&["INTEGER"], TypeName::Integer),
    (&["INT"], TypeName::Integer),
    (&["INTEGER64"], TypeName::Integer),
    (&["INT64"], TypeName::Integer),
    (&["FLOAT"], TypeName::Float),
    (&["FLOAT64"], TypeName::Float),
    (&["DATE"], TypeName::Date),
    (&["LOCAL", "TIME"], TypeName::LocalTime),
    (&["TIME", "WITHOUT", "TIME", "ZONE"], TypeName::LocalTime),
    (&["TIME", "WITHOUT", "TIMEZONE"], TypeName::LocalTime),
    (&["ZONED", "TIME"], TypeName::ZonedTime),
    (&["TIME", "WITH", "TIME", "ZONE"], TypeName::ZonedTime),
    (&["TIME", "WITH", "TIMEZONE"], TypeName::ZonedTime),
    (&["LOCAL", "DATETIME"], TypeName::LocalDateTime),
    (&["TIMESTAMP", "WITHOUT", "TIME", "ZONE"], TypeName::LocalDateTime),
    (&["TIMESTAMP", "WITHOUT", "TIMEZONE"], TypeName::LocalDateTime),
    (&["ZONED", "DATETIME"], TypeName::ZonedDateTime),
    (&["TIMESTAMP", "WITH", "TIME", "ZONE"], TypeName::ZonedDateTime),
    (&["TIMESTAMP", "WITH", "TIMEZONE"], TypeName::ZonedDateTime),
    (&["DURATION"], TypeName::Duration),
    (&["POINT"], TypeName::Point),
    (&["NODE"], TypeName::Node),
    (&["VERTEX"], TypeName::Node),
    (&["RELATIONSHIP"], TypeName::Relationship),
    (&["EDGE"], TypeName::Relationship),
    (&["MAP"], TypeName::Map),
    (&["PATHS"], TypeName::Path),
    (&["PATH"], TypeName::Path),
    (&["PROPERTY", "VALUE"], TypeName::PropertyValue),
];

/// What may stand behind ANY, which then says nothing.
const BEHIND_ANY: &[&str] = &["NODE", "VERTEX", "RELATIONSHIP", "EDGE", "MAP", "PATH", "PATHS", "PROPERTY"];

impl Cursor<'_> {
    /// Whether the token at `index` is this word, in any case.
    pub(super) fn is_text_at(&self, index: usize, word: &str) -> bool {
        self.is_name_at(index) && self.text_at(index).eq_ignore_ascii_case(word)
    }

    /// Takes these words if they stand here, in any case.
    pub(super) fn accept_text(&mut self, words: &[&str]) -> bool {
        let at = self.position();
        let found = words.iter().enumerate().all(|(place, word)| self.is_text_at(at + place, word));
        if found {
            words.iter().for_each(|_| self.advance());
        }
        found
    }

    /// How many tokens stand before the type or the normal form of a test: `IS ::`, `IS NOT TYPED`, `::`; none when
    /// no test stands at `index`.
    pub(super) fn is_test_at(&self, index: usize) -> bool {
        let mut at = index;
        if self.kind_at(at) == Kind::Word(Keyword::Is) {
            at += 1;
            if self.kind_at(at) == Kind::Word(Keyword::Not) {
                at += 1;
            }
            if self.is_text_at(at, "TYPED") || self.is_text_at(at, "NORMALIZED") {
                return true;
            }
            if NormalForm::find(self.text_at(at)).is_some() {
                return self.is_text_at(at + 1, "NORMALIZED");
            }
        }
        self.kind_at(at) == Kind::Colon && self.kind_at(at + 1) == Kind::Colon
    }

    /// The test that stands here, as [`Cursor::is_test_at`] has found.
    pub(super) fn is_test(&mut self) -> Parsed<IsTest> {
        self.accept_word(Keyword::Is);
        let negated = self.accept_word(Keyword::Not);
        if let Some(form) = NormalForm::find(self.token_text()) {
            self.advance();
            self.advance();
            return Ok(IsTest { negated, wanted: Wanted::Normalized(form) });
        }
        if self.accept_text(&["NORMALIZED"]) {
            return Ok(IsTest { negated, wanted: Wanted::Normalized(NormalForm::Nfc) });
        }
        if !self.accept_text(&["TYPED"]) {
            self.advance();
            self.advance();
        }
        Ok(IsTest { negated, wanted: Wanted::Type(self.value_type(self.bar_ends)?) })
    }

    /// A type. With `bar_ends` the last bar may be that of the comprehension around it.
    fn value_type(&mut self, bar_ends: bool) -> Parsed<ValueType> {
        let mut alternatives = self.single_type()?;
        while self.kind() == Kind::Bar {
            let before = self.position();
            self.advance();
            // The last bar is that of the comprehension.
            let next = if bar_ends && !self.has_bar_from(self.position()) { None } else { Some(self.single_type()) };
            match next {
                Some(Ok(next)) => alternatives.extend(next),
                Some(Err(trouble)) if !bar_ends => return Err(trouble),
                _ => {
                    self.rewind(before);
                    break;
                }
            }
        }
        Ok(ValueType { alternatives })
    }

    /// One type; several for `ANY<A | B>`, which is a union like any other.
    fn single_type(&mut self) -> Parsed<Vec<SingleType>> {
        if self.at_word(Keyword::Any) {
            let behind = self.text_at(self.position() + 1);
            let says_nothing = BEHIND_ANY.iter().any(|word| word.eq_ignore_ascii_case(behind));
            self.advance();
            if !says_nothing {
                self.accept_text(&["VALUE"]);
                if self.accept(Kind::Less) {
                    let inner = self.nested(|cursor| cursor.value_type(false))?;
                    self.expect(Kind::Greater, "`>`")?;
                    return Ok(inner.alternatives);
                }
                return self.with_suffixes(TypeName::Any).map(|single| vec![single]);
            }
        }
        let name = if self.is_list_word(self.position()) {
            self.advance();
            self.expect(Kind::Less, "`<`")?;
            let inner = self.nested(|cursor| cursor.value_type(false))?;
            self.expect(Kind::Greater, "`>`")?;
            TypeName::List(Box::new(inner))
        } else {
            match WORDS.iter().find(|(words, _)| self.accept_text(words)) {
                Some((_, name)) => name.clone(),
                None => {
                    let later = self.is_name_at(self.position());
                    let trouble = self.unexpected("a type");
                    return Err(if later { trouble.obstacle(Obstacle::Unsupported) } else { trouble });
                }
            }
        };
        self.with_suffixes(name).map(|single| vec![single])
    }

    fn is_list_word(&self, index: usize) -> bool {
        self.is_text_at(index, "LIST") || self.is_text_at(index, "ARRAY")
    }

    /// `NOT NULL` or `!`, and LIST or ARRAY behind the type of their items.
    fn with_suffixes(&mut self, name: TypeName) -> Parsed<SingleType> {
        let mut single = SingleType { name, not_null: self.not_null() };
        while self.is_list_word(self.position()) {
            self.advance();
            self.taller()?;
            let inner = ValueType { alternatives: vec![single] };
            single = SingleType { name: TypeName::List(Box::new(inner)), not_null: self.not_null() };
        }
        Ok(single)
    }

    fn not_null(&mut self) -> bool {
        if self.at_word(Keyword::Not) && self.peek(1) == Kind::Word(Keyword::Null) {
            self.advance();
            self.advance();
            return true;
        }
        self.accept(Kind::Exclamation)
    }

    /// The normal form as the second argument of normalize().
    pub(super) fn normal_form(&mut self) -> Parsed<Expression> {
        let Some(form) = NormalForm::find(self.token_text()).filter(|_| self.kind() == Kind::Name) else {
            return Err(self.unexpected("one of NFC, NFD, NFKC, NFKD"));
        };
        self.advance();
        Ok(Expression::Literal(Literal::String(form.keyword().into())))
    }
}
