//! Repeated patterns and path selectors against an enumeration of all walks, written naively: no plan, no shared state.

use std::collections::BTreeMap;

use graphlance_case::{Evaluator, Statement};
use graphlance_cypher::parse;
use graphlance_graph::{Graph, NodeKey, Properties, Random, Relationship, Value};
use graphlance_reference::naive::{Limits, Naive};
use graphlance_reference::{Failure, OpenAnswers, Options, evaluate};

/// Patterns on each graph.
const PATTERNS: u64 = 12;

/// Graphs of each test: enough for `GRAPHLANCE_CASES` patterns, by default for 1,200.
fn graphs() -> u64 {
    let cases = std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1200u64);
    cases.div_ceil(PATTERNS)
}

/// A few nodes and relationships with values, with self-loops, parallel relationships and cycles.
fn graph(random: &mut Random) -> Graph {
    let mut graph = Graph::new();
    let nodes = random.between(1, 4);
    let value = |random: &mut Random| Properties::from([("v".into(), Value::Integer(random.integer(0, 3)))]);
    for _ in 0..nodes {
        let labels: Vec<_> = ["A", "B"].into_iter().filter(|_| random.chance(0.6)).map(Into::into).collect();
        let properties = value(random);
        graph.add_node(labels, properties);
    }
    for _ in 0..random.between(0, 5) {
        let (start, end) = (NodeKey(random.below(nodes) as u32), NodeKey(random.below(nodes) as u32));
        let properties = value(random);
        let added = graph.add_relationship(start, ["R", "S"][random.below(2)].into(), end, properties);
        assert!(added.is_ok());
    }
    graph
}

/// What a node or relationship must have.
#[derive(Clone, Default)]
struct Demand {
    /// A label or type.
    name: Option<&'static str>,
    /// `v` is at least this; 0 raises an error instead (`1 / v` is compared).
    least: Option<i64>,
    raises: bool,
}

/// The relationship and the node behind it.
#[derive(Clone)]
struct Hop {
    /// `>`, `<` or `-`.
    direction: char,
    relationship: Demand,
    node: Demand,
}

/// `(x) ((first) hops..){min,max} (y)`, with or without names inside.
struct Shape {
    x: Demand,
    first: Demand,
    hops: Vec<Hop>,
    min: usize,
    max: usize,
    y: Demand,
    named: bool,
}

