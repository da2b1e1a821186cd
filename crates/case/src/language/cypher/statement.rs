//! Statements of Cypher.

use std::any::Any;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use graphlance_cypher::ast::Composed;
use graphlance_cypher::edit;
use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure_printed;
use graphlance_cypher::names::column_name;
use graphlance_cypher::relatives;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_cypher::{Clause, Dialect as CypherDialect, Feature, Statement as CypherStatement, facts, print};
use graphlance_graph::{Name, Renaming, Schema, Value};

use super::Cypher;
use super::{caption, edits, features, nesting};
use crate::language::{Dialect, FeatureSet, Language, Measures, Statement, Tree, Weight, Word};

impl From<CypherStatement> for Statement {
    fn from(statement: CypherStatement) -> Statement {
        Statement::new(statement)
    }
}

impl Tree for CypherStatement {
    fn language(&self) -> &'static dyn Language {
        &Cypher
    }

    fn same(&self, other: &dyn Tree) -> bool {
        (other as &dyn Any).downcast_ref::<CypherStatement>() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    /// In a dialect of another language: as in the standard.
    fn print(&self, dialect: &Dialect) -> String {
        match dialect.data::<CypherDialect>() {
            Some(dialect) => print(self, dialect),
            None => self.text(),
        }
    }

    fn text(&self) -> String {
        print(self, &CypherDialect::standard())
    }

    fn print_lines(&self, dialect: &Dialect) -> String {
        let standard;
        let dialect = match dialect.data::<CypherDialect>() {
            Some(dialect) => dialect,
            None => {
                standard = CypherDialect::standard();
                &standard
            }
        };
        lines(self, dialect)
    }

    fn feature_set(&self) -> FeatureSet {
        features::of(self)
    }

    fn writes(&self) -> bool {
        facts::writes(self)
    }

    fn changes_schema(&self) -> bool {
        matches!(self, CypherStatement::Schema(_))
    }

    fn served_by(&self, schema: &Schema) -> usize {
        facts::pinned_indexes(self, schema).len()
    }

    fn measures(&self) -> Measures {
        // Nobody asks for the length of the text here.
        let measures = measure_printed(self, "");
        Measures {
            patterns: measures.patterns,
            relationship_patterns: measures.relationship_patterns,
            expression_depth: measures.expression_depth,
            clauses: measures.clauses,
            references: measures.references,
            functions: measures.functions.len(),
        }
    }

    fn width(&self) -> usize {
        let CypherStatement::Query(query) = self else { return 0 };
        query.last_return().map_or(0, |projection| projection.items.len())
    }

    fn columns(&self) -> Option<Vec<Name>> {
        let CypherStatement::Query(query) = self else { return None };
        let projection = query.last_return()?;
        let names = projection.items.iter().map(|item| column_name(item).cloned());
        if projection.star { None } else { names.collect() }
    }

    /// The clauses in order; parts of a UNION are separated by `UNION`.
    fn skeleton(&self) -> String {
        let CypherStatement::Query(query) = self else { return "schema".to_owned() };
        let part = |clauses: &[Clause]| clauses.iter().map(clause_name).collect::<Vec<_>>().join(", ");
        query.parts().map(|single| part(&single.clauses)).collect::<Vec<_>>().join(", UNION, ")
    }

    fn caption(&self) -> Vec<Word> {
        caption::of(self)
    }

    fn normal_text(&self) -> String {
        print(&edit::normal_form(self), &CypherDialect::standard())
    }

    fn weight(&self) -> Weight {
        edits::weight(self)
    }

    fn collect_names(&self, names: &mut Renaming, variables: bool) {
        if variables { edit::collect_names(self, names) } else { edit::collect_schema_names(self, names) }
    }

    fn renamed(&self, names: &Renaming, variables: bool, schema: bool) -> Option<Statement> {
        let mut renamed = self.clone();
        edit::apply_names(&mut renamed, names, variables, schema);
        Some(renamed.into())
    }

    fn literals(&self) -> Vec<Value> {
        edit::literals(self)
    }

    fn nestings(&self) -> BTreeSet<String> {
        nesting::of(self)
    }

    fn with_literal(&self, from: &Value, to: &Value) -> Option<Statement> {
        let mut replaced = self.clone();
        edit::replace_literal(&mut replaced, from, to).then(|| replaced.into())
    }

    fn relatives(&self) -> Vec<Statement> {
        relatives::relatives(self).into_iter().map(Statement::from).collect()
    }

    fn with_rows_turned(&self) -> Option<Statement> {
        let mut turned = self.clone();
        edit::turn_rows(&mut turned);
        Some(turned.into())
    }

    fn has_columns_in_any_order(&self) -> bool {
        let CypherStatement::Query(query) = self else { return false };
        // Those of a UNION are those of its first part.
        matches!(query.first.clauses.last(), Some(Clause::Return(projection)) if projection.star)
    }

    fn with_named_columns(&self) -> Option<Statement> {
        let mut named = self.clone();
        edit::name_columns(&mut named);
        Some(named.into())
    }

    fn labels_and_types(&self) -> [BTreeSet<Name>; 2] {
        let [mut labels, mut types] = <[BTreeSet<Name>; 2]>::default();
        if let CypherStatement::Query(query) = self {
            for_each_name(Part::Query(query), &mut |name, kind| match kind {
                NameKind::Label => drop(labels.insert(name.clone())),
                NameKind::Type => drop(types.insert(name.clone())),
                NameKind::Variable | NameKind::Key => {}
            });
        }
        [labels, types]
    }

    fn makes_labelled(&self, least: usize) -> bool {
        edit::labels_what_it_makes(self, least)
    }

    fn pinned_indexes(&self, schema: &Schema) -> usize {
        facts::pinned_indexes(self, schema).len()
    }

    fn is_well_typed(&self) -> bool {
        edit::is_well_typed(self)
    }

    fn counts_what_is_unreferenced(&self, rows: usize) -> bool {
        let counts = || {
            let features = features_of(self);
            // SKIP counts the rows that it leaves out.
            [Feature::Aggregation, Feature::Skip].iter().any(|counting| features.contains(counting))
        };
        // What is written for each row is counted by the graph.
        (rows > 1 || counts() || self.writes()) && edit::names_in_vain(self)
    }
}

