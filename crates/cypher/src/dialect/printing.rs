//! How a text is written where the grammars of engines differ.

use serde::{Deserialize, Serialize};

/// How a text is written for the target where grammars differ. The default is the form of Neo4j 5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Printing {
    /// Where parentheses are written.
    pub parentheses: Parentheses,
    /// `\uXXXX` is understood in strings; otherwise control characters are written as they are.
    pub unicode_escapes: bool,
    /// `\n`, `\r`, `\t`, `\b` and `\f` are understood in strings; otherwise they are written as they are.
    pub control_escapes: bool,
    /// Whether indexes and constraints are named.
    pub index_names: IndexNames,
    /// How a range index on nodes is written.
    pub index_form: IndexForm,
    /// The word before INDEX for an index over strings.
    pub text_index: String,
    /// How its own client is told the values of parameters.
    pub parameters: Parameters,
}

/// How typed tables are declared. Each node table has the property `id` as its primary key; every table has all keys of
/// the schema, and a relationship table connects all pairs of labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The words before the name of a node table.
    pub node: String,
    /// The words before the name of a relationship table that connects one pair of labels.
    pub relationship: String,
    /// The words before the name of a relationship table that connects several.
    pub relationship_group: String,
    /// The word before the name of a table into which the rows of a query are copied, where there is such a statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
}

/// Where parentheses are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parentheses {
    /// Only where the precedence of openCypher needs them.
    #[default]
    Precedence,
    /// Also where grammars in use disagree: whether IN, STARTS WITH, IS NULL and their like bind tighter than
    /// arithmetic and subscripts or as loosely as comparisons, and whether `^` is right-associative.
    Guarded,
}

/// Whether CREATE INDEX and CREATE CONSTRAINT take a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexNames {
    /// They may.
    #[default]
    Optional,
    /// They must, or else an index could not be dropped: that is done by name. One without is named by what it indexes.
    Required,
    /// They take none.
    Never,
}

/// How a range index on nodes is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexForm {
    /// `INDEX FOR (e:Label) ON (e.key)`
    #[default]
    ForPattern,
    /// `INDEX ON :Label(key)`
    OnLabel,
}

/// How the client of an engine is told the values of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameters {
    /// Apart from the statement, `:params {a: 1}`.
    #[default]
    Apart,
    /// In front of it, `CYPHER a = 1 MATCH ..`.
    Header,
}

impl Default for Printing {
    fn default() -> Printing {
        Printing {
            parentheses: Parentheses::default(),
            unicode_escapes: true,
            control_escapes: true,
            index_names: IndexNames::default(),
            index_form: IndexForm::default(),
            text_index: "TEXT".into(),
            parameters: Parameters::default(),
        }
    }
}
