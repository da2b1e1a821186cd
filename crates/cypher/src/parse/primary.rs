//! Primary expressions: literals, variables, calls, and everything in brackets of its own.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use super::literal;
use crate::ast::*;
use crate::functions::Scalar;
use crate::keywords::Keyword;

impl Cursor<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Expression> {
        match self.kind() {
            Kind::Integer | Kind::Float => self.number(),
            Kind::Malformed => Err(literal::malformed(self.token_text(), self.offset())),
            Kind::String => {
                let value = literal::string(self.token_text(), self.offset())?;
                self.advance();
                Ok(Expression::Literal(Literal::String(value)))
            }
            Kind::Dollar => self.parameter(),
            Kind::OpenBracket => self.bracketed(Cursor::list_or_comprehension),
            Kind::OpenBrace => self.bracketed(Cursor::map),
            Kind::OpenParen => self.pattern_or_parentheses(),
            Kind::Word(keyword) => self.word(keyword),
            Kind::Name | Kind::Quoted => self.variable_or_call(),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn number(&mut self) -> Parsed<Expression> {
        let (text, offset) = (self.token_text(), self.offset());
        let value = if self.kind() == Kind::Float {
            Literal::Float(literal::float(text, offset)?)
        } else {
            let magnitude = literal::magnitude(text, offset)?;
            Literal::Integer(i64::try_from(magnitude).map_err(|_| literal::too_large(text, offset))?)
        };
        self.advance();
        Ok(Expression::Literal(value))
    }

    pub(super) fn parameter(&mut self) -> Parsed<Expression> {
        self.expect(Kind::Dollar, "a parameter")?;
        if self.kind() == Kind::Integer {
            let name = self.token_text().into();
            self.advance();
            return Ok(Expression::Parameter(name));
        }
        Ok(Expression::Parameter(self.name("the parameter's name")?))
    }

    fn word(&mut self, keyword: Keyword) -> Parsed<Expression> {
        let constant = |cursor: &mut Self, value| {
            cursor.advance();
            Ok(Expression::Literal(value))
        };
        match keyword {
            Keyword::Null => constant(self, Literal::Null),
            Keyword::True => constant(self, Literal::Boolean(true)),
            Keyword::False => constant(self, Literal::Boolean(false)),
            Keyword::Case => self.nested(Cursor::case),
            Keyword::Exists | Keyword::Count | Keyword::Collect if self.peek(1) == Kind::OpenBrace => {
                self.bracketed(|cursor| cursor.subquery(keyword))
            }
            Keyword::All | Keyword::Any | Keyword::None | Keyword::Single
                if self.peek(1) == Kind::OpenParen && self.peek(3) == Kind::Word(Keyword::In) =>
            {
                self.bracketed(|cursor| cursor.quantified(keyword))
            }
            Keyword::Reduce if self.peek(1) == Kind::OpenParen && self.peek(3) == Kind::Equal => {
                self.bracketed(Cursor::reduce)
            }
            Keyword::ShortestPath | Keyword::AllShortestPaths if self.peek(1) == Kind::OpenParen => {
                let pattern = self.bracketed(|cursor| cursor.shortest_path(None))?;
                Ok(Expression::Pattern(Box::new(pattern)))
            }
            _ if self.is_variable_at(self.position()) => self.variable_or_call(),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn variable_or_call(&mut self) -> Parsed<Expression> {
        if !self.is_call() {
            return Ok(Expression::Variable(self.variable()?));
        }
        let is_count = self.kind() == Kind::Word(Keyword::Count);
        let name = self.dotted_name("a function")?;
        self.expect(Kind::OpenParen, "`(`")?;
        if is_count && self.kind() == Kind::Star && self.peek(1) == Kind::CloseParen {
            self.advance();
            self.advance();
            return Ok(Expression::CountStar);
        }
        if name.eq_ignore_ascii_case(Scalar::Trim.name()) && self.is_trim_specification() {
            return self.bracketed(Cursor::trim_specification);
        }
        let normalizes = name.eq_ignore_ascii_case(Scalar::Normalize.name());
        self.bracketed(|cursor| {
            let distinct = cursor.accept_word(Keyword::Distinct);
            if normalizes {
                return cursor.normalize(name);
            }
            let arguments = cursor.arguments()?;
            Ok(Expression::Function(FunctionCall { name, distinct, arguments }))
        })
    }

    /// Whether `BOTH`, `LEADING` or `TRAILING` stands here and is no variable.
    fn is_trim_specification(&self) -> bool {
        let word = ["BOTH", "LEADING", "TRAILING"].iter().any(|word| word.eq_ignore_ascii_case(self.token_text()));
        word && !matches!(self.peek(1), Kind::Comma | Kind::CloseParen | Kind::Dot)
    }

    /// `BOTH characters FROM text)`, which is `btrim(text, characters)`.
    fn trim_specification(&mut self) -> Parsed<Expression> {
        let name = match self.token_text().as_bytes().first() {
            Some(b'L' | b'l') => Scalar::LTrim.name(),
            Some(b'T' | b't') => Scalar::RTrim.name(),
            _ => Scalar::BTrim.name(),
        };
        self.advance();
        let characters = if self.at_word(Keyword::From) { None } else { Some(self.expression()?) };
        self.expect_word(Keyword::From)?;
        let text = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        let arguments = std::iter::once(text).chain(characters).collect();
        Ok(Expression::Function(FunctionCall { name: name.into(), distinct: false, arguments }))
    }

    /// `text)` or `text, NFD)`
    fn normalize(&mut self, name: graphlance_graph::Name) -> Parsed<Expression> {
        let mut arguments = vec![self.expression()?];
        if self.accept(Kind::Comma) {
            arguments.push(self.normal_form()?);
        }
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Expression::Function(FunctionCall { name, distinct: false, arguments }))
    }

    /// The arguments of a call, behind its opening parenthesis.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        if self.accept(Kind::CloseParen) {
            return Ok(Vec::new());
        }
        let arguments = self.list(Cursor::expression)?;
        self.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(arguments)
    }

