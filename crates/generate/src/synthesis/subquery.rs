//! Subqueries whose answer is known: `EXISTS { }`, `COUNT { }`, pattern predicates, and MATCH inside `CALL { }`.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, Value};

use super::pattern::ClauseNames;
use super::query::Synthesis;
use crate::expression::{Known, Leaf, equal_to};

impl Synthesis<'_> {
    /// A true predicate about the neighbours of a node in scope; none most of the time.
    pub(super) fn neighbour_predicate(&mut self, leaves: &[Leaf]) -> Option<Expression> {
        if !self.context.profile.techniques.beyond_paper || !self.random.chance(0.12) {
            return None;
        }
        let nodes: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.node().is_some()).collect();
        let leaf = *self.random.pick(&nodes)?;
        let key = leaf.node()?.key;
        let graph = self.context.graph;
        let kind = self.random.pick(&graph.schema.types)?.clone();
        let of_kind = |keys: &[graphlance_graph::RelationshipKey]| {
            keys.iter().filter(|key| graph.relationship(**key).is_some_and(|r| r.kind == kind)).count() as i64
        };
        let (direction, count) = if self.random.chance(0.5) {
            (Direction::Right, of_kind(graph.outgoing(key)))
        } else {
            (Direction::Left, of_kind(graph.incoming(key)))
        };
        let forms = [Feature::ExistsSubquery, Feature::CountSubquery, Feature::PatternPredicate];
        let forms: Vec<Feature> = forms.into_iter().filter(|form| self.context.vocabulary.has(*form)).collect();
        let form = *self.random.pick(&forms)?;
        let named = form != Feature::PatternPredicate;
        let pattern = self.neighbour_pattern(leaf.name.clone(), kind, direction, named);
        let subquery = |patterns| Box::new(Subquery::Pattern { patterns, predicate: None });
        let exists = match form {
            Feature::CountSubquery => {
                self.techniques.count("beyond.count_subquery");
                let mut expressions = self.expressions(leaves);
                let other = equal_to(&mut expressions, &Value::Integer(count), 1).expression;
                let counted = Expression::Count(subquery(vec![pattern]));
                return Some(build::compare(ComparisonOperator::Equal, counted, other));
            }
            Feature::ExistsSubquery => {
                self.techniques.count("beyond.exists_subquery");
                Expression::Exists(subquery(vec![pattern]))
            }
            _ => {
                self.techniques.count("beyond.pattern_predicate");
                Expression::Pattern(Box::new(pattern))
            }
        };
        Some(if count > 0 { exists } else { build::not(exists) })
    }

    fn neighbour_pattern(&mut self, from: Name, kind: Name, direction: Direction, named: bool) -> Pattern {
        let (relationship, node) = if named { (Some(self.fresh('r')), Some(self.fresh('n'))) } else { (None, None) };
        Pattern::from(PathPattern {
            start: NodePattern::variable(from),
            segments: vec![Segment::Hop {
                relationship: RelationshipPattern {
                    variable: relationship,
                    types: Some(LabelExpression::Name(kind)),
                    direction,
                    ..RelationshipPattern::default()
                },
                node: NodePattern { variable: node, ..NodePattern::default() },
            }],
        })
    }

    /// `CALL { WITH imports MATCH .. RETURN introduced }` instead of the MATCH.
    pub(super) fn wrap_in_subquery(&mut self, clause: Clause, names: &ClauseNames) -> Clause {
        let imports: Vec<Name> = self.state.variables.iter().map(|variable| variable.name.clone()).collect();
        let mut returned: Vec<Name> = names.introduced.iter().map(|(name, _)| name.clone()).collect();
        if let Clause::Match(this) = &clause {
            returned.extend(this.patterns.iter().filter_map(|pattern| pattern.variable.clone()));
        }
        if returned.is_empty() {
            return clause;
        }
        let items = |names: Vec<Name>| Projection {
            items: names
                .into_iter()
                .map(|name| ProjectionItem { expression: build::variable(name), alias: None })
                .collect(),
            ..Projection::default()
        };
        self.techniques.count("beyond.call_subquery");
        let mut clauses = Vec::new();
        let scope = self.context.vocabulary.chance(self.random, Feature::CallSubqueryScope, 0.5);
        let imports = if imports.is_empty() {
            Imports::Body
        } else if scope {
            Imports::Names(imports)
        } else {
            clauses.push(Clause::With(With { projection: items(imports), predicate: None }));
            Imports::Body
        };
        clauses.push(clause);
        clauses.push(Clause::Return(items(returned)));
        Clause::Subquery(CallSubquery::new(imports, SingleQuery { clauses }.into()))
    }

    /// A predicate over `leaves` that is false or null.
    pub(super) fn false_predicate(&mut self, leaves: &[Leaf]) -> Expression {
        let depth = self.depth();
        let mut expressions = self.expressions(leaves);
        let known: Known = crate::expression::false_or_null_predicate(&mut expressions, depth);
        if self.affordable(&known.expression) { known.expression } else { build::boolean(false) }
    }
}
