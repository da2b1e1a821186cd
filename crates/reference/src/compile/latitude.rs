//! How far engines may differ in a value, carried from functions through expressions to columns.

use graphlance_cypher::ast::BinaryOperator;
use graphlance_cypher::functions::Aggregate;
use graphlance_graph::Latitude;

use super::Compiler;
use crate::plan::AggregatePlan;
use crate::term::{Slot, Term};

/// Units in the last place by which powers differ. Java asks for one (`Math.pow`), and C for none at all: 0.5625 ^ 17 lies half way
/// between two numbers, of which the C library of GNU gives one and Java the other.
const POWER: u32 = 4;

impl Compiler<'_> {
    /// How far the value of a slot may differ.
    pub fn latitude_of_slot(&self, slot: Slot) -> Latitude {
        self.latitudes.iter().rev().find(|(known, _)| *known == slot).map_or(Latitude::Exact, |(_, latitude)| *latitude)
    }

    /// Notes the latitude of a slot that is computed by `term`.
    pub(super) fn note_latitude(&mut self, slot: Slot, term: &Term) {
        let latitude = self.latitude(term);
        if latitude != Latitude::Exact {
            self.latitudes.push((slot, latitude));
        }
    }

    pub(super) fn note_aggregate_latitude(&mut self, aggregate: &AggregatePlan) {
        let mut latitude = aggregate.kind.function().latitude;
        if matches!(aggregate.kind, Aggregate::Sum | Aggregate::Average) {
            // The order of summation is open.
            latitude = widest(latitude, Latitude::Ulps(16));
        }
        if let Some(argument) = &aggregate.argument {
            latitude = widest(latitude, widened(self.latitude(argument)));
        }
        if latitude != Latitude::Exact {
            self.latitudes.push((aggregate.slot, latitude));
        }
    }

    fn latitude(&self, term: &Term) -> Latitude {
        let mut latitude = Latitude::Exact;
        term.for_each_child(&mut |child| latitude = widest(latitude, self.latitude(child)));
        match term {
            Term::Slot(slot) => self.latitude_of_slot(*slot),
            // What is no number is compared exactly whatever its operands.
            Term::Comparison(..)
            | Term::HasLabels(..)
            | Term::Matches(..)
            | Term::Quantified(..)
            | Term::Is(..)
            | Term::HasDynamicLabels(_) => Latitude::Exact,
            Term::Binary(BinaryOperator::Power, ..) => widest(Latitude::Ulps(POWER), widened(latitude)),
            Term::Binary(..) | Term::Reduce(_) => widened(latitude),
            // How much a difference of the argument makes of it, depends on the argument: sin() of a large one.
            Term::Function(call)
                if latitude != Latitude::Exact && call.scalar.function().latitude != Latitude::Exact =>
            {
                Latitude::Unspecified
            }
            Term::Function(call) => widest(call.scalar.function().latitude, widened(latitude)),
            _ => latitude,
        }
    }
}

fn widest(a: Latitude, b: Latitude) -> Latitude {
    match (a, b) {
        (Latitude::Unspecified, _) | (_, Latitude::Unspecified) => Latitude::Unspecified,
        (Latitude::Ulps(a), Latitude::Ulps(b)) => Latitude::Ulps(a.max(b)),
        (Latitude::Exact, other) | (other, Latitude::Exact) => other,
    }
}

/// Arithmetic makes a difference grow.
fn widened(latitude: Latitude) -> Latitude {
    match latitude {
        Latitude::Ulps(units) => Latitude::Ulps(units.saturating_mul(16).saturating_add(16)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;
    use graphlance_graph::Graph;

    use super::*;
    use crate::{Options, evaluate};

    /// The latitude of what a text returns.
    #[track_caller]
    fn check(text: &str, latitude: Latitude) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let answer = evaluate(&Graph::new(), &statement, &Options::default());
        let columns = answer.unwrap_or_else(|failure| panic!("{text}: {failure}")).returns.columns;
        assert_eq!(columns[0].latitude, latitude, "{text}");
    }

    #[test]
    fn engines_may_differ_in_the_last_digits_of_powers_and_of_what_is_computed_from_them() {
        check("RETURN 0.5625 ^ 17 AS x", Latitude::Ulps(POWER));
        check("UNWIND [0.5625] AS y RETURN y ^ 17 AS x", Latitude::Ulps(POWER));
        check("UNWIND [0.5625] AS y RETURN [y ^ 17] AS x", Latitude::Ulps(POWER));
        check("UNWIND [0.5625] AS y RETURN y ^ 17 + 1 AS x", Latitude::Ulps(POWER * 16 + 16));
        check("UNWIND [0.5625] AS y WITH y ^ 17 AS z RETURN z AS x", Latitude::Ulps(POWER));
        check("UNWIND [0.5625] AS y RETURN y ^ 17 > 0 AS x", Latitude::Exact);
        check("UNWIND [0.5625] AS y RETURN y * 17 AS x", Latitude::Exact);
    }
}
