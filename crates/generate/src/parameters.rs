//! Literals of a query become parameters, whose values stand in front of it.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_cypher::walk::{Part, PartMut, walk, walk_mut};
use graphlance_graph::{Graph, Name, Random, Value};

/// A query whose answer is the same, with up to `most` of the values that it writes as parameters, each wherever it is
/// written. None where it writes none that can be one.
pub fn parameterised(query: &Query, most: usize, random: &mut Random) -> Option<Query> {
    let mut given = Query { parameters: Vec::new(), ..query.clone() };
    let mut values: Vec<&Expression> = Vec::new();
    walk(Part::Query(&given), &mut |part| {
        if let Part::Expression(expression) = part
            && may_be_given(expression)
            && !values.contains(expression)
        {
            values.push(expression);
        }
    });
    let count = random.between(1, most.max(1));
    let chosen: Vec<Expression> = random.sample(&values, count).into_iter().cloned().collect();
    // Names of parameters that the query has already may have gaps.
    let numbered = query.parameters.iter().filter_map(|(name, _)| name.strip_prefix('p')?.parse::<usize>().ok());
    let begun = numbered.max().unwrap_or(0).max(query.parameters.len());
    let name = |place: usize| Name::from(format!("p{}", begun + place + 1));
    walk_mut(PartMut::Query(&mut given), &mut |part| {
        if let PartMut::Expression(expression) = part
            && let Some(place) = chosen.iter().position(|value| value == *expression)
        {
            **expression = Expression::Parameter(name(place));
        }
    });
    let value =
        |known: &Name| chosen.iter().enumerate().find(|(place, _)| name(*place) == *known).map(|(_, value)| value);
    walk_mut(PartMut::Query(&mut given), &mut |part| write_where_no_parameter_may_stand(part, &value));
    let mut used = vec![false; chosen.len()];
    walk(Part::Query(&given), &mut |part| {
        if let Part::Expression(Expression::Parameter(known)) = part
            && let Some(place) = (0..chosen.len()).find(|place| name(*place) == *known)
        {
            used[place] = true;
        }
    });
    let parameters = chosen.into_iter().enumerate().filter(|(place, _)| used[*place]);
    let parameters = parameters.map(|(place, value)| (name(place), value));
    given.parameters = query.parameters.iter().cloned().chain(parameters).collect();
    (given.parameters.len() > query.parameters.len()).then_some(given)
}

/// Integers up to here are not large.
const LARGE: u64 = 1000;

/// The query with other values of the same types for its parameters, many of them from a graph. None where none is other.
pub fn other_values(query: &Query, graph: &Graph, random: &mut Random) -> Option<Query> {
    let nodes = graph.nodes().map(|node| &node.properties);
    let properties = nodes.chain(graph.relationships().map(|relationship| &relationship.properties));
    let stored: Vec<&Value> = properties.flat_map(|properties| properties.values()).collect();
    let mut given = query.clone();
    for (_, value) in &mut given.parameters {
        *value = other_value(value, &stored, random);
    }
    (given.parameters != query.parameters).then_some(given)
}

/// A value of the same type. A number that is not negative stays so: it may count rows; and one that is not large does:
/// functions may take no others.
fn other_value(value: &Expression, stored: &[&Value], random: &mut Random) -> Expression {
    let like = |other: &&&Value| match (value, **other) {
        (Expression::Literal(Literal::Integer(own)), Value::Integer(other)) => {
            (*own < 0 || *other >= 0) && other.unsigned_abs() <= own.unsigned_abs().max(LARGE)
        }
        (Expression::Literal(Literal::Float(_)), Value::Float(other)) => other.is_finite(),
        (Expression::Literal(Literal::String(_)), Value::String(_)) => true,
        _ => false,
    };
    let likes: Vec<&Value> = stored.iter().filter(like).copied().collect();
    let taken = random.pick(&likes).filter(|_| random.chance(0.7)).and_then(|value| build::constant(value));
    if let Some(taken) = taken {
        return taken;
    }
    match value {
        Expression::Literal(Literal::Integer(own)) => {
            let near = own.saturating_add(random.integer(-2, 2));
            build::integer(if *own < 0 { near } else { near.max(0) })
        }
        Expression::Literal(Literal::Float(own)) => Expression::Literal(Literal::Float(own / 2.0)),
        Expression::Literal(Literal::Boolean(own)) => Expression::Literal(Literal::Boolean(own ^ random.chance(0.5))),
        Expression::List(items) => {
            let kept = items.iter().filter(|_| random.chance(0.8)).collect::<Vec<_>>();
            Expression::List(kept.into_iter().map(|item| other_value(item, stored, random)).collect())
        }
        other => other.clone(),
    }
}

