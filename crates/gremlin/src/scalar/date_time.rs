//! Dates and times as Java's `OffsetDateTime` has them.

use std::fmt;
use std::str::FromStr;

use graphlance_graph::temporal::{NANOS_PER_DAY, NANOS_PER_SECOND, calendar, parse};
use graphlance_graph::value::TemporalKind;

const NANOS_PER_MILLI: i64 = 1_000_000;
const MILLIS_PER_DAY: i64 = 86_400_000;

/// A day, a time of day and an offset from universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    /// Days since 1970-01-01, by the local calendar.
    pub day: i64,
    /// Nanoseconds since midnight, by the local clock.
    pub nanos: i64,
    /// Seconds that the local clock is ahead of universal time.
    pub offset: i32,
}

/// Why a text is no date and time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no date and time")]
pub struct NoDateTime(String);

impl DateTime {
    /// The date and time by universal time of an instant, in milliseconds since the epoch.
    pub fn at(milliseconds: i64) -> DateTime {
        let (day, rest) = (milliseconds.div_euclid(MILLIS_PER_DAY), milliseconds.rem_euclid(MILLIS_PER_DAY));
        DateTime { day, nanos: rest * NANOS_PER_MILLI, offset: 0 }
    }

    /// Milliseconds since the epoch by universal time.
    pub fn milliseconds(&self) -> i64 {
        let milliseconds = self.instant().div_euclid(i128::from(NANOS_PER_MILLI));
        i64::try_from(milliseconds).unwrap_or(if milliseconds < 0 { i64::MIN } else { i64::MAX })
    }

    /// Nanoseconds since the epoch by universal time.
    pub fn instant(&self) -> i128 {
        let local = i128::from(self.day) * i128::from(NANOS_PER_DAY) + i128::from(self.nanos);
        local - i128::from(self.offset) * i128::from(NANOS_PER_SECOND)
    }
}

impl FromStr for DateTime {
    type Err = NoDateTime;

    /// Reads a month, a date, or a date and time with or without an offset, which is zero where there is none.
    fn from_str(text: &str) -> Result<DateTime, NoDateTime> {
        let fails = || NoDateTime(text.chars().take(60).collect());
        let is_month = text.len() == 7 && text.as_bytes().get(4) == Some(&b'-');
        let read = |text: &str, kind| parse::moment(text, kind).ok();
        let moment = if is_month {
            read(&format!("{text}-01"), TemporalKind::Date)
        } else if text.contains(['T', 't']) {
            read(text, TemporalKind::DateTime).or_else(|| read(text, TemporalKind::LocalDateTime))
        } else {
            read(text, TemporalKind::Date)
        };
        let moment = moment.ok_or_else(fails)?;
        let zone = moment.zone.filter(|zone| zone.name.is_none());
        let offset = zone.map_or(0, |zone| zone.offset);
        match moment.day {
            Some(day) if !text.contains(['[', ' ']) => Ok(DateTime { day, nanos: moment.nanos.unwrap_or(0), offset }),
            _ => Err(fails()),
        }
    }
}

impl fmt::Display for DateTime {
    /// ISO 8601, to the second at least. It reads back as the same value.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = calendar::civil(self.day);
        let sign = match year {
            10_000.. => "+",
            0..=9999 => "",
            _ => "-",
        };
        write!(formatter, "{sign}{:04}-{month:02}-{day:02}", year.abs())?;
        let (seconds, fraction) = (self.nanos / NANOS_PER_SECOND, self.nanos % NANOS_PER_SECOND);
        write!(formatter, "T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if fraction != 0 {
            write!(formatter, ".{}", format!("{fraction:09}").trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return formatter.write_str("Z");
        }
        let (sign, offset) = (if self.offset < 0 { '-' } else { '+' }, self.offset.unsigned_abs());
        write!(formatter, "{sign}{:02}:{:02}", offset / 3600, offset / 60 % 60)?;
        if offset % 60 == 0 { Ok(()) } else { write!(formatter, ":{:02}", offset % 60) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, printed: &str) {
        let value: DateTime = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(value.to_string(), printed, "{text}");
        assert_eq!(printed.parse(), Ok(value), "{printed}");
    }

    #[test]
    fn every_form_of_the_documentation_is_read() {
        check("2018-03", "2018-03-01T00:00:00Z");
        check("2018-03-22", "2018-03-22T00:00:00Z");
        check("2018-03-22T00:35:44", "2018-03-22T00:35:44Z");
        check("2018-03-22T00:35:44Z", "2018-03-22T00:35:44Z");
        check("2018-03-22T00:35:44.741", "2018-03-22T00:35:44.741Z");
        check("2018-03-22T00:35:44.741Z", "2018-03-22T00:35:44.741Z");
        check("2018-03-22T00:35:44.741+1600", "2018-03-22T00:35:44.741+16:00");
        check("2018-03-22T00:35:44.741+16:00", "2018-03-22T00:35:44.741+16:00");
        check("2018-03-22T00:35:44.741-07:30", "2018-03-22T00:35:44.741-07:30");
        check("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z");
    }

    #[test]
    fn what_is_no_date_is_an_error() {
        for text in ["", "x", "12:00", "2018-13-01", "2018-03-22T25:00:00Z", "2018-03-22T00:35:44Z[Europe/Berlin]"] {
            assert!(text.parse::<DateTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_instant_is_by_universal_time() {
        let berlin: DateTime = "1970-01-01T01:00:00+01:00".parse().unwrap();
        assert_eq!(berlin.instant(), 0);
        assert_eq!(DateTime::at(berlin.milliseconds()).to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(DateTime::at(-1).to_string(), "1969-12-31T23:59:59.999Z");
        assert_eq!(DateTime::at(-1).milliseconds(), -1);
    }
}
