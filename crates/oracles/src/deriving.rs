//! Derived statements made again, for reductions and for whoever asks whether a case is what its lineage says.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Gremlin, Languages};
use graphlance_case::{Applied, Derived, Deriver, Dialect, Statement};
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::{Dialect as CypherDialect, Query, Statement as CypherStatement};
use graphlance_generate::Adaptation;
use graphlance_graph::Graph;

use crate::base::{can_be_said, is_settled};
use crate::refinement::staying::KINDS;
use crate::relations::RELATIONS;
use crate::rewrites::{Ground, Rewrite, without_types};

/// The languages that come with graphlance, with their evaluators and their rewrites.
pub fn languages() -> Languages {
    graphlance_reference::languages()
        .with(&Gremlin, graphlance_machine::evaluators())
        .deriving(&Cypher, Arc::new(Rewrites))
        .deriving(&Gremlin, crate::disassembly::deriver())
}

/// The rewrites of Cypher.
struct Rewrites;

impl Deriver for Rewrites {
    fn derive(&self, base: &Statement, rewrites: &[Applied], graph: &Graph, dialect: &Dialect) -> Option<Derived> {
        let dialect = dialect.data::<CypherDialect>()?;
        let CypherStatement::Query(base) = base.tree()? else { return None };
        let writes = query_writes(base);
        let untyped;
        let graph = match writes {
            true => {
                untyped = without_types(graph);
                &untyped
            }
            false => graph,
        };
        let ground = Ground { graph, dialect };
        let mut queries = vec![base.clone()];
        let mut taken = Vec::with_capacity(rewrites.len());
        for applied in rewrites {
            let [query] = queries.as_slice() else { return None };
            let (made, place) = Rewrite::named(&applied.rewrite)?.derive_at(query, applied, ground)?;
            taken.push(place);
            queries = made;
        }
        let anything = Adaptation::default();
        // Of a statement that writes, the reference says whether its outcome is settled.
        let sound = |query: &Query| (writes || is_settled(query, ground)) && can_be_said(query, ground, &anything);
        if !queries.iter().chain([base]).all(sound) {
            return None;
        }
        let statements = queries.into_iter().map(|query| CypherStatement::Query(query).into()).collect();
        Some(Derived { statements, rewrites: taken })
    }

    fn sentence(&self, rewrite: &str) -> Option<&'static str> {
        let relation = || RELATIONS.iter().find(|relation| relation.name == rewrite).map(|relation| relation.page);
        let staying = || KINDS.iter().find(|kind| kind.name == rewrite).map(|kind| kind.page);
        Rewrite::named(rewrite).map(|rewrite| rewrite.page).or_else(relation).or_else(staying)
    }
}
