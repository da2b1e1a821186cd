//! The named constants that `with(..)` takes, such as `WithOptions.tokens`: what they stand for is a string or a number.

use crate::scalar::Scalar;

/// A named constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constant(usize);

/// The class, the name and the value of each.
const ROWS: &[(&str, &str, Stands)] = &[
    ("WithOptions", "tokens", Stands::Text("~tinkerpop.valueMap.tokens")),
    ("WithOptions", "none", Stands::Number(0)),
    ("WithOptions", "ids", Stands::Number(1)),
    ("WithOptions", "labels", Stands::Number(2)),
    ("WithOptions", "keys", Stands::Number(4)),
    ("WithOptions", "values", Stands::Number(8)),
    ("WithOptions", "all", Stands::Number(15)),
    ("WithOptions", "indexer", Stands::Text("~tinkerpop.index.indexer")),
    ("WithOptions", "list", Stands::Number(0)),
    ("WithOptions", "map", Stands::Number(1)),
    ("ConnectedComponent", "component", Stands::Text("gremlin.connectedComponentVertexProgram.component")),
    ("ConnectedComponent", "edges", Stands::Text("~tinkerpop.connectedComponent.edges")),
    ("ConnectedComponent", "propertyName", Stands::Text("~tinkerpop.connectedComponent.propertyName")),
    ("PageRank", "edges", Stands::Text("~tinkerpop.pageRank.edges")),
    ("PageRank", "times", Stands::Text("~tinkerpop.pageRank.times")),
    ("PageRank", "propertyName", Stands::Text("~tinkerpop.pageRank.propertyName")),
    ("PeerPressure", "edges", Stands::Text("~tinkerpop.peerPressure.edges")),
    ("PeerPressure", "times", Stands::Text("~tinkerpop.peerPressure.times")),
    ("PeerPressure", "propertyName", Stands::Text("~tinkerpop.peerPressure.propertyName")),
    ("ShortestPath", "target", Stands::Text("~tinkerpop.shortestPath.target")),
    ("ShortestPath", "edges", Stands::Text("~tinkerpop.shortestPath.edges")),
    ("ShortestPath", "distance", Stands::Text("~tinkerpop.shortestPath.distance")),
    ("ShortestPath", "maxDistance", Stands::Text("~tinkerpop.shortestPath.maxDistance")),
    ("ShortestPath", "includeEdges", Stands::Text("~tinkerpop.shortestPath.includeEdges")),
    ("IO", "reader", Stands::Text("~tinkerpop.io.reader")),
    ("IO", "writer", Stands::Text("~tinkerpop.io.writer")),
    ("IO", "gryo", Stands::Text("gryo")),
    ("IO", "graphson", Stands::Text("graphson")),
    ("IO", "graphml", Stands::Text("graphml")),
];

/// What a constant stands for.
#[derive(Clone, Copy, Debug)]
enum Stands {
    Text(&'static str),
    Number(i32),
}

impl Constant {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Constant> {
        (0..ROWS.len()).map(Constant)
    }

    /// The one of a class and a name.
    pub fn find(class: &str, name: &str) -> Option<Constant> {
        ROWS.iter().position(|row| row.0 == class && row.1 == name).map(Constant)
    }

    /// Whether there are constants of this class.
    pub fn is_class(class: &str) -> bool {
        ROWS.iter().any(|row| row.0 == class)
    }

    /// Its class, e.g. `WithOptions`.
    pub fn class(self) -> &'static str {
        self.row().0
    }

    /// Its name in its class.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// What it stands for.
    pub fn value(self) -> Scalar {
        match self.row().2 {
            Stands::Text(text) => Scalar::String(text.into()),
            Stands::Number(number) => Scalar::Integer(number),
        }
    }

    fn row(self) -> &'static (&'static str, &'static str, Stands) {
        // Only `all` and `find` make constants, of indexes of the table.
        &ROWS[self.0]
    }
}
