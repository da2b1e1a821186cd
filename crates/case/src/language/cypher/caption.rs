//! What a title calls a statement, in the words of the manual.

use graphlance_cypher::ast::{Clause, Composed, Projection, Query};
use graphlance_cypher::features::features_of;
use graphlance_cypher::functions::find;
use graphlance_cypher::measure::measure;
use graphlance_cypher::{Feature, Statement};

use super::outline::{only_predicate, only_returned, outline_of};
use crate::language::Word;

/// The clauses, and what tells the statement apart from others of the same clauses.
pub(super) fn of(statement: &Statement) -> Vec<Word> {
    let Statement::Query(query) = statement else { return vec![Word::Ours("An index command".to_owned())] };
    if let Some(returned) = only_returned(statement).filter(|text| text.chars().all(is_plain)) {
        return vec![Word::Ours(format!("`RETURN {returned}`"))];
    }
    let (clauses, details) = (of_query(query), details(statement));
    match only_predicate(statement) {
        // Between backticks nothing else may stand.
        Some(predicate) if details.is_empty() && predicate.chars().all(is_plain) => {
            vec![Word::Ours(clauses.replacen(".. WHERE`", &format!(".. WHERE {predicate}`"), 1))]
        }
        _ => std::iter::once(Word::Ours(clauses)).chain(details).collect(),
    }
}

/// Whether a character may stand between backticks on a line.
fn is_plain(character: char) -> bool {
    character != '`' && !character.is_control()
}

/// The last clause that says something, after the one before it.
fn of_query(query: &Query) -> String {
    let mut words: Vec<String> = query.first.clauses.iter().flat_map(of_clause).collect();
    if let Some(union) = query.unions.last() {
        words.push(if union.all { "`UNION ALL`" } else { "`UNION`" }.to_owned());
    }
    words.dedup();
    match words.as_slice() {
        [] => "`RETURN`".to_owned(),
        [only] => only.clone(),
        [.., before, last] => format!("{last} after {before}"),
    }
}

/// Features worth a word, the most telling ones first.
const TELLING: &[Feature] = &[
    Feature::ShortestPath,
    Feature::PathSelector,
    Feature::AnyPaths,
    Feature::ShortestGroups,
    Feature::RepeatableElements,
    Feature::ParenthesisedPath,
    Feature::QuantifiedPath,
    Feature::VariableLength,
    Feature::PatternComprehension,
    Feature::PatternPredicate,
    Feature::ExistsSubquery,
    Feature::CountSubquery,
    Feature::CollectSubquery,
    Feature::Quantifier,
    Feature::Reduce,
    Feature::ListComprehension,
    Feature::MapProjection,
    Feature::BoundRelationship,
    Feature::Undirected,
    Feature::TypeAlternatives,
    Feature::MultipleLabels,
    Feature::DynamicLabels,
    Feature::DynamicProperties,
    Feature::LabelPredicate,
    Feature::TypePredicate,
    Feature::Normalized,
    Feature::ExtendedCase,
    Feature::Case,
    Feature::ComparisonChain,
    Feature::Regex,
    Feature::ListSlice,
    Feature::ListIndex,
    Feature::Xor,
    Feature::Power,
    Feature::Modulo,
];

/// Most details named beside the clauses.
const MOST_DETAILS: usize = 2;

/// `, with this and that,`: the telling features and functions of a statement; expressions in outline.
fn details(statement: &Statement) -> Vec<Word> {
    let features = features_of(statement);
    let features = TELLING.iter().filter(|feature| features.contains(feature));
    let functions = measure(statement).functions;
    let functions =
        functions.iter().map(|name| Word::Code(format!("{}()", find(name).map_or(name.as_str(), |known| known.name))));
    let feature = |feature: &Feature| match outline_of(statement, *feature) {
        Some(outline) => Word::Code(outline),
        None => Word::Ours(feature.description().to_owned()),
    };
    let mut words = Vec::new();
    for (place, detail) in features.map(feature).chain(functions).take(MOST_DETAILS).enumerate() {
        words.push(Word::Ours(if place == 0 { ", with ".to_owned() } else { " and ".to_owned() }));
        words.push(detail);
    }
    if !words.is_empty() {
        words.push(Word::Ours(",".to_owned()));
    }
    words
}

/// What a clause is called; nothing for a plain RETURN after other clauses.
fn of_clause(clause: &Clause) -> Vec<String> {
    let words: Vec<&str> = match clause {
        Clause::Match(clause) if clause.optional => match clause.predicate {
            Some(_) => vec!["`OPTIONAL MATCH .. WHERE`"],
            None => vec!["`OPTIONAL MATCH`"],
        },
        Clause::Match(clause) => match (clause.patterns.len() > 1, &clause.predicate) {
            (true, Some(_)) => vec!["`MATCH .. WHERE` of several patterns"],
            (true, None) => vec!["`MATCH` of several patterns"],
            (false, Some(_)) => vec!["`MATCH .. WHERE`"],
            (false, None) => vec!["`MATCH`"],
        },
        Clause::Unwind(_) => vec!["`UNWIND`"],
        Clause::With(clause) => {
            let mut words = of_projection(&clause.projection);
            words.insert(0, if clause.predicate.is_some() { "`WITH .. WHERE`" } else { "`WITH`" });
            words
        }
        Clause::Return(projection) => of_projection(projection),
        Clause::Call(_) => vec!["`CALL` of a procedure"],
        Clause::Subquery(call) if call.transactions.is_some() => vec!["`CALL { } IN TRANSACTIONS`"],
        Clause::Subquery(_) => vec!["`CALL { }`"],
        Clause::Create(_) => vec!["`CREATE`"],
        Clause::Merge(_) => vec!["`MERGE`"],
        Clause::Set(_) => vec!["`SET`"],
        Clause::Remove(_) => vec!["`REMOVE`"],
        Clause::Delete(delete) if delete.detach => vec!["`DETACH DELETE`"],
        Clause::Delete(_) => vec!["`DELETE`"],
        Clause::Foreach(_) => vec!["`FOREACH`"],
        Clause::For(_) => vec!["`FOR`"],
        Clause::Filter(_) => vec!["`FILTER`"],
        Clause::Let(_) => vec!["`LET`"],
        Clause::Page(_) => vec!["`ORDER BY` as a clause"],
        Clause::Finish => vec!["`FINISH`"],
        Clause::Insert(_) => vec!["`INSERT`"],
        Clause::Composed(composed) => match **composed {
            Composed::Sequence(_) => vec!["`NEXT`"],
            Composed::Conditional(_) => vec!["`WHEN .. THEN`"],
            Composed::Braces(_) => vec!["a query in braces"],
        },
    };
    words.into_iter().map(str::to_owned).collect()
}

fn of_projection(projection: &Projection) -> Vec<&'static str> {
    let parts = [
        (projection.distinct, "`DISTINCT`"),
        (projection.group.is_some(), "`GROUP BY`"),
        (!projection.order.is_empty(), "`ORDER BY`"),
        (projection.skip.is_some(), "`SKIP`"),
        (projection.limit.is_some(), "`LIMIT`"),
    ];
    parts.into_iter().filter(|(there, _)| *there).map(|(_, word)| word).collect()
}
