//! Random temporal values, in Cypher's canonical text form and in whole seconds, which is as fine as some engines keep them.
//! Times with an offset have that of UTC: whether equal instants of different offsets are equal values, engines disagree.

use crate::value::TemporalKind;
use crate::{Random, Value};

/// Days around leap years, the epoch of Unix and the ends of four-digit years.
const DATES: &[&str] =
    &["1970-01-01", "1969-12-31", "2000-02-29", "1900-02-28", "2024-12-31", "0001-01-01", "9999-12-31", "2038-01-19"];

/// The ends of days, hours and minutes.
const TIMES: &[&str] = &["00:00", "23:59:59", "12:00", "00:00:01", "11:59:59", "23:00"];

/// Durations of each unit.
const DURATIONS: &[&str] = &["PT0S", "P1M", "P1D", "PT1H", "PT1M", "PT1S", "P1Y", "P-1D", "P14DT16H12M"];

/// A value of a kind; a `special` one is at a boundary.
pub(super) fn value(random: &mut Random, kind: TemporalKind, special: bool) -> Value {
    let text = match kind {
        TemporalKind::Date => date(random, special),
        TemporalKind::LocalTime => time(random, special),
        TemporalKind::Time => time(random, special) + "Z",
        TemporalKind::LocalDateTime => instant(random, special),
        TemporalKind::DateTime => instant(random, special) + "Z",
        TemporalKind::Duration => duration(random, special),
    };
    Value::temporal(kind, text)
}

fn date(random: &mut Random, special: bool) -> String {
    if special && let Some(date) = random.pick(DATES) {
        return (*date).to_owned();
    }
    // Few days, so that values coincide.
    let (year, month) = (random.integer(2019, 2021), random.integer(1, 3));
    format!("{year:04}-{month:02}-{:02}", random.integer(1, 4))
}

fn time(random: &mut Random, special: bool) -> String {
    if special && let Some(time) = random.pick(TIMES) {
        return (*time).to_owned();
    }
    let (hour, minute) = (random.integer(0, 23), random.integer(0, 3) * 15);
    match random.integer(0, 3) {
        0 => format!("{hour:02}:{minute:02}:{:02}", random.integer(1, 59)),
        _ => format!("{hour:02}:{minute:02}"),
    }
}

fn instant(random: &mut Random, special: bool) -> String {
    format!("{}T{}", date(random, special), time(random, special))
}

fn duration(random: &mut Random, special: bool) -> String {
    if special && let Some(duration) = random.pick(DURATIONS) {
        return (*duration).to_owned();
    }
    // Below the next unit: whether 24 hours are a day, engines disagree.
    match random.below(3) {
        0 => format!("P{}M", random.integer(1, 11)),
        1 => format!("P{}D", random.integer(1, 27)),
        _ => format!("PT{}H", random.integer(1, 23)),
    }
}