/// What a clause is called.
pub(super) fn clause_name(clause: &Clause) -> &'static str {
    match clause {
        Clause::Match(clause) if clause.optional => "OPTIONAL MATCH",
        Clause::Match(_) => "MATCH",
        Clause::Unwind(_) => "UNWIND",
        Clause::With(_) => "WITH",
        Clause::Return(_) => "RETURN",
        Clause::Create(_) => "CREATE",
        Clause::Merge(_) => "MERGE",
        Clause::Set(_) => "SET",
        Clause::Remove(_) => "REMOVE",
        Clause::Delete(_) => "DELETE",
        Clause::Foreach(_) => "FOREACH",
        Clause::For(_) => "FOR",
        Clause::Filter(_) => "FILTER",
        Clause::Let(_) => "LET",
        Clause::Page(_) => "ORDER BY",
        Clause::Finish => "FINISH",
        Clause::Insert(_) => "INSERT",
        Clause::Composed(composed) => match **composed {
            Composed::Sequence(_) => "NEXT",
            Composed::Conditional(_) => "WHEN",
            Composed::Braces(_) => "{ }",
        },
        Clause::Call(_) | Clause::Subquery(_) => "CALL",
    }
}

/// A clause, and each pattern of a long CREATE, on a line of its own.
fn lines(statement: &CypherStatement, dialect: &CypherDialect) -> String {
    let CypherStatement::Query(query) = statement else { return print(statement, dialect) };
    if let ([Clause::Create(patterns)], true) = (query.first.clauses.as_slice(), query.unions.is_empty()) {
        let patterns: Vec<String> =
            patterns.iter().map(|pattern| graphlance_cypher::print_pattern(pattern, dialect)).collect();
        return format!("CREATE {}", patterns.join(",\n       "));
    }
    graphlance_cypher::print_lines(statement, dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_returned_star_alone_stand_in_any_order() {
        let check = |text: &str, expected: bool| {
            let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(statement.has_columns_in_any_order(), expected, "{text}");
        };
        check("MATCH (b)-[r]->(a) RETURN *", true);
        check("MATCH (b), (a) WITH * RETURN b AS x, a AS y", false);
        check("MATCH (a) RETURN count(*) AS x", false);
        check("MATCH (a) SET a.k = 1", false);
    }

    #[test]
    fn what_is_unreferenced_counts_where_rows_are_counted_or_left_out() {
        let check = |text: &str, rows: usize, expected: bool| {
            let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(statement.counts_what_is_unreferenced(rows), expected, "{text}");
        };
        check("MATCH ()-->(a) RETURN a.k", 2, true);
        check("MATCH ()-->(a) RETURN a.k", 1, false);
        check("MATCH ()-[r]->(a) RETURN a.k, r.k", 2, false);
        check("MATCH ()-->(a) RETURN count(*) AS c", 1, true);
        check("MATCH ()-->(a) SET a.k = 1", 0, true);
        check("MATCH ()-->(a) WITH a SKIP 1 RETURN 1 AS x", 1, true);
        check("MATCH ()-->(a) WITH a LIMIT 1 RETURN 1 AS x", 1, false);
    }
}
