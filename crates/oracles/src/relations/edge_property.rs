//! Paths of relationships that have properties.

use super::{Asked, Asking, GraphRelation, Need};

/// A condition on each relationship of a path is that condition on one after the other (Gamera, *Homogeneous Edge Property*).
pub(super) const HOMOGENEOUS: GraphRelation = GraphRelation {
    name: "homogeneous_edge_property",
    page: "A condition on each relationship of a path is that condition on one after the other, from whichever end.",
    needs: &[Need::TrailsInPatterns],
    writes: false,
    anchored: false,
    make: homogeneous,
};

/// Conditions on the first and on the second relationship are those on the second and on the first, seen from the other end
/// (Gamera, *Heterogeneous Edge Property*).
pub(super) const HETEROGENEOUS: GraphRelation = GraphRelation {
    name: "heterogeneous_edge_property",
    page: "Conditions on the relationships of a path hold from whichever end it is looked for, and in two clauses.",
    needs: &[Need::TrailsInPatterns],
    writes: false,
    anchored: false,
    make: heterogeneous,
};

fn homogeneous(asking: &mut Asking<'_>) -> Option<Asked> {
    let types = asking.types();
    let (a, of) = asking.two_steps([&types, &types])?;
    let condition = asking.condition("r", &of)?;
    let [first, second] = ["r1.", "r2."].map(|name| condition.replacen("r.", name, 1));
    let each =
        format!("MATCH (a {{id: {a}}})-[rs{types}*2..2]->(b) WHERE all(r IN rs WHERE {condition}) RETURN b.id AS id");
    let written =
        format!("MATCH (a {{id: {a}}})-[r1{types}]->()-[r2{types}]->(b) WHERE {first} AND {second} RETURN b.id AS id");
    let turned =
        format!("MATCH (b)<-[r2{types}]-()<-[r1{types}]-(a {{id: {a}}}) WHERE {second} AND {first} RETURN b.id AS id");
    Some(Asked::same([each, written, turned]))
}

fn heterogeneous(asking: &mut Asking<'_>) -> Option<Asked> {
    let (one, other) = (asking.types(), asking.types());
    // What both conditions are met by is there: by chance few paths would meet them.
    let (a, [of_first, of_second]) = asking.two_steps([&one, &other])?;
    let (first, second) = (asking.condition("r1", &[of_first])?, asking.condition("r2", &[of_second])?);
    let path =
        format!("MATCH (a {{id: {a}}})-[r1{one}]->(m)-[r2{other}]->(b) WHERE {first} AND {second} RETURN b.id AS id");
    let turned = format!(
        "MATCH (b)<-[r2{other}]-(m)<-[r1{one}]-(a) WHERE a.id = {a} AND {second} AND {first} RETURN b.id AS id"
    );
    let met = format!(
        "MATCH (m)-[r2{other}]->(b) WHERE {second} \
         MATCH (a {{id: {a}}})-[r1{one}]->(m) WHERE {first} AND r1 <> r2 RETURN b.id AS id"
    );
    Some(Asked::same([path, turned, met]))
}
