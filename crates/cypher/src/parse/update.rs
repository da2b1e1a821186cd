//! Updating clauses.

use graphlance_graph::Name;

use super::cursor::{Cursor, Parsed};
use super::error::Trouble;
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    pub(super) fn merge(&mut self) -> Parsed<Clause> {
        self.advance();
        let pattern = self.pattern()?;
        let mut actions = Vec::new();
        while self.accept_word(Keyword::On) {
            let on_create = self.accept_word(Keyword::Create);
            if !on_create && !self.accept_word(Keyword::Match) {
                return Err(self.unexpected("CREATE or MATCH"));
            }
            self.expect_word(Keyword::Set)?;
            actions.push(MergeAction { on_create, items: self.list(Cursor::set_item)? });
        }
        Ok(Clause::Merge(Merge { pattern, actions }))
    }

    pub(super) fn set_item(&mut self) -> Parsed<SetItem> {
        if self.is_variable_at(self.position()) {
            match self.peek(1) {
                Kind::Equal | Kind::PlusEqual => {
                    let variable = self.variable()?;
                    let merge = self.kind() == Kind::PlusEqual;
                    self.advance();
                    return Ok(SetItem::Properties { variable, merge, value: self.expression()? });
                }
                Kind::Colon | Kind::Word(Keyword::Is) if self.is_label_at(self.position() + 1) => {
                    let (variable, labels) = self.labelled_variable()?;
                    return Ok(match names(&labels) {
                        Some(labels) => SetItem::Labels { variable, labels },
                        None => SetItem::DynamicLabels { variable, labels },
                    });
                }
                _ => {}
            }
        }
        let target = self.property_target()?;
        self.expect(Kind::Equal, "`=`")?;
        let value = self.expression()?;
        Ok(match target {
            (target, Ok(key)) => SetItem::Property { target, key, value },
            (target, Err(key)) => SetItem::DynamicProperty { target, key, value },
        })
    }

    pub(super) fn remove_item(&mut self) -> Parsed<RemoveItem> {
        if self.is_variable_at(self.position()) && self.is_label_at(self.position() + 1) {
            let (variable, labels) = self.labelled_variable()?;
            return Ok(match names(&labels) {
                Some(labels) => RemoveItem::Labels { variable, labels },
                None => RemoveItem::DynamicLabels { variable, labels },
            });
        }
        Ok(match self.property_target()? {
            (target, Ok(key)) => RemoveItem::Property { target, key },
            (target, Err(key)) => RemoveItem::DynamicProperty { target, key },
        })
    }

    fn labelled_variable(&mut self) -> Parsed<(Name, Vec<WrittenLabel>)> {
        let variable = self.variable()?;
        let mut labels = Vec::new();
        while self.accept_label_mark() {
            labels.push(if self.accept(Kind::Dollar) {
                WrittenLabel::Dynamic(self.parenthesised_names()?)
            } else {
                WrittenLabel::Name(self.name("a label")?)
            });
        }
        Ok((variable, labels))
    }

    /// `target.key`, with the key as a name, or `target[key]`, with the key as an expression.
    fn property_target(&mut self) -> Parsed<(Expression, Result<Name, Expression>)> {
        let offset = self.offset();
        let outer = std::mem::take(&mut self.height);
        let operand = self.nested(Cursor::operand)?;
        self.height = self.height.max(outer);
        match operand {
            Expression::Property(target, key) => Ok((*target, Ok(key))),
            Expression::Index(target, key) => Ok((*target, Err(*key))),
            _ => Err(Trouble::new(offset, "this cannot be set")
                .expecting("`variable.key`, `variable[key]`, `variable` or `variable:Label`")),
        }
    }

    pub(super) fn delete(&mut self) -> Parsed<Clause> {
        let detach = self.accept_word(Keyword::Detach);
        let nodetach = !detach && self.accept_text(&["NODETACH"]);
        self.expect_word(Keyword::Delete)?;
        Ok(Clause::Delete(Delete { detach, nodetach, expressions: self.list(Cursor::expression)? }))
    }

    pub(super) fn foreach(&mut self) -> Parsed<Clause> {
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let variable = self.variable()?;
        self.expect_word(Keyword::In)?;
        let list = self.until_bar(Cursor::expression)?;
        self.expect(Kind::Bar, "`|`")?;
        let mut clauses = Vec::new();
        while let Some(clause) = self.bracketed(Cursor::optional_clause)? {
            clauses.push(clause);
        }
        if clauses.is_empty() {
            return Err(self.unexpected("an updating clause"));
        }
        self.expect(Kind::CloseParen, "an updating clause or `)`")?;
        Ok(Clause::Foreach(Foreach { variable, list, clauses }))
    }
}

/// The names of labels of which none is computed.
fn names(labels: &[WrittenLabel]) -> Option<Vec<Name>> {
    let name = |label: &WrittenLabel| match label {
        WrittenLabel::Name(name) => Some(name.clone()),
        WrittenLabel::Dynamic(_) => None,
    };
    labels.iter().map(name).collect()
}
