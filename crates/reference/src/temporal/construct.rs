//! The functions that make temporal values.

use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Properties, Value};

use super::difference::{Measure, between, millis_to_nanos};
use super::{
    Duration, Moment, NANOS_PER_DAY, NANOS_PER_SECOND, Parsed, Zone, calendar, duration, given, in_zone, invalid,
    parse, parsed,
};
use crate::functions::{Context, bodies};
use crate::operators::wrong_type;
use crate::{Failure, OpenAnswers};

bodies! {
    Date: |a, c| make(TemporalKind::Date, a, c),
    DateTruncate: |a, c| truncate(TemporalKind::Date, a, c),
    DateTransaction: |a, c| clock(TemporalKind::Date, a.first(), c),
    DateStatement: |a, c| clock(TemporalKind::Date, a.first(), c),
    DateRealtime: |a, c| clock(TemporalKind::Date, a.first(), c),
    Time: |a, c| make(TemporalKind::Time, a, c),
    TimeTruncate: |a, c| truncate(TemporalKind::Time, a, c),
    TimeTransaction: |a, c| clock(TemporalKind::Time, a.first(), c),
    TimeStatement: |a, c| clock(TemporalKind::Time, a.first(), c),
    TimeRealtime: |a, c| clock(TemporalKind::Time, a.first(), c),
    LocalTime: |a, c| make(TemporalKind::LocalTime, a, c),
    LocalTimeTruncate: |a, c| truncate(TemporalKind::LocalTime, a, c),
    LocalTimeTransaction: |a, c| clock(TemporalKind::LocalTime, a.first(), c),
    LocalTimeStatement: |a, c| clock(TemporalKind::LocalTime, a.first(), c),
    LocalTimeRealtime: |a, c| clock(TemporalKind::LocalTime, a.first(), c),
    LocalDateTime: |a, c| make(TemporalKind::LocalDateTime, a, c),
    LocalDateTimeTruncate: |a, c| truncate(TemporalKind::LocalDateTime, a, c),
    LocalDateTimeTransaction: |a, c| clock(TemporalKind::LocalDateTime, a.first(), c),
    LocalDateTimeStatement: |a, c| clock(TemporalKind::LocalDateTime, a.first(), c),
    LocalDateTimeRealtime: |a, c| clock(TemporalKind::LocalDateTime, a.first(), c),
    DateTime: |a, c| make(TemporalKind::DateTime, a, c),
    DateTimeTruncate: |a, c| truncate(TemporalKind::DateTime, a, c),
    DateTimeTransaction: |a, c| clock(TemporalKind::DateTime, a.first(), c),
    DateTimeStatement: |a, c| clock(TemporalKind::DateTime, a.first(), c),
    DateTimeRealtime: |a, c| clock(TemporalKind::DateTime, a.first(), c),
    DateTimeFromEpoch: from_epoch,
    DateTimeFromEpochMillis: from_epoch_millis,
    Duration: duration,
    DurationBetween: |a, c| difference(a, c, Measure::All),
    DurationInMonths: |a, c| difference(a, c, Measure::Months),
    DurationInDays: |a, c| difference(a, c, Measure::Days),
    DurationInSeconds: |a, c| difference(a, c, Measure::Seconds),
}

/// The clock where an answer is to be chosen: 2000-01-01T00:00Z, in nanoseconds since the epoch.
const CLOCK: i128 = 946_684_800 * NANOS_PER_SECOND as i128;

