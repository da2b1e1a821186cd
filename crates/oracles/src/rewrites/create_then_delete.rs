//! A node that is created and deleted at once.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{fresh_names, with_clause, writing_places};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// What a statement creates and deletes again leaves nothing.
///
/// `MATCH (n) SET n.k = 1` does what `MATCH (n) CREATE (z0 {k: 0}) DELETE z0 SET n.k = 1` does.
///
/// It would be unsound where a later clause gives all variables.
pub const CREATE_THEN_DELETE: Rewrite = Rewrite {
    name: "create_then_delete",
    page: "What a statement creates and deletes again leaves nothing.",
    effect: Effect::SameState,
    needs: &[Precondition::StarUnseen],
    sites: |query| writing_places(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 3;

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let names = fresh_names(query, 2);
    let mut start = NodePattern::variable(names[0].clone());
    let mut segments = Vec::new();
    let mut detach = false;
    match site.item {
        0 => {}
        1 => start.properties = Some(Expression::Map(vec![("id".into(), build::integer(-1))])),
        _ => {
            let kind = ground.graph.schema.types.first().cloned().unwrap_or_else(|| "T".into());
            let relationship =
                RelationshipPattern { types: Some(LabelExpression::Name(kind)), ..RelationshipPattern::default() };
            segments.push(Segment::Hop { relationship, node: NodePattern::variable(names[1].clone()) });
            detach = true;
        }
    }
    if let Some(label) = ground.graph.schema.labels.first() {
        start = start.with_labels([label.clone()]);
    }
    let made = if segments.is_empty() { 1 } else { 2 };
    let create = Clause::Create(vec![PathPattern { start, segments }.into()]);
    let expressions = names.iter().take(made).map(|name| build::variable(name.clone())).collect();
    let delete = Clause::Delete(Delete { detach, nodetach: false, expressions });
    let with_delete = with_clause(query, site.clause, delete).pop()?;
    Some(with_clause(&with_delete, site.clause, create))
}
