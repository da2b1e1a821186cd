//! Random scalars.

use super::Trees;
use crate::scalar::{BigDecimal, BigInt, DateTime, Scalar, Uuid};

pub(super) const STRINGS: &[&str] = &[
    "a",
    "b",
    "person",
    "knows",
    "name",
    "since",
    "",
    "it's",
    "\"",
    "\\",
    "\\n",
    "\n\r\t",
    "\u{8}\u{c}\u{0}\u{7f}\u{85}",
    "é日本😀",
    "${x}",
    "//",
    "g.V()",
    "\u{2028}",
    "'c",
    "a..b",
    "~label",
];

pub(super) const VARIABLES: &[&str] = &["x", "xx1", "vid1", "_a", "$v", "é", "日本"];

pub(super) const CLASSES: &[&str] = &["ReadOnlyStrategy", "SubgraphStrategy", "CountStrategy", "MyStrategy"];

pub(super) const WORDS: &[&str] = &["vertices", "x", "values", "id", "g"];

const INTEGERS: &[i64] =
    &[0, 1, -1, 2, 10, 127, -128, 255, 32_767, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

const FLOATS: &[f64] =
    &[0.0, -0.0, 1.0, -1.5, 0.1, 1e16, 1e-7, f64::MAX, f64::MIN_POSITIVE, 5e-324, -1e300, 123_456_789.125, 1e22];

impl Trees<'_> {
    pub(super) fn scalar(&mut self) -> Scalar {
        match self.choose(14) {
            0 => Scalar::Null,
            1 => Scalar::Boolean(self.chance(0.5)),
            2..=4 => self.number(),
            5 => Scalar::Double([f64::NAN, f64::INFINITY, f64::NEG_INFINITY][self.random.below(3)]),
            6 => Scalar::Character(['a', '\'', '"', '\\', '\n', 'é'][self.random.below(6)]),
            7 => Scalar::Uuid(Uuid::from_u64_pair(self.random.word(), self.random.word())),
            8 => Scalar::DateTime(self.date()),
            _ => Scalar::string(STRINGS[self.random.below(STRINGS.len())]),
        }
    }

    pub(super) fn integer(&mut self) -> Scalar {
        let value =
            if self.chance(0.7) { self.random.integer(-3, 12) } else { INTEGERS[self.random.below(INTEGERS.len())] };
        match self.random.below(6) {
            0 => Scalar::Byte(value as i8),
            1 => Scalar::Short(value as i16),
            2 => Scalar::Long(value),
            3 => Scalar::BigInteger(BigInt::from(value) * BigInt::from(INTEGERS[self.random.below(INTEGERS.len())])),
            _ => Scalar::Integer(value as i32),
        }
    }

    pub(super) fn number(&mut self) -> Scalar {
        if self.chance(0.6) {
            return self.integer();
        }
        let value = FLOATS[self.random.below(FLOATS.len())];
        let small = value as f32;
        match self.random.below(3) {
            0 if small.is_finite() => Scalar::Float(small),
            1 => {
                let digits = INTEGERS[self.random.below(INTEGERS.len())];
                let scale = [0, 1, 2, 30, -1, -30, i32::MAX, i32::MIN][self.random.below(8)];
                Scalar::BigDecimal(BigDecimal::new(digits, scale))
            }
            _ => Scalar::Double(value),
        }
    }

    pub(super) fn date(&mut self) -> DateTime {
        let day = if self.chance(0.8) {
            self.random.integer(-30_000, 30_000)
        } else {
            self.random.integer(-800_000, 5_000_000)
        };
        let nanos = match self.random.below(4) {
            0 => 0,
            1 => self.random.integer(0, 86_399) * 1_000_000_000,
            2 => self.random.integer(0, 86_399_999) * 1_000_000,
            _ => self.random.integer(0, 86_399_999_999_999),
        };
        let offset = [0, 0, 3600, -16_200, 64_800, -64_800, 3_723][self.random.below(7)];
        DateTime { day, nanos, offset }
    }
}
