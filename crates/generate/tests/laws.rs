//! Laws of Cypher that must hold of the reference, whatever the statement. Each has its precondition as a function that
//! gives both sides, or none where it does not apply. `GRAPHLANCE_CASES` sets the number of statements for each law.

use std::sync::Arc;

use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Statement, build, parse, print};
use graphlance_generate::Profile;
use graphlance_generate::arbitrary::{Reading, ReadingSizes, arbitrary_reading};
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{Graph, Name, Random};
use graphlance_reference::{OpenAnswers, Options, evaluate};

const CASES: u64 = 1_500;
/// Statements on each graph.
const STATEMENTS: u64 = 25;
/// A law that applies to fewer of a hundred statements, or has fewer with rows, says too little.
const LEAST_APPLIED: u64 = 10;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn graph(seed: u64) -> Graph {
    let profile = Profile::built_in("default").expect("a built-in profile");
    let dialect = Dialect::standard();
    let sizes = graphlance_graph::random_graph::GraphSizes { nodes: [1, 6], relationships: [0, 12], ..profile.graph };
    random_graph(&mut Random::derive(seed, &[0]), &sizes, &dialect.values, &dialect.index_support())
}

/// The rows of a statement as texts, sorted; none where it raises an error or goes beyond the budget.
fn rows(graph: &Graph, statement: &Statement) -> Option<Vec<String>> {
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    let returns = evaluate(graph, statement, &options).ok()?.returns;
    let mut rows: Vec<String> = returns.rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    Some(rows)
}

/// Two bags of statements whose rows together must be the same.
type Sides = (Vec<Statement>, Vec<Statement>);

fn check(sizes: ReadingSizes, law: impl Fn(&mut Random, &Graph, Reading) -> Option<Sides>) {
    let (mut applied, mut with_rows) = (0, 0);
    let cases = cases();
    for number in 0..cases {
        let graph = graph(number / STATEMENTS);
        let mut random = Random::derive(number, &[1]);
        let reading = arbitrary_reading(&mut random, &graph, sizes);
        let Some((left, right)) = law(&mut random, &graph, reading) else { continue };
        let all = |side: &[Statement]| {
            let rows: Option<Vec<Vec<String>>> = side.iter().map(|statement| rows(&graph, statement)).collect();
            rows.map(|rows| {
                let mut rows = rows.concat();
                rows.sort();
                rows
            })
        };
        let (Some(ours), Some(theirs)) = (all(&left), all(&right)) else { continue };
        applied += 1;
        with_rows += u64::from(!ours.is_empty());
        if ours != theirs {
            let texts = |side: &[Statement]| {
                side.iter().map(|s| print(s, &Dialect::standard())).collect::<Vec<_>>().join("\n  ")
            };
            panic!(
                "case {number}:\n  {}\nand\n  {}\ngive\n  {ours:#?}\nand\n  {theirs:#?}\non {}",
                texts(&left),
                texts(&right),
                serde_json::to_string(&graph).expect("a graph")
            );
        }
    }
    println!("applied to {applied} of {cases}, {with_rows} with rows");
    assert!(applied * 100 >= cases * LEAST_APPLIED, "applied to {applied} of {cases}");
    assert!(with_rows * 100 >= cases * LEAST_APPLIED / 2, "{with_rows} with rows of {cases}");
}

/// Readings of one MATCH and a plain RETURN.
fn plain() -> ReadingSizes {
    ReadingSizes { middle: 0, ..ReadingSizes::default() }
}

fn without_shape(mut reading: Reading) -> Reading {
    reading.projection = Projection { items: reading.projection.items, ..Projection::default() };
    reading
}

#[test]
fn a_predicate_its_negation_and_its_nullness_part_the_rows() {
    // Ternary logic: every row makes a predicate true, false or null (TLP, Rigger and Su 2020).
    check(plain(), |_, _, reading| {
        let reading = without_shape(reading);
        let predicate = reading.predicate.clone()?;
        let under = |predicate| Reading { predicate, ..reading.clone() }.statement();
        let is_null = Expression::Unary(UnaryOperator::IsNull, Box::new(predicate.clone()));
        let parts = vec![under(Some(predicate.clone())), under(Some(build::not(predicate))), under(Some(is_null))];
        Some((vec![under(None)], parts))
    });
}

#[test]
fn patterns_of_one_match_may_stand_in_two_that_share_no_relationship() {
    // openCypher 9, "Uniqueness": a relationship is matched once within a MATCH, not across several.
    let sizes = ReadingSizes { variable_length: 0.0, hops: 1, depth: 1, ..plain() };
    check(sizes, |_, _, reading| {
        let reading = without_shape(reading);
        if reading.patterns.len() < 2 || !reading.has_fixed_lengths() {
            return None;
        }
        let (first, rest) = reading.patterns.split_at(1);
        let mut unequal = Vec::new();
        for a in Reading::relationships(&first[0]) {
            for b in rest.iter().flat_map(Reading::relationships) {
                unequal.push(build::compare(
                    ComparisonOperator::NotEqual,
                    build::variable(a.clone()),
                    build::variable(b),
                ));
            }
        }
        let second = Match {
            optional: false,
            patterns: rest.to_vec(),
            predicate: build::all(unequal.into_iter().chain(reading.predicate.clone())),
        };
        let split = Reading {
            patterns: first.to_vec(),
            predicate: None,
            middle: vec![Clause::Match(second)],
            projection: reading.projection.clone(),
        };
        Some((vec![reading.statement()], vec![split.statement()]))
    });
}