/// Whether an expression is a value that every dialect writes as one.
fn may_be_given(expression: &Expression) -> bool {
    let plain = |part: &Part<'_>| !matches!(part, Part::Expression(Expression::Literal(Literal::Integer(i64::MIN))));
    let mut all = true;
    walk(Part::Expression(expression), &mut |part| all = all && plain(part));
    all && build::written(expression).is_some()
}

/// The properties of a pattern are written out, and so is the keyword of `normalize`.
fn write_where_no_parameter_may_stand<'v>(part: &mut PartMut<'_>, value: &impl Fn(&Name) -> Option<&'v Expression>) {
    let place = match part {
        PartMut::Node(node) => node.properties.as_mut(),
        PartMut::Relationship(relationship) => relationship.properties.as_mut(),
        PartMut::Expression(Expression::Function(call)) if call.name.eq_ignore_ascii_case(Scalar::Normalize.name()) => {
            call.arguments.get_mut(1)
        }
        _ => None,
    };
    if let Some(place) = place
        && let Expression::Parameter(name) = place
        && let Some(written) = value(name)
    {
        *place = written.clone();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use graphlance_cypher::{Dialect, Statement, parse, print};

    use super::*;

    /// All that a query may become, with one parameter.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let Ok(Statement::Query(query)) = parse(text) else { panic!("no query: {text}") };
        let made = |seed| parameterised(&query, 1, &mut Random::derive(seed, &[]));
        let texts: BTreeSet<String> =
            (0..60).filter_map(made).map(|query| print(&Statement::Query(query), &Dialect::standard())).collect();
        assert_eq!(texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_value_is_given_wherever_it_is_written() {
        check(
            "MATCH (n {k: 1}) WHERE n.l > 1 OR n.k IN [1, 2] RETURN n.k AS a LIMIT 5",
            &[
                "CYPHER p1 = 1 MATCH (n {k: $p1}) WHERE n.l > $p1 OR n.k IN [$p1, 2] RETURN n.k AS a LIMIT 5",
                "CYPHER p1 = 2 MATCH (n {k: 1}) WHERE n.l > 1 OR n.k IN [1, $p1] RETURN n.k AS a LIMIT 5",
                "CYPHER p1 = 5 MATCH (n {k: 1}) WHERE n.l > 1 OR n.k IN [1, 2] RETURN n.k AS a LIMIT $p1",
                "CYPHER p1 = [1, 2] MATCH (n {k: 1}) WHERE n.l > 1 OR n.k IN $p1 RETURN n.k AS a LIMIT 5",
            ],
        );
    }

    #[test]
    fn a_new_parameter_has_a_name_of_its_own() {
        check("CYPHER p2 = 7 RETURN $p2 + 1 AS a", &["CYPHER p2 = 7 p3 = 1 RETURN $p2 + $p3 AS a"]);
    }

    #[test]
    fn what_must_be_written_is() {
        check("RETURN normalize('a', NFD) AS a", &["CYPHER p1 = 'a' RETURN normalize($p1, NFD) AS a"]);
        check("MATCH (n) RETURN n.k AS a", &[]);
    }
}
