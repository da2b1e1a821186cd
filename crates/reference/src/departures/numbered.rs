//! Numbers that are taken for the nodes of these numbers.

use graphlance_cypher::ast::{
    Clause, ComparisonOperator, Expression, Literal, Match, NodePattern, PathPattern, Pattern, Projection,
    ProjectionItem, Query, SingleQuery, TypeName, With,
};
use graphlance_cypher::build::{call, compare, integer, string, variable};
use graphlance_cypher::names::column_name;
use graphlance_cypher::walk::{Part, PartMut, walk, walk_mut};
use graphlance_graph::Name;

use super::trees::{is_of_type, when};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[tree(
    "integer-is-node-of-its-number",
    "a property of an INTEGER, but of one that a WITH has as it is written, is that of the node of this number, and null where there is none",
    |part| {
        let PartMut::Single(single) = part else { return };
        let written = written_names(single);
        walk_mut(PartMut::Single(single), &mut |part| read_node(part, &written));
    },
)];

/// The names of numbers that a WITH has as they are written.
fn written_names(single: &SingleQuery) -> Vec<Name> {
    let mut names = Vec::new();
    walk(Part::Single(single), &mut |part| {
        if let Part::Clause(Clause::With(With { projection, .. })) = part {
            let written = projection
                .items
                .iter()
                .filter(|item| matches!(item.expression, Expression::Literal(Literal::Integer(_))));
            names.extend(written.filter_map(column_name).cloned());
        }
    });
    names
}

fn read_node(part: &mut PartMut<'_>, written: &[Name]) {
    let PartMut::Expression(expression) = part else { return };
    let Expression::Property(of, key) = &**expression else { return };
    let Expression::Variable(name) = &**of else { return };
    if !written.contains(name) {
        let node = property_of_node(name, key);
        // The same by another expression, which is not read again.
        let own = Expression::Property(Box::new(call("coalesce", vec![variable(name.clone())])), key.clone());
        **expression = when(is_of_type(variable(name.clone()), TypeName::Integer), node, own);
    }
}

/// `COLLECT { MATCH (node) WHERE id(node) = name RETURN node['key'] }[0]`
fn property_of_node(name: &Name, key: &Name) -> Expression {
    // No variable can be called this.
    let node = || Name::new_static("  node");
    let start = NodePattern { variable: Some(node()), ..NodePattern::default() };
    let pattern = Pattern::from(PathPattern { start, segments: Vec::new() });
    let number = call("id", vec![variable(node())]);
    let predicate = Some(compare(ComparisonOperator::Equal, number, variable(name.clone())));
    let matched = Match { optional: false, mode: None, patterns: vec![pattern], hints: Vec::new(), predicate };
    let value = Expression::Index(Box::new(variable(node())), Box::new(string(key)));
    let item = ProjectionItem { expression: value, alias: Some(Name::new_static("  value")) };
    let returned = Projection { items: vec![item], ..Projection::default() };
    let query = Query::from(SingleQuery { clauses: vec![Clause::Match(matched), Clause::Return(returned)] });
    Expression::Index(Box::new(Expression::Collect(Box::new(query))), Box::new(integer(0)))
}
