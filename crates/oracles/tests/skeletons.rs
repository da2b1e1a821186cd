//! The statements of the oracle `reference`: each reads back as it was printed, says something, and together they use every
//! feature of reading statements. `GRAPHLANCE_CASES` sets how many are made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_case::Case;
use graphlance_case::opinion::sample;
use graphlance_cypher::ast::{Clause, Expression, Pattern, Segment, Subquery};
use graphlance_cypher::edit::{Bench, PASSES};
use graphlance_cypher::facts::pinned_indexes;
use graphlance_cypher::features::features_of;
use graphlance_cypher::functions::{self, Function, Kind, TABLE};
use graphlance_cypher::measure::measure;
use graphlance_cypher::walk::{Part, any, walk};
use graphlance_cypher::{Feature, Statement, parse, print};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::table::{CompareOptions, compare};
use graphlance_graph::{Graph, Latitude, Name, Returns};
use graphlance_oracles::{Oracle, Reference, RoundContext};
use graphlance_reference::naive::Naive;
use graphlance_reference::{Failure, Options, evaluate};

/// Statements made where the environment does not say how many.
const CASES: usize = 3_000;

/// Of so many statements, each feature and each function is in this many at least.
const AMONG: usize = 20_000;
const LEAST: usize = 100;

/// Features that these statements have not: they write, they are no part of a query, they give no rows, or no generator makes them
/// yet (the last four).
const ABSENT: &[Feature] = &[
    Feature::Create,
    Feature::Merge,
    Feature::Set,
    Feature::Remove,
    Feature::Delete,
    Feature::DetachDelete,
    Feature::NodetachDelete,
    Feature::Insert,
    Feature::Foreach,
    Feature::DynamicProperties,
    Feature::Finish,
    Feature::RangeIndex,
    Feature::RelationshipIndex,
    Feature::CompositeIndex,
    Feature::TextIndex,
    Feature::DropIndex,
    Feature::UniqueConstraint,
    Feature::CallInTransactions,
    Feature::GroupBy,
    Feature::Hints,
    Feature::PathMode,
];

/// Shapes of statements that are no features of a dialect.
const SHAPES: &[&str] = &[
    "begins with UNWIND",
    "begins with WITH",
    "RETURN *",
    "! in labels",
    "% in labels",
    "a temporal value",
    "a point",
    "a predicate in an EXISTS",
    "COUNT with a WHERE",
    "a subquery in a subquery",
    "a list as a parameter",
];

fn shapes_of(statement: &Statement, text: &str) -> BTreeSet<&'static str> {
    let Statement::Query(query) = statement else { return BTreeSet::new() };
    let mut shapes = BTreeSet::new();
    shapes.extend(match query.first.clauses.first() {
        Some(Clause::Unwind(_)) => Some("begins with UNWIND"),
        Some(Clause::With(_)) => Some("begins with WITH"),
        _ => None,
    });
    let is_list = |(_, value): &(Name, Expression)| matches!(value, Expression::List(_));
    shapes.extend(query.parameters.iter().any(is_list).then_some("a list as a parameter"));
    shapes.extend(query.last_return().is_some_and(|last| last.star).then_some("RETURN *"));
    for (part, shape) in [("!", "! in labels"), ("%", "% in labels")] {
        let begins = [":", "&", "|", "("].iter().any(|before| text.contains(&format!("{before}{part}")));
        shapes.extend(begins.then_some(shape));
    }
    walk(Part::Query(query), &mut |part| {
        let shape = match part {
            Part::Expression(Expression::Function(call)) => match functions::find(&call.name).map(|it| it.result) {
                Some(Kind::Temporal(_)) => Some("a temporal value"),
                Some(Kind::Point) => Some("a point"),
                _ => None,
            },
            Part::Expression(Expression::Exists(subquery)) if has_predicate(subquery) => {
                Some("a predicate in an EXISTS")
            }
            Part::Expression(Expression::Count(subquery)) if has_predicate(subquery) => Some("COUNT with a WHERE"),
            Part::Clause(Clause::Subquery(outer)) => {
                let mut count = 0;
                walk(Part::Query(&outer.query), &mut |part| {
                    count += usize::from(matches!(
                        part,
                        Part::Clause(Clause::Subquery(_))
                            | Part::Expression(Expression::Exists(_) | Expression::Count(_))
                    ));
                });
                (count > 0).then_some("a subquery in a subquery")
            }
            _ => None,
        };
        shapes.extend(shape);
    });
    shapes
}

fn has_predicate(subquery: &Subquery) -> bool {
    match subquery {
        Subquery::Pattern { predicate, .. } => predicate.is_some(),
        Subquery::Query(query) => {
            matches!(query.first.clauses.first(), Some(Clause::Match(first)) if first.predicate.is_some())
        }
    }
}

fn number_of_cases() -> usize {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(CASES)
}

