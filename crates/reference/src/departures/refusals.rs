//! Errors in the place of answers: what an engine translates wrongly, or not at all, it refuses in words of its own.

mod absent;
mod apart;
mod created;
mod deleted;
mod elements;
mod filters;
mod handed;
mod joined;
mod once;
mod passed;
mod paths;
mod patterns;
mod poisons;
mod projections;
mod rows;
mod torn;
mod untyped;

use graphlance_cypher::ast::{Clause, Expression, Literal, Match, Projection, Query, With};
use graphlance_cypher::walk::{Part, any};

use super::{Effect, WrongRule, renamed};

pub(super) use elements::null_paths;
pub(super) use joined::RULES as OF_JOINS;
pub(super) use paths::RULES as OF_PATHS;
pub(super) use poisons::POISONS;
pub(super) use untyped::RULES as OF_NULLS;

pub(super) const RULES: &[WrongRule] = &[
    refusal(
        "number-beside-aggregate-is-column",
        "a whole number, a BOOLEAN or the length() of a path of so many relationships, beside an aggregate, is taken for the number of a column, and refused \
         where that cannot be grouped by",
        projections::groups_by_number,
        &["GROUP BY term out of range", "aggregate functions are not allowed in the GROUP BY clause"],
    ),
    refusal(
        "aggregate-of-property-of-expression-refused",
        "sum(), avg(), min() and max() of a property of what is no variable are refused",
        |query| {
            any_expression(query, &mut |it| {
                projections::extreme_or_sum_of(it).is_some_and(projections::is_property_of_no_variable)
            })
        },
        &["Complex property access not yet supported in aggregations"],
    ),
    refusal(
        "carried-element-refused",
        "sum(), avg(), min(), max() and exists() of a property, and properties(), keys() and labels(), are refused behind a WITH or UNWIND \
         that handed the node or relationship on, for an ORDER BY its own, and with a pattern of it in the WHERE of a MATCH",
        projections::reads_carried,
        &["no such column: _with_", "no such column: _unwind_"],
    ),
    refusal(
        "property-of-call-refused",
        "a property of what a function gives is refused",
        projections::reads_property_of_call,
        &[
            "Property access on function call not supported",
            "Failed to evaluate SET expression",
            "Failed to evaluate function '",
            "Query execution failed",
        ],
    ),
    refusal(
        "with-of-property-of-expression-refused",
        "WITH of a property of what is no variable is refused",
        |query| {
            any_clause(
                query,
                &mut |clause, _| matches!(clause, Clause::With(it) if projections::projects_property_of_no_variable(it)),
            )
        },
        &["near \")\": syntax error", "near \"FROM\": syntax error", "near \",\": syntax error"],
    ),
    refusal(
        "subquery-within-other-expressions-refused",
        "EXISTS { }, COUNT { } and patterns, but those of one relationship of a node with a variable, which may have a length from 1 on outside of \
         COUNT { }, are refused within quantifiers, \
         comprehensions, reduce(), UNWIND, FOREACH, \
         the ORDER BY of a WITH, what is written, and conditions of an OPTIONAL MATCH that read both what is bound and what is not",
        |query| {
            any(Part::Query(query), &mut filters::has_subquery_within)
                || any_match(query, &mut filters::has_subquery_beside_both)
        },
        &[
            "EXISTS subquery must contain an edge",
            "Unsupported EXISTS subquery",
            "Unsupported COUNT subquery",
            "requires semi-join",
            "Cannot resolve SET expression",
        ],
    ),
    refusal(
        "minus-before-property-refused",
        "a minus in front of a property, read as the property of what is negated, is refused as an item of WITH, in a SET, and in sum(), avg(), \
         min() and max()",
        projections::negates_property,
        &[
            "near \"FROM\": syntax error",
            "near \",\": syntax error",
            "Complex property access not yet supported in aggregations",
            "SET value property access requires a variable base",
        ],
    ),
    refusal(
        "property-of-null-refused",
        "a property of null as it is written is refused",
        |query| any_expression(query, &mut |it| matches!(it, Expression::Property(of, _) if is_null(of))),
        &["is not a map value, a node or an edge", "Cannot evaluate expression with type VARIABLE"],
    ),
    refusal(
        "aggregate-within-list-refused",
        "an aggregate within a list, a map, an index or a slice, or within what reduce(), a quantifier or a list comprehension goes through, \
         is refused",
        |query| any_expression(query, &mut projections::lists_aggregate),
        &["it needs a RETURN or WITH that groups rows", "Unsupported expression wrapping an aggregate"],
    ),
    refusal(
        "aggregate-twice-behind-with-refused",
        "an aggregate of something that no WITH hands on with it is refused where it is given another name and read again behind that",
        projections::reads_aggregate_twice,
        &["Cannot evaluate expression with type PROPERTY", "Cannot evaluate expression with type VARIABLE"],
    ),
    refusal(
        "empty-unwind-forgets-rows",
        "an UNWIND of nothing as it is written, [] or null, forgets what stands in front of it",
        rows::forgets_rows,
        &[
            "no such column: ",
            "UndefinedVariable",
            "near \"FROM\": syntax error",
            "argument must be a relationship variable",
        ],
    ),
    refusal(
        "set-of-unwound-map-refused",
        "SET of what was created to a map that an UNWIND gives is refused",
        rows::sets_unwound,
        &["Unbound source variable in bulk SET copy"],
    ),
    refusal(
        "set-behind-unwind-of-null-refused",
        "SET of what was created behind UNWIND null is refused, but for a label",
        rows::sets_behind_null,
        &["SET target must be a property", "near \".\": syntax error", "no such table: _gql_pipe_"],
    ),
    refusal(
        "unwind-of-computed-list-refused",
        "UNWIND of a comprehension, CASE, reduce(), quantifier, NOT, test for null, map, or of a value that is no list, as it is written, is refused",
        |query| {
            any_clause(query, &mut |clause, _| matches!(clause, Clause::Unwind(it) if rows::is_untranslated(&it.list)))
        },
        &["UNWIND requires list literal, property access, variable"],
    ),
    refusal(
        "merge-behind-computed-unwind-refused",
        "MERGE directly behind an UNWIND of what is no list as it is written, and at the end of the statement but for a RETURN, is refused",
        rows::merges_behind_computed,
        &["requires list literal or parameter", "requires a list literal or parameter"],
    ),
    refusal(
        "loop-in-match-before-unwind-refused",
        "a quantifier, list comprehension or reduce() in the WHERE of a MATCH, or on columns of a WITH with an aggregate in its own, is refused in \
         front of an UNWIND, a WITH * or a RETURN *, and in the WHERE of a WITH *",
        rows::loops_before_all,
        &["no such column: _je_", "no such column: json_each.", "no such column: _reduce_", "no such column: _prev."],
    ),
    refusal(
        "length-to-handed-label-refused",
        "a variable length to a node with labels that a WITH or UNWIND handed on is refused",
        |query| any_match(query, &mut handed::leads_to_handed),
        &["near \".\": syntax error"],
    ),
    refusal(
        "part-of-union-sorted-refused",
        "ORDER BY is refused at the end of a part of a UNION, or at its last WITH, and SKIP and LIMIT at the end of one that is not the last",
        rows::sorts_part_of_union,
        &[
            "clause should come after UNION",
            "1st ORDER BY term does not match any column",
            "SELECT * pattern should not occur",
        ],
    ),
    refusal(
        "exists-before-union-refused",
        "EXISTS { } in a part of a UNION, behind its last WITH or UNWIND, is refused where a later part is a RETURN alone",
        rows::asks_before_union,
        &["SELECT * pattern should not occur"],
    ),
    refusal(
        "with-star-of-nothing-refused",
        "WITH * is refused where there is no variable and no relationship in front of it",
        rows::takes_all_of_nothing,
        &["near \")\": syntax error", "near \"FROM\": syntax error"],
    ),
    refusal(
        "variable-length-before-call-refused",
        "a variable length in a MATCH in front of a CALL { } is refused",
        rows::has_length_before_call,
        &["Failed to prepare outer query for CALL subquery"],
    ),
    refusal(
        "aggregate-cut-behind-write-refused",
        "a WITH that has an aggregate and ORDER BY, SKIP, LIMIT or DISTINCT is refused behind a CALL { } or MERGE",
        rows::cuts_aggregate_behind_write,
        &["WITH with an aggregate, ORDER BY, SKIP, LIMIT or DISTINCT after a write"],
    ),
    refusal(
        "call-beside-with-refused",
        "CALL { } behind a MATCH is refused beside a WITH, and CALL { } in a UNION",
        rows::calls_beside_with,
        &["CALL {} subquery requires executor-level handling"],
    ),
    refusal(
        "variable-of-several-names-handed-on-refused",
        "a WITH is refused that hands all on, or a variable under a name behind which the WITH in front of it gave it another",
        renamed::is_handed_on_again,
        &["is not in scope", "Multiple result columns with the same name"],
    ),
    refusal(
        "union-of-writes-refused",
        "a UNION with a MERGE, or with a CREATE and a RETURN that no MATCH stands in front of, is refused",
        rows::unites_writes,
        &["Unsupported clause type", "RETURN after CREATE not yet implemented"],
    ),
    refusal(
        "order-or-cut-first-refused",
        "ORDER BY, SKIP and LIMIT as the first clause, or with DISTINCT at a WITH * that is the first, are refused",
        |query| any_clause(query, &mut |clause, before| before.is_empty() && rows::takes_rows(clause)),
        &["LIMIT requires input", "SKIP requires input", "ORDER BY requires input", "Empty plan"],
    ),
    refusal(
        "length-from-above-refused",
        "a variable length whose lower bound is above the upper one is refused",
        patterns::has_length_from_above,
        &["maximum number of hops must be greater or equal to minimum"],
    ),
    refusal(
        "variable-lengths-of-several-paths-refused",
        "variable lengths in several paths of a statement are refused",
        patterns::several_variable_lengths,
        &["duplicate WITH table name: _varlen_path"],
    ),
    refusal(
        "created-read-behind-match-refused",
        "where there is a FOREACH or UNION, what a CREATE makes is not known behind a MATCH that follows it, or stands in an earlier part",
        created::is_read_behind_match,
        &["near \".\": syntax error"],
    ),
    refusal(
        "long-text-in-pattern-cut-off",
        "a text of 254 bytes in the map of a relationship, or of 126 in that of a node whose variable stands before it, is cut off",
        |query| any_match(query, &mut patterns::has_long_text),
        &["unrecognized token", "\": syntax error"],
    ),
    refusal(
        "round-with-labels-refused",
        "a variable length that comes back to a node is refused where both places have labels",
        |query| any_match(query, &mut patterns::comes_back),
        &["ambiguous column name: _nl_"],
    ),
    refusal(
        "nameless-nodes-are-looked-for-in-last-pattern",
        "the nodes without variables of a pattern in front of a comma are looked for in the last pattern, and refused where that has none there; \
         so of what CREATEs made, where that is looked for again",
        |query| any(Part::Query(query), &mut patterns::misses_nameless),
        &["no such column: n_", "Failed to prepare outer query for CALL subquery"],
    ),
    refusal(
        "bound-node-among-other-patterns-refused",
        "MATCH of several patterns is refused where one of them is a bound node that no other has; between two WITHs without UNWIND, CALL and \
         OPTIONAL MATCH all MATCHes are one",
        patterns::has_bound_among_others,
        &["unordered_map::at"],
    ),
    refusal(
        "node-of-other-labels-refused",
        "a node and its properties cannot be read where a pattern wants a label of it that the first one with labels does not name",
        torn::reads_node_of_other_labels,
        &["unordered_map::at"],
    ),
    refusal(
        "exists-of-bound-node-refused",
        "EXISTS { } of nodes that are all bound is refused",
        patterns::asks_for_bound,
        &["Failed to transform EXISTS subquery"],
    ),
    refusal(
        "delete-behind-matches-refused",
        "a DELETE behind several MATCHes is refused of what the first of them does not bind",
        once::deletes_of_later_match,
        &["Failed to execute MATCH for DELETE"],
    ),
    refusal(
        "exists-of-length-from-bound-refused",
        "EXISTS { } of a variable length from a node that is bound is refused",
        patterns::asks_for_length_from_bound,
        &["near \")\": syntax error"],
    ),
    refusal(
        "subquery-in-quantifier-refused",
        "a quantifier with a subquery in its condition is refused",
        |query| any_expression(query, &mut filters::asks_in_quantifier),
        &["parsed_subquery_expression"],
    ),
    refusal(
        "comprehension-outside-columns-refused",
        "a pattern comprehension is refused but in the columns of RETURN and WITH, and there within list comprehensions, conditions of quantifiers \
         and other pattern comprehensions",
        |query| any(Part::Query(query), &mut filters::has_comprehension_outside),
        &["PatternComprehension reached the planner", "Cannot resolve SET expression"],
    ),
    refusal(
        "comprehension-in-match-refused",
        "a pattern comprehension in the WHERE of a MATCH, or of another pattern comprehension, is refused",
        |query| any(Part::Query(query), &mut filters::asks_comprehension),
        &["Unable to resolve filtered alias '["],
    ),
    refusal(
        "pattern-with-map-behind-with-refused",
        "a pattern as a condition behind WITH is refused where a relationship of it has properties",
        filters::has_pattern_with_map,
        &["Unable to resolve filtered alias '@anon_"],
    ),
];

