//! The pass over the order of things that have none: nodes, relationships, columns, patterns, conjuncts, items of lists.
//! Two reductions of one bug then tend to end at one text. A failure that depends on an order keeps it.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use graphlance_case::{Case, Load};
use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Statement, build, print_expression, print_pattern};
use graphlance_engines::TargetError;
use graphlance_graph::{NodeKey, RelationshipKey};

use super::Reducer;
use super::arrange::{Places, arranged, inversions, keys};
use super::nth::each_part;
use super::scope::conjuncts;
use super::walk::{self, Visitor};

/// Puts everything in the usual order at once; where that changes the failure, as much of it as can be.
pub(super) fn sort(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    if reducer.case().load == Load::Create {
        sort_graph(reducer)?;
    }
    for step in reducer.statement_steps() {
        reducer.attempt_statement(step, |statement| {
            let columns = !has_unions(statement);
            walk::statement(statement, &mut Sort { columns });
            true
        })?;
    }
    each_part(
        reducer,
        &[
            &|statement, index| {
                let free = !has_unions(statement);
                walk::nth_projection(statement, index, |projection| free && sort_columns(projection))
            },
            &|statement, index| walk::nth_clause(statement, index, sort_clause),
            &|statement, index| walk::nth_expression(statement, index, sort_expression),
        ],
    )
}

fn sort_graph(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for (nodes, relationships) in [(true, true), (true, false), (false, true)] {
        reducer.attempt(|case| {
            let places = Places::of(&case.graph);
            rearrange(case, |node_keys, relationship_keys| {
                if nodes {
                    node_keys.sort_by_key(|key| places.node(*key));
                }
                if relationships {
                    relationship_keys.sort_by_key(|key| places.relationship(*key));
                }
            })
        })?;
    }
    // Neighbours change places as long as that helps.
    let mut place = 0;
    while place < reducer.case().graph.node_count().max(reducer.case().graph.relationship_count()) {
        let nodes = reducer.attempt(|case| rearrange(case, |nodes, _| swap(nodes, place)))?;
        let relationships = reducer.attempt(|case| rearrange(case, |_, relationships| swap(relationships, place)))?;
        place = if nodes || relationships { place.saturating_sub(1) } else { place + 1 };
        if reducer.is_cut_short() {
            break;
        }
    }
    Ok(())
}

fn swap<T>(items: &mut [T], place: usize) {
    if place + 1 < items.len() {
        items.swap(place, place + 1);
    }
}

/// Changes the order of a graph's elements. False when it stays as it is.
fn rearrange(case: &mut Case, change: impl FnOnce(&mut Vec<NodeKey>, &mut Vec<RelationshipKey>)) -> bool {
    let before = keys(&case.graph);
    let (mut nodes, mut relationships) = before.clone();
    change(&mut nodes, &mut relationships);
    if (&nodes, &relationships) == (&before.0, &before.1) {
        return false;
    }
    match arranged(&case.graph, &nodes, &relationships) {
        Ok(graph) => {
            case.graph = Arc::new(graph);
            true
        }
        Err(_) => false,
    }
}

/// Whether there is a UNION: its parts must have their columns in one order.
pub(super) fn has_unions(statement: &Statement) -> bool {
    struct Unions(bool);
    impl Visitor for Unions {
        fn query(&mut self, query: &mut Query) {
            self.0 |= !query.unions.is_empty();
        }
    }
    let mut unions = Unions(false);
    walk::statement(&mut statement.clone(), &mut unions);
    unions.0
}

/// Sorts everything in a statement; columns only if they may be.
struct Sort {
    columns: bool,
}

impl Visitor for Sort {
    fn projection(&mut self, projection: &mut Projection) {
        if self.columns {
            sort_columns(projection);
        }
    }

    fn clause(&mut self, clause: &mut Clause) {
        sort_clause(clause);
    }

    fn expression(&mut self, expression: &mut Expression) {
        sort_expression(expression);
    }
}

fn sort_columns(projection: &mut Projection) -> bool {
    sort_items(&mut projection.items, |item| expression_key(&item.expression))
}