fn cases(count: usize) -> Vec<Case> {
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let procedures = ["db.labels", "db.relationshipTypes"].map(Name::from).into();
    let dialect = graphlance_cypher::Dialect { procedures, ..graphlance_cypher::Dialect::standard() };
    let mut context = RoundContext::new(7, dialect.into(), Arc::new(profile));
    let mut made = Vec::new();
    while made.len() < count {
        let mut round = Reference.round(&context);
        context.round += 1;
        made.extend(std::iter::from_fn(|| round.next_case(&Adaptation::default())));
    }
    made
}

fn tree(case: &Case) -> &Statement {
    let statement = case.claimed_statement().unwrap_or_else(|| panic!("a statement"));
    statement.tree().unwrap_or_else(|| panic!("a statement of Cypher"))
}

fn distinct_rows(case: &Case) -> usize {
    let Some((_, returns)) = case.claim.table() else { return 0 };
    let mut rows: Vec<String> = returns.rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    rows.dedup();
    rows.len()
}

/// A statement on a graph on which the two evaluators differ, under reduction.
struct Differing {
    graph: Graph,
    statement: Statement,
}

impl Differing {
    /// What is left of it, for people.
    fn reduced(graph: &Graph, statement: &Statement) -> String {
        let mut differing = Differing { graph: graph.clone(), statement: statement.clone() };
        for _ in 0..3 {
            PASSES.iter().for_each(|pass| (pass.run)(&mut differing));
            let nodes: Vec<_> = differing.graph.nodes().map(|node| node.key).collect();
            let relationships: Vec<_> = differing.graph.relationships().map(|one| one.key).collect();
            relationships.into_iter().for_each(|key| differing.without(|graph| graph.remove_relationship(key)));
            nodes.into_iter().for_each(|key| differing.without(|graph| graph.remove_node(key)));
        }
        let text = print(&differing.statement, &graphlance_cypher::Dialect::standard());
        format!("reduced: {text}\non {}", serde_json::to_string(&differing.graph).unwrap_or_default())
    }

    fn without(&mut self, remove: impl FnOnce(&mut Graph) -> bool) {
        let mut graph = self.graph.clone();
        if remove(&mut graph) && Differing::differ(&graph, &self.statement) {
            self.graph = graph;
        }
    }

    fn differ(graph: &Graph, statement: &Statement) -> bool {
        let (Ok(ours), Ok(theirs)) =
            (evaluate(graph, statement, &Options::default()), Naive::default().admissible(graph, statement, 0))
        else {
            return false;
        };
        compare(&ours.returns, &sample(&theirs.returns), &CompareOptions::default()).is_err()
    }
}

impl Bench for Differing {
    fn statement(&self) -> Option<&Statement> {
        Some(&self.statement)
    }

    fn attempt(&mut self, edited: Statement) -> bool {
        let text = print(&edited, &graphlance_cypher::Dialect::standard());
        let lighter = text.len() < print(&self.statement, &graphlance_cypher::Dialect::standard()).len();
        let taken =
            lighter && parse(&text).is_ok_and(|again| again == edited) && Differing::differ(&self.graph, &edited);
        if taken {
            self.statement = edited;
        }
        taken
    }

    fn is_over(&self) -> bool {
        false
    }

    fn returns(&self, other: Statement) -> Option<Returns> {
        evaluate(&self.graph, &other, &Options::default()).ok().map(|answer| answer.returns)
    }
}

#[test]
fn the_naive_evaluator_comes_to_the_same_rows() {
    let naive = Naive::default();
    let (mut decided, mut raising, mut all) = (0, 0, 0);
    for case in cases(number_of_cases() / 6) {
        all += 1;
        let text = print(tree(&case), &graphlance_cypher::Dialect::standard());
        let Some((_, returns)) = case.claim.table() else {
            let answer = naive.evaluate(&case.graph, tree(&case));
            assert!(answer.is_err(), "{text} must raise an error\nnaive: {answer:?}");
            // What is open on one row may be what this evaluator comes upon before the error of another.
            let raised = usize::from(matches!(answer, Err(Failure::Raised(_))));
            (decided, raising) = (decided + raised, raising + raised);
            continue;
        };
        // A claim says which lists are in no order, where this evaluator says that the answer is open.
        let evaluated = naive.evaluate(&case.graph, tree(&case)).or_else(|failure| match failure {
            Failure::Unspecified(_) => naive.admissible(&case.graph, tree(&case), 0),
            other => Err(other),
        });
        match evaluated {
            Ok(answer) => {
                decided += 1;
                let compared = compare(returns, &sample(&answer.returns), &CompareOptions::default());
                if compared.is_err() {
                    let reduced = Differing::reduced(&case.graph, tree(&case));
                    panic!("{text}\n{:?}\nnaive: {:?}\n{reduced}", returns.rows, answer.returns.rows);
                }
            }
            Err(Failure::Raised(error)) => panic!("{error}: {text}"),
            Err(_) => {}
        }
    }
    println!("{decided} of {all} decided by both, {raising} of them errors");
    assert!(decided * 10 >= all * 7, "{decided} of {all}");
}