fn reversed(pattern: &Pattern) -> Option<Pattern> {
    let mut nodes = vec![pattern.path.start.clone()];
    let mut relationships = Vec::new();
    for segment in &pattern.path.segments {
        let Segment::Hop { relationship, node } = segment else { return None };
        let direction = relationship.direction.reversed();
        relationships.push(RelationshipPattern { direction, ..relationship.clone() });
        nodes.push(node.clone());
    }
    let start = nodes.pop()?;
    let hops = relationships.into_iter().rev().zip(nodes.into_iter().rev());
    let segments = hops.map(|(relationship, node)| Segment::Hop { relationship, node }).collect();
    Some(Pattern { path: PathPattern { start, segments }, ..pattern.clone() })
}

#[test]
fn a_pattern_may_be_written_from_its_other_end() {
    check(ReadingSizes::default(), |random, _, mut reading| {
        let before = without_open_ends(reading.clone())?;
        let place = random.below(reading.patterns.len());
        reading.patterns[place] = reversed(&reading.patterns[place])?;
        Some((vec![before.statement()], vec![without_open_ends(reading)?.statement()]))
    });
}

/// LIMIT or SKIP may cut among rows that only the order of arrival tells apart.
fn without_open_ends(mut reading: Reading) -> Option<Reading> {
    reading.projection.skip = None;
    reading.projection.limit = None;
    Some(reading)
}

#[test]
fn an_equality_may_stand_in_the_pattern_as_a_map() {
    // A map in a pattern demands that each property equals its value; null equals nothing.
    check(plain(), |random, graph, reading| {
        let mut reading = without_shape(reading);
        let key = random.pick(&graph.schema.keys)?.name.clone();
        let value = graph.nodes().find_map(|node| node.properties.get(&key)).and_then(build::constant)?;
        let start = &mut reading.patterns[0].path.start;
        if start.properties.is_some() {
            return None;
        }
        let variable = start.variable.clone()?;
        let mut with_map = reading.clone();
        with_map.patterns[0].path.start.properties = Some(Expression::Map(vec![(key.clone(), value.clone())]));
        let equal = build::compare(ComparisonOperator::Equal, build::property(variable, key), value);
        reading.predicate = build::all(reading.predicate.into_iter().chain([equal]));
        Some((vec![reading.statement()], vec![with_map.statement()]))
    });
}

#[test]
fn the_parts_of_a_conjunction_may_change_places() {
    check(plain(), |random, _, reading| {
        let other = reading.predicate.clone()?;
        let extra = build::boolean(random.chance(0.8));
        let under = |left: Expression, right: Expression| {
            let predicate = Some(build::binary(BinaryOperator::And, left, right));
            without_shape(Reading { predicate, ..reading.clone() }).statement()
        };
        Some((vec![under(other.clone(), extra.clone())], vec![under(extra, other)]))
    });
}

#[test]
fn carrying_all_variables_on_changes_nothing() {
    check(ReadingSizes::default(), |_, _, reading| {
        let before = without_open_ends(reading)?;
        let star = Projection { star: true, ..Projection::default() };
        let mut after = before.clone();
        after.middle.insert(0, Clause::With(With { projection: star, predicate: None }));
        Some((vec![before.statement()], vec![after.statement()]))
    });
}

#[test]
fn a_where_after_with_filters_as_one_before_it() {
    check(plain(), |_, _, reading| {
        let before = without_shape(reading);
        let predicate = before.predicate.clone()?;
        let star = Projection { star: true, ..Projection::default() };
        let filter = Clause::With(With { projection: star, predicate: Some(predicate) });
        let after = Reading { predicate: None, middle: vec![filter], ..before.clone() };
        Some((vec![before.statement()], vec![after.statement()]))
    });
}

#[test]
fn distinct_rows_are_the_groups_of_an_aggregation() {
    check(plain(), |_, _, reading| {
        let reading = without_shape(reading);
        let mut distinct = reading.clone();
        distinct.projection.distinct = true;
        let mut grouped = reading;
        let mut items = grouped.projection.items.clone();
        let names: Vec<Name> = items.iter().filter_map(|item| item.alias.clone()).collect();
        items.push(ProjectionItem { expression: Expression::CountStar, alias: Some("count".into()) });
        let groups = Projection { items, ..Projection::default() };
        grouped.middle.push(Clause::With(With { projection: groups, predicate: None }));
        grouped.projection.items = names
            .into_iter()
            .map(|name| ProjectionItem { expression: build::variable(name.clone()), alias: Some(name) })
            .collect();
        Some((vec![distinct.statement()], vec![grouped.statement()]))
    });
}

#[test]
fn an_order_changes_no_row_and_union_all_adds_them() {
    check(plain(), |_, _, reading| {
        let ordered = without_open_ends(reading)?;
        let mut unordered = ordered.clone();
        unordered.projection.order.clear();
        let Statement::Query(query) = unordered.statement() else { return None };
        let twice = Query { unions: vec![Union { all: true, query: query.first.clone() }], ..query.clone() };
        let twice = Statement::Query(twice);
        Some((vec![ordered.statement(), Statement::Query(query)], vec![twice]))
    });
}

#[test]
fn what_is_printed_and_parsed_again_means_the_same() {
    let (mut same, cases) = (0, cases());
    for number in 0..cases {
        let graph = Arc::new(graph(number / STATEMENTS));
        let mut random = Random::derive(number, &[2]);
        let statement = arbitrary_reading(&mut random, &graph, ReadingSizes::default()).statement();
        let text = print(&statement, &Dialect::standard());
        let again = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again, statement, "{text}");
        assert_eq!(rows(&graph, &again), rows(&graph, &statement), "{text}");
        same += u64::from(rows(&graph, &statement).is_some());
    }
    assert!(same * 100 >= cases * 90, "only {same} of {cases} have an answer");
}
