//! Graph patterns.

use graphlance_graph::Name;

use super::Expression;

/// A path pattern: `[variable =] element element ...`, possibly under a path selector, and in parentheses with a
/// condition.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Pattern {
    /// The path variable.
    pub variable: Option<Name>,
    /// Which of the matching paths are wanted.
    pub selector: PathSelector,
    /// What may come again in a path, when written. Not with `shortestPath`.
    pub mode: Option<PathMode>,
    /// The path itself.
    pub path: PathPattern,
    /// What stands in parentheses around the path. Not with `shortestPath`.
    pub enclosed: Option<Box<Enclosed>>,
}

/// `(variable = path WHERE predicate)`: at least one of the two. They are of all paths, before some are selected.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Enclosed {
    /// The path variable; only under a selector that takes some of the paths.
    pub variable: Option<Name>,
    /// What must hold.
    pub predicate: Option<Expression>,
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
    /// `ANY k PATHS path`
    AnyPaths(u32),
    /// `SHORTEST k GROUPS path`: all paths of the k least lengths.
    ShortestGroups(u32),
}

/// What may come again in a path. Whether a relationship may also says the match mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathMode {
    /// `WALK`: everything, as without a mode.
    Walk,
    /// `TRAIL`: nodes, but no relationship.
    Trail,
    /// `ACYCLIC`: nothing.
    Acyclic,
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

impl RelationshipPattern {
    /// Whether it is one relationship: without a length, or with the length 1.
    pub fn is_one(&self) -> bool {
        self.length.is_none_or(|Length { min, max }| min.is_none_or(|min| min == 1) && max == Some(1))
    }
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
#[derive(Clone, Debug, PartialEq, Hash)]
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
    /// `$(names)`, `$any(names)`: labels that are computed.
    Dynamic(Box<DynamicLabels>),
    /// `:A:B`, the conjunction of openCypher 9; at least two names, only at the top.
    Colons(Vec<Name>),
}

/// `$(names)`, which is `$all(names)`, and `$any(names)`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct DynamicLabels {
    /// Whether one of the names is enough.
    pub any: bool,
    /// A string or a list of strings.
    pub names: Expression,
}

impl LabelExpression {
    /// Whether a part of it is computed.
    pub fn is_dynamic(&self) -> bool {
        match self {
            LabelExpression::Dynamic(_) => true,
            LabelExpression::Not(inner) => inner.is_dynamic(),
            LabelExpression::And(a, b) | LabelExpression::Or(a, b) => a.is_dynamic() || b.is_dynamic(),
            LabelExpression::Name(_) | LabelExpression::Wildcard | LabelExpression::Colons(_) => false,
        }
    }

    /// The computed parts, in the order of the text.
    pub fn dynamic_parts<'a>(&'a self, into: &mut Vec<&'a DynamicLabels>) {
        match self {
            LabelExpression::Dynamic(dynamic) => into.push(dynamic),
            LabelExpression::Not(inner) => inner.dynamic_parts(into),
            LabelExpression::And(a, b) | LabelExpression::Or(a, b) => {
                a.dynamic_parts(into);
                b.dynamic_parts(into);
            }
            LabelExpression::Name(_) | LabelExpression::Wildcard | LabelExpression::Colons(_) => {}
        }
    }

    /// The same with what `computed` says in the place of computed parts.
    pub fn resolved(&self, computed: &mut dyn FnMut(&DynamicLabels) -> LabelExpression) -> LabelExpression {
        match self {
            LabelExpression::Dynamic(dynamic) => computed(dynamic),
            LabelExpression::Not(inner) => LabelExpression::Not(Box::new(inner.resolved(computed))),
            LabelExpression::And(a, b) => {
                let a = a.resolved(computed);
                LabelExpression::And(Box::new(a), Box::new(b.resolved(computed)))
            }
            LabelExpression::Or(a, b) => {
                let a = a.resolved(computed);
                LabelExpression::Or(Box::new(a), Box::new(b.resolved(computed)))
            }
            other => other.clone(),
        }
    }

    /// What everything satisfies, or nothing.
    pub fn constant(holds: bool) -> LabelExpression {
        let any = || Box::new(LabelExpression::Wildcard);
        let none = Box::new(LabelExpression::Not(any()));
        if holds { LabelExpression::Or(any(), none) } else { LabelExpression::And(any(), none) }
    }

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

    /// Whether a set of labels (or a single type) satisfies the expression, whose computed parts are resolved: those that
    /// are not hold for nothing.
    pub fn matches(&self, has: &impl Fn(&str) -> bool, has_any: bool) -> bool {
        match self {
            LabelExpression::Name(name) => has(name),
            LabelExpression::Wildcard => has_any,
            LabelExpression::Not(inner) => !inner.matches(has, has_any),
            LabelExpression::And(a, b) => a.matches(has, has_any) && b.matches(has, has_any),
            LabelExpression::Or(a, b) => a.matches(has, has_any) || b.matches(has, has_any),
            LabelExpression::Colons(names) => names.iter().all(|name| has(name)),
            LabelExpression::Dynamic(_) => false,
        }
    }
}

impl PathSelector {
    /// Whether it takes some of the paths of each pair of end points (ISO 39075, selective path search prefixes).
    pub fn is_selective(self) -> bool {
        match self {
            PathSelector::All | PathSelector::ShortestPath | PathSelector::AllShortestPaths => false,
            PathSelector::Shortest(_)
            | PathSelector::AllShortest
            | PathSelector::Any
            | PathSelector::AnyPaths(_)
            | PathSelector::ShortestGroups(_) => true,
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
        Pattern { variable: None, selector: PathSelector::All, mode: None, path, enclosed: None }
    }
}
