//! Rewrites by their kinds.

use graphlance_generate::profile::RewriteFamily;

use super::Rewrite;

/// The rewrites of each family, of those that `equivalence` draws.
const MEMBERS: [(RewriteFamily, &[&str]); 6] = [
    (RewriteFamily::DeadCode, &["call_nothing", "foreach_nothing"]),
    (RewriteFamily::UnusedContext, &["match_again", "match_again_optionally", "order_between", "unwind_of_one"]),
    (
        RewriteFamily::RedundantWrite,
        &["create_then_delete", "delete_deleted", "merge_matched", "remove_twice", "set_nothing"],
    ),
    (
        RewriteFamily::InconsequentialSupersession,
        &[
            "carry_all",
            "carry_named",
            "detach_delete",
            "direction_by_union",
            "distinct_as_groups",
            "drop_name",
            "drop_order",
            "filter_after_with",
            "filter_as_labels",
            "filter_as_map",
            "foreach_in_call",
            "join_paths",
            "labels_as_filter",
            "map_as_filter",
            "match_in_call",
            "optional_nothing",
            "partition_by_union",
            "partition_by_unwind",
            "repeat_node",
            "return_in_two",
            "reverse_pattern",
            "split_length",
            "split_match",
            "split_path",
            "split_set",
            "swap_patterns",
            "tautology",
            "top_of_parts",
            "top_of_top",
            "types_as_filter",
            "unroll_length",
        ],
    ),
    (
        RewriteFamily::MathematicalIdentity,
        &[
            "de_morgan",
            "double_negation",
            "exclusive_or",
            "in_as_or",
            "negate_equality",
            "negate_null_test",
            "neutral_logic",
            "neutral_operand",
            "repeat_predicate",
            "swap_conjuncts",
            "turn_comparison",
        ],
    ),
    (
        RewriteFamily::CypherFeature,
        &[
            "case_on_null",
            "count_as_sum",
            "exists_as_count",
            "literal_as_parameter",
            "predicate_as_case",
            "predicate_by_subquery",
            "predicate_over_one",
            "property_by_subscript",
            "through_list",
        ],
    ),
];

impl Rewrite {
    /// Its family; none of a rewrite that `equivalence` does not draw.
    pub fn family(&self) -> Option<RewriteFamily> {
        MEMBERS.iter().find(|(_, names)| names.contains(&self.name)).map(|(family, _)| *family)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, Effect};
    use super::*;

    #[test]
    fn each_rewrite_that_equivalence_draws_is_of_one_family() {
        let drawn = |rewrite: &&&Rewrite| matches!(rewrite.effect, Effect::SameRows | Effect::SameState);
        let mut drawn: Vec<&str> = ALL.iter().filter(drawn).map(|rewrite| rewrite.name).collect();
        let mut listed: Vec<&str> = MEMBERS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        drawn.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, drawn);
        assert_eq!(MEMBERS.map(|(family, _)| family), RewriteFamily::ALL);
    }
}
