//! Faults that show in several ways, each of which a wrong rule of its own foretells. Findings of them are one bug.

/// What is wrong, and the rules by which it shows.
pub const ROOTS: &[(&str, &[&str])] = &[
    (
        "a minus binds before the property or subscript behind it",
        &["minus-before-property-is-null", "minus-before-property-refused", "minus-before-subscript-refused"],
    ),
    (
        "labels where a variable stands again are alternatives to those where it stands first",
        &[
            "labels-of-later-occurrence-are-alternatives",
            "labels-of-later-occurrence-ignored",
            "labels-of-all-occurrences-are-alternatives",
            "node-of-other-labels-refused",
        ],
    ),
    (
        "a pattern comprehension takes the place of a relationship that is bound",
        &["comprehension-binds-relationship-anew", "relationship-behind-comprehension-of-it-unknown"],
    ),
    (
        "a clause that gives the row on, and is the first, takes it from what follows",
        &["first-unit-clause-takes-row", "first-unit-clause-stills-next"],
    ),
    ("what MERGE sets knows no properties of what is merged", &["merge-action-reads-null", "merge-action-sets-null"]),
    (
        "a SET, REMOVE or DELETE behind several MATCHes knows no rows of them",
        &[
            "set-once-behind-matches",
            "delete-behind-matches-refused",
            "remove-of-first-match-alone",
            "remove-of-label-of-later-match-refused",
        ],
    ),
    ("integers that are too large are no error", &["integer_overflow = float", "integer_overflow = wrap"]),
    (
        "behind an UNWIND one row is done after the other",
        &["unwind-writes-row-by-row", "unwind-matches-row-by-row", "write-to-deleted-of-row-before-refused"],
    ),
    ("a text is compared with what is no text", &["text-of-number-compares-as-number", "in-by-text"]),
    (
        "what is of another type than can be taken is no error",
        &[
            "function-of-other-type-takes-text",
            "number-of-other-type-is-what-it-begins-with",
            "property-of-computed-value-is-null",
        ],
    ),
    (
        "a quantifier takes a condition that is null for one that is not",
        &["quantifiers-take-null-for-false", "quantifiers-take-null-for-true"],
    ),
    (
        "a variable that a WITH hands on under several names is known by the last of them",
        &["column-has-last-name-of-variable", "variable-of-several-names-handed-on-refused"],
    ),
    (
        "a variable that is given another name in a projection loses its own",
        &["columns-of-variable-have-last-name", "aggregate-twice-behind-with-refused"],
    ),
    (
        "a WHERE of an OPTIONAL MATCH of what is bound is of the join in front of it",
        &["optional-match-of-bound-filters", "optional-match-of-bound-node-refused"],
    ),
    (
        "a CASE all of whose results are null has no type",
        &["case-of-nulls-refused", "case-of-nulls-with-variable-refused"],
    ),
    (
        "the variable of a variable length is bound to what was matched, and not to a list of relationships",
        &[
            "variable-length-is-path",
            "variable-length-is-what-it-matched",
            "length-of-one-is-relationship",
            "variable-length-read-as-list-refused",
        ],
    ),
    (
        "what a plan does not hand on is not known behind it",
        &["path-in-what-is-set-refused", "path-in-what-is-set-is-null", "filter-of-lost-variable-refused"],
    ),
    (
        "a null that UNWIND takes out of a list is a value of its own",
        &["unwound-null-is-value", "unwound-null-refused"],
    ),
    (
        "a UNION with parts that write is translated as one that reads",
        &["union-does-not-write", "union-of-writes-refused"],
    ),
    (
        "several CALL { } in front of which nothing is matched are not done one behind the other",
        &["several-calls-give-nothing", "several-calls-with-import-refused"],
    ),
    ("XOR binds before AND", &["and-xor-to-the-right", "xor-and-from-left"]),
    (
        "a node or relationship is taken for its number",
        &["element-of-expression-comes-back-as-number", "elements-compare-by-number"],
    ),
    (
        "a pattern comprehension or pattern is refused outside of the columns of RETURN",
        &["comprehension-in-match-refused", "comprehension-in-with-refused", "pattern-outside-of-conditions-refused"],
    ),
];

/// What is wrong where a rule of this name holds that is one of several by which that shows.
pub(crate) fn root_of(name: &str) -> Option<&'static str> {
    ROOTS.iter().find(|(_, rules)| rules.contains(&name)).map(|(root, _)| *root)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use graphlance_cypher::dialect::Deviations;

    use super::*;
    use crate::departures::WrongRule;

    #[test]
    fn each_root_has_several_rules_and_each_rule_one_root() {
        let mut seen = BTreeSet::new();
        for (root, rules) in ROOTS {
            assert!(rules.len() > 1, "{root}");
            for rule in *rules {
                let is_setting = Deviations::SETTINGS.iter().any(|it| format!("{} = {}", it.field, it.value) == **rule);
                assert!(is_setting || WrongRule::find(rule).is_some_and(|rule| rule.explains), "{rule}");
                assert!(seen.insert(rule), "{rule}");
            }
        }
    }
}
