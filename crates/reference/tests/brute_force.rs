//! Pattern matching, sorting and aggregation against enumerations written naively and independently.

use graphlance_cypher::parse;
use graphlance_graph::{Graph, NodeKey, Properties, Random, Relationship, Value};
use graphlance_reference::{OpenAnswers, Options, evaluate};

/// Patterns on each graph.
const PATTERNS: u64 = 12;

/// Graphs of each test: enough for `GRAPHLANCE_CASES` patterns, by default for 720.
fn graphs() -> u64 {
    let cases = std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(720u64);
    cases.div_ceil(PATTERNS)
}

fn rows(graph: &Graph, text: &str) -> Vec<Vec<Value>> {
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    evaluate(graph, &statement, &options).unwrap_or_else(|failure| panic!("{text}\n{failure}")).returns.rows
}

fn count(graph: &Graph, pattern: &str) -> i64 {
    match rows(graph, &format!("MATCH {pattern} RETURN count(*)")).first().and_then(|row| row.first()) {
        Some(Value::Integer(count)) => *count,
        other => panic!("{other:?}"),
    }
}

/// A few nodes and relationships, with self-loops, parallel relationships and cycles.
fn graph(random: &mut Random) -> Graph {
    let mut graph = Graph::new();
    let nodes = random.between(1, 4);
    for _ in 0..nodes {
        let labels = ["A", "B"].into_iter().filter(|_| random.chance(0.5)).map(Into::into).collect::<Vec<_>>();
        graph.add_node(labels, Properties::new());
    }
    for _ in 0..random.between(0, 6) {
        let (start, end) = (NodeKey(random.below(nodes) as u32), NodeKey(random.below(nodes) as u32));
        let kind = ["R", "S"][random.below(2)];
        let added = graph.add_relationship(start, kind.into(), end, Properties::new());
        assert!(added.is_ok());
    }
    graph
}

/// A step of a pattern: direction, type and number of relationships, and the node it leads to.
struct Step {
    /// `>`, `<` or `-`.
    direction: char,
    kind: Option<&'static str>,
    lengths: Option<(usize, usize)>,
    node: usize,
}

/// A pattern: nodes are numbered, a number may come again.
struct Shape {
    start: usize,
    labels: Vec<Option<&'static str>>,
    steps: Vec<Step>,
}

fn shape(random: &mut Random, variable_length: bool) -> Shape {
    let mut nodes = 1;
    let mut steps = Vec::new();
    for _ in 0..random.between(1, 3) {
        let again = random.chance(0.25);
        let node = if again { random.below(nodes) } else { nodes };
        nodes = nodes.max(node + 1);
        let from = random.between(0, 2);
        let lengths = (variable_length && random.chance(0.7)).then(|| (from, from + random.below(3)));
        let kind = [None, Some("R"), Some("S")][random.below(3)];
        steps.push(Step { direction: ['>', '<', '-'][random.below(3)], kind, lengths, node });
    }
    let labels = (0..nodes).map(|_| [None, None, Some("A"), Some("B")][random.below(4)]).collect();
    Shape { start: 0, labels, steps }
}

fn text(shape: &Shape) -> String {
    let mut seen = Vec::new();
    let mut node = |number: usize| {
        let label = shape.labels[number].filter(|_| !seen.contains(&number)).map(|label| format!(":{label}"));
        seen.push(number);
        format!("(n{number}{})", label.unwrap_or_default())
    };
    let mut text = node(shape.start);
    for step in &shape.steps {
        let kind = step.kind.map(|kind| format!(":{kind}")).unwrap_or_default();
        let lengths = step.lengths.map(|(from, to)| format!("*{from}..{to}")).unwrap_or_default();
        let (left, right) = match step.direction {
            '>' => ("-", "->"),
            '<' => ("<-", "-"),
            _ => ("-", "-"),
        };
        text += &format!("{left}[{kind}{lengths}]{right}{}", node(step.node));
    }
    text
}

/// Counts by trying every relationship at every place.
fn naive(graph: &Graph, shape: &Shape) -> i64 {
    let relationships: Vec<&Relationship> = graph.relationships().map(|relationship| &**relationship).collect();
    let mut total = 0;
    for node in graph.nodes() {
        let mut bound = vec![None; shape.labels.len()];
        bound[shape.start] = Some(node.key);
        if has_label(graph, node.key, shape.labels[shape.start]) {
            total += extend(graph, &relationships, shape, 0, node.key, &bound, &[], 0);
        }
    }
    total
}

fn has_label(graph: &Graph, node: NodeKey, label: Option<&str>) -> bool {
    label.is_none_or(|label| graph.node(node).is_some_and(|node| node.labels.contains(label)))
}

#[expect(clippy::too_many_arguments, reason = "a naive recursion carries its whole state")]
fn extend(
    graph: &Graph,
    relationships: &[&Relationship],
    shape: &Shape,
    at: usize,
    here: NodeKey,
    bound: &[Option<NodeKey>],
    used: &[u32],
    walked: usize,
) -> i64 {
    let Some(step) = shape.steps.get(at) else { return 1 };
    let (from, to) = step.lengths.unwrap_or((1, 1));
    let mut total = 0;
    if walked >= from {
        let fits = match bound[step.node] {
            Some(node) => node == here,
            None => has_label(graph, here, shape.labels[step.node]),
        };
        if fits {
            let mut bound = bound.to_vec();
            bound[step.node] = Some(here);
            total += extend(graph, relationships, shape, at + 1, here, &bound, used, 0);
        }
    }
    if walked < to {
        for relationship in relationships {
            if used.contains(&relationship.key.0) || step.kind.is_some_and(|kind| relationship.kind != kind) {
                continue;
            }
            let mut ends = Vec::new();
            if step.direction != '<' && relationship.start == here {
                ends.push(relationship.end);
            }
            if step.direction != '>' && relationship.end == here {
                ends.push(relationship.start);
            }
            // Both ways over a self-loop lead to the same match.
            ends.dedup();
            let used = [used, &[relationship.key.0]].concat();
            for end in ends {
                total += extend(graph, relationships, shape, at, end, bound, &used, walked + 1);
            }
        }
    }
    total
}

