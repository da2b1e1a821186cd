//! The values of parameters in front of a statement, as FalkorDB has them: `CYPHER a = 1 b = 'x' MATCH ..`.

use graphlance_graph::Name;

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::build;

impl Cursor<'_> {
    /// The names and values; nothing where something else stands here, such as switches, whose values are words.
    pub(super) fn parameters(&mut self) -> Parsed<Vec<(Name, Expression)>> {
        let mut parameters = Vec::new();
        if !self.is_text_at(self.position(), "CYPHER") || !self.is_parameter_at(self.position() + 1) {
            return Ok(parameters);
        }
        self.advance();
        while self.is_parameter_at(self.position()) {
            let name = self.name("the parameter's name")?;
            self.expect(Kind::Equal, "=")?;
            let offset = self.offset();
            let value = match self.negative_number()? {
                Some(negative) => negative,
                None => self.primary()?,
            };
            if build::written(&value).is_none() {
                return Err(super::error::Trouble::new(
                    offset,
                    "the value of a parameter is written without operators",
                ));
            }
            parameters.push((name, value));
        }
        Ok(parameters)
    }

    fn is_parameter_at(&self, index: usize) -> bool {
        let begins = match self.kind_at(index + 2) {
            Kind::Integer | Kind::Float | Kind::String | Kind::Minus | Kind::OpenBracket | Kind::OpenBrace => true,
            Kind::Word(_) => ["null", "true", "false"].iter().any(|word| self.is_text_at(index + 2, word)),
            _ => false,
        };
        begins && self.is_name_at(index) && self.kind_at(index + 1) == Kind::Equal
    }
}
