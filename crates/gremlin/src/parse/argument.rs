//! Arguments: literals, collections, tokens, traversals, variables.

use smol_str::SmolStr;

use super::cursor::{Cursor, Parsed};
use super::error::{Obstacle, Trouble};
use super::lexer::Kind;
use super::{literal, words};
use crate::ast::{Argument, Strategy};
use crate::constant::Constant;
use crate::scalar::Scalar;
use crate::table::{Parameter, StepName};
use crate::token::{Cardinality, Family, GENERIC, Token};

/// What stands in a collection.
const ANY: &[Parameter] = &[Parameter::Any];

impl Cursor<'_> {
    /// An argument, where one of some parameters may stand.
    pub(super) fn argument(&mut self, expected: &[Parameter]) -> Parsed<Argument> {
        let span = self.span();
        let text = self.token_text();
        match self.kind() {
            Kind::String => {
                let value = literal::string(text, &span)?;
                self.advance();
                self.range(Scalar::String(value))
            }
            Kind::Character => {
                let value = literal::character(text, &span)?;
                self.advance();
                Ok(Argument::Scalar(Scalar::Character(value)))
            }
            Kind::Integer => {
                let value = literal::integer(text, &span)?;
                self.advance();
                self.range(value)
            }
            Kind::Float => {
                let value = literal::float(text, &span)?;
                self.advance();
                Ok(Argument::Scalar(value))
            }
            Kind::SignedInfinity => {
                self.advance();
                let value = if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
                Ok(Argument::Scalar(Scalar::Double(value)))
            }
            Kind::OpenBracket => self.nested(Cursor::brackets),
            Kind::OpenBrace => self.nested(|cursor| {
                cursor.advance();
                let items = cursor.list(Kind::CloseBrace, "`,` or `}`", |cursor, _| cursor.argument(ANY))?;
                Ok(Argument::Set(items))
            }),
            Kind::Word => self.worded(expected),
            _ => Err(self.unexpected("an argument")),
        }
    }

    /// What an argument is that begins with an integer or a string: the end of a range may follow.
    fn range(&mut self, from: Scalar) -> Parsed<Argument> {
        if self.kind() != Kind::Dot || self.peek(1) != Kind::Dot {
            return Ok(Argument::Scalar(from));
        }
        self.advance();
        self.advance();
        let span = self.span();
        let to = match (&from, self.kind()) {
            (Scalar::String(_), Kind::String) => Scalar::String(literal::string(self.token_text(), &span)?),
            (Scalar::String(_), _) => return Err(self.unexpected("the string that ends the range")),
            (_, Kind::Integer) => literal::integer(self.token_text(), &span)?,
            _ => return Err(self.unexpected("the integer that ends the range")),
        };
        self.advance();
        Ok(Argument::Range(Box::new((from, to))))
    }

    /// A list or a map.
    fn brackets(&mut self) -> Parsed<Argument> {
        self.advance();
        if self.kind() == Kind::Colon {
            self.advance();
            self.expect(Kind::CloseBracket, "`]`")?;
            return Ok(Argument::Map(Vec::new()));
        }
        if self.accept(Kind::CloseBracket) {
            return Ok(Argument::List(Vec::new()));
        }
        let first = self.entry()?;
        let is_map = self.kind() == Kind::Colon;
        if !is_map {
            let mut items = vec![named(first)?];
            while !self.accept(Kind::CloseBracket) {
                self.expect(Kind::Comma, "`,` or `]`")?;
                items.push(self.argument(ANY)?);
            }
            return Ok(Argument::List(items));
        }
        let mut entries = Vec::new();
        let mut key = first;
        loop {
            self.expect(Kind::Colon, "`:` and a value")?;
            entries.push((keyed(key)?, self.argument(ANY)?));
            if self.accept(Kind::CloseBracket) {
                return Ok(Argument::Map(entries));
            }
            self.expect(Kind::Comma, "`,` or `]`")?;
            key = self.entry()?;
        }
    }

    /// What stands first in brackets: an item of a list, or the key of an entry of a map.
    fn entry(&mut self) -> Parsed<Entry> {
        let span = self.span();
        let is_number = matches!(self.token_text(), "NaN" | "Infinity");
        if self.kind() == Kind::Word && self.peek(1) == Kind::Colon && !is_number {
            let name = SmolStr::from(self.token_text());
            self.advance();
            return Ok(Entry { span, argument: Argument::Scalar(Scalar::String(name)), is_key: true });
        }
        if self.kind() == Kind::OpenParen {
            let argument = self.nested(|cursor| {
                cursor.advance();
                cursor.argument(ANY)
            })?;
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(Entry { span, argument, is_key: true });
        }
        let argument = self.argument(ANY)?;
        Ok(Entry { span: self.since(span.start), argument, is_key: false })
    }

    /// An argument that begins with a word.
    fn worded(&mut self, expected: &[Parameter]) -> Parsed<Argument> {
        let text = self.token_text();
        if let Some(scalar) = constant_word(text) {
            self.advance();
            return Ok(Argument::Scalar(scalar));
        }
        match text {
            "__" => return self.anonymous().map(Argument::Traversal),
            "g" if self.peek(1) == Kind::Dot => return self.terminated(),
            "datetime" | "DateTime" if self.peek(1) == Kind::OpenParen => return self.date(),
            "UUID" if self.peek(1) == Kind::OpenParen => return self.uuid(),
            "new" => return self.new_object(expected),
            _ => {}
        }
        if expected.iter().any(|parameter| parameter.is_strategy()) {
            return self.strategy().map(Argument::Strategy);
        }
        match self.peek(1) {
            Kind::Dot if Family::of_class(text).is_some() || Constant::is_class(text) => self.member(),
            _ if self.at_predicate() => self.predicate().map(Argument::Predicate),
            Kind::OpenParen => self.called(text),
            _ => self.bare(expected),
        }
    }

    /// `Order.desc`, `WithOptions.tokens`, `Cardinality.list("x")`
    fn member(&mut self) -> Parsed<Argument> {
        let class = self.token_text();
        self.advance();
        self.advance();
        let (span, name) = (self.span(), self.token_text());
        let token = Family::of_class(class).and_then(|family| family.find(name)).map(Argument::Token);
        let constant = || Constant::find(class, name).map(Argument::Constant);
        let member = token
            .or_else(constant)
            .ok_or_else(|| Trouble::new(span, format!("{class} has no `{name}`")).obstacle(Obstacle::Unknown))?;
        self.advance();
        match member {
            Argument::Token(Token::Cardinality(cardinality)) if self.kind() == Kind::OpenParen => {
                self.with_cardinality(cardinality)
            }
            member => Ok(member),
        }
    }

    /// A word with a parenthesis behind it: a value with a cardinality, or a traversal that begins with a step.
    fn called(&mut self, text: &str) -> Parsed<Argument> {
        if StepName::find(text).is_none()
            && let Some(Token::Cardinality(cardinality)) = Family::Cardinality.find(text)
        {
            self.advance();
            return self.with_cardinality(cardinality);
        }
        self.anonymous().map(Argument::Traversal)
    }

    fn with_cardinality(&mut self, cardinality: Cardinality) -> Parsed<Argument> {
        let value = self.nested(|cursor| {
            cursor.expect(Kind::OpenParen, "`(`")?;
            cursor.argument(ANY)
        })?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Argument::WithCardinality(cardinality, Box::new(value)))
    }

    /// A word alone: a member of an enumeration that may stand here, or a variable.
    fn bare(&mut self, expected: &[Parameter]) -> Parsed<Argument> {
        let (span, text) = (self.span(), self.token_text());
        let wanted = expected.iter().filter_map(|parameter| parameter.family());
        let takes_any =
            |parameter: &Parameter| matches!(parameter, Parameter::Any | Parameter::Anys | Parameter::Setting);
        let generic = GENERIC.iter().copied().filter(|_| expected.iter().any(takes_any));
        let token = wanted.chain(generic).find_map(|family| family.find(text));
        if let Some(token) = token {
            self.advance();
            return Ok(Argument::Token(token));
        }
        if words::is_word(text) {
            let trouble = Trouble::new(span, format!("unexpected `{text}`"));
            let texts: Vec<&str> = expected.iter().map(|parameter| parameter.text()).collect();
            return Err(trouble.expecting(if texts.is_empty() { "`)`".to_owned() } else { texts.join(" or ") }));
        }
        self.advance();
        Ok(Argument::Variable(text.into()))
    }

    /// `g.V().next()` as a value.
    fn terminated(&mut self) -> Parsed<Argument> {
        let span = self.span();
        let statement = self.nested(Cursor::statement)?;
        if statement.terminal.is_none() {
            let trouble = Trouble::new(self.since(span.start), "a traversal from a source is no value");
            return Err(trouble.expecting("an anonymous traversal, or a way to ask for results behind it"));
        }
        Ok(Argument::Terminated(Box::new(statement)))
    }

    /// The string in parentheses behind a word; none where nothing is in them.
    fn quoted(&mut self) -> Parsed<Option<(std::ops::Range<usize>, SmolStr)>> {
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let span = self.span();
        if self.accept(Kind::CloseParen) {
            return Ok(None);
        }
        if self.kind() != Kind::String {
            return Err(self.unexpected("a string or `)`"));
        }
        let value = literal::string(self.token_text(), &span)?;
        self.advance();
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Some((span, value)))
    }

    fn date(&mut self) -> Parsed<Argument> {
        match self.quoted()? {
            None => Ok(Argument::Now),
            Some((span, text)) => match text.parse() {
                Ok(date) => Ok(Argument::Scalar(Scalar::DateTime(date))),
                Err(error) => Err(Trouble::new(span, error.to_string())),
            },
        }
    }

    fn uuid(&mut self) -> Parsed<Argument> {
        match self.quoted()? {
            None => Ok(Argument::RandomUuid),
            Some((span, text)) => match text.parse() {
                Ok(uuid) => Ok(Argument::Scalar(Scalar::Uuid(uuid))),
                Err(_) => Err(Trouble::new(span, format!("`{text}` is no UUID"))),
            },
        }
    }

    /// `new Vertex(1, "person")`, `new SubgraphStrategy(..)`
    fn new_object(&mut self, expected: &[Parameter]) -> Parsed<Argument> {
        let is_vertex = matches!(self.text_ahead(1), "Vertex" | "ReferenceVertex") && self.peek(2) == Kind::OpenParen;
        if !is_vertex {
            if !expected.iter().any(|parameter| parameter.is_strategy()) {
                return Err(self.unexpected("an argument"));
            }
            return self.strategy().map(Argument::Strategy);
        }
        self.advance();
        self.advance();
        self.nested(|cursor| {
            cursor.advance();
            let id = cursor.argument(ANY)?;
            cursor.expect(Kind::Comma, "`,` and a label")?;
            let label = cursor.argument(&[Parameter::String])?;
            cursor.expect(Kind::CloseParen, "`)`")?;
            Ok(Argument::Vertex(Box::new((id, label))))
        })
    }

    /// A strategy, with or without `new` and a configuration.
    fn strategy(&mut self) -> Parsed<Strategy> {
        if self.at_word("new") {
            self.advance();
        }
        if words::is_word(self.token_text()) {
            return Err(self.unexpected("the name of a strategy"));
        }
        let name = self.word("the name of a strategy")?.into();
        if self.kind() != Kind::OpenParen {
            return Ok(Strategy { name, configuration: Vec::new() });
        }
        let configuration = self.nested(|cursor| {
            cursor.advance();
            cursor.list(Kind::CloseParen, "`,` or `)`", |cursor, _| {
                let key = cursor.word("the name of a setting")?.into();
                cursor.expect(Kind::Colon, "`:` and a value")?;
                Ok((key, cursor.argument(ANY)?))
            })
        })?;
        Ok(Strategy { name, configuration })
    }
}

