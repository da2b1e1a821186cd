//! Relationships that an engine takes for distinct where the language does not ask for it.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, Expression, Match, RelationshipPattern, SingleQuery, UnaryOperator,
};
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Name;

use super::clauses::conjunction;
use super::trees::{hops, projection};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[tree(
    "match-behind-length-takes-others",
    "a MATCH takes no relationship that a variable length in a MATCH in front of it, without a WITH between them, went over",
    |part| {
        let PartMut::Single(SingleQuery { clauses }) = part else { return };
        // What is named here would be a column of a star.
        let is_star = |clause: &mut Clause| projection(&mut PartMut::Clause(clause)).is_some_and(|it| it.star);
        if !clauses.iter_mut().any(is_star) {
            clauses.split_mut(|clause| matches!(clause, Clause::With(_))).for_each(keep_apart);
        }
    },
)];

/// Has the relationships of each MATCH differ from those that the variable lengths in front of it go over.
fn keep_apart(clauses: &mut [Clause]) {
    let mut lengths: Vec<Name> = Vec::new();
    let mut count = 0;
    for clause in clauses {
        let Clause::Match(clause) = clause else { continue };
        if clause.optional {
            continue;
        }
        let (mut own, mut apart) = (Vec::new(), Vec::new());
        for relationship in clause.patterns.iter_mut().flat_map(hops) {
            if relationship.length.is_some() {
                own.push(named(relationship, &mut count));
            } else if !lengths.is_empty() {
                let name = named(relationship, &mut count);
                apart.extend(lengths.iter().map(|length| is_not_in(&name, length)));
            }
        }
        with_conditions(clause, apart);
        lengths.extend(own);
    }
}

/// The variable of a relationship, which it is given where it has none.
fn named(relationship: &mut RelationshipPattern, count: &mut usize) -> Name {
    *count += 1;
    relationship.variable.get_or_insert_with(|| format!("  apart {count}").into()).clone()
}

/// `NOT name IN names`
fn is_not_in(name: &Name, names: &Name) -> Expression {
    let [of, among] = [name, names].map(|name| Box::new(Expression::Variable(name.clone())));
    Expression::Unary(UnaryOperator::Not, Box::new(Expression::Binary(BinaryOperator::In, of, among)))
}

fn with_conditions(clause: &mut Match, conditions: Vec<Expression>) {
    clause.predicate = conjunction(clause.predicate.take().into_iter().chain(conditions).collect());
}
