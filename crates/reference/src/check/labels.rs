//! Computed labels, types and keys: strings, and of labels lists of strings (Cypher manual, "Dynamic node labels and
//! relationship types").

use graphlance_cypher::ast::{Expression, LabelExpression, Literal, WrittenLabel};

use super::{Checker, Type, syntax, wrong_type};
use crate::CypherError;

impl Checker {
    pub(super) fn computed_labels(&mut self, labels: &LabelExpression) -> Result<(), CypherError> {
        if !labels.is_dynamic() {
            return Ok(());
        }
        let mut parts = Vec::new();
        labels.dynamic_parts(&mut parts);
        parts.into_iter().try_for_each(|part| self.names(&part.names))
    }

    pub(super) fn written_labels(&mut self, labels: &[WrittenLabel]) -> Result<(), CypherError> {
        labels.iter().try_for_each(|label| match label {
            WrittenLabel::Name(_) => Ok(()),
            WrittenLabel::Dynamic(names) => self.names(names),
        })
    }

    pub(super) fn computed_key(&mut self, key: &Expression) -> Result<(), CypherError> {
        not_null(key)?;
        match self.value(key)? {
            Type::String | Type::Any => Ok(()),
            other => Err(wrong_type("a string", &other)),
        }
    }

    fn names(&mut self, names: &Expression) -> Result<(), CypherError> {
        not_null(names)?;
        match self.value(names)? {
            Type::String | Type::List(_) | Type::Any => Ok(()),
            other => Err(wrong_type("a string or a list of strings", &other)),
        }
    }
}

fn not_null(name: &Expression) -> Result<(), CypherError> {
    let null = |name: &Expression| matches!(name, Expression::Literal(Literal::Null));
    if null(name) || matches!(name, Expression::List(names) if names.iter().any(null)) {
        return Err(syntax("InvalidTokenName", "null is no name"));
    }
    Ok(())
}
