//! How a row of the table is written.

use graphlance_graph::Latitude;
use graphlance_graph::value::TemporalKind as Time;

use super::making::Making::{Drawn, Never};
use super::table::{ANY, Parameter, STABLE_LIST, TEXT};
use super::typing::Typing::Declared;
use super::{Around, Callee, Determinism, Draw, Filling, Function, Kind, Making, OfBag, Scalar, Transfer, Typing};

/// A row with all that a function must have.
pub(super) const fn row(
    name: &'static str,
    parameters: &'static [Parameter],
    result: Kind,
    typing: Typing,
    making: Making,
) -> Function {
    Function {
        // The table names it.
        callee: Callee::Scalar(Scalar::Coalesce),
        name,
        parameters,
        optional: 0,
        least: parameters.len(),
        most: parameters.len(),
        result,
        typing,
        refuses: &[],
        making,
        around: &[],
        filling: Filling::None,
        determinism: Determinism::Always,
        of_bag: OfBag::Open,
        unordered: false,
        may_raise: false,
        open_null: false,
        samples: &[],
        latitude: Latitude::Exact,
    }
}

/// Called with arguments as its parameters declare them.
pub(super) const fn drawn(transfer: Transfer) -> Making {
    Drawn(Draw::Declared, transfer)
}

/// Called with what is wanted of the result.
pub(super) const fn wanted(transfer: Transfer) -> Making {
    Drawn(Draw::Wanted, transfer)
}

/// Called with constants that keep the list short.
pub(super) const fn bounds() -> Making {
    Drawn(Draw::Bounds, Transfer::Range)
}

/// Called with what every engine converts alike.
pub(super) const fn converted(transfer: Transfer) -> Making {
    Drawn(Draw::Convertible, transfer)
}

/// Called with what has the same text everywhere.
pub(super) const fn written() -> Making {
    Drawn(Draw::TextStable, Transfer::ToText)
}

/// Called with a list of what is wanted.
pub(super) const fn item() -> Making {
    Drawn(Draw::Items, Transfer::Item)
}

/// A function that converts the items of a list.
pub(super) const fn list_of(name: &'static str, draw: Draw, kind: Kind) -> Function {
    row(name, &[STABLE_LIST], Kind::List, Declared, Drawn(draw, Transfer::Converted(kind))).keeps_bags()
}

/// A function of numbers with results of a range.
pub(super) const fn real(low: f64, high: f64) -> Making {
    drawn(Transfer::Float(low, high))
}

/// A function that gives temporal values.
pub(super) const fn temporal(name: &'static str, parameters: &'static [Parameter], kind: Time) -> Function {
    row(name, parameters, Kind::Temporal(kind), Declared, Never).raising()
}

/// A function that makes temporal values of texts and maps, and that reads a clock without them.
pub(super) const fn moment(name: &'static str, kind: Time) -> Function {
    let made = temporal(name, &[ANY], kind).arity(0, 1);
    Function { determinism: Determinism::WithArguments, ..made }
}

pub(super) const fn truncated(name: &'static str, kind: Time) -> Function {
    temporal(name, &[TEXT, ANY], kind).arity(1, 3)
}

pub(super) const fn clock(name: &'static str, kind: Time) -> Function {
    row(name, &[], Kind::Temporal(kind), Declared, Never).arity(0, 1).unspecified().nondeterministic()
}

impl Function {
    pub(super) const fn optional(self, optional: usize) -> Function {
        Function { optional, least: self.parameters.len() - optional, ..self }
    }

    pub(super) const fn arity(self, least: usize, most: usize) -> Function {
        Function { least, most, ..self }
    }

    pub(super) const fn refuses(self, refuses: &'static [Kind]) -> Function {
        Function { refuses, ..self }
    }

    pub(super) const fn around(self, around: &'static [Around]) -> Function {
        Function { around, ..self }
    }

    pub(super) const fn filled(self, filling: Filling) -> Function {
        Function { filling, ..self }
    }

    pub(super) const fn within(self, ulps: u32) -> Function {
        Function { latitude: Latitude::Ulps(ulps), ..self }
    }

    pub(super) const fn unspecified(self) -> Function {
        Function { latitude: Latitude::Unspecified, ..self }
    }

    pub(super) const fn nondeterministic(self) -> Function {
        Function { determinism: Determinism::Never, ..self }
    }

    pub(super) const fn keeps_bags(self) -> Function {
        Function { of_bag: OfBag::Bag, ..self }
    }

    pub(super) const fn ignores_order(self) -> Function {
        Function { of_bag: OfBag::Clean, ..self }
    }

    pub(super) const fn unordered(self) -> Function {
        Function { unordered: true, ..self }
    }

    pub(super) const fn raising(self) -> Function {
        Function { may_raise: true, ..self }
    }

    pub(super) const fn open_null(self) -> Function {
        Function { open_null: true, ..self }
    }

    pub(super) const fn samples(self, samples: &'static [&'static str]) -> Function {
        Function { samples, ..self }
    }
}
