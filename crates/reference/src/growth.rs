//! A reading query that grows: the rows after its last clause are known, and the next clauses are tried on them.

use graphlance_cypher::{Clause, Expression};
use graphlance_graph::{Column, Graph, Latitude, Name, Order, Returns, Row, Value};

use crate::answer::lengths;
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
    doubtful: bool,
}

impl<'a> Growth<'a> {
    /// Before the first clause: one row without columns.
    pub fn start(graph: &'a Graph, options: &'a Options) -> Growth<'a> {
        let rows = Rows { frames: vec![Vec::new()], ties: Some(vec![0]), bags: Vec::new() };
        Growth { graph, options, columns: Vec::new(), rows, doubtful: false }
    }

    /// The table after further clauses, all of which only read. Errors: as those of [`crate::evaluate`]; of a clause that is
    /// refused before it runs, only what the evaluator needs to know is told.
    pub fn after(&self, clauses: &[Clause]) -> Result<Growth<'a>, Failure> {
        let mut compiler = self.compiler();
        let part = compiler.continued(clauses)?;
        let template = compiler.frame();
        let rows = Rows {
            frames: self.rows.frames.iter().map(|frame| widened(frame, template.len())).collect(),
            ties: self.rows.ties.clone(),
            bags: self.rows.bags.clone(),
        };
        let runner = Runner::new(self.graph, self.options, template.len(), false);
        let rows = runner.part(&part, rows, &template)?;
        Ok(self.narrowed(&compiler, rows, runner.is_doubtful()))
    }

    /// The values of an expression on all rows. Errors: as those of [`Growth::after`]; [`Failure::Unspecified`] where they depend
    /// on an open order or hold lists in one.
    pub fn values(&self, expression: &Expression) -> Result<Vec<Value>, Failure> {
        let mut compiler = self.compiler();
        let term = compiler.expression(expression)?;
        let runner = Runner::new(self.graph, self.options, compiler.width(), false);
        runner.refuse_open(&term, &self.rows.bags)?;
        let mut frame = vec![Value::Null; compiler.width()];
        let read: Vec<usize> = (0..self.columns.len()).filter(|place| term.may_read(&[*place])).collect();
        let value = |row: &Row| {
            read.iter().for_each(|place| frame[*place].clone_from(&row[*place]));
            runner.settled_value(&term, &mut frame)
        };
        self.rows.frames.iter().map(value).collect()
    }

    /// The rows on which a predicate is true. Errors: as those of [`Growth::values`].
    pub fn kept(&self, predicate: &Expression) -> Result<Growth<'a>, Failure> {
        let values = self.values(predicate)?;
        let rows = self.rows.those(|row| values[row] == Value::Boolean(true));
        Ok(Growth { rows, columns: self.columns.clone(), ..*self })
    }

    /// What a query returns whose last clause came to this table.
    pub fn returns(&self) -> Returns {
        let column = |(place, (name, latitude)): (usize, &(Name, Latitude))| Column {
            name: name.clone(),
            latitude: *latitude,
            unordered_lists: self.is_unordered(place),
        };
        Returns {
            columns: self.columns.iter().enumerate().map(column).collect(),
            rows: self.rows.frames.clone(),
            order: self.rows.ties.as_ref().map_or(Order::Bag, |ties| Order::Sorted { ties: lengths(ties) }),
            any: None,
        }
    }

    /// Whether the table may depend on the order of execution, so that [`Growth::returns`] is one right answer of several.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// A compiler with the columns in scope, whose slots are their places.
    fn compiler(&self) -> Compiler<'a> {
        let mut compiler = Compiler::new(self.graph, self.options);
        for (name, latitude) in &self.columns {
            let slot = compiler.declare(name);
            compiler.set_latitude(slot, *latitude);
        }
        compiler
    }

    /// Keeps of each row what is in scope.
    fn narrowed(&self, compiler: &Compiler<'_>, rows: Rows, doubtful: bool) -> Growth<'a> {
        let scope = compiler.in_scope();
        let columns = scope.iter().map(|(name, slot)| (name.clone(), compiler.latitude_of_slot(*slot))).collect();
        // Two names may share a slot, of which the last one takes the value.
        let again = |place: usize| scope[place + 1..].iter().any(|(_, slot)| *slot == scope[place].1);
        let again: Vec<bool> = (0..scope.len()).map(again).collect();
        let kept = |mut frame: Vec<Value>| {
            let taken = |((_, slot), again): (&(Name, usize), &bool)| match again {
                true => frame[*slot].clone(),
                false => std::mem::replace(&mut frame[*slot], Value::Null),
            };
            scope.iter().zip(&again).map(taken).collect()
        };
        let bags = (0..scope.len()).filter(|place| rows.bags.contains(&scope[*place].1)).collect();
        let rows = Rows { frames: rows.frames.into_iter().map(kept).collect(), ties: rows.ties, bags };
        Growth { graph: self.graph, options: self.options, columns, rows, doubtful: self.doubtful || doubtful }
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

/// A row with room for more.
fn widened(row: &Row, width: usize) -> Row {
    let mut wide = Vec::with_capacity(width);
    wide.extend_from_slice(row);
    wide.resize(width, Value::Null);
    wide
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::ast::With;
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
    fn an_expression_has_the_values_that_a_clause_would_compute() {
        let (graph, options) = (graph(), Options::default());
        let Ok(Statement::Query(query)) = parse("MATCH (a)-->(b) WITH a, collect(b.k) AS ks RETURN a") else {
            panic!("a query")
        };
        let growth = Growth::start(&graph, &options).after(&query.first.clauses[..2]).expect("it reads");
        for (text, is_open) in
            [("a.k + size(ks)", false), ("EXISTS { (a)-->(a) }", false), ("ks + [x IN ks | x]", true)]
        {
            let Ok(Statement::Query(query)) = parse(&format!("WITH {text} AS value RETURN value")) else {
                panic!("{text}")
            };
            let Clause::With(with) = &query.first.clauses[0] else { panic!("{text}") };
            let values = growth.values(&with.projection.items[0].expression);
            if is_open {
                assert!(matches!(values, Err(Failure::Unspecified(_))), "{text}");
                continue;
            }
            let computed = growth.after(&query.first.clauses[..1]).expect("it computes");
            let column: Vec<Value> = computed.rows().iter().map(|row| row[0].clone()).collect();
            assert_eq!(values.as_ref(), Ok(&column), "{text}");
        }
        let Ok(Statement::Query(query)) = parse("WITH * WHERE a.k = 1 RETURN a") else { panic!("a query") };
        let Clause::With(With { predicate: Some(predicate), .. }) = &query.first.clauses[0] else { panic!("a WITH") };
        let kept = growth.kept(predicate).expect("it filters");
        assert_eq!(kept.rows(), growth.after(&query.first.clauses[..1]).expect("it filters").rows());
        assert_eq!(kept.rows().len(), 1);
    }

    #[test]
    fn what_it_returns_is_what_the_query_returns() {
        let (graph, options) = (graph(), Options::default());
        for text in [
            "MATCH (a)-->(b) WITH a, b ORDER BY a.k, b.k DESC LIMIT 3 RETURN a.k AS x, collect(b.k) AS y",
            "MATCH (a) RETURN a.k AS x, sin(a.k) AS y ORDER BY x DESC SKIP 1",
            "UNWIND [3, 1, 1] AS u RETURN DISTINCT u ORDER BY u",
        ] {
            let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
            let mut growth = Growth::start(&graph, &options);
            for clause in &query.first.clauses {
                growth = growth.after(std::slice::from_ref(clause)).expect("it reads");
            }
            let whole = evaluate(&graph, &Statement::Query(query), &options).expect("an answer");
            assert_eq!((growth.returns(), growth.is_doubtful()), (whole.returns, false), "{text}");
        }
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