fn make(kind: TemporalKind, arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        None => clock(kind, None, context),
        Some(Value::Null) => Ok(Value::Null),
        Some(Value::String(text)) => Ok(parse::moment(text, kind)?.value()),
        Some(Value::Map(map)) => {
            if map.values().any(Value::is_null) {
                return null_part(context);
            }
            if let (1, Some(zone)) = (map.len(), map.get("timezone")) {
                return clock(kind, Some(zone), context);
            }
            if map.is_empty() {
                return Err(invalid(format!("a {kind:?} of no component")));
            }
            from_map(kind, map, None, false).map(Moment::value)
        }
        Some(Value::Temporal(temporal)) => match parsed(temporal)? {
            Parsed::Moment(moment) if moment.nanos.is_none() && kind != TemporalKind::Date => {
                Err(Failure::Unspecified("a date taken for a value with a time of day".into()))
            }
            Parsed::Moment(moment) => from_map(kind, &Properties::new(), Some(moment), false).map(Moment::value),
            Parsed::Duration(_) => Err(wrong_type("a map, a string or an instant", &arguments[0])),
        },
        Some(other) => Err(wrong_type("a map, a string or an instant", other)),
    }
}

/// What such a function makes of a null argument, no document says: null, or an error.
fn of_null(context: Context<'_>) -> Result<Value, Failure> {
    match context.options.open {
        OpenAnswers::Refuse => Err(Failure::Unspecified("truncation or an epoch of null".into())),
        OpenAnswers::Choose => Ok(Value::Null),
    }
}

/// What a map with a null in it makes, no document says: null, or an error.
fn null_part(context: Context<'_>) -> Result<Value, Failure> {
    match context.options.open {
        OpenAnswers::Refuse => Err(Failure::Unspecified("a temporal value with a part that is null".into())),
        OpenAnswers::Choose => Ok(Value::Null),
    }
}

fn clock(kind: TemporalKind, zone: Option<&Value>, context: Context<'_>) -> Result<Value, Failure> {
    let zone = match zone {
        None => Zone::UTC,
        Some(Value::Null) => return Ok(Value::Null),
        Some(Value::String(name)) => Zone::parse(name)?,
        Some(other) => return Err(wrong_type("a string", other)),
    };
    if context.options.open == OpenAnswers::Refuse {
        return Err(Failure::Unspecified("the clock".into()));
    }
    from_map(kind, &Properties::new(), Some(Moment::at(CLOCK, zone)), false).map(Moment::value)
}

fn from_epoch(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments {
        [Value::Integer(seconds), Value::Integer(nanos)] => {
            let instant = i128::from(*seconds) * i128::from(NANOS_PER_SECOND) + i128::from(*nanos);
            Ok(Moment::at(instant, Zone::UTC).value())
        }
        [Value::Null, _] | [_, Value::Null] => of_null(context),
        _ => Err(Failure::argument_type("datetime.fromepoch() takes two integers")),
    }
}

fn from_epoch_millis(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments {
        [Value::Integer(millis)] => Ok(Moment::at(millis_to_nanos(*millis), Zone::UTC).value()),
        [Value::Null] => of_null(context),
        _ => Err(Failure::argument_type("datetime.fromepochmillis() takes an integer")),
    }
}

fn duration(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(Value::String(text)) => {
            // A text has the digits of one fraction, and behind them the letter of its unit.
            let fraction = text.split_once(['.', ',']).map_or(0, |(_, digits)| digits.len().saturating_sub(1));
            let duration = parse::duration(text)?;
            let rounded = if text.ends_with('S') { fraction > 9 } else { fraction > 0 && duration.nanos % 1000 != 0 };
            duration::unrounded(duration, rounded, context)
        }
        Some(Value::Map(map)) if map.values().any(Value::is_null) => null_part(context),
        Some(Value::Map(map)) if map.is_empty() && context.options.open == OpenAnswers::Refuse => {
            Err(Failure::Unspecified("a duration of no part".into()))
        }
        Some(Value::Map(map)) => {
            let (duration, rounded) = duration::from_map(map)?;
            duration::unrounded(duration, rounded, context)
        }
        Some(Value::Temporal(temporal)) if temporal.kind == TemporalKind::Duration => {
            Ok(Value::Temporal(temporal.clone()))
        }
        Some(other) => Err(wrong_type("a map or a string", other)),
    }
}