/// The functions that have one answer.
fn determined() -> impl Iterator<Item = &'static Function> {
    TABLE.iter().filter(|function| function.latitude != Latitude::Unspecified && function.is_deterministic(1))
}

/// How often each is used, with a table of it.
fn check_used<'n>(what: &str, used: &BTreeMap<Name, usize>, names: impl Iterator<Item = &'n str>, statements: usize) {
    let mut counts: Vec<(usize, &str)> = names.map(|name| (used.get(name).copied().unwrap_or(0), name)).collect();
    counts.sort_unstable();
    println!("{what} in {statements} statements, {LEAST} at least:");
    counts.iter().for_each(|(count, name)| println!("{count:>8}  {name}"));
    let short: Vec<_> = counts.iter().filter(|(count, _)| *count < LEAST).collect();
    assert!(short.is_empty(), "{what} made less than {LEAST} times: {short:?}");
}

#[test]
fn statements_read_back_and_differ_in_their_rows_and_use_the_whole_language() {
    // What is rare comes in some families alone, so that of fewer statements nothing follows.
    let cases = cases(number_of_cases().max(AMONG));
    let (mut features, mut called): (BTreeMap<Name, usize>, BTreeMap<Name, usize>) = Default::default();
    let mut shapes: BTreeMap<Name, usize> = BTreeMap::new();
    let (mut several, mut many, mut pinned, mut raising) = (0, 0, 0, 0);
    for case in &cases {
        let text = print(tree(case), &graphlance_cypher::Dialect::standard());
        let again = parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again, *tree(case), "{text}");
        let rows = distinct_rows(case);
        several += usize::from(rows > 1);
        many += usize::from(rows > 10);
        raising += usize::from(case.claim.table().is_none());
        pinned += usize::from(!pinned_indexes(tree(case), &case.graph.schema).is_empty());
        for shape in shapes_of(tree(case), &text) {
            *shapes.entry(shape.into()).or_default() += 1;
        }
        for feature in features_of(tree(case)) {
            *features.entry(feature.name().into()).or_default() += 1;
        }
        for function in measure(tree(case)).functions {
            *called.entry(function).or_default() += 1;
        }
        if std::env::var_os("GRAPHLANCE_SHOW").is_some() {
            println!("{rows}: {text}\n");
        }
    }
    let all = cases.len();
    println!("{all} statements, {several} of two distinct rows or more, {many} of more than ten");
    assert!(several * 10 >= all * 6, "{several} of {all}");
    println!("{pinned} that an index can answer a part of, {raising} that must raise an error");
    assert!((all / 50..=all / 25).contains(&raising), "{raising} of {all}");
    assert!(pinned * 3 >= all, "{pinned} of {all}");
    check_used("shapes", &shapes, SHAPES.iter().copied(), all);
    let wanted = Feature::ALL.iter().filter(|feature| !ABSENT.contains(feature)).map(|feature| feature.name());
    check_used("features", &features, wanted, all);
    let names: Vec<String> = determined().map(|function| function.name.to_lowercase()).collect();
    check_used("functions", &called, names.iter().map(String::as_str), all);
}

/// What Neo4j refuses of quantified paths: they stand in no pattern of an expression, and no MATCH has them beside relationships of
/// variable length, its condition included.
fn quantifies_wrongly(part: &Part<'_>) -> bool {
    let quantified =
        |pattern: &Pattern| pattern.path.segments.iter().any(|one| matches!(one, Segment::Quantified { .. }));
    let long = |pattern: &Pattern| {
        let has_length =
            |one: &Segment| matches!(one, Segment::Hop { relationship, .. } if relationship.length.is_some());
        pattern.path.segments.iter().any(has_length)
    };
    match part {
        Part::Expression(Expression::PatternComprehension(comprehension)) => quantified(&comprehension.pattern),
        Part::Expression(Expression::Pattern(pattern)) => quantified(pattern),
        Part::Clause(Clause::Match(clause)) if clause.patterns.iter().any(quantified) => {
            let condition = clause.predicate.as_ref().map(Part::Expression);
            clause.patterns.iter().any(long)
                || condition.is_some_and(|part| any(part, &mut |part| matches!(part, Part::Pattern(one) if long(one))))
        }
        _ => false,
    }
}

#[test]
fn quantified_paths_stand_only_where_every_parser_takes_them() {
    for case in cases(number_of_cases()) {
        let Statement::Query(query) = tree(&case) else { continue };
        let wrong = query
            .parts()
            .flat_map(|part| &part.clauses)
            .any(|clause| any(Part::Clause(clause), &mut quantifies_wrongly));
        assert!(!wrong, "{}", print(tree(&case), &graphlance_cypher::Dialect::standard()));
    }
}
