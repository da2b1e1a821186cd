//! Decimals as Java's `BigDecimal` has them: an integer and how many of its digits stand behind the point.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;

/// The value `unscaled * 10^-scale`. `1.0` and `1.00` are two values of one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigDecimal {
    /// The digits with the sign.
    pub unscaled: BigInt,
    /// How many of the digits stand behind the point; below zero there are as many zeros in front of it.
    pub scale: i32,
}

/// Why a text is no decimal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no decimal")]
pub struct NoDecimal(String);

impl BigDecimal {
    /// The decimal of an integer and a scale.
    pub fn new(unscaled: impl Into<BigInt>, scale: i32) -> BigDecimal {
        BigDecimal { unscaled: unscaled.into(), scale }
    }

    /// The decimal of the same number without zeros at the end.
    pub fn normal(&self) -> BigDecimal {
        let text = self.unscaled.to_string();
        let digits = text.trim_end_matches('0');
        match (digits.trim_start_matches('-').is_empty(), digits.parse::<BigInt>()) {
            (false, Ok(unscaled)) => {
                let zeros = i32::try_from(text.len() - digits.len()).unwrap_or(i32::MAX);
                BigDecimal { unscaled, scale: self.scale.saturating_sub(zeros) }
            }
            _ => BigDecimal::new(0, 0),
        }
    }
}

impl FromStr for BigDecimal {
    type Err = NoDecimal;

    /// Reads what Java's constructor reads: an optional sign, digits with a point anywhere in them, an exponent.
    fn from_str(text: &str) -> Result<BigDecimal, NoDecimal> {
        let fails = || NoDecimal(text.chars().take(60).collect());
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(place) => {
                let exponent = text.get(place + 1..).unwrap_or_default();
                (text.get(..place).unwrap_or_default(), exponent.parse::<i64>().map_err(|_| fails())?)
            }
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
        let all_digits = digits.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if digits.len() + fraction.len() == 0 || !all_digits {
            return Err(fails());
        }
        let sign = if whole.starts_with('-') { "-" } else { "" };
        let unscaled = format!("{sign}{digits}{fraction}").parse().map_err(|_| fails())?;
        let scale = i64::try_from(fraction.len()).unwrap_or(i64::MAX).saturating_sub(exponent);
        Ok(BigDecimal { unscaled, scale: i32::try_from(scale).map_err(|_| fails())? })
    }
}

impl fmt::Display for BigDecimal {
    /// The text of Java's `toString`: plain where there is a point not far behind the first digit, otherwise with an exponent. It
    /// reads back as the same value.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.unscaled.to_string();
        let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
        let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let exponent = count - 1 - i64::from(self.scale);
        formatter.write_str(sign)?;
        if self.scale == 0 {
            return formatter.write_str(digits);
        }
        if self.scale > 0 && exponent >= -6 {
            let point = count - i64::from(self.scale);
            let zeros = "0".repeat(usize::try_from(1 - point).unwrap_or(0));
            let padded = format!("{zeros}{digits}");
            let place = usize::try_from(point.max(1)).unwrap_or(1);
            let (whole, fraction) = padded.split_at(place);
            return write!(formatter, "{whole}.{fraction}");
        }
        let (first, rest) = digits.split_at(1);
        formatter.write_str(first)?;
        if !rest.is_empty() {
            write!(formatter, ".{rest}")?;
        }
        if exponent == 0 { Ok(()) } else { write!(formatter, "E{exponent:+}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, unscaled: i64, scale: i32, printed: &str) {
        let decimal: BigDecimal = text.parse().unwrap();
        assert_eq!(decimal, BigDecimal::new(unscaled, scale), "{text}");
        assert_eq!(decimal.to_string(), printed, "{text}");
        assert_eq!(printed.parse(), Ok(decimal), "{printed}");
    }

    /// The examples of the documentation of `java.math.BigDecimal.toString`, and what else is near an edge.
    #[test]
    fn texts_are_those_of_java() {
        check("123", 123, 0, "123");
        check("-123", -123, 0, "-123");
        check("1.23E3", 123, -1, "1.23E+3");
        check("1.23E+5", 123, -3, "1.23E+5");
        check("12.3", 123, 1, "12.3");
        check("0.00123", 123, 5, "0.00123");
        check("1.23E-8", 123, 10, "1.23E-8");
        check("-1.23E-10", -123, 12, "-1.23E-10");
        check("1.00", 100, 2, "1.00");
        check("0.00", 0, 2, "0.00");
        check("0e3", 0, -3, "0E+3");
        check(".5", 5, 1, "0.5");
        check("5.", 5, 0, "5");
        check("0.000001", 1, 6, "0.000001");
        check("0.0000001", 1, 7, "1E-7");
    }

    #[test]
    fn what_is_no_decimal_is_an_error() {
        for text in
            ["", ".", "e1", "1e", "1e+-1", "--1", "1.-2", "1.2.3", "1e9999999999999", "0x1", "1e99999999999999999999"]
        {
            assert!(text.parse::<BigDecimal>().is_err(), "{text}");
        }
    }
}
