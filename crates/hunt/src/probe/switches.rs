//! The deviations that may explain an answer.

use graphlance_cypher::Dialect;
use graphlance_cypher::dialect::{Deviations, Role, Setting};

/// Deviations that explain what a target answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    /// The fields that differ from the dialect's, each with its value as a dialect file writes it.
    pub fields: Vec<(&'static str, &'static str)>,
    /// All of the deviations then.
    pub deviations: Deviations,
}

impl Switches {
    /// The deviations that explain most: one after the other, always the one that explains most of what is left.
    /// `explained`: how many answers are right under deviations.
    pub fn that_explain(dialect: &Dialect, explained: impl Fn(&Deviations) -> usize) -> Switches {
        let mut chosen = Switches { fields: Vec::new(), deviations: dialect.deviations.clone() };
        let mut best = explained(&chosen.deviations);
        loop {
            let open = |setting: &&Setting| {
                let documented = dialect.deviations.sources.contains_key(setting.field);
                setting.role != Role::Noted
                    && !documented
                    && !chosen.fields.iter().any(|(field, _)| *field == setting.field)
            };
            let tried = Deviations::SETTINGS.iter().filter(open).map(|setting| {
                let mut deviations = chosen.deviations.clone();
                (setting.set)(&mut deviations);
                (explained(&deviations), setting, deviations)
            });
            // Of equals the first: the table has the lesser departures first.
            match tried.rev().max_by_key(|(count, ..)| *count) {
                Some((count, setting, deviations)) if count > best => {
                    best = count;
                    chosen.fields.push((setting.field, setting.value));
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
