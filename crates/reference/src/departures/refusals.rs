//! Errors in the place of answers: what an engine translates wrongly, or not at all, it refuses in words of its own.

mod elements;
mod filters;
mod patterns;
mod projections;
mod rows;

use graphlance_cypher::ast::{Clause, Expression, Literal, Match, Projection, Query, With};
use graphlance_cypher::walk::{Part, PartMut, any};

use super::{Effect, WrongRule};

pub(super) const RULES: &[WrongRule] = &[
    refusal(
        "number-beside-aggregate-is-column",
        "a whole number or BOOLEAN beside an aggregate is taken for the number of a column, and refused where that cannot be grouped by",
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
        "sum(), avg(), min(), max() and exists() of a property, and properties(), keys() and labels(), are refused in the columns behind a \
         WITH or UNWIND that handed the node or relationship on",
        projections::reads_carried,
        &["no such column: _with_", "no such column: _unwind_"],
    ),
    refusal(
        "property-of-call-refused",
        "a property of what a function gives is refused",
        projections::reads_property_of_call,
        &["Property access on function call not supported"],
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
        "property-of-null-refused",
        "a property of null as it is written is refused",
        |query| any_expression(query, &mut |it| matches!(it, Expression::Property(of, _) if is_null(of))),
        &["is not a map value, a node or an edge", "Cannot evaluate expression with type VARIABLE"],
    ),
    refusal(
        "aggregate-within-reduce-refused",
        "an aggregate within what reduce() goes through is refused",
        |query| any_expression(query, &mut projections::reduces_aggregate),
        &["it needs a RETURN or WITH that groups rows"],
    ),
    refusal(
        "count-twice-behind-with-refused",
        "a count of a relationship that a WITH hands on is refused where it comes back twice",
        projections::returns_count_twice,
        &["Cannot evaluate expression with type PROPERTY"],
    ),
    refusal(
        "quantifier-of-nothing-refused",
        "a quantifier whose list is [] and whose condition is null, as they are written, is refused",
        |query| any_expression(query, &mut filters::quantifies_nothing),
        &["Trying to a create a vector with ANY type"],
    ),
    refusal(
        "empty-unwind-forgets-rows",
        "an UNWIND of nothing as it is written, [] or null, forgets the variables in front of it",
        rows::forgets_rows,
        &["no such column: _prev.", "UndefinedVariable"],
    ),
    refusal(
        "set-of-unwound-map-refused",
        "SET of what was created to a map that an UNWIND gives is refused",
        rows::sets_unwound,
        &["Unbound source variable in bulk SET copy"],
    ),
    refusal(
        "with-star-of-nothing-refused",
        "WITH * is refused where there is no variable and no relationship in front of it",
        rows::takes_all_of_nothing,
        &["near \")\": syntax error", "near \"FROM\": syntax error"],
    ),
    refusal(
        "call-beside-with-refused",
        "CALL { } behind a MATCH is refused beside a WITH",
        rows::calls_beside_with,
        &["CALL {} subquery requires executor-level handling"],
    ),
    refusal(
        "union-of-writes-refused",
        "a UNION with a MERGE, or with a CREATE that no MATCH stands in front of, is refused",
        rows::unites_writes,
        &["Unsupported clause type", "RETURN after CREATE not yet implemented"],
    ),
    refusal(
        "limit-first-refused",
        "SKIP and LIMIT as the first clause are refused",
        |query| any_clause(query, &mut |clause, before| before.is_empty() && rows::is_cut(clause)),
        &["LIMIT requires input", "SKIP requires input"],
    ),
    refusal(
        "variable-lengths-of-several-paths-refused",
        "variable lengths in several paths of a statement are refused",
        patterns::several_variable_lengths,
        &["duplicate WITH table name: _varlen_path"],
    ),
    refusal(
        "round-with-labels-refused",
        "a variable length that comes back to a node of its path is refused where both places have labels",
        |query| {
            any_match(query, &mut |clause, _| {
                !clause.optional && clause.patterns.iter().any(|it| patterns::comes_back(&it.path))
            })
        },
        &["ambiguous column name: _nl_"],
    ),
    refusal(
        "nameless-nodes-are-looked-for-in-last-pattern",
        "the nodes without variables of a pattern in front of a comma are looked for in the last pattern, and refused where that has none there",
        |query| any_match(query, &mut |clause, _| patterns::misses_nameless(clause)),
        &["no such column: n_"],
    ),
    refusal(
        "optional-match-to-the-left-refused",
        "OPTIONAL MATCH of a relationship that points to the left is refused, unless its first node or its last is bound",
        |query| any_match(query, &mut patterns::is_lost_to_the_left),
        &["no such column: _gql_default_alias_", "ON clause references tables to its right"],
    ),
    refusal(
        "optional-match-of-bound-node-refused",
        "OPTIONAL MATCH of one node that is bound is refused with a WHERE, unless what stands in front of it ends with a condition",
        |query| any_match(query, &mut patterns::is_bound_with_filter),
        &["near \"AND\": syntax error"],
    ),
    refusal(
        "optional-match-of-bound-node-among-others-refused",
        "OPTIONAL MATCH of several patterns is refused where one of them is a node that is bound",
        |query| any_match(query, &mut patterns::is_bound_among_others),
        &["unordered_map::at"],
    ),
    refusal(
        "path-of-node-is-unknown",
        "the variable of a path that is one node is not known",
        patterns::reads_path_of_node,
        &["Undefined variable"],
    ),
    refusal(
        "quantified-comprehension-refused",
        "a quantifier over pattern comprehensions in a WHERE is refused",
        filters::quantifies_comprehension,
        &["PatternComprehension reached the planner"],
    ),
    refusal(
        "comprehension-in-match-refused",
        "a pattern comprehension in the WHERE of a MATCH is refused",
        |query| any_match(query, &mut |clause, _| clause.predicate.as_ref().is_some_and(filters::has_comprehension)),
        &["Unable to resolve filtered alias '["],
    ),
    refusal(
        "pattern-with-map-behind-with-refused",
        "a pattern as a condition behind WITH is refused where a relationship of it has properties",
        filters::has_pattern_with_map,
        &["Unable to resolve filtered alias '@anon_"],
    ),
    refusal(
        "merge-of-path-variable-refused",
        "the variable of a path that a MATCH bound is not known in a MERGE",
        |query| any_clause(query, &mut elements::merges_path),
        &["Unable to resolve filtered alias '@anon_"],
    ),
    poison(
        "comprehension-behind-with-refused",
        "a pattern comprehension in the WHERE of a WITH is refused",
        filters::poison_comprehensions,
        &["Unable to locate a value with alias ["],
    ),
    poison(
        "filter-of-called-column-refused",
        "the WHERE of a MATCH behind CALL { } knows none of the columns of that",
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
        "set-of-other-map-refused",
        "SET to a map that is neither written, nor a variable nor a parameter, is refused",
        elements::poison_maps,
        &["Bulk SET value must be a map literal or parameter"],
    ),
    poison(
        "merge-reads-matched-refused",
        "a list, a map, a CASE or a test for null in the map of a MERGE is refused where it reads a node or relationship from outside",
        elements::poison_merged,
        &["Failed to match a pattern in a write pipeline: SyntaxError: UndefinedVariable"],
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

/// A wrong rule by which a statement ends in an error that has one of these words as soon as it comes upon something.
const fn poison(
    name: &'static str,
    sentence: &'static str,
    poisons: fn(&mut PartMut<'_>, &Expression),
    words: &'static [&'static str],
) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Poisoned(poisons, words))
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
