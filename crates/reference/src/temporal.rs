//! Functions and operators of temporal values (CIP2015-08-06, "Date and time").

mod arithmetic;
mod components;
pub(crate) mod construct;
mod difference;
mod duration;
mod given;

use std::cmp::Ordering;

use graphlance_graph::temporal::{
    Duration, Invalid, Moment, NANOS_PER_DAY, NANOS_PER_SECOND, Parsed, Zone, calendar, in_zone, parse, zone,
};
use graphlance_graph::value::{Temporal, TemporalKind};

use crate::Failure;

pub(crate) use arithmetic::{add, arithmetic, negate};
pub(crate) use components::component;

/// Equality of two values of one kind.
pub(crate) fn equal(a: &Temporal, b: &Temporal) -> bool {
    order(a, b).is_eq()
}

/// Comparability of two values of one kind; durations have none.
pub(crate) fn compare(a: &Temporal, b: &Temporal) -> Option<Ordering> {
    if a.kind == TemporalKind::Duration { None } else { Some(order(a, b)) }
}

/// The place of a kind in the order across types (CIP2016-06-14).
pub(crate) fn rank(kind: TemporalKind) -> u8 {
    match kind {
        TemporalKind::DateTime => 0,
        TemporalKind::LocalDateTime => 1,
        TemporalKind::Date => 2,
        TemporalKind::Time => 3,
        TemporalKind::LocalTime => 4,
        TemporalKind::Duration => 5,
    }
}

/// The total order of two values of one kind: instants by time, then offset; durations by average length.
pub(crate) fn order(a: &Temporal, b: &Temporal) -> Ordering {
    match (parsed(a), parsed(b)) {
        (Ok(Parsed::Moment(x)), Ok(Parsed::Moment(y))) => x.order_key().cmp(&y.order_key()),
        (Ok(Parsed::Duration(x)), Ok(Parsed::Duration(y))) => x.order_key().cmp(&y.order_key()),
        _ => a.text.cmp(&b.text),
    }
}

fn parsed(value: &Temporal) -> Result<Parsed, Failure> {
    Ok(value.parsed()?)
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Failure {
        match error {
            Invalid::Value(message) => Failure::argument_value(message),
            Invalid::Unspecified(what) => Failure::Unspecified(what),
        }
    }
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::argument_value(message)
}
