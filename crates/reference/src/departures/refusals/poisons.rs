//! What a statement must come upon to end in an error.

use graphlance_cypher::ast::Expression;
use graphlance_cypher::walk::PartMut;

use super::{absent, deleted, elements, filters, once, passed, projections};
use crate::departures::{Effect, WrongRule, lengths, nulls};

pub(in crate::departures) const POISONS: &[WrongRule] = &[
    poison(
        "path-in-what-is-set-refused",
        "the variable of a path that a MATCH bound is not known where CREATE, SET and the actions of MERGE set something, unless RETURN gives it",
        elements::poison_paths,
        &["Unable to locate a value with alias "],
    ),
    poison(
        "comprehension-in-with-refused",
        "a pattern comprehension in the WHERE of a WITH, or in a WITH that is the first clause, is refused",
        filters::poison_comprehensions,
        &["Unable to locate a value with alias ["],
    ),
    poison(
        "pattern-outside-of-conditions-refused",
        "a pattern or pattern comprehension in an UNWIND, the list of a FOREACH, an ORDER BY, and in what SET and DELETE compute, is refused",
        filters::poison_patterns,
        &["Unable to locate a value with alias [", "Unable to locate a value with alias ("],
    ),
    poison(
        "filter-of-lost-variable-refused",
        "the WHERE of a WITH knows no path that the WITH does not hand on, no relationship that nothing else reads, and beside its columns \
         nothing else",
        filters::poison_lost,
        &["Unable to locate a value with alias "],
    ),
    poison(
        "minus-before-subscript-refused",
        "a minus in front of a subscript is of what has it, and refused",
        projections::poison_negated_subscripts,
        &["Cannot subscript value of non-list"],
    ),
    poison(
        "filter-of-called-column-refused",
        "the WHERE of a MATCH behind a CALL { } that no MATCH stands in front of knows no variable from in front of it",
        filters::poison_called,
        &["Failed to match a pattern in a write pipeline: SyntaxError: UndefinedVariable"],
    ),
    poison(
        "merge-action-knows-start-alone",
        "the actions of a MERGE of a path at the beginning know its first node alone",
        elements::poison_actions,
        &["Unbound variable in SET", "Unbound variable in bulk SET: "],
    ),
    poison(
        "plus-of-element-refused",
        "`+` with a node, relationship or path that is matched is refused, whatever it is added to",
        elements::poison_sums,
        &["Type mismatch: expected Map, List"],
    ),
    poison(
        "text-predicate-of-no-string-refused",
        "STARTS WITH, ENDS WITH and CONTAINS of what is no string are refused",
        elements::poison_other_texts,
        &["Type mismatch: expected String or Null but was "],
    ),
    poison(
        "variable-length-read-as-list-refused",
        "what takes a list refuses the variable of a variable length, and what UNWIND makes of it has no properties",
        lengths::poison_lists,
        &["but was Path", "but was Edge", "expected String but was Integer"],
    ),
    poison(
        "write-to-handed-null-refused",
        "SET and REMOVE of a null are refused unless a pattern has bound it first since the last WITH",
        absent::poison_handed,
        &["did not resolve to a graph entity"],
    ),
    poison(
        "unwound-null-refused",
        "a null that UNWIND takes out of a list is no null, and refused where a number, text, list, BOOLEAN or element is wanted",
        nulls::poison_unwound,
        &[
            "Invalid input parameter type",
            "agtype string values expected",
            "cannot cast agtype null to type",
            "unsupported argument",
            "argument must resolve to a list or null",
            "scalar object must be",
            "object of IN must be a list",
        ],
    ),
    poison(
        "path-passed-over",
        "of a path of several relationships behind other variables the first is passed over where it finds nothing in any row, and the second is \
         sought from the second variable of the row; MERGE refuses a row for which it is so",
        passed::pass_over,
        &["Column not found: Column", "Column not found: column", "Expected node ID in source column"],
    ),
    poison(
        "write-to-deleted-of-row-before-refused",
        "behind an UNWIND what is written to and then deleted is refused where it stands in several rows",
        deleted::poison_deleted,
        &["does not exist or has been deleted in this transaction"],
    ),
    poison(
        "set-once-behind-matches",
        "a SET behind several MATCHes is done once, with what each of them finds first by itself, and refused where that is nothing",
        once::set_once,
        &["Unbound variable in ", "references unbound variable"],
    ),
    poison(
        "remove-of-label-of-later-match-refused",
        "a REMOVE of a label right behind several MATCHes is refused unless the first of these binds its node",
        once::poison_labels_of_later,
        &["Unbound variable in REMOVE label"],
    ),
    poison(
        "set-once-beside-create",
        "of a MATCH with SETs and CREATEs behind it the first SET is done once, of the last row, and refused where there is none; the CREATEs are \
         done of each row",
        once::set_beside_create,
        &["Unbound variable in ", "references unbound variable"],
    ),
    poison(
        "set-of-other-map-refused",
        "SET to a map that is neither written, nor a variable nor a parameter, is refused",
        elements::poison_maps,
        &["Bulk SET value must be a map literal or parameter"],
    ),
    poison(
        "set-of-computed-value-refused",
        "SET of a property to a CASE, comprehension, quantifier, reduce(), EXISTS { }, test of labels, or to a property of what is no variable, \
         is refused",
        elements::poison_values,
        &["SET value must be a literal", "SET value property access requires a variable base"],
    ),
    poison(
        "set-of-function-of-computed-refused",
        "SET of a property to a function of a node, relationship or path, or of what is computed of one, is refused",
        elements::poison_calls,
        &["Failed to evaluate function '"],
    ),
    poison(
        "merge-reads-matched-refused",
        "a list, a map, a CASE or a test for null in the map of a MERGE is refused where it reads a node or relationship from outside",
        elements::poison_merged,
        &["Failed to match a pattern in a write pipeline: SyntaxError: UndefinedVariable"],
    ),
];

/// A wrong rule by which a statement ends in an error that has one of these words as soon as it comes upon something.
const fn poison(
    name: &'static str,
    sentence: &'static str,
    poisons: fn(&mut PartMut<'_>, &Expression),
    words: &'static [&'static str],
) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Poisoned(poisons, words))
}