fn difference(arguments: &[Value], context: Context<'_>, measure: Measure) -> Result<Value, Failure> {
    let moment = |value: &Value| match value {
        Value::Temporal(temporal) => match parsed(temporal)? {
            Parsed::Moment(moment) => Ok(moment),
            Parsed::Duration(_) => Err(wrong_type("an instant", value)),
        },
        other => Err(wrong_type("an instant", other)),
    };
    match arguments {
        [Value::Null, _] | [_, Value::Null] => Ok(Value::Null),
        [from, to] => between(moment(from)?, moment(to)?, measure, context.options.open).map(Duration::value),
        _ => Ok(Value::Null),
    }
}

fn truncate(kind: TemporalKind, arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    if arguments.iter().any(Value::is_null) {
        return of_null(context);
    }
    let Some(Value::String(unit)) = arguments.first() else {
        return match arguments.first() {
            None => Ok(Value::Null),
            Some(other) => Err(wrong_type("a string", other)),
        };
    };
    let moment = match arguments.get(1) {
        None => match clock(kind, None, context)? {
            Value::Temporal(temporal) => parsed(&temporal)?,
            _ => return Ok(Value::Null),
        },
        Some(Value::Temporal(temporal)) => parsed(temporal)?,
        Some(other) => return Err(wrong_type("an instant", other)),
    };
    let Parsed::Moment(moment) = moment else { return Err(Failure::argument_type("a duration cannot be truncated")) };
    let unit = unit.to_ascii_lowercase();
    refuse_unit(kind, &unit, &moment)?;
    let empty = Properties::new();
    let map = match arguments.get(2) {
        None => &empty,
        Some(Value::Map(map)) => map,
        Some(other) => return Err(wrong_type("a map", other)),
    };
    let mut base = cut(moment, &unit)?;
    base.nanos = base.nanos.or(Some(0));
    from_map(kind, map, Some(base), true).map(Moment::value)
}

/// The Cypher manual's tables of units: those of a time for what has a time, in value and result; those of a date for
/// what has a date, `day` for all.
fn refuse_unit(kind: TemporalKind, unit: &str, moment: &Moment) -> Result<(), Failure> {
    let has_date = matches!(kind, TemporalKind::Date | TemporalKind::LocalDateTime | TemporalKind::DateTime);
    let of_time = matches!(unit, "hour" | "minute" | "second" | "millisecond" | "microsecond");
    let fits = match (of_time, has_date) {
        (true, _) => kind != TemporalKind::Date && moment.nanos.is_some(),
        (false, true) => moment.day.is_some(),
        (false, false) => unit == "day" && moment.nanos.is_some(),
    };
    if fits { Ok(()) } else { Err(invalid(format!("a {kind:?} cannot be truncated to its {unit} here"))) }
}

/// Sets what is smaller than the unit to its beginning.
fn cut(mut moment: Moment, unit: &str) -> Result<Moment, Failure> {
    let smallest = match unit {
        "hour" => 3600 * NANOS_PER_SECOND,
        "minute" => 60 * NANOS_PER_SECOND,
        "second" => NANOS_PER_SECOND,
        "millisecond" => 1_000_000,
        "microsecond" => 1000,
        _ => NANOS_PER_DAY,
    };
    moment.nanos = moment.nanos.map(|nanos| nanos - nanos % smallest);
    if smallest < NANOS_PER_DAY || unit == "day" {
        return Ok(moment);
    }
    let Some(day) = moment.day else { return Err(invalid(format!("a time cannot be truncated to its {unit}"))) };
    let (year, month, _) = calendar::civil(day);
    let years = |length: i64| calendar::day(year - year.rem_euclid(length), 1, 1);
    moment.day = Some(match unit {
        "millennium" => years(1000),
        "century" => years(100),
        "decade" => years(10),
        "year" => years(1),
        "weekyear" => calendar::first_monday(calendar::week(day).0),
        "quarter" => calendar::quarter_start(year, (month - 1) / 3 + 1),
        "month" => calendar::day(year, month, 1),
        "week" => day - calendar::weekday(day) + 1,
        other => return Err(invalid(format!("there is no unit `{other}`"))),
    });
    Ok(moment)
}

