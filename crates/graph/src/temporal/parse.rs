//! Temporal values from text: the extended and the basic forms of ISO 8601.

use crate::value::TemporalKind;

use super::duration::{Amounts, Duration};
use super::zone::Zone;
use super::{Invalid, Moment, NANOS_PER_SECOND, calendar, invalid};

/// Reads a value of a kind other than duration.
pub fn moment(text: &str, kind: TemporalKind) -> Result<Moment, Invalid> {
    let malformed = || invalid(format!("`{text}` is no {kind:?}"));
    let has_date = matches!(kind, TemporalKind::Date | TemporalKind::LocalDateTime | TemporalKind::DateTime);
    let has_zone = matches!(kind, TemporalKind::Time | TemporalKind::DateTime);
    let (date_text, rest) = if !has_date {
        (None, Some(text.strip_prefix('T').unwrap_or(text)))
    } else {
        match text.split_once('T') {
            Some((date, rest)) => (Some(date), Some(rest)),
            None => (Some(text), None),
        }
    };
    if date_text.is_some_and(has_needless_sign) {
        return Err(Invalid::Unspecified("a year of few digits with a sign".into()));
    }
    let day = date_text.map(|text| date(text).ok_or_else(malformed)).transpose()?;
    if kind == TemporalKind::Date {
        return if rest.is_some() { Err(malformed()) } else { Ok(Moment { day, nanos: None, zone: None }) };
    }
    let (clock, zone) = split_zone(rest.unwrap_or("00"));
    if !zone.is_empty() && !has_zone {
        return Err(malformed());
    }
    let nanos = time(clock).ok_or_else(malformed)?;
    if !has_zone {
        return Ok(Moment { day, nanos: Some(nanos), zone: None });
    }
    zoned(day, nanos, zone)
}

/// Attaches a zone written as `+01:00`, `[Europe/Stockholm]`, both or nothing.
fn zoned(day: Option<i64>, nanos: i64, text: &str) -> Result<Moment, Invalid> {
    let (offset, name) = match text.split_once('[') {
        Some((offset, name)) => (offset, Some(name.trim_end_matches(']'))),
        None => (text, None),
    };
    let fixed = if offset.is_empty() { None } else { Some(Zone::parse(offset)?) };
    let Some(name) = name else {
        return Ok(Moment { day, nanos: Some(nanos), zone: Some(fixed.unwrap_or(Zone::UTC)) });
    };
    if day.is_none() {
        return Err(Invalid::Unspecified("a time of day in a named zone, whose offset depends on the day".into()));
    }
    let zone = Zone::parse(name)?;
    match fixed {
        Some(fixed) => {
            let offset = fixed.offset;
            let moment = Moment { day, nanos: Some(nanos), zone: Some(fixed) };
            let moment = Moment::at(moment.instant(), zone);
            // Far from today, the rules of a zone are extrapolated, and no document says how.
            let known = day.is_some_and(|day| (-9000..=9000).contains(&calendar::civil(day).0));
            match moment.zone.as_ref().is_some_and(|zone| zone.offset != offset) {
                true if known => Err(invalid(format!("`{text}`: the zone has another offset then"))),
                true => Err(Invalid::Unspecified("the offset of a named zone in a year beyond 9000".into())),
                false => Ok(moment),
            }
        }
        None => Ok(super::in_zone(day, nanos, zone)),
    }
}

/// Splits `12:31+01:00[X]` before the zone.
fn split_zone(text: &str) -> (&str, &str) {
    let at = text.find(['Z', 'z', '+', '-', '[']).unwrap_or(text.len());
    text.split_at(at)
}

fn number(text: &str) -> Option<i64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Whether a year that four digits would do for has a sign, or one with a sign has fewer. Negative ones of four digits need it.
fn has_needless_sign(text: &str) -> bool {
    let Some(unsigned) = text.strip_prefix(['-', '+']) else { return false };
    let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    digits < 4 || digits == 4 && text.starts_with('+')
}

