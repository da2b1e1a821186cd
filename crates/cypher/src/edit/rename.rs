//! Names a person would choose, the normal form behind fingerprints, and columns that need a name.

use graphlance_graph::Renaming;
use graphlance_graph::renaming::Role;

use crate::ast::*;
use crate::walk::{NameKind, Part, PartMut, for_each_name, for_each_name_mut, walk, walk_mut};

/// Gives the names of a statement new ones, in the order in which they stand: what nodes, relationships and paths are
/// called first.
pub fn collect_names(statement: &Statement, names: &mut Renaming) {
    let Some(root) = Part::of(statement) else { return };
    walk(root, &mut |part| {
        let (variable, role) = match part {
            Part::Pattern(pattern) => (&pattern.variable, Role::Path),
            Part::Node(node) => (&node.variable, Role::Node),
            Part::Relationship(relationship) => (&relationship.variable, Role::Relationship),
            _ => return,
        };
        variable.iter().for_each(|name| names.variable(name, role));
    });
    collect_rest(statement, names, true);
}

/// Gives the labels, types and keys of a statement new names.
pub fn collect_schema_names(statement: &Statement, names: &mut Renaming) {
    collect_rest(statement, names, false);
}

fn collect_rest(statement: &Statement, names: &mut Renaming, variables: bool) {
    let Some(root) = Part::of(statement) else { return };
    for_each_name(root, &mut |name, kind| match kind {
        NameKind::Variable if variables => names.variable(name, Role::Other),
        NameKind::Variable => {}
        NameKind::Label => names.label(name),
        NameKind::Type => names.kind(name),
        NameKind::Key => names.key(name),
    });
}

/// Puts new names in the place of old ones: of variables, and of labels, types and keys. A column that is called like
/// its variable loses its AS with the first.
pub fn apply_names(statement: &mut Statement, names: &Renaming, variables: bool, schema: bool) {
    if let (true, Some(root)) = (variables, PartMut::of(statement)) {
        walk_mut(root, &mut |part| {
            if let PartMut::Clause(Clause::With(With { projection, .. }) | Clause::Return(projection)) = part {
                projection.items.iter_mut().filter(|item| says_no_more(item)).for_each(|item| item.alias = None);
            }
        });
    }
    let Some(root) = PartMut::of(statement) else { return };
    for_each_name_mut(root, &mut |name, kind| {
        let (new, wanted) = match kind {
            NameKind::Variable => (names.of_variable(name), variables),
            NameKind::Label => (names.of_label(name), schema),
            NameKind::Type => (names.of_kind(name), schema),
            NameKind::Key => (names.of_key(name), schema),
        };
        if let (Some(new), true) = (new, wanted) {
            *name = new.clone();
        }
    });
}

/// `a AS a`.
fn says_no_more(item: &ProjectionItem) -> bool {
    matches!((&item.expression, &item.alias), (Expression::Variable(name), Some(alias)) if name == alias)
}

/// A statement with names numbered by first use and literals replaced by one of their kind. Two statements of one
/// normal form differ in names and values alone.
pub fn normal_form(statement: &Statement) -> Statement {
    let mut names = Renaming::default();
    collect_names(statement, &mut names);
    let mut result = statement.clone();
    if let Some(root) = PartMut::of(&mut result) {
        walk_mut(root, &mut |part| match part {
            PartMut::Clause(Clause::Return(projection)) => {
                projection.items.iter_mut().for_each(|item| item.alias = None);
            }
            PartMut::Expression(Expression::Literal(literal)) => {
                *literal = match literal {
                    Literal::Null => Literal::Null,
                    Literal::Boolean(_) => Literal::Boolean(true),
                    Literal::Integer(_) => Literal::Integer(1),
                    Literal::Float(_) => Literal::Float(1.5),
                    Literal::String(_) => Literal::String("a".into()),
                };
            }
            _ => {}
        });
    }
    apply_names(&mut result, &names, true, true);
    result
}

/// Gives the columns of RETURN that have no name one: openCypher does not say how the text of an expression names it.
pub fn name_columns(statement: &mut Statement) {
    if let Statement::Query(query) = statement {
        name_columns_of(query);
    }
}

fn name_columns_of(query: &mut Query) {
    for part in std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|union| &mut union.query)) {
        let projection = match part.clauses.last_mut() {
            Some(Clause::Return(projection)) => projection,
            Some(Clause::Composed(composed)) => {
                match composed.as_mut() {
                    Composed::Sequence(queries) => queries.last_mut().into_iter().for_each(name_columns_of),
                    Composed::Conditional(Conditional { branches, otherwise }) => {
                        branches.iter_mut().map(|(_, query)| query).chain(otherwise).for_each(name_columns_of);
                    }
                    Composed::Braces(query) => name_columns_of(query),
                }
                continue;
            }
            _ => continue,
        };
        for (place, item) in projection.items.iter_mut().enumerate() {
            if item.alias.is_none() && !matches!(item.expression, Expression::Variable(_)) {
                item.alias = Some(format!("x{place}").into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse, print};

    fn edited(text: &str, edit: impl FnOnce(&mut Statement)) -> String {
        let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        edit(&mut statement);
        print(&statement, &Dialect::standard())
    }

    #[test]
    fn statements_that_differ_in_names_and_values_have_one_normal_form() {
        let normal = |text: &str| edited(text, |statement| *statement = normal_form(statement));
        let form = "MATCH p = (a:A {k: 1})-[r:T]->() UNWIND [1, 'a'] AS x RETURN a.k, x";
        assert_eq!(normal("MATCH q = (n7:L {k9: 5})-[r3:R]->() UNWIND [7, 'text'] AS v RETURN n7.k9 AS c1, v"), form);
        assert_eq!(normal(form), form);
    }

    #[test]
    fn variables_are_renamed_without_the_schema_and_the_schema_without_variables() {
        let text = "MATCH (n:L) WITH n AS n CALL db.labels() YIELD label RETURN n.key, label";
        let renamed = |variables, schema| {
            edited(text, |statement| {
                let mut names = Renaming::default();
                collect_names(statement, &mut names);
                apply_names(statement, &names, variables, schema);
            })
        };
        let variables = "MATCH (a:L) WITH a CALL db.labels() YIELD label AS x RETURN a.key, x";
        assert_eq!(renamed(true, false), variables);
        let schema = "MATCH (n:A) WITH n AS n CALL db.labels() YIELD label RETURN n.k, label";
        assert_eq!(renamed(false, true), schema);
    }

    #[test]
    fn columns_without_a_name_get_one() {
        let named = edited("MATCH (a) RETURN a, a.k, 1 AS y UNION RETURN 1 AS a, 2, 3 AS y", name_columns);
        assert_eq!(named, "MATCH (a) RETURN a, a.k AS x1, 1 AS y UNION RETURN 1 AS a, 2 AS x1, 3 AS y");
        let named = edited("RETURN 1 AS a NEXT WHEN true THEN RETURN 1 ELSE { RETURN 2 }", name_columns);
        assert_eq!(named, "RETURN 1 AS a NEXT WHEN true THEN RETURN 1 AS x0 ELSE { RETURN 2 AS x0 }");
    }
}
