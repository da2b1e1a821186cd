//! The table of language features: what a dialect may lack, what a statement uses, what coverage counts.

mod collect;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use collect::{features_of, features_of_query};

macro_rules! features {
    ($($variant:ident = $name:literal, $doc:literal;)*) => {
        /// A feature of Cypher.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Feature {
            $(#[doc = $doc] #[serde(rename = $name)] $variant,)*
        }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant,)*];

            /// The name used in dialect files and coverage.
            pub fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)* }
            }

            /// What it is, for people.
            pub fn description(self) -> &'static str {
                match self { $(Feature::$variant => $doc,)* }
            }
        }

        impl FromStr for Feature {
            type Err = String;
            fn from_str(name: &str) -> Result<Feature, String> {
                match name {
                    $($name => Ok(Feature::$variant),)*
                    other => Err(format!("unknown feature `{other}`")),
                }
            }
        }
    };
}

features! {
    Match = "match", "`MATCH`";
    OptionalMatch = "optional_match", "`OPTIONAL MATCH`";
    MatchAfterOptional = "match_after_optional", "`MATCH` directly after `OPTIONAL MATCH`";
    Where = "where", "`WHERE` of a MATCH";
    Unwind = "unwind", "`UNWIND`";
    With = "with", "`WITH`";
    WithWhere = "with_where", "`WITH .. WHERE`";
    Distinct = "distinct", "`DISTINCT` in WITH or RETURN";
    OrderBy = "order_by", "`ORDER BY`";
    Skip = "skip", "`SKIP`";
    Limit = "limit", "`LIMIT`";
    Star = "star", "`WITH *` and `RETURN *`";
    For = "for", "`FOR x IN list`";
    Filter = "filter", "`FILTER`";
    Let = "let", "`LET`";
    GroupBy = "group_by", "`GROUP BY`";
    OrderByClause = "order_by_clause", "`ORDER BY`, `SKIP` and `LIMIT` as a clause of their own";
    Finish = "finish", "`FINISH`";
    Next = "next", "`NEXT`";
    ConditionalQuery = "conditional_query", "`WHEN .. THEN .. ELSE` of queries";
    QueryBraces = "query_braces", "a query in braces";
    Union = "union", "`UNION`";
    UnionAll = "union_all", "`UNION ALL`";
    CallProcedure = "call_procedure", "`CALL procedure() YIELD ..` inside a query";
    CallSubquery = "call_subquery", "`CALL { WITH x .. RETURN .. }`";
    CallSubqueryScope = "call_subquery_scope", "`CALL (x) { .. }`";
    CallInTransactions = "call_in_transactions", "`CALL { .. } IN TRANSACTIONS`";
    ExistsSubquery = "exists_subquery", "`EXISTS { }`";
    CountSubquery = "count_subquery", "`COUNT { }`";
    CollectSubquery = "collect_subquery", "`COLLECT { }`";
    PatternPredicate = "pattern_predicate", "a pattern as predicate, `(a)-[:T]->(b)`";
    MultiplePatterns = "multiple_patterns", "comma-separated patterns in one MATCH";
    MultipleLabels = "multiple_labels", "several labels on a node, `:A:B`";
    TypeAlternatives = "type_alternatives", "alternative relationship types, `:A|B`";
    LabelExpression = "label_expression", "label expressions with `&`, `|`, `!`, `%`";
    DynamicLabels = "dynamic_labels", "computed labels and types, `:$(name)`";
    DynamicProperties = "dynamic_properties", "`SET n[key]` and `REMOVE n[key]`";
    BoundLabels = "bound_labels", "labels on a node variable bound before, in a pattern";
    MixedLabelSymbols = "mixed_label_symbols", "`:A:B` beside a label expression in one statement";
    LabelPredicate = "label_predicate", "labels as predicate, `n:A`";
    InlineProperties = "inline_properties", "property maps in patterns";
    InlineWhere = "inline_where", "WHERE inside a node or relationship pattern";
    Undirected = "undirected", "relationship patterns without direction";
    BoundRelationship = "bound_relationship", "a relationship variable bound before, in a pattern";
    VariableLength = "variable_length", "variable-length relationships";
    PathVariable = "path_variable", "named paths";
    ShortestPath = "shortest_path", "shortestPath and allShortestPaths";
    PathSelector = "path_selector", "`SHORTEST k`, `ANY`, `ALL SHORTEST`";
    AnyPaths = "any_paths", "`ANY k PATHS`";
    ShortestGroups = "shortest_groups", "`SHORTEST k GROUPS`";
    ParenthesisedPath = "parenthesised_path", "`(path WHERE condition)`";
    DifferentRelationships = "different_relationships", "`MATCH DIFFERENT RELATIONSHIPS`";
    RepeatableElements = "repeatable_elements", "`MATCH REPEATABLE ELEMENTS`";
    PathMode = "path_mode", "`WALK`, `TRAIL`, `ACYCLIC` in front of a path";
    Hints = "hints", "`USING INDEX`, `USING SCAN`, `USING JOIN`";
    QuantifiedPath = "quantified_path", "quantified path patterns";
    ListComprehension = "list_comprehension", "list comprehensions";
    PatternComprehension = "pattern_comprehension", "pattern comprehensions";
    Quantifier = "quantifier", "all, any, none, single";
    Reduce = "reduce", "`reduce`";
    Case = "case", "`CASE`";
    ExtendedCase = "extended_case", "`CASE x WHEN 1, > 3`";
    TypePredicate = "type_predicate", "`IS :: type`";
    Normalized = "normalized", "`IS NORMALIZED`";
    MapLiteral = "map_literal", "map literals as values";
    MapProjection = "map_projection", "map projections";
    ListIndex = "list_index", "list subscripts";
    ListSlice = "list_slice", "list slices";
    ComparisonChain = "comparison_chain", "chained comparisons, `a < b < c`";
    Regex = "regex", "`=~`";
    Xor = "xor", "`XOR`";
    Power = "power", "`^`";
    Modulo = "modulo", "`%`";
    ConcatenateBars = "concatenate_bars", "`||`";
    Aggregation = "aggregation", "aggregate functions";
    Parameter = "parameter", "parameters";
    ReturnElement = "return_element", "whole nodes and relationships in RETURN";
    Create = "create", "`CREATE`";
    Merge = "merge", "`MERGE`";
    Set = "set", "`SET`";
    Remove = "remove", "`REMOVE`";
    Delete = "delete", "`DELETE`";
    DetachDelete = "detach_delete", "`DETACH DELETE`";
    NodetachDelete = "nodetach_delete", "`NODETACH DELETE`";
    Insert = "insert", "`INSERT`";
    Foreach = "foreach", "`FOREACH`";
    RangeIndex = "range_index", "range indexes on nodes";
    RelationshipIndex = "relationship_index", "range indexes on relationships";
    CompositeIndex = "composite_index", "composite indexes";
    TextIndex = "text_index", "text indexes";
    DropIndex = "drop_index", "`DROP INDEX`";
    UniqueConstraint = "unique_constraint", "uniqueness constraints";
}

impl fmt::Display for Feature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
