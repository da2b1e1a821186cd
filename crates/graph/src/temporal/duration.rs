//! Durations: months, days, seconds and nanoseconds, which do not mix.

use crate::Value;
use crate::value::{Temporal, TemporalKind};

use super::{Invalid, NANOS_PER_SECOND, invalid};

/// A duration. Fractions of a unit count in the next smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duration {
    /// Months; a year has twelve.
    pub months: i64,
    /// Days; a week has seven.
    pub days: i64,
    /// Seconds and nanoseconds together.
    pub nanos: i128,
}

/// A month of the average Gregorian year has 30.436875 days.
const DAYS_PER_MONTH: f64 = 30.436_875;
const SECONDS_PER_MONTH: i128 = 2_629_746;
const SECONDS_PER_DAY: f64 = 86_400.0;
/// The most months, days or seconds of a duration.
const MOST: f64 = 9e18;

/// Amounts of units: those that may have fractions, and beside them whole ones, which a double does not hold beyond 2^53.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amounts {
    months: f64,
    days: f64,
    seconds: f64,
    nanos: f64,
    whole_months: i128,
    whole_days: i128,
    whole_seconds: i128,
    whole_nanos: i128,
}

impl Amounts {
    /// Adds an amount of a unit by its name in maps.
    pub fn add(&mut self, unit: &str, amount: f64) -> Option<()> {
        match unit {
            "years" => self.months += amount * 12.0,
            "quarters" => self.months += amount * 3.0,
            "months" => self.months += amount,
            "weeks" => self.days += amount * 7.0,
            "days" => self.days += amount,
            "hours" => self.add_seconds(amount, 3600),
            "minutes" => self.add_seconds(amount, 60),
            "seconds" => self.add_seconds(amount, 1),
            "milliseconds" => self.nanos += amount * 1e6,
            "microseconds" => self.nanos += amount * 1e3,
            "nanoseconds" => self.nanos += amount,
            _ => return None,
        }
        Some(())
    }

    /// The same of a whole amount, exactly.
    pub fn add_whole(&mut self, unit: &str, amount: i64) -> Option<()> {
        let amount = i128::from(amount);
        match unit {
            "years" => self.whole_months += amount * 12,
            "quarters" => self.whole_months += amount * 3,
            "months" => self.whole_months += amount,
            "weeks" => self.whole_days += amount * 7,
            "days" => self.whole_days += amount,
            "hours" => self.whole_seconds += amount * 3600,
            "minutes" => self.whole_seconds += amount * 60,
            "seconds" => self.whole_seconds += amount,
            "milliseconds" => self.whole_nanos += amount * 1_000_000,
            "microseconds" => self.whole_nanos += amount * 1_000,
            "nanoseconds" => self.whole_nanos += amount,
            _ => return None,
        }
        Some(())
    }

    fn add_seconds(&mut self, amount: f64, each: i32) {
        // What no duration holds stays so, whatever else is added.
        if amount.is_nan() || amount.abs() * f64::from(each) > MOST {
            self.seconds = f64::NAN;
            return;
        }
        self.whole_seconds += amount.trunc() as i128 * i128::from(each);
        self.seconds += amount.fract() * f64::from(each);
    }

    /// The duration, fractions carried downwards.
    pub fn duration(self) -> Result<Duration, Invalid> {
        let days = self.days + self.months.fract() * DAYS_PER_MONTH;
        let (months, nanos) = (self.whole_months as f64 + self.months, self.whole_nanos as f64 + self.nanos);
        let whole_days = self.whole_days as f64 + days;
        let parts = [self.months, months, days, whole_days, self.whole_seconds as f64, self.seconds, nanos / 1e9];
        if parts.iter().any(|part| part.is_nan() || part.abs() > MOST) {
            return Err(invalid("a duration out of range"));
        }
        // Whole seconds and their fractions apart keep nanoseconds exact over long times.
        let carried = (days.fract() * SECONDS_PER_DAY * 1e9).round() as i128;
        let whole = (self.whole_seconds + self.seconds.trunc() as i128) * i128::from(NANOS_PER_SECOND);
        let fraction = (self.seconds.fract() * 1e9).round() as i128;
        let nanos = whole + fraction + carried + self.whole_nanos + self.nanos.trunc() as i128;
        if nanos.abs() as f64 > MOST * 1e9 {
            return Err(invalid("a duration out of range"));
        }
        let whole = |whole: i128, part: f64| {
            i64::try_from(whole + part.trunc() as i128).map_err(|_| invalid("a duration out of range"))
        };
        Ok(Duration { months: whole(self.whole_months, self.months)?, days: whole(self.whole_days, days)?, nanos })
    }
}

