//! Steps of values: numbers, texts, dates, collections.

use graphlance_gremlin::token::{GType, Scope, Token};
use graphlance_gremlin::{Argument, Scalar, Step, StepName};

use super::Compiler;
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::program::{Joining, Kind, Operand, Piece, TextChange};
use crate::run::expression;
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn value_step(&mut self, step: &Step, _: bool) -> Result<Option<Kind>, Failure> {
        let arguments = step.arguments.as_slice();
        if let Some(change) = self.text_change(step)? {
            return Ok(Some(Kind::Text { change, local: step.scope() == Scope::Local }));
        }
        let joining = match step.name {
            StepName::Combine => Some(Joining::Combine),
            StepName::Difference => Some(Joining::Difference),
            StepName::Disjunct => Some(Joining::Disjunct),
            StepName::Intersect => Some(Joining::Intersect),
            StepName::Merge => Some(Joining::Merge),
            StepName::Product => Some(Joining::Product),
            _ => None,
        };
        if let (Some(joining), [argument]) = (joining, arguments) {
            return Ok(Some(Kind::Join(joining, self.operand(argument)?)));
        }
        Ok(Some(match (step.name, arguments) {
            (StepName::Identity, _) => Kind::Identity,
            (StepName::Constant, [value]) => match self.operand(value)? {
                Operand::Value(value) => Kind::Constant(value),
                Operand::Chain(chain) => Kind::MapTo(chain),
            },
            (StepName::Index, _) => Kind::Index { map: self.indexes_as_map(step)? },
            (StepName::Math, [text]) => {
                let text = self.name(text)?;
                let expression = expression::parse(&text).map_err(|why| raise(ErrorKind::Argument, why))?;
                Kind::Math { expression, bys: self.bys(step)? }
            }
            (StepName::AsDate, _) => Kind::AsDate,
            (StepName::AsBool, _) => Kind::AsBool,
            (StepName::AsNumber, []) => Kind::AsNumber(GType::Number),
            (StepName::AsNumber, [Argument::Token(Token::GType(kind))]) => {
                if !is_numeric(*kind) {
                    return Err(raise(ErrorKind::Argument, format!("{} is no type of numbers", kind.text())));
                }
                Kind::AsNumber(*kind)
            }
            (StepName::Concat, parts) => {
                let parts = parts.iter().map(|part| self.operand(part));
                Kind::Concat(parts.collect::<Result<_, Failure>>()?)
            }
            (StepName::Format, [text]) => {
                let text = self.name(text)?;
                Kind::Format { pieces: pieces(&text), bys: self.bys(step)? }
            }
            (StepName::DateAdd, [Argument::Token(Token::Dt(unit)), amount]) => Kind::DateAdd(*unit, self.long(amount)?),
            (StepName::DateDiff, [other]) => Kind::DateDiff(self.operand(other)?),
            (StepName::Reverse, _) => Kind::Reverse,
            (StepName::Conjoin, [delimiter]) => Kind::Conjoin(self.name(delimiter)?),
            (StepName::Fail, message) => {
                let message = message.first().map(|message| self.name(message)).transpose()?;
                Kind::Fail(message.map_or_else(|| "fail() step triggered".to_owned(), Into::into))
            }
            _ => return Ok(None),
        }))
    }

    fn text_change(&mut self, step: &Step) -> Result<Option<TextChange>, Failure> {
        let unscoped = |argument: &&Argument| !matches!(argument, Argument::Token(Token::Scope(_)));
        let arguments: Vec<Argument> = step.arguments.iter().filter(unscoped).cloned().collect();
        Ok(Some(match (step.name, arguments.as_slice()) {
            (StepName::AsString, _) => TextChange::AsString,
            (StepName::Length, _) => TextChange::Length,
            (StepName::ToUpper, _) => TextChange::ToUpper,
            (StepName::ToLower, _) => TextChange::ToLower,
            (StepName::Trim, _) => TextChange::Trim,
            (StepName::LTrim, _) => TextChange::TrimStart,
            (StepName::RTrim, _) => TextChange::TrimEnd,
            (StepName::Replace, [from, to]) => TextChange::Replace(self.name_or_null(from)?, self.name_or_null(to)?),
            (StepName::Split, [separator]) => TextChange::Split(self.name_or_null(separator)?),
            (StepName::Substring, [from]) => TextChange::Substring(self.long(from)?, None),
            (StepName::Substring, [from, to]) => {
                let to = self.long(to)?;
                TextChange::Substring(self.long(from)?, Some(to))
            }
            _ => return Ok(None),
        }))
    }

    fn indexes_as_map(&mut self, step: &Step) -> Result<bool, Failure> {
        let mut map = false;
        for modulator in step.modulators_named(StepName::With) {
            let values = self.values(&modulator.arguments)?;
            match values.as_slice() {
                [key, Value::Scalar(Scalar::Integer(style))] if key.as_str() == Some("~tinkerpop.index.indexer") => {
                    map = *style == 1;
                }
                _ => return Err(unknown("index() configured so")),
            }
        }
        Ok(map)
    }
}

fn is_numeric(kind: GType) -> bool {
    matches!(
        kind,
        GType::Byte
            | GType::Short
            | GType::Int
            | GType::Long
            | GType::BigInt
            | GType::Float
            | GType::Double
            | GType::BigDecimal
            | GType::Number
    )
}

/// The pieces of a text with variables: `%{name}` is a name, `%{_}` what the next `by(..)` gives; behind another `%` it is
/// plain text.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut plain_from) = (0, 0);
    while let Some(place) = text[from..].find("%{").map(|place| from + place) {
        let Some(end) = text[place..].find('}').map(|end| place + end) else { break };
        from = place + 2;
        if text[..place].ends_with('%') {
            continue;
        }
        pieces.push(Piece::Text(text[plain_from..place].to_owned()));
        let name = &text[place + 2..end];
        pieces.push(if name == "_" { Piece::Turn } else { Piece::Name(name.into()) });
        from = end + 1;
        plain_from = from;
    }
    pieces.push(Piece::Text(text[plain_from..].to_owned()));
    pieces
}
