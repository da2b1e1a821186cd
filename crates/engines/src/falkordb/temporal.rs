//! Temporal values come as seconds; this writes them as ISO 8601 text.

/// A day in seconds.
const DAY: i64 = 86_400;

/// `2020-01-01` of seconds since 1970.
pub fn date(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    format!("{}-{month:02}-{day:02}", year_text(year))
}

/// `10:11:12`; the date part (the server takes 1900-01-01) is dropped.
pub fn local_time(seconds: i64) -> String {
    let second = seconds.rem_euclid(DAY);
    format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// `2020-01-01T10:11:12` of seconds since 1970.
pub fn local_date_time(seconds: i64) -> String {
    format!("{}T{}", date(seconds), local_time(seconds))
}

/// `P1DT2H3M4S` of a number of seconds. The server sends durations as the distance from 1970-01-01, so months and
/// days are not told apart from seconds.
pub fn duration(seconds: i64) -> String {
    let (days, rest) = (seconds / DAY, seconds % DAY);
    let part = |amount: i64, unit: char| if amount == 0 { String::new() } else { format!("{amount}{unit}") };
    let time = [part(rest / 3600, 'H'), part(rest / 60 % 60, 'M'), part(rest % 60, 'S')].concat();
    match (days, time.is_empty()) {
        (0, true) => "PT0S".to_owned(),
        (days, true) => format!("P{days}D"),
        (days, false) => format!("P{}T{time}", part(days, 'D')),
    }
}

fn year_text(year: i64) -> String {
    match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{year:+05}"),
    }
}

/// Year, month and day of a number of days since 1970-01-01 in the proleptic Gregorian calendar (H. Hinnant,
/// "chrono-compatible low-level date algorithms", civil_from_days).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(actual: String, expected: &str) {
        assert_eq!(actual, expected);
    }

    #[test]
    fn seconds_become_text() {
        check(date(1_577_836_800), "2020-01-01");
        check(date(-1), "1969-12-31");
        check(date(-62_198_755_200), "-0001-01-01");
        check(local_date_time(1_577_873_472), "2020-01-01T10:11:12");
        check(local_time(-2_208_952_128), "10:11:12");
        check(duration(86_400), "P1D");
        check(duration(90_061), "P1DT1H1M1S");
        check(duration(-3), "PT-3S");
        check(duration(0), "PT0S");
        check(date(i64::MAX), "+292277026596-12-04");
        check(date(i64::MIN), "-292277022657-01-27");
    }
}
