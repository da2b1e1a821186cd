//! A reading query that grows: the rows after its last clause are known, and the next clauses are tried on them.

use graphlance_cypher::{Clause, SingleQuery};
use graphlance_graph::{Graph, Latitude, Name, Row, Value};

use crate::compile::Compiler;
use crate::run::{Rows, Runner};
use crate::{Failure, Options};

/// The table between two clauses, as the evaluator knows it. What comes next depends on nothing else: the rest of a query is
/// evaluated on it without evaluating what stands before it again.
#[derive(Clone, Debug)]
pub struct Growth<'a> {
    graph: &'a Graph,
    options: &'a Options,
    columns: Vec<(Name, Latitude)>,
    /// The frame of a row holds the columns in their order.
    rows: Rows,
}

impl<'a> Growth<'a> {
    /// Before the first clause: one row without columns.
    pub fn start(graph: &'a Graph, options: &'a Options) -> Growth<'a> {
        Growth { graph, options, columns: Vec::new(), rows: Rows::bag(vec![Vec::new()], Vec::new()) }
    }

    /// The table after further clauses, all of which only read. Errors: as those of [`crate::evaluate`]; of a clause that is
    /// refused before it runs, only what the evaluator needs to know is told.
    pub fn after(&self, clauses: &[Clause]) -> Result<Growth<'a>, Failure> {
        let mut compiler = Compiler::new(self.graph, self.options);
        for (name, latitude) in &self.columns {
            let slot = compiler.declare(name);
            compiler.set_latitude(slot, *latitude);
        }
        let part = compiler.continued(&SingleQuery { clauses: clauses.to_vec() })?;
        let template = compiler.frame();
        let widened = |frame: &Vec<Value>| {
            let mut wide = template.clone();
            wide[..frame.len()].clone_from_slice(frame);
            wide
        };
        let rows = Rows::bag(self.rows.frames.iter().map(widened).collect(), self.rows.bags.clone());
        let rows = Runner::new(self.graph, self.options, template.len(), false).part(&part, rows, &template)?;
        Ok(self.narrowed(&compiler, rows))
    }

    /// Keeps of each row what is in scope.
    fn narrowed(&self, compiler: &Compiler<'_>, rows: Rows) -> Growth<'a> {
        let scope = compiler.in_scope();
        let columns = scope.iter().map(|(name, slot)| (name.clone(), compiler.latitude_of_slot(*slot))).collect();
        let kept = |frame: &Vec<Value>| scope.iter().map(|(_, slot)| frame[*slot].clone()).collect();
        let bags = (0..scope.len()).filter(|place| rows.bags.contains(&scope[*place].1)).collect();
        let rows = Rows { frames: rows.frames.iter().map(kept).collect(), ties: rows.ties, bags };
        Growth { graph: self.graph, options: self.options, columns, rows }
    }

    /// The names of the columns, in the order of the values of a row.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &Name> {
        self.columns.iter().map(|(name, _)| name)
    }

    /// The rows, in no order that means anything.
    pub fn rows(&self) -> &[Row] {
        &self.rows.frames
    }

    /// The place of a column.
    pub fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|(name, _)| name == column)
    }

    /// Whether a column holds lists in no order.
    pub fn is_unordered(&self, place: usize) -> bool {
        self.rows.bags.contains(&place)
    }

    /// Whether engines agree on the values of a column to the last bit.
    pub fn is_exact(&self, place: usize) -> bool {
        self.columns.get(place).is_some_and(|(_, latitude)| *latitude == Latitude::Exact)
    }
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::{Statement, parse};
    use graphlance_graph::Properties;

    use super::*;
    use crate::evaluate;

    fn graph() -> Graph {
        let mut graph = Graph::new();
        let key = |value: i64| Properties::from_iter([("k".into(), Value::Integer(value))]);
        let nodes: Vec<_> = (0..4).map(|value| graph.add_node(["A".into()], key(value % 3))).collect();
        for (from, to) in [(0, 1), (0, 2), (1, 2), (2, 0), (3, 3)] {
            graph.add_relationship(nodes[from], "T".into(), nodes[to], key(from as i64)).expect("both ends exist");
        }
        graph
    }

    /// Clause by clause, the table is that of the whole query up to there.
    fn check(text: &str) {
        let graph = graph();
        let options = Options::default();
        let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
        let mut growth = Growth::start(&graph, &options);
        for clause in &query.first.clauses {
            growth = growth.after(std::slice::from_ref(clause)).unwrap_or_else(|failure| panic!("{text}: {failure}"));
        }
        let whole = evaluate(&graph, &Statement::Query(query), &options).unwrap_or_else(|failure| panic!("{failure}"));
        let sorted = |rows: &[Row]| {
            let mut texts: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
            texts.sort();
            texts
        };
        let named: Vec<&Name> = growth.columns().collect();
        let expected: Vec<&Name> = whole.returns.columns.iter().map(|column| &column.name).collect();
        assert_eq!(named, expected, "{text}");
        assert_eq!(sorted(growth.rows()), sorted(&whole.returns.rows), "{text}");
    }

    #[test]
    fn clause_by_clause_it_comes_to_the_same_as_the_whole_query() {
        check(
            "MATCH (a)-[r]->(b) WITH a, count(*) AS n OPTIONAL MATCH (a)-->(c) WHERE c.k > n WITH a.k AS k, c RETURN k, c.k AS l",
        );
        check("UNWIND [1, 2, 2] AS x MATCH (a {k: x}) WITH DISTINCT x, a.k AS k WHERE k > 0 RETURN sum(x) AS s, k");
        check("MATCH (a) CALL (a) { MATCH (a)-->(b) RETURN count(b) AS n } WITH a, n RETURN n, a.k AS k");
        check("MATCH p = (a)-[*1..2]->(b) WITH p, length(p) AS l ORDER BY l RETURN l");
        check("WITH 1 AS one MATCH (a) WITH *, collect(a.k) AS ks UNWIND ks AS k RETURN k, one");
    }

    #[test]
    fn it_knows_what_is_open() {
        let (graph, options) = (graph(), Options::default());
        let Ok(Statement::Query(query)) = parse("MATCH (a) RETURN collect(a.k) AS ks, sin(2) AS s, 1 AS one") else {
            panic!("a query")
        };
        let growth = Growth::start(&graph, &options).after(&query.first.clauses).expect("it reads");
        let known = |name: &str| {
            let place = growth.place(name).expect("a column");
            (growth.is_unordered(place), growth.is_exact(place))
        };
        assert_eq!([known("ks"), known("s"), known("one")], [(true, true), (false, false), (false, true)]);
    }
}
