//! Random syntax trees of every shape, for tests: they mean nothing, but each is in the normal form of [`crate::ast`],
//! so printing and parsing it must give it back.

mod clause;
mod expression;
mod pattern;
mod types;

use graphlance_graph::{Name, Random};
use smol_str::SmolStr;

use crate::ast::{Expression, Statement};

/// A random statement of about `size` nodes.
pub fn statement(random: &mut Random, size: usize) -> Statement {
    Trees { random, fuel: size }.statement()
}

/// A random expression of about `size` nodes.
pub fn expression(random: &mut Random, size: usize) -> Expression {
    Trees { random, fuel: size }.expression()
}

/// Names of all sorts: plain, keywords, and what needs quoting.
const NAMES: &[&str] = &[
    "a",
    "b",
    "n",
    "r",
    "x",
    "n0",
    "_k",
    "Person",
    "KNOWS",
    "count",
    "match",
    "END",
    "all",
    "reduce",
    "index",
    "exists",
    "foreach",
    "shortestPath",
    "call",
    "if",
    "a b",
    "é",
    "日本",
    "`",
    "``a`",
    "1a",
    "",
    "a.b",
    "-",
    "'",
    "\"",
    "\n",
];

const STRINGS: &[&str] = &[
    "",
    "a",
    "it's",
    "\"",
    "\\",
    "\\n",
    "\n\r\t",
    "\u{8}\u{c}\u{0}\u{7f}",
    "é日本😀",
    "a`b",
    "//",
    "/* */",
    "{$p}",
    "\u{2028}",
];

const INTEGERS: &[i64] = &[0, 1, -1, 2, 10, i64::MAX, i64::MIN, i64::MIN + 1, 1 << 53];

const FLOATS: &[f64] =
    &[0.0, -0.0, 1.0, -1.5, 0.1, 1e16, 1e-7, f64::MAX, f64::MIN_POSITIVE, 5e-324, -1e300, 123_456_789.125, 1e22];

/// A generator of trees with the nodes it may still make.
struct Trees<'r> {
    random: &'r mut Random,
    fuel: usize,
}

impl Trees<'_> {
    /// One of `0..bound`, and a node less to make.
    fn choose(&mut self, bound: usize) -> usize {
        self.fuel = self.fuel.saturating_sub(1);
        self.random.below(bound)
    }

    fn chance(&mut self, p: f64) -> bool {
        self.random.chance(p)
    }

    /// Whether there is fuel for something that need not be, and the dice want it.
    fn maybe<T>(&mut self, p: f64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.fuel > 0 && self.chance(p)).then(|| make(self))
    }

    fn name(&mut self) -> Name {
        // Plain names mostly, so that variables meet each other.
        let pool = if self.chance(0.7) { NAMES.get(..8).unwrap_or(NAMES) } else { NAMES };
        self.random.pick(pool).copied().unwrap_or("a").into()
    }

    fn string(&mut self) -> SmolStr {
        self.random.pick(STRINGS).copied().unwrap_or("").into()
    }

    /// One to three things, more only while there is fuel.
    fn some<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut things = vec![make(self)];
        while things.len() < 3 && self.fuel > 0 && self.chance(0.35) {
            things.push(make(self));
        }
        things
    }

    /// None to three things.
    fn any<T>(&mut self, make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        if self.fuel > 0 && self.chance(0.7) { self.some(make) } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests;
