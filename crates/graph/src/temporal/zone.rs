//! Time zones: fixed offsets and named ones.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};
use smol_str::SmolStr;

use super::{Invalid, NANOS_PER_SECOND, calendar, invalid};

/// An offset from universal time, in seconds, and the name of the zone that it follows from.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Seconds east of universal time.
    pub offset: i32,
    /// The name of its rules.
    pub name: Option<SmolStr>,
}

impl Zone {
    /// Universal time.
    pub const UTC: Zone = Zone { offset: 0, name: None };

    /// Reads `Z`, `+01:00`, `+0100`, `-02`, or a name; a named zone has no offset yet.
    pub fn parse(text: &str) -> Result<Zone, Invalid> {
        if let Some(offset) = offset(text) {
            return Ok(Zone { offset, name: None });
        }
        TimeZone::get(text).map_err(|_| invalid(format!("there is no time zone `{text}`")))?;
        Ok(Zone { offset: 0, name: Some(text.into()) })
    }

    fn rules(&self) -> Option<TimeZone> {
        self.name.as_ref().and_then(|name| TimeZone::get(name).ok())
    }

    /// With the offset that holds at an instant.
    pub fn at_instant(self, instant: i128) -> Zone {
        let Some(rules) = self.rules() else { return self };
        let seconds = instant.div_euclid(i128::from(NANOS_PER_SECOND));
        let range = i128::from(Timestamp::MIN.as_second())..=i128::from(Timestamp::MAX.as_second());
        let seconds = seconds.clamp(*range.start(), *range.end()) as i64;
        let Ok(timestamp) = Timestamp::from_second(seconds) else { return self };
        Zone { offset: rules.to_offset(timestamp).seconds(), ..self }
    }

    /// With the offset that holds at a local date and time: of two the earlier; in a gap the one before it, with the
    /// number of seconds by which the clock is put forward.
    pub fn at_local(self, day: i64, nanos: i64) -> (Zone, i64) {
        let Some(rules) = self.rules() else { return (self, 0) };
        let (year, month, of_month) = calendar::civil(day);
        // The rules of the first and last years known hold beyond them.
        let year = year.clamp(-9990, 9990);
        let of_month = of_month.min(calendar::month_length(year, month));
        let seconds = nanos / NANOS_PER_SECOND;
        let local = DateTime::new(
            year as i16,
            month as i8,
            of_month as i8,
            (seconds / 3600) as i8,
            (seconds / 60 % 60) as i8,
            (seconds % 60) as i8,
            0,
        );
        let Ok(local) = local else { return (self, 0) };
        let (offset, shift) = match rules.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => (offset.seconds(), 0),
            AmbiguousOffset::Fold { before, .. } => (before.seconds(), 0),
            AmbiguousOffset::Gap { before, after } => (after.seconds(), i64::from(after.seconds() - before.seconds())),
        };
        (Zone { offset, ..self }, shift)
    }
}

/// Reads an offset: `Z`, `+01:00`, `+0100`, `+01`, `+01:02:03`.
pub fn offset(text: &str) -> Option<i32> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let digits: String = digits.split(':').collect();
    if !matches!(digits.len(), 2 | 4 | 6) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let part = |at: usize| digits.get(at..at + 2).map_or(0, |part| part.parse::<i32>().unwrap_or(0));
    let seconds = part(0) * 3600 + part(2) * 60 + part(4);
    (seconds <= 18 * 3600).then_some(sign * seconds)
}

/// The text of an offset: `Z`, `+01:00`, `+00:53:28`.
pub fn offset_text(offset: i32) -> String {
    if offset == 0 {
        return "Z".into();
    }
    let (sign, seconds) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
    let mut text = format!("{sign}{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    if seconds % 60 != 0 {
        text += &format!(":{:02}", seconds % 60);
    }
    text
}

impl std::fmt::Display for Zone {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&offset_text(self.offset))?;
        match &self.name {
            Some(name) => write!(formatter, "[{name}]"),
            None => Ok(()),
        }
    }
}