/// Builds a value of a kind from a map of components over a base: the whole base, or its parts under `date`, `time`
/// and `datetime`.
fn from_map(kind: TemporalKind, map: &Properties, base: Option<Moment>, truncated: bool) -> Result<Moment, Failure> {
    let has_date = matches!(kind, TemporalKind::Date | TemporalKind::LocalDateTime | TemporalKind::DateTime);
    let has_time = kind != TemporalKind::Date;
    let has_zone = matches!(kind, TemporalKind::Time | TemporalKind::DateTime);
    let mut base = base.unwrap_or(Moment { day: None, nanos: None, zone: None });
    if map.contains_key("datetime") {
        if map.contains_key("date") || map.contains_key("time") {
            return Err(Failure::Unspecified("a datetime selected beside a date or a time".into()));
        }
        if !(has_date && has_time) {
            return Err(Failure::Unspecified("a datetime selected for a date or a time of day".into()));
        }
    }
    select(map, &mut base)?;
    given::refuse_strange(map, kind)?;
    given::refuse_gaps(map, has_date && base.day.is_none(), has_time && base.nanos.is_none())?;
    if has_date && base.day.is_none() && (base.nanos.is_some() || given::any(map, given::TIME)) && has_time {
        given::need_whole_date(map)?;
    }
    let zone = match map.get("timezone") {
        Some(Value::String(name)) if has_zone => Some(given::zone(name)?),
        Some(_) if has_zone => return Err(invalid("a time zone is a string")),
        _ => None,
    };
    let day = if has_date { Some(day_from(map, base.day)?) } else { None };
    let Some(nanos) = has_time.then(|| nanos_from(map, base.nanos, truncated)).transpose()? else {
        return Ok(Moment { day, nanos: None, zone: None });
    };
    if !has_zone {
        return Ok(Moment { day, nanos: Some(nanos), zone: None });
    }
    let day_of_offset = if has_date { day } else { Some(0) };
    // A time has an offset and no named zone: the one that holds at the instant it is taken from.
    let own = base.zone.take().map(|zone| if has_date { zone } else { Zone { name: None, ..zone } });
    let moment = match (zone, own) {
        // The same instant by the clock of the other zone, once all components are set.
        (Some(zone), Some(own)) if !truncated => Moment::at(in_zone(day_of_offset, nanos, own).instant(), zone),
        (zone, own) => in_zone(day_of_offset, nanos, zone.or(own).unwrap_or(Zone::UTC)),
    };
    if has_date {
        return Ok(moment);
    }
    let zone = moment.zone.map(|zone| Zone { name: None, ..zone });
    Ok(Moment { day: None, nanos: moment.nanos, zone })
}

/// Takes the parts that the map selects from other values.
fn select(map: &Properties, base: &mut Moment) -> Result<(), Failure> {
    for key in ["datetime", "date", "time"] {
        let Some(value) = map.get(key) else { continue };
        let moment = match value {
            Value::Temporal(temporal) => match parsed(temporal)? {
                Parsed::Moment(moment) => moment,
                Parsed::Duration(_) => return Err(wrong_type("an instant", value)),
            },
            other => return Err(wrong_type("an instant", other)),
        };
        if key != "time" {
            base.day = Some(moment.day.ok_or_else(|| invalid(format!("`{key}` has no date")))?);
        }
        if key != "date" {
            base.nanos = Some(moment.nanos.ok_or_else(|| invalid(format!("`{key}` has no time")))?);
            base.zone = moment.zone;
        }
    }
    Ok(())
}

fn integer(map: &Properties, key: &str) -> Result<Option<i64>, Failure> {
    match map.get(key) {
        None => Ok(None),
        Some(Value::Integer(i)) => Ok(Some(*i)),
        Some(other) => Err(wrong_type("an integer", other)),
    }
}

