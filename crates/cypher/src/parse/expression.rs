//! Expressions: operators by precedence climbing, and what may follow an operand.

use super::cursor::{Cursor, Parsed};
use super::error::Obstacle;
use super::lexer::Kind;
use super::literal;
use crate::ast::*;
use crate::keywords::Keyword;
use crate::precedence;

/// What stands between two operands, or behind one.
enum Infix {
    Binary(BinaryOperator),
    Compare(ComparisonOperator),
    Null(UnaryOperator),
    Is,
}

impl Cursor<'_> {
    /// An expression.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.frame(0)
    }

    /// An expression of operators of at least the level `least`.
    pub(super) fn frame(&mut self, least: u8) -> Parsed<Expression> {
        self.nested(|cursor| {
            let outer = std::mem::take(&mut cursor.height);
            let expression = cursor.operators(least)?;
            cursor.taller()?;
            cursor.height = cursor.height.max(outer);
            Ok(expression)
        })
    }

    /// Reads inside brackets, where a bar means what it says.
    pub(super) fn bracketed<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.with_bar(false, read)
    }

    /// Reads an expression that a bar ends.
    pub(super) fn until_bar<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.with_bar(true, read)
    }

    fn with_bar<T>(&mut self, bar_ends: bool, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.bar_ends, bar_ends);
        let result = read(self);
        self.bar_ends = outer;
        result
    }

    /// Operands joined by operators of at least the level `least`.
    fn operators(&mut self, least: u8) -> Parsed<Expression> {
        let mut left = self.prefixed(least)?;
        while let Some((infix, length)) = self.infix()? {
            let level = match infix {
                Infix::Binary(operator) => precedence::of_binary(operator),
                Infix::Compare(_) => precedence::COMPARISON,
                Infix::Null(_) | Infix::Is => precedence::PREDICATE,
            };
            if level < least {
                break;
            }
            for _ in 0..length {
                self.advance();
            }
            left = match infix {
                Infix::Null(operator) => Expression::Unary(operator, Box::new(left)),
                Infix::Is => Expression::Is(Box::new(left), Box::new(self.is_test()?)),
                Infix::Binary(operator) => {
                    let right = self.right_operand(level + 1)?;
                    Expression::Binary(operator, Box::new(left), Box::new(right))
                }
                Infix::Compare(operator) => self.comparison_chain(left, operator)?,
            };
            self.taller()?;
        }
        Ok(left)
    }

    /// A right operand; the frame's height becomes that of the taller operand.
    fn right_operand(&mut self, least: u8) -> Parsed<Expression> {
        let left_height = std::mem::take(&mut self.height);
        let right = self.operators(least)?;
        self.height = self.height.max(left_height);
        Ok(right)
    }

    fn comparison_chain(&mut self, first: Expression, operator: ComparisonOperator) -> Parsed<Expression> {
        let mut links = vec![(operator, self.right_operand(precedence::PREDICATE)?)];
        while let Some((Infix::Compare(operator), _)) = self.infix()? {
            self.advance();
            links.push((operator, self.right_operand(precedence::PREDICATE)?));
        }
        Ok(Expression::Comparison(Box::new(first), links))
    }

    /// The operator that is next and its number of tokens.
    fn infix(&self) -> Parsed<Option<(Infix, usize)>> {
        use BinaryOperator as B;
        use ComparisonOperator as C;
        let infix = match self.kind() {
            Kind::Plus => Infix::Binary(B::Add),
            Kind::Minus => Infix::Binary(B::Subtract),
            Kind::Star => Infix::Binary(B::Multiply),
            Kind::Slash => Infix::Binary(B::Divide),
            Kind::Percent => Infix::Binary(B::Modulo),
            Kind::Caret => Infix::Binary(B::Power),
            Kind::BarBar => Infix::Binary(B::Concatenate),
            Kind::Matches => Infix::Binary(B::Matches),
            Kind::Equal => Infix::Compare(C::Equal),
            Kind::NotEqual => Infix::Compare(C::NotEqual),
            Kind::Less => Infix::Compare(C::Less),
            Kind::LessOrEqual => Infix::Compare(C::LessOrEqual),
            Kind::Greater => Infix::Compare(C::Greater),
            Kind::GreaterOrEqual => Infix::Compare(C::GreaterOrEqual),
            Kind::Word(keyword) => return self.infix_word(keyword),
            Kind::Colon if self.is_test_at(self.position()) => return Ok(Some((Infix::Is, 0))),
            _ => return Ok(None),
        };
        Ok(Some((infix, 1)))
    }

    fn infix_word(&self, keyword: Keyword) -> Parsed<Option<(Infix, usize)>> {
        use BinaryOperator as B;
        let with = Kind::Word(Keyword::With);
        Ok(Some(match keyword {
            Keyword::And => (Infix::Binary(B::And), 1),
            Keyword::Or => (Infix::Binary(B::Or), 1),
            Keyword::Xor => (Infix::Binary(B::Xor), 1),
            Keyword::In => (Infix::Binary(B::In), 1),
            Keyword::Contains => (Infix::Binary(B::Contains), 1),
            Keyword::Starts if self.peek(1) == with => (Infix::Binary(B::StartsWith), 2),
            Keyword::Ends if self.peek(1) == with => (Infix::Binary(B::EndsWith), 2),
            Keyword::Is => match (self.peek(1), self.peek(2)) {
                (Kind::Word(Keyword::Null), _) => (Infix::Null(UnaryOperator::IsNull), 2),
                (Kind::Word(Keyword::Not), Kind::Word(Keyword::Null)) => (Infix::Null(UnaryOperator::IsNotNull), 3),
                _ if self.is_test_at(self.position()) => (Infix::Is, 0),
                // What later Cypher may ask.
                _ => return Err(self.unexpected("IS NULL or IS NOT NULL").obstacle(Obstacle::Unsupported)),
            },
            _ => return Ok(None),
        }))
    }

    /// An operand with the NOT or the sign in front of it.
    fn prefixed(&mut self, least: u8) -> Parsed<Expression> {
        match self.kind() {
            Kind::Word(Keyword::Not) if least <= precedence::NOT => {
                self.prefix_operator(UnaryOperator::Not, |cursor| cursor.operators(precedence::NOT))
            }
            Kind::Minus => match self.negative_literal()? {
                Some(literal) => Ok(literal),
                None => self.prefix_operator(UnaryOperator::Minus, Cursor::signed),
            },
            Kind::Plus => self.prefix_operator(UnaryOperator::Plus, Cursor::signed),
            _ => self.with_labels(),
        }
    }

    fn signed(&mut self) -> Parsed<Expression> {
        self.prefixed(precedence::SIGN)
    }

    fn prefix_operator(
        &mut self,
        operator: UnaryOperator,
        operand: impl FnOnce(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        self.advance();
        let operand = self.nested(operand)?;
        self.taller()?;
        Ok(Expression::Unary(operator, Box::new(operand)))
    }

    /// A minus directly before a number is part of the literal, unless something binds to the number first
    /// (`-1.key`).
    fn negative_literal(&mut self) -> Parsed<Option<Expression>> {
        match self.peek(2) {
            Kind::Dot | Kind::OpenBracket | Kind::OpenBrace | Kind::Colon => Ok(None),
            _ => self.negative_number(),
        }
    }

    /// A minus with a number directly behind it, if they stand here.
    pub(super) fn negative_number(&mut self) -> Parsed<Option<Expression>> {
        if self.kind() != Kind::Minus || !matches!(self.peek(1), Kind::Integer | Kind::Float) {
            return Ok(None);
        }
        self.advance();
        let (text, offset) = (self.token_text(), self.offset());
        let value = if self.kind() == Kind::Float {
            Literal::Float(-literal::float(text, offset)?)
        } else {
            // The magnitude is at most 2^63, so the wrapped negation is exact.
            Literal::Integer((literal::magnitude(text, offset)? as i64).wrapping_neg())
        };
        self.advance();
        Ok(Some(Expression::Literal(value)))
    }

    /// An operand and the labels asked of it.
    fn with_labels(&mut self) -> Parsed<Expression> {
        let operand = self.operand()?;
        if !self.accept_label_mark() {
            return Ok(operand);
        }
        let labels = self.label_expression(!self.bar_ends)?;
        self.taller()?;
        Ok(Expression::HasLabels(Box::new(operand), labels))
    }

    /// A primary expression and its property accesses, subscripts and projections.
    pub(super) fn operand(&mut self) -> Parsed<Expression> {
        let mut subject = self.primary()?;
        loop {
            subject = match self.kind() {
                Kind::Dot => {
                    self.advance();
                    let key = self.name("a property key")?;
                    Expression::Property(Box::new(subject), key)
                }
                Kind::OpenBracket => self.bracketed(|cursor| cursor.subscript(subject))?,
                Kind::OpenBrace => self.bracketed(|cursor| cursor.map_projection(subject))?,
                _ => return Ok(subject),
            };
            self.taller()?;
        }
    }

    fn subscript(&mut self, subject: Expression) -> Parsed<Expression> {
        self.advance();
        let subject = Box::new(subject);
        let from = if self.kind() == Kind::DotDot { None } else { Some(Box::new(self.expression()?)) };
        if self.accept(Kind::DotDot) {
            let to = if self.kind() == Kind::CloseBracket { None } else { Some(Box::new(self.expression()?)) };
            self.expect(Kind::CloseBracket, "`]`")?;
            return Ok(Expression::Slice(subject, from, to));
        }
        self.expect(Kind::CloseBracket, "`]` or `..`")?;
        match from {
            Some(index) => Ok(Expression::Index(subject, index)),
            None => Err(self.unexpected("an index")),
        }
    }

    fn map_projection(&mut self, subject: Expression) -> Parsed<Expression> {
        self.advance();
        let items = if self.kind() == Kind::CloseBrace { Vec::new() } else { self.list(Cursor::map_projection_item)? };
        self.expect(Kind::CloseBrace, "`,` or `}`")?;
        Ok(Expression::MapProjection(Box::new(subject), items))
    }

    fn map_projection_item(&mut self) -> Parsed<MapProjectionItem> {
        if self.accept(Kind::Dot) {
            if self.accept(Kind::Star) {
                return Ok(MapProjectionItem::All);
            }
            return Ok(MapProjectionItem::Property(self.name("a property key or `*`")?));
        }
        let name = self.name("`.key`, `.*`, `key: value` or a variable")?;
        if self.accept(Kind::Colon) {
            return Ok(MapProjectionItem::Entry(name, self.expression()?));
        }
        Ok(MapProjectionItem::Variable(name))
    }
}