/// What stands first in brackets.
struct Entry {
    span: std::ops::Range<usize>,
    argument: Argument,
    /// Whether it can be nothing but a key.
    is_key: bool,
}

/// The item of a list.
fn named(entry: Entry) -> Parsed<Argument> {
    if entry.is_key {
        Err(Trouble::new(entry.span, "this is the key of a map").expecting("`:` and a value"))
    } else {
        Ok(entry.argument)
    }
}

/// The key of an entry.
fn keyed(entry: Entry) -> Parsed<Argument> {
    let is_key = match &entry.argument {
        Argument::Scalar(scalar) => scalar.is_number() || scalar.as_str().is_some(),
        Argument::Token(token) => matches!(token, Token::T(_) | Token::Direction(_)),
        Argument::List(_) | Argument::Set(_) | Argument::Map(_) => true,
        _ => false,
    };
    if is_key {
        return Ok(entry.argument);
    }
    let trouble = Trouble::new(entry.span, "this is no key of a map");
    Err(trouble.expecting("a string, a number, a collection, a T or a Direction"))
}

/// The words that are scalars.
fn constant_word(text: &str) -> Option<Scalar> {
    Some(match text {
        "true" => Scalar::Boolean(true),
        "false" => Scalar::Boolean(false),
        "null" => Scalar::Null,
        "NaN" => Scalar::Double(f64::NAN),
        "Infinity" => Scalar::Double(f64::INFINITY),
        _ => return None,
    })
}
