//! The proleptic Gregorian calendar: days since 1970-01-01 from and to years, months, weeks and quarters.

/// The day of a year, month and day of month.
pub fn day(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March put the leap day last: 146097 days in 400 of them.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of month.
pub fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

/// How many days a month has.
pub fn month_length(year: i64, month: i64) -> i64 {
    let next = if month == 12 { day(year + 1, 1, 1) } else { day(year, month + 1, 1) };
    next - day(year, month, 1)
}

/// 1 for Monday to 7 for Sunday.
pub fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7) + 1
}

/// Week-based year and week (ISO 8601).
pub fn week(day_number: i64) -> (i64, i64) {
    let thursday = day_number - weekday(day_number) + 4;
    let year = civil(thursday).0;
    (year, (thursday - day(year, 1, 1)) / 7 + 1)
}

/// Whether a week-based year has 53 weeks.
pub fn has_week_53(year: i64) -> bool {
    first_monday(year + 1) - first_monday(year) == 53 * 7
}

/// The Monday of the first week of a week-based year.
pub fn first_monday(year: i64) -> i64 {
    let fourth = day(year, 1, 4);
    fourth - weekday(fourth) + 1
}

/// The first day of a quarter.
pub fn quarter_start(year: i64, quarter: i64) -> i64 {
    day(year, quarter * 3 - 2, 1)
}

/// Adds months; a day beyond the end of the month becomes its last.
pub fn add_months(day_number: i64, months: i64) -> i64 {
    let (year, month, of_month) = civil(day_number);
    let total = year * 12 + month - 1 + months;
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12) + 1);
    day(year, month, of_month.min(month_length(year, month)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        assert_eq!(day(1970, 1, 1), 0);
        assert_eq!(day(2000, 2, 29), 11_016);
        for number in (-1_000_000..1_000_000).step_by(13) {
            let (year, month, of_month) = civil(number);
            assert_eq!(day(year, month, of_month), number);
        }
    }

    #[test]
    fn weeks_belong_to_the_year_of_their_thursday() {
        assert_eq!(week(day(1816, 12, 30)), (1817, 1));
        assert_eq!(week(day(2016, 1, 3)), (2015, 53));
        assert_eq!(first_monday(1817), day(1816, 12, 30));
    }
}