/// A wrong rule by which a query that is so is refused, whatever the graph, with an error that has one of these words.
const fn refusal(
    name: &'static str,
    sentence: &'static str,
    is_refused: fn(&Query) -> bool,
    words: &'static [&'static str],
) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Refused(is_refused, words))
}

/// The words that stand in the place of others.
pub(super) const HIDING: &str = "Failed to execute MATCH for DELETE";

/// What an engine says of any error of a MATCH in front of a DELETE, in place of the error's own words; none of other queries.
pub(crate) fn hidden_words(query: &Query) -> Option<&'static str> {
    let is_matched = |clause: &Clause, before: &[Clause]| {
        matches!(clause, Clause::Delete(_)) && matches!(before.last(), Some(Clause::Match(_)))
    };
    any_clause(query, &mut |clause, before| is_matched(clause, before)).then_some(HIDING)
}

/// Whether a clause is so anywhere, given those in front of it.
fn any_clause(query: &Query, test: &mut dyn FnMut(&Clause, &[Clause]) -> bool) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Single(single) => {
            let mut clauses = single.clauses.iter().enumerate();
            clauses.any(|(at, clause)| test(clause, &single.clauses[..at]))
        }
        _ => false,
    })
}

fn any_match(query: &Query, test: &mut dyn FnMut(&Match, &[Clause]) -> bool) -> bool {
    any_clause(query, &mut |clause, before| matches!(clause, Clause::Match(it) if test(it, before)))
}

fn any_projection(query: &Query, test: &mut dyn FnMut(&Projection, &[Clause], bool) -> bool) -> bool {
    any_clause(query, &mut |clause, before| match clause {
        Clause::With(With { projection, .. }) => test(projection, before, false),
        Clause::Return(projection) => test(projection, before, true),
        _ => false,
    })
}

fn any_expression(query: &Query, test: &mut dyn FnMut(&Expression) -> bool) -> bool {
    any(Part::Query(query), &mut |part| matches!(part, Part::Expression(it) if test(it)))
}

fn is_null(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(Literal::Null))
}