    /// Whether a possibly dotted name with an opening parenthesis behind it is next.
    fn is_call(&self) -> bool {
        let mut ahead = 1;
        while self.peek(ahead) == Kind::Dot && self.is_name_at(self.position() + ahead + 1) {
            ahead += 2;
        }
        self.peek(ahead) == Kind::OpenParen
    }

    fn pattern_or_parentheses(&mut self) -> Parsed<Expression> {
        if self.is_path_at(self.position()) {
            let path = self.bracketed(Cursor::path)?;
            return Ok(Expression::Pattern(Box::new(path.into())));
        }
        self.advance();
        let inner = self.bracketed(Cursor::expression)?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(inner)
    }

    fn list_or_comprehension(&mut self) -> Parsed<Expression> {
        if self.is_variable_at(self.position() + 1) && self.peek(2) == Kind::Word(Keyword::In) {
            return self.list_comprehension();
        }
        if self.is_pattern_comprehension() {
            return self.pattern_comprehension();
        }
        self.advance();
        if self.accept(Kind::CloseBracket) {
            return Ok(Expression::List(Vec::new()));
        }
        let items = self.list(Cursor::expression)?;
        self.expect(Kind::CloseBracket, "`,` or `]`")?;
        Ok(Expression::List(items))
    }

    /// `variable IN list`
    fn element(&mut self) -> Parsed<(graphlance_graph::Name, Expression)> {
        let variable = self.variable()?;
        self.expect_word(Keyword::In)?;
        Ok((variable, self.until_bar(Cursor::expression)?))
    }

    fn list_comprehension(&mut self) -> Parsed<Expression> {
        self.advance();
        let (variable, list) = self.element()?;
        let predicate = self.optional_where(true)?;
        let projection = if self.accept(Kind::Bar) { Some(self.expression()?) } else { None };
        self.expect(Kind::CloseBracket, "`WHERE`, `|` or `]`")?;
        Ok(Expression::ListComprehension(Box::new(ListComprehension { variable, list, predicate, projection })))
    }