fn day_from(map: &Properties, base: Option<i64>) -> Result<i64, Failure> {
    let get = |key: &str| integer(map, key);
    let none = || invalid("there is no such date");
    let year = |of_base: fn(i64) -> i64| match (get("year")?, base) {
        (Some(year), _) if parse::YEARS.contains(&year) => Ok(year),
        (Some(_), _) => Err(none()),
        (None, Some(base)) => Ok(of_base(base)),
        (None, None) => Err(invalid("a date needs a year")),
    };
    let of_civil = |day: i64| calendar::civil(day).0;
    if get("week")?.is_some() || get("dayOfWeek")?.is_some() {
        let week = get("week")?.or(base.map(|day| calendar::week(day).1)).unwrap_or(1);
        let of_week = get("dayOfWeek")?.or(base.map(calendar::weekday)).unwrap_or(1);
        let year = year(|day| calendar::week(day).0)?;
        if week == 53 && !calendar::has_week_53(year) {
            // ISO 8601 has no such week; Neo4j refuses its text, but goes on into the next year in a map.
            return Err(Failure::Unspecified(format!("week 53 of {year}")));
        }
        return parse::from_week(year, week, of_week).ok_or_else(none);
    }
    if let Some(ordinal) = get("ordinalDay")? {
        return parse::from_ordinal(year(of_civil)?, ordinal).ok_or_else(none);
    }
    let quarter_of = |day: i64| (calendar::civil(day).1 - 1) / 3 + 1;
    if get("quarter")?.is_some() || get("dayOfQuarter")?.is_some() {
        let quarter = get("quarter")?.or(base.map(quarter_of)).unwrap_or(1);
        let of_base = |day: i64| day - calendar::quarter_start(of_civil(day), quarter_of(day)) + 1;
        let of_quarter = get("dayOfQuarter")?.or(base.map(of_base)).unwrap_or(1);
        if !(1..=4).contains(&quarter) || !(1..=92).contains(&of_quarter) {
            return Err(none());
        }
        let year = year(of_civil)?;
        // As of week 53: Neo4j refuses the text, and goes on into the next quarter in a map.
        let beyond = || Failure::Unspecified(format!("day {of_quarter} of quarter {quarter} of {year}"));
        return parse::from_quarter(year, quarter, of_quarter).ok_or_else(beyond);
    }
    let month = get("month")?.or(base.map(|day| calendar::civil(day).1)).unwrap_or(1);
    let of_month = get("day")?.or(base.map(|day| calendar::civil(day).2)).unwrap_or(1);
    parse::from_civil(year(of_civil)?, month, of_month).ok_or_else(none)
}

fn nanos_from(map: &Properties, base: Option<i64>, truncated: bool) -> Result<i64, Failure> {
    let part = |key: &str, unit: i64, range: i64| {
        let own = base.map_or(0, |nanos| nanos / unit % range);
        let value = integer(map, key)?.unwrap_or(own);
        if (0..range).contains(&value) { Ok(value * unit) } else { Err(invalid(format!("{key} is out of range"))) }
    };
    let second = NANOS_PER_SECOND;
    let whole = part("hour", 3600 * second, 24)? + part("minute", 60 * second, 60)? + part("second", second, 60)?;
    let mut fraction = 0;
    let mut given = false;
    // Beside a greater part of the second, a smaller one stays below it (Cypher manual, the tables of components).
    let mut most = second;
    for (key, unit) in [("millisecond", 1_000_000), ("microsecond", 1000), ("nanosecond", 1)] {
        if let Some(amount) = integer(map, key)? {
            if !(0..most / unit).contains(&amount) {
                return Err(invalid(format!("{key} is out of range")));
            }
            (given, most) = (true, unit);
            fraction += amount * unit;
        }
    }
    let own = base.map_or(0, |nanos| nanos % second);
    // Truncation leaves room for smaller units; elsewhere what is given replaces the whole fraction.
    let fraction = if !given {
        own
    } else if truncated {
        own + fraction
    } else {
        fraction
    };
    if (0..second).contains(&fraction) {
        Ok(whole + fraction)
    } else {
        Err(invalid("a fraction of a second out of range"))
    }
}
