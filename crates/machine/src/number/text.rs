//! The texts of numbers, as Java's `toString` has them.

use graphlance_gremlin::Scalar;

/// The digits that a number of a width always keeps, and the greatest power of ten that is such a number itself, so that few digits
/// are always read back as they are.
const FLOAT: (usize, i32) = (6, 10);
const DOUBLE: (usize, i32) = (15, 22);

/// The text of a number.
pub fn text(number: &Scalar) -> String {
    match number {
        Scalar::Byte(value) => value.to_string(),
        Scalar::Short(value) => value.to_string(),
        Scalar::Integer(value) => value.to_string(),
        Scalar::Long(value) => value.to_string(),
        Scalar::BigInteger(value) => value.to_string(),
        Scalar::BigDecimal(value) => value.to_string(),
        Scalar::Float(value) if value.is_finite() => finite(&format!("{value:e}")),
        Scalar::Float(value) => infinite(f64::from(*value)),
        Scalar::Double(value) if value.is_finite() => finite(&format!("{value:e}")),
        Scalar::Double(value) => infinite(*value),
        _ => String::new(),
    }
}

/// Whether all releases of Java write a number alike. Those before 19 write some floats with more digits than tell them apart,
/// among them integers that are not what their digits say.
pub fn is_settled(number: &Scalar) -> bool {
    let (scientific, value, (most, plain)) = match number {
        Scalar::Float(value) if value.is_finite() => (format!("{value:e}"), f64::from(*value), FLOAT),
        Scalar::Double(value) if value.is_finite() => (format!("{value:e}"), *value, DOUBLE),
        _ => return true,
    };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let Ok(exponent) = exponent.parse::<i32>() else { return false };
    if digits.len() > most || exponent.abs() > plain {
        return false;
    }
    // A number as large as this has no digits behind the point.
    let Some(zeros) = usize::try_from(exponent).ok().and_then(|exponent| (exponent + 1).checked_sub(digits.len()))
    else {
        return true;
    };
    format!("{digits}{}", "0".repeat(zeros)).parse().ok() == Some(value.abs() as u128)
}

fn infinite(value: f64) -> String {
    let text = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    };
    text.to_owned()
}

/// From digits with an exponent to Java's form: plain between a thousandth and ten millions, otherwise with an exponent;
/// always with a digit behind the point.
fn finite(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if digits.chars().all(|digit| digit == '0') {
        return format!("{sign}0.0");
    }
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    if !(-3..7).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        return format!("{sign}{first}.{}E{exponent}", or_zero(rest));
    }
    let point = usize::try_from(exponent + 1).unwrap_or(0);
    if exponent < 0 {
        let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
        return format!("{sign}0.{zeros}{digits}");
    }
    let padded = format!("{digits:0<point$}");
    let (whole, fraction) = padded.split_at(point);
    format!("{sign}{whole}.{}", or_zero(fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: f64, expected: &str) {
        assert_eq!(text(&Scalar::Double(value)), expected);
    }

    #[test]
    fn floats_of_many_digits_are_not_written_alike_by_all_releases() {
        let settled = |value: f64| is_settled(&Scalar::Double(value));
        assert!(settled(0.1) && settled(1e22) && settled(-123_456.75) && settled(f64::NAN));
        assert!(!settled(5.044_751_928_878_965e16) && !settled(2e23) && !settled(0.1 + 0.2));
        // 4.3370713189138099E18 before 19.
        assert!(!settled(4.337_071_318_913_81e18) && settled(-2e18) && settled(120.0));
        assert!(is_settled(&Scalar::Float(0.1)) && !is_settled(&Scalar::Float(16_777_216.0)));
        // 9.0071993E15 before 19.
        assert!(!is_settled(&Scalar::Float(9.007_199e15)));
    }

    #[test]
    fn doubles_are_written_as_java_writes_them() {
        check(0.0, "0.0");
        check(-0.0, "-0.0");
        check(1.0, "1.0");
        check(100.0, "100.0");
        check(0.001, "0.001");
        check(0.000_1, "1.0E-4");
        check(1_234_567.0, "1234567.0");
        check(12_345_678.0, "1.2345678E7");
        check(1e10, "1.0E10");
        check(-1.5e-7, "-1.5E-7");
        check(f64::NAN, "NaN");
        check(f64::NEG_INFINITY, "-Infinity");
        assert_eq!(text(&Scalar::Float(0.1)), "0.1");
    }
}
