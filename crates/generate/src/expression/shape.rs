//! Shapes: what values an expression may take, over every element of the graph.
//!
//! An engine may evaluate a predicate on elements that another predicate would have excluded, and on any row that some
//! plan brings up. An expression is therefore built so that it raises no error for any of them. Null is in every shape.

use graphlance_cypher::functions::{Domain, Kind};
use graphlance_graph::Value;
use graphlance_graph::value::{CARTESIAN, TemporalKind};

/// A set of values that contains null and everything an expression may evaluate to.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Only null.
    Null,
    /// Booleans.
    Boolean,
    /// Integers of a range.
    Integer(i64, i64),
    /// Finite floats of a range.
    Float(f64, f64),
    /// Strings.
    String {
        /// At most so many characters.
        longest: usize,
        /// All of them ASCII.
        ascii: bool,
        /// Neither digits only nor a number nor a truth value in any notation: conversions give null everywhere.
        plain: bool,
    },
    /// Lists of items of one shape.
    List {
        /// At most so many items.
        longest: usize,
        /// The items.
        item: Box<Shape>,
    },
    /// Nodes.
    Node,
    /// Relationships.
    Relationship,
    /// Temporal values of one kind.
    Temporal(TemporalKind),
    /// Points of the Cartesian plane.
    Point,
    /// Paths of at most so many relationships.
    Path(usize),
    /// Anything: usable only where nothing is computed from it.
    Any,
}

impl Shape {
    /// The smallest shape of one value.
    pub fn of(value: &Value) -> Shape {
        match value {
            Value::Null => Shape::Null,
            Value::Boolean(_) => Shape::Boolean,
            Value::Integer(i) => Shape::Integer(*i, *i),
            Value::Float(f) if f.is_finite() => Shape::Float(*f, *f),
            Value::String(s) => Shape::String { longest: s.chars().count(), ascii: s.is_ascii(), plain: is_plain(s) },
            Value::List(items) => Shape::List {
                longest: items.len(),
                item: Box::new(items.iter().map(Shape::of).reduce(Shape::join).unwrap_or(Shape::Null)),
            },
            Value::Node(_) => Shape::Node,
            Value::Relationship(_) => Shape::Relationship,
            Value::Path(path) => Shape::Path(path.relationships.len()),
            Value::Temporal(temporal) => Shape::Temporal(temporal.kind),
            Value::Point(point) if point.srid == CARTESIAN => Shape::Point,
            Value::Float(_) | Value::Map(_) | Value::Point(_) => Shape::Any,
        }
    }

    /// The smallest shape that contains both.
    pub fn join(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Null, shape) | (shape, Shape::Null) => shape,
            (Shape::Boolean, Shape::Boolean) => Shape::Boolean,
            (Shape::Integer(a, b), Shape::Integer(c, d)) => Shape::Integer(a.min(c), b.max(d)),
            (Shape::Float(a, b), Shape::Float(c, d)) => Shape::Float(a.min(c), b.max(d)),
            (
                Shape::String { longest, ascii, plain },
                Shape::String { longest: other_longest, ascii: other_ascii, plain: other_plain },
            ) => Shape::String {
                longest: longest.max(other_longest),
                ascii: ascii && other_ascii,
                plain: plain && other_plain,
            },
            (Shape::List { longest, item }, Shape::List { longest: other_longest, item: other_item }) => {
                Shape::List { longest: longest.max(other_longest), item: Box::new(item.join(*other_item)) }
            }
            (Shape::Node, Shape::Node) => Shape::Node,
            (Shape::Relationship, Shape::Relationship) => Shape::Relationship,
            (Shape::Temporal(a), Shape::Temporal(b)) if a == b => Shape::Temporal(a),
            (Shape::Point, Shape::Point) => Shape::Point,
            (Shape::Path(a), Shape::Path(b)) => Shape::Path(a.max(b)),
            _ => Shape::Any,
        }
    }

    /// The kind of its values; `Kind::Any` for null alone and for mixtures.
    pub fn kind(&self) -> Kind {
        match self {
            Shape::Boolean => Kind::Boolean,
            Shape::Integer(..) => Kind::Integer,
            Shape::Float(..) => Kind::Float,
            Shape::String { .. } => Kind::String,
            Shape::List { .. } => Kind::List,
            Shape::Node => Kind::Node,
            Shape::Relationship => Kind::Relationship,
            Shape::Path(_) => Kind::Path,
            Shape::Temporal(kind) => Kind::Temporal(*kind),
            Shape::Point => Kind::Point,
            Shape::Null | Shape::Any => Kind::Any,
        }
    }

    /// Whether all engines put any two of its values in the same order under `<`: not strings beyond ASCII, which
    /// collate, nor what is not ordered at all.
    pub fn is_ordered(&self) -> bool {
        match self {
            Shape::Integer(..) | Shape::Float(..) | Shape::String { ascii: true, .. } => true,
            Shape::Temporal(kind) => kind.is_ordered(),
            _ => false,
        }
    }

    /// The bounds of a number as floats.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        match self {
            Shape::Integer(low, high) => Some((*low as f64, *high as f64)),
            Shape::Float(low, high) => Some((*low, *high)),
            _ => None,
        }
    }

    /// Whether every value (null aside) lies in the domain.
    pub fn within(&self, domain: Domain) -> bool {
        let bounded = |low: f64, high: f64| self.bounds().is_some_and(|(a, b)| a >= low && b <= high);
        match domain {
            Domain::All => *self != Shape::Any,
            Domain::Ascii | Domain::NonEmpty => matches!(self, Shape::String { ascii: true, .. }),
            Domain::Unit => bounded(-1.0, 1.0),
            Domain::Positive => bounded(1e-9, 1e12),
            Domain::NonNegative => bounded(0.0, 1e15),
            Domain::Exponent => bounded(-40.0, 40.0),
            Domain::Moderate => bounded(-1e12, 1e12),
            Domain::Position => matches!(self, Shape::Integer(low, high) if *low >= 0 && *high <= 20),
            Domain::NonZero => bounded(1e-9, 1e12) || bounded(-1e12, -1e-9),
            Domain::TextStable => matches!(self, Shape::Boolean | Shape::Integer(..) | Shape::String { .. }),
            Domain::NotHalf => matches!(self, Shape::Integer(..)) && bounded(-1e12, 1e12),
            Domain::Percentile => bounded(0.0, 1.0),
        }
    }
}

/// Whether no conversion function of any engine makes a number or truth value of the text.
pub fn is_plain(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_ascii_alphabetic()).map(|c| c.to_ascii_lowercase());
    // Two letters that occur in no notation of numbers and truth values (0x.., 1e5, inf, nan, true, false, yes, on, y, n).
    letters.any(|c| matches!(c, 'g' | 'h' | 'j' | 'k' | 'm' | 'p' | 'q' | 'v' | 'w' | 'z'))
}
