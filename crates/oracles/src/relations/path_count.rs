//! How many paths lead over a node.

use graphlance_case::{Number, Relation};

use super::asking::Types;
use super::{Asked, Asking, GraphRelation, Need};

/// Each path to a node and each path from it are one way over it, where two clauses look for them (Gamera, *Path Count*).
pub(super) const TWO_CLAUSES: GraphRelation = GraphRelation {
    name: "paths_over_a_node_in_two_clauses",
    page: "As many ways lead over a node as paths to it times paths from it, where two clauses look for them.",
    needs: &[],
    writes: false,
    anchored: true,
    make: |asking| counted(asking, true, false, true),
};

/// Where one pattern looks for both, relationships of the one are not used again in the other, so that there are at most as many.
pub(super) const ONE_PATTERN: GraphRelation = GraphRelation {
    name: "paths_over_a_node_in_one_pattern",
    page: "One pattern finds at most as many ways over a node as there are paths to it times paths from it.",
    needs: &[],
    writes: false,
    anchored: true,
    make: |asking| counted(asking, false, false, false),
};

/// Where no path leads back to a node, that of the one part and that of the other have no relationship in common.
pub(super) const ACYCLIC: GraphRelation = GraphRelation {
    name: "paths_over_a_node_without_cycles",
    page: "Without cycles one pattern finds as many ways over a node as there are paths to it times paths from it.",
    needs: &[Need::Acyclic],
    writes: false,
    anchored: true,
    make: |asking| counted(asking, false, false, true),
};

/// Neither have they where they are of different types.
pub(super) const DISJOINT_TYPES: GraphRelation = GraphRelation {
    name: "paths_over_a_node_of_disjoint_types",
    page: "Paths of other types before a node than behind it are told apart: one pattern finds as many ways as their product.",
    needs: &[],
    writes: false,
    anchored: true,
    make: |asking| counted(asking, false, true, true),
};

/// Counts the paths to a node, from it, and over it. `apart`: in two clauses; `disjoint`: of different types; `exactly`: whether
/// there are as many as the product, or at most.
fn counted(asking: &mut Asking<'_>, apart: bool, disjoint: bool, exactly: bool) -> Option<Asked> {
    let (first, second) = (asking.longest(), asking.longest());
    let types = match disjoint {
        true => {
            let types = asking.random.sample(&asking.graph.schema.types, 2);
            types.into_iter().map(|name| Types(vec![name])).collect()
        }
        false => vec![asking.types(); 2],
    };
    let [one, other] = types.as_slice() else { return None };
    let stations = asking.stations([(one, first), (other, second)])?;
    let [a, b, c] = stations.as_slice() else { return None };
    let to = format!("MATCH (a {{id: {a}}})-[rs{one}*1..{first}]->(b {{id: {b}}})");
    let from = format!("MATCH (b {{id: {b}}})-[ss{other}*1..{second}]->(c {{id: {c}}})");
    let over = match apart {
        true => format!("{to} MATCH (b)-[ss{other}*1..{second}]->(c {{id: {c}}})"),
        false => format!("{to}-[ss{other}*1..{second}]->(c {{id: {c}}})"),
    };
    let texts = [to, from, over].map(|text| format!("{text} RETURN count(*) AS d"));
    let product = Number::Product(vec![Number::Value(0), Number::Value(1)]);
    let relation = match exactly {
        true => Relation::Equal(Number::Value(2), product),
        false => Relation::AtMost(Number::Value(2), product),
    };
    Some(Asked::of(texts, relation))
}