/// Reads a date: calendar, week, quarter and ordinal forms.
fn date(text: &str) -> Option<i64> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let signed = unsigned.len() < text.len();
    if unsigned.ends_with('-') || unsigned.contains("--") {
        return None;
    }
    let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    // Without a sign the year has four digits; with one, all up to the separator.
    let length = if signed && digits > 4 && unsigned.len() > digits { digits } else { 4 };
    let year = number(unsigned.get(..length)?)?;
    let year = if negative { -year } else { year };
    let rest = unsigned.get(length..)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    if let Some(week) = rest.strip_prefix('W') {
        let of_week = week.get(2..).map_or("", |rest| rest.strip_prefix('-').unwrap_or(rest));
        let of_week = if of_week.is_empty() { 1 } else { number(of_week)? };
        return from_week(year, number(week.get(..2)?)?, of_week);
    }
    if let Some(quarter) = rest.strip_prefix('Q') {
        let of_quarter = quarter.get(1..).map_or("", |rest| rest.strip_prefix('-').unwrap_or(rest));
        let of_quarter = if of_quarter.is_empty() { 1 } else { number(of_quarter)? };
        return from_quarter(year, number(quarter.get(..1)?)?, of_quarter);
    }
    let parts: String = rest.split('-').collect();
    match parts.len() {
        0 => Some(calendar::day(year, 1, 1)),
        2 => from_civil(year, number(&parts)?, 1),
        3 => from_ordinal(year, number(&parts)?),
        4 => from_civil(year, number(&parts[..2])?, number(&parts[2..])?),
        _ => None,
    }
}

/// The years of dates.
pub const YEARS: std::ops::RangeInclusive<i64> = -999_999_999..=999_999_999;

/// The day of a calendar date; none when there is no such date.
pub fn from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let exists =
        YEARS.contains(&year) && (1..=12).contains(&month) && (1..=calendar::month_length(year, month)).contains(&day);
    exists.then(|| calendar::day(year, month, day))
}

/// The day of a week date; none when there is no such date.
pub fn from_week(year: i64, week: i64, day: i64) -> Option<i64> {
    let weeks = if calendar::has_week_53(year) { 53 } else { 52 };
    let exists = (1..=weeks).contains(&week) && (1..=7).contains(&day);
    exists.then(|| calendar::first_monday(year) + (week - 1) * 7 + day - 1)
}

/// The day of a quarter date; none when there is no such date.
pub fn from_quarter(year: i64, quarter: i64, day: i64) -> Option<i64> {
    if !(1..=4).contains(&quarter) {
        return None;
    }
    let start = calendar::quarter_start(year, quarter);
    let next = if quarter == 4 { calendar::day(year + 1, 1, 1) } else { calendar::quarter_start(year, quarter + 1) };
    (1..=next - start).contains(&day).then(|| start + day - 1)
}

/// The day of an ordinal date; none when there is no such date.
pub fn from_ordinal(year: i64, ordinal: i64) -> Option<i64> {
    let length = calendar::day(year + 1, 1, 1) - calendar::day(year, 1, 1);
    (1..=length).contains(&ordinal).then(|| calendar::day(year, 1, 1) + ordinal - 1)
}