fn sort_clause(clause: &mut Clause) -> bool {
    let predicate = match clause {
        Clause::Match(part) => {
            let patterns = sort_items(&mut part.patterns, pattern_key);
            return sort_conjuncts(&mut part.predicate) || patterns;
        }
        Clause::With(part) => &mut part.predicate,
        _ => return false,
    };
    sort_conjuncts(predicate)
}

fn sort_conjuncts(predicate: &mut Option<Expression>) -> bool {
    let Some(whole) = predicate.take() else { return false };
    let mut parts = conjuncts(whole);
    let sorted = sort_items(&mut parts, expression_key);
    *predicate = build::all(parts);
    sorted
}

fn sort_expression(expression: &mut Expression) -> bool {
    match expression {
        Expression::List(items) if items.iter().all(|item| matches!(item, Expression::Literal(_))) => {
            sort_items(items, expression_key)
        }
        Expression::Comparison(left, links) if is_turned(left, links) => {
            if let Some((_, right)) = links.first_mut() {
                std::mem::swap(left.as_mut(), right);
            }
            true
        }
        _ => false,
    }
}

/// `1 = a.k` for `a.k = 1`.
fn is_turned(left: &Expression, links: &[(ComparisonOperator, Expression)]) -> bool {
    match links {
        [(ComparisonOperator::Equal | ComparisonOperator::NotEqual, right)] => {
            matches!(left, Expression::Literal(_)) && !matches!(right, Expression::Literal(_))
        }
        _ => false,
    }
}

/// Sorts; false when it stays as it is.
fn sort_items<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) -> bool {
    let sorted = items.is_sorted_by(|one, other| key(one).cmp(&key(other)) != Ordering::Greater);
    items.sort_by_cached_key(key);
    !sorted
}

/// How many pairs of a statement's parts stand in the wrong order, where the order means nothing.
#[derive(Default)]
pub(super) struct Disorder {
    pairs: usize,
    columns: usize,
    unions: bool,
}

impl Disorder {
    /// The pairs.
    pub(super) fn pairs(&self) -> usize {
        self.pairs + if self.unions { 0 } else { self.columns }
    }

    /// Notes a UNION, under which columns have an order.
    pub(super) fn query(&mut self, query: &Query) {
        self.unions |= !query.unions.is_empty();
    }

    /// Counts in a projection.
    pub(super) fn projection(&mut self, projection: &Projection) {
        let keys: Vec<_> = projection.items.iter().map(|item| expression_key(&item.expression)).collect();
        self.columns += inversions(&keys);
    }

    /// Counts in a clause.
    pub(super) fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Match(part) => {
                self.count(part.patterns.iter().map(pattern_key));
                self.predicate(part.predicate.as_ref());
            }
            Clause::With(part) => self.predicate(part.predicate.as_ref()),
            _ => {}
        }
    }

    /// Counts in an expression.
    pub(super) fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::List(items) if items.iter().all(|item| matches!(item, Expression::Literal(_))) => {
                self.count(items.iter().map(expression_key));
            }
            Expression::Comparison(left, links) => self.pairs += usize::from(is_turned(left, links)),
            _ => {}
        }
    }

    fn predicate(&mut self, predicate: Option<&Expression>) {
        if let Some(Expression::Binary(BinaryOperator::And, ..)) = predicate {
            self.count(predicate.cloned().map(conjuncts).iter().flatten().map(expression_key));
        }
    }

    fn count<K: Ord>(&mut self, keys: impl Iterator<Item = K>) {
        self.pairs += inversions(&keys.collect::<Vec<_>>());
    }
}

static STANDARD: LazyLock<Dialect> = LazyLock::new(Dialect::standard);

/// Short ones first.
fn expression_key(expression: &Expression) -> (usize, String) {
    let text = print_expression(expression, &STANDARD);
    (text.len(), text)
}

fn pattern_key(pattern: &Pattern) -> (usize, usize, String) {
    let text = print_pattern(pattern, &STANDARD);
    (pattern.path.segments.len(), text.len(), text)
}

#[cfg(test)]
mod tests {
    use graphlance_case::{Claim, Evidence, FailureClass, Step};
    use graphlance_cypher::{parse, print};
    use graphlance_graph::graph_compare::same_graph;
    use graphlance_graph::{CompareOptions, Graph, Properties, Returns, Value};

