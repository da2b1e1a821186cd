//! Temporal values: instants and durations behind their ISO 8601 text.
//!
//! The proleptic Gregorian calendar for years of up to nine digits, nanoseconds, named time zones (CIP2015-08-06, "Date
//! and time").

pub mod calendar;
mod duration;
pub mod parse;
pub mod zone;

use thiserror::Error;

use crate::Value;
use crate::value::{Temporal, TemporalKind};

pub use duration::{Amounts, Duration};
pub use zone::Zone;

/// Nanoseconds of a second.
pub const NANOS_PER_SECOND: i64 = 1_000_000_000;
/// Nanoseconds of a day.
pub const NANOS_PER_DAY: i64 = 86_400 * NANOS_PER_SECOND;

/// Why a text or its parts are no temporal value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// There is no such value.
    #[error("{0}")]
    Value(String),
    /// No document says what it would be.
    #[error("{0}")]
    Unspecified(String),
}

/// A date, a time, or both, with or without a zone: what is present tells the kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Days since 1970-01-01.
    pub day: Option<i64>,
    /// Nanoseconds since midnight, by the clock of the zone.
    pub nanos: Option<i64>,
    /// The zone with its offset.
    pub zone: Option<Zone>,
}

/// A parsed temporal value.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed {
    /// A date, a time, or both.
    Moment(Moment),
    /// A duration.
    Duration(Duration),
}

impl Temporal {
    /// What its text stands for. Errors: it is no text of its kind.
    pub fn parsed(&self) -> Result<Parsed, Invalid> {
        match self.kind {
            TemporalKind::Duration => parse::duration(&self.text).map(Parsed::Duration),
            kind => parse::moment(&self.text, kind).map(Parsed::Moment),
        }
    }

    /// With the text that Cypher gives the value; unchanged where its text is none of its kind.
    pub fn canonical(self) -> Temporal {
        let text = match self.parsed() {
            Ok(Parsed::Moment(moment)) => moment.to_string(),
            Ok(Parsed::Duration(duration)) => duration.to_string(),
            Err(_) => return self,
        };
        Temporal { text: text.into(), ..self }
    }
}

impl Moment {
    /// What is present tells the kind.
    pub fn kind(&self) -> TemporalKind {
        match (self.day, self.nanos, &self.zone) {
            (Some(_), None, _) => TemporalKind::Date,
            (None, _, None) => TemporalKind::LocalTime,
            (None, _, Some(_)) => TemporalKind::Time,
            (Some(_), Some(_), None) => TemporalKind::LocalDateTime,
            (Some(_), Some(_), Some(_)) => TemporalKind::DateTime,
        }
    }

    /// Nanoseconds since the epoch, or since midnight; by universal time when there is a zone.
    pub fn instant(&self) -> i128 {
        let days = i128::from(self.day.unwrap_or(0)) * i128::from(NANOS_PER_DAY);
        let offset = self.zone.as_ref().map_or(0, |zone| zone.offset);
        days + i128::from(self.nanos.unwrap_or(0)) - i128::from(offset) * i128::from(NANOS_PER_SECOND)
    }

    /// By time, then offset and name of the zone.
    pub fn order_key(&self) -> (i128, i32, &str) {
        let zone = self.zone.as_ref();
        let name = zone.and_then(|zone| zone.name.as_deref()).unwrap_or_default();
        (self.instant(), zone.map_or(0, |zone| zone.offset), name)
    }

    /// Adds months, then days, then the rest; each as far as the kind has it.
    pub fn plus(mut self, by: Duration) -> Moment {
        if let Some(day) = &mut self.day {
            *day = calendar::add_months(*day, by.months).saturating_add(by.days);
        }
        let (day_nanos, second) = (i128::from(NANOS_PER_DAY), i128::from(NANOS_PER_SECOND));
        match (self.day, self.nanos) {
            // A date moves by the whole days in the seconds.
            (Some(day), None) => self.day = Some(day + (by.nanos / second / 86_400) as i64),
            (Some(day), Some(nanos)) => {
                if let Some(zone) = self.zone.take() {
                    let moved = in_zone(Some(day), nanos, zone.clone());
                    return Moment::at(moved.instant() + by.nanos, zone);
                }
                let total = i128::from(day) * day_nanos + i128::from(nanos) + by.nanos;
                self.day = Some(total.div_euclid(day_nanos) as i64);
                self.nanos = Some(total.rem_euclid(day_nanos) as i64);
            }
            (None, Some(nanos)) => {
                self.nanos = Some((i128::from(nanos) + by.nanos).rem_euclid(day_nanos) as i64);
            }
            (None, None) => {}
        }
        self
    }

    /// The moment of an instant in a zone.
    pub fn at(instant: i128, zone: Zone) -> Moment {
        let zone = zone.at_instant(instant);
        let local = instant + i128::from(zone.offset) * i128::from(NANOS_PER_SECOND);
        let day = local.div_euclid(i128::from(NANOS_PER_DAY)) as i64;
        let nanos = local.rem_euclid(i128::from(NANOS_PER_DAY)) as i64;
        Moment { day: Some(day), nanos: Some(nanos), zone: Some(zone) }
    }

    /// The value, with the text that Cypher gives it.
    pub fn value(self) -> Value {
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

/// A local date and time in a zone; in a gap the clock is put forward.
pub fn in_zone(day: Option<i64>, nanos: i64, zone: Zone) -> Moment {
    let (zone, shift) = zone.at_local(day.unwrap_or(0), nanos);
    let shifted = nanos + shift * NANOS_PER_SECOND;
    let day = day.map(|day| day + shifted.div_euclid(NANOS_PER_DAY));
    Moment { day, nanos: Some(shifted.rem_euclid(NANOS_PER_DAY)), zone: Some(zone) }
}

fn invalid(message: impl Into<String>) -> Invalid {
    Invalid::Value(message.into())
}
