//! Indexes that a statement can be answered by.

use std::collections::BTreeMap;

use graphlance_graph::{Index, Name, Schema};

use crate::Statement;
use crate::ast::*;
use crate::edit::conjuncts::conjuncts_of;
use crate::walk::{Part, walk};

/// The indexes of a schema that a MATCH can be answered by: their label or type is written at a variable, and of each of their keys
/// the same MATCH, or the order of the clause behind it, asks something that an index answers.
pub fn pinned_indexes<'s>(statement: &Statement, schema: &'s Schema) -> Vec<&'s Index> {
    Part::of(statement).map_or_else(Vec::new, |root| indexes_pinned_in(root, schema))
}

/// The same of what is at or below a part.
pub fn indexes_pinned_in<'s>(root: Part<'_>, schema: &'s Schema) -> Vec<&'s Index> {
    let mut found: Vec<&Index> = Vec::new();
    walk(root, &mut |part| {
        if let Part::Single(single) = part {
            for (place, clause) in single.clauses.iter().enumerate() {
                if let Clause::Match(clause) = clause {
                    let pinned = Pinned::of(clause, single.clauses.get(place + 1));
                    found.extend(schema.indexes.iter().filter(|index| pinned.answers(index)));
                }
            }
        }
    });
    found
}

/// What a MATCH says of its variables.
#[derive(Default)]
struct Pinned {
    /// Labels of nodes, or types of relationships, by variable.
    names: BTreeMap<(bool, Name), Vec<Name>>,
    /// Keys that something is asked of, by variable.
    keys: BTreeMap<Name, Vec<Name>>,
}

impl Pinned {
    fn of(clause: &Match, behind: Option<&Clause>) -> Pinned {
        let mut pinned = Pinned::default();
        clause.patterns.iter().for_each(|pattern| walk(Part::Pattern(pattern), &mut |part| pinned.element(part)));
        clause.predicate.iter().for_each(|predicate| pinned.predicate(predicate));
        if let Some(Clause::With(With { projection, .. }) | Clause::Return(projection)) = behind {
            projection.order.iter().for_each(|item| pinned.sorted_by(&item.expression, projection));
        }
        pinned
    }

    fn element(&mut self, part: &Part<'_>) {
        let (on_nodes, variable, labels, properties, predicate) = match part {
            Part::Node(node) => (true, &node.variable, &node.labels, &node.properties, &node.predicate),
            Part::Relationship(one) if one.length.is_none() => {
                (false, &one.variable, &one.types, &one.properties, &one.predicate)
            }
            _ => return,
        };
        // An element without a variable is pinned by its own map alone.
        let variable = variable.clone().unwrap_or_else(|| format!(" {}", self.names.len()).into());
        let names = self.names.entry((on_nodes, variable.clone())).or_default();
        labels.iter().for_each(|labels| sure_names(labels, names));
        if let Some(Expression::Map(entries)) = properties {
            self.keys.entry(variable).or_default().extend(entries.iter().map(|(key, _)| key.clone()));
        }
        predicate.iter().for_each(|predicate| self.predicate(predicate));
    }

    fn predicate(&mut self, predicate: &Expression) {
        for conjunct in conjuncts_of(predicate) {
            for (variable, key) in asked(conjunct) {
                self.keys.entry(variable).or_default().push(key);
            }
        }
    }

    fn sorted_by(&mut self, key: &Expression, projection: &Projection) {
        let aliased = projection
            .items
            .iter()
            .find(|item| matches!((key, &item.alias), (Expression::Variable(name), Some(alias)) if name == alias));
        if let Some((variable, key)) = property(aliased.map_or(key, |item| &item.expression)) {
            self.keys.entry(variable).or_default().push(key);
        }
    }

    fn answers(&self, index: &Index) -> bool {
        self.names.iter().any(|((on_nodes, variable), names)| {
            let keys = self.keys.get(variable).map(Vec::as_slice).unwrap_or_default();
            *on_nodes == index.on_nodes
                && names.contains(&index.name)
                && index.keys.iter().all(|key| keys.contains(key))
        })
    }
}

