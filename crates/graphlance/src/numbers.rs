//! Numbers of the command line and of settings files, within bounds.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::exit::Problem;

/// The most that a deadline or time may be: a day.
const DAY: f64 = 86_400.0;

/// A number within its bounds. The error names the flag and the bounds.
pub fn between<T: PartialOrd + Display>(flag: &str, number: T, bounds: RangeInclusive<T>) -> Result<T, Problem> {
    if bounds.contains(&number) {
        return Ok(number);
    }
    Err(Problem::usage(format!("--{flag} must be {} to {}, not {number}", bounds.start(), bounds.end())))
}

/// Seconds, from a thousandth to a day.
pub fn seconds(flag: &str, seconds: f64) -> Result<Duration, Problem> {
    Ok(Duration::from_secs_f64(between(flag, seconds, 0.001..=DAY)?))
}

/// Milliseconds, from a thousandth to a minute.
pub fn milliseconds(flag: &str, milliseconds: f64) -> Result<Duration, Problem> {
    Ok(Duration::from_secs_f64(between(flag, milliseconds, 0.001..=60_000.0)? / 1000.0))
}

/// How often a case is run.
pub fn times(times: u32) -> Result<u32, Problem> {
    between("times", times, 1..=10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: f64, good: bool) {
        let outcome = seconds("deadline", number).map_err(|problem| problem.error.to_string());
        assert_eq!(outcome.is_ok(), good, "{number}");
        if let Err(text) = outcome {
            assert!(text.starts_with("--deadline must be 0.001 to 86400, not "), "{text}");
        }
    }

    #[test]
    fn seconds_are_a_positive_number_that_is_no_more_than_a_day() {
        for good in [0.001, 3.0, 86_400.0] {
            check(good, true);
        }
        for bad in [0.0, -1.0, 1e-9, 86_401.0, 1e19, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            check(bad, false);
        }
    }
}
