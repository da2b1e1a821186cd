//! ORDER BY, SKIP and LIMIT that decide which rows come, and in which order.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::filter::vary;
use super::query::{ONE_ROW, Skeleton};
use super::table::Table;

impl<'a> Skeleton<'a, '_> {
    /// Sort keys over the columns of a projection: such as differ from row to row, the most telling first or not.
    pub(super) fn sort_keys(&mut self, projected: &Table<'a>) -> Vec<SortItem> {
        if !self.context.vocabulary.has(Feature::OrderBy) {
            return Vec::new();
        }
        let mut names: Vec<Name> = projected.names();
        names.retain(|name| projected.is_plain(name) && projected.shape(name).is_ordered() || projected.is_mixed(name));
        names.retain(|name| {
            let values: Vec<_> = (0..projected.count()).map(|row| projected.value(row, name).clone()).collect();
            vary(&values)
        });
        self.random.shuffle(&mut names);
        let count = 1 + self.random.geometric(0.6, 2);
        names.truncate(count);
        let mut key =
            |name: &Name| SortItem { expression: build::variable(name.clone()), descending: self.random.chance(0.5) };
        names.iter().map(&mut key).collect()
    }

    /// A sort key that is computed from a column, which is a variable of a number.
    pub(super) fn computed_key(&mut self, key: &mut SortItem, projected: &Table<'a>) {
        let Expression::Variable(name) = &key.expression else { return };
        if let crate::expression::Shape::Integer(low, high) = *projected.shape(name)
            && low > -(1 << 40)
            && high < 1 << 40
            && self.random.chance(0.3)
        {
            let inner = build::binary(BinaryOperator::Multiply, build::variable(name.clone()), build::integer(-1));
            key.expression = inner;
        }
    }

    /// SKIP and LIMIT that leave some of so many rows out, and mostly `least` of them in.
    pub(super) fn cut(&mut self, projection: &mut Projection, rows: usize, least: usize) {
        let least = if self.random.chance(ONE_ROW) { 1 } else { least };
        if rows <= least {
            return;
        }
        let mut left = rows;
        if self.chance(Feature::Skip, 0.35) {
            let skipped = self.random.between(1, (rows / 2).min(rows - least));
            projection.skip = Some(build::integer(skipped as i64));
            left -= skipped;
        }
        let limits = projection.skip.is_none() || self.random.chance(0.6);
        if limits && left > least && self.context.vocabulary.has(Feature::Limit) {
            // The fewer rows stay, the more it matters which.
            let most = if self.random.chance(0.6) { left.div_ceil(2) } else { left };
            let limit = self.random.between(least, most.min(left - 1).max(least));
            projection.limit = Some(build::integer(limit as i64));
        }
    }
}
