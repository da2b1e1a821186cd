//! The deviations that may explain an answer.

use graphlance_cypher::Dialect;
use graphlance_cypher::dialect::{
    DeletedAccess, Deviations, DivisionByZero, NullOrder, Overflow, RelationshipUniqueness, StringPlusNumber,
};

/// Deviations that explain what a target answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    /// The fields that differ from the dialect's, each with its value as a dialect file writes it.
    pub fields: Vec<(&'static str, &'static str)>,
    /// All of the deviations then.
    pub deviations: Deviations,
}

type Setting = (&'static str, &'static str, fn(&mut Deviations));

const SETTINGS: &[Setting] = &[
    ("relationship_uniqueness", "path", |all| all.relationship_uniqueness = RelationshipUniqueness::Path),
    ("relationship_uniqueness", "variable_length_only", |all| {
        all.relationship_uniqueness = RelationshipUniqueness::VariableLengthOnly;
    }),
    ("relationship_uniqueness", "off", |all| all.relationship_uniqueness = RelationshipUniqueness::Off),
    ("undirected_self_loop_twice", "true", |all| all.undirected_self_loop_twice = true),
    ("integer_overflow", "wrap", |all| all.integer_overflow = Overflow::Wrap),
    ("integer_overflow", "float", |all| all.integer_overflow = Overflow::Float),
    ("integer_division_by_zero", "null", |all| all.integer_division_by_zero = DivisionByZero::Null),
    ("integer_division_by_zero", "float", |all| all.integer_division_by_zero = DivisionByZero::Float),
    ("null_order", "least", |all| all.null_order = NullOrder::Least),
    ("null_order", "always_last", |all| all.null_order = NullOrder::AlwaysLast),
    ("string_plus_number", "text", |all| all.string_plus_number = StringPlusNumber::Text),
    ("string_plus_number", "error", |all| all.string_plus_number = StringPlusNumber::Error),
    ("deleted_access", "null", |all| all.deleted_access = DeletedAccess::Null),
    ("comparability_is_order", "true", |all| all.comparability_is_order = true),
];

impl Switches {
    /// The deviations that explain most: one after the other, always the one that explains most of what is left.
    /// `explained`: how many answers are right under deviations.
    pub fn that_explain(dialect: &Dialect, explained: impl Fn(&Deviations) -> usize) -> Switches {
        let mut chosen = Switches { fields: Vec::new(), deviations: dialect.deviations.clone() };
        let mut best = explained(&chosen.deviations);
        loop {
            let open = |setting: &&Setting| {
                let documented = dialect.deviations.sources.contains_key(setting.0);
                !documented && !chosen.fields.iter().any(|(field, _)| *field == setting.0)
            };
            let tried = SETTINGS.iter().filter(open).map(|setting| {
                let mut deviations = chosen.deviations.clone();
                setting.2(&mut deviations);
                (explained(&deviations), setting, deviations)
            });
            // Of equals the first: the table has the lesser departures first.
            match tried.rev().max_by_key(|(count, ..)| *count) {
                Some((count, setting, deviations)) if count > best => {
                    best = count;
                    chosen.fields.push((setting.0, setting.1));
                    chosen.deviations = deviations;
                }
                _ => return chosen,
            }
        }
    }

    /// Those of the fields without which `explains` does not hold, as `field = value`; none if it does not hold with all.
    pub fn needed(&self, dialect: &Dialect, explains: impl Fn(&Deviations) -> bool) -> Option<String> {
        if self.fields.is_empty() || !explains(&self.deviations) {
            return None;
        }
        let needed = |(field, _): &&(&str, &str)| {
            let mut without = self.deviations.clone();
            without.take(&dialect.deviations, field);
            !explains(&without)
        };
        let text = |(field, value): &(&str, &str)| format!("{field} = {value}");
        Some(self.fields.iter().filter(needed).map(text).collect::<Vec<_>>().join(", "))
    }
}
