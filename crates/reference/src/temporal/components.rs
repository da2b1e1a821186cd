//! Components: `date.year`, `duration.hours`.

use graphlance_graph::Value;
use graphlance_graph::value::Temporal;

use super::{Duration, Moment, NANOS_PER_SECOND, Parsed, calendar, invalid, parsed, zone};
use crate::{Failure, OpenAnswers};

/// A component of a temporal value. Errors: [`Failure::Raised`] for one that the kind does not have, and
/// [`Failure::Unspecified`] where no document says how it is rounded.
pub(crate) fn component(value: &Temporal, key: &str, open: OpenAnswers) -> Result<Value, Failure> {
    let found = match parsed(value)? {
        Parsed::Moment(moment) if open == OpenAnswers::Refuse && is_rounded_epoch(&moment, key) => {
            return Err(Failure::Unspecified(format!("whether {key} before 1970 is rounded down")));
        }
        Parsed::Duration(duration) => of_duration(duration, key).map(Value::Integer),
        Parsed::Moment(moment) => {
            let of_day = moment.day.and_then(|day| of_day(day, key)).map(Value::Integer);
            let of_time = || moment.nanos.and_then(|nanos| of_time(nanos, key)).map(Value::Integer);
            of_day.or_else(of_time).or_else(|| of_zone(&moment, key))
        }
    };
    found.ok_or_else(|| invalid(format!("a {:?} has no `{key}`", value.kind)))
}

fn of_day(day: i64, key: &str) -> Option<i64> {
    let (year, month, of_month) = calendar::civil(day);
    let quarter = (month - 1) / 3 + 1;
    Some(match key {
        "year" => year,
        "quarter" => quarter,
        "month" => month,
        "week" => calendar::week(day).1,
        "weekYear" => calendar::week(day).0,
        "day" => of_month,
        "ordinalDay" => day - calendar::day(year, 1, 1) + 1,
        "weekDay" | "dayOfWeek" => calendar::weekday(day),
        "dayOfQuarter" => day - calendar::quarter_start(year, quarter) + 1,
        _ => return None,
    })
}

fn of_time(nanos: i64, key: &str) -> Option<i64> {
    let seconds = nanos / NANOS_PER_SECOND;
    let fraction = nanos % NANOS_PER_SECOND;
    Some(match key {
        "hour" => seconds / 3600,
        "minute" => seconds / 60 % 60,
        "second" => seconds % 60,
        "millisecond" => fraction / 1_000_000,
        "microsecond" => fraction / 1000,
        "nanosecond" => fraction,
        _ => return None,
    })
}

/// The unit of a component that counts from 1970, in nanoseconds.
fn epoch_unit(moment: &Moment, key: &str) -> Option<i128> {
    match key {
        _ if moment.zone.is_none() || moment.day.is_none() => None,
        "epochMillis" => Some(1_000_000),
        "epochSeconds" => Some(i128::from(NANOS_PER_SECOND)),
        _ => None,
    }
}

/// Whether it matters to a component if it is rounded down or towards 1970.
fn is_rounded_epoch(moment: &Moment, key: &str) -> bool {
    epoch_unit(moment, key).is_some_and(|unit| moment.instant() < 0 && moment.instant() % unit != 0)
}

fn of_zone(moment: &Moment, key: &str) -> Option<Value> {
    let zone = moment.zone.as_ref()?;
    let seconds = i64::from(zone.offset);
    Some(match key {
        "timezone" => Value::string(zone.name.clone().unwrap_or_else(|| zone::offset_text(zone.offset).into())),
        "offset" => Value::string(zone::offset_text(zone.offset)),
        "offsetMinutes" => Value::Integer(seconds / 60),
        "offsetSeconds" => Value::Integer(seconds),
        _ => Value::Integer(moment.instant().div_euclid(epoch_unit(moment, key)?) as i64),
    })
}

fn of_duration(duration: Duration, key: &str) -> Option<i64> {
    let seconds = duration.seconds();
    let nanos = duration.nanos_of_second();
    Some(match key {
        "years" => duration.months / 12,
        "quarters" => duration.months / 3,
        "months" => duration.months,
        "weeks" => duration.days / 7,
        "days" => duration.days,
        "hours" => seconds / 3600,
        "minutes" => seconds / 60,
        "seconds" => seconds,
        "milliseconds" => duration.nanos.div_euclid(1_000_000) as i64,
        "microseconds" => duration.nanos.div_euclid(1000) as i64,
        "nanoseconds" => i64::try_from(duration.nanos).ok()?,
        "quartersOfYear" => duration.months / 3 % 4,
        "monthsOfQuarter" => duration.months % 3,
        "monthsOfYear" => duration.months % 12,
        "daysOfWeek" => duration.days % 7,
        "minutesOfHour" => seconds / 60 % 60,
        "secondsOfMinute" => seconds % 60,
        "millisecondsOfSecond" => nanos / 1_000_000,
        "microsecondsOfSecond" => nanos / 1000,
        "nanosecondsOfSecond" => nanos,
        _ => return None,
    })
}