    fn pattern_comprehension(&mut self) -> Parsed<Expression> {
        self.advance();
        let variable = if self.peek(1) == Kind::Equal {
            let variable = self.variable()?;
            self.advance();
            Some(variable)
        } else {
            None
        };
        let pattern = Pattern { variable, ..Pattern::from(self.path()?) };
        let predicate = self.optional_where(true)?;
        self.expect(Kind::Bar, "`WHERE` or `|`")?;
        let projection = self.expression()?;
        self.expect(Kind::CloseBracket, "`]`")?;
        Ok(Expression::PatternComprehension(Box::new(PatternComprehension { pattern, predicate, projection })))
    }

    /// `WHERE predicate` if it stands here.
    pub(super) fn optional_where(&mut self, bar_ends: bool) -> Parsed<Option<Expression>> {
        if !self.accept_word(Keyword::Where) {
            return Ok(None);
        }
        Ok(Some(if bar_ends { self.until_bar(Cursor::expression)? } else { self.expression()? }))
    }

    fn quantified(&mut self, keyword: Keyword) -> Parsed<Expression> {
        let quantifier = match keyword {
            Keyword::All => ListQuantifier::All,
            Keyword::Any => ListQuantifier::Any,
            Keyword::None => ListQuantifier::None,
            _ => ListQuantifier::Single,
        };
        self.advance();
        self.advance();
        let variable = self.variable()?;
        self.expect_word(Keyword::In)?;
        let list = self.expression()?;
        self.expect_word(Keyword::Where)?;
        let predicate = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Expression::Quantified(Box::new(QuantifiedPredicate { quantifier, variable, list, predicate })))
    }

    fn reduce(&mut self) -> Parsed<Expression> {
        self.advance();
        self.advance();
        let accumulator = self.variable()?;
        self.expect(Kind::Equal, "`=`")?;
        let initial = self.expression()?;
        self.expect(Kind::Comma, "`,`")?;
        let (variable, list) = self.element()?;
        self.expect(Kind::Bar, "`|`")?;
        let expression = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Expression::Reduce(Box::new(Reduce { accumulator, initial, variable, list, expression })))
    }

    /// A map literal.
    pub(super) fn map(&mut self) -> Parsed<Expression> {
        self.expect(Kind::OpenBrace, "a map")?;
        if self.accept(Kind::CloseBrace) {
            return Ok(Expression::Map(Vec::new()));
        }
        let entries = self.list(|cursor| {
            let key = cursor.name("a key")?;
            cursor.expect(Kind::Colon, "`:`")?;
            Ok((key, cursor.expression()?))
        })?;
        self.expect(Kind::CloseBrace, "`,` or `}`")?;
        Ok(Expression::Map(entries))
    }

    fn subquery(&mut self, keyword: Keyword) -> Parsed<Expression> {
        self.advance();
        self.advance();
        let expression = match keyword {
            Keyword::Exists => Expression::Exists(Box::new(self.subquery_body()?)),
            Keyword::Count => Expression::Count(Box::new(self.subquery_body()?)),
            _ => Expression::Collect(Box::new(self.query()?)),
        };
        self.expect(Kind::CloseBrace, "a clause or `}`")?;
        Ok(expression)
    }

    fn subquery_body(&mut self) -> Parsed<Subquery> {
        if self.is_match_mode() {
            let clauses = vec![Clause::Match(self.match_body(false)?)];
            return Ok(Subquery::Query(SingleQuery { clauses }.into()));
        }
        let selects = [Keyword::ShortestPath, Keyword::AllShortestPaths, Keyword::Shortest, Keyword::All, Keyword::Any];
        let starts_a_pattern = self.kind() == Kind::OpenParen
            || selects.into_iter().any(|keyword| self.at_word(keyword))
            || self.is_path_mode()
            || (self.is_variable_at(self.position()) && self.peek(1) == Kind::Equal);
        if starts_a_pattern {
            let patterns = self.list(Cursor::pattern)?;
            return Ok(Subquery::Pattern { patterns, predicate: self.optional_where(false)? });
        }
        let mut query = self.query()?;
        if query.unions.is_empty() && query.first.clauses.len() == 1 {
            match query.first.clauses.pop() {
                Some(Clause::Match(Match { optional: false, mode: None, patterns, hints, predicate }))
                    if hints.is_empty() =>
                {
                    return Ok(Subquery::Pattern { patterns, predicate });
                }
                other => query.first.clauses.extend(other),
            }
        }
        Ok(Subquery::Query(query))
    }
}
