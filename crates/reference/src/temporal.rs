//! Temporal values: instants and durations behind their ISO 8601 text.
//!
//! The proleptic Gregorian calendar for years of up to nine digits, nanoseconds, named time zones (CIP2015-08-06, "Date
//! and time").

mod arithmetic;
mod calendar;
mod components;
pub(crate) mod construct;
mod difference;
mod duration;
mod given;
mod parse;
mod zone;

use std::cmp::Ordering;

use graphlance_graph::Value;
use graphlance_graph::value::{Temporal, TemporalKind};

use crate::Failure;

pub(crate) use arithmetic::{add, arithmetic, negate};
pub(crate) use components::component;
pub(crate) use difference::Measure;
use duration::Duration;
use zone::Zone;

const NANOS_PER_SECOND: i64 = 1_000_000_000;
const NANOS_PER_DAY: i64 = 86_400 * NANOS_PER_SECOND;

/// A date, a time, or both, with or without a zone: what is present tells the kind.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    /// Days since 1970-01-01.
    day: Option<i64>,
    /// Nanoseconds since midnight, by the clock of the zone.
    nanos: Option<i64>,
    zone: Option<Zone>,
}

/// A parsed temporal value.
enum Parsed {
    Moment(Moment),
    Duration(Duration),
}

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
    match value.kind {
        TemporalKind::Duration => parse::duration(&value.text).map(Parsed::Duration),
        kind => parse::moment(&value.text, kind).map(Parsed::Moment),
    }
}

impl Moment {
    fn kind(&self) -> TemporalKind {
        match (self.day, self.nanos, &self.zone) {
            (Some(_), None, _) => TemporalKind::Date,
            (None, _, None) => TemporalKind::LocalTime,
            (None, _, Some(_)) => TemporalKind::Time,
            (Some(_), Some(_), None) => TemporalKind::LocalDateTime,
            (Some(_), Some(_), Some(_)) => TemporalKind::DateTime,
        }
    }

    /// Nanoseconds since the epoch, or since midnight; by universal time when there is a zone.
    fn instant(&self) -> i128 {
        let days = i128::from(self.day.unwrap_or(0)) * i128::from(NANOS_PER_DAY);
        let offset = self.zone.as_ref().map_or(0, |zone| zone.offset);
        days + i128::from(self.nanos.unwrap_or(0)) - i128::from(offset) * i128::from(NANOS_PER_SECOND)
    }

    fn order_key(&self) -> (i128, i32, &str) {
        let zone = self.zone.as_ref();
        let name = zone.and_then(|zone| zone.name.as_deref()).unwrap_or_default();
        (self.instant(), zone.map_or(0, |zone| zone.offset), name)
    }

    /// The moment of an instant in a zone.
    fn at(instant: i128, zone: Zone) -> Moment {
        let zone = zone.at_instant(instant);
        let local = instant + i128::from(zone.offset) * i128::from(NANOS_PER_SECOND);
        let day = local.div_euclid(i128::from(NANOS_PER_DAY)) as i64;
        let nanos = local.rem_euclid(i128::from(NANOS_PER_DAY)) as i64;
        Moment { day: Some(day), nanos: Some(nanos), zone: Some(zone) }
    }

    fn value(self) -> Value {
        let kind = self.kind();
        Value::Temporal(Temporal { kind, text: self.to_string().into() })
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(day) = self.day {
            let (year, month, day) = calendar::civil(day);
            match year {
                0..=9999 => write!(formatter, "{year:04}-{month:02}-{day:02}")?,
                10_000.. => write!(formatter, "+{year}-{month:02}-{day:02}")?,
                _ => write!(formatter, "-{:04}-{month:02}-{day:02}", -year)?,
            }
        }
        if let Some(nanos) = self.nanos {
            if self.day.is_some() {
                formatter.write_str("T")?;
            }
            let (seconds, fraction) = (nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
            write!(formatter, "{:02}:{:02}", seconds / 3600, seconds / 60 % 60)?;
            if seconds % 60 != 0 || fraction != 0 {
                write!(formatter, ":{:02}", seconds % 60)?;
            }
            if fraction != 0 {
                write!(formatter, ".{}", format!("{fraction:09}").trim_end_matches('0'))?;
            }
        }
        match &self.zone {
            Some(zone) => write!(formatter, "{zone}"),
            None => Ok(()),
        }
    }
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::argument_value(message)
}