/// Reads a time of day in nanoseconds.
fn time(text: &str) -> Option<i64> {
    let (clock, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits: String = clock.split(':').collect();
    if !matches!(digits.len(), 2 | 4 | 6) || fraction.len() > 9 {
        return None;
    }
    let part = |at: usize| digits.get(at..at + 2).map_or(Some(0), number);
    let (hour, minute, second) = (part(0)?, part(2)?, part(4)?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let fraction = if fraction.is_empty() { 0 } else { number(&format!("{fraction:0<9}"))? };
    Some((hour * 3600 + minute * 60 + second) * NANOS_PER_SECOND + fraction)
}

/// Reads a duration: `P1Y2M3DT4H5M6.7S`, `P2W`, or `P2012-02-02T14:37:21.545`.
pub fn duration(text: &str) -> Result<Duration, Invalid> {
    units(text).or_else(|| combined(text)).ok_or_else(|| invalid(format!("`{text}` is no duration")))?
}

fn units(text: &str) -> Option<Result<Duration, Invalid>> {
    let (negative, body) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.strip_prefix('P')?),
        None => (false, text.strip_prefix('+').unwrap_or(text).strip_prefix('P')?),
    };
    let mut amounts = Amounts::default();
    let (mut in_time, mut rest) = (false, body);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('T') {
            // ISO 8601: no `T` without a part of time.
            if after.is_empty() {
                return None;
            }
            in_time = true;
            rest = after;
            continue;
        }
        let at = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let (amount, after) = rest.split_at(at);
        // Only the last part may have a fraction (CIP2015-08-06, "ISO 8601 format for durations").
        if amount.contains(['.', ',']) && after.len() > 1 {
            return None;
        }
        let unit = match (after.as_bytes().first()?, in_time) {
            (b'Y', false) => "years",
            (b'M', false) => "months",
            (b'W', false) => "weeks",
            (b'D', false) => "days",
            (b'H', true) => "hours",
            (b'M', true) => "minutes",
            (b'S', true) => "seconds",
            _ => return None,
        };
        add_decimal(&mut amounts, unit, amount)?;
        rest = &after[1..];
    }
    Some(amounts.duration().map(|duration| if negative { duration.negated() } else { duration }))
}

/// Adds a decimal amount; of seconds the fraction counts in nanoseconds exactly.
fn add_decimal(amounts: &mut Amounts, unit: &str, text: &str) -> Option<()> {
    let text = text.replace(',', ".");
    if let (Some((whole, fraction)), "seconds") = (text.split_once('.'), unit) {
        let nanos: f64 = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
        let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
        amounts.add("nanoseconds", sign * nanos)?;
        let whole = if matches!(whole, "" | "-" | "+") { "0" } else { whole };
        return add_number(amounts, unit, whole);
    }
    add_number(amounts, unit, &text)
}

fn add_number(amounts: &mut Amounts, unit: &str, text: &str) -> Option<()> {
    match text.parse() {
        Ok(whole) => amounts.add_whole(unit, whole),
        Err(_) => amounts.add(unit, text.parse().ok()?),
    }
}

/// Of the forms of ISO 8601 the documents name the one with separators and both halves; whether the others are taken, they
/// do not say, nor whether a part may be as large as the next greater one.
fn combined(text: &str) -> Option<Result<Duration, Invalid>> {
    let body = text.strip_prefix('P')?;
    let (date, clock) = body.split_once('T').map_or((body, None), |(date, clock)| (date, Some(clock)));
    let separated: Vec<&str> = date.split('-').collect();
    let parts = match separated[..] {
        [year, month, day] => [year, month, day],
        [""] => ["0", "0", "0"],
        [basic] if basic.len() == 8 => [basic.get(..4)?, basic.get(4..6)?, basic.get(6..)?],
        _ => return None,
    };
    let [years, months, days] = [number(parts[0])?, number(parts[1])?, number(parts[2])?];
    let nanos = clock.map_or(Some(0), time)?;
    let is_named = separated.len() == 3 && clock.is_some_and(|clock| clock.contains(':')) && months <= 12 && days <= 30;
    if !is_named {
        return Some(Err(Invalid::Unspecified(
            "a duration written as a date, in another form than the documents'".into(),
        )));
    }
    Some(Ok(Duration { months: years * 12 + months, days, nanos: i128::from(nanos) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_part_of_a_duration_has_a_fraction() {
        for (text, expected) in
            [("P5M1.5D", true), ("PT0.75M", true), ("P1.5DT1H", false), ("P1DT", false), ("P0,5Y1M", false)]
        {
            assert_eq!(duration(text).is_ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_separator_stands_between_two_parts() {
        let check = |text: &str, expected: bool| {
            assert_eq!(moment(text, TemporalKind::Date).is_ok(), expected, "{text}");
        };
        for text in ["1969", "1969-12", "1969-12-31", "19691231", "1969-W52", "1969-Q4-1", "-0044-03-15"] {
            check(text, true);
        }
        for text in ["1969-", "1969-12-", "1969--12", "1969-W52-", "--1969", "-"] {
            check(text, false);
        }
    }
}
