//! Floats as SQLite writes them.

use num_bigint::BigUint;

/// A float with the fifteen digits that SQLite prints. It first takes a whole number of eighteen or nineteen digits, the nearest
/// float and what is left of it, cut off, and rounds that; so it may differ in the last digit from what the float is nearest to
/// (`sqlite3FpDecode` of 3.51.1; of 200,000 floats from 1e-12 to 1e15 each had its digits, of 30,000 from 1e-300 to 1e300 one in a
/// hundred did not, since SQLite scales by products that are rounded).
pub(super) fn fifteen_digits(float: f64) -> f64 {
    if float == 0.0 || !float.is_finite() {
        return float;
    }
    let (scaled, exponent) = scaled(float.abs());
    let digits = scaled.to_string();
    let (kept, cut) = digits.split_at(15);
    let kept = kept.parse::<u64>().unwrap_or_default() + u64::from(cut >= "5");
    let exponent = exponent + cut.len() as i32;
    // Beyond the greatest float it is infinite, as what is read back there is.
    format!("{kept}e{exponent}").parse().map_or(float, |rounded: f64| rounded.copysign(float))
}

/// The greatest number that SQLite scales to.
const TOP: u64 = 9_223_372_036_854_774_784;

/// A positive float as a whole number times a power of ten.
fn scaled(float: f64) -> (u64, i32) {
    let top = TOP as f64;
    let mut exponent = (float.log10() - top.log10()).ceil() as i32;
    loop {
        let (whole, is_more) = divided(float, exponent);
        let (least, top) = (BigUint::from(TOP) / 10_u8, BigUint::from(TOP));
        if whole > top {
            exponent += 1;
        } else if whole < least {
            exponent -= 1;
        } else {
            let whole = u64::try_from(whole).unwrap_or(TOP);
            // The nearest float, and what is left of it cut off: up where it is greater.
            let is_above = whole as f64 as u64 > whole;
            return (whole + u64::from(is_above && is_more), exponent);
        }
    }
}

/// A positive float divided by a power of ten: the whole part, and whether there is more.
fn divided(float: f64, exponent: i32) -> (BigUint, bool) {
    let bits = float.to_bits();
    let stored = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, power) = if stored == 0 { (fraction, -1074) } else { (fraction | 1 << 52, stored - 1075) };
    let ten = |power: i32| BigUint::from(10_u8).pow(power.unsigned_abs());
    let (mut above, mut below) = (BigUint::from(mantissa), BigUint::from(1_u8));
    if power < 0 {
        below <<= power.unsigned_abs()
    } else {
        above <<= power.unsigned_abs()
    }
    if exponent < 0 {
        above *= ten(exponent)
    } else {
        below *= ten(exponent)
    }
    let whole = &above / &below;
    let is_more = &whole * &below != above;
    (whole, is_more)
}

#[cfg(test)]
mod tests {
    use super::fifteen_digits;

    /// Each as SQLite 3.51.1 prints it: `SELECT CAST(x AS TEXT)`.
    #[test]
    fn floats_have_the_digits_that_sqlite_prints() {
        for (float, printed) in [
            (1.109086701051335, 1.10908670105134),
            (6.900554583951795, 6.90055458395179),
            (185.4610843400975, 185.461084340098),
            (982.0131895753035, 982.013189575304),
            (0.9279894677784295, 0.927989467778429),
            (0.1, 0.1),
            (1.0, 1.0),
            (123456789012345.67, 123456789012346.0),
            (0.00013336414173940604, 0.000133364141739406),
            (1e300, 1.0e300),
            (5e-324, 4.94065645841247e-324),
            (2.2250738585072014e-308, 2.2250738585072e-308),
            (9.223372036854775, 9.22337203685477),
            (9.999999999999998, 10.0),
            (0.3333333333333333, 0.333333333333333),
            (2.5, 2.5),
            (1000000000000000.0, 1.0e15),
            (1234567890123456.0, 1.23456789012346e15),
            (9007199254740992.0, 9.00719925474099e15),
            (1e22, 1.0e22),
            (1e23, 1.0e23),
        ] {
            assert_eq!(fifteen_digits(float), printed, "{float}");
            assert_eq!(fifteen_digits(-float), -printed, "-{float}");
        }
        assert_eq!(fifteen_digits(f64::MAX), f64::INFINITY);
    }
}
