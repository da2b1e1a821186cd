//! The duration between two instants.

use super::{Duration, Moment, NANOS_PER_SECOND, calendar, in_zone};
use crate::{Failure, OpenAnswers};

/// What the difference is measured in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Months, then days, then seconds.
    All,
    Months,
    Days,
    Seconds,
}

/// The duration from one instant to another. What one lacks is taken from midnight; dates count only when both have
/// one; a value without zone is taken to be in the zone of the other.
///
/// Errors: [`Failure::Unspecified`], when `open` refuses, for months that end on the last day of a shorter month.
pub(super) fn between(from: Moment, to: Moment, measure: Measure, open: OpenAnswers) -> Result<Duration, Failure> {
    let dated = from.day.is_some() && to.day.is_some();
    let times = from.day.is_none() && to.day.is_none();
    let (from, to) = aligned(from, to, dated);
    let total = to.instant() - from.instant();
    let (from_day, to_day) = (from.day.unwrap_or(0), to.day.unwrap_or(0));
    let (from_nanos, to_nanos) = (from.nanos.unwrap_or(0), to.nanos.unwrap_or(0));
    Ok(match measure {
        Measure::Seconds => Duration { nanos: total, ..Duration::default() },
        _ if !dated => match measure {
            Measure::All => Duration { nanos: total, ..Duration::default() },
            // CIP2015-08-06 and the TCK count days and months only where one of the two has a date.
            _ if times && open == OpenAnswers::Refuse => {
                return Err(Failure::Unspecified("the days or months between two times of day".into()));
            }
            Measure::Days => Duration { days: days_of_zones(from, to), ..Duration::default() },
            _ => Duration::default(),
        },
        Measure::Days => Duration { days: whole_days(from_day, from_nanos, to_day, to_nanos), ..Duration::default() },
        Measure::Months | Measure::All => {
            let (months, certain) = whole_months((from_day, from_nanos), (to_day, to_nanos));
            if !certain && open == OpenAnswers::Refuse {
                return Err(Failure::Unspecified("months that end on the last day of a shorter month".into()));
            }
            if measure == Measure::Months {
                return Ok(Duration { months, ..Duration::default() });
            }
            let day = calendar::add_months(from_day, months);
            let days = whole_days(day, from_nanos, to_day, to_nanos);
            let moved = Moment { day: Some(day + days), ..from };
            let moved = match moved.zone.clone() {
                Some(zone) => in_zone(moved.day, from_nanos, zone),
                None => moved,
            };
            Duration { months, days, nanos: to.instant() - moved.instant() }
        }
    })
}

/// Both in the zone of the first that has one.
fn aligned(mut from: Moment, mut to: Moment, dated: bool) -> (Moment, Moment) {
    if !dated {
        // A time of day is taken on the day and in the zone of the other value, should that have both.
        match (&from, &to) {
            (Moment { day: Some(_), zone: Some(zone), .. }, Moment { zone: None, day: None, .. }) => {
                to = in_zone(from.day, to.nanos.unwrap_or(0), zone.clone());
                return (from, to);
            }
            (Moment { zone: None, day: None, .. }, Moment { day: Some(_), zone: Some(zone), .. }) => {
                from = in_zone(to.day, from.nanos.unwrap_or(0), zone.clone());
                return (from, to);
            }
            _ => {}
        }
        // Otherwise only offsets matter, and only when both have one.
        let both = from.zone.is_some() && to.zone.is_some();
        for moment in [&mut from, &mut to] {
            moment.day = None;
            moment.zone = moment.zone.take().filter(|_| both);
        }
        return (from, to);
    }
    match (from.zone.clone(), to.zone.clone()) {
        (Some(zone), Some(_)) => to = Moment::at(to.instant(), zone),
        (Some(zone), None) => to = in_zone(to.day, to.nanos.unwrap_or(0), zone),
        (None, Some(zone)) => from = in_zone(from.day, from.nanos.unwrap_or(0), zone),
        (None, None) => {}
    }
    (from, to)
}

/// The whole days between two times of one day: two zones may lie further apart than a day is long.
fn days_of_zones(from: Moment, to: Moment) -> i64 {
    let Some(zone) = from.zone.clone().filter(|_| to.zone.is_some()) else { return 0 };
    let to = Moment::at(to.instant(), zone);
    whole_days(from.day.unwrap_or(0), from.nanos.unwrap_or(0), to.day.unwrap_or(0), to.nanos.unwrap_or(0))
}

fn whole_days(from_day: i64, from_nanos: i64, to_day: i64, to_nanos: i64) -> i64 {
    let days = to_day - from_day;
    if days > 0 && to_nanos < from_nanos {
        days - 1
    } else if days < 0 && to_nanos > from_nanos {
        days + 1
    } else {
        days
    }
}

/// The whole months between two local date-times, and whether that is beyond dispute: the last day of a shorter month
/// may or may not complete a month that began on a later day. CIP2015-08-06 says nothing of it; engines count as Java
/// does, by the number of the day.
fn whole_months(from: (i64, i64), to: (i64, i64)) -> (i64, bool) {
    let day_in_months = |day: i64| {
        let (year, month, of_month) = calendar::civil(day);
        // No month has 32 days.
        (year * 12 + month - 1) * 32 + of_month
    };
    // A day that is not over does not count.
    let until = to.0 - i64::from(to.0 > from.0 && to.1 < from.1) + i64::from(to.0 < from.0 && to.1 > from.1);
    let months = (day_in_months(until) - day_in_months(from.0)) / 32;
    (months, months == clamped_months(from, to))
}

/// The most months that may be added without passing the other instant.
fn clamped_months(from: (i64, i64), to: (i64, i64)) -> i64 {
    let (from_year, from_month, _) = calendar::civil(from.0);
    let (to_year, to_month, _) = calendar::civil(to.0);
    let months = (to_year - from_year) * 12 + to_month - from_month;
    let moved = (calendar::add_months(from.0, months), from.1);
    if months > 0 && moved > to {
        months - 1
    } else if months < 0 && moved < to {
        months + 1
    } else {
        months
    }
}

/// Milliseconds in nanoseconds.
pub(super) const fn millis_to_nanos(millis: i64) -> i128 {
    millis as i128 * (NANOS_PER_SECOND as i128 / 1000)
}
