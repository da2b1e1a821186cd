//! Graph patterns.

use graphlance_graph::Name;

use super::Expression;

/// A path pattern: `[variable =] element element ...`, possibly under a path selector.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Pattern {
    /// The path variable.
    pub variable: Option<Name>,
    /// Which of the matching paths are wanted.
    pub selector: PathSelector,
    /// The path itself.
    pub path: PathPattern,
}

/// Which of the matching paths are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathSelector {
    /// All of them.
    #[default]
    All,
    /// `shortestPath(..)`
    ShortestPath,
    /// `allShortestPaths(..)`
    AllShortestPaths,
    /// `SHORTEST k path`
    Shortest(u32),
    /// `ALL SHORTEST path`
    AllShortest,
    /// `ANY path`
    Any,
}

/// `(a)-[r]->(b)...`: a node, then segments.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct PathPattern {
    /// The first node.
    pub start: NodePattern,
    /// What follows it.
    pub segments: Vec<Segment>,
}

/// A step of a path pattern to its next node.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Segment {
    /// `-[r]->(b)`
    Hop {
        /// The relationship.
        relationship: RelationshipPattern,
        /// The node it leads to.
        node: NodePattern,
    },
    /// `((a)-[r]->(b) WHERE p){1,3} (c)`: a quantified path pattern and the node after it.
    Quantified {
        /// The repeated path.
        path: Box<PathPattern>,
        /// Its inline WHERE.
        predicate: Option<Expression>,
        /// How often.
        quantifier: Quantifier,
        /// The node after it. Printed only when it says something, or where the grammar needs it.
        node: NodePattern,
    },
}

/// `{min,max}`, `+` is `{1,}`, `*` is `{0,}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantifier {
    /// At least.
    pub min: u32,
    /// At most; none when unbounded.
    pub max: Option<u32>,
}

/// `(variable:Label {key: value} WHERE predicate)`.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct NodePattern {
    /// The variable.
    pub variable: Option<Name>,
    /// The label expression.
    pub labels: Option<LabelExpression>,
    /// `{key: value}` or a parameter.
    pub properties: Option<Expression>,
    /// Inline WHERE.
    pub predicate: Option<Expression>,
}

/// `-[variable:TYPE*1..2 {key: value} WHERE predicate]->`.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct RelationshipPattern {
    /// The variable.
    pub variable: Option<Name>,
    /// The types; more than one is written `:A|B`.
    pub types: Option<LabelExpression>,
    /// `*min..max`.
    pub length: Option<Length>,
    /// `{key: value}` or a parameter.
    pub properties: Option<Expression>,
    /// Inline WHERE.
    pub predicate: Option<Expression>,
    /// The arrow.
    pub direction: Direction,
}

/// The arrow of a relationship pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `-->`
    #[default]
    Right,
    /// `<--`
    Left,
    /// `--` (and `<-->`)
    Either,
}

/// The bounds of a variable-length relationship: `*`, `*2`, `*1..`, `*..3`, `*1..3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// The lower bound; 1 when not written.
    pub min: Option<u32>,
    /// The upper bound; none when not written. `*2` has `min == max`.
    pub max: Option<u32>,
}

/// A label expression over labels or types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LabelExpression {
    /// `A`
    Name(Name),
    /// `%`: any label at all.
    Wildcard,
    /// `!a`
    Not(Box<LabelExpression>),
    /// `a&b`
    And(Box<LabelExpression>, Box<LabelExpression>),
    /// `a|b`
    Or(Box<LabelExpression>, Box<LabelExpression>),
    /// `:A:B`, the conjunction of openCypher 9; at least two names, only at the top.
    Colons(Vec<Name>),
}

impl LabelExpression {
    /// `:A:B..`; none for no label.
    pub fn all_of(labels: impl IntoIterator<Item = Name>) -> Option<LabelExpression> {
        let mut labels: Vec<Name> = labels.into_iter().collect();
        match labels.len() {
            0 => None,
            1 => labels.pop().map(LabelExpression::Name),
            _ => Some(LabelExpression::Colons(labels)),
        }
    }

    /// `:A&B..`, the same as [`LabelExpression::all_of`] as a label expression; none for no label.
    pub fn each_of(labels: impl IntoIterator<Item = Name>) -> Option<LabelExpression> {
        let and = |left, right| LabelExpression::And(Box::new(left), Box::new(right));
        labels.into_iter().map(LabelExpression::Name).reduce(and)
    }

    /// `:A|B..`; none for no type.
    pub fn any_of(types: impl IntoIterator<Item = Name>) -> Option<LabelExpression> {
        types
            .into_iter()
            .map(LabelExpression::Name)
            .reduce(|left, right| LabelExpression::Or(Box::new(left), Box::new(right)))
    }

    /// Whether a set of labels (or a single type) satisfies the expression.
    pub fn matches(&self, has: &impl Fn(&str) -> bool, has_any: bool) -> bool {
        match self {
            LabelExpression::Name(name) => has(name),
            LabelExpression::Wildcard => has_any,
            LabelExpression::Not(inner) => !inner.matches(has, has_any),
            LabelExpression::And(a, b) => a.matches(has, has_any) && b.matches(has, has_any),
            LabelExpression::Or(a, b) => a.matches(has, has_any) || b.matches(has, has_any),
            LabelExpression::Colons(names) => names.iter().all(|name| has(name)),
        }
    }
}

impl Direction {
    /// The arrow as seen from the other end.
    pub fn reversed(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Either => Direction::Either,
        }
    }
}

impl From<PathPattern> for Pattern {
    fn from(path: PathPattern) -> Pattern {
        Pattern { variable: None, selector: PathSelector::All, path }
    }
}
