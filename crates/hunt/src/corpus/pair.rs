//! Whether the two statements of a pair do the same.

use graphlance_case::{Dialect, Response};
use graphlance_graph::{Column, CompareOptions, Order, Returns, Table, compare, graph_compare};

use crate::probe::response_text;

/// What a side of a bug answered: to each statement, and the graph behind it.
pub(super) type Answered = Vec<[Response; 2]>;

/// What the two sides came to, for people.
pub(super) fn difference(answers: &[Answered]) -> String {
    let of = |answered: &Answered| match answered.last() {
        Some([response, Response::Graph(graph)]) => {
            let (nodes, relationships) = (graph.node_count(), graph.relationship_count());
            format!("{}; then {nodes} nodes, {relationships} relationships", response_text(response))
        }
        Some([response, _]) => response_text(response),
        None => "nothing".to_owned(),
    };
    answers.iter().map(of).collect::<Vec<_>>().join(" against ")
}

/// Whether the last statements of both sides have the same rows and leave the same graph. Two errors are the same.
pub(super) fn same(one: &Answered, other: &Answered, dialect: &Dialect) -> bool {
    match (one.last(), other.last()) {
        (Some([rows, graph]), Some([other_rows, other_graph])) => {
            let graphs = match (graph, other_graph) {
                (Response::Graph(graph), Response::Graph(other)) => {
                    graph_compare::same_graph(graph, other, &dialect.comparison()).is_ok()
                }
                (graph, other) => std::mem::discriminant(graph) == std::mem::discriminant(other),
            };
            graphs && same_rows(rows, other_rows)
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn same_rows(one: &Response, other: &Response) -> bool {
    match (one, other) {
        (Response::Table(one), Response::Table(other)) => {
            let columns: Vec<Column> = one.columns.iter().map(|name| Column::exact(name.clone())).collect();
            let names = one.columns.clone();
            let returns = Returns { columns, rows: one.rows.clone(), order: Order::Bag, any: None };
            let renamed = Table { columns: names, rows: other.rows.clone() };
            one.columns.len() == other.columns.len() && compare(&returns, &renamed, &CompareOptions::default()).is_ok()
        }
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}
