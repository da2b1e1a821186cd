//! Temporal values, points, and functions that the maker of expressions calls seldom or never.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Function, Kind, Making, Scalar, TABLE};
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Latitude, Name};

use super::query::Skeleton;
use super::table::Table;
use super::value::Computed;
use crate::expression::Shape;

/// Units to which a date is cut, those to which a time of day is, and the parts that each has.
const DATE_UNITS: &[&str] = &["decade", "year", "quarter", "month", "week", "day"];
const TIME_UNITS: &[&str] = &["hour", "minute", "second"];
const DATE_PARTS: &[&str] = &["year", "quarter", "month", "week", "day", "ordinalDay", "dayOfWeek"];
const TIME_PARTS: &[&str] = &["hour", "minute", "second"];
const DURATION_PARTS: &[&str] = &["days", "hours", "minutes"];

/// A shape of integers that nothing overflows that is computed from them.
const SMALL: Shape = Shape::Integer(-1_000_000, 1_000_000);
/// A shape of floats in whose last digits engines may differ.
const REAL: Shape = Shape::Float(-1e20, 1e20);

impl<'a> Skeleton<'a, '_> {
    /// A value of a kind that properties seldom have, or of a function that is seldom called. `last`: it may be inexact.
    pub(super) fn special(&mut self, table: &Table<'a>, last: bool) -> Option<Computed> {
        if self.random.chance(0.35)
            && let Some(of_path) = self.of_path(table)
        {
            return Some(of_path);
        }
        match self.random.below(if last { 15 } else { 7 }) {
            0 => self.moment(table).map(|(_, computed)| computed),
            1 => self.computed_moment(table),
            2 => self.moment_part(table),
            3 => self.difference(table),
            4 => self.spatial(table, last),
            5 => self.told(table),
            6 => self.any_call(table, last),
            7..=9 => self.real_function(table),
            _ => self.any_call(table, last),
        }
    }

    /// An integer from 1 to `2 * modulus - 1`, mostly one that differs from row to row.
    fn small(&mut self, table: &Table<'a>, modulus: i64) -> Expression {
        let varies = self.random.chance(0.6)
            && self.context.vocabulary.has(Feature::Modulo)
            && self.context.vocabulary.has_function(Scalar::Coalesce);
        if !varies {
            return build::integer(self.random.integer(1, 2 * modulus - 1));
        }
        let row = self.row(table);
        let leaves = table.leaves(row);
        let Some(known) = self.expressions(&leaves).reference(Kind::Integer) else {
            return build::integer(self.random.integer(1, 2 * modulus - 1));
        };
        let rest = build::binary(BinaryOperator::Modulo, known.expression, build::integer(modulus));
        let rest = build::call(Scalar::Coalesce.name(), vec![rest, build::integer(0)]);
        build::binary(BinaryOperator::Add, rest, build::integer(modulus))
    }

    fn has(&self, scalar: Scalar) -> bool {
        self.context.dialect.has_function(scalar.name())
    }

    /// A call of a function that the target has.
    fn called(&self, scalar: Scalar, arguments: Vec<Expression>) -> Option<Expression> {
        self.has(scalar).then(|| build::call(scalar.name(), arguments))
    }

    fn entries(&mut self, table: &Table<'a>, parts: &[(&str, i64, i64)]) -> Expression {
        let entry = |(name, modulus, least): &(&str, i64, i64)| {
            let small = self.small(table, *modulus);
            let value =
                if *least == 0 { small } else { build::binary(BinaryOperator::Add, small, build::integer(*least)) };
            (Name::from(*name), value)
        };
        Expression::Map(parts.iter().map(entry).collect())
    }

    /// A temporal value of a kind that the target has.
    fn moment(&mut self, table: &Table<'a>) -> Option<(TemporalKind, Computed)> {
        let kind = *self.random.pick(TemporalKind::ALL)?;
        let computed = self.moment_of(table, kind)?;
        Some((kind, computed))
    }

    fn moment_of(&mut self, table: &Table<'a>, kind: TemporalKind) -> Option<Computed> {
        const DATE: [(&str, i64, i64); 3] = [("year", 20, 1980), ("month", 6, 0), ("day", 14, 0)];
        const TIME: [(&str, i64, i64); 2] = [("hour", 12, 0), ("minute", 30, 0)];
        let both: Vec<_> = DATE.iter().chain(&TIME).copied().collect();
        let map = match kind {
            TemporalKind::Date => self.entries(table, &DATE),
            TemporalKind::LocalTime | TemporalKind::Time => self.entries(table, &TIME),
            TemporalKind::LocalDateTime | TemporalKind::DateTime => self.entries(table, &both),
            TemporalKind::Duration => self.entries(table, &[("days", 14, 0), ("hours", 12, 0)]),
        };
        let map = match (map, kind) {
            (Expression::Map(mut entries), TemporalKind::Time | TemporalKind::DateTime) => {
                entries.push(("timezone".into(), build::string("+01:00")));
                Expression::Map(entries)
            }
            (map, _) => map,
        };
        let expression = self.called(Scalar::constructor(kind), vec![map])?;
        Some(Computed { expression, shape: Shape::Temporal(kind) })
    }

    /// A moment that is cut to a unit, moved by a duration, or counted from the epoch.
    fn computed_moment(&mut self, table: &Table<'a>) -> Option<Computed> {
        if self.random.chance(0.25) {
            return self.since_epoch(table);
        }
        let instants = [TemporalKind::Date, TemporalKind::LocalTime, TemporalKind::Time];
        let instants = [&instants[..], &[TemporalKind::LocalDateTime, TemporalKind::DateTime]].concat();
        let kind = *self.random.pick(&instants)?;
        let moment = self.moment_of(table, kind)?.expression;
        if self.random.chance(0.5) {
            let duration = self.moment_of(table, TemporalKind::Duration)?.expression;
            let operator = [BinaryOperator::Add, BinaryOperator::Subtract][self.random.below(2)];
            let expression = build::binary(operator, moment, duration);
            return Some(Computed { expression, shape: Shape::Temporal(kind) });
        }
        let (cut, units) = match kind {
            TemporalKind::Date => (Scalar::DateTruncate, DATE_UNITS),
            TemporalKind::LocalTime => (Scalar::LocalTimeTruncate, TIME_UNITS),
            TemporalKind::Time => (Scalar::TimeTruncate, TIME_UNITS),
            TemporalKind::LocalDateTime => (Scalar::LocalDateTimeTruncate, DATE_UNITS),
            _ => (Scalar::DateTimeTruncate, DATE_UNITS),
        };
        let unit = build::string(self.random.pick(units)?);
        let expression = self.called(cut, vec![unit, moment])?;
        Some(Computed { expression, shape: Shape::Temporal(kind) })
    }

    fn since_epoch(&mut self, table: &Table<'a>) -> Option<Computed> {
        let factor = build::integer(self.random.integer(1, 90_000));
        let count = build::binary(BinaryOperator::Multiply, self.small(table, 20), factor);
        let expression = if self.random.chance(0.5) {
            self.called(Scalar::DateTimeFromEpochMillis, vec![count])
        } else {
            self.called(Scalar::DateTimeFromEpoch, vec![count, build::integer(0)])
        }?;
        Some(Computed { expression, shape: Shape::Temporal(TemporalKind::DateTime) })
    }

    /// `date(..).year`
    fn moment_part(&mut self, table: &Table<'a>) -> Option<Computed> {
        let (kind, moment) = self.moment(table)?;
        let parts = match kind {
            TemporalKind::Date => DATE_PARTS,
            TemporalKind::LocalTime | TemporalKind::Time => TIME_PARTS,
            TemporalKind::Duration => DURATION_PARTS,
            _ if self.random.chance(0.5) => DATE_PARTS,
            _ => TIME_PARTS,
        };
        let part = *self.random.pick(parts)?;
        let expression = Expression::Property(Box::new(moment.expression), part.into());
        Some(Computed { expression, shape: SMALL })
    }

    /// What lies between two moments, or which of them is the later one.
    fn difference(&mut self, table: &Table<'a>) -> Option<Computed> {
        let kinds = [TemporalKind::Date, TemporalKind::LocalDateTime];
        let kind = kinds[self.random.below(2)];
        let (first, second) = (self.moment_of(table, kind)?.expression, self.moment_of(table, kind)?.expression);
        if self.random.chance(0.3) {
            let operators = [ComparisonOperator::Less, ComparisonOperator::GreaterOrEqual, ComparisonOperator::Equal];
            let expression = build::compare(*self.random.pick(&operators)?, first, second);
            return Some(Computed { expression, shape: Shape::Boolean });
        }
        let functions =
            [Scalar::DurationBetween, Scalar::DurationInMonths, Scalar::DurationInDays, Scalar::DurationInSeconds];
        let function = *self.random.pick(&functions)?;
        let expression = self.called(function, vec![first, second])?;
        Some(Computed { expression, shape: Shape::Temporal(TemporalKind::Duration) })
    }

    fn point(&mut self, table: &Table<'a>) -> Option<Expression> {
        let map = self.entries(table, &[("x", 6, 0), ("y", 4, 0)]);
        self.called(Scalar::Point, vec![map])
    }

    /// A point, one of its coordinates, whether it lies in a box, or how far it is from another.
    fn spatial(&mut self, table: &Table<'a>, last: bool) -> Option<Computed> {
        let point = self.point(table)?;
        match self.random.below(if last { 5 } else { 3 }) {
            0 => Some(Computed { expression: point, shape: Shape::Point }),
            1 => {
                let axis = ["x", "y"][self.random.below(2)];
                let expression = Expression::Property(Box::new(point), axis.into());
                Some(Computed { expression, shape: Shape::Float(-1e3, 1e3) })
            }
            2 => {
                let corner = |x: i64, y: i64| {
                    let entries = vec![("x".into(), build::integer(x)), ("y".into(), build::integer(y))];
                    build::call(Scalar::Point.name(), vec![Expression::Map(entries)])
                };
                let far = self.random.integer(3, 9);
                let expression = self.called(Scalar::PointWithinBBox, vec![point, corner(0, 0), corner(far, far)])?;
                Some(Computed { expression, shape: Shape::Boolean })
            }
            _ => {
                let other = self.point(table)?;
                let function = [Scalar::PointDistance, Scalar::Distance][self.random.below(2)];
                let expression = self.called(function, vec![point, other])?;
                Some(Computed { expression, shape: REAL })
            }
        }
    }

    /// What a function of the later manuals tells of a value.
    fn told(&mut self, table: &Table<'a>) -> Option<Computed> {
        let text = Shape::String { longest: 400, ascii: true, plain: false };
        let (expression, shape) = match self.random.below(6) {
            5 => {
                // The order of labels is not seen.
                let nodes = table.with_shape(|shape| *shape == Shape::Node);
                let node = build::variable(self.random.pick(&nodes)?.clone());
                let labels = self.called(Scalar::Labels, vec![node])?;
                (self.called(Scalar::Size, vec![labels])?, SMALL)
            }
            0 => {
                let (known, _) = self.column(table, &[Kind::Integer, Kind::String, Kind::Boolean, Kind::Float])?;
                (self.called(Scalar::ValueType, vec![known.expression])?, text)
            }
            1 => {
                let row = self.row(table);
                let leaves = table.leaves(row);
                let known = self.expressions(&leaves).reference(Kind::Integer)?;
                let is_property = matches!(known.expression, Expression::Property(..));
                (self.called(Scalar::Exists, vec![known.expression]).filter(|_| is_property)?, Shape::Boolean)
            }
            2 | 3 => {
                let (known, _) = self.column(table, &[Kind::String])?;
                let mut arguments = vec![known.expression];
                let form = *self.random.pick(&["NFC", "NFD", "NFKC", "NFKD"])?;
                arguments.extend(self.random.chance(0.4).then(|| build::string(form)));
                let shape = Shape::String { longest: 400, ascii: false, plain: false };
                (self.called(Scalar::Normalize, arguments)?, shape)
            }
            _ => {
                let (list, _) = self.items(table)?;
                (self.called(Scalar::Cardinality, vec![list])?, SMALL)
            }
        };
        Some(Computed { expression, shape })
    }

    /// How long a path is, or of how many elements.
    fn of_path(&mut self, table: &Table<'a>) -> Option<Computed> {
        let paths = table.with_shape(|shape| matches!(shape, Shape::Path(_)));
        let path = build::variable(self.random.pick(&paths)?.clone());
        let functions = [Scalar::Rels, Scalar::Relationships, Scalar::Nodes, Scalar::Length];
        let function = functions[self.random.below(functions.len())];
        let told = self.called(function, vec![path])?;
        let expression = match function {
            Scalar::Length => told,
            _ => self.called(Scalar::Size, vec![told])?,
        };
        Some(Computed { expression, shape: SMALL })
    }

    /// A call of any function that expressions may be made of, each as often as the others.
    fn any_call(&mut self, table: &Table<'a>, last: bool) -> Option<Computed> {
        let wanted = |function: &&'static Function| {
            matches!(function.making, Making::Drawn(..)) && (last || function.latitude == Latitude::Exact)
        };
        let functions: Vec<&'static Function> = self.context.vocabulary.scalars().filter(wanted).collect();
        let function = *self.random.pick(&functions)?;
        let row = self.row(table);
        let leaves = table.leaves(row);
        let known = self.expressions(&leaves).called(function, 1)?;
        Some(Computed { expression: known.expression, shape: known.shape })
    }

    /// A function of real numbers, of one between 0 and 1, where all of them are defined.
    fn real_function(&mut self, table: &Table<'a>) -> Option<Computed> {
        let wanted = |function: &&Function| {
            let real = matches!(function.latitude, Latitude::Ulps(_)) && function.result == Kind::Float;
            real && !function.is_aggregate()
                && (1..=2).contains(&function.parameters.len())
                && function.parameters.iter().all(|(kind, _)| *kind == Kind::Number)
                && self.context.dialect.has_function(function.name)
        };
        let functions: Vec<&Function> = TABLE.iter().filter(wanted).collect();
        let function = *self.random.pick(&functions)?;
        let small = self.small(table, 8);
        let unit = build::binary(BinaryOperator::Divide, small, Expression::Literal(Literal::Float(16.0)));
        if self.chance(Feature::Power, 0.1) {
            let expression = build::binary(BinaryOperator::Power, unit, build::integer(2));
            return Some(Computed { expression, shape: REAL });
        }
        let mut arguments = vec![unit];
        arguments.extend((1..function.parameters.len()).map(|_| build::integer(2)));
        Some(Computed { expression: build::call(function.name, arguments), shape: REAL })
    }
}
