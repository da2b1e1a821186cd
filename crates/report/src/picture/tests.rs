use graphlance_graph::{GraphSizes, IndexSupport, Name, NodeKey, Properties, Random, Value, ValueDomain, random_graph};

use super::*;

type NodeData<'a> = (&'a str, &'a [(&'a str, Value)]);
type RelationshipData<'a> = (usize, &'a str, usize, &'a [(&'a str, Value)]);

fn properties(entries: &[(&str, Value)]) -> Properties {
    entries.iter().map(|(key, value)| (Name::from(*key), value.clone())).collect()
}

/// A graph of nodes (labels by `:`) and relationships (between positions of nodes).
fn graph(nodes: &[NodeData], relationships: &[RelationshipData]) -> Graph {
    let mut graph = Graph::new();
    let labels = |text: &str| text.split(':').filter(|label| !label.is_empty()).map(Name::from).collect::<Vec<_>>();
    let keys: Vec<NodeKey> = nodes.iter().map(|(l, p)| graph.add_node(labels(l), properties(p))).collect();
    for (start, kind, end, p) in relationships {
        graph.add_relationship(keys[*start], (*kind).into(), keys[*end], properties(p)).expect("the ends exist");
    }
    graph
}

fn samples() -> Vec<(&'static str, Graph)> {
    let k = |value: i64| -> Vec<(&'static str, Value)> { vec![("k0", value.into())] };
    let random = |seed, nodes, relationships| {
        let sizes = GraphSizes {
            nodes: [nodes, nodes],
            relationships: [relationships, relationships],
            ..GraphSizes::default()
        };
        random_graph(&mut Random::new(seed), &sizes, &ValueDomain::default(), &IndexSupport::default())
    };
    vec![
        ("empty", Graph::new()),
        ("one node", graph(&[("A", &k(1))], &[])),
        ("pair", graph(&[("Person", &[("name", "A & <B>".into())]), ("B:C", &k(2))], &[(0, "T", 1, &k(3))])),
        (
            "parallel relationships and self-loops",
            graph(
                &[("A", &k(1)), ("B", &k(2))],
                &[
                    (0, "T0", 1, &k(1)),
                    (0, "T0", 1, &[]),
                    (1, "T1", 0, &k(5)),
                    (0, "T0", 0, &k(2)),
                    (1, "T1", 1, &[]),
                    (1, "T1", 1, &k(7)),
                ],
            ),
        ),
        (
            "five nodes",
            graph(
                &[
                    ("A", &k(1)),
                    ("B:C:D", &[("k0", 2.into()), ("text", "a longer text that is cut off".into())]),
                    ("A", &[]),
                    ("", &k(4)),
                    ("C", &k(5)),
                ],
                &[
                    (0, "T0", 1, &k(1)),
                    (1, "T0", 2, &k(2)),
                    (2, "T1", 0, &[]),
                    (2, "KNOWS_WELL", 3, &k(9)),
                    (3, "T1", 3, &[]),
                ],
            ),
        ),
        (
            "complete",
            graph(
                &[("A", &k(1)), ("B", &k(2)), ("C", &k(3)), ("D", &k(4))],
                &[
                    (0, "T0", 1, &[]),
                    (0, "T0", 2, &[]),
                    (0, "T0", 3, &[]),
                    (1, "T0", 2, &[]),
                    (1, "T0", 3, &[]),
                    (2, "T0", 3, &[]),
                ],
            ),
        ),
        ("random, 6 nodes", random(3, 6, 8)),
        ("random, 13 nodes", random(4, 13, 30)),
    ]
}

/// The numbers of `attributes` in each element of a kind.
fn numbers(svg: &str, element: &str, attributes: [&str; 4]) -> Vec<[f64; 4]> {
    let value = |line: &str, attribute: &str| -> f64 {
        let (_, rest) = line.split_once(&format!(" {attribute}=\"")).unwrap_or_default();
        rest.split('"').next().and_then(|text| text.parse().ok()).unwrap_or_default()
    };
    let lines = svg.lines().filter(|line| line.starts_with(element));
    lines.map(|line| attributes.map(|attribute| value(line, attribute))).collect()
}

/// Checks that no two texts beside circles and arrows cover each other, nor a circle.
fn check_readable(name: &str, graph: &Graph) {
    let svg = graph_svg(graph);
    let mut boxes: Vec<Rect> = numbers(&svg, "<rect class=\"back\"", ["x", "y", "width", "height"])
        .into_iter()
        .map(|[x, y, width, height]| Rect { left: x, top: y, right: x + width, bottom: y + height })
        .collect();
    let circles = numbers(&svg, "<circle", ["cx", "cy", "r", "r"]);
    boxes.extend(circles.iter().map(|[x, y, r, _]| Rect::around(geometry::Point::new(*x, *y), 1.4 * r, 1.4 * r)));
    for (index, one) in boxes.iter().enumerate() {
        for other in boxes.iter().skip(index + 1) {
            assert!(one.overlap(other) < 30.0, "{name}: {one:?} covers {other:?}");
        }
    }
}

#[test]
fn each_element_is_drawn_once() {
    for (name, graph) in samples() {
        let svg = graph_svg(&graph);
        assert_eq!(svg.matches("<circle ").count(), graph.node_count(), "{name}");
        assert_eq!(svg.matches("<path class=\"edge\"").count(), graph.relationship_count(), "{name}");
        assert_eq!(svg, graph_svg(&graph), "{name}");
    }
}

#[test]
fn texts_of_small_connected_graphs_do_not_cover_each_other() {
    // One connected part each: the parts' coordinates are their own.
    for (name, graph) in samples().into_iter().filter(|(name, _)| !name.contains("random") && *name != "five nodes") {
        check_readable(name, &graph);
    }
}

#[test]
fn values_cannot_break_the_document() {
    let graph = graph(&[("A", &[("k", "</text>&\u{1}\u{202e}".into())])], &[]);
    let svg = graph_svg(&graph);
    assert!(svg.contains("&lt;/text&gt;&amp;"), "{svg}");
    assert!(svg.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{202e}')));
}

#[test]
fn a_small_picture_stays_as_it_is() {
    let (_, graph) = samples().swap_remove(2);
    insta::assert_snapshot!(graph_svg(&graph));
}