    use super::*;
    use crate::reduce::{Failure, Limits, Outcome, Trial, Weight, reduce};

    /// Fails as long as nothing but names and order changes, and the first node has this label.
    struct Kept {
        original: Case,
        first: Option<&'static str>,
    }

    fn unordered(case: &Case) -> Weight {
        Weight { disorder: 0, ..Weight::of(case) }
    }

    impl Trial for Kept {
        fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
            let first = candidate.graph.nodes().next().and_then(|node| node.labels.first().cloned());
            let kept = unordered(candidate) == unordered(&self.original)
                && same_graph(&self.original.graph, &candidate.graph, &CompareOptions::default()).is_ok()
                && self.first.is_none_or(|wanted| first.as_deref() == Some(wanted));
            Ok(if kept { Outcome::Same(Box::new(failure(candidate.clone()))) } else { Outcome::Gone })
        }

        fn evaluate(&self, _: &Graph, _: &Statement) -> Option<Returns> {
            None
        }

        fn after_script(&self, _: &[Statement]) -> Option<Graph> {
            None
        }
    }

    fn failure(case: Case) -> Failure {
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        Failure { case, evidence, responses: Vec::new() }
    }

    /// Nodes with these labels in this order, each related to the one of the next label.
    fn ordered(labels: [&'static str; 3], query: &str, first: Option<&'static str>) -> (Vec<String>, String) {
        let mut graph = Graph::new();
        let keys = labels.map(|label| graph.add_node([label.into()], Properties::new()));
        let of = |label: &str| keys[labels.iter().position(|other| *other == label).unwrap_or_default()];
        let mut edges = [("A", "B"), ("B", "C"), ("C", "A")];
        edges.rotate_left(usize::from(labels[0] == "C"));
        for (start, end) in edges {
            let number = Properties::from([("k".into(), Value::string(start))]);
            graph.add_relationship(of(start), "T".into(), of(end), number).unwrap_or_else(|error| panic!("{error}"));
        }
        let original = Case {
            version: graphlance_case::case::CASE_VERSION,
            dialect: "opencypher9".into(),
            graph: Arc::new(graph),
            load: Load::Create,
            plan: Vec::new(),
            steps: vec![Step::Run(parse(query).unwrap_or_else(|error| panic!("{error}")))],
            claim: Claim::Survives,
            lineage: Default::default(),
        };
        let mut trial = Kept { original: original.clone(), first };
        let mut reduced = reduce(failure(original), &mut trial, Limits::default()).expect("the trial never ends");
        let Some(Failure { case, .. }) = reduced.trail.pop() else { panic!("a reduction keeps a case") };
        let Some(Step::Run(statement)) = case.steps.first() else { panic!("a step") };
        let load = graphlance_engines::load::statements(&case.graph, &STANDARD).data;
        (load, print(statement, &STANDARD))
    }

    #[test]
    fn one_bug_ends_at_one_text_whatever_its_order() {
        let one = "MATCH (n), (m)-[r]->() WHERE n.k = 1 AND m.l IN [3, 1] RETURN n.k AS v, m.kk AS w";
        let other = "MATCH (y)-[z]->(), (x) WHERE y.l IN [1, 3] AND 1 = x.k RETURN y.kk AS w, x.k AS v";
        let wanted = ordered(["A", "B", "C"], one, None);
        assert_eq!(ordered(["C", "A", "B"], other, None), wanted);
        assert_eq!(ordered(["B", "A", "C"], one, None), wanted);
        assert_eq!(wanted.0.len(), 1);
    }

    #[test]
    fn a_failure_that_depends_on_order_keeps_it_where_it_must() {
        let (load, _) = ordered(["C", "B", "A"], "MATCH (a) RETURN 1 AS x", Some("C"));
        let places = ["C", "A", "B"].map(|label| load[0].find(&format!(":{label}")));
        assert!(places.is_sorted() && places[0].is_some(), "{load:#?}");
    }

    #[test]
    fn columns_under_union_stay_in_their_order() {
        let union = "RETURN 10 AS x, 1 AS y UNION RETURN 1 AS x, 10 AS y";
        assert_eq!(ordered(["A", "B", "C"], union, None).1, union);
    }
}