fn check_counts(variable_length: bool) {
    let mut matched = 0;
    for seed in 0..graphs() {
        let mut random = Random::derive(41, &[seed, u64::from(variable_length)]);
        let graph = graph(&mut random);
        for _ in 0..PATTERNS {
            let shape = shape(&mut random, variable_length);
            let expected = naive(&graph, &shape);
            assert_eq!(count(&graph, &text(&shape)), expected, "{}\n{graph:?}", text(&shape));
            matched += u64::from(expected > 0);
        }
    }
    assert!(matched > graphs() * PATTERNS / 5, "only {matched} patterns matched anything");
}

#[test]
fn fixed_length_patterns_have_as_many_matches_as_an_enumeration_finds() {
    check_counts(false);
}

#[test]
fn variable_length_patterns_have_as_many_matches_as_an_enumeration_finds() {
    check_counts(true);
}

#[test]
fn two_patterns_share_no_relationship_and_two_clauses_may() {
    for seed in 0..graphs() {
        let graph = graph(&mut Random::derive(43, &[seed]));
        let all = graph.relationship_count() as i64;
        assert_eq!(count(&graph, "()-[]->(), ()-[]->()"), all * (all - 1).max(0));
        assert_eq!(count(&graph, "()-[]->() MATCH ()-[]->()"), all * all);
    }
}

#[test]
fn sorting_paging_distinct_and_grouping_agree_with_plain_code() {
    for seed in 0..graphs() * PATTERNS / 4 {
        let mut random = Random::derive(47, &[seed]);
        let numbers: Vec<i64> = (0..random.between(0, 12)).map(|_| random.integer(-3, 3)).collect();
        let (skip, limit) = (random.below(6), random.below(6));
        let list = format!("{numbers:?}");
        let integers = |text: &str| -> Vec<i64> {
            let cell = |row: Vec<Value>| match row.as_slice() {
                [Value::Integer(i)] => *i,
                other => panic!("{other:?}"),
            };
            rows(&Graph::new(), text).into_iter().map(cell).collect()
        };
        let mut sorted = numbers.clone();
        sorted.sort_by_key(|number| std::cmp::Reverse(*number));
        let paged: Vec<i64> = sorted.iter().copied().skip(skip).take(limit).collect();
        let query = format!("UNWIND {list} AS x RETURN x ORDER BY x DESC SKIP {skip} LIMIT {limit}");
        assert_eq!(integers(&query), paged, "{query}");
        sorted.dedup();
        assert_eq!(integers(&format!("UNWIND {list} AS x RETURN DISTINCT x ORDER BY x DESC")), sorted);
        let sums = sorted.iter().map(|number| number * numbers.iter().filter(|other| *other == number).count() as i64);
        let query = format!("UNWIND {list} AS x WITH x AS k, sum(x) AS s ORDER BY k DESC RETURN s");
        assert_eq!(rows(&Graph::new(), &query).len(), sums.len());
        let mut actual = integers(&query);
        let mut expected: Vec<i64> = sums.collect();
        actual.sort_unstable();
        expected.sort_unstable();
        assert_eq!(actual, expected, "{query}");
        let extremes = rows(&Graph::new(), &format!("UNWIND {list} AS x RETURN count(x), min(x), max(x), sum(x)"));
        let number = |value: Option<&i64>| value.map_or(Value::Null, |value| Value::Integer(*value));
        let expected = vec![
            Value::Integer(numbers.len() as i64),
            number(numbers.iter().min()),
            number(numbers.iter().max()),
            Value::Integer(numbers.iter().sum()),
        ];
        assert_eq!(extremes, vec![expected]);
    }
}

/// Truth values and null as Rust has them: none is null.
const TRUTHS: [Option<bool>; 3] = [Some(true), Some(false), None];

fn truth(text: &str) -> Option<bool> {
    match rows(&Graph::new(), &format!("RETURN {text}")).concat().as_slice() {
        [Value::Boolean(truth)] => Some(*truth),
        [Value::Null] => None,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn connectives_follow_the_tables_of_ternary_logic() {
    let text = |truth: Option<bool>| truth.map_or("null".to_owned(), |truth| truth.to_string());
    for a in TRUTHS {
        assert_eq!(truth(&format!("NOT {}", text(a))), a.map(|a| !a));
        for b in TRUTHS {
            let both = |operator: &str| truth(&format!("{} {operator} {}", text(a), text(b)));
            let and = if a == Some(false) || b == Some(false) { Some(false) } else { a.and(b) };
            let or = if a == Some(true) || b == Some(true) { Some(true) } else { a.and(b) };
            assert_eq!(both("AND"), and, "{a:?} AND {b:?}");
            assert_eq!(both("OR"), or, "{a:?} OR {b:?}");
            assert_eq!(both("XOR"), a.zip(b).map(|(a, b)| a ^ b), "{a:?} XOR {b:?}");
            assert_eq!(both("="), a.zip(b).map(|(a, b)| a == b), "{a:?} = {b:?}");
            assert_eq!(both("<>"), a.zip(b).map(|(a, b)| a != b), "{a:?} <> {b:?}");
        }
    }
}
