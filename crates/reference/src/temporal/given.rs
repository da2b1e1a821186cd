//! What a map of components may hold: no foreign key, one way to name a day, and nothing left out but the smallest
//! parts (the Cypher manual's pages on the functions of instants).

use graphlance_graph::Properties;
use graphlance_graph::temporal::zone::Zone;
use graphlance_graph::value::TemporalKind;

use super::invalid;
use crate::Failure;

/// Components of a time of day, from the greatest.
pub(super) const TIME: &[&str] = &["hour", "minute", "second", "millisecond", "microsecond", "nanosecond"];
/// The ways to name a day of a year, each from the greatest component.
const DAYS: [&[&str]; 4] = [&["month", "day"], &["week", "dayOfWeek"], &["quarter", "dayOfQuarter"], &["ordinalDay"]];

/// Whether the map has one of the keys.
pub(super) fn any(map: &Properties, keys: &[&str]) -> bool {
    keys.iter().any(|key| map.contains_key(*key))
}

/// Refuses keys that the kind does not have, and days named in two ways.
pub(super) fn refuse_strange(map: &Properties, kind: TemporalKind) -> Result<(), Failure> {
    let has_date = matches!(kind, TemporalKind::Date | TemporalKind::LocalDateTime | TemporalKind::DateTime);
    let has_time = kind != TemporalKind::Date;
    let has_zone = matches!(kind, TemporalKind::Time | TemporalKind::DateTime);
    let known = |key: &str| match key {
        "date" => has_date,
        "time" => has_time,
        "datetime" => true,
        "timezone" => has_zone,
        "year" => has_date,
        key if TIME.contains(&key) => has_time,
        key => has_date && DAYS.iter().any(|names| names.contains(&key)),
    };
    if let Some(key) = map.keys().find(|key| !known(key)) {
        return Err(invalid(format!("a {kind:?} has no `{key}` to be given")));
    }
    if DAYS.iter().filter(|names| any(map, names)).count() > 1 {
        return Err(invalid("a date given in two ways"));
    }
    Ok(())
}

/// Refuses a component without the next greater one, of a date or of a time that is built from the map alone.
pub(super) fn refuse_gaps(map: &Properties, date: bool, time: bool) -> Result<(), Failure> {
    let without = |part: &str, whole: &str| Err(invalid(format!("`{part}` is given without `{whole}`")));
    if date {
        for names in DAYS {
            if let [greater, smaller] = names
                && map.contains_key(*smaller)
                && !map.contains_key(*greater)
            {
                return without(smaller, greater);
            }
        }
    }
    if time {
        for at in 1..TIME.len() {
            // The parts of a second stand beside each other.
            let greater = TIME[(at - 1).min(2)];
            if map.contains_key(TIME[at]) && !map.contains_key(greater) {
                return without(TIME[at], greater);
            }
        }
    }
    Ok(())
}

/// Refuses a date of a year, month, week or quarter, where a time of day follows.
pub(super) fn need_whole_date(map: &Properties) -> Result<(), Failure> {
    let smallest = DAYS.iter().filter_map(|names| names.last());
    if smallest.into_iter().any(|name| map.contains_key(*name)) {
        Ok(())
    } else {
        Err(invalid("a time of day is given without its day"))
    }
}

/// The zone of an entry `timezone`. The documents write its offset with a colon alone, and engines differ about others: Neo4j
/// refuses `'+01'` and `'+0100'`, which it reads in the text of a time.
pub(super) fn zone(name: &str) -> Result<Zone, Failure> {
    let zone = Zone::parse(name)?;
    if zone.name.is_none() && !name.eq_ignore_ascii_case("z") && !name.contains(':') {
        return Err(Failure::Unspecified("an offset without a colon as a time zone".into()));
    }
    Ok(zone)
}
