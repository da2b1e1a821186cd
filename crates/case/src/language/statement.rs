//! A statement of whichever language.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use graphlance_graph::{Name, Renaming, Schema, Value};
use serde::{Serialize, Serializer};

use super::{Dialect, FeatureSet, Language, Measures, Weight};

/// One query, as a syntax tree of one language. Copies share the tree, and what was asked about it.
#[derive(Clone)]
pub struct Statement(Arc<Kept<dyn Tree>>);

/// A tree, and what it is made of once somebody has asked: a statement is asked on many graphs.
struct Kept<T: ?Sized> {
    feature_set: OnceLock<FeatureSet>,
    measures: OnceLock<Measures>,
    tree: T,
}

/// What a language says of its statements.
pub trait Tree: Any + fmt::Debug + Send + Sync {
    /// The language.
    fn language(&self) -> &'static dyn Language;

    /// Whether another tree is the same one: an equivalence, with which [`Tree::feed`] agrees.
    fn same(&self, other: &dyn Tree) -> bool;

    /// Hashes the tree.
    fn feed(&self, hasher: &mut dyn Hasher);

    /// The text in a dialect.
    fn print(&self, dialect: &Dialect) -> String;

    /// The text in the standard.
    fn text(&self) -> String;

    /// The text for people, with a part on a line.
    fn print_lines(&self, dialect: &Dialect) -> String {
        self.print(dialect)
    }

    /// What it is made of.
    fn feature_set(&self) -> FeatureSet;

    /// Whether it may change the graph or its schema.
    fn writes(&self) -> bool;

    /// Whether it changes the schema, so that indexes may have to be waited for.
    fn changes_schema(&self) -> bool {
        false
    }

    /// How many indexes of a schema can serve it, as far as its text shows.
    fn served_by(&self, _schema: &Schema) -> usize {
        0
    }

    /// How complex it is; `characters` is left at 0.
    fn measures(&self) -> Measures;

    /// How many columns it returns.
    fn width(&self) -> usize;

    /// The names of its columns, when its text says them all.
    fn columns(&self) -> Option<Vec<Name>> {
        None
    }

    /// Its parts by their names in order, without what is in them.
    fn skeleton(&self) -> String;

    /// What a title calls it.
    fn caption(&self) -> Vec<Word>;

    /// The text in the standard that is the same for two statements which differ in names and values alone.
    fn normal_text(&self) -> String;

    /// How heavy it is.
    fn weight(&self) -> Weight {
        Weight { parts: self.text().chars().count(), ..Weight::default() }
    }

    /// Gives its names new ones: all, or its labels, types and keys alone.
    fn collect_names(&self, _names: &mut Renaming, _variables: bool) {}

    /// With new names in the place of old ones: of variables, and of labels, types and keys. None where it has no names.
    fn renamed(&self, _names: &Renaming, _variables: bool, _schema: bool) -> Option<Statement> {
        None
    }

    /// Its literals, in the order in which they stand.
    fn literals(&self) -> Vec<Value> {
        Vec::new()
    }

    /// What stands in what, as names that say so: finer than its features. Nothing where a language does not tell.
    fn nestings(&self) -> BTreeSet<String> {
        BTreeSet::new()
    }

    /// With another value wherever this one is written; none where it is not, or where the other cannot be.
    fn with_literal(&self, _from: &Value, _to: &Value) -> Option<Statement> {
        None
    }

    /// Statements that differ from it in one place: in an operator or a function of the same family, a direction, a clause that
    /// says more or less, a condition that stands elsewhere.
    fn relatives(&self) -> Vec<Statement> {
        Vec::new()
    }

    /// With the rows that it lists itself in the opposite order; none where it lists none.
    fn with_rows_turned(&self) -> Option<Statement> {
        None
    }

    /// The labels and the types that it names.
    fn labels_and_types(&self) -> [BTreeSet<Name>; 2] {
        Default::default()
    }

    /// Whether each node that it may make has so many labels.
    fn makes_labelled(&self, _least: usize) -> bool {
        true
    }

    /// How many of a schema's indexes it can be answered by.
    fn pinned_indexes(&self, _schema: &Schema) -> usize {
        0
    }

    /// Whether only values of one type meet, as far as the text shows types.
    fn is_well_typed(&self) -> bool {
        true
    }

    /// Whether so many rows may come of relationships that it names and nothing refers to.
    fn counts_what_is_unreferenced(&self, _rows: usize) -> bool {
        false
    }

    /// Whether the language leaves open in which order the columns of the answer stand.
    fn has_columns_in_any_order(&self) -> bool {
        false
    }

    /// With a name for each column that has none, where the language leaves open what it is called; none where all have one.
    fn with_named_columns(&self) -> Option<Statement> {
        None
    }
}

/// A part of a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Words of ours, in which backticks set words of the language apart.
    Ours(String),
    /// A text of the language, as a statement has it.
    Code(String),
}

impl Statement {
    /// The statement of a tree.
    pub fn new(tree: impl Tree) -> Statement {
        Statement(Arc::new(Kept { feature_set: OnceLock::new(), measures: OnceLock::new(), tree }))
    }

    /// What it is made of.
    pub fn feature_set(&self) -> &FeatureSet {
        self.0.feature_set.get_or_init(|| self.0.tree.feature_set())
    }

    /// How complex it is; `characters` is left at 0.
    pub fn measures(&self) -> &Measures {
        self.0.measures.get_or_init(|| self.0.tree.measures())
    }

    /// A feature or function of it that a dialect does not have.
    pub fn lacking_in(&self, dialect: &Dialect) -> Option<String> {
        let FeatureSet { features, functions, .. } = self.feature_set();
        let feature = features.keys().find(|feature| !dialect.has(feature)).map(ToString::to_string);
        feature.or_else(|| functions.iter().find(|name| !dialect.has_function(name)).map(|name| format!("{name}()")))
    }

    /// The tree, when it is one of `T`.
    pub fn tree<T: Tree>(&self) -> Option<&T> {
        (&self.0.tree as &dyn Any).downcast_ref()
    }

    /// Edits a copy of the tree, which becomes the statement's when the edit says so; false when it does not, or the tree
    /// is none of `T`.
    pub fn edit<T: Tree + Clone>(&mut self, edit: impl FnOnce(&mut T) -> bool) -> bool {
        let Some(mut copy) = self.tree::<T>().cloned() else { return false };
        let edited = edit(&mut copy);
        if edited {
            *self = Statement::new(copy);
        }
        edited
    }

    /// Whether two statements share one tree, which is quicker to see than that they are equal.
    pub fn is(&self, other: &Statement) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Statement {
    type Target = dyn Tree;

    fn deref(&self) -> &(dyn Tree + 'static) {
        &self.0.tree
    }
}

impl fmt::Debug for Statement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.tree.fmt(formatter)
    }
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.is(other) || self.0.tree.same(&other.0.tree)
    }
}

/// [`Tree::same`] is an equivalence.
impl Eq for Statement {}

impl Hash for Statement {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.tree.feed(hasher);
    }
}

impl Serialize for Statement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.tree.text())
    }
}
