//! Nodes that a condition names by the value of a property.

use graphlance_cypher::ast::ComparisonOperator;

use crate::plan::{Lookup, MatchStep, PatternPlan};
use crate::term::{Slot, Term};

impl PatternPlan {
    /// Lets each scan of nodes know the first of the conditions right behind it that asks for equality with a value known
    /// before, and puts that condition first.
    pub fn note_lookups(&mut self) {
        for at in 0..self.steps.len() {
            let MatchStep::Node(target) = &self.steps[at] else { continue };
            if target.bound {
                continue;
            }
            let slot = target.slot;
            let behind = self.steps[at + 1..].iter().enumerate();
            let filters = behind.map_while(|(offset, step)| match step {
                MatchStep::Filter(filter) => Some((at + 1 + offset, *filter)),
                _ => None,
            });
            let mut lookups =
                filters.filter_map(|(place, filter)| Some((place, lookup(self.filters.get(filter)?, slot)?)));
            let Some((place, found)) = lookups.next() else { continue };
            self.steps[at + 1..=place].rotate_right(1);
            if let MatchStep::Node(target) = &mut self.steps[at] {
                target.lookup = Some(found);
            }
        }
    }
}

fn lookup(filter: &Term, slot: Slot) -> Option<Lookup> {
    let Term::Comparison(first, links) = filter else { return None };
    let [(ComparisonOperator::Equal, second)] = links.as_slice() else { return None };
    let sides = [(&**first, second), (second, &**first)];
    sides.into_iter().find_map(|(property, value)| match property {
        Term::Property(subject, key) if matches!(**subject, Term::Slot(of) if of == slot) => {
            (!value.may_read(&[slot])).then(|| Lookup { key: key.clone(), value: value.clone() })
        }
        _ => None,
    })
}