impl Demand {
    fn random(random: &mut Random, names: [&'static str; 2], raising: bool) -> Demand {
        let name = random.chance(0.3).then(|| names[random.below(2)]);
        let raises = raising && random.chance(0.3);
        let least = (raises || random.chance(0.25)).then(|| random.integer(1, 2));
        Demand { name, least, raises }
    }

    /// The text behind a name: label or type and condition.
    fn text(&self, name: &str) -> String {
        let label = self.name.map(|label| format!(":{label}")).unwrap_or_default();
        let condition = match (self.least, self.raises) {
            (Some(least), true) => format!(" WHERE {least} / {name}.v >= 0"),
            (Some(least), false) => format!(" WHERE {name}.v >= {least}"),
            (None, _) => String::new(),
        };
        let name = if condition.is_empty() && !name.starts_with(['x', 'y', 'r']) { "" } else { name };
        format!("{name}{label}{condition}")
    }

    /// Whether a value fits; none when the condition raises an error.
    fn fits(&self, has: impl Fn(&str) -> bool, value: Option<&Value>) -> Option<bool> {
        if self.name.is_some_and(|name| !has(name)) {
            return Some(false);
        }
        match (self.least, value) {
            (Some(_), Some(Value::Integer(0))) if self.raises => None,
            (Some(_), Some(Value::Integer(_))) if self.raises => Some(true),
            (Some(least), Some(Value::Integer(value))) => Some(*value >= least),
            _ => Some(true),
        }
    }
}

fn shape(random: &mut Random, raising: bool) -> Shape {
    let nodes = ["A", "B"];
    let hops = (0..random.between(1, 2)).map(|_| Hop {
        direction: ['>', '<', '-'][random.below(3)],
        relationship: Demand::random(random, ["R", "S"], raising),
        node: Demand::random(random, nodes, raising),
    });
    let hops: Vec<Hop> = hops.collect();
    let min = random.below(3);
    Shape {
        x: Demand::random(random, nodes, false),
        first: Demand::random(random, nodes, raising),
        hops,
        min,
        max: min.max(1) + random.below(3),
        y: Demand::random(random, nodes, raising),
        named: random.chance(0.5),
    }
}

fn text(shape: &Shape) -> String {
    let mut inner = format!("({})", shape.first.text("f"));
    for (index, hop) in shape.hops.iter().enumerate() {
        let name = if shape.named { format!("r{index}") } else { format!("h{index}") };
        let (left, right) = match hop.direction {
            '>' => ("-", "->"),
            '<' => ("<-", "-"),
            _ => ("-", "-"),
        };
        inner += &format!("{left}[{}]{right}({})", hop.relationship.text(&name), hop.node.text(&format!("m{index}")));
    }
    let (x, y) = (shape.x.text("x"), shape.y.text("y"));
    format!("({x}) ({inner}){{{},{}}} ({y})", shape.min, shape.max)
}

/// A walk: where it begins and ends, its relationships, and whether a condition on it raised an error.
#[derive(Clone)]
struct Walk {
    start: NodeKey,
    end: NodeKey,
    relationships: Vec<u32>,
    raised: bool,
}

fn node_fits(graph: &Graph, key: NodeKey, demand: &Demand) -> Option<bool> {
    let node = graph.node(key)?;
    demand.fits(|label| node.labels.contains(label), node.properties.get("v"))
}

/// The ways over one hop from a node.
fn steps(graph: &Graph, from: NodeKey, hop: &Hop) -> Vec<(u32, NodeKey, bool)> {
    let mut found = Vec::new();
    for relationship in graph.relationships() {
        let relationship: &Relationship = relationship;
        let fits = hop.relationship.fits(|kind| relationship.kind == kind, relationship.properties.get("v"));
        if fits == Some(false) {
            continue;
        }
        let mut ends = Vec::new();
        if hop.direction != '<' && relationship.start == from {
            ends.push(relationship.end);
        }
        if hop.direction != '>' && relationship.end == from {
            ends.push(relationship.start);
        }
        ends.dedup();
        for end in ends {
            match node_fits(graph, end, &hop.node) {
                Some(false) => {}
                node => found.push((relationship.key.0, end, fits.is_none() || node.is_none())),
            }
        }
    }
    found
}

/// All walks of a pattern, by trying everything.
fn walks(graph: &Graph, shape: &Shape) -> Vec<Walk> {
    let mut all = Vec::new();
    for node in graph.nodes().filter(|node| node_fits(graph, node.key, &shape.x) == Some(true)) {
        let mut open = vec![Walk { start: node.key, end: node.key, relationships: Vec::new(), raised: false }];
        for pass in 0..=shape.max {
            if pass >= shape.min {
                for walk in &open {
                    match node_fits(graph, walk.end, &shape.y) {
                        Some(false) => {}
                        fits => all.push(Walk { raised: walk.raised || fits.is_none(), ..walk.clone() }),
                    }
                }
            }
            for index in 0..shape.hops.len() {
                let mut next = Vec::new();
                for walk in open {
                    let first = if index == 0 { node_fits(graph, walk.end, &shape.first) } else { Some(true) };
                    if first == Some(false) {
                        continue;
                    }
                    for (key, end, raised) in steps(graph, walk.end, &shape.hops[index]) {
                        if !walk.relationships.contains(&key) {
                            let mut longer = walk.clone();
                            longer.relationships.push(key);
                            longer.end = end;
                            longer.raised |= raised || first.is_none();
                            next.push(longer);
                        }
                    }
                }
                open = next;
            }
        }
    }
    all
}

type Row = (u32, u32, Vec<u32>);

fn row(walk: &Walk) -> Row {
    (walk.start.0, walk.end.0, walk.relationships.clone())
}

fn found(graph: &Graph, query: &str) -> Result<Vec<Row>, Failure> {
    let statement = parse(query).unwrap_or_else(|error| panic!("{query}\n{error}"));
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    let rows = evaluate(graph, &statement, &options)?.returns.rows;
    let read = |row: Vec<Value>| match row.as_slice() {
        [Value::Node(x), Value::Node(y), Value::Path(path)] => {
            (x.key.0, y.key.0, path.relationships.iter().map(|relationship| relationship.key.0).collect())
        }
        other => panic!("{query}: {other:?}"),
    };
    let mut rows: Vec<Row> = rows.into_iter().map(read).collect();
    rows.sort();
    Ok(rows)
}

/// Runs `check` on many graphs and shapes; it says whether the pattern matched.
fn for_each_pattern(seed: u64, raising: bool, check: impl Fn(&mut Random, &Graph, &Shape) -> bool) {
    let mut matched = 0;
    for round in 0..graphs() {
        let mut random = Random::derive(seed, &[round]);
        let graph = graph(&mut random);
        for _ in 0..PATTERNS {
            let shape = shape(&mut random, raising);
            matched += u64::from(check(&mut random, &graph, &shape));
        }
    }
    assert!(matched > graphs() * PATTERNS / 5, "only {matched} patterns matched anything");
}

#[test]
fn repeated_patterns_match_what_an_enumeration_finds() {
    for_each_pattern(51, false, |_, graph, shape| {
        let mut expected: Vec<Row> = walks(graph, shape).iter().map(row).collect();
        expected.sort();
        let query = format!("MATCH p = {} RETURN x, y, p", text(shape));
        assert_eq!(found(graph, &query), Ok(expected.clone()), "{query}\n{graph:?}");
        !expected.is_empty()
    });
}

#[test]
fn a_repeated_pattern_raises_an_error_exactly_when_a_whole_match_does() {
    for_each_pattern(53, true, |_, graph, shape| {
        let all = walks(graph, shape);
        let query = format!("MATCH p = {} RETURN x, y, p", text(shape));
        let actual = found(graph, &query);
        if all.iter().any(|walk| walk.raised) {
            assert!(matches!(actual, Err(Failure::Raised(_))), "{query}\n{graph:?}\n{actual:?}");
        } else {
            let mut expected: Vec<Row> = all.iter().map(row).collect();
            expected.sort();
            assert_eq!(actual, Ok(expected), "{query}\n{graph:?}");
        }
        !all.is_empty()
    });
}

/// What a selector takes of the lengths of the paths between two nodes, shortest first.
fn selected(lengths: &[usize], selector: &str) -> usize {
    let shortest = lengths.first().copied().unwrap_or(0);
    match selector {
        "ALL SHORTEST" => lengths.iter().filter(|length| **length == shortest).count(),
        "SHORTEST 2" => lengths.len().min(2),
        _ => lengths.len().min(1),
    }
}

#[test]
fn a_selector_chooses_among_the_paths_that_fulfil_every_condition() {
    for raising in [false, true] {
        for_each_pattern(57 + u64::from(raising), raising, |random, graph, shape| {
            let selector = ["ALL SHORTEST", "ANY SHORTEST", "SHORTEST 2", "ANY"][random.below(4)];
            let least = random.integer(0, 2);
            // What stands behind the pattern does not change the choice.
            let query = format!("MATCH p = {selector} {} WHERE x.v >= {least} RETURN x, y, p", text(shape));
            let all = walks(graph, shape);
            let actual = found(graph, &query);
            if all.iter().any(|walk| walk.raised) {
                assert!(matches!(actual, Err(Failure::Raised(_))), "{query}\n{graph:?}\n{actual:?}");
                return true;
            }
            let mut by_ends: BTreeMap<(u32, u32), Vec<Row>> = BTreeMap::new();
            for walk in &all {
                by_ends.entry((walk.start.0, walk.end.0)).or_default().push(row(walk));
            }
            let actual = actual.unwrap_or_else(|failure| panic!("{query}\n{failure}"));
            let mut total = 0;
            for ((x, y), mut paths) in by_ends {
                let value = graph.node(NodeKey(x)).and_then(|node| node.properties.get("v"));
                if !matches!(value, Some(Value::Integer(value)) if *value >= least) {
                    continue;
                }
                paths.sort_by_key(|(_, _, relationships)| relationships.len());
                let lengths: Vec<usize> = paths.iter().map(|(_, _, relationships)| relationships.len()).collect();
                let taken: Vec<&Row> = actual.iter().filter(|(a, b, _)| (*a, *b) == (x, y)).collect();
                let count = selected(&lengths, selector);
                let mut of_taken: Vec<usize> = taken.iter().map(|(_, _, relationships)| relationships.len()).collect();
                of_taken.sort_unstable();
                let expected = if selector == "ANY" { of_taken.clone() } else { lengths[..count].to_vec() };
                assert_eq!((of_taken.len(), &of_taken), (count, &expected), "{query}\n{graph:?}");
                // Chosen paths are paths, each chosen once.
                for path in &taken {
                    let place = paths.iter().position(|other| other == *path);
                    assert!(place.map(|place| paths.swap_remove(place)).is_some(), "{query}\n{graph:?}\n{path:?}");
                }
                total += count;
            }
            assert_eq!(actual.len(), total, "{query}\n{graph:?}");
            total > 0
        });
    }
}

/// A pattern from one node to another, which other patterns may have, too.
fn joined(random: &mut Random, number: u64) -> String {
    let end =
        |random: &mut Random| format!("({}{})", ["a", "b", "c"][random.below(3)], ["", "", "", ":A"][random.below(4)]);
    let (start, end) = (end(random), end(random));
    match random.below(6) {
        0 => start,
        1 => format!("{start}-[r{number}]->{end}"),
        other => {
            let selector = ["", "ALL SHORTEST", "SHORTEST 2 GROUPS", "ANY 999"][other - 2];
            let hop = ["-[:R]->", "-->", "-[:S]-"][random.below(3)];
            format!("p{number} = {selector} {start}{hop}{{1,{}}}{end}", random.between(1, 2))
        }
    }
}

#[test]
fn patterns_with_selectors_that_repeat_elements_are_joined_as_those_of_several_clauses() {
    let mut found = 0;
    for round in 0..graphs() {
        let mut random = Random::derive(61, &[round]);
        let graph = graph(&mut random);
        for _ in 0..PATTERNS {
            let patterns = [joined(&mut random, 1), joined(&mut random, 2)];
            let condition = ["", " WHERE a.v < 2", " WHERE a.v <= b.v"][random.below(3)];
            let both = |between: &str| {
                let matched = patterns.join(between);
                parse(&format!("MATCH REPEATABLE ELEMENTS {matched}{condition} RETURN *")).ok()
            };
            let (Some(together), Some(apart)) = (both(", "), both(" MATCH REPEATABLE ELEMENTS ")) else { continue };
            let rows = |evaluator: &dyn Evaluator, statement: &Statement| {
                let returns = evaluator.evaluate(&graph, statement).ok()?.returns;
                let mut rows: Vec<String> = returns.rows.iter().map(|row| format!("{row:?}")).collect();
                rows.sort_unstable();
                Some(rows)
            };
            let (apart, together) = (Statement::from(apart), Statement::from(together));
            let expected = rows(&Options::default(), &apart);
            assert_eq!(rows(&Options::default(), &together), expected, "{patterns:?}{condition}\n{graph:?}");
            let naive = Naive { limits: Limits { steps: 50_000, rows: 2_000 }, ..Naive::default() };
            let second = rows(&naive, &together);
            assert!(second.is_none() || second == expected, "{patterns:?}{condition}\n{graph:?}\n{second:?}");
            found += u64::from(second.is_some_and(|rows| !rows.is_empty()));
        }
    }
    assert!(found * 6 > graphs() * PATTERNS, "{found}");
}

#[test]
fn the_relationship_of_a_shortest_path_is_a_list_whether_or_not_it_has_a_length() {
    let mut graph = Graph::new();
    let [a, b] = ["A", "B"].map(|label| graph.add_node(vec![label.into()], Properties::new()));
    graph.add_relationship(a, "R".into(), b, Properties::new()).expect("both ends");
    for function in ["shortestPath", "allShortestPaths"] {
        for hop in ["-[r]->", "-[r*1..1]->"] {
            let text = format!("MATCH {function}((:A){hop}(:B)) RETURN size(r) AS x");
            let statement = Statement::from(parse(&text).unwrap_or_else(|error| panic!("{text}: {error}")));
            for evaluator in [&Options::default() as &dyn Evaluator, &Naive::default()] {
                let rows = evaluator.evaluate(&graph, &statement).map(|answer| answer.returns.rows);
                assert_eq!(rows.ok(), Some(vec![vec![Value::Integer(1)]]), "{text}");
            }
        }
    }
}
