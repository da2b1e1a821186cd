//! Random statements whose last RETURN must raise an error on some row, where there is one.

use graphlance_graph::Random;

/// A statement that computes what cannot be computed.
pub fn statement(random: &mut Random) -> String {
    let rows =
        one(random, &["UNWIND [3, 4, 5] AS x", "MATCH (n) WITH 3 AS x", "OPTIONAL MATCH (n) WITH DISTINCT 4 AS x"]);
    let culprit = culprit(random);
    let returned = match random.below(4) {
        0 => format!("[1, {culprit}]"),
        1 => format!("collect({culprit})"),
        2 => format!("max({culprit})"),
        _ => culprit,
    };
    format!("{rows} RETURN {returned} AS y")
}

/// An expression over `x`, an integer above 2, that raises an error.
fn culprit(random: &mut Random) -> String {
    let number = random.integer(1, 9);
    match random.below(4) {
        0 => match random.below(3) {
            0 => format!("9223372036854775807 + x - {}", random.integer(0, 1)),
            1 => format!("-9223372036854775807 - x * {number}"),
            _ => format!("4611686018427387904 * x * {number}"),
        },
        1 => format!("{number} {} (x - x)", one(random, &["/", "%"])),
        2 => {
            let value = one(random, &["x", "x + 1", "[x, true][0]"]);
            let function = one(random, &["toUpper", "trim", "reverse", "size"]);
            format!("{function}({value})")
        }
        _ => match random.below(3) {
            0 => format!("range(0, {number}, x - x)"),
            1 => format!("left('abc', x - x - {number})"),
            _ => format!("substring('abc', 0, x - x - {number})"),
        },
    }
}

fn one<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    texts[random.below(texts.len())]
}
