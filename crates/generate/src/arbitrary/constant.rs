//! Random constants of any kind: ordinary ones that often coincide, and values at the boundaries of their types.

use graphlance_cypher::ast::Expression;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Random, Value};

use super::moment;

/// Kinds of which there are constants, common ones several times.
const KINDS: &[Kind] = &[
    Kind::Boolean,
    Kind::Integer,
    Kind::Integer,
    Kind::Float,
    Kind::Float,
    Kind::String,
    Kind::String,
    Kind::List,
    Kind::List,
    Kind::Map,
    Kind::Temporal(TemporalKind::Date),
    Kind::Temporal(TemporalKind::DateTime),
    Kind::Temporal(TemporalKind::Duration),
    Kind::Point,
];

const INTEGERS: &[i64] = &[i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX, 1 << 31, 1 << 53, (1 << 53) + 1];

const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    0.5,
    1.5,
    -2.5,
    0.1,
    1e16,
    9_007_199_254_740_993.0,
    1e308,
    -1e308,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

const TEXTS: &[&str] = &[
    "",
    " ",
    " a ",
    "a",
    "A",
    "ab",
    "abab",
    "aXb",
    "a.b",
    "a|b",
    "12",
    "-7",
    "1.5",
    "1e3",
    "0x1F",
    "017",
    "+3",
    " 1 ",
    "true",
    "FALSE",
    "null",
    "NaN",
    "é",
    "ß",
    "İ",
    "e\u{301}",
    "日本",
    "😀",
    "\u{a0}x\u{2003}",
    "a\nb",
    "'",
    "\\",
    "2020-02-29",
    ".*",
    "a+",
    "[a-c]*",
    "(?i)A",
    "\\d+",
];

/// A random kind of which there are constants.
pub(super) fn kind(random: &mut Random) -> Kind {
    random.pick(KINDS).copied().unwrap_or(Kind::Integer)
}

/// A constant of a kind; null for elements of graphs, of which there are none.
pub(super) fn constant(random: &mut Random, of: Kind) -> Expression {
    match of {
        Kind::Any => {
            let of = kind(random);
            constant(random, of)
        }
        Kind::Boolean => build::boolean(random.chance(0.5)),
        Kind::Integer => build::integer(integer(random)),
        Kind::Float => build::constant(&Value::Float(float(random))).unwrap_or_else(build::null),
        Kind::Number => {
            let of = if random.chance(0.5) { Kind::Integer } else { Kind::Float };
            constant(random, of)
        }
        Kind::String => build::string(random.pick(TEXTS).copied().unwrap_or_default()),
        Kind::List => {
            // Mostly of one kind.
            let one = kind(random);
            let items = (0..random.below(5)).map(|_| {
                let of = if random.chance(0.8) { one } else { Kind::Any };
                if random.chance(0.1) { build::null() } else { constant(random, flat(of)) }
            });
            Expression::List(items.collect())
        }
        Kind::Map => {
            let keys = random.sample(&["a", "b", "c", "A"], 3);
            let count = random.below(4);
            let entry = |key: &str| (key.into(), constant(random, flat(Kind::Any)));
            Expression::Map(keys.into_iter().take(count).map(entry).collect())
        }
        Kind::Temporal(of) => moment::made(random, of),
        Kind::Point => moment::point(random),
        Kind::Node | Kind::Relationship | Kind::Path => build::null(),
    }
}

/// What stands in a list or map: another list only now and then is none.
fn flat(of: Kind) -> Kind {
    match of {
        Kind::Any | Kind::Map | Kind::List => Kind::Integer,
        of => of,
    }
}

fn integer(random: &mut Random) -> i64 {
    match random.below(10) {
        0 => random.pick(INTEGERS).copied().unwrap_or_default(),
        1 => random.integer(-1_000_000_000_000, 1_000_000_000_000),
        _ => random.integer(-3, 6),
    }
}

fn float(random: &mut Random) -> f64 {
    match random.below(10) {
        0..=3 => random.pick(FLOATS).copied().unwrap_or_default(),
        4 => (random.unit() - 0.5) * 1e6,
        _ => random.integer(-24, 24) as f64 / 8.0,
    }
}
