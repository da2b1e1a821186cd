//! Statements of Gremlin.

use std::any::Any;
use std::hash::{Hash, Hasher};

use graphlance_graph::renaming::Role;
use graphlance_graph::{Name, Renaming, Value};
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::measure::{measures, skeleton};
use graphlance_gremlin::relatives::relatives;
use graphlance_gremlin::{Dialect as GremlinDialect, Statement as GremlinStatement, print};

use super::{Gremlin, RESULT, caption, edits, features, literals, normal};
use crate::language::{Dialect, FeatureSet, Language, Measures, Statement, Tree, Weight, Word};

impl From<GremlinStatement> for Statement {
    fn from(statement: GremlinStatement) -> Statement {
        Statement::new(statement)
    }
}

impl Tree for GremlinStatement {
    fn language(&self) -> &'static dyn Language {
        &Gremlin
    }

    fn same(&self, other: &dyn Tree) -> bool {
        (other as &dyn Any).downcast_ref::<GremlinStatement>() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    /// In a dialect of another language: as in the standard.
    fn print(&self, dialect: &Dialect) -> String {
        match dialect.data::<GremlinDialect>() {
            Some(dialect) => dialect.print(self),
            None => self.text(),
        }
    }

    fn text(&self) -> String {
        print(self)
    }

    /// A step of the chain on a line.
    fn print_lines(&self, dialect: &Dialect) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut shown = 0;
        let whole = self.print(dialect);
        for end in 1..=self.traversal.steps.len() {
            let mut front = self.clone();
            front.terminal = None;
            front.traversal.steps.truncate(end);
            let text = front.print(dialect);
            // A chain's front is the front of its text.
            let (true, Some(step)) = (whole.starts_with(&text), text.get(shown..)) else { return whole };
            shown = text.len();
            lines.push(step.to_owned());
        }
        lines.extend(whole.get(shown..).filter(|rest| !rest.is_empty()).map(str::to_owned));
        lines.join("\n  ")
    }

    fn feature_set(&self) -> FeatureSet {
        features::of(self)
    }

    fn writes(&self) -> bool {
        facts_of(self).writes
    }

    fn measures(&self) -> Measures {
        let measures = measures(self);
        Measures {
            patterns: measures.predicates,
            relationship_patterns: measures.hops,
            expression_depth: measures.depth,
            clauses: measures.steps,
            references: measures.dependencies,
            functions: measures.modulators,
        }
    }

    fn width(&self) -> usize {
        1
    }

    fn columns(&self) -> Option<Vec<Name>> {
        Some(vec![RESULT.into()])
    }

    fn skeleton(&self) -> String {
        skeleton(&self.traversal)
    }

    fn caption(&self) -> Vec<Word> {
        caption::of(self)
    }

    fn normal_text(&self) -> String {
        print(&normal::form(self))
    }

    fn weight(&self) -> Weight {
        edits::weight(self)
    }

    /// Labels of steps and what is noted aside under; keys and labels of elements are strings like others.
    fn collect_names(&self, names: &mut Renaming, variables: bool) {
        if variables {
            let facts = facts_of(self);
            facts.labels.union(&facts.noted).for_each(|name| names.variable(name, Role::Other));
        }
    }

    fn literals(&self) -> Vec<Value> {
        literals::of(self)
    }

    fn with_literal(&self, from: &Value, to: &Value) -> Option<Statement> {
        literals::replaced(self, from, to).map(Statement::from)
    }

    fn relatives(&self) -> Vec<Statement> {
        relatives(self).into_iter().map(Statement::from).collect()
    }
}
