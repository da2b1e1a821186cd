//! The statements of `partition`, `equivalence` and `disassembly` in dialects that cannot say everything: with typed tables only values of one type
//! meet, and no expression is beyond what a target's parser takes.

use std::sync::Arc;

use graphlance_case::Case;
use graphlance_case::language::{Cypher, Language};
use graphlance_cypher::ast::*;
use graphlance_cypher::edit::is_well_typed;
use graphlance_cypher::facts::{Scope, infer};
use graphlance_cypher::features::features_of;
use graphlance_cypher::functions::Kind;
use graphlance_cypher::measure::measure;
use graphlance_cypher::walk::{Part, any};
use graphlance_cypher::{Dialect, Statement, parse_cost};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Graph;
use graphlance_graph::schema::PropertyKind;
use graphlance_oracles::{Disassembly, Equivalence, Oracle, Partition, RoundContext};

const ROUNDS: u64 = 4;

/// The cases of some rounds in a dialect, and its data.
fn cases(oracle: &dyn Oracle, name: &str) -> (Vec<Case>, Dialect) {
    let dialect = Cypher.dialect(name).unwrap_or_else(|| panic!("no dialect {name}"));
    assert_eq!(oracle.objection(&dialect), None, "{name}");
    let profile = Arc::new(Profile::built_in("quick").expect("a built-in profile"));
    let context = RoundContext::new(3, dialect.clone(), profile);
    let rounds = (0..ROUNDS).map(|round| oracle.round(&RoundContext { round, ..context.clone() }));
    let cases = rounds.flat_map(|mut round| std::iter::from_fn(move || round.next_case(&Adaptation::default())));
    let data = dialect.data::<Dialect>().expect("a dialect of Cypher").clone();
    (cases.take(150).collect(), data)
}

/// The type of a stored property or of a literal.
fn kind_of(expression: &Expression, graph: &Graph) -> Option<PropertyKind> {
    match expression {
        Expression::Property(_, key) => {
            graph.schema.keys.iter().find(|known| known.name == *key).map(|known| known.kind)
        }
        other => match infer(other, &Scope::default()).kind {
            Kind::Boolean => Some(PropertyKind::Boolean),
            Kind::Integer => Some(PropertyKind::Integer),
            Kind::Float => Some(PropertyKind::Float),
            Kind::String => Some(PropertyKind::String),
            _ => None,
        },
    }
}

/// Two values of different types that a query compares.
fn misfit(query: &Query, graph: &Graph) -> Option<String> {
    let mut found = None;
    let _ = any(Part::Query(query), &mut |part| {
        if let Part::Expression(Expression::Comparison(first, links)) = part {
            let kinds: Vec<_> = std::iter::once(&**first)
                .chain(links.iter().map(|(_, value)| value))
                .filter_map(|value| kind_of(value, graph))
                .collect();
            if kinds.windows(2).any(|pair| pair[0] != pair[1]) {
                found = Some(format!("{part:?}"));
            }
        }
        found.is_some()
    });
    found
}

#[track_caller]
fn check(oracle: &dyn Oracle, name: &str) {
    let (cases, dialect) = cases(oracle, name);
    assert!(cases.len() >= 100, "{name}: only {} cases", cases.len());
    let mut compared = 0;
    for case in &cases {
        for statement in case.statements() {
            let statement: &Statement = statement.tree().expect("a statement of Cypher");
            let text = graphlance_cypher::print(statement, &dialect);
            let Statement::Query(query) = statement else { panic!("{text}") };
            assert!(features_of(statement).into_iter().all(|feature| dialect.has(feature)), "{name}: {text}");
            let unknown = measure(statement).functions.into_iter().find(|function| !dialect.has_function(function));
            assert_eq!(unknown, None, "{name}: {text}");
            let most = dialect.limits.parse_cost;
            let costly = |part: &Part<'_>| matches!(part, Part::Expression(one) if parse_cost(one) > most);
            assert!(!any(Part::Query(query), &mut |part| costly(part)), "{name}: {text}");
            compared += usize::from(text.contains('=') || text.contains('<') || text.contains('>'));
            if dialect.tables.is_some() {
                assert!(is_well_typed(statement), "{name}: {text}");
                assert_eq!(misfit(query, &case.graph), None, "{name}: {text}");
            }
        }
    }
    assert!(compared * 2 > cases.len(), "{name}: only {compared} statements compare anything");
}

#[test]
fn statements_stay_within_what_a_target_can_say() {
    for name in ["kuzu", "ladybug", "falkordb", "opencypher9"] {
        check(&Partition, name);
        check(&Equivalence, name);
        check(&Disassembly, name);
    }
}