/// The names that an element surely has.
fn sure_names(labels: &LabelExpression, names: &mut Vec<Name>) {
    match labels {
        LabelExpression::Name(name) => names.push(name.clone()),
        LabelExpression::Colons(all) => names.extend(all.iter().cloned()),
        LabelExpression::And(left, right) => {
            sure_names(left, names);
            sure_names(right, names);
        }
        _ => {}
    }
}

/// The properties that a predicate asks something of which an index answers; of a disjunction those of all its parts, when each has
/// some.
fn asked(predicate: &Expression) -> Vec<(Name, Name)> {
    use BinaryOperator as Op;
    match predicate {
        Expression::Comparison(first, links) => {
            let answered = |(operator, _): &(ComparisonOperator, Expression)| *operator != ComparisonOperator::NotEqual;
            let all = std::iter::once(&**first).chain(links.iter().map(|(_, operand)| operand));
            if links.iter().all(answered) { all.filter_map(property).collect() } else { Vec::new() }
        }
        Expression::Binary(Op::In | Op::StartsWith | Op::EndsWith | Op::Contains, left, _) => {
            property(left).into_iter().collect()
        }
        Expression::Unary(UnaryOperator::IsNotNull, operand) => property(operand).into_iter().collect(),
        Expression::Binary(Op::And, left, right) => [asked(left), asked(right)].concat(),
        Expression::Binary(Op::Or, left, right) => match (asked(left), asked(right)) {
            (left, right) if left.is_empty() || right.is_empty() => Vec::new(),
            (left, right) => [left, right].concat(),
        },
        _ => Vec::new(),
    }
}

fn property(expression: &Expression) -> Option<(Name, Name)> {
    match expression {
        Expression::Property(subject, key) => match &**subject {
            Expression::Variable(name) => Some((name.clone(), key.clone())),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::IndexKind;

    use super::*;
    use crate::parse;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let index = |on_nodes, name: &str, keys: &[&str]| Index {
            kind: IndexKind::Range,
            on_nodes,
            name: name.into(),
            keys: keys.iter().map(|key| Name::from(*key)).collect(),
        };
        let indexes = vec![index(true, "A", &["k"]), index(true, "A", &["k", "l"]), index(false, "T", &["k"])];
        let schema = Schema { indexes, ..Schema::default() };
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let named = |index: &&Index| format!("{}({})", index.name, index.keys.join(","));
        let found: Vec<String> = pinned_indexes(&statement, &schema).iter().map(named).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_index_is_pinned_where_its_name_is_written_and_each_of_its_keys_is_asked_for() {
        check("MATCH (n:A) WHERE n.k = 1 RETURN n", &["A(k)"]);
        check("MATCH (n:A:B {k: 1}) WHERE n.l > 2 RETURN n", &["A(k)", "A(k,l)"]);
        check("MATCH (n:A) WHERE 1 < n.k <= 3 AND n.l IS NOT NULL RETURN n", &["A(k)", "A(k,l)"]);
        check("MATCH ()-[r:T]->() WHERE r.k IN [1, 2] RETURN r", &["T(k)"]);
        check("MATCH (n:A) WHERE n.k = 1 OR n.k STARTS WITH 'a' RETURN n", &["A(k)"]);
        check("MATCH (n:A) WITH n ORDER BY n.k LIMIT 2 RETURN n", &["A(k)"]);
        check("MATCH (n:A) RETURN n.k AS x ORDER BY x", &["A(k)"]);
        check("MATCH (n:A) WHERE EXISTS { MATCH (m:A) WHERE m.k = n.k RETURN 1 } RETURN n", &["A(k)"]);
        check("MATCH (n) WHERE n.k = 1 RETURN n", &[]);
        check("MATCH (n:A|B) WHERE n.k = 1 RETURN n", &[]);
        check("MATCH (n:A) WHERE n.l = 1 RETURN n", &[]);
        check("MATCH (n:A) WHERE n.k <> 1 RETURN n", &[]);
        check("MATCH (n:A) WHERE n.k = 1 OR n.z RETURN n", &[]);
        check("MATCH ()-[r:T*1..2]->() WHERE r.k = 1 RETURN 1", &[]);
    }
}