impl Duration {
    /// Multiplied by a number.
    pub fn scaled(self, factor: f64) -> Result<Duration, Invalid> {
        let seconds = self.nanos.div_euclid(i128::from(NANOS_PER_SECOND));
        let nanos = self.nanos.rem_euclid(i128::from(NANOS_PER_SECOND));
        let amounts = Amounts {
            months: self.months as f64 * factor,
            days: self.days as f64 * factor,
            seconds: seconds as f64 * factor,
            nanos: nanos as f64 * factor,
            ..Amounts::default()
        };
        amounts.duration()
    }

    /// Part by part; none beyond the range of a part.
    pub fn plus(self, other: Duration) -> Option<Duration> {
        Some(Duration {
            months: self.months.checked_add(other.months)?,
            days: self.days.checked_add(other.days)?,
            nanos: self.nanos.checked_add(other.nanos)?,
        })
    }

    /// With each part of the other sign.
    pub fn negated(self) -> Duration {
        Duration { months: -self.months, days: -self.days, nanos: -self.nanos }
    }

    /// Average length, then the components.
    pub fn order_key(self) -> (i128, i64, i64) {
        let seconds = i128::from(self.months) * SECONDS_PER_MONTH + i128::from(self.days) * 86_400;
        (seconds * i128::from(NANOS_PER_SECOND) + self.nanos, self.months, self.days)
    }

    /// The value, with the text that Cypher gives it.
    pub fn value(self) -> Value {
        Value::Temporal(Temporal { kind: TemporalKind::Duration, text: self.to_string().into() })
    }

    /// Whole seconds, rounded down.
    pub fn seconds(self) -> i64 {
        self.nanos.div_euclid(i128::from(NANOS_PER_SECOND)) as i64
    }

    /// The nanoseconds beyond whole seconds.
    pub fn nanos_of_second(self) -> i64 {
        self.nanos.rem_euclid(i128::from(NANOS_PER_SECOND)) as i64
    }
}

impl std::fmt::Display for Duration {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Duration::default() {
            return formatter.write_str("PT0S");
        }
        formatter.write_str("P")?;
        let per_second = i128::from(NANOS_PER_SECOND);
        let seconds = self.nanos / per_second;
        for (amount, unit) in [(self.months / 12, 'Y'), (self.months % 12, 'M'), (self.days, 'D')] {
            if amount != 0 {
                write!(formatter, "{amount}{unit}")?;
            }
        }
        if self.nanos == 0 {
            return Ok(());
        }
        formatter.write_str("T")?;
        for (amount, unit) in [(seconds / 3600, 'H'), (seconds / 60 % 60, 'M')] {
            if amount != 0 {
                write!(formatter, "{amount}{unit}")?;
            }
        }
        let (rest, fraction) = (seconds % 60, self.nanos % per_second);
        if rest != 0 || fraction != 0 {
            let sign = if self.nanos < 0 { "-" } else { "" };
            write!(formatter, "{sign}{}", rest.abs())?;
            if fraction != 0 {
                write!(formatter, ".{}", format!("{:09}", fraction.abs()).trim_end_matches('0'))?;
            }
            formatter.write_str("S")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What amounts of units come to; nothing where they are out of range.
    fn check(amounts: &[(&str, f64)], expected: Option<&str>) {
        let mut sum = Amounts::default();
        for (unit, amount) in amounts {
            sum.add(unit, *amount).expect("a unit");
        }
        assert_eq!(sum.duration().ok().map(|duration| duration.to_string()).as_deref(), expected, "{amounts:?}");
    }

    #[test]
    fn what_is_out_of_range_is_refused_whatever_is_added_to_it() {
        check(&[("minutes", 1.5), ("seconds", -60.0)], Some("PT30S"));
        for unit in ["years", "weeks", "hours", "minutes", "seconds", "milliseconds", "nanoseconds"] {
            for amount in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300] {
                check(&[(unit, amount)], None);
                check(&[(unit, amount), ("seconds", -60.0)], None);
                check(&[("hours", -1e300), (unit, amount)], None);
            }
        }
        check(&[("seconds", 8e18), ("minutes", 1e17), ("nanoseconds", 8e27)], None);
    }

    #[test]
    fn whole_amounts_are_exact() {
        let check = |unit: &str, amount: i64, expected: Option<&str>| {
            let mut sum = Amounts::default();
            sum.add_whole(unit, amount).expect("a unit");
            sum.add("days", 0.5).expect("a unit");
            assert_eq!(
                sum.duration().ok().map(|duration| duration.to_string()).as_deref(),
                expected,
                "{amount} {unit}"
            );
        };
        check("months", 9_007_199_254_740_993, Some("P750599937895082Y9MT12H"));
        check("days", -9_007_199_254_740_993, Some("P-9007199254740993DT12H"));
        check("nanoseconds", 9_007_199_254_740_993, Some("PT2513H59M59.254740993S"));
        check("years", i64::MAX, None);
        check("weeks", i64::MIN, None);
    }
}
